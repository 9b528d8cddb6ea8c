//! Capabilities that the text of the SPIR-V specification requires and its grammar does not.
//!
//! Each set is any-of, in order of preference. [`of_opcode`] and [`of_module`] determine which sets an instruction needs.
//! Checks that can only succeed in a module that declares a certain capability are skipped for others.
//!
//! A capability whose use neither the grammar nor this file can detect is *opaque* ([`is_opaque`]): a declared one stays if
//! the target has it; otherwise the module is refused, since its absence cannot be shown to be harmless. No capability in
//! Vulkan is opaque, which a test verifies. The opaque ones belong to OpenCL (`Vector16`, `Float16Buffer`, `ImageBasic`,
//! `ImageReadWrite`, `ImageMipmap`), OpenGL (`ImageRect`, `AtomicStorageOps`), to provisional ray tracing, or to Intel and
//! Altera.

mod built_ins;
mod dots;
mod images;
mod lacks;
mod matrices;
mod narrow;
mod pointers;
mod sets;
#[cfg(test)]
mod tests;

pub use images::non_uniform_capability;
pub use lacks::{lacks_built_ins, lacks_non_uniform, lacks_operations, lacks_pointers};
pub use narrow::{
    arithmetic_on, computed, contents, counted, fill_contents, fill_pointed, fill_values, is_move,
    lacks_storage, of_arithmetic, of_storage, of_typed, of_value, plain_memory_of, pointed,
    present, produced, values_of, NARROW_TYPES,
};
use sets::sets_of;
pub use sets::{implicit, Set, IMPLICIT, IMPLICIT_SETS};

use super::{atomics, by_id, Alternatives, Need, Offer, Place, Used};
use crate::facts::{pointer_class, Facts, TypeView};
use crate::generated::spirv::{ALTERNATIVES as GRAMMAR_SETS, CAPABILITIES};
use crate::inst::Inst;
use crate::operands::operands;
use crate::tables::{
    built_in, capability as c, decoration, group_operation, is_image_access, loop_control, op,
    op_hot, scope, storage_class, tensor_operands as tensor, CapabilitySet, OperandKind,
};
use crate::views;
use core::ops::RangeInclusive;

/// Returns a set of capabilities, at compile time.
const fn set_of(values: &[u32]) -> CapabilitySet {
    let mut set = CapabilitySet::EMPTY;
    let mut at = 0;
    while at < values.len() {
        set = set.with(index(values[at]));
        at += 1;
    }
    set
}

/// Returns a capability's index, at compile time.
const fn index(value: u32) -> u16 {
    let mut at = 0;
    while at < CAPABILITIES.len() {
        if CAPABILITIES[at].value == value {
            return at as u16;
        }
        at += 1;
    }
    panic!("no such capability")
}

/// The sets for non-constant indices into arrays of descriptors.
const DYNAMIC: [Set; 8] = [
    Set::UniformBufferDynamic,
    Set::StorageBufferDynamic,
    Set::SampledImageDynamic,
    Set::StorageImageDynamic,
    Set::InputAttachmentDynamic,
    Set::UniformTexelBufferDynamic,
    Set::StorageTexelBufferDynamic,
    Set::StorageTensorDynamic,
];

/// The sets for indices that are `NonUniform`, in the order of [`DYNAMIC`].
const NON_UNIFORM: [Set; 8] = [
    Set::UniformBufferNonUniform,
    Set::StorageBufferNonUniform,
    Set::SampledImageNonUniform,
    Set::StorageImageNonUniform,
    Set::InputAttachmentNonUniform,
    Set::UniformTexelBufferNonUniform,
    Set::StorageTexelBufferNonUniform,
    Set::StorageTensorNonUniform,
];

/// Whether a need is that of a `NonUniform` index into one kind of descriptors.
pub fn is_non_uniform_index(need: Need) -> bool {
    const SETS: Alternatives = sets_of(&NON_UNIFORM);
    matches!(need, Need::Capability(set) if SETS.contains(set))
}

/// Whether a target lacks indices into arrays of any kind of descriptor that a module may have.
pub fn lacks_indexing(facts: &Facts, offer: &Offer) -> bool {
    lacks::indices(facts, offer, &DYNAMIC)
}

