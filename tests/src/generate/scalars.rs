//! Arithmetic on other scalar types than 32-bit unsigned integers: 8-, 16- and 64-bit integers and 16-bit floats, and vectors
//! of them.
//!
//! A value is converted from 32-bit integers to such a type, changed by some operations, and converted back
//! ([`Writer::digest`]). Results that the specification leaves undefined are avoided: quotients of floats, the sign of zero,
//! the payload of NaN, the sign of a remainder.

use sos_core::tables::{decoration, op, storage_class};

use super::code::push;
use super::module::{Writer, INVOCATIONS};

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarType {
    /// The width in bits.
    pub bits: u32,
    /// The signedness of the type; floats are signed.
    pub signed: bool,
    /// Whether it is a floating-point type.
    pub float: bool,
    /// Ids of the scalar type and of its vectors of two to four components.
    pub types: [u32; 4],
    /// A `Private` variable of each.
    pub variables: [u32; 4],
    /// A `Workgroup` array with an element per invocation, or 0.
    shared: u32,
}

/// A scalar or vector value.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub id: u32,
    pub scalar: ScalarType,
    pub count: u32,
}

impl Value {
    pub fn ty(self) -> u32 {
        self.scalar.types[self.count as usize - 1]
    }
}

/// Operations on two integers that are defined for all operands.
const INTEGERS: &[u16] = &[
    op::OpIAdd,
    op::OpISub,
    op::OpIMul,
    op::OpBitwiseAnd,
    op::OpBitwiseOr,
    op::OpBitwiseXor,
];

const FLOATS: &[u16] = &[op::OpFAdd, op::OpFSub, op::OpFMul];

const COMPARE_INTEGERS: &[u16] = &[
    op::OpIEqual,
    op::OpINotEqual,
    op::OpULessThan,
    op::OpUGreaterThan,
    op::OpULessThanEqual,
    op::OpUGreaterThanEqual,
    op::OpSLessThan,
    op::OpSGreaterThan,
    op::OpSLessThanEqual,
    op::OpSGreaterThanEqual,
];

const COMPARE_FLOATS: &[u16] = &[
    op::OpFOrdEqual,
    op::OpFUnordEqual,
    op::OpFUnordNotEqual,
    op::OpFOrdLessThan,
    op::OpFUnordLessThan,
    op::OpFOrdGreaterThanEqual,
    op::OpFUnordGreaterThan,
];

impl Writer {
    /// Declares the vectors of a scalar type.
    pub fn with_vectors(&mut self, scalar: u32) -> [u32; 4] {
        let mut types = [scalar; 4];
        for (at, ty) in types.iter_mut().enumerate().skip(1) {
            *ty = self.global(op::OpTypeVector, &[scalar, at as u32 + 1]);
        }
        types
    }

    /// Declares a scalar type that has its vectors, with variables for them.
    pub fn declare_scalar(
        &mut self,
        types: [u32; 4],
        bits: u32,
        signed: bool,
        float: bool,
    ) -> ScalarType {
        let scalar = types[0];
        let variables = types.map(|ty| self.variable(storage_class::Private, ty));
        let shared = match self.has_workgroup_blocks() {
            // Blocks and other variables may not both be in the `Workgroup` storage class.
            true => 0,
            false => {
                let count = self.constant(INVOCATIONS);
                let all = self.global(op::OpTypeArray, &[scalar, count]);
                self.variable(storage_class::Workgroup, all)
            }
        };
        ScalarType {
            bits,
            signed,
            float,
            types,
            variables,
            shared,
        }
    }

    /// An integer computed through another type.
    pub fn through_another_type(&mut self, uint: u32, depth: u32) -> u32 {
        if self.shape.typed_constants && self.random.percent(40) {
            return self.use_typed_constant(depth);
        }
        let value = self.value_of_random_type(uint, depth);
        let value = self.apply_operations(value, depth);
        self.digest(value)
    }

