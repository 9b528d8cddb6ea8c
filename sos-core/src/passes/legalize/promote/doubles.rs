//! The pass `float64`: 64-bit floats as 32-bit ones, on devices without `shaderFloat64`, if the caller allows the loss. Without that
//! permission they are [expanded](mod@crate::passes::legalize), exactly.
//!
//! It is the pass for narrow values, applied to another type ([`ScalarSet::FLOAT64`]): values, and variables that only the
//! shader accesses, become 32-bit floats. Memory that the application lays out keeps its bytes: a double there becomes a
//! 64-bit integer, whose bits are converted at each access. If the device lacks those too, the pass `int64` follows.
//!
//! ```text
//! %x = OpLoad %double %pointer         %bits = OpLoad %ulong %pointer
//!                                ⇒     %x = OpFunctionCall %float %double_decode %bits
//!      OpStore %pointer %y             %bits = OpFunctionCall %ulong %double_encode %y
//!                                           OpStore %pointer %bits
//! ```
//!
//! The conversions are functions of the soft library, of 45 and 27 instructions (`shaderlib/soft/double.glsl`). A double becomes
//! the nearest 32-bit float, ties to even, including denormals; from 2^128 − 2^103 on, infinity.
//!
//! # What is lost
//!
//! Precision and range: every value has 24 bits and magnitudes up to 2^128. A value that is only loaded and stored is rounded
//! as well. Specialization constants become 32-bit ones. Execution modes of 64-bit floats are dropped.
//!
//! # What it refuses
//!
//! Vertex inputs, whose formats have 64 bits; transform feedback; atomic operations. Matrices in memory that the application
//! lays out have been replaced before: there are no matrices of integers, so the pass `storage` rewrites blocks that contain
//! them to words.

use super::denormals::Halves;
use crate::build::Build;
use crate::inst::Inst;
use crate::options::Allow;
use crate::passes::input::vertex_inputs;
use crate::passes::legalize::expand::PointerCasts;
use crate::passes::legalize::scalars::ScalarSet;
use crate::passes::legalize::{Legalize, LowerError, Manner, Work, UNKNOWN};
use crate::passes::{ModuleBuilder, Pass, Request, Step};
use crate::soft::Soft;
use crate::tables::{capability, op};
use crate::target::feature;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderFloat64],
    ..Step::new(|memory| &mut memory.doubles)
};

/// The pass, with its own scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Doubles(Legalize);

impl Pass for Doubles {
    fn concerns(
        &mut self,
        Request {
            input,
            target,
            options,
        }: Request<'_>,
    ) -> bool {
        options.allow.contains(Allow::F64_TO_F32)
            && input.facts.float_type(64) != 0
            && !target.has_capability(capability::Float64)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let manner = Manner {
            legalized: ScalarSet::FLOAT64,
            exact: false,
            halves: Halves::Convert,
            casts: PointerCasts::default(),
        };
        self.0.rewrite(input, manner, build)
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
        self.build.capability(capability::Int64);
        self.build.soft_as(id, Soft::DoubleDecode, count, &[bits]);
    }

    /// Emits the conversion of 32-bit floats to the bits of `count` doubles.
    pub fn encode_doubles(&mut self, value: u32, count: u32) -> u32 {
        self.build.capability(capability::Int64);
        self.build.soft(Soft::DoubleEncode, count, &[value])
    }

    /// Rewrites `OpBitcast` and its `GLSL.std.450` counterparts to or from doubles, using their bits.
    pub fn double_bitcast(&mut self, inst: Inst<'_>, operand: u32) -> Result<(), LowerError> {
        let (ty, id) = (inst.result_type(), inst.result());
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

#[cfg(test)]
mod tests;
