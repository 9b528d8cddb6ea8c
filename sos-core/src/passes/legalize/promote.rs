//! Promoted types: 16-bit floats represented as 32-bit floats, 8- and 16-bit integers represented in 32 bits.
//!
//! ```text
//! %half  = OpTypeFloat 16                     %float = OpTypeFloat 32
//! %short = OpTypeInt 16 1                     %int   = OpTypeInt 32 1
//! %x = OpFMul %half %a %b              ──▶    %t = OpFMul %float %a %b
//!                                             %x = OpFunctionCall %float %round %t
//! %y = OpIAdd %short %c %d             ──▶    %y = OpIAdd %int %c %d
//! %z = OpSLessThan %bool %y %c         ──▶    %s = OpBitFieldSExtract %int %y %0 %16     (and of %c, unless known)
//!                                             %z = OpSLessThan %bool %s %r
//! ```
//!
//! **Floats.** Every result that a 16-bit unit would round is rounded ([`round`]), as execution modes and `FPRoundingMode`
//! require, else to nearest even; so a value is always exactly representable as a half. If denormals are to be flushed, they are
//! in the operands and results of conversions, arithmetic, comparisons and `GLSL.std.450` (Vulkan,
//! VK_KHR_shader_float_controls, "Issues"), not where values only move. Modes apply to the whole module: an entry point
//! without one leaves it open. Results that are exact already (negation, minimum, maximum, selection, rounding to integers,
//! moves) are not rounded. For instructions whose precision the Vulkan environment leaves undefined (division, square root,
//! `GLSL.std.450`), the 32-bit result is rounded: its error is far below half a unit in the last place of a half.
//! [`Allow::F16_RELAXED`](crate::options::Allow::F16_RELAXED) skips the rounding.
//!
//! **Integers.** The upper bits of a value are unspecified: addition and multiplication do not depend on them. Before an
//! instruction that does (division, comparison, right shift, conversion, switch, …), the value is zero- or sign-extended,
//! unless it is known to be in that form ([`UpperBits`]). The signedness of a *type* only determines how constants are
//! written; otherwise the *instruction* decides.
//!
//! **Memory.** Variables that only the shader accesses (`Function`, `Private`, `Workgroup`) get the 32-bit types. External
//! memory, which the application or other stages access, keeps its types as far as the target can load and store them; loads
//! and stores convert (SPV_KHR_16bit_storage allows `OpFConvert`, `OpUConvert` and `OpSConvert` on devices without arithmetic
//! on these types), halves such that denormals are preserved ([`denormals`]).
//!
//! **Specialization constants** that are still open become 32-bit ones: the data that the application provides then has four
//! bytes, as the report lists. One that is converted from a longer float has become an instruction before
//! ([`computed`](mod@crate::passes::computed)).
//!
//! Instructions added for one of a scalar or vector, counting a call of [`round`] as one:
//!
//! | | |
//! |---|---|
//! | `OpFAdd`, `OpFSub`, `OpFMul`, `OpFDiv`, conversion to half | 1 |
//! | comparison, `OpFNegate`, `OpSelect`, `OpPhi`, conversion from half | 0 |
//! | `OpBitcast` of two halves to a word, and back | 6, 4 |
//! | `OpIAdd`, `OpISub`, `OpIMul`, bitwise operations | 0 |
//! | comparison, division, right shift of integers | 0 to 2 |
//!
//! Refused: atomics, cooperative matrices and everything else not listed in [`code`](super::code); modules whose entry points require different
//! modes.

pub mod denormals;
pub mod doubles;
mod floats;
mod integers;
pub mod round;

use super::Work;

/// What is known of the upper bits of an integer's 32-bit representation, or of a half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UpperBits(u8);

impl UpperBits {
    pub const NOTHING: Self = Self(0);
    /// They are 0: the value is zero-extended.
    pub const ZERO: Self = Self(1);
    /// They repeat the sign: the value is sign-extended.
    pub const SIGN: Self = Self(2);
    /// Both: the value is not negative.
    pub const BOTH: Self = Self(3);
    /// Of a half: it is not denormal.
    pub const FLUSHED: Self = Self(4);
    /// All of these, for zero.
    pub const ALL: Self = Self(7);

    /// Whether all that `other` says is known.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// What both say.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Work<'_> {
    /// What is known of a promoted value.
    pub fn known(&self, id: u32) -> UpperBits {
        let known = self.tables.upper_bits.get(id as usize);
        known.copied().unwrap_or_default()
    }

    /// Records what is known of a promoted value.
    pub fn set_known(&mut self, id: u32, known: UpperBits) {
        if let Some(slot) = self.tables.upper_bits.get_mut(id as usize) {
            *slot = known;
        }
    }
}

#[cfg(test)]
mod tests;
