//! Gathers with an offset that is only known at run time.
//!
//! ```text
//! %r = OpImageGather %vec4 %image %at %c Offset %offset
//! ```
//!
//! becomes a selection among all offsets that the device allows, here -8 to 7:
//!
//! ```text
//!      %x = OpCompositeExtract %int %offset 0
//!      %y = OpCompositeExtract %int %offset 1
//!      %n = … (%y + 8) * 16 + %x + 8
//!           OpSelectionMerge %rest None
//!           OpSwitch %n %last 0 %case0 1 %case1 …
//!  %case0 = OpLabel
//!     %g0 = OpImageGather %vec4 %image %at %c ConstOffset %offset0
//!           OpBranch %rest
//!           …
//!   %rest = OpLabel
//!      %r = OpPhi %vec4 %g0 %case0 %g1 %case1 …
//! ```
//!
//! Exact: each case is the same gather with the same offset. The offset must be one that the device allows
//! (`RuntimeSpirv-OpImage-06376`, `-06377`), so the cases are exhaustive. A gather uses no derivatives, so invocations may
//! diverge. If a component of the offset is constant, there are no cases for its other values.
//!
//! Alternatives that do not work: four fetches would have to reproduce the sampler's addressing mode, border color and
//! comparison; and one gather at a coordinate shifted by the offset is not exact, because which texels a coordinate near the
//! center of a texel selects depends on the device's rounding (`subTexelPrecisionBits`), and a shifted one rounds differently.
//!
//! Refused: devices that allow more than [`MOST_CASES`] offsets, or fewer than devices with the instruction do; offsets that are
//! not vectors of two integers; gathers with a level or a bias, and sparse gathers; and modules that have already grown by
//! [`MAX_WORDS`] words.
//!
//! `gather-choice` is shown by `corpus/shaders/images/gather_choice.comp.hlsl`.

use crate::build::flow::{Flow, MOST_CASES};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::plan::{Limit, Need};
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{image_operands as bits, op};
use arrayvec::ArrayVec;

use super::gather::{is_gather, with_offset, OPERANDS};

/// The minimum range of offsets on a device with the instruction ("Required Limits").
const MIN_OFFSET: i64 = -8;
/// As [`MIN_OFFSET`].
const MAX_OFFSET: i64 = 7;

/// Maximum number of words by which a module may have grown before another selection is emitted: a selection has about 4000
/// words, and many of them take driver compilers long.
const MAX_WORDS: u32 = 1 << 16;

/// `Offset` that is not a constant.
pub const GATHER_CHOICE: Rule = Rule {
    name: "gather-choice",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a gather with an offset by a switch over all offsets that the device allows",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpImageGather, OpImageDrefGather])
            .when(|_, inst| is_gather(inst, bits::Offset)),
        lower,
    },
};

/// The offsets on one axis: the first, their number, and the id of the actual one, if there are several.
struct Axis {
    first: i32,
    count: u32,
    chosen: Option<u32>,
}

impl Axis {
    fn at(&self, number: u32) -> i32 {
        self.first.wrapping_add_unsigned(number)
    }
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    if build.plan.edits.mark() > MAX_WORDS {
        return Err(LowerError::Because(
            "the module has too many such selections already",
        ));
    }
    let offset = inst.word(OPERANDS + 1);
    let Some((Scalar::Int { signed, .. }, 2)) = build.shape(build.type_of(offset)) else {
        return Err(LowerError::Because(
            "the offset is not a vector of two integers",
        ));
    };
    let scalar = {
        let new = &mut build.plan.new;
        new.declare(build.scene, op::OpTypeInt, None, &[32, signed.into()])
    };
    let offset_ty = build.vector(scalar, 2);
    let (x, y) = (
        axis(build, offset, scalar, 0)?,
        axis(build, offset, scalar, 1)?,
    );
    let count = (x.count as usize).saturating_mul(y.count as usize);
    if !(1..=MOST_CASES).contains(&count) {
        return Err(LowerError::Because(
            "the device allows too many offsets to select from",
        ));
    }
    let (ty, id) = (inst.result_type(), inst.result());
    let Some(selector) = selector(build, &x, &y) else {
        let parts = [x.first, y.first].map(|part| number(build, scalar, part));
        let operands = with_offset(inst, composite(build, offset_ty, parts));
        build.op_as(id, inst.opcode(), ty, &operands);
        return Ok(());
    };

    let rest = build.id();
    let labels: ArrayVec<u32, MOST_CASES> = (0..count).map(|_| build.id()).collect();
    build.switch(selector, &labels, rest);