    /// Selects between two values of another type by a phi.
    pub fn phi_of_another_type(&mut self) {
        let uint = self.uint(1);
        let first = self.value_of_random_type(uint, 1);
        let id = self.phi_of_two(first.ty(), |w, _| w.apply_operations(first, 1).id);
        let phi = Value { id, ..first };
        let result = self.digest(phi);
        self.code.registers[1] = result;
    }

    /// Constructs a value of a random type from integers.
    fn value_of_random_type(&mut self, uint: u32, depth: u32) -> Value {
        let scalar = self.random.choose(&self.types.scalars.clone());
        let count = self.random.choose(&[1, 1, 2, 3, 4]);
        self.construct_from_uints(scalar, count, uint, depth)
    }

    /// Constructs a value of a type from integers; the first one is given.
    pub fn construct_from_uints(
        &mut self,
        scalar: ScalarType,
        count: u32,
        uint: u32,
        depth: u32,
    ) -> Value {
        let parts: Vec<u32> = (0..count)
            .map(|at| {
                let part = match at {
                    0 => uint,
                    _ => self.uint(depth.min(1)),
                };
                self.convert_uint(scalar, part)
            })
            .collect();
        self.composite(scalar, &parts)
    }

    /// A scalar, or a vector constructed from scalars.
    pub fn composite(&mut self, scalar: ScalarType, parts: &[u32]) -> Value {
        let count = parts.len() as u32;
        let ty = scalar.types[parts.len() - 1];
        let id = match parts {
            [one] => *one,
            _ => self.op(op::OpCompositeConstruct, ty, parts),
        };
        Value { id, scalar, count }
    }

    /// Converts a 32-bit integer to a scalar type by its low bits. 64-bit integers also get some high bits.
    fn convert_uint(&mut self, scalar: ScalarType, uint: u32) -> u32 {
        if scalar.bits == 32 {
            return match (scalar.float, scalar.signed) {
                (true, _) => self.integral_float(scalar, uint),
                (false, true) => self.op(op::OpBitcast, scalar.types[0], &[uint]),
                (false, false) => uint,
            };
        }
        if scalar.float {
            // Half of the floats are small integral values, for exact sums; the others have any bits.
            return if self.random.percent(50) {
                self.integral_float(scalar, uint)
            } else {
                let uint2 = self.op(op::OpBitcast, scalar.types[1], &[uint]);
                let at = self.random.below_u32(2);
                self.op(op::OpCompositeExtract, scalar.types[0], &[uint2, at])
            };
        }
        let convert = if scalar.signed {
            op::OpSConvert
        } else {
            op::OpUConvert
        };
        let value = self.op(convert, scalar.types[0], &[uint]);
        if scalar.bits == 64 && self.random.percent(50) {
            let by = self.constant(29);
            let high = self.op(op::OpShiftLeftLogical, scalar.types[0], &[value, by]);
            return self.op(op::OpBitwiseXor, scalar.types[0], &[value, high]);
        }
        value
    }

    /// The low ten bits of an integer as an integral float, exactly.
    pub fn integral_float(&mut self, scalar: ScalarType, uint: u32) -> u32 {
        let mask = self.constant(0x3FF);
        let low = self.op(op::OpBitwiseAnd, self.types.uint, &[uint, mask]);
        self.op(op::OpConvertUToF, scalar.types[0], &[low])
    }

    /// An integer constant in all components.
    fn splat(&mut self, like: Value, value: u32) -> u32 {
        let uint = self.constant(value);
        let convert = if like.scalar.signed {
            op::OpSConvert
        } else {
            op::OpUConvert
        };
        let one = self.op(convert, like.scalar.types[0], &[uint]);
        match like.count {
            1 => one,
            count => self.op(
                op::OpCompositeConstruct,
                like.ty(),
                &[one; 4][..count as usize],
            ),
        }
    }

