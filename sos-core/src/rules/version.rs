//! Older versions of SPIR-V, as far as single declarations go.
//!
//! # Storage buffers before the `StorageBuffer` class
//!
//! SPIR-V 1.3 has a storage class for storage buffers; before it, SPV_KHR_storage_buffer_storage_class brought it, and
//! before that a storage buffer was a `BufferBlock` in the class `Uniform`.
//!
//! ```text
//! OpDecorate %S Block                           OpDecorate %S BufferBlock
//! %p = OpTypePointer StorageBuffer %S           %p = OpTypePointer Uniform %S
//! %v = OpVariable %p StorageBuffer              %v = OpVariable %p Uniform
//! ```
//!
//! Exact: the two forms are the same by definition (SPV_KHR_storage_buffer_storage_class, "Overview"; Vulkan
//! specification, "Storage Buffer": either form takes a `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`). Two pointer types that
//! become alike are no trouble: pointers are exempt from the rule against declaring a type twice (SPIR-V
//! specification, section 2.8).
//!
//! Refused: a structure that is a storage buffer's and a uniform buffer's at once, since one structure cannot be `Block`
//! and `BufferBlock`; and one that has its `Block` by way of a decoration group, which may decorate uniform buffers too.
//!
//! # Loop controls
//!
//! `OpLoopMerge` carries advice in a mask; bits that came with 1.1 and 1.4 are dropped with their operands, `Unroll` and
//! `DontUnroll` stay. Advice has no meaning for the result.

//!
//! # Image operands
//!
//! `SignExtend` and `ZeroExtend` came with 1.4; before it, the signedness of the image's sampled type says how its texels
//! are read. An operand that says the same goes; one that says the other is refused.
//!
//! # Copies
//!
//! Since 1.4, `OpCopyMemory` may say of its target and of its source, each, how it is accessed. A load and a store can
//! say it in every version.
//!
//! # `NonWritable`
//!
//! Since 1.4, a variable of the shader's own may be decorated so: a promise, without a meaning for the result.

use super::{Action, Family, Refusal, Rule};
use crate::emit::Builder;
use crate::facts::{Facts, Scalar};
use crate::inst::Inst;
use crate::operands::{operands, Operand};
use crate::report::Exactness;
use crate::tables::{
    decoration, image_operands as image_operand, loop_control, op, op_hot, storage_class, OpFlags,
    OperandKind,
};

/// The class `StorageBuffer` by `BufferBlock` and `Uniform`.
pub const STORAGE_CLASS: Rule = Rule {
    name: "storage-buffer-class",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "storage buffers in the form that SPIR-V had before 1.3",
    action: Action::Lower {
        claims: is_storage_buffer,
        lower: lower_storage_buffer,
    },
};

/// Loop controls of later versions.
pub const LOOP_CONTROL: Rule = Rule {
    name: "loop-control",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "advice on a loop that came with a later version is dropped",
    action: Action::Lower {
        claims: |_, inst| inst.opcode() == op::OpLoopMerge,
        lower: lower_loop_control,
    },
};

/// Image operands of later versions.
pub const IMAGE_OPERANDS: Rule = Rule {
    name: "image-operands",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "how texels become wider integers is left to the image's type, which says the same",
    action: Action::Lower {
        claims: |_, inst| image_operands(inst).is_some(),
        lower: lower_image_operands,
    },
};

/// Copies with two accesses.
pub const COPY_MEMORY: Rule = Rule {
    name: "copy-memory",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "a copy with an access for each end by a load and a store",
    action: Action::Lower {
        claims: |_, inst| inst.opcode() == op::OpCopyMemory,
        lower: lower_copy_memory,
    },
};

/// `NonWritable` on variables of the shader's own.
pub const NON_WRITABLE: Rule = Rule {
    name: "non-writable",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "a promise on a variable of the shader's own is dropped",
    action: Action::Remove {
        claims: |_, inst| {
            inst.opcode() == op::OpDecorate && inst.word(2) == decoration::NonWritable
        },
    },
};

fn is_storage_buffer(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpTypePointer => inst.word(2) == storage_class::StorageBuffer,
        op::OpVariable => inst.word(3) == storage_class::StorageBuffer,
        op::OpDecorate => inst.word(2) == decoration::Block && facts.is_storage_block(inst.word(1)),
        op::OpGroupDecorate => facts.groups_storage_block(inst),
        _ => false,
    }
}

