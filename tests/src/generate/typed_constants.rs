//! Specialization constants of 8, 16 and 64 bits and of 16-bit floats, `OpSpecConstantOp` of them, and their use as array
//! lengths, indices and workgroup sizes.

use sos_core::tables::{built_in, decoration, execution_mode, op, storage_class};

use super::code::push;
use super::expressions::BINARY;
use super::module::Writer;
use super::scalars::{ScalarType, Value};
use crate::job::Specialization;

/// The typed specialization constants of a module.
#[derive(Clone, Debug, Default)]
pub struct TypedConstants {
    /// All constants, with those computed from others.
    values: Vec<Value>,
    /// Arrays: the variable, the length as a 32-bit integer, and a valid constant index of any width.
    arrays: Vec<(u32, u32, u32)>,
    /// The x dimension of `LocalSizeId`.
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
    /// Declares constants of the available types.
    pub fn declare_typed_constants(
        &mut self,
        specialization: &mut Vec<Specialization>,
        known_constants: &mut Vec<(u32, u64)>,
    ) {
        let mut spec_id = 16;
        let open = self.random.percent(50);
        if !open {
            *known_constants = specialization
                .iter()
                .map(|one| (one.id, one.value))
                .collect();
        }
        for scalar in self.types.scalars.clone() {
            for _ in 0..2 {
                let [default, value] = [0; 2].map(|_| self.bits(scalar));
                let id = self.literal(op::OpSpecConstant, scalar, default);
                let words = [id, decoration::SpecId, spec_id];
                push(&mut self.annotations, op::OpDecorate, &words);
                self.typed_constants.values.push(Value {
                    id,
                    scalar,
                    count: 1,
                });
                specialization.push(Specialization {
                    id: spec_id,
                    value,
                    size: scalar.bits / 8,
                });
                if !open || self.random.percent(60) {
                    known_constants.push((spec_id, value));
                }
                spec_id += 1;
            }
        }
        let scalars = self.types.scalars.clone();
        for scalar in &scalars {
            for _ in 0..4 {
                self.declare_computed_constant(*scalar);
            }
        }
        let mut integers = scalars;
        integers.retain(|scalar| !scalar.float);
        if !integers.is_empty() {
            for _ in 0..2 {
                let scalar = self.random.choose(&integers);
                self.declare_comparison(scalar);
                let scalar = self.random.choose(&integers);
                self.declare_array_sized_by(scalar);
            }
            let scalar = self.random.choose(&integers);
            // Not with memory, where invocations read what all others of the workgroup have written.
            if self.shape.memory.is_none() && !self.shape.alone {
                self.declare_workgroup_size(scalar);
            }
        }
    }

    /// A random value of a type, often with few bits set.
    fn bits(&mut self, scalar: ScalarType) -> u64 {
        if scalar.float {
            // Neither denormal nor large.
            return u64::from(0x3000 + self.random.below_u32(0x1C00));
        }
        let bits = self.random.bits();
        let bits = match self.random.below_u32(4) {
            0 => bits & 3,
            1 => !(bits & 3),
            _ => bits,
        };
        bits & (u64::MAX >> (64 - scalar.bits))
    }

    /// Declares a constant with the given bits.
    fn literal(&mut self, opcode: u16, scalar: ScalarType, bits: u64) -> u32 {
        let mut words = vec![bits as u32];
        match scalar.bits {
            64 => words.push((bits >> 32) as u32),
            8 if scalar.signed => words[0] = bits as u8 as i8 as u32,
            16 if scalar.signed && !scalar.float => words[0] = bits as u16 as i16 as u32,
            _ => {}
        }
        self.typed_global(opcode, scalar.types[0], &words)
    }

    fn spec_op(&mut self, ty: u32, opcode: u16, operands: &[u32]) -> u32 {
        let operands = [&[u32::from(opcode)], operands].concat();
        self.typed_global(op::OpSpecConstantOp, ty, &operands)
    }

    /// A scalar constant of a type.
    fn scalar_constant(&mut self, scalar: ScalarType) -> u32 {
        let mut values = self.typed_constants.values.clone();
        values.retain(|value| value.scalar == scalar && value.count == 1);
        self.random.choose(&values).id
    }

