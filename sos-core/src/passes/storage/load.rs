//! Loads: words, and the data extracted from them.
//!
//! ```text
//! %x = OpLoad %half %chain         ⇒   %w = OpLoad %uint %pointer
//!                                      %s = OpShiftRightLogical %uint %w %shift       omitted at bit 0
//!                                      %u = OpUConvert %ushort %s
//!                                      %x = OpBitcast %half %u                        omitted for 16-bit integers
//!
//! %x = OpLoad %v4half %chain       ⇒   %w0, %w1 = OpLoad %uint …                      if the vector begins a word
//!                                      %h0, %h1 = OpBitcast %v2half %w0, %w1
//!                                      %x = OpVectorShuffle %v4half %h0 %h1 0 1 2 3
//!
//! %x = OpLoad %v4uchar %chain      ⇒   %w = OpLoad %uint %pointer
//!                                      %x = OpBitcast %v4uchar %w
//! ```
//!
//! A 32-bit scalar is a bitcast of the word, a 64-bit scalar a bitcast of two words. Structures, arrays and matrices are
//! constructed from their parts (`OpCompositeConstruct`). Memory in Vulkan is little-endian, and so is `OpBitcast` between
//! vectors: lower components have lower bits (specification, `OpBitcast`).
//!
//! Words are loaded non-atomically, although other invocations may store their other bytes at the same time, by atomic
//! operations. These leave the bytes that are extracted here unchanged, so it does not matter which value of the word the
//! load returns.

use super::layout::{Part, Shape, OPEN, TOO_DEEP};
use super::memo::Validity;
use super::place::{Place, Shift, MISALIGNED};
use super::Code;
use crate::build::Build;
use crate::facts::Scalar;
use crate::passes::access::Access;
use crate::passes::{LowerError, MOST_DEPTH};
use crate::tables::{capability, op};
use arrayvec::ArrayVec;

/// The output would be much larger than the input.
const TOO_MANY: LowerError =
    LowerError::Because("a composite that is loaded or stored whole has too many members");

