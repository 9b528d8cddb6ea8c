//! The pass `float64`: 64-bit floats as 32-bit ones, on devices without `shaderFloat64`, if the caller allows the loss.
//!
//! It is the pass for narrow values, applied to another type ([`ScalarSet::FLOAT64`]): values, and variables that only the
//! shader accesses, become 32-bit floats. Memory that the application lays out keeps its bytes: a double there becomes a
//! 64-bit integer, whose bits are converted at each access. If the device lacks those too, the pass `int64` follows.
//!
//! ```text
//! %x = OpLoad %double %pointer         %bits = OpLoad %ulong %pointer
//!                                ⇒     %x = OpFunctionCall %float %decode %bits
//!      OpStore %pointer %y             %bits = OpFunctionCall %ulong %encode %y
//!                                           OpStore %pointer %bits
//! ```
//!
//! | helper | instructions | result |
//! |---|---|---|
//! | [`decode`] | 45 | the 32-bit float nearest to a double, ties to even, including denormals; infinity from 2^128 − 2^103 on |
//! | [`encode`] | 26 | the double equal to a 32-bit float, including denormals |
//!
//! # What is lost
//!
//! Precision and range: every value has 24 bits and magnitudes up to 2^128. A value that is only loaded and stored is rounded
//! as well. Specialization constants become 32-bit ones. Execution modes of 64-bit floats are dropped.
//!
//! # What it refuses
//!
//! Without permission, every use of a 64-bit float; unused declarations are removed.
//!
//! Vertex inputs, whose formats have 64 bits; transform feedback; atomic operations. Matrices in memory that the application
//! lays out have been replaced before: there are no matrices of integers, so the pass `storage` rewrites blocks that contain
//! them to words.

use super::denormals::Halves;
use super::round::Shape;
use crate::inst::Inst;
use crate::options::{Allow, Options};
use crate::passes::input::vertex_inputs;
use crate::passes::legalize::expand::PointerCasts;
use crate::passes::legalize::scalars::ScalarSet;
use crate::passes::legalize::{Legalize, LowerError, Manner, Work, UNKNOWN};
use crate::passes::{Input, ModuleBuilder, Pass, Step};
use crate::tables::{capability, glsl_std_450 as glsl, op};
use crate::target::{feature, Target};

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderFloat64],
    ..Step::new(|memory| &mut memory.doubles)
};

/// The caller has not allowed the loss.
const NOT_ALLOWED: LowerError =
    LowerError::Because("64-bit floats, which are computed in 32 bits only if f64-to-f32 is allowed ({allow f64-to-f32})");

/// The pass, with its own scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Doubles(Legalize);

impl Pass for Doubles {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        input.facts.float_type(64) != 0 && !target.has_capability(capability::Float64)
    }

    fn run(
        &mut self,
        input: Input<'_>,
        _target: &Target,
        options: &Options,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let manner = Manner {
            legalized: ScalarSet::FLOAT64,
            exact: false,
            halves: Halves::Convert,
            casts: PointerCasts::default(),
        };
        if !options.allow.contains(Allow::F64_TO_F32) {
            // The last plan removes unused declarations.
            return match self.0.is_used(input, manner, build)? {
                true => Err(NOT_ALLOWED),
                false => Ok(false),
            };
        }
        self.0.rewrite(input, manner, build)
    }
}

impl Legalize {
    /// Whether an instruction of a function or the interface of an entry point uses a value of such a type or a pointer to
    /// one.
    fn is_used(
        &mut self,
        input: Input<'_>,
        manner: Manner,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let work = self.begin(input, manner, build)?;
        let Input { words, facts } = input;
        let mut insts = facts.code(words).chain(facts.entries(words));
        Ok(insts.any(|inst| work.touches(inst)))
    }
}

