//! Operations on expanded values: selects that of [`words`](super::words), [`shift`](super::shift), [`divide`] or
//! [`convert`] for each.

use super::shift::Shift;
use super::words::{Order, Pair};
use super::{convert, divide};
use super::{LowerError, Work, MALFORMED};
use crate::build::Build;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::passes::legalize::promote::UpperBits;
use crate::plan::import_set;
use crate::tables::{glsl_std_450 as glsl, op, ExtInstSet};
use crate::views;

impl Work<'_> {
    /// Lowers an operation on 64-bit integers, or with a result of `n` of them.
    pub fn long(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, first, opcode) = (inst.word(2), inst.word(3), inst.opcode());
        let of = self.count_of(first);
        if n > 0 && self.lower_words(inst, n)? {
            return Ok(());
        }
        match opcode {
            op::OpIAdd
            | op::OpISub
            | op::OpIMul
            | op::OpBitwiseAnd
            | op::OpBitwiseOr
            | op::OpBitwiseXor
                if n > 0 =>
            {
                self.arithmetic(inst, n)
            }
            op::OpSNegate | op::OpNot if n > 0 => {
                let a = self.pair_of(first, n)?;
                let to = self.result_pair(id)?;
                match opcode {
                    op::OpNot => self.words().each_word(to, op::OpNot, n, [a]),
                    _ => self.words().negate(to, n, a),
                }
                Ok(())
            }
            op::OpUDiv | op::OpSDiv | op::OpUMod | op::OpSRem | op::OpSMod if n > 0 => {
                self.division(inst, n)
            }
            op::OpShiftLeftLogical | op::OpShiftRightLogical | op::OpShiftRightArithmetic => {
                self.shift(inst, n)
            }
            op::OpIEqual..=op::OpSLessThanEqual if of > 0 => self.comparison(inst, of),
            op::OpUConvert | op::OpSConvert => self.resize(inst, n, of),
            op::OpConvertUToPtr | op::OpConvertPtrToU => self.address(inst, n, of),
            op::OpConvertFToU | op::OpConvertFToS if n > 0 => self.float_to_integer(inst, n),
            op::OpConvertUToF | op::OpConvertSToF if of > 0 => self.integer_to_float(inst),
            op::OpBitReverse | op::OpBitCount | op::OpBitFieldInsert..=op::OpBitFieldUExtract => {
                self.bits(inst, n, of)
            }
            op::OpIAddCarry | op::OpISubBorrow | op::OpUMulExtended | op::OpSMulExtended
                if of > 0 =>
            {
                self.carried(inst)
            }
            op::OpReadClockKHR if n == 1 => {
                let scope = self.id(first)?;
                let both = self.words().op(op::OpReadClockKHR, 2, &[scope]);
                self.unpack(id, n, both)
            }
            op::OpConvertUToAccelerationStructureKHR if of == 1 => {
                let address = self.packed_value(first, false)?;
                let ty = self.id(inst.word(1))?;
                self.build.op_as(id, opcode, ty, &[address]);
                Ok(())
            }
            op::OpExtInst if n > 0 => self.extended_by_words(inst, n),
            _ => Err(self.expand_error(opcode)),
        }
    }

    /// Emits a binary operation.
    fn arithmetic(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (a, b) = (
            self.pair_of(inst.operand(), n)?,
            self.pair_of(inst.word(4), n)?,
        );
        let is_bitwise = !matches!(inst.opcode(), op::OpIAdd | op::OpISub | op::OpIMul);
        if is_bitwise && self.bits_of_short(inst, n, a, b)? {
            return Ok(());
        }
        let to = self.result_pair(inst.result())?;
        let mut words = self.words();
        match inst.opcode() {
            op::OpIAdd => words.add(to, n, a, b),
            op::OpISub => words.sub(to, n, a, b),
            op::OpIMul => words.mul(to, n, a, b),
            opcode => words.each_word(to, opcode, n, [a, b]),
        }
        Ok(())
    }

    fn float_to_integer(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let real = self.float_shape(self.input.type_of(inst.operand()))?;
        let value = self.id(inst.operand())?;
        let to = self.result_pair(inst.result())?;
        if real.1 != n {
            return Err(MALFORMED);
        }
        let signed = inst.opcode() == op::OpConvertFToS;
        convert::to_integer(&mut self.words(), to, real, signed, value)
    }

    fn integer_to_float(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id) = (inst.result_type(), inst.result());
        let (width, n) = self.float_shape(ty)?;
        let value = self.pair_of(inst.operand(), n)?;
        let function = convert::to_float(width, inst.opcode() == op::OpConvertSToF)?;
        let operands = [value.lo, value.hi];
        match width {
            16 => {
                let float = self.build.soft(function, n, &operands);
                self.half_as(id, ty, float, n);
            }
            32 if self.single_rounding.to_zero => {
                return Err(LowerError::Because(
                    "64-bit integers become 32-bit floats by rounding to nearest, and the module asks for RoundingModeRTZ",
                ));
            }
            _ => self.build.soft_as(id, function, n, &operands),
        }
        Ok(())
    }

    fn bits(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let (id, opcode) = (inst.result(), inst.opcode());
        if opcode == op::OpBitCount {
            return self.count_bits(inst, n, of);
        }
        if n == 0 && of == 0 {
            // Only the place of the field is long.
            return self.integer(opcode, id, inst.result_type(), inst.operands());
        }
        let value = self.pair_of(views::Bits(inst).base(), of)?;
        if n != of {
            return Err(MALFORMED);
        }
        match opcode {
            op::OpBitReverse => {
                let to = self.result_pair(id)?;
                self.words().reverse(to, n, value);
            }
            op::OpBitFieldInsert => {
                let part = self.pair_of(views::BitFieldInsert(inst).insert(), n)?;
                let field = (
                    self.spread(views::BitFieldInsert(inst).offset(), n)?,
                    self.spread(views::BitFieldInsert(inst).count(), n)?,
                );
                let to = self.result_pair(id)?;
                self.words().insert(to, n, value, part, field);
            }
            _ => {
                let field = (
                    self.spread(views::BitFieldExtract(inst).offset(), n)?,
                    self.spread(views::BitFieldExtract(inst).count(), n)?,
                );
                let to = self.result_pair(id)?;
                let signed = opcode == op::OpBitFieldSExtract;
                self.words().extract(to, n, signed, value, field);
            }
        }
        Ok(())
    }

    /// Emits an `OpBitCount`, whose result may have any width.
    fn count_bits(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let (ty, id, operand) = (inst.result_type(), inst.result(), views::Bits(inst).base());
        let count = match of {
            0 => {
                let word = self.word(operand, n, false)?;
                self.words().op(op::OpBitCount, n, &[word])
            }
            _ => {
                let value = self.pair_of(operand, of)?;
                self.words().count_bits(of, value)
            }
        };
        if n > 0 {
            let hi = self.words().splat(n, 0);
            return self.alias(id, n, Pair { lo: count, hi });
        }
        self.narrowed(id, ty, of, count, op::OpUConvert)?;
        self.set_known(id, UpperBits::BOTH);
        Ok(())
    }

    /// Makes words an integer of at most 32 bits, by this conversion if the type is native and narrower.
    pub fn narrowed(
        &mut self,
        id: u32,
        ty: u32,
        n: u32,
        words: u32,
        convert: u16,
    ) -> Result<(), LowerError> {
        let Some((Scalar::Int { width, signed }, _)) = self.shape(ty) else {
            return Err(MALFORMED);
        };
        let to = self.value_type(ty);
        let opcode = match width {
            _ if to == self.words().word(n) => op::OpCopyObject,
            32 => op::OpBitcast,
            _ if self.is_promoted(ty) => op::OpBitcast,
            _ if signed => op::OpSConvert,
            _ => convert,
        };
        self.build.unary_as(id, opcode, to, words);
        Ok(())
    }

    /// Returns an integer of any width as a 32-bit word for each of `n` components.
    fn spread(&mut self, id: u32, n: u32) -> Result<u32, LowerError> {
        let word = match self.count_of(id) {
            0 => self.word(id, 1, false)?,
            _ => self.pair_of(id, 1)?.lo,
        };
        if n == 1 {
            return Ok(word);
        }
        let parts = [word; 4];
        let parts = parts.get(..n as usize).unwrap_or(&parts);
        Ok(self.words().op(op::OpCompositeConstruct, n, parts))
    }

    fn division(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let part = divide::part(inst.opcode()).ok_or(MALFORMED)?;
        let a = self.pair_of(inst.operand(), n)?;
        let b = self.pair_of(inst.word(4), n)?;
        let to = self.result_pair(inst.result())?;
        self.words().divide(to, n, part, a, b);
        Ok(())
    }

    fn shift(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, amount) = (inst.result(), inst.word(4));
        let shift = Shift::of(inst.opcode()).ok_or(MALFORMED)?;
        if n == 0 {
            // A value of at most 32 bits, shifted by a 64-bit amount.
            return self.integer(inst.opcode(), id, inst.word(1), inst.from(3));
        }
        let value = self.pair_of(inst.operand(), n)?;
        if let Some(known) = self.known_amount(amount) {
            let moved = self.words().shift_by(n, shift, value, known);
            return self.alias(id, n, moved);
        }
        let amounts = match self.count_of(amount) {
            0 => self.word(amount, n, false)?,
            _ => self.pair_of(amount, n)?.lo,
        };
        let to = self.result_pair(id)?;
        self.words().shift(to, n, shift, value, amounts);
        Ok(())
    }

    /// The value of a constant below 64, or of a vector with equal components below 64.
    fn known_amount(&self, id: u32) -> Option<u32> {
        let amount = |&id: &u32| self.input.index(id).filter(|&amount| amount < 64);
        let def = self.input.def(id)?;
        if def.opcode() != op::OpConstantComposite {
            return amount(&id);
        }
        let (first, rest) = views::ConstantComposite(def).constituents().split_first()?;
        let first = amount(first)?;
        let same = rest.iter().take(4).all(|part| amount(part) == Some(first));
        same.then_some(first)
    }

    fn comparison(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let a = self.pair_of(inst.operand(), n)?;
        let b = self.pair_of(inst.word(4), n)?;
        let id = inst.result();
        let mut words = self.words();
        let (signed, or_equal, turned) = match inst.opcode() {
            op::OpIEqual | op::OpINotEqual => {
                words.equal_as(id, n, inst.opcode() == op::OpIEqual, a, b);
                return Ok(());
            }
            op::OpULessThan => (false, false, false),
            op::OpULessThanEqual => (false, true, false),
            op::OpUGreaterThan => (false, false, true),
            op::OpUGreaterThanEqual => (false, true, true),
            op::OpSLessThan => (true, false, false),
            op::OpSLessThanEqual => (true, true, false),
            op::OpSGreaterThan => (true, false, true),
            op::OpSGreaterThanEqual => (true, true, true),
            _ => return Err(MALFORMED),
        };
        let (a, b) = if turned { (b, a) } else { (a, b) };
        words.less_as(id, n, Order { signed, or_equal }, a, b);
        Ok(())
    }

    /// Emits `OpUConvert` or `OpSConvert`, from or to 64 bits.
    fn resize(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.result_type(), inst.result(), inst.opcode());
        if n > 0 && of > 0 {
            return Err(MALFORMED);
        }
        if of > 0 {
            let lo = self.pair(inst.operand())?.lo;
            return self.narrowed(id, ty, of, lo, opcode);
        }
        let signed = opcode == op::OpSConvert;
        let lo = self.word(inst.operand(), n, signed)?;
        let hi = match signed {
            _ if !self.is_needed(id) => lo,
            true => self.words().sign(n, lo),
            false => self.words().splat(n, 0),
        };
        self.alias(id, n, Pair { lo, hi })
    }

    /// The width and the number of components of a float type.
    fn float_shape(&self, ty: u32) -> Result<(u32, u32), LowerError> {
        match self.shape(ty) {
            // Halves that are not rounded have the range of their 32-bit form.
            Some((Scalar::Float { .. }, n)) if !self.exact && self.is_promoted(ty) => Ok((32, n)),
            Some((Scalar::Float { width }, n)) => Ok((width, n)),
            _ => Err(MALFORMED),
        }
    }

    /// Emits extended instructions. Those that find the highest bit exist for 32 bits only.
    fn extended_by_words(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        if import_set(self.input.facts, views::ExtInst(inst).set()) != ExtInstSet::GlslStd450 {
            return Err(self.expand_error(inst.opcode()));
        }
        let id = inst.result();
        let first = self.pair_of(views::ExtInst(inst).operand(), n)?;
        let number = views::ExtInst(inst).instruction();
        let signed = matches!(number, glsl::SMin | glsl::SMax | glsl::SClamp);
        match number {
            glsl::SAbs | glsl::SSign => {
                let to = self.result_pair(id)?;
                match number {
                    glsl::SAbs => self.words().abs(to, n, first),
                    _ => self.words().signum(to, n, first),
                }
            }
            glsl::FindILsb => {
                let to = self.result_pair(id)?;
                self.words().lowest(to, n, first);
            }
            glsl::UMin | glsl::SMin | glsl::UMax | glsl::SMax => {
                let second = self.pair_of(inst.word(6), n)?;
                let to = self.result_pair(id)?;
                let greatest = matches!(number, glsl::UMax | glsl::SMax);
                self.words().extreme(to, n, signed, greatest, first, second);
            }
            glsl::UClamp | glsl::SClamp => {
                let least = self.pair_of(inst.word(6), n)?;
                let most = self.pair_of(inst.word(7), n)?;
                let to = self.result_pair(id)?;
                let mut words = self.words();
                let above = words.new_pair();
                words.extreme(above, n, signed, true, first, least);
                words.extreme(to, n, signed, false, above, most);
            }
            _ => {
                return Err(LowerError::Because(
                    "an extended instruction on 64-bit integers",
                ))
            }
        }
        Ok(())
    }
}
