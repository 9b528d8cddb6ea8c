//! Boolean and 32-bit specialization constants, and `OpSpecConstantOp` and `OpSpecConstantComposite` of them.

use sos_core::tables::{decoration, op};

use super::code::push;
use super::module::Writer;
use crate::job::Specialization;

impl Writer {
    /// Declares the specialization constants. Returns the values to run the module with, and those given to the filter.
    pub fn spec_constants(&mut self) -> (Vec<Specialization>, Vec<(u32, u64)>) {
        let (mut specialization, mut known_constants) = (Vec::new(), Vec::new());
        for spec_id in 0..7 {
            let (default, value) = (self.random.below_u32(6), self.random.below_u32(6));
            let (id, value) = if spec_id < 4 {
                let uint = self.types.uint;
                let id = self.spec_constant(op::OpSpecConstant, uint, &[default], spec_id);
                self.spec_uints.push(id);
                (id, value)
            } else {
                let opcodes = [op::OpSpecConstantTrue, op::OpSpecConstantFalse];
                let opcode = self.random.choose(&opcodes);
                let id = self.spec_constant(opcode, self.types.boolean, &[], spec_id);
                (id, value & 1)
            };
            match spec_id {
                4 | 5 => self.spec_booleans.push(id),
                6 => self.has_int64 = id,
                _ => {}
            }
            let value = if spec_id == 6 { 0 } else { value };
            specialization.push(Specialization {
                id: spec_id,
                value: value.into(),
                size: 4,
            });
            if spec_id == 6 || self.random.percent(60) {
                known_constants.push((spec_id, value.into()));
            }
        }
        self.spec_results();
        (specialization, known_constants)
    }

    fn spec_constant(&mut self, opcode: u16, ty: u32, operands: &[u32], spec_id: u32) -> u32 {
        let id = self.typed_global(opcode, ty, operands);
        push(
            &mut self.annotations,
            op::OpDecorate,
            &[id, decoration::SpecId, spec_id],
        );
        id
    }

    fn spec_results(&mut self) {
        let ty = self.types.uint;
        let one = self.constant(1);
        for _ in 0..6 {
            let all = [&self.spec_uints[..], &self.spec_results].concat();
            let (a, b) = (self.random.choose(&all), self.random.choose(&all));
            let boolean = self.random.choose(&self.spec_booleans);
            let spec_op = |opcode: u16, operands: &[u32]| {
                let mut all = vec![u32::from(opcode)];
                all.extend_from_slice(operands);
                all
            };
            let words = match self.random.below_u32(8) {
                0 => {
                    let by = spec_op(op::OpBitwiseOr, &[b, one]);
                    let by = self.typed_global(op::OpSpecConstantOp, ty, &by);
                    spec_op(self.random.choose(&[op::OpUDiv, op::OpUMod]), &[a, by])
                }
                1 => spec_op(op::OpSelect, &[boolean, a, b]),
                2 => spec_op(op::OpNot, &[a]),
                3 => {
                    let uint2 =
                        self.typed_global(op::OpSpecConstantComposite, self.types.uint2, &[a, b]);
                    let uint2 = spec_op(op::OpVectorShuffle, &[uint2, uint2, 1, 2]);
                    let uint2 = self.typed_global(op::OpSpecConstantOp, self.types.uint2, &uint2);
                    spec_op(op::OpCompositeExtract, &[uint2, 1])
                }
                _ => spec_op(
                    self.random
                        .choose(&[op::OpIAdd, op::OpISub, op::OpIMul, op::OpBitwiseXor]),
                    &[a, b],
                ),
            };
            let id = self.typed_global(op::OpSpecConstantOp, ty, &words);
            self.spec_results.push(id);
        }
        for _ in 0..2 {
            let (a, b) = (
                self.random.choose(&self.spec_results),
                self.random.choose(&self.spec_uints),
            );
            let opcode = self
                .random
                .choose(&[op::OpIEqual, op::OpULessThan, op::OpSGreaterThan]);
            let words = [u32::from(opcode), a, b];
            let id = self.typed_global(op::OpSpecConstantOp, self.types.boolean, &words);
            self.spec_booleans.push(id);
        }
    }
}
