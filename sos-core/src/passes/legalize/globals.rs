//! Types, constants and global variables.

use super::expand::words::Pair;
use super::promote::UpperBits;
use super::{LowerError, Work, MALFORMED, UNKNOWN};
use crate::build::Build;
use crate::facts::Scalar;
use crate::half::half_bits_to_f32;
use crate::inst::Inst;
use crate::plan::{is_non_semantic, result};
use crate::tables::op;
use crate::views;
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Emits a type, constant or variable.
    pub fn declaration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if Self::is_type(inst) {
            return self.type_declaration(inst);
        }
        let (ty, id, opcode) = (Self::result_type(inst), inst.word(2), inst.opcode());
        let n = self.count(ty);
        match opcode {
            op::OpVariable => self.variable(inst),
            op::OpTypeForwardPointer => self.build.copy_global(self.input, inst),
            op::OpExtInst if is_non_semantic(self.input.facts, inst) => {
                self.non_semantic(inst, true)
            }
            op::OpConstant if n == 1 => {
                let lo = self.build.constant(views::Constant(inst).value());
                let hi = self.build.constant(inst.word(4));
                self.alias(id, n, Pair { lo, hi })
            }
            op::OpConstantNull if n > 0 => {
                let zero = self.words().splat(n, 0);
                self.alias(id, n, Pair { lo: zero, hi: zero })
            }
            op::OpUndef if n > 0 => {
                let word = self.words().word(n);
                let any = self.build.declare(op::OpUndef, Some(word), &[]);
                self.alias(id, n, Pair { lo: any, hi: any })
            }
            op::OpConstantComposite if n > 0 => self.constant_vector(inst, n),
            _ if n > 0 => Err(self.expand_error(opcode)),
            op::OpSpecConstantOp if self.touches(inst) => {
                let uses_words = views::SpecConstantOp(inst)
                    .operands()
                    .iter()
                    .any(|&id| self.count_of(id) > 0);
                if uses_words || self.tables.has_expanded(ty) {
                    return Err(self.expand_error(opcode));
                }
                self.count_first(self.tables.values_of(ty));
                self.constant_operation(inst)
            }
            op::OpConstantComposite | op::OpSpecConstantComposite
                if self.is_promoted(ty) || self.tables.has_expanded(ty) =>
            {
                self.constant_composite(inst)
            }
            _ if result(inst).is_none() || !self.is_promoted(ty) => {
                // The null of a composite, or a value that no promoted one may be part of.
                let of_composite = matches!(opcode, op::OpConstantNull | op::OpUndef);
                if !of_composite && self.touches(inst) {
                    return Err(match self.tables.has_expanded(ty) {
                        true => self.expand_error(opcode),
                        false => UNKNOWN,
                    });
                }
                self.build.copy_global(self.input, inst)
            }
            op::OpConstant | op::OpSpecConstant => {
                let (bits, mut known) = self
                    .literal(ty, views::Constant(inst).value_words())
                    .ok_or(UNKNOWN)?;
                if opcode == op::OpSpecConstant {
                    // Any number of the type is possible.
                    let signed =
                        matches!(self.shape(ty), Some((Scalar::Int { signed: true, .. }, _)));
                    known = if signed {
                        UpperBits::SIGN
                    } else {
                        UpperBits::ZERO
                    };
                }
                let value = self.value_type(ty);
                self.build.declare_as(id, opcode, Some(value), &[bits]);
                self.set_known(id, known);
                Ok(())
            }
            op::OpConstantNull | op::OpUndef => {
                let value = self.value_type(ty);
                self.build.declare_as(id, opcode, Some(value), &[]);
                if opcode == op::OpConstantNull {
                    self.set_known(id, UpperBits::ALL);
                }
                Ok(())
            }
            _ => Err(UNKNOWN),
        }
    }

    /// Emits a variable, global or of a function; the initializer of an expanded one is packed.
    pub fn variable(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, class) = (
            inst.result_type(),
            inst.result(),
            views::Variable(inst).storage_class(),
        );
        let pointee = self.input.pointee(ty);
        let initializer = inst.words().get(4).copied();
        let Some(initializer) = initializer.filter(|_| self.touches(inst)) else {
            return self.copy_variable(inst);
        };
        if self.is_external_class(class) && self.is_promoted(pointee) {
            return Err(LowerError::Because(
                "an initializer of 8- or 16-bit data in an interface",
            ));
        }
        if self.count_of(initializer) == 0 {
            return self.copy_variable(inst);
        }
        let value = self.packed_constant(initializer, self.is_explicit_class(class))?;
        let value = value.ok_or(MALFORMED)?;
        let pointer = self.get(ty);
        match self.in_constants {
            true => self.build.variable_as(id, pointer, &[class, value]),
            false => self
                .build
                .op_as(id, op::OpVariable, pointer, &[class, value]),
        }
        Ok(())
    }

    fn copy_variable(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        match self.in_constants {
            true => self.build.copy_global(self.input, inst),
            false => self.build.copy_code(self.input, inst),
        }
    }

    /// Emits a constant of an expanded vector type.
    fn constant_vector(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (mut low, mut high) = ([0; 4], [0; 4]);
        let parts = views::ConstantComposite(inst).constituents();
        if parts.len() != n as usize {
            return Err(MALFORMED);
        }
        for ((lo, hi), &part) in low.iter_mut().zip(&mut high).zip(parts) {
            let part = self.pair_of(part, 1)?;
            (*lo, *hi) = (part.lo, part.hi);
        }
        let ty = self.words().word(n);
        let [lo, hi] = [low, high].map(|parts| {
            let parts = parts.get(..n as usize).unwrap_or(&[]);
            self.build.declare(op::OpConstantComposite, Some(ty), parts)
        });
        self.alias(inst.result(), n, Pair { lo, hi })
    }

    /// Emits a constant composite, with expanded parts packed.
    fn constant_composite(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id) = (inst.result_type(), inst.result());
        let explicit = self.is_explicit(ty);
        let mut list = core::mem::take(&mut self.tables.words);
        list.clear();
        let mut known = UpperBits::ALL;
        for &part in views::ConstantComposite(inst).constituents() {
            let packed = self.packed_constant(part, explicit)?;
            list.push(packed.unwrap_or_else(|| self.get(part)));
            known = known.and(self.known(part));
        }
        let value = self.value_type(ty);
        self.build.declare_as(id, inst.opcode(), Some(value), &list);
        self.tables.words = list;
        self.set_known(id, known);
        Ok(())
    }

    /// A constant of an expanded type as a packed constant; `None` for other values.
    pub fn packed_constant(&mut self, id: u32, explicit: bool) -> Result<Option<u32>, LowerError> {
        let n = self.count_of(id);
        let Some(def) = self.input.def(id) else {
            return Ok(None);
        };
        let is_global = def.offset() < self.input.facts.first_function;
        if n == 0 || !is_global {
            return Ok(None);
        }
        let ty = self.packed_type(n, explicit);
        Ok(Some(match def.opcode() {
            opcode @ (op::OpConstantNull | op::OpUndef) => {
                self.build.declare(opcode, Some(ty), &[])
            }
            op::OpConstant => {
                let Pair { lo, hi } = self.pair(id)?;
                self.build
                    .declare(op::OpConstantComposite, Some(ty), &[lo, hi])
            }
            op::OpConstantComposite => {
                let mut parts = ArrayVec::<u32, 4>::new();
                for &part in views::ConstantComposite(def).constituents().iter().take(4) {
                    let Pair { lo, hi } = self.pair_of(part, 1)?;
                    let two = self.words().word(2);
                    parts.push(
                        self.build
                            .declare(op::OpConstantComposite, Some(two), &[lo, hi]),
                    );
                }
                self.build
                    .declare(op::OpConstantComposite, Some(ty), &parts)
            }
            _ => return Ok(None),
        }))
    }

    /// The 32-bit form of a literal.
    fn literal(&self, ty: u32, words: &[u32]) -> Option<(u32, UpperBits)> {
        let (scalar, _) = self.shape(ty)?;
        let word = words.first().copied()?;
        Some(match scalar {
            Scalar::Float { width: 64 } => {
                let bits = u64::from(words.get(1).copied()?) << 32 | u64::from(word);
                ((f64::from_bits(bits) as f32).to_bits(), UpperBits::NOTHING)
            }
            Scalar::Float { .. } => {
                let is_denormal = (1..0x0400).contains(&(word & 0x7FFF));
                let known = match is_denormal {
                    true => UpperBits::NOTHING,
                    false => UpperBits::FLUSHED,
                };
                (half_bits_to_f32(word), known)
            }
            Scalar::Int { width, signed } => {
                let unused = 32 - width;
                let zero = word << unused >> unused;
                let sign = ((word << unused) as i32 >> unused) as u32;
                match (zero == sign, signed) {
                    (true, _) => (zero, UpperBits::BOTH),
                    (false, true) => (sign, UpperBits::SIGN),
                    (false, false) => (zero, UpperBits::ZERO),
                }
            }
            Scalar::Bool => return None,
        })
    }

    /// Emits an operation on open specialization constants, as one or several 32-bit ones.
    fn constant_operation(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (
            inst.result_type(),
            inst.result(),
            views::SpecConstantOp(inst).opcode() as u16,
        );
        let operands = views::SpecConstantOp(inst).operands();
        match opcode {
            op::OpFConvert => {
                // Both types have the same form. Conversions that round have become instructions before
                // ([`computed`](crate::passes::computed)).
                let value = operands.first().copied().unwrap_or(0);
                let count = self.shape(ty).map_or(1, |(_, count)| count);
                let (value, ty) = (self.get(value), self.value_type(ty));
                if count == 1 {
                    let bool = self.build.bool();
                    let truth = self.build.declare(op::OpConstantTrue, Some(bool), &[]);
                    let operands = [truth, value, value];
                    self.build.constant_op(id, ty, op::OpSelect, &operands);
                } else {
                    let mut list = core::mem::take(&mut self.tables.words);
                    list.clear();
                    list.extend([value, value]);
                    list.extend(0..count);
                    self.build.constant_op(id, ty, op::OpVectorShuffle, &list);
                    self.tables.words = list;
                }
                Ok(())
            }
            op::OpCompositeExtract | op::OpCompositeInsert | op::OpVectorShuffle | op::OpSelect => {
                self.copy_constant_with_value_type(inst)
            }
            _ => self.integer(opcode, id, ty, operands),
        }
    }

    /// Copies a constant operation with the result type in the form of values.
    fn copy_constant_with_value_type(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let ty = self.value_type(inst.result_type());
        self.build.copy_global_as(self.input, inst, ty)
    }
}
