//! Integers that may have any width but are small, of instructions on other values: coordinates, offsets, levels and samples of
//! images, indices, the size of a cluster, the stream of a vertex, the length of an array. And small results: sizes of images,
//! counts of a ballot's bits.
//!
//! ```text
//! OpImageFetch %vec4 %image %long2 Sample %long        OpBitcast %ivec2, OpBitcast %int of the lower words, OpImageFetch
//! OpImageQuerySize %ulong2                             OpImageQuerySize %uvec2; the upper words are 0
//! ```
//!
//! A promoted integer is extended by its type. Of an expanded one, the lower word is the operand: no image, subgroup or stream has
//! numbers beyond 32 bits. Signed integers stay signed, because a negative offset of an unsigned type would be a large one.
//! Constants stay constants, which some of these operands must be.

use super::expand::words::Pair;
use super::{LowerError, Work, MALFORMED, UNKNOWN};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::builder::map_uses;
use crate::tables::{is_image_size, op};
use crate::views;
use arrayvec::ArrayVec;

impl Work<'_> {
    /// An integer as 32 bits, whatever its width; other values as they are. Its signedness does not matter where it is used.
    pub fn small(&mut self, id: u32) -> Result<u32, LowerError> {
        match self.count_of(id) {
            0 => self.extended_by_type(id),
            _ => Ok(self.pair_of(id, 1)?.lo),
        }
    }

    /// An integer extended by the signedness of its type; other values as they are.
    pub fn extended_by_type(&mut self, id: u32) -> Result<u32, LowerError> {
        match self.shape_of(id) {
            Some((Scalar::Int { signed: true, .. }, _)) => self.sign_extended(id),
            _ => self.zero_extended(id),
        }
    }

    /// Integers of any width of at most 32 bits as words, extended in this way.
    pub fn word(&mut self, id: u32, n: u32, signed: bool) -> Result<u32, LowerError> {
        let ty = self.input.type_of(id);
        let (Scalar::Int { width, .. }, _) = self.shape(ty).ok_or(MALFORMED)? else {
            return Err(MALFORMED);
        };
        let value = match signed {
            true => self.sign_extended(id)?,
            false => self.zero_extended(id)?,
        };
        let is_word = self.value_type(ty) == self.words().word(n);
        Ok(match (is_word, width) {
            (true, _) => value,
            _ if width == 32 || self.is_promoted(ty) => self.words().op(op::OpBitcast, n, &[value]),
            _ => {
                let opcode = if signed {
                    op::OpSConvert
                } else {
                    op::OpUConvert
                };
                self.words().op(opcode, n, &[value])
            }
        })
    }

    /// Copies an instruction on other values with small operands; its result has `n` small expanded integers, or is of another
    /// type if `n` is 0. Images of halves have been replaced before ([`crate::passes::half_images`]).
    pub fn with_operands(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, opcode) = (Self::result_type(inst), inst.opcode());
        if n == 0 && self.tables.has_expanded(ty) {
            return Err(self.expand_error(opcode));
        }
        let is_number = is_image_size(opcode) || !inst.has_type();
        if self.is_promoted(ty) && !is_number && !is_count(opcode) {
            return Err(UNKNOWN);
        }
        let mut list = core::mem::take(&mut self.tables.words);
        let done = map_uses(inst, &mut list, |id| match id == ty {
            true => Ok(ty),
            false => self.operand_of_type(id),
        });
        let lo = match list.get(2..).filter(|_| n > 0) {
            Some(operands) => self.words().op(opcode, n, operands),
            None => {
                if let Some(form) = list.first_mut().filter(|_| inst.has_type()) {
                    *form = self.value_type(ty);
                }
                self.build.raw(opcode, &list);
                0
            }
        };
        self.tables.words = list;
        done?;
        match n {
            0 => Ok(()),
            _ => {
                let hi = self.words().splat(n, 0);
                self.alias(inst.result(), n, Pair { lo, hi })
            }
        }
    }

    /// An operand with its signedness; other values as they are.
    fn operand_of_type(&mut self, id: u32) -> Result<u32, LowerError> {
        let ty = self.input.type_of(id);
        let promoted = self.is_promoted(ty);
        if !promoted && !self.tables.has_expanded(ty) {
            return self.id(id);
        }
        let def = self.input.def(id).ok_or(MALFORMED)?;
        let is_constant = def.offset() < self.input.facts.first_function;
        if !promoted {
            return match is_constant {
                true => self.low_constant(ty, def, 2),
                false => self.low_word(ty, id),
            };
        }
        // An offset has to stay a constant.
        self.in_constants = is_constant;
        let value = match self.shape(ty) {
            None => self.constant_array(def),
            Some(_) => self.extended_by_type(id),
        };
        self.in_constants = false;
        value
    }

    /// An array of four constant promoted offsets, extended according to their type.
    fn constant_array(&mut self, def: Inst<'_>) -> Result<u32, LowerError> {
        let form = match def.opcode() {
            op::OpConstantNull => return Ok(self.get(def.word(2))),
            op::OpConstantComposite | op::OpSpecConstantComposite => {
                self.value_type(def.result_type())
            }
            _ => return Err(UNKNOWN),
        };
        let mut parts = ArrayVec::<u32, 4>::new();
        for &part in views::ConstantComposite(def).constituents() {
            let part = self.extended_by_type(part)?;
            parts.try_push(part).map_err(|_| UNKNOWN)?;
        }
        Ok(self
            .build
            .declare(def.opcode(), Some(form), parts.as_slice()))
    }

    /// The lower words of expanded integers, with their signedness.
    fn low_word(&mut self, ty: u32, id: u32) -> Result<u32, LowerError> {
        let lo = self.pair(id)?.lo;
        let n = self.count(ty);
        match self.low_type(ty)? {
            ty if ty == self.words().word(n) => Ok(lo),
            ty => Ok(self.build.op(op::OpBitcast, ty, &[lo])),
        }
    }

    /// The lower words of a constant: a number, a vector or an array of vectors.
    fn low_constant(&mut self, ty: u32, def: Inst<'_>, depth: u32) -> Result<u32, LowerError> {
        let to = self.low_type(ty)?;
        let mut parts = ArrayVec::<u32, 4>::new();
        match def.opcode() {
            op::OpConstant => parts.push(views::Constant(def).value()),
            op::OpConstantNull | op::OpUndef => {}
            op::OpConstantComposite => {
                let depth = depth.checked_sub(1).ok_or(MALFORMED)?;
                for &part in views::ConstantComposite(def).constituents() {
                    let ty = self.input.type_of(part);
                    let def = self.input.def(part).ok_or(MALFORMED)?;
                    let part = self.low_constant(ty, def, depth)?;
                    parts.try_push(part).map_err(|_| MALFORMED)?;
                }
            }
            opcode => return Err(self.expand_error(opcode)),
        }
        Ok(self.build.declare(def.opcode(), Some(to), &parts))
    }

    /// The type of the lower words of expanded integers: a scalar, a vector, or an array of vectors.
    fn low_type(&mut self, ty: u32) -> Result<u32, LowerError> {
        let (vector, length) = match self.input.view(ty) {
            TypeView::Array { element, length } => (element, length),
            _ => (ty, 0),
        };
        let (Some(Scalar::Int { width: 64, signed }), n) =
            (self.input.scalar_of(vector), self.count(vector))
        else {
            return Err(MALFORMED);
        };
        let operands = [32, signed.into()];
        let scalar = self.build.declare(op::OpTypeInt, None, &operands);
        let vector = self.build.vector(scalar, n);
        match length {
            0 => Ok(vector),
            _ => {
                let length = self.id(length)?;
                Ok(self.build.new_type(op::OpTypeArray, &[vector, length]))
            }
        }
    }
}

/// Whether an instruction counts or finds bits of a ballot.
fn is_count(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpGroupNonUniformBallotBitCount
            | op::OpGroupNonUniformBallotFindLSB
            | op::OpGroupNonUniformBallotFindMSB
    )
}

#[cfg(test)]
mod tests;
