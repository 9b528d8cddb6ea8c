//! How results are rounded to halves, which are represented as 32-bit floats: by functions of the soft library
//! (`shaderlib/soft/half.glsl`, which says why no conversion instruction will do).
//!
//! Rounding the 32-bit sum, difference or product of two halves gives the correctly rounded half: products are exact in 22
//! bits; sums are exact in 24 bits, or the smaller operand is below a quarter of a unit in the last place. Rounded to zero, such
//! a sum can be one unit less. It, `x * y + z` and a 64-bit float would be rounded twice, so they are first rounded *to odd*
//! (`shaderlib/soft/odd.glsl`), and then as any other.

use crate::build::Build;
use crate::passes::ModuleBuilder;
use crate::soft::Soft;

/// How results are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Towards zero instead of to nearest even (`RoundingModeRTZ`).
    pub to_zero: bool,
    /// Denormal halves become zeros (`DenormFlushToZero`).
    pub flush: bool,
}

impl Mode {
    /// The function that rounds 32-bit floats to halves.
    pub fn function(self) -> Soft {
        match (self.to_zero, self.flush) {
            (false, false) => Soft::HalfRound,
            (false, true) => Soft::HalfRoundFlush,
            (true, false) => Soft::HalfRoundZero,
            (true, true) => Soft::HalfRoundZeroFlush,
        }
    }

    /// Emits the half nearest to a result of several steps, of which `function` computes all but the rounding.
    pub fn once_as(
        self,
        build: &mut ModuleBuilder,
        id: u32,
        function: Soft,
        count: u32,
        operands: &[u32],
    ) {
        let odd = build.soft(function, count, operands);
        build.soft_as(id, self.function(), count, &[odd]);
    }
}