    /// Applies some operations to a value.
    pub fn apply_operations(&mut self, value: Value, depth: u32) -> Value {
        let mut value = value;
        for _ in 0..1 + self.random.below_u32(3) {
            let uint = self.uint(depth.min(1));
            let mut parts = vec![self.convert_uint(value.scalar, uint)];
            while parts.len() < value.count as usize {
                let part = self.random.choose(&self.code.registers);
                parts.push(self.convert_uint(value.scalar, part));
            }
            let other = match value.count {
                1 => parts[0],
                _ => self.op(op::OpCompositeConstruct, value.ty(), &parts),
            };
            value.id = if value.scalar.float {
                self.float_operation(value, other)
            } else {
                self.integer_operation(value, other)
            };
        }
        value
    }

    /// The Boolean type with so many components.
    pub fn bool_type(&self, count: u32) -> u32 {
        match count {
            1 => self.types.boolean,
            _ => self.types.bool_vectors[count as usize - 2],
        }
    }

    fn float_operation(&mut self, value: Value, other: u32) -> u32 {
        let (ty, id) = (value.ty(), value.id);
        match self.random.below_u32(7) {
            0 => {
                let bool_type = self.bool_type(value.count);
                let opcode = self.random.choose(COMPARE_FLOATS);
                let boolean = self.op(opcode, bool_type, &[id, other]);
                self.op(op::OpSelect, ty, &[boolean, other, id])
            }
            1 => self.op(op::OpFNegate, ty, &[id]),
            2 => self.through_memory(value),
            _ => {
                let opcode = self.random.choose(FLOATS);
                let result = self.op(opcode, ty, &[id, other]);
                // Without this decoration a driver may replace `(a + b) - a` by `b`.
                let words = [result, decoration::NoContraction];
                push(&mut self.annotations, op::OpDecorate, &words);
                result
            }
        }
    }

    fn integer_operation(&mut self, value: Value, other: u32) -> u32 {
        let (ty, id) = (value.ty(), value.id);
        let bits = value.scalar.bits;
        match self.random.below_u32(12) {
            0 => {
                let mask = self.splat(value, bits - 1);
                let by = self.op(op::OpBitwiseAnd, ty, &[other, mask]);
                let opcode = self.random.choose(&[
                    op::OpShiftLeftLogical,
                    op::OpShiftRightLogical,
                    op::OpShiftRightArithmetic,
                ]);
                self.op(opcode, ty, &[id, by])
            }
            // The types of OpUDiv and OpUMod are unsigned.
            1 if !value.scalar.signed => {
                let one = self.splat(value, 1);
                let by = self.op(op::OpBitwiseOr, ty, &[other, one]);
                let opcode = self.random.choose(&[op::OpUDiv, op::OpUMod]);
                self.op(opcode, ty, &[id, by])
            }
            2 => {
                let (small, one) = (self.splat(value, 0x3F), self.splat(value, 1));
                let by = self.op(op::OpBitwiseAnd, ty, &[other, small]);
                let by = self.op(op::OpBitwiseOr, ty, &[by, one]);
                self.op(op::OpSDiv, ty, &[id, by])
            }
            3 => {
                let (small, one) = (self.splat(value, 0x3F), self.splat(value, 1));
                let by = self.op(op::OpBitwiseAnd, ty, &[other, small]);
                let by = self.op(op::OpBitwiseOr, ty, &[by, one]);
                // Clears the sign bit.
                let shift = self.splat(value, 1);
                let positive = self.op(op::OpShiftRightLogical, ty, &[id, shift]);
                let opcode = self.random.choose(&[op::OpSRem, op::OpSMod]);
                self.op(opcode, ty, &[positive, by])
            }
            4 | 5 => {
                let bool_type = self.bool_type(value.count);
                let opcode = self.random.choose(COMPARE_INTEGERS);
                let boolean = self.op(opcode, bool_type, &[id, other]);
                self.op(op::OpSelect, ty, &[boolean, other, id])
            }
            6 => {
                let opcode = self.random.choose(&[op::OpNot, op::OpSNegate]);
                self.op(opcode, ty, &[id])
            }
            7 => self.through_memory(value),
            8 => self.through_another_integer_type(value),
            _ => {
                let opcode = self.random.choose(INTEGERS);
                self.op(opcode, ty, &[id, other])
            }
        }
    }