    /// Declares a constant computed from others.
    fn declare_computed_constant(&mut self, scalar: ScalarType) {
        let ty = scalar.types[0];
        let (a, b) = (self.scalar_constant(scalar), self.scalar_constant(scalar));
        let count = 2 + self.random.below_u32(3);
        let vector = scalar.types[count as usize - 1];
        let kinds = if scalar.float { 4 } else { 12 };
        let (id, count) = match self.random.below_u32(kinds) {
            0 => {
                let boolean = self.random.choose(&self.spec_booleans.clone());
                (self.spec_op(ty, op::OpSelect, &[boolean, a, b]), 1)
            }
            1 => (self.spec_vector(scalar, count), count),
            2 => {
                let (first, second) =
                    (self.spec_vector(scalar, count), self.spec_vector(scalar, 2));
                let components: Vec<u32> = (0..count)
                    .map(|_| self.random.below_u32(count + 2))
                    .collect();
                let operands = [&[first, second][..], &components].concat();
                (self.spec_op(vector, op::OpVectorShuffle, &operands), count)
            }
            3 => (self.extract_from_struct(scalar, count), 1),
            4 => {
                let one = self.literal(op::OpConstant, scalar, 1);
                let mut by = self.spec_op(ty, op::OpBitwiseOr, &[b, one]);
                let mut opcode = self.random.choose(&[op::OpUDiv, op::OpUMod]);
                if scalar.signed {
                    let small = self.literal(op::OpConstant, scalar, 0x3F);
                    by = self.spec_op(ty, op::OpBitwiseAnd, &[by, small]);
                    opcode = op::OpSDiv;
                }
                (self.spec_op(ty, opcode, &[a, by]), 1)
            }
            5 => {
                let by = u64::from(self.random.below_u32(scalar.bits));
                let by = self.literal(op::OpConstant, scalar, by);
                let opcode = self.random.choose(&[
                    op::OpShiftLeftLogical,
                    op::OpShiftRightLogical,
                    op::OpShiftRightArithmetic,
                ]);
                (self.spec_op(ty, opcode, &[a, by]), 1)
            }
            6 => {
                let opcode = self.random.choose(&[op::OpNot, op::OpSNegate]);
                (self.spec_op(ty, opcode, &[a]), 1)
            }
            7 => {
                let opcode = self.random.choose(BINARY);
                let (a, b) = (
                    self.spec_vector(scalar, count),
                    self.spec_vector(scalar, count),
                );
                (self.spec_op(vector, opcode, &[a, b]), count)
            }
            8 => {
                let mut others = self.types.scalars.clone();
                others.retain(|other| !other.float && other.bits != scalar.bits);
                if others.is_empty() || self.random.percent(25) {
                    let from = self.random.choose(&self.spec_uints.clone());
                    (self.converted_constant(ty, from), 1)
                } else {
                    let other = self.random.choose(&others);
                    let from = self.scalar_constant(other);
                    (self.converted_constant(ty, from), 1)
                }
            }
            _ => {
                let opcode = self.random.choose(BINARY);
                (self.spec_op(ty, opcode, &[a, b]), 1)
            }
        };
        self.typed_constants
            .values
            .push(Value { id, scalar, count });
    }

    /// Converts an integer constant to another width. `OpUConvert` is allowed in `OpSpecConstantOp` since SPIR-V 1.4.
    fn converted_constant(&mut self, ty: u32, from: u32) -> u32 {
        let mut scalars = self.types.scalars.iter();
        let signed = scalars.any(|scalar| scalar.signed && scalar.types[0] == ty);
        let opcode = match self.spirv_1_5() && !signed && self.random.percent(50) {
            true => op::OpUConvert,
            false => op::OpSConvert,
        };
        self.spec_op(ty, opcode, &[from])
    }

    fn spec_vector(&mut self, scalar: ScalarType, count: u32) -> u32 {
        let parts: Vec<u32> = (0..count).map(|_| self.scalar_constant(scalar)).collect();
        let ty = scalar.types[count as usize - 1];
        self.typed_global(op::OpSpecConstantComposite, ty, &parts)
    }

    /// Constructs a struct of a scalar, a vector and an array, and extracts a scalar from it.
    fn extract_from_struct(&mut self, scalar: ScalarType, count: u32) -> u32 {
        let (one, vector) = (scalar.types[0], scalar.types[count as usize - 1]);
        let length = self.constant(3);
        let array = self.global(op::OpTypeArray, &[one, length]);
        let record = self.global(op::OpTypeStruct, &[one, vector, array]);
        let mut parts = vec![
            self.scalar_constant(scalar),
            self.spec_vector(scalar, count),
        ];
        let elements: Vec<u32> = (0..3).map(|_| self.scalar_constant(scalar)).collect();
        parts.push(self.typed_global(op::OpSpecConstantComposite, array, &elements));
        let mut all = self.typed_global(op::OpSpecConstantComposite, record, &parts);
        let path = [self.random.choose(&[1, 2]), self.random.below_u32(2)];
        if self.random.percent(50) {
            let part = self.scalar_constant(scalar);
            let operands = [part, all, path[0], path[1]];
            all = self.spec_op(record, op::OpCompositeInsert, &operands);
        }
        let path = match self.random.below_u32(4) {
            0 => vec![0],
            1 => path.to_vec(),
            _ => vec![self.random.choose(&[1, 2]), self.random.below_u32(2)],
        };
        let operands = [&[all][..], &path].concat();
        self.spec_op(one, op::OpCompositeExtract, &operands)
    }

