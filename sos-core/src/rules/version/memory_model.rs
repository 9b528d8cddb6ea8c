//! The Vulkan memory model by the GLSL450 memory model.
//!
//! ```text
//! OpMemoryModel Logical Vulkan                    OpMemoryModel Logical GLSL450
//!                                                 OpMemberDecorate %Block 0 Coherent
//! %v = OpLoad %uint %p                            %v = OpLoad %uint %p
//!      MakePointerVisible|NonPrivatePointer %dev
//! OpImageWrite %i %at %t                          OpImageWrite %i %at %t
//!      MakeTexelAvailable|NonPrivateTexel %dev    OpDecorate %image Coherent
//! OpControlBarrier %workgroup %queue_family       OpControlBarrier %workgroup %device
//!      AcquireRelease|UniformMemory|                   AcquireRelease|UniformMemory
//!      MakeAvailable|MakeVisible
//! ```
//!
//! # Why the output is at least as strong
//!
//! The Vulkan memory model (Vulkan specification, appendix "Memory Model") orders *non-private* accesses. An invocation sees
//! what another wrote once it was made *available* and *visible* in a scope that contains both. The meaning of modules without
//! this model is defined in the same terms (SPV_KHR_vulkan_memory_model): an access to `Coherent` memory is non-private, writes
//! are made available and reads visible immediately, for the whole device; workgroup memory behaves so by itself within its
//! workgroup; barriers and atomics with an ordering apply to the storage classes in their semantics, with `MakeAvailable` and
//! `MakeVisible` implied.
//!
//! - *Accesses.* Memory that is accessed with any of the memory model's operands becomes `Coherent`, for all its accesses:
//!   each is non-private and applies to the whole device, where the operands required the same or less. Accesses without
//!   these operands were private; ordering them, too, only takes freedom from the driver.
//! - *Barriers and atomics* keep their ordering, their storage classes and their scope, or get a wider scope; coherent
//!   memory implies `MakeAvailable` and `MakeVisible`. `QueueFamily` becomes `Device`, which contains it.
//! - *`Volatile`* stays on loads, stores and copies. Where image accesses and atomics have it, the memory is decorated.
//! - *`OutputMemory`*, for outputs of tessellation control shaders: without it, a control barrier there orders them implicitly
//!   (SPIR-V specification, `OpControlBarrier`). In other stages no invocation reads another's outputs.
//! - *Physical addresses* of types other than structures have no member that could be decorated. They become addresses of a
//!   block with a single member, for this access:
//!
//! ```text
//! %v = OpLoad %uint %p                            %w = OpBitcast %uvec2 %p
//!      NonPrivatePointer|Aligned 4                %b = OpBitcast %to_Block %w
//!                                                 %q = OpAccessChain %to_uint %b %zero
//!                                                 %v = OpLoad %uint %q Aligned 4
//! ```
//!
//! So every execution that the output permits was permitted before. Memory of the classes `Private`, `Function`, `Input` and
//! `Output` is not shared; its accesses only lose these operands.
//!
//! # Refused
//!
//! - Memory barriers for outputs in a tessellation control shader: only a control barrier orders them.
//! - Scopes and semantics that are not plain constants.
//! - Accesses by physical addresses to matrices outside of structures.
//! - Everything that requires this memory model, such as cooperative matrices.
//!
//! `memory-model` is shown by `corpus/shaders/storage/half_memory_model.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Facts, TypeView};
use crate::inst::Inst;
use crate::operands::operands;
use crate::plan::{stage_bit, Access, Memory};
use crate::report::Exactness;
use crate::rules::claims::ON_MEMORY;
use crate::rules::copy::InstCopy;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{
    atomic_pointer, atomic_semantics, capability, execution_model, image_operands as texel,
    is_atomic, memory_access as access, memory_model, memory_semantics as semantics, op, scope,
    storage_class, OperandKind,
};
use crate::views;

/// The Vulkan memory model.
pub const MEMORY_MODEL: Rule = Rule {
    name: "memory-model",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "the Vulkan memory model by coherent memory under that of GLSL",
    action: Action::Lower {
        claims: Claims::of(ON_MEMORY).when(claims),
        lower,
    },
};