/// Calls `visit` with the need of an access chain for its index into an array of descriptors.
pub fn of_index(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    images::access(place, inst, &mut |set| {
        visit(Need::Capability(set.number()));
    });
}

/// Capabilities whose use can be detected: those of the grammar's sets and of the sets here.
static VISIBLE: CapabilitySet = {
    let mut visible = CapabilitySet::EMPTY;
    let tables: [&[&[u16]]; 2] = [&GRAMMAR_SETS, &IMPLICIT];
    let mut table = 0;
    while table < tables.len() {
        let mut set = 0;
        while set < tables[table].len() {
            let mut at = 0;
            while at < tables[table][set].len() {
                visible = visible.with(tables[table][set][at]);
                at += 1;
            }
            set += 1;
        }
        table += 1;
    }
    visible
};

/// Whether the use of a capability cannot be detected.
pub fn is_opaque(capability: u16) -> bool {
    !VISIBLE.contains(capability)
}

/// Returns the capabilities of a set whose use can be detected.
pub fn visible(capabilities: &CapabilitySet) -> CapabilitySet {
    capabilities.intersection(&VISIBLE)
}

/// Which checks are necessary, by what a module contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The narrow types whose values have to be checked, as bits of [`contents`].
    pub values: u8,
    /// Whether the module has any narrow type: [`Place::contents`] then has to be filled.
    pub narrow: bool,
    /// Whether some composite type contains pointers to narrow data.
    pub pointed: bool,
    /// Whether pointers may be variable.
    pub pointers: bool,
    /// Whether variable pointers are declared that need not stay within one buffer.
    pub any_pointers: bool,
    /// Images with 16-bit operands.
    pub half_images: bool,
    /// Device scope of the Vulkan memory model.
    pub device_scope: bool,
    /// Explicit layout of workgroup memory.
    pub workgroup_layout: bool,
    /// Non-constant indices into arrays of descriptors.
    pub indexing: bool,
    /// Untyped pointers.
    pub untyped: bool,
    /// Conversions that change the use of a cooperative matrix.
    pub conversions: bool,
    /// The memory scope `Subgroup`, which counts even if no capability for it is declared.
    pub subgroup_memory: bool,
    /// Subgroups are emulated, so that the execution scope `Subgroup` counts as well.
    pub emulated: bool,
}

impl Checks {
    /// Returns the checks for a module, by what it contains and by the capabilities that it declares or implies.
    pub fn of(facts: &Facts, declared: &CapabilitySet) -> Self {
        const POINTERS: CapabilitySet =
            set_of(&[c::VariablePointers, c::VariablePointersStorageBuffer]);
        const INDEXING: CapabilitySet = {
            let mut all = CapabilitySet::EMPTY;
            let mut set = 0;
            while set < DYNAMIC.len() {
                let any_of = IMPLICIT[DYNAMIC[set] as usize];
                let mut at = 0;
                while at < any_of.len() {
                    all = all.with(any_of[at]);
                    at += 1;
                }
                set += 1;
            }
            all
        };
        let has = |index: u16| declared.contains(index);
        let any = |set: &CapabilitySet| !declared.intersection(set).is_empty();
        let untyped = op_hot(op::OpTypeUntypedPointerKHR).alternatives;
        let matrix = op_hot(op::OpTypeCooperativeMatrixKHR).alternatives;
        let values = present(facts);
        Self {
            values,
            narrow: values != 0,
            pointed: false,
            pointers: any(&POINTERS),
            any_pointers: has(const { index(c::VariablePointers) }),
            half_images: has(const { index(c::Float16ImageAMD) }) || facts.float_types[0] != 0,
            device_scope: has(const { index(c::VulkanMemoryModelDeviceScope) }),
            workgroup_layout: facts.has_workgroup_layout(),
            indexing: any(&INDEXING),
            untyped: facts.row_needs.alternatives.contains(untyped),
            conversions: facts.row_needs.alternatives.contains(matrix),
            subgroup_memory: false,
            emulated: false,
        }
    }