fn lower_storage_buffer(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    match inst.opcode() {
        op::OpTypePointer => {
            build.raw(&[
                inst.word(0),
                inst.word(1),
                storage_class::Uniform,
                inst.word(3),
            ]);
        }
        op::OpVariable => {
            build.raw(&[
                inst.word(0),
                inst.word(1),
                inst.word(2),
                storage_class::Uniform,
            ]);
        }
        op::OpGroupDecorate => {
            return Err(Refusal(
                "a decoration group makes blocks of it and of others",
            ));
        }
        _ if build.scene.facts.is_uniform_block(inst.word(1)) => {
            return Err(Refusal("the structure is a uniform buffer's too"));
        }
        _ => build.raw(&[inst.word(0), inst.word(1), decoration::BufferBlock]),
    }
    Ok(())
}

fn lower_loop_control(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let known = loop_control::Unroll | loop_control::DontUnroll;
    let header = 4 << 16 | u32::from(op::OpLoopMerge);
    build.raw(&[header, inst.word(1), inst.word(2), inst.word(3) & known]);
    Ok(())
}

/// Where an instruction has its image operands, if it says there how integers are extended.
fn image_operands(inst: Inst<'_>) -> Option<usize> {
    let is_mask = |operand: &Operand| operand.kind == OperandKind::ImageOperands;
    let at = operands(inst.words(), 1).find(is_mask)?.index;
    let extends = image_operand::SignExtend | image_operand::ZeroExtend;
    (inst.word(at) & extends != 0).then_some(at)
}

fn lower_image_operands(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let at = image_operands(inst).ok_or(Refusal("no image operands"))?;
    let result = op_hot(inst.opcode()).flags.contains(OpFlags::RESULT);
    let image = facts.type_of(words, inst.word(if result { 3 } else { 1 }));
    let image = match facts.def(words, image) {
        Some(ty) if ty.opcode() == op::OpTypeSampledImage => facts.def(words, ty.word(2)),
        ty => ty,
    };
    let texel = image
        .filter(|ty| ty.opcode() == op::OpTypeImage)
        .and_then(|ty| facts.scalar_of(words, ty.word(2)));
    let Some(Scalar::Int { signed, .. }) = texel else {
        return Err(Refusal("the image is not known to hold integers"));
    };
    let (says, other) = if signed {
        (image_operand::SignExtend, image_operand::ZeroExtend)
    } else {
        (image_operand::ZeroExtend, image_operand::SignExtend)
    };
    let mask = inst.word(at);
    if mask & other != 0 {
        return Err(Refusal("the operand says other than the image's type"));
    }
    let mut copy = [0; 40];
    let len = inst.words().len();
    let slot = copy.get_mut(..len).ok_or(Refusal("too many operands"))?;
    slot.copy_from_slice(inst.words());
    if let Some(word) = slot.get_mut(at) {
        *word = mask & !says;
    }
    // A mask of nothing is left out.
    let len = if mask == says && len == at + 1 {
        at
    } else {
        len
    };
    if let Some(header) = copy.first_mut() {
        *header = (len as u32) << 16 | u32::from(inst.opcode());
    }
    build.raw(copy.get(..len).unwrap_or(&[]));
    Ok(())
}

fn lower_copy_memory(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let is_mask = |operand: &Operand| operand.kind == OperandKind::MemoryAccess;
    let second = operands(inst.words(), 1).filter(is_mask).nth(1);
    let second = second.ok_or(Refusal("one access for both"))?.index;
    let (facts, words) = (build.scene.facts, build.scene.words);
    let (target, source) = (inst.word(1), inst.word(2));
    let ty = facts.pointee(words, facts.type_of(words, source));
    let mut operands = [0; 16];
    let of_source = inst.from(second);
    let slot = operands.get_mut(..=of_source.len());
    let slot = slot.ok_or(Refusal("too many operands"))?;
    for (word, &value) in slot.iter_mut().zip([source].iter().chain(of_source)) {
        *word = value;
    }
    let value = build.op(op::OpLoad, ty, slot);
    let of_target = inst.words().get(3..second).unwrap_or(&[]);
    let len = of_target.len() + 3;
    let slot = operands.get_mut(..len);
    let slot = slot.ok_or(Refusal("too many operands"))?;
    let header = (len as u32) << 16 | u32::from(op::OpStore);
    for (word, &value) in slot
        .iter_mut()
        .zip([header, target, value].iter().chain(of_target))
    {
        *word = value;
    }
    build.raw(slot);
    Ok(())
}
