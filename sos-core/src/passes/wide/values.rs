//! Instructions that compute values: selects the operation of [`words`](super::words), [`shift`](super::shift), [`divide`] or
//! [`convert`](super::convert) for each.

use super::convert::FloatType;
use super::divide;
use super::shift::Shift;
use super::types::shape;
use super::words::{Order, Pair};
use super::{Work, MALFORMED};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::plan::is_non_semantic;
use crate::tables::{glsl_std_450 as glsl, is_image_access, is_image_size, op, ExtInstSet};
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Rewrites an instruction whose result has `n` 64-bit integers, or another type if `n` is 0.
    pub(super) fn value(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, first) = (inst.word(2), inst.word(3));
        let of = self.count_of(first);
        match inst.opcode() {
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
                match inst.opcode() {
                    op::OpNot => self.words().each_word(to, op::OpNot, n, [a]),
                    _ => self.words().negate(to, n, a),
                }
                Ok(())
            }
            op::OpUDiv | op::OpSDiv | op::OpUMod | op::OpSRem | op::OpSMod if n > 0 => {
                self.division(inst, n)
            }
            op::OpShiftLeftLogical | op::OpShiftRightLogical | op::OpShiftRightArithmetic
                if n > 0 || self.count_of(inst.word(4)) > 0 =>
            {
                self.shift(inst, n)
            }
            op::OpIEqual..=op::OpSLessThanEqual if of > 0 => self.comparison(inst, of),
            op::OpSelect if n > 0 => self.select(inst, n),
            op::OpSelect => self.copy(inst),
            op::OpUConvert | op::OpSConvert if n > 0 || of > 0 => self.resize(inst, n, of),
            op::OpBitcast if n > 0 || of > 0 => self.bitcast(inst, n, of),
            op::OpConvertUToPtr | op::OpConvertPtrToU if n > 0 || of > 0 => {
                self.address(inst, n, of)
            }
            // Casts of pointers to types that contain such integers: the cast itself is unaffected.
            op::OpBitcast | op::OpConvertUToPtr | op::OpConvertPtrToU => self.copy(inst),
            op::OpConvertFToU | op::OpConvertFToS if n > 0 => self.float_to_integer(inst, n),
            op::OpConvertUToF | op::OpConvertSToF if of > 0 => self.integer_to_float(inst),
            op::OpExpectKHR if n > 0 => {
                let value = self.pair_of(first, n)?;
                self.alias(id, n, value)
            }
            op::OpBitReverse | op::OpBitCount | op::OpBitFieldInsert..=op::OpBitFieldUExtract
                if n > 0 || of > 0 =>
            {
                self.bits(inst, n, of)
            }
            op::OpIAddCarry | op::OpISubBorrow | op::OpUMulExtended | op::OpSMulExtended
                if of > 0 =>
            {
                self.carried(inst)
            }
            op::OpReadClockKHR if n == 1 => {
                let scope = self.id(first)?;
                let mut words = self.words();
                let both = words.op(op::OpReadClockKHR, 2, &[scope]);
                self.unpack(id, n, both)
            }
            op::OpConvertUToAccelerationStructureKHR if of == 1 => {
                let address = self.packed_value(first, false)?;
                let ty = self.id(inst.word(1))?;
                self.build.op_as(id, inst.opcode(), ty, &[address]);
                Ok(())
            }
            op::OpImageTexelPointer | op::OpEmitStreamVertex | op::OpEndStreamPrimitive => {
                self.small(inst, n)
            }
            opcode if is_image_size(opcode) || n == 0 && is_image_access(opcode) => {
                self.small(inst, n)
            }
            op::OpExtInst if n > 0 && !is_non_semantic(self.input.facts, inst) => {
                self.extended(inst, n)
            }
            _ => self.other(inst),
        }
    }

    /// Emits a binary operation.
    fn arithmetic(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (a, b) = (
            self.pair_of(inst.word(3), n)?,
            self.pair_of(inst.word(4), n)?,
        );
        let to = self.result_pair(inst.word(2))?;
        let mut words = self.words();
        match inst.opcode() {
            op::OpIAdd => words.add(to, n, a, b),
            op::OpISub => words.sub(to, n, a, b),
            op::OpIMul => words.mul(to, n, a, b),
            opcode => words.each_word(to, opcode, n, [a, b]),
        }
        Ok(())
    }

    fn select(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (a, b) = (
            self.pair_of(inst.word(4), n)?,
            self.pair_of(inst.word(5), n)?,
        );
        let condition = self.id(inst.word(3))?;
        let to = self.result_pair(inst.word(2))?;
        self.words().select(to, n, condition, a, b);
        Ok(())
    }

    fn float_to_integer(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let real = self.float_type(self.input.type_of(inst.word(3)))?;
        let value = self.id(inst.word(3))?;
        let to = self.result_pair(inst.word(2))?;
        if real.n != n {
            return Err(MALFORMED);
        }
        let signed = inst.opcode() == op::OpConvertFToS;
        real.to_integer(&mut self.words(), to, signed, value)
    }

    fn integer_to_float(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let real = self.float_type(inst.word(1))?;
        let value = self.pair_of(inst.word(3), real.n)?;
        let signed = inst.opcode() == op::OpConvertSToF;
        let id = inst.word(2);
        self.wide.make_float(self.build, id, real, signed, value)
    }

    fn bits(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let id = inst.word(2);
        let value = self.pair_of(inst.word(3), of)?;
        let opcode = inst.opcode();
        if opcode == op::OpBitCount {
            return self.count_bits(inst, n, value, of);
        }
        if n != of {
            return Err(MALFORMED);
        }
        match opcode {
            op::OpBitReverse => {
                let to = self.result_pair(id)?;
                self.words().reverse(to, n, value);
            }
            op::OpBitFieldInsert => {
                let part = self.pair_of(inst.word(4), n)?;
                let field = (self.spread(inst.word(5), n)?, self.spread(inst.word(6), n)?);
                let to = self.result_pair(id)?;
                self.words().insert(to, n, value, part, field);
            }
            _ => {
                let field = (self.spread(inst.word(4), n)?, self.spread(inst.word(5), n)?);
                let to = self.result_pair(id)?;
                let signed = opcode == op::OpBitFieldSExtract;
                self.words().extract(to, n, signed, value, field);
            }
        }
        Ok(())
    }

    /// Emits an `OpBitCount`, whose result may have any width.
    fn count_bits(
        &mut self,
        inst: Inst<'_>,
        n: u32,
        value: Pair,
        of: u32,
    ) -> Result<(), LowerError> {
        let (ty, id) = (inst.word(1), inst.word(2));
        let count = self.words().count_bits(of, value);
        if n > 0 {
            let hi = self.words().splat(n, 0);
            return self.alias(id, n, Pair { lo: count, hi });
        }
        let to = self.id(ty)?;
        let opcode = match shape(self.input, ty) {
            Some((Scalar::Int { width: 32, .. }, _)) if to == self.words().word(of) => {
                op::OpCopyObject
            }
            Some((Scalar::Int { width: 32, .. }, _)) => op::OpBitcast,
            // The source is unsigned and less than 128: both instructions give the same.
            Some((Scalar::Int { signed: true, .. }, _)) => op::OpSConvert,
            _ => op::OpUConvert,
        };
        self.build.op_as(id, opcode, to, &[count]);
        Ok(())
    }

    /// Returns an integer of any width as a 32-bit word for each of `n` components.
    fn spread(&mut self, id: u32, n: u32) -> Result<u32, LowerError> {
        let Some((Scalar::Int { width, .. }, 1)) = shape(self.input, self.input.type_of(id)) else {
            return Err(MALFORMED);
        };
        let word = match width {
            64 => self.pair_of(id, 1)?.lo,
            32 => self.id(id)?,
            _ => {
                let narrow = self.id(id)?;
                self.words().op(op::OpUConvert, 1, &[narrow])
            }
        };
        if n == 1 {
            return Ok(word);
        }
        // Components must have the vector's component type, which is unsigned.
        let signed = matches!(
            shape(self.input, self.input.type_of(id)),
            Some((
                Scalar::Int {
                    width: 32,
                    signed: true
                },
                _
            ))
        );
        let mut words = self.words();
        let word = match signed {
            true => words.op(op::OpBitcast, 1, &[word]),
            false => word,
        };
        let parts = [word; 4];
        let parts = parts.get(..n as usize).unwrap_or(&parts);
        Ok(words.op(op::OpCompositeConstruct, n, parts))
    }

    fn division(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let part = divide::part(inst.opcode()).ok_or(MALFORMED)?;
        let a = self.pair_of(inst.word(3), n)?;
        let b = self.pair_of(inst.word(4), n)?;
        let to = self.result_pair(inst.word(2))?;
        if n == 1 {
            self.wide.divide(self.build, to, part, a, b);
            return Ok(());
        }
        let mut parts = ArrayVec::<Pair, 4>::new();
        for at in 0..n.min(4) {
            let mut words = self.words();
            let [x, y] = [a, b].map(|value| words.part(value, at));
            let to = words.new_pair();
            self.wide.divide(self.build, to, part, x, y);
            parts.push(to);
        }
        self.words().join(to, &parts);
        Ok(())
    }

    fn shift(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, amount) = (inst.word(2), inst.word(4));
        let shift = Shift::of(inst.opcode()).ok_or(MALFORMED)?;
        if n == 0 {
            // A value of at most 32 bits, shifted by a 64-bit amount.
            let (ty, base) = (self.id(inst.word(1))?, self.id(inst.word(3))?);
            let by = self.pair(amount)?.lo;
            self.build.op_as(id, inst.opcode(), ty, &[base, by]);
            return Ok(());
        }
        let value = self.pair_of(inst.word(3), n)?;
        if let Some(known) = self.known_amount(amount) {
            let moved = self.words().shift_by(n, shift, value, known);
            return self.alias(id, n, moved);
        }
        let amounts = match shape(self.input, self.input.type_of(amount)) {
            Some((Scalar::Int { width: 64, .. }, _)) => self.pair_of(amount, n)?.lo,
            Some((Scalar::Int { width: 32, .. }, _)) => self.id(amount)?,
            Some((Scalar::Int { .. }, _)) => {
                let narrow = self.id(amount)?;
                self.words().op(op::OpUConvert, n, &[narrow])
            }
            _ => return Err(MALFORMED),
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
        let (first, rest) = def.from(3).split_first()?;
        let first = amount(first)?;
        let same = rest.iter().take(4).all(|part| amount(part) == Some(first));
        same.then_some(first)
    }

    fn comparison(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let a = self.pair_of(inst.word(3), n)?;
        let b = self.pair_of(inst.word(4), n)?;
        let id = inst.word(2);
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
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        let signed = opcode == op::OpSConvert;
        if n > 0 && of > 0 {
            return Err(MALFORMED);
        }
        if of > 0 {
            let lo = self.pair(inst.word(3))?.lo;
            let to = self.id(ty)?;
            let word = self.words().word(of);
            let opcode = match shape(self.input, ty) {
                Some((Scalar::Int { width: 32, .. }, _)) if to == word => op::OpCopyObject,
                Some((Scalar::Int { width: 32, .. }, _)) => op::OpBitcast,
                _ => opcode,
            };
            self.build.op_as(id, opcode, to, &[lo]);
            return Ok(());
        }
        let source = self.input.type_of(inst.word(3));
        let value = self.id(inst.word(3))?;
        let source_type = self.id(source)?;
        let of_words = matches!(
            shape(self.input, source),
            Some((Scalar::Int { width: 32, .. }, _))
        );
        let mut words = self.words();
        let lo = match of_words {
            true if source_type == words.word(n) => value,
            true => words.op(op::OpBitcast, n, &[value]),
            false => words.op(opcode, n, &[value]),
        };
        let hi = match signed {
            true => words.sign(n, lo),
            false => words.splat(n, 0),
        };
        self.alias(id, n, Pair { lo, hi })
    }

    fn bitcast(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let (ty, id, source) = (inst.word(1), inst.word(2), inst.word(3));
        if n > 0 && of > 0 {
            let value = self.pair_of(source, n)?;
            return self.alias(id, n, value);
        }
        let (wide, other) = match n {
            0 => (of, ty),
            _ => (n, self.input.type_of(source)),
        };
        if let TypeView::Pointer { .. } = self.input.view(other) {
            return self.address(inst, n, of);
        }
        let (scalar, count) = shape(self.input, other).ok_or(MALFORMED)?;
        if scalar.width().checked_mul(count) != Some(64 * wide) {
            return Err(MALFORMED);
        }
        if wide <= 2 {
            return match n {
                0 => self.write_bits(ty, id, of, source),
                _ => self.read_bits(id, n, source),
            };
        }
        // No vector has more than four words: these are 64-bit floats, converted one by one.
        let float = match self.input.view(other) {
            TypeView::Vector { component, .. } => self.id(component)?,
            _ => return Err(MALFORMED),
        };
        if n == 0 {
            let value = self.pair(source)?;
            let mut parts = ArrayVec::<u32, 4>::new();
            for at in 0..of.min(4) {
                let mut words = self.words();
                let Pair { lo, hi } = words.part(value, at);
                let both = words.op(op::OpCompositeConstruct, 2, &[lo, hi]);
                parts.push(self.build.op(op::OpBitcast, float, &[both]));
            }
            let ty = self.id(ty)?;
            self.build.op_as(id, op::OpCompositeConstruct, ty, &parts);
            return Ok(());
        }
        let value = self.id(source)?;
        let to = self.result_pair(id)?;
        let mut parts = ArrayVec::<Pair, 4>::new();
        for at in 0..n.min(4) {
            let part = self.build.op(op::OpCompositeExtract, float, &[value, at]);
            let mut words = self.words();
            let both = words.op(op::OpBitcast, 2, &[part]);
            let [lo, hi] = [0, 1].map(|half| words.op(op::OpCompositeExtract, 1, &[both, half]));
            parts.push(Pair { lo, hi });
        }
        self.words().join(to, &parts);
        Ok(())
    }

    /// Emits a conversion between a pointer and an address.
    fn address(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        if !self.casts_pointers() {
            return Err(LowerError(
                "a physical address as a 64-bit integer, without SPV_KHR_physical_storage_buffer",
            ));
        }
        match (n, of) {
            (0, 1) => self.write_bits(inst.word(1), inst.word(2), of, inst.word(3)),
            (1, 0) => self.read_bits(inst.word(2), n, inst.word(3)),
            _ => Err(MALFORMED),
        }
    }

    /// Emits the bit cast of one or two 64-bit integers to another type.
    fn write_bits(&mut self, ty: u32, id: u32, of: u32, source: u32) -> Result<(), LowerError> {
        let Pair { lo, hi } = self.pair(source)?;
        let ty = self.id(ty)?;
        let whole = self.wide.packed_values.get(source as usize).copied();
        let mut words = self.words();
        let all = words.word(2 * of);
        let known = whole.filter(|&whole| of == 1 && whole != 0);
        let (opcode, operands) = match of {
            1 => (op::OpCompositeConstruct, &[lo, hi][..]),
            _ => (op::OpVectorShuffle, &[lo, hi, 0, 2, 1, 3][..]),
        };
        match known {
            Some(whole) if ty == all => words.build.op_as(id, op::OpCopyObject, ty, &[whole]),
            None if ty == all => words.build.op_as(id, opcode, ty, operands),
            _ => {
                let bits = known.unwrap_or_else(|| words.op(opcode, 2 * of, operands));
                words.build.op_as(id, op::OpBitcast, ty, &[bits]);
            }
        }
        Ok(())
    }

    /// Emits the bit cast of a value to one or two 64-bit integers.
    fn read_bits(&mut self, id: u32, n: u32, source: u32) -> Result<(), LowerError> {
        let ty = self.id(self.input.type_of(source))?;
        let value = self.id(source)?;
        let to = self.result_pair(id)?;
        let mut words = self.words();
        let bits = match words.word(2 * n) {
            all if all == ty => value,
            _ => words.op(op::OpBitcast, 2 * n, &[value]),
        };
        if n == 1 {
            return self.unpack(id, n, bits);
        }
        words.op_as(to.lo, op::OpVectorShuffle, 2, &[bits, bits, 0, 2]);
        words.op_as(to.hi, op::OpVectorShuffle, 2, &[bits, bits, 1, 3]);
        Ok(())
    }

    /// A float type, in the output.
    fn float_type(&self, ty: u32) -> Result<FloatType, LowerError> {
        let Some((Scalar::Float { width }, n)) = shape(self.input, ty) else {
            return Err(MALFORMED);
        };
        let scalar = match self.input.view(ty) {
            TypeView::Vector { component, .. } => component,
            _ => ty,
        };
        Ok(FloatType {
            scalar: self.id(scalar)?,
            width,
            ty: self.id(ty)?,
            n,
        })
    }

    /// Emits extended instructions. Those that find the highest bit exist for 32 bits only.
    fn extended(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let facts = self.input.facts;
        let import = facts.import_of(inst.word(3));
        let set = import.and_then(|at| facts.imports.get(at));
        if set.map(|import| import.set) != Some(ExtInstSet::GlslStd450) {
            return Err(super::reason(inst.opcode()));
        }
        let id = inst.word(2);
        let first = self.pair_of(inst.word(5), n)?;
        let number = inst.word(4);
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
            _ => return Err(LowerError("an extended instruction on 64-bit integers")),
        }
        Ok(())
    }
}
