//! Images and other descriptors: shapes, formats, vendors' image operands, indices that are not constants.

use super::super::Place;
use super::{implicit, Set, DYNAMIC, NON_UNIFORM};
use crate::facts::{is_formatless, Facts, Scalar, TypeView};
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::tables::{
    capability_row, dim, image_operands as bits, op, op_hot, storage_class, OpFlags,
};
use crate::views;

pub fn image_type(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let ty = views::TypeImage(inst);
    let (shape, arrayed, multisampled) = (ty.dim(), ty.arrayed() != 0, ty.ms() != 0);
    let storage = ty.sampled() == 2;
    match (shape, storage) {
        (dim::Dim1D, false) => need(Set::Sampled1DImage),
        (dim::Dim1D, true) => need(Set::Storage1DImage),
        (dim::Buffer, false) => need(Set::SampledTexelBuffer),
        (dim::Buffer, true) => need(Set::StorageTexelBuffer),
        (dim::Cube, false) if arrayed => need(Set::SampledCubes),
        (dim::Cube, true) if arrayed => need(Set::StorageCubes),
        _ => {}
    }
    match place.facts.type_view(place.words, ty.sampled_type()) {
        TypeView::Scalar(Scalar::Int { width: 64, .. }) => need(Set::Int64Images),
        TypeView::Scalar(Scalar::Float { width: 16 }) => need(Set::HalfImages),
        _ => {}
    }
    if multisampled && storage && shape != dim::SubpassData {
        need(Set::StorageMultisample);
        if arrayed {
            need(Set::StorageMultisampleArray);
        }
    }
}

pub fn image_without_format(place: &Place<'_>, image: u32) -> bool {
    let ty = place.facts.def(place.words, place.type_of(image));
    ty.is_some_and(is_formatless)
}

/// Adds the needs of a level of detail in reads, writes and gathers (SPV_AMD_shader_image_load_store_lod,
/// SPV_AMD_texture_gather_bias_lod).
pub fn levels(inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    match inst.opcode() {
        op::OpImageRead | op::OpImageSparseRead
            if views::ImageRead(inst).image_operands() & bits::Lod != 0 =>
        {
            need(Set::ReadWriteLod);
        }
        op::OpImageWrite if views::ImageWrite(inst).image_operands() & bits::Lod != 0 => {
            need(Set::ReadWriteLod)
        }
        op::OpImageGather
        | op::OpImageDrefGather
        | op::OpImageSparseGather
        | op::OpImageSparseDrefGather
            if views::ImageGather(inst).image_operands() & (bits::Lod | bits::Bias) != 0 =>
        {
            need(Set::GatherBiasLod);
        }
        _ => {}
    }
}

/// Adds the needs of 16-bit coordinates, levels of detail, texels and so on (SPV_AMD_gpu_shader_half_float_fetch).
pub fn half_operands(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let half = Some(Scalar::Float { width: 16 });
    let mut any = false;
    for_each_use(inst.words(), 1, |_, id| {
        // The uses include the result type, which has no type itself.
        let ty = match place.type_of(id) {
            0 => id,
            ty => ty,
        };
        any |= place.facts.scalar_of(place.words, ty) == half;
    });
    if any {
        need(Set::HalfImages);
    }
}

fn is_untyped_chain(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpUntypedAccessChainKHR | op::OpUntypedInBoundsAccessChainKHR
    )
}

/// Whether an image type is a texel buffer; some front ends wrap these in sampled images.
fn is_texel_buffer(words: &[u32], facts: &Facts, image: u32) -> bool {
    facts.def(words, image).is_some_and(|ty| {
        ty.opcode() == op::OpTypeImage && views::TypeImage(ty).dim() == dim::Buffer
    })
}

/// Adds the need of a non-constant index into an array of descriptors.
pub fn access(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let Place { words, facts, .. } = *place;
    let (base, index) = match inst.opcode() {
        op::OpAccessChain | op::OpInBoundsAccessChain => (3, 4),
        opcode if is_untyped_chain(opcode) => (4, 5),
        // The first index, after the element operand.
        _ => (4, 6),
    };
    let (base, index) = (
        facts.original(words, inst.word(base)),
        inst.from(index).first(),
    );
    let pointer = place.type_of(base);
    let (Some(class), Some(&index)) = (super::class_of(place, pointer), index) else {
        return;
    };
    let pointee = match inst.opcode() {
        op::OpAccessChain | op::OpInBoundsAccessChain => facts.pointee(words, pointer),
        _ => views::UntypedChain(inst).base_type(),
    };
    let is_variable = || {
        facts.def(words, base).is_some_and(|base| {
            matches!(
                base.opcode(),
                op::OpVariable | op::OpUntypedVariableKHR | op::OpCopyObject
            )
        })
    };
    match class {
        storage_class::UniformConstant => {}
        // An array within a buffer is not an array of descriptors.
        storage_class::Uniform | storage_class::StorageBuffer if is_variable() => {}
        _ => return,
    }
    let (TypeView::Array { element, .. } | TypeView::RuntimeArray { element }) =
        facts.type_view(words, pointee)
    else {
        return;
    };
    // An untyped chain can also view a single buffer as an array. It indexes descriptors if the variable holds several of
    // them and the elements are blocks.
    if !inst.is_chain() {
        let held = match facts.def(words, base) {
            Some(def) if def.opcode() == op::OpUntypedVariableKHR => {
                views::UntypedVariableKHR(def).data_type()
            }
            Some(def) if def.opcode() == op::OpVariable => facts.pointee(words, pointer),
            _ => pointee,
        };
        let holds_many = matches!(
            facts.type_view(words, held),
            TypeView::Array { .. } | TypeView::RuntimeArray { .. }
        );
        let is_block = matches!(facts.type_view(words, element), TypeView::Struct(_));
        if !holds_many || class != storage_class::UniformConstant && !is_block {
            return;
        }
    }
    // Rules index descriptors by constants, some of them new ids.
    let constant = |id: u32| {
        facts
            .def(words, id)
            .is_none_or(|def| op_hot(def.opcode()).flags.contains(OpFlags::CONSTANT))
    };
    if constant(index) {
        return;
    }
    let Some(set) = indexing(words, facts, class, element) else {
        return;
    };
    need(set);
    let is_non_uniform = |id: u32| place.non_uniform.binary_search(&id).is_ok();
    if is_non_uniform(inst.result()) || is_non_uniform(index) {
        need(Set::NonUniformIndex);
        need(non_uniform_set(set));
    }
}