    /// Whether a check applies to instructions of any opcode.
    #[inline]
    pub fn everywhere(&self) -> bool {
        self.values != 0
            || self.half_images
            || self.pointers
            || self.device_scope
            || self.indexing
            || self.untyped
            || self.conversions
    }
}

/// Whether [`of_module`] cannot find any need that is not counted already.
pub fn is_counted(checks: &Checks, used: &Used) -> bool {
    let more = Checks {
        values: 0,
        ..*checks
    };
    !more.everywhere() && checks.values & !counted(used) == 0
}

/// The opcodes for which [`of_opcode`] may find needs.
pub const OPCODES: &[RangeInclusive<u16>] = &[
    op::OpTypeInt..=op::OpTypeInt,
    op::OpTypeFloat..=op::OpTypeFloat,
    op::OpTypeVector..=op::OpTypeVector,
    op::OpTypeVectorIdEXT..=op::OpTypeVectorIdEXT,
    op::OpTypeImage..=op::OpTypeImage,
    op::OpTypePointer..=op::OpTypePointer,
    op::OpTypeUntypedPointerKHR..=op::OpTypeUntypedPointerKHR,
    op::OpVariable..=op::OpVariable,
    op::OpUntypedVariableKHR..=op::OpUntypedVariableKHR,
    op::OpImageTexelPointer..=op::OpImageTexelPointer,
    op::OpImageGather..=op::OpImageDrefGather,
    op::OpImageRead..=op::OpImageWrite,
    op::OpImageSparseGather..=op::OpImageSparseDrefGather,
    op::OpImageSparseRead..=op::OpImageSparseRead,
    op::OpLoopMerge..=op::OpLoopMerge,
    op::OpTypeCooperativeMatrixKHR..=op::OpTypeCooperativeMatrixKHR,
    op::OpCooperativeMatrixConvertUseEXT..=op::OpCooperativeMatrixConvertUseEXT,
    op::OpDot..=op::OpDot,
    op::OpDecorate..=op::OpMemberDecorate,
    op::OpSDot..=op::OpSUDotAccSat,
    op::OpFDot2MixAcc32VALVE..=op::OpFDot2MixAcc16VALVE,
    op::OpHitObjectRecordHitMotionNV..=op::OpHitObjectRecordMissMotionNV,
    op::OpHitObjectTraceRayMotionNV..=op::OpHitObjectTraceRayMotionNV,
    op::OpHitObjectRecordMissMotionEXT..=op::OpHitObjectRecordMissMotionEXT,
    op::OpHitObjectTraceMotionReorderExecuteEXT..=op::OpHitObjectTraceMotionReorderExecuteEXT,
    op::OpHitObjectTraceRayMotionEXT..=op::OpHitObjectTraceRayMotionEXT,
    op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor,
    op::OpAtomicLoad..=op::OpAtomicXor,
    op::OpAtomicFAddEXT..=op::OpAtomicFAddEXT,
    op::OpAtomicFMinEXT..=op::OpAtomicFMaxEXT,
];

/// Returns the set of alternatives that a numerical type needs for its width, 0 for none.
pub fn of_number(inst: Inst<'_>) -> u16 {
    let set = match (inst.opcode(), inst.word(2), inst.words().len()) {
        (op::OpTypeInt, 8, _) => Set::Int8Type,
        (op::OpTypeInt, 16, _) => Set::Int16Type,
        (op::OpTypeInt, 64, _) => Set::Int64Type,
        // A float with an encoding has the needs of that encoding.
        (op::OpTypeFloat, 16, 3) => Set::Float16Type,
        (op::OpTypeFloat, 64, 3) => Set::Float64Type,
        _ => return 0,
    };
    set.number()
}

/// Returns the sets of alternatives of all numerical types in a module, 0 for those that it does not have.
pub fn of_numbers(facts: &Facts) -> [u16; 5] {
    let [half, _, double] = facts.float_types;
    [
        (facts.int_widths & 8, Set::Int8Type),
        (facts.int_widths & 16, Set::Int16Type),
        (facts.int_widths & 64, Set::Int64Type),
        (half, Set::Float16Type),
        (double, Set::Float64Type),
    ]
    .map(|(present, set)| if present == 0 { 0 } else { set.number() })
}

