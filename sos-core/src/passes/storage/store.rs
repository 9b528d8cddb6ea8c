//! Stores: whole words, and parts of words that leave the rest of the word unchanged.
//!
//! ```text
//! OpStore %chain %x          of 16 bits        ⇒   %u = OpBitcast %ushort %x                 only for halves
//!                                                 %v = OpUConvert %uint %u
//!                                                 %b = OpShiftLeftLogical %uint %v %shift
//!                                                 %m = OpShiftLeftLogical %uint %uint_65535 %shift
//!                                                 %k = OpNot %uint %m                       constant if the shift
//!                                                      OpAtomicAnd %pointer %k              is known, as is %m
//!                                                      OpAtomicOr %pointer %b
//!
//! OpStore %chain %x          a vector of two halves at the start of a word
//!                                             ⇒   %b = OpBitcast %uint %x
//!                                                      OpStore %pointer %b
//! ```
//!
//! Other invocations may store the other bytes of the word at the same time. Each of the two atomic operations only changes
//! bits of the stored data, so the other bytes are unaffected in any interleaving. Two unordered stores to the *same* bytes
//! are a data race in the original too; if both store the same value, as programs do to set a flag, memory contains that
//! value in the end (a single atomic operation that applies the difference, such as `OpAtomicXor`, would lose it). Between
//! the two operations the bytes are zero, which only a reader that races with the store can observe.
//!
//! When a vector, structure or array is stored as a whole, its bits are first collected word by word. Words that are
//! completely covered are stored non-atomically; any other word takes one pair of atomic operations for all its parts.
//! Padding is not changed.
//!
//! The atomic operations are relaxed, with `Device` scope (in the Vulkan memory model `QueueFamily`, unless the store is
//! made available to a wider scope). Barriers order them and make them visible just as they do a non-atomic store.

use super::layout::{Part, Shape, OPEN, TOO_DEEP, UNKNOWN_TYPE};
use super::place::{Place, Shift, MISALIGNED};
use super::Code;
use crate::build::Build;
use crate::facts::Scalar;
use crate::passes::access::Access;
use crate::passes::{LowerError, MOST_DEPTH};
use crate::tables::{memory_semantics, op, scope};

/// All bits of a word.
const WHOLE: u32 = u32::MAX;

/// A word whose bits are being collected.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    /// The place where the word begins.
    place: Place,
    /// The collected bits, as a value.
    value: u32,
    /// A mask of the collected bits.
    mask: u32,
}

