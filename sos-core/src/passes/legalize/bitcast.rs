//! `OpBitcast` to or from legalized types, using their bits.
//!
//! Every scalar or vector is represented by words, one for each component of up to 32 bits and two for each of 64,
//! zero-extended. Between components of the same width nothing else is needed; otherwise words are joined or split, with the
//! first component in the lowest bits (specification, `OpBitcast`). Casts between expanded values and native ones are shorter: words
//! are shuffled, or packed and cast as they are.
//!
//! A physical pointer to narrow data is cast by way of its address: validators treat a cast of the pointer as one of the
//! data, which requires the arithmetic capability, but not conversions between pointers and addresses.

use super::expand::words::Pair;
use super::promote::UpperBits;
use super::scalars::ScalarSet;
use super::{LowerError, Work, MALFORMED, UNKNOWN};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::plan::implicit::{self, contents};
use crate::soft::Soft;
use crate::tables::{capability, op, storage_class};
use crate::views;
use arrayvec::ArrayVec;

/// The maximum number of words of a value: four components of 64 bits, or sixteen of 8.
const MOST: usize = 16;

type Words = ArrayVec<u32, MOST>;

impl Work<'_> {
    /// Whether a cast involves a pointer to narrow data, directly or through other pointers, and the target has 64-bit integers.
    pub fn casts_pointer(&self, inst: Inst<'_>) -> bool {
        let kinds = [
            (ScalarSet::FLOAT16, contents::FLOAT16),
            (ScalarSet::INT16, contents::INT16),
            (ScalarSet::INT8, contents::INT8),
        ];
        let lacking = kinds.iter().filter(|kind| self.legalized.meets(kind.0));
        let lacking = lacking.fold(0, |bits, (_, kind)| bits | kind);
        let leads = |&ty: &u32| {
            let entry = self.tables.contents.get(ty as usize).copied();
            entry.is_some_and(|entry| implicit::pointed(entry) & lacking != 0)
        };
        let narrow = |&ty: &u32| match self.input.view(ty) {
            TypeView::Pointer { class, pointee } => {
                class == storage_class::PhysicalStorageBuffer
                    && (self.is_promoted(pointee) || leads(&ty))
            }
            _ => false,
        };
        let types = [
            inst.result_type(),
            self.input.type_of(views::Bitcast(inst).operand()),
        ];
        !self.legalized.meets(ScalarSet::INT64) && types.iter().any(narrow)
    }

    /// Rewrites a cast of a physical pointer.
    pub fn cast_pointer(&mut self, inst: Inst<'_>) {
        let (ty, id, operand) = (
            inst.result_type(),
            inst.result(),
            views::Bitcast(inst).operand(),
        );
        let long = self.build.declare(op::OpTypeInt, None, &[64, 0]);
        self.build.capability(capability::Int64);
        let value = self.get(operand);
        let address = match self.input.view(self.input.type_of(operand)) {
            TypeView::Pointer { .. } => self.build.op(op::OpConvertPtrToU, long, &[value]),
            TypeView::Scalar(Scalar::Int { signed: false, .. }) => value,
            _ => self.build.op(op::OpBitcast, long, &[value]),
        };
        let opcode = match self.input.view(ty) {
            TypeView::Pointer { .. } => op::OpConvertUToPtr,
            TypeView::Scalar(Scalar::Int { signed: false, .. }) => op::OpCopyObject,
            _ => op::OpBitcast,
        };
        let ty = self.get(ty);
        self.build.unary_as(id, opcode, ty, address);
    }

    /// Rewrites an `OpBitcast`, or a conversion between a pointer and an address; `n` is the number of components of an expanded
    /// result, or 0.
    pub fn bitcast(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, id, operand) = (
            inst.result_type(),
            inst.result(),
            views::Bitcast(inst).operand(),
        );
        let from_type = self.input.type_of(operand);
        let of = self.count(from_type);
        if n > 0 && of > 0 {
            let value = self.pair_of(operand, n)?;
            return self.alias(id, n, value);
        }
        let promoted = self.is_promoted(ty) || self.is_promoted(from_type);
        if n > 0 || of > 0 {
            let other = if n > 0 { from_type } else { ty };
            if let TypeView::Pointer { .. } = self.input.view(other) {
                return self.address(inst, n, of);
            }
            if !promoted {
                return self.cast_words(inst, n, of);
            }
        } else if !promoted {
            // A cast of pointers to types that contain expanded ones: the cast itself is unaffected.
            return self.build.copy_code(self.input, inst);
        }
        if self.is_double(from_type) || self.is_double(ty) {
            return self.double_bitcast(inst, operand);
        }
        let (Some((from, count)), Some((to, result_count))) =
            (self.shape(from_type), self.shape(ty))
        else {
            return Err(UNKNOWN);
        };
        let is_integer = |scalar| matches!(scalar, Scalar::Int { .. });
        if from.width() == to.width() && count == result_count {
            if is_integer(from) && is_integer(to) {
                let value = self.get(operand);
                self.copy_value(id, ty, value, from_type);
                self.set_known(id, self.known(operand));
                return Ok(());
            }
            let words = self.words_of(operand, from, count)?;
            return self.value_of(id, ty, words, to, count);
        }
        if from.width() * count != to.width() * result_count {
            return Err(UNKNOWN);
        }
        let parts = match of {
            0 => {
                let words = self.words_of(operand, from, count)?;
                self.split(words, from, count)?
            }
            _ => self.split_pair(operand, of)?,
        };
        let parts = self.regroup(&parts, from.width().min(32), to.width().min(32))?;
        if n > 0 {
            return self.join_pair(id, n, &parts);
        }
        let joined = self.join(&parts)?;
        self.value_of(id, ty, joined, to, result_count)
    }

    /// Extracts each word of an expanded value.
    fn split_pair(&mut self, id: u32, n: u32) -> Result<Words, LowerError> {
        let value = self.pair_of(id, n)?;
        let mut parts = Words::new();
        for at in 0..n {
            let part = match n {
                1 => value,
                _ => self.words().part(value, at),
            };
            parts.extend([part.lo, part.hi]);
        }
        Ok(parts)
    }

    /// Emits an expanded value of these words.
    fn join_pair(&mut self, id: u32, n: u32, parts: &Words) -> Result<(), LowerError> {
        let pairs: ArrayVec<Pair, 4> = parts
            .chunks_exact(2)
            .map(|pair| Pair {
                lo: pair.first().copied().unwrap_or(0),
                hi: pair.last().copied().unwrap_or(0),
            })
            .take(4)
            .collect();
        match pairs.as_slice() {
            &[one] => self.alias(id, n, one),
            pairs => {
                let to = self.result_pair(id)?;
                self.words().join(to, pairs);
                Ok(())
            }
        }
    }

    fn words_type(&mut self, count: u32) -> u32 {
        let uint = self.build.uint();
        self.build.vector(uint, count)
    }

    /// Emits a vector of words with the bits of a value, zero-extended. Of 64-bit types, only a scalar or a vector of two.
    fn words_of(&mut self, id: u32, scalar: Scalar, count: u32) -> Result<u32, LowerError> {
        let words = self.words_type(count);
        let promoted = self.is_promoted(self.input.type_of(id));
        match scalar {
            Scalar::Float { width: 16 } if promoted => {
                let mut value = self.get(id);
                if !self.exact {
                    // A value that has not been rounded is rounded now.
                    value = self.build.soft(Soft::HalfRound, count, &[value]);
                }
                Ok(self.build.soft(Soft::HalfEncode, count, &[value]))
            }
            Scalar::Int { width, .. } if width <= 16 && promoted => {
                let value = self.zero_extended(id)?;
                self.cast_to(words, value, id)
            }
            Scalar::Int { width: 8 | 16, .. } => {
                let value = self.get(id);
                Ok(self.build.op(op::OpUConvert, words, &[value]))
            }
            Scalar::Float { width: 16 } => self.words_of_native_halves(id, count),
            Scalar::Int { width: 32, .. } | Scalar::Float { width: 32 } => {
                let value = self.get(id);
                self.cast_to(words, value, id)
            }
            _ if scalar.width() == 64 && count <= 2 => {
                let words = self.words_type(2 * count);
                let value = self.get(id);
                Ok(self.build.op(op::OpBitcast, words, &[value]))
            }
            _ => Err(UNKNOWN),
        }
    }

    /// Emits the 16 bits of each component of native halves: in pairs, because the target may lack 16-bit integers.
    fn words_of_native_halves(&mut self, id: u32, count: u32) -> Result<u32, LowerError> {
        let value = self.get(id);
        let (pair_type, words) = self.pairs(count);
        let even = match count {
            1 => self
                .build
                .op(op::OpCompositeConstruct, pair_type, &[value, value]),
            3 => {
                let list = [value, value, 0, 1, 2, 2];
                self.build.op(op::OpVectorShuffle, pair_type, &list)
            }
            2 | 4 => value,
            _ => return Err(UNKNOWN),
        };
        let pairs = self.build.op(op::OpBitcast, words, &[even]);
        let word = Scalar::Int {
            width: 32,
            signed: false,
        };
        let pairs = self.split(pairs, word, count.div_ceil(2))?;
        let mut parts = self.regroup(&pairs, 32, 16)?;
        parts.truncate(count as usize);
        self.join(&parts)
    }

    /// Emits native halves with the given bits.
    fn native_halves_of(
        &mut self,
        id: u32,
        form: u32,
        words: u32,
        count: u32,
    ) -> Result<(), LowerError> {
        let word = Scalar::Int {
            width: 32,
            signed: false,
        };
        let mut parts = self.split(words, word, count)?;
        if count % 2 == 1 {
            let &last = parts.last().ok_or(UNKNOWN)?;
            parts.try_push(last).map_err(|_| UNKNOWN)?;
        }
        let pairs = self.regroup(&parts, 16, 32)?;
        let joined = self.join(&pairs)?;
        let (pair_type, _) = self.pairs(count);
        match count {
            1 => {
                let pair = self.build.op(op::OpBitcast, pair_type, &[joined]);
                self.build
                    .op_as(id, op::OpCompositeExtract, form, &[pair, 0]);
            }
            3 => {
                let even = self.build.op(op::OpBitcast, pair_type, &[joined]);
                let list = [even, even, 0, 1, 2];
                self.build.op_as(id, op::OpVectorShuffle, form, &list);
            }
            2 | 4 => self.build.op_as(id, op::OpBitcast, form, &[joined]),
            _ => return Err(UNKNOWN),
        }
        Ok(())
    }

    /// The vector type with an even number of native halves, and the type of its words.
    fn pairs(&mut self, count: u32) -> (u32, u32) {
        let half = self.build.declare(op::OpTypeFloat, None, &[16]);
        let count = count + count % 2;
        (self.build.vector(half, count), self.words_type(count / 2))
    }

    fn cast_to(&mut self, words: u32, value: u32, id: u32) -> Result<u32, LowerError> {
        if self.value_type(self.input.type_of(id)) == words {
            return Ok(value);
        }
        Ok(self.build.op(op::OpBitcast, words, &[value]))
    }

    /// Extracts each word of a vector.
    fn split(&mut self, vector: u32, scalar: Scalar, count: u32) -> Result<Words, LowerError> {
        let count = if scalar.width() == 64 {
            2 * count
        } else {
            count
        };
        if count == 1 {
            return Ok(core::iter::once(vector).collect());
        }
        let uint = self.build.uint();
        let mut words = Words::new();
        for at in 0..count {
            let word = self.build.op(op::OpCompositeExtract, uint, &[vector, at]);
            words.try_push(word).map_err(|_| UNKNOWN)?;
        }
        Ok(words)
    }

    /// Converts words of `from` bits each to words of `to` bits each.
    fn regroup(&mut self, words: &Words, from: u32, to: u32) -> Result<Words, LowerError> {
        let uint = self.build.uint();
        let mut out = Words::new();
        if from <= to {
            for group in words.chunks((to / from) as usize) {
                let mut joined = 0;
                for (at, &word) in (0..).zip(group) {
                    joined = if at == 0 {
                        word
                    } else {
                        let by = self.build.constant(at * from);
                        let shifted = self.build.op(op::OpShiftLeftLogical, uint, &[word, by]);
                        self.build.op(op::OpBitwiseOr, uint, &[joined, shifted])
                    };
                }
                out.try_push(joined).map_err(|_| UNKNOWN)?;
            }
            return Ok(out);
        }
        let last = from / to - 1;
        for &word in words {
            for at in 0..=last {
                let mut part = word;
                if at > 0 {
                    let by = self.build.constant(at * to);
                    part = self.build.op(op::OpShiftRightLogical, uint, &[part, by]);
                }
                if at < last {
                    let mask = self.build.constant((1 << to) - 1);
                    part = self.build.op(op::OpBitwiseAnd, uint, &[part, mask]);
                }
                out.try_push(part).map_err(|_| UNKNOWN)?;
            }
        }
        Ok(out)
    }

    fn join(&mut self, parts: &Words) -> Result<u32, LowerError> {
        match parts.as_slice() {
            [] => Err(UNKNOWN),
            &[one] => Ok(one),
            several => {
                let ty = self.words_type(several.len() as u32);
                Ok(self.build.op(op::OpCompositeConstruct, ty, several))
            }
        }
    }

    /// Emits the value with the bits of a vector of words.
    fn value_of(
        &mut self,
        id: u32,
        ty: u32,
        words: u32,
        scalar: Scalar,
        count: u32,
    ) -> Result<(), LowerError> {
        let form = self.value_type(ty);
        match scalar {
            Scalar::Float { width: 16 } if self.is_promoted(ty) => {
                self.build.soft_as(id, Soft::HalfDecode, count, &[words]);
            }
            Scalar::Float { width: 16 } => {
                return self.native_halves_of(id, form, words, count);
            }
            Scalar::Int { width: 8 | 16, .. } if !self.is_promoted(ty) => {
                let opcode = match scalar {
                    Scalar::Int { signed: true, .. } => op::OpSConvert,
                    _ => op::OpUConvert,
                };
                self.build.op_as(id, opcode, form, &[words]);
            }
            _ => {
                let same = form == self.words_type(count);
                let opcode = if same {
                    op::OpCopyObject
                } else {
                    op::OpBitcast
                };
                self.build.unary_as(id, opcode, form, words);
                self.set_known(id, UpperBits::ZERO);
            }
        }
        Ok(())
    }

    /// Emits the bit cast between an expanded type and a native one.
    fn cast_words(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let (ty, id, source) = (
            inst.result_type(),
            inst.result(),
            views::Bitcast(inst).operand(),
        );
        let (wide, other) = match n {
            0 => (of, ty),
            _ => (n, self.input.type_of(source)),
        };
        let (scalar, count) = self.shape(other).ok_or(MALFORMED)?;
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
            let ty = self.id(ty)?;
            self.native_of_words(id, (ty, float), of, value);
            return Ok(());
        }
        let value = self.id(source)?;
        let parts = self.words_of_native(value, float, n);
        let to = self.result_pair(id)?;
        self.words().join(to, &parts);
        Ok(())
    }

    /// Emits a value of `n` native components of 64 bits, given its type and that of a component.
    pub fn native_of_words(&mut self, id: u32, (ty, component): (u32, u32), n: u32, value: Pair) {
        if n == 1 {
            let both = self.pack(1, value, false);
            self.build.op_as(id, op::OpBitcast, ty, &[both]);
            return;
        }
        let mut parts = ArrayVec::<u32, 4>::new();
        for at in 0..n.min(4) {
            let part = self.words().part(value, at);
            let both = self.pack(1, part, false);
            parts.push(self.build.op(op::OpBitcast, component, &[both]));
        }
        self.build.op_as(id, op::OpCompositeConstruct, ty, &parts);
    }

    /// Emits the words of each of `n` native components of 64 bits.
    pub fn words_of_native(&mut self, value: u32, component: u32, n: u32) -> ArrayVec<Pair, 4> {
        let mut parts = ArrayVec::<Pair, 4>::new();
        for at in 0..n.min(4) {
            let part = match n {
                1 => value,
                _ => self
                    .build
                    .op(op::OpCompositeExtract, component, &[value, at]),
            };
            let mut words = self.words();
            let both = words.op(op::OpBitcast, 2, &[part]);
            let [lo, hi] = [0, 1].map(|half| words.op(op::OpCompositeExtract, 1, &[both, half]));
            parts.push(Pair { lo, hi });
        }
        parts
    }

    /// Emits a conversion between a pointer and an address.
    pub fn address(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        if !self.casts_pointers() {
            return Err(LowerError::Because(
                "a physical address as a 64-bit integer, without SPV_KHR_physical_storage_buffer",
            ));
        }
        match (n, of) {
            (0, 1) => self.write_bits(inst.result_type(), inst.result(), of, inst.operand()),
            (1, 0) => self.read_bits(inst.result(), n, inst.operand()),
            _ => Err(MALFORMED),
        }
    }

    /// Emits the bit cast of one or two 64-bit integers to another type.
    fn write_bits(&mut self, ty: u32, id: u32, of: u32, source: u32) -> Result<(), LowerError> {
        let Pair { lo, hi } = self.pair(source)?;
        let ty = self.id(ty)?;
        let whole = self.tables.packed_values.get(source as usize).copied();
        let mut words = self.words();
        let all = words.word(2 * of);
        let known = whole.filter(|&whole| of == 1 && whole != 0);
        let (opcode, operands) = match of {
            1 => (op::OpCompositeConstruct, &[lo, hi][..]),
            _ => (op::OpVectorShuffle, &[lo, hi, 0, 2, 1, 3][..]),
        };
        match known {
            Some(whole) if ty == all => words.build.unary_as(id, op::OpCopyObject, ty, whole),
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
}
