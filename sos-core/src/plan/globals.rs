//! Everything between the preamble and the functions: needs that the target does not meet, and constants that are set.

use super::annotations::stripped;
use super::new::NewOf;
use super::LowerResult;
use super::{Place, Plan, Scene};
use crate::facts::{Facts, Scalar};
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::specialize::{scalar_constant, Value, Values};
use crate::tables::{execution_mode, op, op_hot, OpFlags};
use crate::views;

impl Plan {
    /// Checks declarations and annotations, and writes the constants whose value is known.
    pub(super) fn globals(&mut self, scene: &Scene<'_>, place: &Place<'_>, values: &Values) {
        let facts = scene.facts;
        let bodies = self.edits.count();
        for inst in Insts::new(scene.words, facts.preamble_end, facts.first_function) {
            let mark = self.edits.mark();
            let written = match inst.opcode() {
                op::OpSpecConstantTrue
                | op::OpSpecConstantFalse
                | op::OpSpecConstant
                | op::OpSpecConstantComposite
                | op::OpSpecConstantOp => self.constant(scene, values, inst),
                _ => false,
            };
            if written {
                self.check_written(scene, place, inst, mark);
                continue;
            }
            if scene.options.strip != Strip::Nothing && stripped(scene, inst) {
                self.remove(scene, inst.offset(), inst.end());
                continue;
            }
            // An annotation of what a rule has removed goes with it ([`super::annotations`]).
            if self.is_removed(inst.word(1))
                && op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION)
            {
                continue;
            }
            let Some(need) = self.check(scene, place, inst, None) else {
                self.count_import(scene, inst);
                continue;
            };
            if self.lower(scene, place, inst, None) == LowerResult::Lowered {
                continue;
            }
            self.record_unmet(inst.offset(), owner(scene.facts, inst), need);
        }
        self.edits.put_first(bodies);
    }

    /// Checks the instructions written for a constant since a mark: the target may lack its type.
    fn check_written(&mut self, scene: &Scene<'_>, place: &Place<'_>, inst: Inst<'_>, mark: u32) {
        let edits = core::mem::take(&mut self.edits);
        for written in Insts::new(edits.side(), mark, edits.mark()) {
            if let Some(need) = self.check(scene, place, written, None) {
                self.record_unmet(inst.offset(), owner(scene.facts, inst), need);
            }
        }
        self.edits = edits;
    }

    /// Writes a specialization constant with its value. Returns whether the value is known.
    fn constant(&mut self, scene: &Scene<'_>, values: &Values, inst: Inst<'_>) -> bool {
        let (ty, id) = (inst.result_type(), inst.result());
        let node = values.entered(id);
        let Some(value) = values.value(node) else {
            return false;
        };
        if !scene.bake {
            return match (value, inst.opcode()) {
                (
                    Value::Scalar(bits),
                    op::OpSpecConstant | op::OpSpecConstantTrue | op::OpSpecConstantFalse,
                ) => {
                    let mark = self.edits.mark();
                    let scalar = scene.facts.constant_scalar(scene.words, ty);
                    let scalar = scalar.unwrap_or(Scalar::Bool);
                    scalar_constant((ty, id), scalar, bits, true, &mut self.edits);
                    self.edits.close(inst.offset(), inst.end(), mark);
                    true
                }
                _ => false,
            };
        }
        let mut written = scene.written(&self.new);
        let mut new = NewOf(&mut self.new, scene);
        written.constant(values, inst, &mut self.edits, &mut new)
    }
}

/// Returns the float type that an execution mode applies to, 0 if the mode is not about floats.
pub(super) fn mode_of_floats(facts: &Facts, inst: Inst<'_>) -> u32 {
    match is_float_control(inst) {
        true => facts.float_type(views::ExecutionMode(inst).operand()),
        false => 0,
    }
}

/// Whether an instruction sets how floats of some width are computed (SPV_KHR_float_controls).
pub fn is_float_control(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpExecutionMode
        && matches!(
            views::ExecutionMode(inst).mode(),
            execution_mode::DenormPreserve
                | execution_mode::DenormFlushToZero
                | execution_mode::SignedZeroInfNanPreserve
                | execution_mode::RoundingModeRTE
                | execution_mode::RoundingModeRTZ
        )
}

/// Returns the id whose removal also removes the need of an instruction, 0 if there is none.
pub(super) fn owner(facts: &Facts, inst: Inst<'_>) -> u32 {
    match inst.opcode() {
        op::OpExecutionMode => mode_of_floats(facts, inst),
        op::OpExtInst | op::OpExtInstWithForwardRefsKHR => 0,
        op::OpTypeForwardPointer => views::TypeForwardPointer(inst).pointer_type(),
        _ if op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION) => inst.target(),
        _ => super::result(inst).unwrap_or(0),
    }
}
