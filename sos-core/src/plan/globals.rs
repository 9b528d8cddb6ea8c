//! Everything between the preamble and the functions: needs that the target does not meet, and constants that are set.

use super::annotations::stripped;
use super::LowerResult;
use super::{Place, Plan, Scene};
use crate::facts::{Facts, Scalar};
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::specialize::{Value, Values};
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
        let edits = std::mem::take(&mut self.edits);
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
                    self.scalar(scene, ty, id, bits, true);
                    self.edits.close(inst.offset(), inst.end(), mark);
                    true
                }
                _ => false,
            };
        }
        if inst.opcode() == op::OpSpecConstantComposite {
            let mark = self.edits.mark();
            self.edits.push(&[0]);
            self.edits.push(inst.from(1));
            self.edits.seal(mark, op::OpConstantComposite);
            self.edits.close(inst.offset(), inst.end(), mark);
            return true;
        }
        let mark = self.edits.mark();
        match self.value(scene, values, ty, id, node, 0) {
            Some(()) => self.edits.close(inst.offset(), inst.end(), mark),
            None => {
                self.edits.rewind(mark);
                return false;
            }
        }
        true
    }

    /// Pushes the declaration of a constant of any type, components first.
    fn value(
        &mut self,
        scene: &Scene<'_>,
        values: &Values,
        ty: u32,
        id: u32,
        node: u32,
        depth: u32,
    ) -> Option<()> {
        match values.value(node).filter(|_| depth < 4)? {
            Value::Null => self
                .edits
                .push(&[3 << 16 | u32::from(op::OpConstantNull), ty, id]),
            Value::Scalar(bits) => {
                scene.facts.constant_scalar(scene.words, ty)?;
                self.scalar(scene, ty, id, bits, false);
            }
            Value::Composite { len, .. } => {
                let first = self.new.bound();
                // A component used in several places would be written as often: a limit keeps the output linear.
                let written = first.saturating_sub(scene.facts.header.bound);
                if written as usize + len as usize > scene.words.len() {
                    return None;
                }
                for _ in 0..len {
                    self.new.id();
                }
                for index in 0..len {
                    let part = values.part(node, index)?;
                    let part_type = scene.facts.part_type(scene.words, ty, index)?;
                    self.value(scene, values, part_type, first + index, part, depth + 1)?;
                }
                let mark = self.edits.mark();
                self.edits.push(&[0, ty, id]);
                for index in 0..len {
                    self.edits.push(&[first + index]);
                }
                self.edits.seal(mark, op::OpConstantComposite);
            }
        }
        Some(())
    }

    /// Pushes the declaration of a scalar constant; a specialization constant if `open`.
    fn scalar(&mut self, scene: &Scene<'_>, ty: u32, id: u32, bits: u64, open: bool) {
        let scalar = scene
            .facts
            .constant_scalar(scene.words, ty)
            .unwrap_or(Scalar::Bool);
        let (truth, falsehood, number) = if open {
            (
                op::OpSpecConstantTrue,
                op::OpSpecConstantFalse,
                op::OpSpecConstant,
            )
        } else {
            (op::OpConstantTrue, op::OpConstantFalse, op::OpConstant)
        };
        match scalar {
            Scalar::Bool => {
                let opcode = if bits != 0 { truth } else { falsehood };
                self.edits.push(&[3 << 16 | u32::from(opcode), ty, id]);
            }
            _ if scalar.width() > 32 => {
                self.edits.push(&[
                    5 << 16 | u32::from(number),
                    ty,
                    id,
                    bits as u32,
                    (bits >> 32) as u32,
                ]);
            }
            // Narrow signed integers are sign-extended to a word (specification, section 2.2.1, "Literal").
            Scalar::Int {
                width,
                signed: true,
            } => {
                let shift = 32 - width.clamp(1, 32);
                let word = ((bits as u32) << shift) as i32 >> shift;
                self.edits
                    .push(&[4 << 16 | u32::from(number), ty, id, word as u32]);
            }
            _ => self
                .edits
                .push(&[4 << 16 | u32::from(number), ty, id, bits as u32]),
        }
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
