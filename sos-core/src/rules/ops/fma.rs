//! Fused multiply-add (`OpFmaKHR`, SPV_KHR_fma) by integer arithmetic.
//!
//! ```text
//! %r = OpFmaKHR %float %x %y %z             %r = OpFunctionCall %float %fma32 %x %y %z
//!
//! %r = OpFmaKHR %half %x %y %z              %a = OpFConvert %float %x, …
//!                                           %s = OpFunctionCall %float %fma32_odd %a %b %c
//!                                           %r = OpFConvert %half %s
//! ```
//!
//! The functions are those of the soft library (`shaderlib/soft/fma32.glsl`, `fma64.glsl`). They unpack the operands, multiply the
//! significands as integers of several words, align and add, and round once: 186 instructions for 32 bits, scalar or vector, and
//! 318 for each component of 64. Only integer instructions are used, so the device's float modes, contraction and precision
//! have no influence on the result.
//!
//! Simpler ways do not work: `Fma` of `GLSL.std.450` may be a product and a sum, each rounded (Vulkan specification, "Precision
//! of GLSL.std.450 Instructions"). Error-free transformations need sums that round to nearest, which a device guarantees only
//! with `RoundingModeRTE`.
//!
//! Exact: Vulkan requires `OpFmaKHR` to be correctly rounded. Rounding is to nearest even, or toward zero where an entry point
//! has `RoundingModeRTZ`. Denormals are kept; with `DenormFlushToZero`, which does not concern operands, denormal results
//! become zero. Signs of zeros, infinities and NaN follow IEEE 754.
//!
//! 16-bit floats are computed in 32 bits and rounded *to odd* (`shaderlib/soft/odd.glsl`), so that the conversion back to 16 bits
//! rounds like the device's other 16-bit operations. No 16-bit float is denormal in 32 bits, nor is a product of two or its sum
//! with a third. On a device without 16-bit floats, the pass that represents them in 32 bits replaces the two conversions.
//!
//! Refused: entry points that require different rounding or denormal modes for the width.
//!
//! `fma` is shown by `corpus/shaders/ops/fma.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::soft::Soft;
use crate::tables::op;
use arrayvec::ArrayVec;

/// Fused multiply-add.
pub const FMA: Rule = Rule {
    name: "fma",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "fused multiply-add by integer arithmetic",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpFmaKHR]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[ty, id, x, y, z] = inst.from(1) else {
        return Err(LowerError::Because("it has three operands"));
    };
    let Some((Scalar::Float { width }, count)) = build.shape(ty) else {
        return Err(LowerError::Because("its result is not a float"));
    };
    let operands = [x, y, z];
    match width {
        16 => {
            let single = build.float();
            let single = build.vector(single, count);
            let operands = operands.map(|value| build.op(op::OpFConvert, single, &[value]));
            // The conversion to 16 bits applies the modes of that width.
            let sum = build.soft(Soft::Fma32Odd, count, &operands);
            build.op_as(id, op::OpFConvert, ty, &[sum]);
        }
        32 => {
            let function = match modes(build, width)? {
                (false, false) => Soft::Fma32,
                (false, true) => Soft::Fma32Flush,
                (true, false) => Soft::Fma32Zero,
                (true, true) => Soft::Fma32ZeroFlush,
            };
            build.soft_as(id, function, count, &operands);
        }
        64 => {
            let function = match modes(build, width)? {
                (false, false) => Soft::Fma64,
                (false, true) => Soft::Fma64Flush,
                (true, false) => Soft::Fma64Zero,
                (true, true) => Soft::Fma64ZeroFlush,
            };
            lower_doubles(build, id, (ty, count), function, operands);
        }
        _ => return Err(LowerError::Because("floats of an encoding of their own")),
    }
    Ok(())
}

/// Emits the calls for 64-bit floats. Bit casts between a vector of them and words interleave the components' words, so each
/// component is cast and computed by itself.
fn lower_doubles(
    build: &mut Builder<'_, '_>,
    id: u32,
    (ty, count): (u32, u32),
    function: Soft,
    operands: [u32; 3],
) {
    let component = build.component(ty);
    let word = build.uint();
    let pair = build.vector(word, 2);
    let mut parts = ArrayVec::<u32, 4>::new();
    for index in 0..count.min(4) {
        let mut words = ArrayVec::<u32, 6>::new();
        for operand in operands {
            let operand = match count {
                1 => operand,
                _ => build.op(op::OpCompositeExtract, component, &[operand, index]),
            };
            // The lowest bits come first.
            let bits = build.op(op::OpBitcast, pair, &[operand]);
            words.extend([0, 1].map(|at| build.op(op::OpCompositeExtract, word, &[bits, at])));
        }
        let sum = build.soft(function, 1, &words);
        let words = [0, 1].map(|at| build.op(op::OpCompositeExtract, word, &[sum, at]));
        let bits = build.op(op::OpCompositeConstruct, pair, &words);
        if count == 1 {
            return build.op_as(id, op::OpBitcast, ty, &[bits]);
        }
        parts.push(build.op(op::OpBitcast, component, &[bits]));
    }
    build.op_as(id, op::OpCompositeConstruct, ty, &parts);
}

/// Whether the entry points require results of `width` bits to be rounded towards zero, and denormal ones to be flushed.
fn modes(build: &mut Builder<'_, '_>, width: u32) -> Result<(bool, bool), LowerError> {
    let scene = build.scene;
    let counts = build.plan.modes.of_floats(scene, width == 64);
    let all = |count| match count {
        0 => Ok(false),
        some if some == scene.facts.entry_points.len() => Ok(true),
        _ => Err(LowerError::Because(
            "entry points require different rounding or flushing",
        )),
    };
    Ok((all(counts.rounding_rtz)?, all(counts.denorm_flush)?))
}
