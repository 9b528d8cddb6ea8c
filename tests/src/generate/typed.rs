//! Specialization constants of 8, 16 and 64 bits and of 16-bit floats, what is computed of them, and what is as large as
//! they say: arrays, indices and workgroups.

use sos_core::tables::{built_in, decoration, execution_mode, op, storage_class};

use super::choose::Choose as _;
use super::code::push;
use super::expressions::BINARY;
use super::module::Writer;
use super::widths::{Value, Width};
use crate::job::Specialization;

/// What a module has of them.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// Constants, computed ones among them.
    values: Vec<Value>,
    /// Arrays: the variable, and length and index as 32-bit numbers. The index as it is, of any width.
    arrays: Vec<(u32, u32, u32)>,
    /// The workgroup's size.
    size: Option<u32>,
}

const COMPARE: &[u16] = &[
    op::OpIEqual,
    op::OpINotEqual,
    op::OpULessThan,
    op::OpUGreaterThanEqual,
    op::OpSLessThan,
    op::OpSGreaterThanEqual,
];

impl Writer {
    /// Adds constants of the widths that there are.
    pub fn typed_constants(
        &mut self,
        specialization: &mut Vec<Specialization>,
        told: &mut Vec<(u32, u64)>,
    ) {
        let mut spec_id = 16;
        let open = self.random.percent(50);
        if !open {
            *told = specialization
                .iter()
                .map(|one| (one.id, one.value))
                .collect();
        }
        for width in self.types.widths.clone() {
            for _ in 0..2 {
                let [default, value] = [0; 2].map(|_| self.bits(width));
                let id = self.literal(op::OpSpecConstant, width, default);
                let words = [id, decoration::SpecId, spec_id];
                push(&mut self.annotations, op::OpDecorate, &words);
                self.typed.values.push(Value {
                    id,
                    width,
                    count: 1,
                });
                specialization.push(Specialization {
                    id: spec_id,
                    value,
                    size: width.bits / 8,
                });
                if !open || self.random.percent(60) {
                    told.push((spec_id, value));
                }
                spec_id += 1;
            }
        }
        let widths = self.types.widths.clone();
        for width in &widths {
            for _ in 0..4 {
                self.computed(*width);
            }
        }
        let mut integers = widths;
        integers.retain(|width| !width.float);
        if !integers.is_empty() {
            for _ in 0..2 {
                let width = self.random.of(&integers);
                self.compared(width);
                let width = self.random.of(&integers);
                self.array_of(width);
            }
            let width = self.random.of(&integers);
            // Where invocations read what others of the workgroup left, it has all of them.
            if self.shape.memory.is_none() {
                self.sized_by(width);
            }
        }
    }

    /// Bits of a number of a width, often few.
    fn bits(&mut self, width: Width) -> u64 {
        if width.float {
            // Neither denormal nor large.
            return u64::from(0x3000 + self.random.up_to(0x1C00));
        }
        let bits = self.random.bits();
        let bits = match self.random.up_to(4) {
            0 => bits & 3,
            1 => !(bits & 3),
            _ => bits,
        };
        bits & (u64::MAX >> (64 - width.bits))
    }

    /// A constant with bits for a value.
    fn literal(&mut self, opcode: u16, width: Width, bits: u64) -> u32 {
        let mut words = vec![bits as u32];
        match width.bits {
            64 => words.push((bits >> 32) as u32),
            8 if width.signed => words[0] = bits as u8 as i8 as u32,
            16 if width.signed && !width.float => words[0] = bits as u16 as i16 as u32,
            _ => {}
        }
        self.typed(opcode, width.types[0], &words)
    }

    fn spec_op(&mut self, ty: u32, opcode: u16, operands: &[u32]) -> u32 {
        let operands = [&[u32::from(opcode)], operands].concat();
        self.typed(op::OpSpecConstantOp, ty, &operands)
    }

    /// A scalar constant of a width.
    fn one_of(&mut self, width: Width) -> u32 {
        let mut values = self.typed.values.clone();
        values.retain(|value| value.width == width && value.count == 1);
        self.random.of(&values).id
    }