/// Returns the need of a `NonUniform` index into descriptors, given that of a non-constant one.
fn non_uniform_set(dynamic: Set) -> Set {
    let mut pairs = DYNAMIC.into_iter().zip(NON_UNIFORM);
    let found = pairs.find(|pair| pair.0.number() == dynamic.number());
    found.map_or(Set::NonUniformIndex, |pair| pair.1)
}

/// Returns the capability for `NonUniform` indices into descriptors of a type in a storage class, if there is one.
pub fn non_uniform_capability(
    words: &[u32],
    facts: &Facts,
    class: u32,
    element: u32,
) -> Option<u32> {
    let set = non_uniform_set(indexing(words, facts, class, element)?);
    let first = implicit(set as usize).first();
    first
        .and_then(|&index| capability_row(index))
        .map(|row| row.value)
}

/// Returns the need of a non-constant index into descriptors of a type.
fn indexing(words: &[u32], facts: &Facts, class: u32, element: u32) -> Option<Set> {
    match class {
        storage_class::StorageBuffer => return Some(Set::StorageBufferDynamic),
        storage_class::Uniform if facts.is_buffer_block(words, element) => {
            return Some(Set::StorageBufferDynamic);
        }
        storage_class::Uniform => return Some(Set::UniformBufferDynamic),
        _ => {}
    }
    let ty = facts.def(words, element)?;
    Some(match (ty.opcode(), ty.word(3), ty.word(7)) {
        (op::OpTypeTensorARM, ..) => Set::StorageTensorDynamic,
        (op::OpTypeSampledImage, ..)
            if is_texel_buffer(words, facts, views::TypeSampledImage(ty).image_type()) =>
        {
            Set::UniformTexelBufferDynamic
        }
        (op::OpTypeSampler | op::OpTypeSampledImage, ..) => Set::SampledImageDynamic,
        (op::OpTypeImage, dim::SubpassData, _) => Set::InputAttachmentDynamic,
        (op::OpTypeImage, dim::Buffer, 2) => Set::StorageTexelBufferDynamic,
        (op::OpTypeImage, dim::Buffer, _) => Set::UniformTexelBufferDynamic,
        (op::OpTypeImage, _, 2) => Set::StorageImageDynamic,
        (op::OpTypeImage, ..) => Set::SampledImageDynamic,
        _ => return None,
    })
}

/// Adds the needs of a value that is decorated with `NonUniform`: that of the kind of descriptor which it accesses, the pointer,
/// image or sampler operand of an instruction. For other values, and where the module declares other kinds alone, all kinds
/// that are declared count, and the kind itself where none is. Acceleration structures need nothing.
pub fn non_uniform(place: &Place<'_>, id: u32, need: &mut dyn FnMut(Set)) {
    let is_declared = |set: Set| {
        let any_of = implicit(set as usize);
        let mut any_of = any_of.iter();
        any_of.any(|&capability| place.facts.capabilities.contains(capability))
    };
    let element = accessed(place, id);
    let element_type = place.facts.def(place.words, element.1);
    if element_type.is_some_and(|ty| ty.opcode() == op::OpTypeAccelerationStructureKHR) {
        return;
    }
    let accessed = indexing(place.words, place.facts, element.0, element.1).map(non_uniform_set);
    let any_declared = || NON_UNIFORM.into_iter().any(is_declared);
    match accessed.filter(|&set| is_declared(set) || !any_declared()) {
        Some(set) => need(set),
        None => NON_UNIFORM
            .into_iter()
            .filter(|&set| is_declared(set))
            .for_each(need),
    }
}

/// Returns the storage class and the type of the descriptor that a pointer, image or sampler accesses.
fn accessed(place: &Place<'_>, id: u32) -> (u32, u32) {
    let Place { words, facts, .. } = *place;
    let held = place.type_of(id);
    let root = match facts.type_view(words, held) {
        // From a pointer into a block back to that to the descriptor.
        TypeView::Pointer { .. } => place.type_of(facts.root(words, id)),
        _ => held,
    };
    let (class, held) = match facts.type_view(words, root) {
        TypeView::Pointer { class, pointee } => (class, pointee),
        _ => (storage_class::UniformConstant, root),
    };
    (class, facts.element(words, held))
}
