//! Image operands that came with later versions.
//!
//! `SignExtend` and `ZeroExtend` came with 1.4; before it, the signedness of the image's sampled type says how its texels
//! are read. An operand that says the same goes; one that says the other is refused.

use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::operands::{operands, Operand};
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{image_operands as image_operand, op, op_hot, OpFlags, OperandKind};

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
