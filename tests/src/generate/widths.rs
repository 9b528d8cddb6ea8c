//! Numbers of other types than the registers have: 8-, 16- and 64-bit integers and 16-bit floats, scalars and vectors.
//!
//! A value goes from 32 bits to such a type, through some operations there, and back. What the specification leaves open
//! is kept out: quotients of floats, the sign of a zero, the payload of a NaN, the sign of a remainder.

use sos_core::tables::{decoration, op, storage_class};

use super::choose::Choose as _;
use super::code::push;
use super::module::{Writer, INVOCATIONS};

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// In bits.
    pub bits: u32,
    /// What the type says; floats are signed.
    pub signed: bool,
    /// Whether it is a float.
    pub float: bool,
    /// Ids of the scalar and of vectors of two to four.
    pub types: [u32; 4],
    /// A variable of each, in memory of the invocation's own.
    pub variables: [u32; 4],
    /// An array with a scalar of each invocation, in memory of the workgroup's. 0 if there is none.
    shared: u32,
}

/// A value of such a type.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub id: u32,
    pub width: Width,
    pub count: u32,
}

impl Value {
    pub fn ty(self) -> u32 {
        self.width.types[self.count as usize - 1]
    }
}

/// Operations on two integers that are defined whatever these are.
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
    /// A scalar type with its vectors.
    pub fn with_vectors(&mut self, scalar: u32) -> [u32; 4] {
        let mut types = [scalar; 4];
        for (at, ty) in types.iter_mut().enumerate().skip(1) {
            *ty = self.global(op::OpTypeVector, &[scalar, at as u32 + 1]);
        }
        types
    }

    /// A scalar type of the module with its vectors, and memory for them.
    pub fn width(&mut self, types: [u32; 4], bits: u32, signed: bool, float: bool) -> Width {
        let scalar = types[0];
        let variables = types.map(|ty| self.variable(storage_class::Private, ty));
        let shared = match self.has_blocks() {
            // Nothing else is in memory of the workgroup's then.
            true => 0,
            false => {
                let count = self.constant(INVOCATIONS);
                let all = self.global(op::OpTypeArray, &[scalar, count]);
                self.variable(storage_class::Workgroup, all)
            }
        };
        Width {
            bits,
            signed,
            float,
            types,
            variables,
            shared,
        }
    }

    /// A number by way of another type.
    pub fn by_another_width(&mut self, number: u32, depth: u32) -> u32 {
        if self.shape.constants && self.random.percent(40) {
            return self.by_typed_constant(depth);
        }
        let value = self.other(number, depth);
        let value = self.changed(value, depth);
        self.back(value)
    }

    /// A choice between two values of another type by a phi.
    pub fn choose_another_width(&mut self) {
        let number = self.number(1);
        let first = self.other(number, 1);
        let id = self.value_of_two(first.ty(), |w, _| w.changed(first, 1).id);
        let phi = Value { id, ..first };
        let result = self.back(phi);
        self.code.registers[1] = result;
    }

    /// A value of some other type, made from numbers.
    fn other(&mut self, number: u32, depth: u32) -> Value {
        let width = self.random.of(&self.types.widths.clone());
        let count = self.random.of(&[1, 1, 2, 3, 4]);
        self.made_of(width, count, number, depth)
    }

    /// A value of another type, made from numbers.
    pub fn made_of(&mut self, width: Width, count: u32, number: u32, depth: u32) -> Value {
        let parts: Vec<u32> = (0..count)
            .map(|at| {
                let part = match at {
                    0 => number,
                    _ => self.number(depth.min(1)),
                };
                self.scalar(width, part)
            })
            .collect();
        self.value(width, &parts)
    }

    /// A scalar, or the vector of several.
    pub fn value(&mut self, width: Width, parts: &[u32]) -> Value {
        let count = parts.len() as u32;
        let ty = width.types[parts.len() - 1];
        let id = match parts {
            [one] => *one,
            _ => self.op(op::OpCompositeConstruct, ty, parts),
        };
        Value { id, width, count }
    }

    /// A number's low bits in another type; of integers of 64 bits some high ones too.
    fn scalar(&mut self, width: Width, number: u32) -> u32 {
        if width.bits == 32 {
            return match (width.float, width.signed) {
                (true, _) => self.whole(width, number),
                (false, true) => self.op(op::OpBitcast, width.types[0], &[number]),
                (false, false) => number,
            };
        }
        if width.float {
            // Half of the floats are small whole numbers, so that sums are exact and inexact ones meet.
            return if self.random.percent(50) {
                self.whole(width, number)
            } else {
                let pair = self.op(op::OpBitcast, width.types[1], &[number]);
                let at = self.random.up_to(2);
                self.op(op::OpCompositeExtract, width.types[0], &[pair, at])
            };
        }
        let convert = if width.signed {
            op::OpSConvert
        } else {
            op::OpUConvert
        };
        let value = self.op(convert, width.types[0], &[number]);
        if width.bits == 64 && self.random.percent(50) {
            let by = self.constant(29);
            let high = self.op(op::OpShiftLeftLogical, width.types[0], &[value, by]);
            return self.op(op::OpBitwiseXor, width.types[0], &[value, high]);
        }
        value
    }

    /// A number's low bits as a whole number of a type of floats, exactly.
    pub fn whole(&mut self, width: Width, number: u32) -> u32 {
        let mask = self.constant(0x3FF);
        let low = self.op(op::OpBitwiseAnd, self.types.number, &[number, mask]);
        self.op(op::OpConvertUToF, width.types[0], &[low])
    }

    /// The constant with this value in each component.
    fn all(&mut self, like: Value, value: u32) -> u32 {
        let number = self.constant(value);
        let convert = if like.width.signed {
            op::OpSConvert
        } else {
            op::OpUConvert
        };
        let one = self.op(convert, like.width.types[0], &[number]);
        match like.count {
            1 => one,
            count => self.op(
                op::OpCompositeConstruct,
                like.ty(),
                &[one; 4][..count as usize],
            ),
        }
    }

    /// Some operations on a value of another type.
    pub fn changed(&mut self, value: Value, depth: u32) -> Value {
        let mut value = value;
        for _ in 0..1 + self.random.up_to(3) {
            let number = self.number(depth.min(1));
            let mut parts = vec![self.scalar(value.width, number)];
            while parts.len() < value.count as usize {
                let part = self.random.of(&self.code.registers);
                parts.push(self.scalar(value.width, part));
            }
            let other = match value.count {
                1 => parts[0],
                _ => self.op(op::OpCompositeConstruct, value.ty(), &parts),
            };
            value.id = if value.width.float {
                self.change_float(value, other)
            } else {
                self.change_integer(value, other)
            };
        }
        value
    }

    /// The type of so many truths.
    pub fn truths(&self, count: u32) -> u32 {
        match count {
            1 => self.types.truth,
            _ => self.types.truths[count as usize - 2],
        }
    }

    fn change_float(&mut self, value: Value, other: u32) -> u32 {
        let (ty, id) = (value.ty(), value.id);
        match self.random.up_to(7) {
            0 => {
                let truths = self.truths(value.count);
                let opcode = self.random.of(COMPARE_FLOATS);
                let truth = self.op(opcode, truths, &[id, other]);
                self.op(op::OpSelect, ty, &[truth, other, id])
            }
            1 => self.op(op::OpFNegate, ty, &[id]),
            2 => self.by_memory(value),
            _ => {
                let opcode = self.random.of(FLOATS);
                let result = self.op(opcode, ty, &[id, other]);
                // Without this, a driver may take `(a + b) - a` for `b`.
                let words = [result, decoration::NoContraction];
                push(&mut self.annotations, op::OpDecorate, &words);
                result
            }
        }
    }

    fn change_integer(&mut self, value: Value, other: u32) -> u32 {
        let (ty, id) = (value.ty(), value.id);
        let bits = value.width.bits;
        match self.random.up_to(12) {
            0 => {
                let mask = self.all(value, bits - 1);
                let by = self.op(op::OpBitwiseAnd, ty, &[other, mask]);
                let opcode = self.random.of(&[
                    op::OpShiftLeftLogical,
                    op::OpShiftRightLogical,
                    op::OpShiftRightArithmetic,
                ]);
                self.op(opcode, ty, &[id, by])
            }
            // OpUDiv and OpUMod are of unsigned types only.
            1 if !value.width.signed => {
                let one = self.all(value, 1);
                let by = self.op(op::OpBitwiseOr, ty, &[other, one]);
                let opcode = self.random.of(&[op::OpUDiv, op::OpUMod]);
                self.op(opcode, ty, &[id, by])
            }
            2 => {
                let (small, one) = (self.all(value, 0x3F), self.all(value, 1));
                let by = self.op(op::OpBitwiseAnd, ty, &[other, small]);
                let by = self.op(op::OpBitwiseOr, ty, &[by, one]);
                self.op(op::OpSDiv, ty, &[id, by])
            }
            3 => {
                let (small, one) = (self.all(value, 0x3F), self.all(value, 1));
                let by = self.op(op::OpBitwiseAnd, ty, &[other, small]);
                let by = self.op(op::OpBitwiseOr, ty, &[by, one]);
                // The top bit away.
                let shift = self.all(value, 1);
                let positive = self.op(op::OpShiftRightLogical, ty, &[id, shift]);
                let opcode = self.random.of(&[op::OpSRem, op::OpSMod]);
                self.op(opcode, ty, &[positive, by])
            }
            4 | 5 => {
                let truths = self.truths(value.count);
                let opcode = self.random.of(COMPARE_INTEGERS);
                let truth = self.op(opcode, truths, &[id, other]);
                self.op(op::OpSelect, ty, &[truth, other, id])
            }
            6 => {
                let opcode = self.random.of(&[op::OpNot, op::OpSNegate]);
                self.op(opcode, ty, &[id])
            }
            7 => self.by_memory(value),
            8 => self.by_third_width(value),
            _ => {
                let opcode = self.random.of(INTEGERS);
                self.op(opcode, ty, &[id, other])
            }
        }
    }

    /// Through a variable of the invocation's own, or its place in memory of the workgroup's.
    fn by_memory(&mut self, value: Value) -> u32 {
        let mut variable = value.width.variables[value.count as usize - 1];
        if value.count == 1 && self.random.percent(50) && value.width.shared != 0 {
            let pointer = self.pointer(storage_class::Workgroup, value.ty());
            let at = self.invocation_number();
            variable = self.op(op::OpAccessChain, pointer, &[value.width.shared, at]);
        }
        self.no_result(op::OpStore, &[variable, value.id]);
        self.op(op::OpLoad, value.ty(), &[variable])
    }

    /// To another integer type and back, as signed or unsigned numbers.
    fn by_third_width(&mut self, value: Value) -> u32 {
        let integers: Vec<Width> = self
            .types
            .widths
            .iter()
            .copied()
            .filter(|width| !width.float && width.bits != value.width.bits)
            .collect();
        if integers.is_empty() {
            return value.id;
        }
        let third = self.random.of(&integers);
        let convert = |width: Width| {
            if width.signed {
                op::OpSConvert
            } else {
                op::OpUConvert
            }
        };
        let ty = third.types[value.count as usize - 1];
        let there = self.op(convert(third), ty, &[value.id]);
        self.op(convert(value.width), value.ty(), &[there])
    }

    /// A number that tells all of a value, but not which NaN or which zero it is: without float controls that is open.
    pub fn back(&mut self, value: Value) -> u32 {
        let number = self.types.number;
        let mut sum = self.constant(0);
        for at in 0..value.count {
            let part = match value.count {
                1 => value.id,
                _ => self.op(
                    op::OpCompositeExtract,
                    value.width.types[0],
                    &[value.id, at],
                ),
            };
            let (three, nan) = (self.constant(3), self.constant(0x7E00));
            let told = if value.width.float {
                let all = match value.width.bits {
                    32 => part,
                    _ => self.op(
                        op::OpCompositeConstruct,
                        value.width.types[1],
                        &[part, part],
                    ),
                };
                let word = self.op(op::OpBitcast, number, &[all]);
                let zero = self.typed(op::OpConstantNull, value.width.types[0], &[]);
                let truth = self.op(op::OpFOrdNotEqual, self.types.truth, &[part, zero]);
                self.op(op::OpSelect, number, &[truth, word, nan])
            } else if value.width.bits == 64 {
                let by = self.constant(32);
                let high = self.op(op::OpShiftRightLogical, value.width.types[0], &[part, by]);
                let high = self.op(op::OpUConvert, number, &[high]);
                let low = self.op(op::OpUConvert, number, &[part]);
                let high = self.op(op::OpIMul, number, &[high, nan]);
                self.op(op::OpBitwiseXor, number, &[high, low])
            } else if value.width.bits == 32 {
                match value.width.signed {
                    true => self.op(op::OpBitcast, number, &[part]),
                    false => part,
                }
            } else {
                // Both ways to widen tell of bits that should not be there.
                let opcode = self.random.of(&[op::OpUConvert, op::OpSConvert]);
                self.op(opcode, number, &[part])
            };
            let moved = self.op(op::OpIMul, number, &[sum, three]);
            sum = self.op(op::OpIAdd, number, &[moved, told]);
        }
        sum
    }
}