/// The memory operands that need the Vulkan memory model.
const ACCESS_OPERANDS: u32 =
    access::MakePointerAvailable | access::MakePointerVisible | access::NonPrivatePointer;

/// The image operands that need the Vulkan memory model.
const TEXEL_OPERANDS: u32 = texel::MakeTexelAvailable
    | texel::MakeTexelVisible
    | texel::NonPrivateTexel
    | texel::VolatileTexel;

/// The memory semantics that need the Vulkan memory model.
const MODEL_SEMANTICS: u32 = semantics::OutputMemory
    | semantics::MakeAvailable
    | semantics::MakeVisible
    | semantics::Volatile;

/// The orderings in memory semantics.
const ORDERS: u32 = semantics::Acquire
    | semantics::Release
    | semantics::AcquireRelease
    | semantics::SequentiallyConsistent;

/// The storage classes in memory semantics.
const CLASSES: u32 = semantics::UniformMemory
    | semantics::SubgroupMemory
    | semantics::WorkgroupMemory
    | semantics::CrossWorkgroupMemory
    | semantics::AtomicCounterMemory
    | semantics::ImageMemory;

/// Maximum number of steps from a pointer to its variable.
const MAX_STEPS: usize = 16;

const NOT_KNOWN: LowerError = LowerError::Because("its pointee is not known");
const OPEN: LowerError = LowerError::Because("its scope or its semantics are not a plain constant");
const NOTHING: LowerError =
    LowerError::Because("it has nothing to do with the Vulkan memory model");

fn claims(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpMemoryModel => views::MemoryModel(inst).memory_model() == memory_model::Vulkan,
        op::OpControlBarrier | op::OpMemoryBarrier => facts.uses(capability::VulkanMemoryModel),
        opcode if is_atomic(opcode) => facts.uses(capability::VulkanMemoryModel),
        opcode if is_access(opcode) => {
            masks(inst).any(|(_, words)| words != 0) && facts.uses(capability::VulkanMemoryModel)
        }
        _ => false,
    }
}

fn is_access(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpLoad | op::OpStore | op::OpCopyMemory | op::OpCopyMemorySized
    ) || is_texel_access(opcode)
}

/// Whether an opcode accesses an image with operands that can order memory.
fn is_texel_access(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageRead | op::OpImageWrite | op::OpImageSparseRead | op::OpImageFetch
    )
}

/// The word indices of masks that can have operands of the memory model, and which each has.
fn masks<'i>(inst: Inst<'i>) -> impl Iterator<Item = (usize, u32)> + 'i {
    operands(inst.words(), 1).filter_map(move |operand| {
        let words = match operand.kind {
            OperandKind::MemoryAccess => ACCESS_OPERANDS,
            OperandKind::ImageOperands => TEXEL_OPERANDS,
            _ => return None,
        };
        Some((operand.index, inst.word(operand.index) & words))
    })
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    if build.offers(capability::VulkanMemoryModel) {
        return Err(LowerError::Because(
            "the target has the Vulkan memory model",
        ));
    }
    match inst.opcode() {
        op::OpMemoryModel => {
            let addressing = views::MemoryModel(inst).addressing_model();
            build.whole(&[inst.header(), addressing, memory_model::GLSL450]);
            Ok(())
        }
        op::OpControlBarrier | op::OpMemoryBarrier => lower_barrier(build, inst),
        opcode if is_atomic(opcode) => lower_atomic(build, inst),
        _ => lower_access(build, inst),
    }
}

fn lower_barrier(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let is_control = inst.opcode() == op::OpControlBarrier;
    let at = if is_control { 2 } else { 1 };
    let old = build.constant_value(inst.word(at + 1)).ok_or(OPEN)?;
    if old & semantics::OutputMemory != 0 && is_tessellation_control(build) && !is_control {
        return Err(LowerError::Because("a memory barrier for outputs"));
    }
    let mut new = old & !MODEL_SEMANTICS;
    // Without a storage class, the ordering has no effect.
    if new & CLASSES == 0 || new & ORDERS == 0 {
        new = semantics::None;
        if !is_control {
            return Ok(());
        }
    }
    let memory = if new == semantics::None {
        // It orders no memory, so any scope is correct. This one is allowed in all stages.
        build.constant(scope::Invocation)
    } else {
        scope_of(build, inst.word(at))?
    };
    let semantics = replaced(build, inst.word(at + 1), old, new);
    if is_control {
        let execution = views::ControlBarrier(inst).execution();
        build.whole(&[inst.header(), execution, memory, semantics]);
    } else {
        build.whole(&[inst.header(), memory, semantics]);
    }
    Ok(())
}