    let mut edges = ArrayVec::<(u32, u32), MOST_CASES>::new();
    let (mut columns, mut row) = (ArrayVec::<u32, MOST_CASES>::new(), 0);
    // All cases have the same needs: if the first one was emitted unchanged, the others can be, too.
    let mut is_unchanged = false;
    for (case, &label) in (0..count as u32).zip(&labels) {
        let four = build.id();
        let (at_x, at_y) = (case % x.count, case / x.count);
        if at_y == 0 {
            columns.push(number(build, scalar, x.at(at_x)));
        }
        if at_x == 0 {
            row = number(build, scalar, y.at(at_y));
        }
        let column = columns.get(at_x as usize).copied().unwrap_or(0);
        let offset = composite(build, offset_ty, [column, row]);
        let operands @ [a, b, c, mask, _] = with_offset(inst, offset);
        let (begin, gather, end) = (
            2 << 16 | u32::from(op::OpLabel),
            8 << 16 | u32::from(inst.opcode()),
            2 << 16 | u32::from(op::OpBranch),
        );
        let words = [
            begin, label, gather, ty, four, a, b, c, mask, offset, end, rest,
        ];
        if is_unchanged {
            build.plan.edits.push(&words);
            edges.push((four, label));
            continue;
        }
        let mark = build.plan.edits.mark();
        build.label(label);
        build.op_as(four, inst.opcode(), ty, &operands);
        edges.push((four, build.block()));
        build.branch(rest);
        is_unchanged = build.plan.edits.since(mark) == words;
    }
    build.label(rest);
    build.phi_as(id, ty, &edges);
    Ok(())
}

/// A component of an offset, as a constant.
fn number(build: &mut Builder<'_, '_>, scalar: u32, value: i32) -> u32 {
    let new = &mut build.plan.new;
    new.declare(build.scene, op::OpConstant, Some(scalar), &[value as u32])
}

/// An offset of two constants.
fn composite(build: &mut Builder<'_, '_>, ty: u32, parts: [u32; 2]) -> u32 {
    let new = &mut build.plan.new;
    new.declare(build.scene, op::OpConstantComposite, Some(ty), &parts)
}

/// The offsets on an axis, as 32-bit integers of type `scalar`.
fn axis(
    build: &mut Builder<'_, '_>,
    offset: u32,
    scalar: u32,
    axis: u32,
) -> Result<Axis, LowerError> {
    let (least, most) = Limit::GatherOffset.range(build.scene.target);
    if least > MIN_OFFSET || most < MAX_OFFSET {
        return Err(LowerError::Because(
            "the device allows fewer offsets than the instruction can take",
        ));
    }
    // An unsigned component cannot be negative: one that looks so is far beyond the allowed range.
    let is_unsigned = matches!(
        build.view(scalar),
        TypeView::Scalar(Scalar::Int { signed: false, .. })
    );
    let least = if is_unsigned { 0 } else { least };
    // Front ends construct an offset from its components.
    let part = build
        .def(offset)
        .filter(|def| def.opcode() == op::OpCompositeConstruct && def.words().len() == 5)
        .map(|def| def.word(3 + axis as usize));
    if let Some(value) = part.and_then(|part| build.constant_value(part)) {
        let first = value as i32;
        let allowed = build.scene.meets(Need::Limit(Limit::GatherOffset, first));
        if !allowed || is_unsigned && first < 0 {
            return Err(LowerError::Because("the device does not allow the offset"));
        }
        return Ok(Axis {
            first,
            count: 1,
            chosen: None,
        });
    }
    let own = build.component(build.type_of(offset));
    let chosen = part.unwrap_or_else(|| build.op(op::OpCompositeExtract, own, &[offset, axis]));
    let chosen = match (build.shape(own), is_unsigned) {
        (Some((Scalar::Int { width: 32, .. }, _)), _) => chosen,
        (_, true) => build.op(op::OpUConvert, scalar, &[chosen]),
        (_, false) => build.op(op::OpSConvert, scalar, &[chosen]),
    };
    Ok(Axis {
        first: i32::try_from(least).unwrap_or(0),
        count: u32::try_from(most - least + 1).unwrap_or(u32::MAX),
        chosen: Some(chosen),
    })
}

/// Emits the index of the case: row by row, from the least offset on. `None` if there is only one case.
fn selector(build: &mut Builder<'_, '_>, x: &Axis, y: &Axis) -> Option<u32> {
    let uint = build.uint();
    let mut from_first = |axis: &Axis| {
        let chosen = axis.chosen?;
        let up = build.constant(axis.first.wrapping_neg() as u32);
        Some(build.op(op::OpIAdd, uint, &[chosen, up]))
    };
    match [from_first(y), from_first(x)] {
        [Some(row), Some(column)] => {
            let width = build.constant(x.count);
            let row = build.op(op::OpIMul, uint, &[row, width]);
            Some(build.op(op::OpIAdd, uint, &[row, column]))
        }
        [one, other] => one.or(other),
    }
}

#[cfg(test)]
mod tests;
