//! Expanded types: a value is two 32-bit words. These are 64-bit integers and floats on devices without
//! `shaderInt64` or `shaderFloat64`; [`doubles`] has the operations of the latter.
//!
//! ```text
//! %c = OpIAdd %ulong %a %b                      %s = OpIAddCarry %pair_of_uint %a %b
//!                                               %c = OpCompositeExtract %uint %s 0
//!                                               %carry = OpCompositeExtract %uint %s 1
//!                                               %t = OpIAdd %uint %a_hi %b_hi
//!                                               %c_hi = OpIAdd %uint %t %carry
//! OpStore %ulong_pointer %c                     %p = OpCompositeConstruct %uvec2 %c %c_hi
//!                                               OpStore %uvec2_pointer %p
//! ```
//!
//! # Values
//! A value X of type `ulong` or `long`, or of a vector of n of them, becomes two values of type `uint` or of a vector of n:
//! the lower words keep the id X, the upper words get a new id. So vectors take as many instructions as scalars. Constants,
//! phis, function parameters and selections are duplicated. Where a single value is required (a member of a composite, the
//! contents of a variable, the result of a function), scalars become `uvec2` and vectors `uvec2[n]` ([`types`](super::types)):
//! pairs are packed and unpacked there ([`composites`](super::composites)).
//!
//! # Instructions
//! Each file lists how it expresses its instructions, and in how many: [`words`] (addition, multiplication, comparison,
//! selection), [`shift`], [`divide`], [`convert`], [`carries`], [`bits`]; [`values`] selects among them. A physical address is a
//! `uvec2`, which `OpBitcast` converts to a pointer and back (SPV_KHR_physical_storage_buffer).
//!
//! All of it is exact: results equal those of 64-bit instructions wherever SPIR-V defines them. Even where it does not, no
//! emitted instruction divides by 0 or shifts by 32.
//!
//! # Pitfalls
//! - A phi refers to values that are defined later. Such an id must not be substituted afterwards; a copy is emitted instead
//!   ([`Work::alias`]).
//! - Indices, shift amounts and array lengths may have 64 bits where nothing else has: their lower words are used, because
//!   only memory behind a physical address has elements beyond 2^32 ([`memory`](super::memory)).
//! - The literals of `OpSwitch` are as wide as its selector, and its merge instruction precedes it: the comparisons are
//!   emitted before both.
//! - `ulong` and `long` become one type, and so may function types: [`declare`](crate::build::Build::declare) merges
//!   them. Pointers, arrays and structures may be declared twice.
//! - `NoSignedWrap` and similar decorations do not apply to words.
//!
//! # What is refused
//! - 64-bit atomics and images.
//! - Physical addresses before SPIR-V 1.5 if the device does not support SPV_KHR_physical_storage_buffer.
//! - 64-bit specialization constants without a value. Operations on narrower ones have become instructions before
//!   ([`computed`](mod@crate::passes::computed)).
//! - 64-bit inputs of a vertex shader, whose formats the application has chosen. Vectors in other inputs and outputs have
//!   become words before ([`interface`](mod@crate::passes::interface)).
//! - Addition, multiplication, minimum and maximum over subgroups that the rules for subgroups have left.
//! - Every other instruction that refers to such a value or type.

mod bits;
mod carries;
mod convert;
mod divide;
mod doubles;
mod needed;
mod shift;
mod values;
pub mod words;

#[cfg(test)]
mod tests;

use super::{Legalize, LowerError, Work, MALFORMED};
use crate::build::Build;
use crate::passes::{Input, ModuleBuilder};
use crate::tables::{capability, extension_index, op};
use crate::target::Target;
use words::{Pair, Words};

/// The extension that allows `OpBitcast` between pointers and vectors of two words; SPIR-V 1.5 allows it as well. An older
/// module may instead declare `SPV_EXT_physical_storage_buffer`, which does not allow these casts.
const PHYSICAL: &str = "SPV_KHR_physical_storage_buffer";

/// The maximum number of parameters of a function (SPIR-V specification, section 2.17, "Universal Limits").
pub const MOST_PARAMETERS: usize = 255;

/// Whether pointers can be cast to vectors of two words and back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerCasts {
    /// They cannot.
    #[default]
    No,
    /// If the extension is declared, which the input does not.
    OnceDeclared,
    /// They can.
    Yes,
}