/// The id of a scope to use instead of `id`: itself, or a wider one.
///
/// In a tessellation control shader, memory barriers cannot have scope Workgroup without the Vulkan memory model
/// (VUID-StandaloneSpirv-ExecutionModel-07320).
fn scope_of(build: &mut Builder<'_, '_>, id: u32) -> Result<u32, LowerError> {
    Ok(match build.constant_value(id).ok_or(OPEN)? {
        scope::QueueFamily => build.constant(scope::Device),
        scope::Workgroup if is_tessellation_control(build) => build.constant(scope::Device),
        _ => id,
    })
}

fn is_tessellation_control(build: &Builder<'_, '_>) -> bool {
    build.stages() & stage_bit(execution_model::TessellationControl) != 0
}

fn replaced(build: &mut Builder<'_, '_>, id: u32, old: u32, new: u32) -> u32 {
    if old == new {
        id
    } else {
        build.constant(new)
    }
}

fn lower_atomic(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let pointer = atomic_pointer(inst.opcode());
    let mut words = InstCopy::of(inst)?;
    words.set(pointer + 1, scope_of(build, inst.word(pointer + 1))?);
    for at in atomic_semantics(inst.opcode()) {
        let old = build.constant_value(inst.word(at)).ok_or(OPEN)?;
        if old & semantics::Volatile != 0 {
            let reached = note(build, inst.word(pointer), Access::Volatile)?;
            words.set(pointer, reached);
        }
        let mut new = old & !MODEL_SEMANTICS;
        if new & CLASSES == 0 {
            new = semantics::Relaxed;
        }
        words.set(at, replaced(build, inst.word(at), old, new));
    }
    if words.get() == inst.words() {
        return Err(NOTHING);
    }
    build.whole(words.get());
    Ok(())
}

fn lower_access(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let pointers = match inst.opcode() {
        op::OpStore => 1..2,
        op::OpCopyMemory | op::OpCopyMemorySized => 1..3,
        op::OpImageWrite => 1..2,
        _ => 3..4,
    };
    let words = masks(inst).fold(0, |all, (_, words)| all | words);
    let mut reached = [0; 2];
    for (at, reached) in pointers.clone().zip(&mut reached) {
        let id = inst.word(at);
        *reached = id;
        if !is_texel_access(inst.opcode()) {
            if words != 0 {
                *reached = note(build, id, Access::Coherent)?;
            }
            continue;
        }
        if words & !texel::VolatileTexel != 0 {
            note_image(build, id, Access::Coherent);
        }
        if words & texel::VolatileTexel != 0 {
            note_image(build, id, Access::Volatile);
        }
    }
    let mut copy = InstCopy::default();
    let mut masked = false;
    let head = if inst.has_type() { 3 } else { 1 };
    copy.extend(inst.words().get(..head).unwrap_or(&[]))?;
    for operand in operands(inst.words(), 1).filter(|operand| operand.index >= head) {
        let word = inst.word(operand.index);
        match operand.kind {
            OperandKind::MemoryAccess => {
                copy.extend(&[word & !ACCESS_OPERANDS])?;
                masked = true;
            }
            OperandKind::ImageOperands => {
                copy.extend(&[word & !TEXEL_OPERANDS])?;
                masked = true;
            }
            // The scope of availability or visibility.
            OperandKind::IdScope if masked => {}
            _ => copy.extend(
                inst.words()
                    .get(operand.index..operand.index + operand.len)
                    .unwrap_or(&[]),
            )?,
        }
    }
    for (at, reached) in pointers.zip(reached) {
        copy.set(at, reached);
    }
    copy.drop_empty_masks(masks(inst).count());
    build.whole(copy.get());
    Ok(())
}