impl Code<'_> {
    /// Stores a value at a place.
    pub fn store(&mut self, place: &Place, value: u32, access: &Access) -> Result<(), LowerError> {
        self.path.clear();
        self.pending = None;
        self.store_part(place, value, access, 0)?;
        self.flush(access)?;
        self.memo.store();
        self.memo.change_shared();
        Ok(())
    }

    /// Stores the part of a value that `path` leads to.
    fn store_part(
        &mut self,
        place: &Place,
        value: u32,
        access: &Access,
        depth: u32,
    ) -> Result<(), LowerError> {
        self.spend_budget(1)?;
        if depth >= MOST_DEPTH {
            return Err(TOO_DEEP);
        }
        match self.shape(place.part)? {
            Shape::Scalar { bytes, scalar } => {
                let value = self.part_of(place.part.ty, value)?;
                self.store_scalar(place, value, access, bytes, scalar)
            }
            Shape::Many {
                count,
                stride,
                part,
            } => {
                let count = count.ok_or(OPEN)?;
                if let Some(pointer) = self.native_vector(place, access, depth)? {
                    let value = self.part_of(place.part.ty, value)?;
                    let operands = access.store_operands(pointer, value);
                    self.build.raw(op::OpStore, &operands);
                    return Ok(());
                }
                if part.component_stride != 0 {
                    return self.store_rows(place, value, access, count, stride, part);
                }
                let done = self.store_vector(place, value, access, count, stride, part)?;
                for number in done..count {
                    self.path.push(number);
                    let element = place.element(part, stride, number)?;
                    self.store_part(&element, value, access, depth + 1)?;
                    self.path.pop();
                }
                Ok(())
            }
            Shape::Struct(members) => {
                for number in 0..members.len() as u32 {
                    self.path.push(number);
                    let (part, offset) = self.layouts.member(place.part.ty, members, number)?;
                    let member = place.part(part, offset)?;
                    self.store_part(&member, value, access, depth + 1)?;
                    self.path.pop();
                }
                Ok(())
            }
        }
    }

    /// Stores a row-major matrix row by row, so that whole words are collected.
    fn store_rows(
        &mut self,
        place: &Place,
        value: u32,
        access: &Access,
        columns: u32,
        stride: u32,
        column: Part,
    ) -> Result<(), LowerError> {
        let Shape::Many {
            count: Some(rows),
            stride: row_stride,
            part,
        } = self.shape(column)?
        else {
            return Err(UNKNOWN_TYPE);
        };
        for row in 0..rows {
            // A malformed matrix may have no columns.
            self.spend_budget(1)?;
            for number in 0..columns {
                let element = place
                    .element(column, stride, number)?
                    .element(part, row_stride, row)?;
                self.path.extend_from_slice(&[number, row]);
                // The elements are scalars, so nothing is nested more deeply.
                self.store_part(&element, value, access, MOST_DEPTH - 1)?;
                self.path.truncate(self.path.len().saturating_sub(2));
            }
        }
        Ok(())
    }

    /// Extracts the part of a value that `path` leads to.
    fn part_of(&mut self, ty: u32, value: u32) -> Result<u32, LowerError> {
        if self.path.is_empty() {
            return Ok(value);
        }
        // A short path is no longer than what else is emitted for a part.
        self.spend_budget(self.path.len() as u32 / 4)?;
        let ty = self.id(ty)?;
        let first = self.parts.len();
        self.parts.push(value);
        self.parts.extend_from_slice(self.path);
        let operands = self.parts.get(first..).unwrap_or(&[]);
        let id = self.build.op(op::OpCompositeExtract, ty, operands);
        self.parts.truncate(first);
        Ok(id)
    }

    fn store_scalar(
        &mut self,
        place: &Place,
        value: u32,
        access: &Access,
        bytes: u32,
        scalar: Scalar,
    ) -> Result<(), LowerError> {
        let uint = self.build.uint();
        let ty = self.id(place.part.ty)?;
        match bytes {
            4 => {
                let word = match ty == uint {
                    true => value,
                    false => self.pure(op::OpBitcast, uint, &[value]),
                };
                self.put(place, word, 4, access)
            }
            8 => {
                let pair = self.build.vector(uint, 2);
                let words = self.pure(op::OpBitcast, pair, &[value]);
                for number in 0..2 {
                    let word = self.pure(op::OpCompositeExtract, uint, &[words, number]);
                    self.put(&place.element(place.part, 4, number)?, word, 4, access)?;
                }
                Ok(())
            }
            _ => {
                self.check_alignment(place, bytes)?;
                if let Some(pointer) = self.native(place, scalar)? {
                    let operands = access.aligned_to(bytes).store_operands(pointer, value);
                    self.build.raw(op::OpStore, &operands);
                    return Ok(());
                }
                self.declare_capability(scalar);
                let bits = match scalar {
                    Scalar::Float { .. } => {
                        let short = self.short();
                        self.pure(op::OpBitcast, short, &[value])
                    }
                    _ => value,
                };
                let bits = self.pure(op::OpUConvert, uint, &[bits]);
                self.put(place, bits, bytes, access)
            }
        }
    }

    /// Stores the whole words at the start of a vector. Returns the number of components stored.
    fn store_vector(
        &mut self,
        place: &Place,
        value: u32,
        access: &Access,
        count: u32,
        stride: u32,
        part: Part,
    ) -> Result<u32, LowerError> {
        let Shape::Scalar { bytes, scalar } = self.shape(part)? else {
            return Ok(0);
        };
        let each = 4 / bytes;
        let fits = self.is_vector(place.part.ty)
            && bytes == stride
            && each > 1
            && (each..=4).contains(&count)
            && place.known_shift() == Some(0);
        if !fits {
            return Ok(0);
        }
        self.declare_capability(scalar);
        let value = self.part_of(place.part.ty, value)?;
        let uint = self.build.uint();
        let component = self.id(part.ty)?;
        let vector = self.build.vector(component, each);
        let words = count / each;
        for number in 0..words {
            let first = number * each;
            let picks = [value, value, first, first + 1, first + 2, first + 3];
            let picks = picks.get(..2 + each as usize).unwrap_or(&picks);
            let four = match count == each {
                true => value,
                false => self.pure(op::OpVectorShuffle, vector, picks),
            };
            let word = self.pure(op::OpBitcast, uint, &[four]);
            self.put(&place.element(part, 4, number)?, word, 4, access)?;
        }
        Ok(words * each)
    }

    /// Adds bits to the collected word. It is stored once it is complete or bits of another word follow.
    fn put(
        &mut self,
        place: &Place,
        bits: u32,
        bytes: u32,
        access: &Access,
    ) -> Result<(), LowerError> {
        let uint = self.build.uint();
        let mask = WHOLE >> (32 - 8 * bytes.clamp(1, 4));
        let Some(shift) = place.known_shift() else {
            self.flush(access)?;
            return self.store_bits(place, bits, mask, access);
        };
        if bytes == 4 && shift != 0 {
            return Err(MISALIGNED);
        }
        let word = Place {
            offset: place.offset - shift / 8,
            ..*place
        };
        if self
            .pending
            .is_some_and(|pending| pending.place.offset != word.offset)
        {
            self.flush(access)?;
        }
        let bits = match shift {
            0 => bits,
            _ => {
                let shift = self.build.constant(shift);
                self.pure(op::OpShiftLeftLogical, uint, &[bits, shift])
            }
        };
        let mask = mask << shift;
        let pending = match self.pending.take() {
            Some(pending) => Pending {
                value: self.pure(op::OpBitwiseOr, uint, &[pending.value, bits]),
                mask: pending.mask | mask,
                ..pending
            },
            None => Pending {
                place: word,
                value: bits,
                mask,
            },
        };
        self.pending = Some(pending);
        if pending.mask == WHOLE {
            self.flush(access)?;
        }
        Ok(())
    }

    /// Stores the collected bits.
    fn flush(&mut self, access: &Access) -> Result<(), LowerError> {
        match self.pending.take() {
            Some(Pending { place, value, mask }) => self.store_bits(&place, value, mask, access),
            None => Ok(()),
        }
    }

    /// Stores those bits of a word that are in the mask. With a computed shift, value and mask are given relative to bit 0.
    fn store_bits(
        &mut self,
        place: &Place,
        value: u32,
        mask: u32,
        access: &Access,
    ) -> Result<(), LowerError> {
        let uint = self.build.uint();
        let (pointer, shift) = self.word(place)?;
        let (value, others) = match shift {
            Shift::Known(_) if mask == WHOLE => {
                let operands = self.in_words(place, access).store_operands(pointer, value);
                self.build.raw(op::OpStore, &operands);
                return Ok(());
            }
            Shift::Known(_) => (value, self.build.constant(!mask)),
            Shift::Computed(shift) => {
                let mask = self.build.constant(mask);
                let mask = self.pure(op::OpShiftLeftLogical, uint, &[mask, shift]);
                let others = self.pure(op::OpNot, uint, &[mask]);
                let value = self.pure(op::OpShiftLeftLogical, uint, &[value, shift]);
                (value, others)
            }
        };
        let (scope, semantics) = self.order(access);
        for (opcode, operand) in [(op::OpAtomicAnd, others), (op::OpAtomicOr, value)] {
            let operands = [pointer, scope, semantics, operand];
            self.build.op(opcode, uint, &operands);
        }
        Ok(())
    }

    /// Returns the scope and the semantics of the atomic operations that replace a store.
    fn order(&mut self, access: &Access) -> (u32, u32) {
        if !self.vulkan_memory_model {
            return (
                self.build.constant(scope::Device),
                self.build.constant(memory_semantics::Relaxed),
            );
        }
        let semantics = match access.is_volatile() {
            true => memory_semantics::Volatile,
            false => memory_semantics::Relaxed,
        };
        let semantics = self.build.constant(semantics);
        let device = self.build.constant(scope::Device);
        let scope = match access.available == device {
            true => device,
            false => self.build.constant(scope::QueueFamily),
        };
        (scope, semantics)
    }
}
