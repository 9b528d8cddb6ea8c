//! The pass `detours`: floats that become integers by way of doubles, which are used for nothing else, on devices without
//! `shaderFloat64`. DXC goes that way to 64-bit integers.
//!
//! ```text
//! %wide = OpFConvert %double %x
//!    %n = OpConvertFToU %ulong %wide            %n = OpConvertFToU %ulong %x
//! ```
//!
//! Exact: every float of 16 or 32 bits is a double, so what is rounded towards zero is the same number, and the result is
//! undefined for the same ones. A denormal number is 0 then, flushed or not. The way back is another matter: an integer
//! that becomes a double and then a float is rounded twice.
//!
//! Where anything else names such a double, doubles are needed, and nothing is done. What is only declared goes with the
//! last plan; debug information that names such a double goes with it, as names and decorations do.

use super::frame::mark;
use super::{Frame, Input, Kind, Pass, Refusal};
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::options::Options;
use crate::plan::is_non_semantic;
use crate::tables::{capability, op};
use crate::target::Target;

/// The pass. It has no tables.
#[derive(Clone, Debug, Default)]
pub struct Detours;

impl Pass for Detours {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        input.facts.float_type(64) != 0 && !target.has_capability(capability::Float64)
    }

    fn run(
        &mut self,
        input: Input<'_>,
        _target: &Target,
        _options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        let Input { words, facts } = input;
        let mut code = facts.code(words);
        let mut any = false;
        for inst in code.clone() {
            if let Some(narrow) = widened(input, inst) {
                frame.substitute(inst.word(2), narrow);
                any = true;
            }
        }
        let needs_double = |inst: Inst<'_>| {
            !matches!(inst.opcode(), op::OpConvertFToU | op::OpConvertFToS)
                && frame.marks(input, inst) & mark::CHANGED != 0
                && widened(input, inst).is_none()
                && !is_non_semantic(facts, inst)
        };
        if !any || code.clone().any(needs_double) {
            return Ok(false);
        }
        for inst in facts.declarations(words) {
            frame.copy_global(input, inst)?;
        }
        while let Some((inst, marks)) = frame.copy_run(input, &mut code, |_| false) {
            match widened(input, inst) {
                Some(_) => frame.count(Kind::Detour),
                None if marks & mark::CHANGED != 0 && is_non_semantic(facts, inst) => {
                    frame.remove(inst.word(2));
                }
                None => frame.copy_code(input, inst)?,
            }
        }
        frame.copy_annotations(input)?;
        Ok(true)
    }
}

/// What an instruction makes doubles of, if that is narrower floats.
fn widened(input: Input<'_>, inst: Inst<'_>) -> Option<u32> {
    let Input { words, facts } = input;
    let scalar = |ty: u32| facts.scalar_of(words, ty);
    let narrow = inst.word(3);
    let is_widening = inst.opcode() == op::OpFConvert
        && scalar(inst.word(1)) == Some(Scalar::Float { width: 64 })
        && matches!(
            scalar(facts.type_of(words, narrow)),
            Some(Scalar::Float { width: 16 | 32 })
        );
    is_widening.then_some(narrow)
}

#[cfg(test)]
mod tests;