    /// Stores and loads a value, in a `Private` variable or in the invocation's element of a `Workgroup` array.
    fn through_memory(&mut self, value: Value) -> u32 {
        let mut variable = value.scalar.variables[value.count as usize - 1];
        if value.count == 1 && self.random.percent(50) && value.scalar.shared != 0 {
            let pointer = self.pointer(storage_class::Workgroup, value.ty());
            let at = self.load_invocation_id();
            variable = self.op(op::OpAccessChain, pointer, &[value.scalar.shared, at]);
        }
        self.no_result(op::OpStore, &[variable, value.id]);
        self.op(op::OpLoad, value.ty(), &[variable])
    }

    /// Converts to another integer type and back, with or without sign extension.
    fn through_another_integer_type(&mut self, value: Value) -> u32 {
        let integers: Vec<ScalarType> = self
            .types
            .scalars
            .iter()
            .copied()
            .filter(|scalar| !scalar.float && scalar.bits != value.scalar.bits)
            .collect();
        if integers.is_empty() {
            return value.id;
        }
        let third = self.random.choose(&integers);
        let convert = |scalar: ScalarType| {
            if scalar.signed {
                op::OpSConvert
            } else {
                op::OpUConvert
            }
        };
        let ty = third.types[value.count as usize - 1];
        let there = self.op(convert(third), ty, &[value.id]);
        self.op(convert(value.scalar), value.ty(), &[there])
    }

    /// A 32-bit integer that depends on all bits of a value, except on the sign of zero and the payload of NaN, which are
    /// undefined without float controls.
    pub fn digest(&mut self, value: Value) -> u32 {
        let uint = self.types.uint;
        let mut sum = self.constant(0);
        for at in 0..value.count {
            let part = match value.count {
                1 => value.id,
                _ => self.op(
                    op::OpCompositeExtract,
                    value.scalar.types[0],
                    &[value.id, at],
                ),
            };
            let (three, nan) = (self.constant(3), self.constant(0x7E00));
            let digest = if value.scalar.float {
                let all = match value.scalar.bits {
                    32 => part,
                    _ => self.op(
                        op::OpCompositeConstruct,
                        value.scalar.types[1],
                        &[part, part],
                    ),
                };
                let word = self.op(op::OpBitcast, uint, &[all]);
                let zero = self.typed_global(op::OpConstantNull, value.scalar.types[0], &[]);
                let boolean = self.op(op::OpFOrdNotEqual, self.types.boolean, &[part, zero]);
                self.op(op::OpSelect, uint, &[boolean, word, nan])
            } else if value.scalar.bits == 64 {
                let by = self.constant(32);
                let high = self.op(op::OpShiftRightLogical, value.scalar.types[0], &[part, by]);
                let high = self.op(op::OpUConvert, uint, &[high]);
                let low = self.op(op::OpUConvert, uint, &[part]);
                let high = self.op(op::OpIMul, uint, &[high, nan]);
                self.op(op::OpBitwiseXor, uint, &[high, low])
            } else if value.scalar.bits == 32 {
                match value.scalar.signed {
                    true => self.op(op::OpBitcast, uint, &[part]),
                    false => part,
                }
            } else {
                // Zero and sign extension both expose excess bits.
                let opcode = self.random.choose(&[op::OpUConvert, op::OpSConvert]);
                self.op(opcode, uint, &[part])
            };
            let moved = self.op(op::OpIMul, uint, &[sum, three]);
            sum = self.op(op::OpIAdd, uint, &[moved, digest]);
        }
        sum
    }
}
