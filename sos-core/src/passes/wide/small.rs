//! Integers that may have any width but are small, of instructions on other values: coordinates, offsets, levels and samples of
//! images, the index of a subgroup operation, the size of a cluster, the stream of a vertex. And small results: sizes of
//! images, counts of a ballot's bits.
//!
//! ```text
//! OpImageFetch %vec4 %image %long2 Sample %long        OpBitcast %ivec2, OpBitcast %int of the lower words, OpImageFetch
//! OpImageQuerySize %ulong2                             OpImageQuerySize %uvec2; the upper words are 0
//! ```
//!
//! The lower word is the operand: no image, subgroup or stream has numbers beyond 32 bits. Signed integers stay signed, because
//! a negative offset of an unsigned type would be a large one. Constants stay constants, which some of these operands must be.

use super::words::Pair;
use super::{reason, Work, MALFORMED};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::builder::map_uses;
use crate::passes::LowerError;
use crate::tables::op;
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Copies an instruction on other values with the lower words of its operands; its result has `n` small 64-bit integers, or
    /// another type if `n` is 0.
    pub(super) fn small(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let has_type = inst.has_type();
        let ty = if has_type { inst.word(1) } else { 0 };
        if n == 0 && self.wide.form(ty).inside {
            return Err(reason(inst.opcode()));
        }
        let mut list = std::mem::take(&mut self.wide.list);
        let done = map_uses(inst, &mut list, |id| match has_type && id == ty && n > 0 {
            true => Ok(id),
            false => self.low_word(id),
        });
        let lo = match list.get(2..).filter(|_| n > 0) {
            Some(operands) => self.words().op(inst.opcode(), n, operands),
            None => {
                self.build.raw(inst.opcode(), &list);
                0
            }
        };
        self.wide.list = list;
        done?;
        match n {
            0 => Ok(()),
            _ => {
                let hi = self.words().splat(n, 0);
                self.alias(inst.word(2), n, Pair { lo, hi })
            }
        }
    }

    /// The lower words of 64-bit integers, with their signedness; other operands as they are.
    fn low_word(&mut self, id: u32) -> Result<u32, LowerError> {
        let ty = self.input.type_of(id);
        if !self.wide.form(ty).inside {
            return self.id(id);
        }
        let def = self.input.def(id).ok_or(MALFORMED)?;
        if def.offset() < self.input.facts.first_function {
            return self.low_constant(ty, def, 2);
        }
        let lo = self.pair(id)?.lo;
        let n = self.wide.count(ty);
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
            op::OpConstant => parts.push(def.word(3)),
            op::OpConstantNull | op::OpUndef => {}
            op::OpConstantComposite => {
                let depth = depth.checked_sub(1).ok_or(MALFORMED)?;
                for &part in def.from(3) {
                    let ty = self.input.type_of(part);
                    let def = self.input.def(part).ok_or(MALFORMED)?;
                    let part = self.low_constant(ty, def, depth)?;
                    parts.try_push(part).map_err(|_| MALFORMED)?;
                }
            }
            opcode => return Err(reason(opcode)),
        }
        Ok(self.build.declare(def.opcode(), Some(to), &parts))
    }

    /// The type of the lower words of 64-bit integers: a scalar, a vector, or an array of vectors.
    fn low_type(&mut self, ty: u32) -> Result<u32, LowerError> {
        let (vector, length) = match self.input.view(ty) {
            TypeView::Array { element, length } => (element, length),
            _ => (ty, 0),
        };
        let (Some(Scalar::Int { width: 64, signed }), n) =
            (self.input.scalar_of(vector), self.wide.count(vector))
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

#[cfg(test)]
mod tests;
