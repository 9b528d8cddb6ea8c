//! 8- and 16-bit types: the capabilities needed for their declaration, storage and arithmetic.
//!
//! A device may support such data in memory without arithmetic on it. What storage alone allows is listed in
//! SPV_KHR_16bit_storage and SPV_KHR_8bit_storage, "Validation Rules"; everything else is arithmetic.

use super::super::{Alternatives, Need, Offer, Place, Used};
use super::{implicit, sets_of, Checks, Set};
use crate::facts::{Facts, Gates, TypeView};
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::tables::{op, op_hot, storage_class, CapabilitySet, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// The narrow types that a type or a value contains, as bits of [`Place::contents`].
pub mod contents {
    /// 8-bit integers.
    pub const INT8: u8 = 1;
    /// 16-bit integers.
    pub const INT16: u8 = 2;
    /// 16-bit floats.
    pub const FLOAT16: u8 = 4;
    /// Any 16-bit type.
    pub const ANY16: u8 = INT16 | FLOAT16;
    /// Any narrow type.
    pub const ALL: u8 = INT8 | ANY16;
}

/// Further bits of an entry in the table of contents.
mod entry {
    /// The shift for the contents of a value, which distinguishes values from types. In the entry of a type that is or holds
    /// pointers, these bits describe the pointees instead.
    pub const VALUE: u32 = 4;
    /// For a type: the upper bits describe pointees.
    pub const POINTS: u8 = 1 << 3;
    /// For a type: it is a pointer type. Alone: a pointer type with a forward declaration that is not defined yet.
    pub const POINTER: u8 = 1 << 7;
}

/// Fills the table of what each type contains, and each value before the functions by its type. Returns what all types
/// contain together, and in the bits of [`pointed`] what pointers in any of them point to. Types precede their users, so one
/// walk is sufficient.
///
/// Storage alone allows few uses of narrow data, and SPIRV-Tools checks for each value whether its type contains any: a
/// pointer type does not, but a type that holds a pointer contains what the pointee contains. Pointees of pointer types with
/// an `OpTypeForwardPointer` are not considered.
pub fn fill_contents(words: &[u32], facts: &Facts, table: &mut Vec<u8>) -> u8 {
    table.clear();
    table.resize(facts.def.len(), 0);
    let mut all = 0;
    for inst in facts.declarations(words) {
        let of = |id: u32| entry_of(table, id) & (contents::ALL | entry::POINTS | POINTEES);
        let bits = match (inst.opcode(), inst.word(2)) {
            (op::OpTypeForwardPointer, _) => entry::POINTER,
            // Only physical pointers can be stored in memory.
            (op::OpTypePointer, storage_class::PhysicalStorageBuffer) => {
                if entry_of(table, views::TypePointer(inst).result()) == entry::POINTER {
                    continue;
                }
                let led_to = seen_in(of(views::TypePointer(inst).pointee()));
                entry::POINTER | entry::POINTS | led_to << entry::VALUE
            }
            (op::OpTypeInt | op::OpTypeFloat, _) => of_number(inst),
            (
                op::OpTypeVector
                | op::OpTypeMatrix
                | op::OpTypeArray
                | op::OpTypeRuntimeArray
                | op::OpTypeCooperativeMatrixKHR
                | op::OpTypeCooperativeMatrixNV
                | op::OpTypeCooperativeVectorNV,
                element,
            ) => of(element),
            (op::OpTypeStruct, _) => views::TypeStruct(inst)
                .member_types()
                .iter()
                .fold(0, |bits, &id| bits | of(id)),
            _ => {
                fill_value(inst, table);
                continue;
            }
        };
        if bits & entry::POINTER == 0 {
            all |= bits;
        }
        if let Some(slot) = table.get_mut(inst.word(1) as usize) {
            *slot = bits;
        }
    }
    all
}

/// Returns what a type of numbers contains.
#[inline]
fn of_number(ty: Inst<'_>) -> u8 {
    match (ty.opcode(), ty.word(2)) {
        (op::OpTypeInt, 8) => contents::INT8,
        (op::OpTypeInt, 16) => contents::INT16,
        // Others have an encoding of their own.
        (op::OpTypeFloat, 16) if ty.words().len() == 3 => contents::FLOAT16,
        _ => 0,
    }
}

/// Fills a table with the part of another that concerns pointers, as if narrow data occurred only behind them.
pub fn fill_pointed(contents: &[u8], table: &mut Vec<u8>) {
    table.clear();
    table.extend(contents.iter().map(|&entry| match pointed(entry) {
        0 => 0,
        _ => entry & !contents::ALL,
    }));
}

/// Fills in the values of functions.
pub fn fill_values(words: &[u32], facts: &Facts, table: &mut [u8]) {
    let insts = facts.code(words);
    insts.for_each(|inst| fill_value(inst, table));
}

/// Enters the contents of an instruction's result.
#[inline]
fn fill_value(inst: Inst<'_>, table: &mut [u8]) {
    if inst.has_type() {
        let bits = of_typed(table, inst.result_type());
        if let Some(slot) = table.get_mut(inst.result() as usize).filter(|_| bits != 0) {
            *slot = bits << entry::VALUE;
        }
    }
}

/// The bits of an entry that describe pointees.
const POINTEES: u8 = contents::ALL << entry::VALUE;

#[inline]
fn entry_of(table: &[u8], id: u32) -> u8 {
    table.get(id as usize).copied().unwrap_or(0)
}

/// Returns what a type contains.
#[inline]
fn of(table: &[u8], ty: u32) -> u8 {
    entry_of(table, ty) & contents::ALL
}

/// Returns what the pointees of a type contain, if it is or holds pointers, by its entry in the table of contents.
#[inline]
pub fn pointed(entry: u8) -> u8 {
    match entry & entry::POINTS {
        0 => 0,
        _ => entry >> entry::VALUE & contents::ALL,
    }
}

/// Returns what a type with this entry contains, directly or behind pointers.
#[inline]
fn seen_in(entry: u8) -> u8 {
    entry & contents::ALL | pointed(entry)
}

/// Returns what a value of a type contains by SPIRV-Tools's rules.
#[inline]
pub fn of_typed(table: &[u8], ty: u32) -> u8 {
    match entry_of(table, ty) {
        plain @ 0..=contents::ALL => plain,
        pointer if pointer & entry::POINTER != 0 => 0,
        other => seen_in(other),
    }
}

/// Returns what a value contains.
#[inline]
pub fn of_value(table: &[u8], id: u32) -> u8 {
    match entry_of(table, id) {
        ty if ty & (entry::POINTS | entry::POINTER) != 0 => 0,
        other => other >> entry::VALUE,
    }
}

/// Adds the needs of narrow data that an untyped pointer loads or stores: no type describes the memory.
pub fn untyped(place: &Place<'_>, pointer: u32, ty: u32, need: &mut dyn FnMut(Set)) {
    let pointer = place.type_of(pointer);
    let pointer = place.facts.def(place.words, pointer);
    if let Some(inst) = pointer.filter(|inst| inst.opcode() == op::OpTypeUntypedPointerKHR) {
        stored(
            place,
            views::TypeUntypedPointerKHR(inst).storage_class(),
            ty,
            need,
        );
    }
}

/// The needs of narrow data in buffers and push constants; then in workgroup memory with explicit layout, and between stages. By
/// SPIR-V, the capability for arithmetic on the type is sufficient; Vulkan also requires the feature for the memory
/// (VUID-RuntimeSpirv-storageBuffer16BitAccess-06331 and its neighbours), and so does SPIR-V once no arithmetic on the type
/// remains.
const SHARED: Alternatives = sets_of(&[
    Set::Buffer8,
    Set::Uniform8,
    Set::PushConstant8,
    Set::Buffer16,
    Set::Uniform16,
    Set::PushConstant16,
]);
const IN_WORKGROUPS: Alternatives = sets_of(&[Set::Workgroup8, Set::Workgroup16]);
const IN_INTERFACES: Alternatives = sets_of(&[Set::InputOutput16]);

/// The sets of alternatives of narrow types. Even if a module declares a single capability of such a set, it may be removed
/// while the type stays, because the needs of memory count undeclared and add another one.
pub const NARROW_TYPES: Alternatives =
    sets_of(&[Set::Int8Type, Set::Int16Type, Set::Float16Type]).union(&POINTEE_SETS);

/// Whether a module may hold narrow data in memory that the target does not support.
pub fn lacks_storage(facts: &Facts, checks: &Checks, offer: &Offer) -> bool {
    let lacks = |sets: &Alternatives| !sets.is_subset(&offer.alternatives);
    checks.values != 0
        && (lacks(&SHARED)
            || checks.workgroup_layout && lacks(&IN_WORKGROUPS)
            || facts.gates.meets(Gates::WITH_INTERFACES) && lacks(&IN_INTERFACES))
}

/// Calls `visit` with the needs of narrow data in the memory of a variable or a physical pointer type.
pub fn of_storage(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    let mut need = |set: Set| visit(Need::Capability(set.number()));
    match inst.opcode() {
        op::OpVariable => {
            let pointer = place.facts.type_view(place.words, inst.result_type());
            if let TypeView::Pointer { class, pointee } = pointer {
                stored(place, class, pointee, &mut need);
                led_to(place, class, pointee, &mut need);
            }
        }
        op::OpTypePointer
            if views::TypePointer(inst).storage_class() == storage_class::PhysicalStorageBuffer =>
        {
            let ty = views::TypePointer(inst);
            stored(place, ty.storage_class(), ty.pointee(), &mut need);
        }
        _ => {}
    }
}

/// Adds the needs of narrow data in memory shared with something outside the shader.
pub fn stored(place: &Place<'_>, class: u32, pointee: u32, need: &mut dyn FnMut(Set)) {
    let bits = of(place.contents, pointee);
    if bits == 0 {
        return;
    }
    let (wide, narrow) = match class {
        storage_class::StorageBuffer
        | storage_class::PhysicalStorageBuffer
        | storage_class::ShaderRecordBufferKHR => (Some(Set::Buffer16), Some(Set::Buffer8)),
        // A storage buffer in its old form has the decoration `BufferBlock`, and needs less than a uniform buffer.
        storage_class::Uniform if place.facts.is_buffer_block(place.words, pointee) => {
            (Some(Set::Buffer16), Some(Set::Buffer8))
        }
        storage_class::Uniform => (Some(Set::Uniform16), Some(Set::Uniform8)),
        storage_class::PushConstant => (Some(Set::PushConstant16), Some(Set::PushConstant8)),
        storage_class::Input | storage_class::Output => (Some(Set::InputOutput16), None),
        storage_class::Workgroup if place.checks.workgroup_layout => {
            (Some(Set::Workgroup16), Some(Set::Workgroup8))
        }
        _ => (None, None),
    };
    if bits & contents::ANY16 != 0 {
        wide.into_iter().for_each(&mut *need);
    }
    if bits & contents::INT8 != 0 {
        narrow.into_iter().for_each(need);
    }
}

/// Returns which narrow types memory of a storage class may hold without arithmetic, by capabilities of its own: see
/// [`stored`].
fn storage(class: u32, checks: &Checks) -> u8 {
    match class {
        storage_class::StorageBuffer
        | storage_class::PhysicalStorageBuffer
        | storage_class::ShaderRecordBufferKHR
        | storage_class::Uniform
        | storage_class::PushConstant => contents::ALL,
        storage_class::Input | storage_class::Output => contents::ANY16,
        storage_class::Workgroup if checks.workgroup_layout => contents::ALL,
        _ => 0,
    }
}

/// Adds the needs of pointers to narrow data in memory shared with something outside the shader: either what the data would
/// need there, or arithmetic on such data. This is how SPIRV-Tools interprets the rules. In storage buffers, the pointer type
/// has that need already.
pub fn led_to(place: &Place<'_>, class: u32, pointee: u32, need: &mut dyn FnMut(Set)) {
    let bits = pointed(entry_of(place.contents, pointee));
    if bits == 0 {
        return;
    }
    let sets = match class {
        storage_class::Uniform if !place.facts.is_buffer_block(place.words, pointee) => [
            Set::Int8InUniform,
            Set::Int16InUniform,
            Set::Float16InUniform,
        ],
        storage_class::PushConstant => [
            Set::Int8InPushConstant,
            Set::Int16InPushConstant,
            Set::Float16InPushConstant,
        ],
        storage_class::Workgroup if place.checks.workgroup_layout => [
            Set::Int8InWorkgroup,
            Set::Int16InWorkgroup,
            Set::Float16InWorkgroup,
        ],
        _ => return,
    };
    let kinds = [contents::INT8, contents::INT16, contents::FLOAT16];
    for (_, set) in kinds.iter().zip(sets).filter(|(kind, _)| bits & *kind != 0) {
        need(set);
    }
}

/// The sets of alternatives of [`led_to`]. Even if a module declares a single capability of such a set, it may be removed
/// where another one of the set is added for a different need.
const POINTEE_SETS: Alternatives = sets_of(&[
    Set::Int8InUniform,
    Set::Int16InUniform,
    Set::Float16InUniform,
    Set::Int8InPushConstant,
    Set::Int16InPushConstant,
    Set::Float16InPushConstant,
    Set::Int8InWorkgroup,
    Set::Int16InWorkgroup,
    Set::Float16InWorkgroup,
]);

/// The needs of arithmetic on each narrow type.
pub(super) const VALUES: [(u8, Set); 3] = [
    (contents::INT8, Set::Int8Value),
    (contents::INT16, Set::Int16Value),
    (contents::FLOAT16, Set::Float16Value),
];

/// Returns the needs of arithmetic on narrow types, given as bits of [`contents`].
#[inline]
pub fn of_arithmetic(bits: u8) -> impl Iterator<Item = Set> {
    let values = VALUES.into_iter();
    values.filter_map(move |(bit, set)| (bits & bit != 0).then_some(set))
}

/// Returns the need of arithmetic on a type of numbers, if it is narrow.
pub fn arithmetic_on(ty: Inst<'_>) -> Option<Set> {
    of_arithmetic(of_number(ty)).next()
}

/// Returns the need of numbers of a narrow type in memory of a storage class that has no capabilities of its own for them:
/// arithmetic on them.
pub fn plain_memory_of(ty: Inst<'_>, class: u32, checks: &Checks) -> Option<Set> {
    of_arithmetic(of_number(ty) & !storage(class, checks)).next()
}

/// Returns the narrow types of a module, as bits of [`contents`].
pub fn present(facts: &Facts) -> u8 {
    let bit = |present: bool, bit| if present { bit } else { 0 };
    bit(facts.int_widths & 8 != 0, contents::INT8)
        | bit(facts.int_widths & 16 != 0, contents::INT16)
        | bit(facts.float_types[0] != 0, contents::FLOAT16)
}

/// Returns those narrow types of a module on which a target lacks arithmetic, as bits of [`contents`].
pub fn lacking_values(facts: &Facts, offer: &Offer) -> u8 {
    present(facts) & types_where(|set| !offer.has_capability_of(set.number()))
}

/// Returns the narrow types that a set of capabilities allows arithmetic on, as bits of [`contents`].
pub fn values_of(capabilities: &CapabilitySet) -> u8 {
    let allows = |set: Set| {
        let any_of = implicit(set as usize);
        any_of.iter().any(|&one| capabilities.contains(one))
    };
    types_where(allows)
}

/// Returns the narrow types for which a plan has counted arithmetic, as bits of [`contents`].
pub fn counted(used: &Used) -> u8 {
    types_where(|set| used.alternatives.contains(set.number()))
}

/// Returns the narrow types whose need of arithmetic satisfies `is`, as bits of [`contents`].
fn types_where(is: impl Fn(Set) -> bool) -> u8 {
    let found = VALUES.into_iter().filter(|&(_, set)| is(set));
    found.fold(0, |bits, (bit, _)| bits | bit)
}

/// Returns the narrow types of `checks` of which a run of instructions produces results by arithmetic. Finds most uses of
/// arithmetic, and quickly, since it looks at result types only. Ends as soon as all are found.
pub fn produced<'w>(
    checks: &Checks,
    table: &[u8],
    mut insts: impl Iterator<Item = Inst<'w>>,
) -> u8 {
    let mut found = 0;
    insts.any(|inst| {
        let opcode = inst.opcode();
        if op_hot(opcode).flags.contains(OpFlags::RESULT_TYPE)
            && !is_move(opcode)
            && opcode != op::OpLoad
        {
            found |= of(table, inst.result_type()) & checks.values;
        }
        found == checks.values
    });
    found
}