/// Records that the memory behind a pointer needs this access. Returns the pointer to use for the access.
fn note(build: &mut Builder<'_, '_>, pointer: u32, access: Access) -> Result<u32, LowerError> {
    let (words, facts) = (build.scene.words, build.scene.facts);
    let root = facts.root(words, pointer);
    let TypeView::Pointer { class, pointee } = facts.type_view(words, build.type_of(root)) else {
        return Err(NOT_KNOWN);
    };
    let block = facts.element(words, pointee);
    let is_struct = matches!(facts.type_view(words, block), TypeView::Struct(_));
    let is_variable = facts
        .def(words, root)
        .is_some_and(|root| root.opcode() == op::OpVariable);
    let memory = match class {
        storage_class::StorageBuffer | storage_class::Uniform if is_struct && is_variable => {
            Memory::Block(block)
        }
        storage_class::StorageBuffer | storage_class::Uniform => Memory::AnyBuffer,
        storage_class::PhysicalStorageBuffer if is_struct => Memory::Block(block),
        storage_class::PhysicalStorageBuffer => return in_block(build, pointer, access),
        storage_class::UniformConstant | storage_class::Image => {
            note_root_image(build, root, access);
            return Ok(pointer);
        }
        // Workgroup memory is coherent within the workgroup.
        storage_class::Workgroup if access == Access::Coherent => return Ok(pointer),
        storage_class::Workgroup if is_variable => Memory::Variable(root),
        storage_class::Workgroup => return Err(LowerError::Because("unknown shared memory")),
        _ => return Ok(pointer),
    };
    build.plan.coherence.note(memory, access);
    Ok(pointer)
}

/// Converts a physical pointer to a pointer to the only member of a block, which can be decorated.
fn in_block(build: &mut Builder<'_, '_>, pointer: u32, access: Access) -> Result<u32, LowerError> {
    let to_value = build.type_of(pointer);
    let TypeView::Pointer { pointee, .. } = build.view(to_value) else {
        return Err(NOT_KNOWN);
    };
    // The table of blocks is by this id, which nothing has to define.
    if build.def(pointee).is_none() {
        return Err(NOT_KNOWN);
    }
    if holds_matrix(build, pointee) {
        return Err(LowerError::Because(
            "an address of a matrix, whose layout is not known",
        ));
    }
    let class = storage_class::PhysicalStorageBuffer;
    let new = &mut build.plan.new;
    let block = build.plan.coherence.block(pointee, access, new);
    let to_block = new.declare(build.scene, op::OpTypePointer, None, &[class, block]);
    let word = build.uint();
    let two = build.vector(word, 2);
    let bits = build.op(op::OpBitcast, two, &[pointer]);
    let cast = build.op(op::OpBitcast, to_block, &[bits]);
    let first = build.constant(0);
    Ok(build.op(op::OpAccessChain, to_value, &[cast, first]))
}

/// Whether a type is a matrix or an array of matrices.
fn holds_matrix(build: &Builder<'_, '_>, ty: u32) -> bool {
    let mut held = ty;
    for _ in 0..MAX_STEPS {
        match build.view(held) {
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => held = element,
            TypeView::Vector { component, .. } => {
                return matches!(build.view(component), TypeView::Vector { .. });
            }
            _ => return false,
        }
    }
    true
}

/// Records that an image needs this access.
fn note_image(build: &mut Builder<'_, '_>, image: u32, access: Access) {
    let (words, facts) = (build.scene.words, build.scene.facts);
    let load = facts
        .def(words, image)
        .filter(|def| def.opcode() == op::OpLoad);
    let root = load.map_or(image, |load| facts.root(words, views::Load(load).pointer()));
    note_root_image(build, root, access);
}

fn note_root_image(build: &mut Builder<'_, '_>, root: u32, access: Access) {
    let def = build.scene.facts.def(build.scene.words, root);
    let opcode = def.map_or(0, |def| def.opcode());
    if matches!(opcode, op::OpVariable | op::OpFunctionParameter) {
        build.plan.coherence.note(Memory::Variable(root), access);
    }
    if opcode != op::OpVariable {
        build.plan.coherence.note(Memory::AnyImage, access);
    }
}
