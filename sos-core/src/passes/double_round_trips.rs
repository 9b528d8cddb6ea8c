//! The pass `double_round_trips`: conversions of 16- and 32-bit floats to integers by way of doubles, where the doubles have no other
//! use, on devices without `shaderFloat64`. DXC compiles conversions to 64-bit integers this way.
//!
//! ```text
//! %wide = OpFConvert %double %x
//!    %n = OpConvertFToU %ulong %wide            %n = OpConvertFToU %ulong %x
//! ```
//!
//! Exact: every 16- or 32-bit float is representable as a double, so rounding towards zero yields the same integer, and the
//! result is undefined for the same inputs. A denormal converts to 0, flushed or not. The reverse direction is not handled:
//! an integer converted to a double and then to a float is rounded twice.
//!
//! If anything else uses such a double, doubles are required and the pass does nothing. Declarations that become unused are
//! removed by the last plan. Debug information that refers to such a double is removed, as are its names and decorations.
//!
//! `double-detour` is shown by `corpus/shaders/types/double_detour.spvasm`.

use super::builder::mark;
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::plan::is_non_semantic;
use crate::tables::{capability, op};

/// The row of the pass.
pub const STEP: Step = Step::new(|memory| &mut memory.double_round_trips);

/// The pass. It needs no scratch memory.
#[derive(Clone, Debug, Default)]
pub struct DoubleRoundTrips;

impl Pass for DoubleRoundTrips {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        input.facts.float_type(64) != 0 && !target.has_capability(capability::Float64)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        let mut code = facts.code(words);
        let mut any = false;
        for inst in code.clone() {
            if let Some(narrow) = widened(input, inst) {
                build.substitute(inst.result(), narrow);
                any = true;
            }
        }
        let needs_double = |inst: Inst<'_>| {
            !matches!(inst.opcode(), op::OpConvertFToU | op::OpConvertFToS)
                && build.marks(input, inst) & mark::CHANGED != 0
                && widened(input, inst).is_none()
                && !is_non_semantic(facts, inst)
        };
        if !any || code.clone().any(needs_double) {
            return Ok(false);
        }
        for inst in facts.declarations(words) {
            build.copy_global(input, inst)?;
        }
        while let Some((inst, marks)) = build.copy_run(input, &mut code, |_| false) {
            match widened(input, inst) {
                Some(_) => build.count(Kind::DoubleRoundTrip),
                None if marks & mark::CHANGED != 0 && is_non_semantic(facts, inst) => {
                    build.remove(inst.result());
                }
                None => build.copy_code(input, inst)?,
            }
        }
        build.copy_annotations(input)?;
        Ok(true)
    }
}

/// The operand of an instruction that converts 16- or 32-bit floats to doubles; `None` for any other instruction.
fn widened(input: Input<'_>, inst: Inst<'_>) -> Option<u32> {
    let scalar = |ty: u32| input.scalar_of(ty);
    let narrow = inst.word(3);
    let is_widening = inst.opcode() == op::OpFConvert
        && scalar(inst.result_type()) == Some(Scalar::Float { width: 64 })
        && matches!(
            scalar(input.type_of(narrow)),
            Some(Scalar::Float { width: 16 | 32 })
        );
    is_widening.then_some(narrow)
}

#[cfg(test)]
mod tests;
