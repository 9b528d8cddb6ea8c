//! Reads from one other invocation: shuffles, broadcasts, rotations, and reads within quads.

use super::call;
use super::exchange::{from_words, to_words, Lane};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::{Emulated, Key};
use crate::rules::subgroup::lanes;
use crate::rules::subgroup::MALFORMED;
use crate::rules::LowerError;
use crate::tables::op;
use arrayvec::ArrayVec;

/// Exchanges the values, and loads that of the invocation which the operands after the value identify.
pub fn lower(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    value: u32,
    rest: &[u32],
) -> Result<(), LowerError> {
    let source = source(build, emulated, inst.opcode(), rest)?;
    let ty = inst.result_type();
    let key = Key {
        name: "exchange-read",
        ty,
        variant: [0; 2],
    };
    call(
        build,
        inst.result(),
        key,
        [value, source],
        |build, [value, source]| {
            let words = to_words(build, ty, value)?;
            let mut lane = Lane::own(build, emulated)?;
            lane.publish(build, &words);
            let fetched = lane.fetch(build, source, words.len());
            let result = build.id();
            from_words(build, result, ty, &fetched)?;
            Some(result)
        },
    )
}

/// The index of the invocation to read, masked so that it is in range of the arrays whatever the operands are.
fn source(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    opcode: u16,
    rest: &[u32],
) -> Result<u32, LowerError> {
    let mut numbers = ArrayVec::<u32, 2>::new();
    for &id in rest {
        let number = lanes::number(build, id)?;
        numbers.try_push(number).map_err(|_| MALFORMED)?;
    }
    let uint = build.uint();
    let number = match (opcode, numbers.as_slice()) {
        (op::OpGroupNonUniformBroadcastFirst, &[]) => return Ok(build.constant(0)),
        (op::OpGroupNonUniformBroadcast | op::OpGroupNonUniformShuffle, &[number]) => number,
        (op::OpGroupNonUniformQuadBroadcast, &[number]) => {
            let own = lanes::own(build);
            lanes::in_segment(build, own, 4, number)
        }
        (op::OpGroupNonUniformQuadSwap, &[direction]) => {
            let (own, one) = (lanes::own(build), build.constant(1));
            let bits = build.op(op::OpIAdd, uint, &[direction, one]);
            build.op(op::OpBitwiseXor, uint, &[own, bits])
        }
        (op::OpGroupNonUniformRotateKHR, &[delta]) => {
            let own = lanes::own(build);
            build.op(op::OpIAdd, uint, &[own, delta])
        }
        (op::OpGroupNonUniformRotateKHR, &[delta, size]) => {
            let (own, ones) = (lanes::own(build), build.constant(u32::MAX));
            let mask = build.op(op::OpIAdd, uint, &[size, ones]);
            lanes::rotated(build, own, delta, mask)
        }
        (_, &[operand]) => {
            let place = lanes::relative(opcode).ok_or(MALFORMED)?;
            let own = lanes::own(build);
            build.op(place, uint, &[own, operand])
        }
        _ => return Err(MALFORMED),
    };
    let low = build.constant(emulated.size - 1);
    Ok(build.op(op::OpBitwiseAnd, uint, &[number, low]))
}
