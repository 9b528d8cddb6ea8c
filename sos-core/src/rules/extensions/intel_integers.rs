//! `SPV_INTEL_shader_integer_functions2` by core instructions and minima and maxima of `GLSL.std.450`.
//!
//! ```text
//! OpUCountLeadingZerosINTEL %x          31 - FindUMsb(x), which is -1 for zero
//! OpUCountTrailingZerosINTEL %x         UMin(FindILsb(x), 32), which is 2^32 - 1 for zero
//! OpAbsUSubINTEL %x %y                  UMax(x, y) - UMin(x, y)
//! OpAbsISubINTEL %x %y                  SMax(x, y) - SMin(x, y)
//! OpUAddSatINTEL %x %y                  x + UMin(y, ~x)
//! OpUSubSatINTEL %x %y                  UMax(x, y) - y
//! OpIAddSatINTEL %x %y                  x + SClamp(y, least - SMin(x, 0), most - SMax(x, 0))
//! OpISubSatINTEL %x %y                  x - SClamp(y, SMax(x, -1) - most, SMin(x, -1) - least)
//! OpUAverageINTEL %x %y                 (x & y) + ((x ^ y) >> 1)
//! OpUAverageRoundedINTEL %x %y          (x | y) - ((x ^ y) >> 1)
//! OpIAverageINTEL, …Rounded %x %y       the same with an arithmetic shift
//! OpUMul32x16INTEL %x %y                x * (y & 0xFFFF)
//! OpIMul32x16INTEL %x %y                x * OpBitFieldSExtract(y, 0, 16)
//! ```
//!
//! Exact. `~x` is the distance of `x` from the largest unsigned number. The operand added to a signed `x`, or subtracted from
//! it, is clamped to the distances of `x` from the limits: no bound overflows, and the lower never exceeds the upper. `x + y`
//! is `2 (x & y) + (x ^ y)`, and also `2 (x | y) - (x ^ y)`: half of the first form rounds down, half of the second rounds up,
//! and neither overflows. The difference of two signed numbers always fits the unsigned result, so its low bits are the whole
//! difference.
//!
//! The signedness is determined by the instruction, not by the types, which may be of either signedness since the extension's
//! second revision (SPIR-V specification, `OpTypeInt`: "the type of operation of an instruction comes from the instruction's
//! opcode"); minima and maxima also accept either. Counting zeros and multiplying by 16 bits are defined for 32 bits only. All
//! others work for any width that the module uses. If the device lacks the width, the passes for types lower the emitted
//! instructions; so a device that has these functions but lacks a width is treated as if it lacked the functions (`passes`).
//!
//! 2 to 4 instructions; 6 for saturating signed sums and differences.
//!
//! `intel-integer-functions` is shown by `corpus/shaders/vendor/intel_integer_functions.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{glsl_std_450 as glsl, op};

/// Integer functions of Intel's GPUs.
pub const INTEGERS: Rule = Rule {
    name: "intel-integer-functions",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "saturated sums, averages, differences and counts of zeros by core arithmetic, minima and maxima",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpUCountLeadingZerosINTEL..=OpUMul32x16INTEL]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[ty, id, x, ref rest @ ..] = inst.from(1) else {
        return Err(LowerError::Because("it has an operand at least"));
    };
    // The instructions that count zeros have one operand.
    let y = rest.first().copied().unwrap_or(x);
    let shapes = [ty, build.type_of(x), build.type_of(y)].map(|ty| match build.shape(ty) {
        Some((Scalar::Int { width, .. }, count)) => Some((width, count)),
        _ => None,
    });
    let [result @ Some((width @ 8..=64, _)), ref operands @ ..] = shapes else {
        return Err(LowerError::Because(
            "its result is not of integers of 8 to 64 bits",
        ));
    };
    if operands.iter().any(|&operand| operand != result) {
        return Err(LowerError::Because(
            "its operands and its result differ in width or component count",
        ));
    }
    let is_for_words = matches!(
        inst.opcode(),
        op::OpUCountLeadingZerosINTEL
            | op::OpUCountTrailingZerosINTEL
            | op::OpIMul32x16INTEL
            | op::OpUMul32x16INTEL
    );
    if is_for_words && width != 32 {
        return Err(LowerError::Because("it is for 32 bits"));
    }
    write(build, inst.opcode(), (id, ty, width), [x, y]);
    Ok(())
}