/// The set of alternatives that is `Shader` alone. The scan does not record it, since all modules for Vulkan have it.
pub const SHADER: u16 = {
    let mut at = 0;
    while GRAMMAR_SETS[at].len() != 1 || GRAMMAR_SETS[at][0] != index(c::Shader) {
        at += 1;
    }
    at as u16
};

/// Returns the capabilities that nothing in a module can need because it has no numbers of their types: those of computing with
/// such numbers, and of memory that holds them. Other floats than those of IEEE 754 are held by the same memory.
pub fn of_absent_numbers(facts: &Facts) -> CapabilitySet {
    const BYTES: CapabilitySet = set_of(&[
        c::Int8,
        c::StorageBuffer8BitAccess,
        c::UniformAndStorageBuffer8BitAccess,
        c::StoragePushConstant8,
    ]);
    const SHORTS: CapabilitySet = set_of(&[c::Int16]);
    const HALVES: CapabilitySet = set_of(&[c::Float16]);
    const OF_16_BITS: CapabilitySet = set_of(&[
        c::StorageBuffer16BitAccess,
        c::UniformAndStorageBuffer16BitAccess,
        c::StoragePushConstant16,
        c::StorageInputOutput16,
    ]);
    const LONGS: CapabilitySet = set_of(&[c::Int64]);
    const DOUBLES: CapabilitySet = set_of(&[c::Float64]);
    const ENCODED: CapabilitySet = set_of(&[c::BFloat16TypeKHR, c::Float8EXT]);
    let [half, _, double] = facts.float_types;
    let has = |width| facts.int_widths & width != 0;
    if !facts.capabilities.intersection(&ENCODED).is_empty() {
        return CapabilitySet::EMPTY;
    }
    let absent = [
        (has(8), &BYTES),
        (has(16), &SHORTS),
        (half != 0, &HALVES),
        (has(16) || half != 0, &OF_16_BITS),
        (has(64), &LONGS),
        (double != 0, &DOUBLES),
    ];
    let absent = absent.iter().filter(|one| !one.0);
    absent.fold(CapabilitySet::EMPTY, |all, one| all.union(one.1))
}