    /// Computes a constant of others.
    fn computed(&mut self, width: Width) {
        let ty = width.types[0];
        let (a, b) = (self.one_of(width), self.one_of(width));
        let count = 2 + self.random.up_to(3);
        let vector = width.types[count as usize - 1];
        let kinds = if width.float { 4 } else { 12 };
        let (id, count) = match self.random.up_to(kinds) {
            0 => {
                let truth = self.random.of(&self.spec_truths.clone());
                (self.spec_op(ty, op::OpSelect, &[truth, a, b]), 1)
            }
            1 => (self.spec_vector(width, count), count),
            2 => {
                let (first, second) = (self.spec_vector(width, count), self.spec_vector(width, 2));
                let lanes: Vec<u32> = (0..count).map(|_| self.random.up_to(count + 2)).collect();
                let operands = [&[first, second][..], &lanes].concat();
                (self.spec_op(vector, op::OpVectorShuffle, &operands), count)
            }
            3 => (self.by_struct(width, count), 1),
            4 => {
                let one = self.literal(op::OpConstant, width, 1);
                let mut by = self.spec_op(ty, op::OpBitwiseOr, &[b, one]);
                let mut opcode = self.random.of(&[op::OpUDiv, op::OpUMod]);
                if width.signed {
                    let small = self.literal(op::OpConstant, width, 0x3F);
                    by = self.spec_op(ty, op::OpBitwiseAnd, &[by, small]);
                    opcode = op::OpSDiv;
                }
                (self.spec_op(ty, opcode, &[a, by]), 1)
            }
            5 => {
                let by = u64::from(self.random.up_to(width.bits));
                let by = self.literal(op::OpConstant, width, by);
                let opcode = self.random.of(&[
                    op::OpShiftLeftLogical,
                    op::OpShiftRightLogical,
                    op::OpShiftRightArithmetic,
                ]);
                (self.spec_op(ty, opcode, &[a, by]), 1)
            }
            6 => {
                let opcode = self.random.of(&[op::OpNot, op::OpSNegate]);
                (self.spec_op(ty, opcode, &[a]), 1)
            }
            7 => {
                let opcode = self.random.of(BINARY);
                let (a, b) = (
                    self.spec_vector(width, count),
                    self.spec_vector(width, count),
                );
                (self.spec_op(vector, opcode, &[a, b]), count)
            }
            8 => {
                let mut others = self.types.widths.clone();
                others.retain(|other| !other.float && other.bits != width.bits);
                if others.is_empty() || self.random.percent(25) {
                    let from = self.random.of(&self.spec_numbers.clone());
                    (self.converted_constant(ty, from), 1)
                } else {
                    let other = self.random.of(&others);
                    let from = self.one_of(other);
                    (self.converted_constant(ty, from), 1)
                }
            }
            _ => {
                let opcode = self.random.of(BINARY);
                (self.spec_op(ty, opcode, &[a, b]), 1)
            }
        };
        self.typed.values.push(Value { id, width, count });
    }

    /// An integer of another width. Without signs only since SPIR-V 1.4.
    fn converted_constant(&mut self, ty: u32, from: u32) -> u32 {
        let mut widths = self.types.widths.iter();
        let signed = widths.any(|width| width.signed && width.types[0] == ty);
        let opcode = match self.later() && !signed && self.random.percent(50) {
            true => op::OpUConvert,
            false => op::OpSConvert,
        };
        self.spec_op(ty, opcode, &[from])
    }

    fn spec_vector(&mut self, width: Width, count: u32) -> u32 {
        let parts: Vec<u32> = (0..count).map(|_| self.one_of(width)).collect();
        let ty = width.types[count as usize - 1];
        self.typed(op::OpSpecConstantComposite, ty, &parts)
    }

    /// By a struct of a number, a vector and an array, from which a number is taken.
    fn by_struct(&mut self, width: Width, count: u32) -> u32 {
        let (one, vector) = (width.types[0], width.types[count as usize - 1]);
        let length = self.constant(3);
        let array = self.global(op::OpTypeArray, &[one, length]);
        let record = self.global(op::OpTypeStruct, &[one, vector, array]);
        let mut parts = vec![self.one_of(width), self.spec_vector(width, count)];
        let elements: Vec<u32> = (0..3).map(|_| self.one_of(width)).collect();
        parts.push(self.typed(op::OpSpecConstantComposite, array, &elements));
        let mut all = self.typed(op::OpSpecConstantComposite, record, &parts);
        let path = [self.random.of(&[1, 2]), self.random.up_to(2)];
        if self.random.percent(50) {
            let part = self.one_of(width);
            let operands = [part, all, path[0], path[1]];
            all = self.spec_op(record, op::OpCompositeInsert, &operands);
        }
        let path = match self.random.up_to(4) {
            0 => vec![0],
            1 => path.to_vec(),
            _ => vec![self.random.of(&[1, 2]), self.random.up_to(2)],
        };
        let operands = [&[all][..], &path].concat();
        self.spec_op(one, op::OpCompositeExtract, &operands)
    }