impl Work<'_> {
    /// Whether a type consists of doubles that are represented in 32 bits.
    pub fn is_double(&self, ty: u32) -> bool {
        self.shape(ty).is_some() && self.holds(ty, ScalarSet::FLOAT64)
    }

    /// Refuses vertex inputs: their formats have 64 bits, which require inputs of 64 bits.
    pub fn check_inputs(&self) -> Result<(), LowerError> {
        let is_double = |ty: u32| self.holds(ty, ScalarSet::FLOAT64);
        match vertex_inputs(self.input).any(is_double) {
            true => Err(LowerError::Because("64-bit floats as vertex inputs")),
            false => Ok(()),
        }
    }

    /// The type of the bits of `count` doubles.
    pub fn double_bits(&mut self, count: u32) -> u32 {
        self.build.capability(capability::Int64);
        let bits = self.build.declare(op::OpTypeInt, None, &[64, 0]);
        self.build.vector(bits, count)
    }

    /// Emits the conversion of the bits of `count` doubles to 32-bit floats.
    pub fn decode_doubles(&mut self, id: u32, bits: u32, count: u32) {
        let float = self.build.float();
        let form = self.build.vector(float, count);
        let ty = self.double_bits(count);
        let decode = decode(self.build, ty, count);
        self.build.call_as(id, form, decode, &[bits]);
    }

    /// Emits the conversion of 32-bit floats to the bits of `count` doubles.
    pub fn encode_doubles(&mut self, value: u32, count: u32) -> u32 {
        let ty = self.double_bits(count);
        let encode = encode(self.build, ty, count);
        self.build.call(ty, encode, &[value])
    }

    /// Rewrites `OpBitcast` and its `GLSL.std.450` counterparts to or from doubles, using their bits.
    pub fn double_bitcast(&mut self, inst: Inst<'_>, operand: u32) -> Result<(), LowerError> {
        let (ty, id) = (inst.word(1), inst.word(2));
        let from = self.input.type_of(operand);
        let (Some((_, from_count)), Some((_, count))) = (self.shape(from), self.shape(ty)) else {
            return Err(UNKNOWN);
        };
        let value = self.get(operand);
        let bits = match self.is_double(from) {
            true => self.encode_doubles(value, from_count),
            false => value,
        };
        if !self.is_double(ty) {
            let form = self.value_type(ty);
            let same = self.is_double(from) && form == self.double_bits(from_count);
            let opcode = if same {
                op::OpCopyObject
            } else {
                op::OpBitcast
            };
            self.build.op_as(id, opcode, form, &[bits]);
            return Ok(());
        }
        let wanted = self.double_bits(count);
        let bits = match self.value_type(from) == wanted {
            true => bits,
            false => self.build.op(op::OpBitcast, wanted, &[bits]),
        };
        self.decode_doubles(id, bits, count);
        Ok(())
    }
}

/// The helper, as the upper part of its key; the number of components is the lower part.
const DECODE: u32 = 0x600;
const ENCODE: u32 = 0x700;

const MAGNITUDE: u32 = 0x7FFF_FFFF;
/// The difference of the exponents' biases, in the upper word of a double.
const BIAS: u32 = 896 << 20;
const INFINITY: u32 = 0x7F80_0000;
const NAN: u32 = 0x7FC0_0000;
/// The implicit bit of a 32-bit float.
const IMPLICIT: u32 = 0x0080_0000;
/// How many low bits of a double's significand a 32-bit float lacks.
const LOST: u32 = 29;