/// Emits the replacement of an instruction, given its result id, type and width in bits.
fn write(
    build: &mut Builder<'_, '_>,
    opcode: u16,
    (id, ty, width): (u32, u32, u32),
    [x, y]: [u32; 2],
) {
    let ones = u64::MAX >> (64 - width);
    let (least, most) = (ones ^ ones >> 1, ones >> 1);
    match opcode {
        op::OpUCountLeadingZerosINTEL => {
            let upper = build.glsl(glsl::FindUMsb, ty, &[x]);
            let last = build.splat(ty, 31);
            build.op_as(id, op::OpISub, ty, &[last, upper]);
        }
        op::OpUCountTrailingZerosINTEL => {
            let lower = build.glsl(glsl::FindILsb, ty, &[x]);
            let all = build.splat(ty, 32);
            build.glsl_as(id, glsl::UMin, ty, &[lower, all]);
        }
        op::OpAbsUSubINTEL => {
            let [more, less] = [glsl::UMax, glsl::UMin].map(|of| build.glsl(of, ty, &[x, y]));
            build.op_as(id, op::OpISub, ty, &[more, less]);
        }
        op::OpAbsISubINTEL => {
            let [more, less] = [glsl::SMax, glsl::SMin].map(|of| build.glsl(of, ty, &[x, y]));
            build.op_as(id, op::OpISub, ty, &[more, less]);
        }
        op::OpUAddSatINTEL => {
            let left = build.op(op::OpNot, ty, &[x]);
            let kept = build.glsl(glsl::UMin, ty, &[y, left]);
            build.op_as(id, op::OpIAdd, ty, &[x, kept]);
        }
        op::OpUSubSatINTEL => {
            let more = build.glsl(glsl::UMax, ty, &[x, y]);
            build.op_as(id, op::OpISub, ty, &[more, y]);
        }
        op::OpIAddSatINTEL => {
            let [zero, least, most] = [0, least, most].map(|bits| build.splat(ty, bits));
            let below = build.glsl(glsl::SMin, ty, &[x, zero]);
            let above = build.glsl(glsl::SMax, ty, &[x, zero]);
            let down = build.op(op::OpISub, ty, &[least, below]);
            let up = build.op(op::OpISub, ty, &[most, above]);
            let kept = build.glsl(glsl::SClamp, ty, &[y, down, up]);
            build.op_as(id, op::OpIAdd, ty, &[x, kept]);
        }
        op::OpISubSatINTEL => {
            let [minus_one, least, most] = [ones, least, most].map(|bits| build.splat(ty, bits));
            let above = build.glsl(glsl::SMax, ty, &[x, minus_one]);
            let below = build.glsl(glsl::SMin, ty, &[x, minus_one]);
            let up = build.op(op::OpISub, ty, &[above, most]);
            let down = build.op(op::OpISub, ty, &[below, least]);
            let kept = build.glsl(glsl::SClamp, ty, &[y, up, down]);
            build.op_as(id, op::OpISub, ty, &[x, kept]);
        }
        op::OpUMul32x16INTEL => {
            let mask = build.splat(ty, 0xffff);
            let low = build.op(op::OpBitwiseAnd, ty, &[y, mask]);
            build.op_as(id, op::OpIMul, ty, &[x, low]);
        }
        op::OpIMul32x16INTEL => {
            let [at, bits] = [0, 16].map(|number| build.constant(number));
            let from = build.type_of(y);
            let low = build.op(op::OpBitFieldSExtract, from, &[y, at, bits]);
            build.op_as(id, op::OpIMul, ty, &[x, low]);
        }
        // The remaining instructions are averages.
        _ => {
            let (both, sum) = match opcode {
                op::OpIAverageINTEL | op::OpUAverageINTEL => (op::OpBitwiseAnd, op::OpIAdd),
                _ => (op::OpBitwiseOr, op::OpISub),
            };
            let shift = match opcode {
                op::OpIAverageINTEL | op::OpIAverageRoundedINTEL => op::OpShiftRightArithmetic,
                _ => op::OpShiftRightLogical,
            };
            let shared = build.op(both, ty, &[x, y]);
            let apart = build.op(op::OpBitwiseXor, ty, &[x, y]);
            let one = build.splat(ty, 1);
            let half = build.op(shift, ty, &[apart, one]);
            build.op_as(id, sum, ty, &[shared, half]);
        }
    }
}
