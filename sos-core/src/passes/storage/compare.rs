//! Comparisons of pointers into rewritten blocks, by their byte offsets.
//!
//! ```text
//! %r = OpPtrEqual %bool %p %q                      %r = OpIEqual %bool %p_bytes %q_bytes
//! %d = OpPtrDiff %int %p %q                        %m = OpULessThan %bool %p_bytes %q_bytes
//!                                                  %a = OpISub %uint %p_bytes %q_bytes
//!                                                  %b = OpISub %uint %q_bytes %p_bytes
//!                                                  %c = OpSelect %uint %m %b %a
//!                                                  %n = OpUDiv %uint %c %stride
//!                                                  %o = OpSNegate %uint %n
//!                                                  %d = OpSelect %uint %m %o %n
//! ```
//!
//! Exact, since the pointers are of one type: two places in one block are the same if their offsets are. Of pairs
//! ([`super::pairs`]), the pointers to the first words are compared as well. `OpPtrDiff` is defined for elements of one array,
//! whose distance in bytes may need 33 bits with a sign, so the sign is kept apart.
//!
//! Refused: pointers into different descriptors in modules without pairs, and differences of pointers to no array elements.

use super::place::{Place, POINTER};
use super::Code;
use crate::build::Build;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::tables::op;

/// The difference counts elements.
const NO_ELEMENTS: LowerError = LowerError::Because(
    "a difference of pointers into a block of narrow data that are no elements of an array",
);

impl Code<'_> {
    /// Rewrites a comparison of pointers into rewritten blocks. Returns false if it is none.
    pub fn comparison(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let &[ty, id, a, b] = inst.from(1) else {
            return Ok(false);
        };
        if !self.places.is_inside(a) && !self.places.is_inside(b) {
            return Ok(false);
        }
        let is_one = match (self.place(a), self.place(b)) {
            (Some(a), Some(b)) => is_one_block(&a, &b),
            _ => false,
        };
        if inst.opcode() == op::OpPtrDiff {
            self.difference(ty, id, [a, b])?;
            return Ok(true);
        }
        let truth = self.id(ty)?;
        let opcode = match inst.opcode() {
            op::OpPtrEqual => op::OpIEqual,
            _ => op::OpINotEqual,
        };
        if is_one {
            let bytes = [self.distance(a)?, self.distance(b)?];
            self.build.op_as(id, opcode, truth, &bytes);
            return Ok(true);
        }
        if !self.blocks.any_pairs {
            return Err(POINTER);
        }
        let ([first, bytes], [other, other_bytes]) = (self.value(a)?, self.value(b)?);
        let firsts = self.build.op(inst.opcode(), truth, &[first, other]);
        let offsets = self.build.op(opcode, truth, &[bytes, other_bytes]);
        let join = match inst.opcode() {
            op::OpPtrEqual => op::OpLogicalAnd,
            _ => op::OpLogicalOr,
        };
        self.build.op_as(id, join, truth, &[firsts, offsets]);
        Ok(true)
    }

    /// The byte offset of a pointer from the start of its block, or of the pair that it is derived from.
    fn distance(&mut self, pointer: u32) -> Result<u32, LowerError> {
        let place = self.place(pointer).ok_or(POINTER)?;
        Ok(self.bytes_of(&place))
    }

    /// Emits the number of elements between two of one array.
    fn difference(&mut self, ty: u32, id: u32, pointers: [u32; 2]) -> Result<(), LowerError> {
        let mut strides = [0; 2];
        for (stride, &pointer) in strides.iter_mut().zip(&pointers) {
            let place = self.place(pointer).ok_or(POINTER)?;
            let of_type = self.layouts.array_stride(self.input.type_of(pointer));
            *stride = match place.stride {
                0 => of_type.ok_or(NO_ELEMENTS)?,
                stride => stride,
            };
        }
        let [stride, other] = strides;
        if stride == 0 || stride != other {
            return Err(NO_ELEMENTS);
        }
        let [a, b] = [self.distance(pointers[0])?, self.distance(pointers[1])?];
        let (uint, truth) = (self.build.uint(), self.build.bool());
        let is_less = self.build.op(op::OpULessThan, truth, &[a, b]);
        let [up, down] = [[a, b], [b, a]].map(|both| self.build.op(op::OpISub, uint, &both));
        let bytes = self.build.op(op::OpSelect, uint, &[is_less, down, up]);
        let stride = self.build.constant(stride);
        let count = self.build.op(op::OpUDiv, uint, &[bytes, stride]);
        let back = self.build.op(op::OpSNegate, uint, &[count]);
        let scalar = self.input.scalar_of(ty);
        let ty = self.id(ty)?;
        let operands = [is_less, back, count];
        if ty == uint {
            self.build.op_as(id, op::OpSelect, ty, &operands);
            return Ok(());
        }
        let words = self.build.op(op::OpSelect, uint, &operands);
        let convert = match scalar {
            Some(Scalar::Int { width: 32, .. }) => op::OpBitcast,
            _ => op::OpSConvert,
        };
        self.build.op_as(id, convert, ty, &[words]);
        Ok(())
    }
}

/// Whether two places are in one block, as far as is known without comparing pointers.
fn is_one_block(a: &Place, b: &Place) -> bool {
    a.root == b.root && a.is_pair == b.is_pair && a.descriptor == b.descriptor
}