impl Code<'_> {
    /// Loads the data at a place, with the id `result` if that is given.
    pub fn load(
        &mut self,
        place: &Place,
        access: &Access,
        result: Option<u32>,
        depth: u32,
    ) -> Result<u32, LowerError> {
        self.spend_budget(1)?;
        match self.shape(place.part)? {
            Shape::Scalar { bytes, scalar } => {
                self.load_scalar(place, access, result, bytes, scalar)
            }
            Shape::Many {
                count,
                stride,
                part,
            } => {
                let count = count.ok_or(OPEN)?;
                if let Some(pointer) = self.native_vector(place, access, depth)? {
                    let ty = self.id(place.part.ty)?;
                    return Ok(self.load_native(pointer, access, result, ty));
                }
                if let Some(id) = self.load_vector(place, access, result, count, stride, part)? {
                    return Ok(id);
                }
                let first = self.parts.len();
                for number in 0..count {
                    let element = place.element(part, stride, number)?;
                    self.load_part(&element, access, depth)?;
                }
                self.construct(place.part.ty, result, first)
            }
            Shape::Struct(members) => {
                let first = self.parts.len();
                for number in 0..members.len() as u32 {
                    let (part, offset) = self.layouts.member(place.part.ty, members, number)?;
                    self.load_part(&place.part(part, offset)?, access, depth)?;
                }
                self.construct(place.part.ty, result, first)
            }
        }
    }

    fn load_part(&mut self, place: &Place, access: &Access, depth: u32) -> Result<(), LowerError> {
        if depth >= MOST_DEPTH {
            return Err(TOO_DEEP);
        }
        let id = self.load(place, access, None, depth + 1)?;
        self.parts.push(id);
        Ok(())
    }

    /// Emits a native load from a pointer. `ty` is a type of the output.
    fn load_native(&mut self, pointer: u32, access: &Access, result: Option<u32>, ty: u32) -> u32 {
        let id = result.unwrap_or_else(|| self.build.id());
        let operands = access.load_operands(pointer);
        self.build.op_as(id, op::OpLoad, ty, &operands);
        id
    }

    /// Counts parts of a composite. The budget keeps time and output linear in the input.
    pub fn spend_budget(&mut self, parts: u32) -> Result<(), LowerError> {
        self.budget = self.budget.checked_sub(parts).ok_or(TOO_MANY)?;
        Ok(())
    }

    /// Emits the composite of the parts that were loaded last.
    fn construct(&mut self, ty: u32, result: Option<u32>, first: usize) -> Result<u32, LowerError> {
        let ty = self.id(ty)?;
        let id = result.unwrap_or_else(|| self.build.id());
        let parts = self.parts.get(first..).unwrap_or(&[]);
        self.build.op_as(id, op::OpCompositeConstruct, ty, parts);
        self.parts.truncate(first);
        Ok(id)
    }

    /// Loads a word that begins exactly at a place.
    fn load_whole_word(&mut self, place: &Place, access: &Access) -> Result<u32, LowerError> {
        match self.load_word(place, access)? {
            (word, Shift::Known(0)) => Ok(word),
            _ => Err(MISALIGNED),
        }
    }

    /// Loads the word in which the data at a place begins.
    fn load_word(&mut self, place: &Place, access: &Access) -> Result<(u32, Shift), LowerError> {
        let (pointer, shift) = self.word(place)?;
        let uint = self.build.uint();
        let shared = access.can_share_loads() && !self.is_volatile(place)?;
        let operands = self.in_words(place, access).load_operands(pointer);
        let word = if shared {
            self.memoized(op::OpLoad, uint, &operands, Validity::UntilShared)
        } else {
            self.build.op(op::OpLoad, uint, &operands)
        };
        Ok((word, shift))
    }

    fn load_scalar(
        &mut self,
        place: &Place,
        access: &Access,
        result: Option<u32>,
        bytes: u32,
        scalar: Scalar,
    ) -> Result<u32, LowerError> {
        let ty = self.id(place.part.ty)?;
        let uint = self.build.uint();
        match bytes {
            4 => {
                let word = self.load_whole_word(place, access)?;
                Ok(self.cast(ty, word, result))
            }
            8 => {
                let low = self.load_whole_word(place, access)?;
                let high = self.load_whole_word(&place.part(place.part, 4)?, access)?;
                let pair = self.build.vector(uint, 2);
                let words = self.pure(op::OpCompositeConstruct, pair, &[low, high]);
                Ok(self.cast(ty, words, result))
            }
            _ => {
                self.check_alignment(place, bytes)?;
                if let Some(pointer) = self.native(place, scalar)? {
                    return Ok(self.load_native(pointer, &access.aligned_to(bytes), result, ty));
                }
                let (word, shift) = self.load_word(place, access)?;
                let shifted = match shift {
                    Shift::Known(0) => word,
                    Shift::Known(bits) => {
                        let bits = self.build.constant(bits);
                        self.pure(op::OpShiftRightLogical, uint, &[word, bits])
                    }
                    Shift::Computed(bits) => {
                        self.pure(op::OpShiftRightLogical, uint, &[word, bits])
                    }
                };
                Ok(self.narrow(ty, shifted, result, scalar))
            }
        }
    }

    /// Converts a word to a narrow type.
    fn narrow(&mut self, ty: u32, word: u32, result: Option<u32>, scalar: Scalar) -> u32 {
        self.declare_capability(scalar);
        match scalar {
            // `OpUConvert` requires an unsigned result type. Truncation is the same for both.
            Scalar::Int { signed: true, .. } => self.pure_as(result, op::OpSConvert, ty, &[word]),
            Scalar::Int { .. } => self.pure_as(result, op::OpUConvert, ty, &[word]),
            _ => {
                let short = self.short();
                let bits = self.pure(op::OpUConvert, short, &[word]);
                self.pure_as(result, op::OpBitcast, ty, &[bits])
            }
        }
    }

    /// `OpTypeInt 16 0`.
    pub fn short(&mut self) -> u32 {
        self.build.capability(capability::Int16);
        self.build.declare(op::OpTypeInt, None, &[16, 0])
    }

    /// Declares the capabilities for values of a narrow type. If the target lacks them, a later pass replaces the type.
    pub fn declare_capability(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Int { width: 8, .. } => self.build.capability(capability::Int8),
            Scalar::Int { width: 16, .. } => self.build.capability(capability::Int16),
            Scalar::Float { width: 16 } => self.build.capability(capability::Float16),
            _ => {}
        }
    }

    /// Checks that a narrow scalar lies within one word.
    pub fn check_alignment(&self, place: &Place, bytes: u32) -> Result<(), LowerError> {
        if place.is_aligned_to(bytes) && place.offset % bytes == 0 {
            Ok(())
        } else {
            Err(MISALIGNED)
        }
    }

    /// Emits a bitcast, or nothing if the type is that of words.
    pub fn cast(&mut self, ty: u32, value: u32, result: Option<u32>) -> u32 {
        if ty != self.build.uint() {
            return self.pure_as(result, op::OpBitcast, ty, &[value]);
        }
        match result {
            Some(id) => {
                self.build.unary_as(id, op::OpCopyObject, ty, value);
                value
            }
            None => value,
        }
    }

    /// Loads a vector as whole words, if that is better than loading its components one by one.
    fn load_vector(
        &mut self,
        place: &Place,
        access: &Access,
        result: Option<u32>,
        count: u32,
        stride: u32,
        part: Part,
    ) -> Result<Option<u32>, LowerError> {
        let Shape::Scalar { bytes, scalar } = self.shape(part)? else {
            return Ok(None);
        };
        if !self.is_vector(place.part.ty) || bytes != stride || !(2..=4).contains(&count) {
            return Ok(None);
        }
        if bytes == 4 {
            return self.load_words(place, access, result, count, part);
        }
        let Some(shift) = place.known_shift().filter(|_| bytes < 4) else {
            return Ok(None);
        };
        self.check_alignment(place, bytes)?;
        let (first, each) = (shift / (8 * bytes), 4 / bytes);
        let words = (first + count).div_ceil(each);
        if words > 2 {
            return Ok(None);
        }
        self.declare_capability(scalar);
        let (ty, component) = (self.id(place.part.ty)?, self.id(part.ty)?);
        let vector = self.build.vector(component, each);
        let (low, _) = self.load_word(place, access)?;
        if words == 1 && count == each {
            return Ok(Some(self.pure_as(result, op::OpBitcast, ty, &[low])));
        }
        let low = self.pure(op::OpBitcast, vector, &[low]);
        let mut high = low;
        if words == 2 {
            let next = place.part(part, 4)?;
            let (word, _) = self.load_word(&next, access)?;
            high = self.pure(op::OpBitcast, vector, &[word]);
        }
        let picks = [low, high, first, first + 1, first + 2, first + 3];
        let picks = picks.get(..2 + count as usize).unwrap_or(&picks);
        Ok(Some(self.pure_as(result, op::OpVectorShuffle, ty, picks)))
    }

    /// Loads a vector of 32-bit scalars.
    fn load_words(
        &mut self,
        place: &Place,
        access: &Access,
        result: Option<u32>,
        count: u32,
        part: Part,
    ) -> Result<Option<u32>, LowerError> {
        let mut words = ArrayVec::<u32, 4>::new();
        for number in 0..count.min(4) {
            words.push(self.load_whole_word(&place.element(part, 4, number)?, access)?);
        }
        let ty = self.id(place.part.ty)?;
        let uint = self.build.uint();
        let vector = self.build.vector(uint, count);
        if ty == vector {
            return Ok(Some(self.pure_as(
                result,
                op::OpCompositeConstruct,
                ty,
                &words,
            )));
        }
        let words = self.pure(op::OpCompositeConstruct, vector, &words);
        Ok(Some(self.pure_as(result, op::OpBitcast, ty, &[words])))
    }
}
