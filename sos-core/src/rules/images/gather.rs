//! Gathers with a separate offset per texel, and gathers whose offset is a constant.
//!
//! ```text
//! %r = OpImageGather %vec4 %image %at %c ConstOffsets %four
//! ```
//!
//! becomes
//!
//! ```text
//! %g0 = OpImageGather %vec4 %image %at %c ConstOffset %offset0
//! %x0 = OpCompositeExtract %float %g0 3
//! ...
//! %r = OpCompositeConstruct %vec4 %x0 %x1 %x2 %x3
//! ```
//!
//! Exact: a gather with `ConstOffsets` returns texel (i0, j0) of the footprint at each offset, which is the last component of a
//! gather with that single offset (Vulkan specification, "Texel Gathering"). Level, addressing mode and depth comparison are
//! those of the original instruction.
//!
//! `Offset` with a constant is equivalent to `ConstOffset` (SPIR-V specification, section 3.14).
//!
//! Refused: gathers with a level or a bias, and sparse gathers. [`super::GATHER_CHOICE`] handles an `Offset` that is only known
//! at run time.
//!
//! `gather-offset` is shown by `corpus/shaders/images/gather_offset.spvasm`.
//! `gather-offsets` is shown by `corpus/shaders/images/gather_four.frag`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{image_operands as bits, op};
use crate::views;

/// The word index of a gather's image operands.
pub(super) const OPERANDS: usize = 6;

const NO_COMPOSITE: LowerError =
    LowerError::Because("the offsets are not a composite of four constants");

/// `ConstOffsets`.
pub const GATHER_OFFSETS: Rule = Rule {
    name: "gather-offsets",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a gather with four offsets by four gathers with one each",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpImageGather, OpImageDrefGather])
            .when(|_, inst| is_gather(inst, bits::ConstOffsets)),
        lower: lower_offsets,
    },
};

/// `Offset` with a constant.
pub const GATHER_OFFSET: Rule = Rule {
    name: "gather-offset",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a gather with a constant offset uses ConstOffset",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpImageGather, OpImageDrefGather])
            .when(|_, inst| is_gather(inst, bits::Offset)),
        lower: lower_offset,
    },
};

/// Image operands that are independent of offsets and have no operands themselves: the emitted gathers keep them.
const CARRIED: u32 = bits::SignExtend | bits::ZeroExtend | bits::Nontemporal;

/// Whether an instruction gathers with offsets of this kind, and has no image operands that the rules do not handle.
pub(super) fn is_gather(inst: Inst<'_>, offsets: u32) -> bool {
    inst.word(OPERANDS) & !CARRIED == offsets
}

/// The operands of the same gather with a constant offset.
pub(super) fn with_offset(inst: Inst<'_>, offset: u32) -> [u32; 5] {
    let mask = inst.word(OPERANDS) & CARRIED | bits::ConstOffset;
    let gather = views::ImageGather(inst);
    // The component, or the reference to compare with.
    let third = inst.word(5);
    [
        gather.sampled_image(),
        gather.coordinate(),
        third,
        mask,
        offset,
    ]
}

fn lower_offsets(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let (ty, id) = (inst.result_type(), inst.result());
    let offsets = facts.def(words, inst.word(OPERANDS + 1));
    let offsets = match offsets {
        Some(def) if def.opcode() == op::OpConstantNull => {
            let TypeView::Array { element, .. } = build.view(def.result_type()) else {
                return Err(NO_COMPOSITE);
            };
            [build.null(element); 4]
        }
        Some(def) if is_composite(def) => {
            <[u32; 4]>::try_from(views::ConstantComposite(def).constituents())
                .map_err(|_| NO_COMPOSITE)?
        }
        _ => return Err(NO_COMPOSITE),
    };
    let scalar = build.component(ty);
    let texels = offsets.map(|offset| {
        let four = build.op(inst.opcode(), ty, &with_offset(inst, offset));
        build.op(op::OpCompositeExtract, scalar, &[four, 3])
    });
    build.op_as(id, op::OpCompositeConstruct, ty, &texels);
    Ok(())
}

fn is_composite(def: Inst<'_>) -> bool {
    matches!(
        def.opcode(),
        op::OpConstantComposite | op::OpSpecConstantComposite
    )
}

fn lower_offset(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let offset = inst.word(OPERANDS + 1);
    if !build.scene.facts.is_constant(build.scene.words, offset) {
        return Err(LowerError::Because("the offset is not constant"));
    }
    let operands = with_offset(inst, offset);
    build.op_as(inst.result(), inst.opcode(), inst.result_type(), &operands);
    Ok(())
}