/// Calls `visit` with each need of an instruction in [`OPCODES`] that only the specification's text defines.
#[inline]
pub fn of_opcode(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    let opcode = inst.opcode();
    let mut need = |set: Set| visit(Need::Capability(set.number()));
    match opcode {
        op::OpTypeInt | op::OpTypeFloat => match of_number(inst) {
            0 => {}
            set => visit(Need::Capability(set)),
        },
        op::OpTypeImage => images::image_type(place, inst, &mut need),
        op::OpVariable => {
            if let TypeView::Pointer { class, pointee } = place.type_view(inst.result_type()) {
                variable(place, class, pointee, &mut need);
            }
        }
        op::OpUntypedVariableKHR => {
            let inst = views::UntypedVariableKHR(inst);
            variable(place, inst.storage_class(), inst.data_type(), &mut need);
        }
        op::OpTypePointer
            if place.checks.narrow
                && views::TypePointer(inst).storage_class()
                    == storage_class::PhysicalStorageBuffer =>
        {
            let ty = views::TypePointer(inst);
            narrow::stored(place, ty.storage_class(), ty.pointee(), &mut need);
        }
        op::OpImageTexelPointer => {
            let pointee = match place.type_view(inst.result_type()) {
                TypeView::Pointer { pointee, .. } => place.type_view(pointee),
                _ => TypeView::Other,
            };
            if matches!(pointee, TypeView::Vector { .. }) {
                need(Set::AtomicHalfVector);
            }
        }
        op::OpImageRead | op::OpImageSparseRead => {
            images::levels(inst, &mut need);
            if images::image_without_format(place, views::ImageRead(inst).image()) {
                need(Set::ReadWithoutFormat);
            }
        }
        op::OpImageWrite => {
            images::levels(inst, &mut need);
            if images::image_without_format(place, views::ImageWrite(inst).image()) {
                need(Set::WriteWithoutFormat);
            }
        }
        op::OpImageGather
        | op::OpImageDrefGather
        | op::OpImageSparseGather
        | op::OpImageSparseDrefGather => images::levels(inst, &mut need),
        op::OpLoopMerge
            if views::LoopMerge(inst).loop_control() & loop_control::MultipleWaitQueuesQCOM
                != 0 =>
        {
            need(Set::WaitQueues);
        }
        op::OpTypeVector if !matches!(views::TypeVector(inst).component_count(), 2..=4) => {
            need(Set::LongVectors)
        }
        // Also a cooperative vector, for which fewer operations are allowed.
        op::OpTypeVectorIdEXT if place.facts.declares(c::LongVectorEXT) => need(Set::LongVectors),
        op::OpTypeUntypedPointerKHR
            if views::TypeUntypedPointerKHR(inst).storage_class() == storage_class::Workgroup =>
        {
            need(Set::WorkgroupLayout);
        }
        op::OpTypeCooperativeMatrixKHR => matrices::matrix_type(place, inst, &mut need),
        op::OpCooperativeMatrixConvertUseEXT => matrices::conversion(place, inst, &mut need),
        op::OpDot => dots::floats(place, inst, &mut need),
        op::OpDecorate if views::Decorate(inst).decoration() == decoration::NonUniform => {
            images::non_uniform(place, inst.target(), &mut need);
        }
        op::OpDecorate if views::Decorate(inst).decoration() == decoration::FPRoundingMode => {
            need(Set::RoundedStores)
        }
        op::OpDecorate if views::Decorate(inst).decoration() == decoration::BuiltIn => {
            let built_in = views::Decorate(inst).operand();
            point_size(place, built_in, &mut need);
            built_ins::of_stages(place, inst.target(), built_in, &mut need);
        }
        op::OpMemberDecorate if views::MemberDecorate(inst).decoration() == decoration::BuiltIn => {
            let built_in = views::MemberDecorate(inst).operand();
            point_size(place, built_in, &mut need);
            built_ins::of_stages(place, inst.target(), built_in, &mut need);
        }
        op::OpSDot..=op::OpSUDotAccSat => dots::integers(place, inst, &mut need),
        op::OpFDot2MixAcc32VALVE | op::OpFDot2MixAcc16VALVE => {
            dots::mixed(place, inst, &mut need);
        }
        // The grammar calls either capability sufficient, but these need that for hit objects and that for motion.
        op::OpHitObjectRecordHitMotionNV..=op::OpHitObjectRecordMissMotionNV
        | op::OpHitObjectTraceRayMotionNV
        | op::OpHitObjectRecordMissMotionEXT
        | op::OpHitObjectTraceMotionReorderExecuteEXT
        | op::OpHitObjectTraceRayMotionEXT => need(Set::Motion),
        // Reductions and scans of the whole subgroup; the group operations for clusters and partitions have capabilities of
        // their own.
        op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor
            if views::GroupOperation(inst).operation() <= group_operation::ExclusiveScan =>
        {
            need(Set::GroupArithmetic)
        }
        op::OpAtomicLoad..=op::OpAtomicXor
        | op::OpAtomicFAddEXT
        | op::OpAtomicFMinEXT
        | op::OpAtomicFMaxEXT => {
            if let Some(set) = atomics::set_of(place, inst) {
                need(set);
            }
        }
        _ => {}
    }
}