    /// A truth about two constants.
    fn compared(&mut self, width: Width) {
        let (a, b) = (self.one_of(width), self.one_of(width));
        let opcode = self.random.of(COMPARE);
        let id = self.spec_op(self.types.truth, opcode, &[a, b]);
        self.spec_truths.push(id);
    }

    /// A number from 0 to one below `most`, which is a power of two, of a width; and as one of 32 bits.
    fn few(&mut self, width: Width, most: u32, least: u64) -> (u32, u32) {
        let ty = width.types[0];
        let a = self.one_of(width);
        let mask = self.literal(op::OpConstant, width, u64::from(most - 1));
        let least = self.literal(op::OpConstant, width, least);
        let few = self.spec_op(ty, op::OpBitwiseAnd, &[a, mask]);
        let few = self.spec_op(ty, op::OpIAdd, &[few, least]);
        (few, self.converted_constant(self.types.number, few))
    }

    /// An array that is as long as a constant says.
    fn array_of(&mut self, width: Width) {
        let (length, number) = self.few(width, 4, 1);
        let length = if self.random.percent(60) {
            length
        } else {
            number
        };
        let ty = self.global(op::OpTypeArray, &[self.types.number, length]);
        let variable = self.variable(storage_class::Private, ty);
        let one = self.literal(op::OpConstant, width, 1);
        let (few, _) = self.few(width, 1, 0);
        let last = match length == number {
            true => few,
            false => self.spec_op(width.types[0], op::OpISub, &[length, one]),
        };
        self.typed.arrays.push((variable, number, last));
        self.spec_results.push(number);
    }

    /// A workgroup that is as wide as a constant says.
    fn sized_by(&mut self, width: Width) {
        let (_, wide) = self.few(width, 8, 1);
        let one = self.constant(1);
        if self.later() && self.random.percent(40) {
            self.typed.size = Some(wide);
            return;
        }
        let parts = [wide, one, one];
        let size = self.typed(op::OpSpecConstantComposite, self.types.triple, &parts);
        let words = [size, decoration::BuiltIn, built_in::WorkgroupSize];
        push(&mut self.annotations, op::OpDecorate, &words);
    }

    /// The execution mode of an entry point, and its opcode.
    pub fn local_size(&mut self, main: u32, width: u32) -> (u16, [u32; 5]) {
        let one = self.constant(1);
        match self.typed.size {
            Some(size) => {
                let words = [main, execution_mode::LocalSizeId, size, one, one];
                (op::OpExecutionModeId, words)
            }
            None => {
                let words = [main, execution_mode::LocalSize, width, 1, 1];
                (op::OpExecutionMode, words)
            }
        }
    }

    /// A number of such a constant.
    pub fn by_typed_constant(&mut self, depth: u32) -> u32 {
        if !self.typed.arrays.is_empty() && self.random.percent(25) {
            return self.by_array_of_constant();
        }
        let value = self.random.of(&self.typed.values.clone());
        let value = match self.random.percent(50) {
            true => self.changed(value, depth.min(1)),
            false => value,
        };
        self.back(value)
    }

    fn by_array_of_constant(&mut self) -> u32 {
        let (variable, length, last) = self.random.of(&self.typed.arrays.clone());
        let number = self.types.number;
        let (at, value) = (self.number(0), self.number(0));
        let at = self.op(op::OpUMod, number, &[at, length]);
        let [first, second] =
            [at, last].map(|at| self.op(op::OpAccessChain, self.types.private, &[variable, at]));
        self.no_result(op::OpStore, &[first, value]);
        let other = self.number(0);
        self.no_result(op::OpStore, &[second, other]);
        self.op(op::OpLoad, number, &[first])
    }
}