impl PointerCasts {
    /// Whether a module can cast pointers on a target.
    pub fn of(input: Input<'_>, target: &Target) -> Self {
        const EXTENSION: u16 = extension_index(PHYSICAL);
        let minor = input.facts.header.minor.min(target.spirv_minor());
        match minor >= 5 || input.facts.extensions.contains(EXTENSION) {
            true => Self::Yes,
            false if target.extensions().contains(EXTENSION) => Self::OnceDeclared,
            false => Self::No,
        }
    }
}

/// The number of components of an expanded vector.
pub fn vector_count(count: u32) -> Result<u8, LowerError> {
    match count {
        2..=4 => Ok(count as u8),
        _ => Err(LowerError::Because(
            "a vector of more than four 64-bit numbers",
        )),
    }
}

impl Legalize {
    /// The emitter of arithmetic on words.
    pub fn words<'a>(&'a mut self, build: &'a mut ModuleBuilder) -> Words<'a> {
        Words {
            build,
            known: &mut self.known,
        }
    }
}

impl Work<'_> {
    /// The emitter of arithmetic on words.
    pub fn words(&mut self) -> Words<'_> {
        self.tables.words(self.build)
    }

    /// Declares what casts between pointers and vectors of two words need. Returns whether they are possible.
    ///
    /// Validators take the cast of a pointer to narrow data for one of the data, unlike conversions to and from addresses.
    pub fn casts_pointers(&mut self) -> bool {
        if self.casts == PointerCasts::OnceDeclared {
            self.build.extension(PHYSICAL);
            self.casts = PointerCasts::Yes;
        }
        // The last plan drops those that no pointer needs.
        for value in [capability::Int8, capability::Int16, capability::Float16] {
            self.build.capability(value);
        }
        self.casts == PointerCasts::Yes
    }

    /// The number of components of an expanded value; 0 for values of other types.
    pub fn count_of(&self, id: u32) -> u32 {
        self.count(self.input.type_of(id))
    }

    /// The id in the output, which must have one.
    pub fn id(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(MALFORMED)
    }

    /// The words of a value.
    pub fn pair(&mut self, id: u32) -> Result<Pair, LowerError> {
        if self.count_of(id) == 0 {
            return Err(MALFORMED);
        }
        let lo = self.id(id)?;
        let hi = self.tables.high.get_mut(id as usize).ok_or(MALFORMED)?;
        if *hi == 0 {
            *hi = self.build.id();
            if let Some(early) = self.tables.early.get_mut(id as usize) {
                *early = true;
            }
        }
        Ok(Pair { lo, hi: *hi })
    }

    /// The words of a value of `n` components.
    pub fn pair_of(&mut self, id: u32, n: u32) -> Result<Pair, LowerError> {
        match self.count_of(id) == n {
            true => self.pair(id),
            false => Err(MALFORMED),
        }
    }

    /// The ids for the words of a result.
    pub fn result_pair(&mut self, id: u32) -> Result<Pair, LowerError> {
        let hi = self.tables.high.get_mut(id as usize).ok_or(MALFORMED)?;
        if *hi == 0 {
            *hi = self.build.id();
        }
        Ok(Pair { lo: id, hi: *hi })
    }

    /// Makes existing words those of a result of `n` components.
    pub fn alias(&mut self, id: u32, n: u32, words: Pair) -> Result<(), LowerError> {
        if self.tables.early.get(id as usize) == Some(&true) {
            let to = self.result_pair(id)?;
            self.words().each_word(to, op::OpCopyObject, n, [words]);
            return Ok(());
        }
        self.build.substitute(id, words.lo);
        let hi = self.tables.high.get_mut(id as usize).ok_or(MALFORMED)?;
        *hi = words.hi;
        Ok(())
    }

    /// Why an instruction on expanded values is refused.
    pub fn expand_error(&self, opcode: u16) -> LowerError {
        LowerError::Because(match opcode {
            op::OpAtomicLoad..=op::OpAtomicXor => "a 64-bit atomic operation",
            op::OpSpecConstant => {
                "a 64-bit specialization constant that stays open, for whose eight bytes the application would have to set two constants"
            }
            op::OpImageTexelPointer
            | op::OpImageSampleImplicitLod..=op::OpImageWrite
            | op::OpTypeImage => "an image of 64-bit integers",
            op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => {
                "64-bit subgroup arithmetic"
            }
            _ => "an unknown instruction on 64-bit integers",
        })
    }
}