/// Whether an instruction is allowed on narrow values wherever there is memory for them.
#[inline]
pub fn is_move(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpCopyObject
            | op::OpFConvert
            | op::OpUConvert
            | op::OpSConvert
            | op::OpFunction
            | op::OpFunctionCall
    )
}

/// Returns the narrow types of `checks` on which a run of instructions does arithmetic. Enters the contents of results into
/// the table on the way, and ends as soon as all are found. Definitions precede uses, except for phis, which have the type of
/// their operands.
pub fn computed<'w>(
    (words, facts): (&'w [u32], &Facts),
    checks: &Checks,
    table: &mut [u8],
    mut insts: impl Iterator<Item = Inst<'w>>,
) -> u8 {
    let mut found = 0;
    insts.any(|inst| {
        fill_value(inst, table);
        found |= narrow_value((words, facts), checks, table, inst) & checks.values;
        found == checks.values
    });
    found
}

/// Returns the narrow types on which an instruction does arithmetic, that is, anything beyond what storage alone allows:
/// loads, stores, width conversions, copies, and addresses (SPV_KHR_16bit_storage and SPV_KHR_8bit_storage, "Validation
/// Rules"). May include types that the module's checks ignore.
#[inline]
pub fn narrow_value(
    (words, facts): (&[u32], &Facts),
    checks: &Checks,
    table: &[u8],
    inst: Inst<'_>,
) -> u8 {
    let flags = op_hot(inst.opcode()).flags;
    match inst.opcode() {
        opcode if flags.contains(OpFlags::TYPE) || is_move(opcode) => 0,
        // The pointee is in memory; indices are values.
        op::OpAccessChain | op::OpInBoundsAccessChain | op::OpPtrAccessChain => {
            let indices = inst.from(4).iter();
            indices.fold(0, |bits, &id| bits | of_value(table, id))
        }
        // Storage allows loads and stores of scalars, vectors and matrices, and no copies of memory.
        op::OpLoad => match of_typed(table, inst.result_type()) {
            0 => 0,
            bits => whole(words, facts, inst.result_type(), bits),
        },
        op::OpStore => match of_value(table, views::Store(inst).object()) {
            0 => 0,
            bits => whole(
                words,
                facts,
                facts.type_of(words, views::Store(inst).object()),
                bits,
            ),
        },
        op::OpCopyMemory => {
            let pointer = facts.type_of(words, views::CopyMemory(inst).target());
            match facts.type_view(words, pointer) {
                // For a pointer to pointers, what these point to counts.
                TypeView::Pointer { pointee, .. } => seen_in(entry_of(table, pointee)),
                _ => 0,
            }
        }
        // A cast of a pointer counts as arithmetic on its pointee, as validators interpret the rules. Again, pointer types
        // with a forward declaration do not count.
        op::OpBitcast => {
            let operand = views::Bitcast(inst).operand();
            let types = [inst.result_type(), facts.type_of(words, operand)];
            let values = of(table, inst.result_type()) | of_value(table, operand);
            let led_to = types.map(|ty| pointed(entry_of(table, ty)));
            led_to.iter().fold(values, |bits, led_to| bits | led_to)
        }
        // Memory without storage capabilities holds values like any other.
        op::OpVariable => match facts.type_view(words, inst.result_type()) {
            TypeView::Pointer { class, pointee } => {
                of_typed(table, pointee) & !storage(class, checks)
            }
            _ => 0,
        },
        opcode => {
            let has_type = flags.contains(OpFlags::RESULT_TYPE);
            let mut bits = match has_type {
                true => of_typed(table, inst.result_type()),
                false => 0,
            };
            let ids = match opcode {
                op::OpExtInst => views::ExtInst(inst).operands(),
                op::OpCompositeExtract => inst.words().get(3..4).unwrap_or(&[]),
                op::OpSwitch => inst.words().get(1..2).unwrap_or(&[]),
                // Its operands are constants, whose types are checked themselves.
                op::OpSpecConstantOp => &[],
                _ if !flags.contains(OpFlags::IDS_ONLY) => {
                    for_each_use(inst.words(), 1, |_, id| bits |= of_value(table, id));
                    &[]
                }
                _ => inst.from(if has_type { 3 } else { 1 }),
            };
            for &id in ids {
                bits |= of_value(table, id);
            }
            bits
        }
    }
}

/// Returns `bits` if a structure or an array is loaded or stored as a whole, else 0.
fn whole(words: &[u32], facts: &Facts, ty: u32, bits: u8) -> u8 {
    match facts.type_view(words, ty) {
        TypeView::Struct(_) | TypeView::Array { .. } => bits,
        _ => 0,
    }
}