    /// Declares a comparison of two constants.
    fn declare_comparison(&mut self, scalar: ScalarType) {
        let (a, b) = (self.scalar_constant(scalar), self.scalar_constant(scalar));
        let opcode = self.random.choose(COMPARE);
        let id = self.spec_op(self.types.boolean, opcode, &[a, b]);
        self.spec_booleans.push(id);
    }

    /// A constant of a type that is at least `least` and less than `least + most`, where `most` is a power of two; and the same
    /// as a 32-bit integer.
    fn constant_in_range(&mut self, scalar: ScalarType, max: u32, min: u64) -> (u32, u32) {
        let ty = scalar.types[0];
        let a = self.scalar_constant(scalar);
        let mask = self.literal(op::OpConstant, scalar, u64::from(max - 1));
        let min = self.literal(op::OpConstant, scalar, min);
        let few = self.spec_op(ty, op::OpBitwiseAnd, &[a, mask]);
        let few = self.spec_op(ty, op::OpIAdd, &[few, min]);
        (few, self.converted_constant(self.types.uint, few))
    }

    /// Declares an array whose length is a constant.
    fn declare_array_sized_by(&mut self, scalar: ScalarType) {
        let (length, uint) = self.constant_in_range(scalar, 4, 1);
        let length = if self.random.percent(60) {
            length
        } else {
            uint
        };
        let ty = self.global(op::OpTypeArray, &[self.types.uint, length]);
        let variable = self.variable(storage_class::Private, ty);
        let one = self.literal(op::OpConstant, scalar, 1);
        let (few, _) = self.constant_in_range(scalar, 1, 0);
        let last = match length == uint {
            true => few,
            false => self.spec_op(scalar.types[0], op::OpISub, &[length, one]),
        };
        self.typed_constants.arrays.push((variable, uint, last));
        self.spec_results.push(uint);
    }

    /// Makes the size of the workgroup a constant, by `WorkgroupSize` or `LocalSizeId`.
    fn declare_workgroup_size(&mut self, scalar: ScalarType) {
        let (_, wide) = self.constant_in_range(scalar, 8, 1);
        let one = self.constant(1);
        if self.spirv_1_5() && self.random.percent(40) {
            self.typed_constants.size = Some(wide);
            return;
        }
        let parts = [wide, one, one];
        let size = self.typed_global(op::OpSpecConstantComposite, self.types.uint3, &parts);
        let words = [size, decoration::BuiltIn, built_in::WorkgroupSize];
        push(&mut self.annotations, op::OpDecorate, &words);
    }

    /// The opcode and operands of the execution mode for the size of the workgroup.
    pub fn local_size(&mut self, main: u32, workgroup: u32) -> (u16, [u32; 5]) {
        let one = self.constant(1);
        match self.typed_constants.size {
            Some(size) => {
                let words = [main, execution_mode::LocalSizeId, size, one, one];
                (op::OpExecutionModeId, words)
            }
            None => {
                let words = [main, execution_mode::LocalSize, workgroup, 1, 1];
                (op::OpExecutionMode, words)
            }
        }
    }

    /// An integer computed from a typed constant.
    pub fn use_typed_constant(&mut self, depth: u32) -> u32 {
        if !self.typed_constants.arrays.is_empty() && self.random.percent(25) {
            return self.use_sized_array();
        }
        let value = self.random.choose(&self.typed_constants.values.clone());
        let value = match self.random.percent(50) {
            true => self.apply_operations(value, depth.min(1)),
            false => value,
        };
        self.digest(value)
    }

    fn use_sized_array(&mut self) -> u32 {
        let (variable, length, last) = self.random.choose(&self.typed_constants.arrays.clone());
        let uint = self.types.uint;
        let (at, value) = (self.uint(0), self.uint(0));
        let at = self.op(op::OpUMod, uint, &[at, length]);
        let [first, second] = [at, last].map(|at| {
            self.op(
                op::OpAccessChain,
                self.types.private_pointer,
                &[variable, at],
            )
        });
        self.no_result(op::OpStore, &[first, value]);
        let other = self.uint(0);
        self.no_result(op::OpStore, &[second, other]);
        self.op(op::OpLoad, uint, &[first])
    }
}