/// Calls `visit` with each need that only the specification's text defines and that an instruction of any opcode can have.
/// Only necessary if [`Checks::everywhere`] holds.
pub fn of_module(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    let opcode = inst.opcode();
    let mut need = |set: Set| visit(Need::Capability(set.number()));
    match opcode {
        op::OpLoad if place.checks.untyped => {
            narrow::untyped(
                place,
                views::Load(inst).pointer(),
                inst.result_type(),
                &mut need,
            );
        }
        op::OpStore if place.checks.untyped => {
            let ty = place.type_of(views::Store(inst).object());
            narrow::untyped(place, views::Store(inst).pointer(), ty, &mut need);
        }
        _ if place.checks.indexing && is_chain(opcode) => images::access(place, inst, &mut need),
        _ => {}
    }
    if place.checks.values != 0 {
        let module = (place.words, place.facts);
        let bits = narrow::narrow_value(module, &place.checks, place.contents, inst);
        of_arithmetic(bits & place.checks.values).for_each(&mut need);
    }
    if place.checks.half_images && is_image_access(opcode) {
        images::half_operands(place, inst, &mut need);
    }
    if place.checks.pointers {
        pointers::needs(place, inst, &mut need);
    }
    if place.checks.conversions && (op::OpConvertFToU..=op::OpFConvert).contains(&opcode) {
        matrices::conversion(place, inst, &mut need);
    }
    if place.checks.device_scope {
        device_scope(place, inst, &mut need);
    }
}

/// Whether an opcode is an access chain that may index descriptors, typed or untyped.
pub fn is_chain(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpUntypedAccessChainKHR
            | op::OpUntypedInBoundsAccessChainKHR
            | op::OpUntypedPtrAccessChainKHR
            | op::OpUntypedInBoundsPtrAccessChainKHR
    )
}

/// Returns the storage class of a typed or untyped pointer type.
fn class_of(place: &Place<'_>, ty: u32) -> Option<u32> {
    place.def(ty).and_then(pointer_class)
}

/// Returns the encoding of a float type, if it has one.
fn encoding(place: &Place<'_>, ty: u32) -> Option<u32> {
    let ty = place.def(ty)?;
    let float = Some(ty).filter(|ty| ty.opcode() == op::OpTypeFloat)?;
    let encoding = views::TypeFloat(float).floating_point_encoding();
    encoding.first().copied()
}

/// Whether an array of a variable in a storage class is one of descriptors.
pub fn holds_descriptors(class: u32) -> bool {
    matches!(
        class,
        storage_class::UniformConstant | storage_class::Uniform | storage_class::StorageBuffer
    )
}

fn variable(place: &Place<'_>, class: u32, pointee: u32, need: &mut dyn FnMut(Set)) {
    let view = place.type_view(pointee);
    if matches!(view, TypeView::RuntimeArray { .. }) && holds_descriptors(class) {
        need(Set::RuntimeArrays);
    }
    if class == storage_class::Workgroup
        && place.checks.workgroup_layout
        && matches!(view, TypeView::Struct(_))
    {
        need(Set::WorkgroupLayout);
    }
    narrow::stored(place, class, pointee, need);
    narrow::led_to(place, class, pointee, need);
}

/// Adds the needs of `PointSize` in the stages with a capability for it.
fn point_size(place: &Place<'_>, value: u32, need: &mut dyn FnMut(Set)) {
    if value != built_in::PointSize {
        return;
    }
    use crate::tables::execution_model as model;
    let tessellation = 1 << model::TessellationControl | 1 << model::TessellationEvaluation;
    let models = place.facts.models;
    if models & tessellation != 0 {
        need(Set::PointSizeTessellation);
    }
    if models & 1 << model::Geometry != 0 {
        need(Set::PointSizeGeometry);
    }
}

/// The tensor operands with a scope.
const SCOPED: u32 = tensor::MakeElementAvailableARM | tensor::MakeElementVisibleARM;

fn device_scope(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let Some(row) = crate::tables::op_row(inst.opcode()) else {
        return;
    };
    let may = |kind: OperandKind| {
        matches!(
            kind,
            OperandKind::IdScope
                | OperandKind::MemoryAccess
                | OperandKind::ImageOperands
                | OperandKind::TensorOperands
        )
    };
    if !row.operands.iter().any(|operand| may(operand.0)) {
        return;
    }
    for operand in operands(inst.words(), 1) {
        let id = match operand.kind {
            OperandKind::IdScope => inst.word(operand.index),
            // The grammar calls their scope a plain id; it is the last operand.
            OperandKind::TensorOperands if inst.word(operand.index) & SCOPED != 0 => {
                inst.words().last().copied().unwrap_or(0)
            }
            _ => continue,
        };
        if by_id::constant(place, id) == Some(scope::Device) {
            need(Set::DeviceScope);
        }
    }
}
