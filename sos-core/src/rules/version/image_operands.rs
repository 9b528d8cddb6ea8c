//! Image operands that later versions introduced.
//!
//! - `SignExtend` and `ZeroExtend` were introduced by 1.4; before, the signedness of the image's sampled type determines how
//!   texels are extended. An operand that agrees with it is removed, and so is any operand if texels are as wide as the
//!   sampled type. An operand that contradicts it is refused.
//! - `Nontemporal` was introduced by 1.6: a caching hint without effect on the result.
//!
//! `image-operands` is shown by `corpus/shaders/version/sign_extend.spvasm`.

use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::operands::{operands, Operand};
use crate::report::Exactness;
use crate::rules::copy::InstCopy;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{
    image_format, image_operands as image_operand, op, op_hot, OpFlags, OperandKind,
};
use crate::views;

/// Image operands of later versions.
pub const IMAGE_OPERANDS: Rule = Rule {
    name: "image-operands",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "extension of texels is left to the image's type, which says the same; caching hints are dropped",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpImageSampleImplicitLod..=OpImageWrite,
            OpImageSparseSampleImplicitLod..=OpImageSparseRead,
            OpImageGatherQCOM,
            OpImageSampleFootprintNV
        ])
        .when(|_, inst| image_operands(inst).is_some()),
        lower,
    },
};

/// Operands that later versions introduced.
const LATER: u32 =
    image_operand::SignExtend | image_operand::ZeroExtend | image_operand::Nontemporal;

/// The word index of an instruction's image operands, if the mask includes operands of later versions.
fn image_operands(inst: Inst<'_>) -> Option<usize> {
    let is_mask = |operand: &Operand| operand.kind == OperandKind::ImageOperands;
    let at = operands(inst.words(), 1).find(is_mask)?.index;
    (inst.word(at) & LATER != 0).then_some(at)
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let at = image_operands(inst).ok_or(LowerError::Because(
        "it has no image operands of a later version",
    ))?;
    let mut mask = inst.word(at);
    if build.scene.offer.minor < 6 {
        mask &= !image_operand::Nontemporal;
    }
    if build.scene.offer.minor < 4 {
        mask = without_extension(build, inst, mask)?;
    }
    let mut copy = InstCopy::of(inst)?;
    copy.set(at, mask);
    if inst.words().len() == at + 1 {
        copy.drop_empty_masks(1);
    }
    build.whole(copy.get());
    Ok(())
}

/// Removes `SignExtend` and `ZeroExtend` from a mask, where the image's type implies the same.
fn without_extension(
    build: &Builder<'_, '_>,
    inst: Inst<'_>,
    mask: u32,
) -> Result<u32, LowerError> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let result = op_hot(inst.opcode()).flags.contains(OpFlags::RESULT);
    let image = build.type_of(inst.word(if result { 3 } else { 1 }));
    let image = match facts.def(words, image) {
        Some(ty) if ty.opcode() == op::OpTypeSampledImage => {
            facts.def(words, views::TypeSampledImage(ty).image_type())
        }
        ty => ty,
    };
    let image = image.filter(|ty| ty.opcode() == op::OpTypeImage);
    let extends = mask & (image_operand::SignExtend | image_operand::ZeroExtend);
    let image = image.map(views::TypeImage);
    let says = match image.and_then(|ty| facts.scalar_of(words, ty.sampled_type())) {
        _ if image.is_some_and(|ty| is_wide(ty.image_format())) => extends,
        Some(Scalar::Int { signed: true, .. }) => image_operand::SignExtend,
        Some(Scalar::Int { .. }) => image_operand::ZeroExtend,
        _ if extends == 0 => 0,
        _ => {
            return Err(LowerError::Because(
                "the image is not known to hold integers",
            ))
        }
    };
    if extends & !says != 0 {
        return Err(LowerError::Because(
            "the operand contradicts the image's type",
        ));
    }
    Ok(mask & !says)
}

/// Whether the texels of a format have the width of the sampled type, so that nothing is extended.
fn is_wide(format: u32) -> bool {
    matches!(
        format,
        image_format::Rgba32i
            | image_format::Rg32i
            | image_format::R32i
            | image_format::Rgba32ui
            | image_format::Rg32ui
            | image_format::R32ui
    )
}