/// Returns the helper that rounds the bits of `count` doubles to 32-bit floats.
fn decode(build: &mut ModuleBuilder, bits: u32, count: u32) -> u32 {
    let s = Shape::new(build, count);
    build.helper(DECODE | count, s.float, [bits], |f, [x]| {
        let low = f.op(op::OpUConvert, s.uint, &[x]);
        let by = s.value(f, 32);
        let high = f.op(op::OpShiftRightLogical, bits, &[x, by]);
        let high = f.op(op::OpUConvert, s.uint, &[high]);
        let magnitude = s.with(f, op::OpBitwiseAnd, high, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, high, magnitude);
        let above = s.with(f, op::OpShiftRightLogical, low, LOST);
        let rest = s.with(f, op::OpBitwiseAnd, low, (1 << LOST) - 1);
        // A normal number: its 32 upper bits shifted into place, plus one if the rest is above half, or is half and the last
        // bit odd.
        let top = s.with(f, op::OpISub, magnitude, BIAS);
        let top = s.with(f, op::OpShiftLeftLogical, top, 3);
        let top = s.op(f, op::OpBitwiseOr, top, above);
        let odd = s.with(f, op::OpBitwiseAnd, top, 1);
        let sum = s.op(f, op::OpIAdd, rest, odd);
        let sum = s.with(f, op::OpIAdd, sum, (1 << (LOST - 1)) - 1);
        let up = s.with(f, op::OpShiftRightLogical, sum, LOST);
        let normal = s.op(f, op::OpIAdd, top, up);
        // Below 2^-126: the significand with the implicit bit and a sticky bit for everything below, shifted right.
        let significand = s.with(f, op::OpBitwiseAnd, magnitude, 0x000F_FFFF);
        let significand = s.with(f, op::OpBitwiseOr, significand, 0x0010_0000);
        let significand = s.with(f, op::OpShiftLeftLogical, significand, 4);
        let above = s.with(f, op::OpShiftLeftLogical, above, 1);
        let significand = s.op(f, op::OpBitwiseOr, significand, above);
        let (one, nothing) = (s.value(f, 1), s.value(f, 0));
        let inexact = s.is(f, op::OpINotEqual, rest, 0);
        let sticky = s.select(f, inexact, one, nothing);
        let significand = s.op(f, op::OpBitwiseOr, significand, sticky);
        let exponent = s.with(f, op::OpShiftRightLogical, magnitude, 20);
        let (least, most) = (s.value(f, 897), s.value(f, 26));
        let drop = s.op(f, op::OpISub, least, exponent);
        let drop = f.glsl(glsl::UMin, s.uint, &[drop, most]);
        let half = s.op(f, op::OpShiftLeftLogical, one, drop);
        let half = s.with(f, op::OpISub, half, 1);
        let drop = s.with(f, op::OpIAdd, drop, 1);
        let odd = s.op(f, op::OpShiftRightLogical, significand, drop);
        let odd = s.with(f, op::OpBitwiseAnd, odd, 1);
        let sum = s.op(f, op::OpIAdd, significand, half);
        let sum = s.op(f, op::OpIAdd, sum, odd);
        let small = s.op(f, op::OpShiftRightLogical, sum, drop);
        let is_small = s.is(f, op::OpULessThan, magnitude, 897 << 20);
        let value = s.select(f, is_small, small, normal);
        let is_large = s.is(f, op::OpUGreaterThanEqual, magnitude, 1151 << 20);
        let infinity = s.value(f, INFINITY);
        let value = s.select(f, is_large, infinity, value);
        let has_low = s.is(f, op::OpINotEqual, low, 0);
        let sticky = s.select(f, has_low, one, nothing);
        let all = s.op(f, op::OpBitwiseOr, magnitude, sticky);
        let is_nan = s.is(f, op::OpUGreaterThan, all, 0x7FF0_0000);
        let nan = s.value(f, NAN);
        let value = s.select(f, is_nan, nan, value);
        let value = s.op(f, op::OpBitwiseOr, value, sign);
        f.op(op::OpBitcast, s.float, &[value])
    })
}

/// Returns the helper that converts 32-bit floats to the bits of `count` doubles.
fn encode(build: &mut ModuleBuilder, bits: u32, count: u32) -> u32 {
    let s = Shape::new(build, count);
    build.helper(ENCODE | count, bits, [s.float], |f, [x]| {
        let word = f.op(op::OpBitcast, s.uint, &[x]);
        let magnitude = s.with(f, op::OpBitwiseAnd, word, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, word, magnitude);
        // A denormal number is shifted until its first one bit is the implicit bit; the shift amount determines the exponent.
        let first = f.glsl(glsl::FindUMsb, s.uint, &[magnitude]);
        let places = s.value(f, 23);
        let by = s.op(f, op::OpISub, places, first);
        let shifted = s.op(f, op::OpShiftLeftLogical, magnitude, by);
        let is_denormal = s.is(f, op::OpULessThan, magnitude, IMPLICIT);
        // The implicit bit adds 1 to the exponent.
        let less = s.with(f, op::OpShiftLeftLogical, by, 20);
        let tiny = s.with(f, op::OpShiftRightLogical, shifted, 3);
        let tiny = s.with(f, op::OpIAdd, tiny, BIAS);
        let tiny = s.op(f, op::OpISub, tiny, less);
        let is_zero = s.is(f, op::OpIEqual, magnitude, 0);
        let nothing = s.value(f, 0);
        let tiny = s.select(f, is_zero, nothing, tiny);
        let normal = s.with(f, op::OpShiftRightLogical, magnitude, 3);
        let normal = s.with(f, op::OpIAdd, normal, BIAS);
        let special = s.with(f, op::OpIAdd, normal, BIAS);
        let is_special = s.is(f, op::OpUGreaterThanEqual, magnitude, INFINITY);
        let high = s.select(f, is_special, special, normal);
        let high = s.select(f, is_denormal, tiny, high);
        let high = s.op(f, op::OpBitwiseOr, high, sign);
        let source = s.select(f, is_denormal, shifted, magnitude);
        let low = s.with(f, op::OpShiftLeftLogical, source, LOST);
        let high = f.op(op::OpUConvert, bits, &[high]);
        let by = s.value(f, 32);
        let high = f.op(op::OpShiftLeftLogical, bits, &[high, by]);
        let low = f.op(op::OpUConvert, bits, &[low]);
        f.op(op::OpBitwiseOr, bits, &[high, low])
    })
}

#[cfg(test)]
mod tests;
