//! Specialization constants, and what is computed of them.

use sos_core::tables::{decoration, op};

use super::choose::Choose as _;
use super::code::push;
use super::module::Writer;
use crate::job::Specialization;

impl Writer {
    /// The specialization constants, what a driver is given for them, and what of that the filter is told.
    pub fn spec_constants(&mut self) -> (Vec<Specialization>, Vec<(u32, u64)>) {
        let (mut specialization, mut told) = (Vec::new(), Vec::new());
        for spec_id in 0..7 {
            let (default, value) = (self.random.up_to(6), self.random.up_to(6));
            let (id, value) = if spec_id < 4 {
                let number = self.types.number;
                let id = self.spec_constant(op::OpSpecConstant, number, &[default], spec_id);
                self.spec_numbers.push(id);
                (id, value)
            } else {
                let truths = [op::OpSpecConstantTrue, op::OpSpecConstantFalse];
                let opcode = self.random.of(&truths);
                let id = self.spec_constant(opcode, self.types.truth, &[], spec_id);
                (id, value & 1)
            };
            match spec_id {
                4 | 5 => self.spec_truths.push(id),
                6 => self.has_long = id,
                _ => {}
            }
            let value = if spec_id == 6 { 0 } else { value };
            specialization.push(Specialization {
                id: spec_id,
                value: value.into(),
                size: 4,
            });
            if spec_id == 6 || self.random.percent(60) {
                told.push((spec_id, value.into()));
            }
        }
        self.spec_results();
        (specialization, told)
    }

    fn spec_constant(&mut self, opcode: u16, ty: u32, operands: &[u32], spec_id: u32) -> u32 {
        let id = self.typed(opcode, ty, operands);
        push(
            &mut self.annotations,
            op::OpDecorate,
            &[id, decoration::SpecId, spec_id],
        );
        id
    }

    fn spec_results(&mut self) {
        let ty = self.types.number;
        let one = self.constant(1);
        for _ in 0..6 {
            let all = [&self.spec_numbers[..], &self.spec_results].concat();
            let (a, b) = (self.random.of(&all), self.random.of(&all));
            let truth = self.random.of(&self.spec_truths);
            let apart = |opcode: u16, operands: &[u32]| {
                let mut all = vec![u32::from(opcode)];
                all.extend_from_slice(operands);
                all
            };
            let words = match self.random.up_to(8) {
                0 => {
                    let by = apart(op::OpBitwiseOr, &[b, one]);
                    let by = self.typed(op::OpSpecConstantOp, ty, &by);
                    apart(self.random.of(&[op::OpUDiv, op::OpUMod]), &[a, by])
                }
                1 => apart(op::OpSelect, &[truth, a, b]),
                2 => apart(op::OpNot, &[a]),
                3 => {
                    let pair = self.typed(op::OpSpecConstantComposite, self.types.pair, &[a, b]);
                    let pair = apart(op::OpVectorShuffle, &[pair, pair, 1, 2]);
                    let pair = self.typed(op::OpSpecConstantOp, self.types.pair, &pair);
                    apart(op::OpCompositeExtract, &[pair, 1])
                }
                _ => apart(
                    self.random
                        .of(&[op::OpIAdd, op::OpISub, op::OpIMul, op::OpBitwiseXor]),
                    &[a, b],
                ),
            };
            let id = self.typed(op::OpSpecConstantOp, ty, &words);
            self.spec_results.push(id);
        }
        for _ in 0..2 {
            let (a, b) = (
                self.random.of(&self.spec_results),
                self.random.of(&self.spec_numbers),
            );
            let opcode = self
                .random
                .of(&[op::OpIEqual, op::OpULessThan, op::OpSGreaterThan]);
            let words = [u32::from(opcode), a, b];
            let id = self.typed(op::OpSpecConstantOp, self.types.truth, &words);
            self.spec_truths.push(id);
        }
    }
}
