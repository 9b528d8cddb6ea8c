//! Atomic operations on words of rewritten blocks, and the length of a block's runtime array.
//!
//! ```text
//! %x = OpAtomicIAdd %int %chain %scope %semantics %y   ⇒   %v = OpBitcast %uint %y
//!                                                          %w = OpAtomicIAdd %uint %pointer %scope %semantics %v
//!                                                          %x = OpBitcast %int %w
//!
//! %n = OpArrayLength %uint %block 2                    ⇒   %w = OpArrayLength %uint %block 0
//!                                                          %b = OpShiftLeftLogical %uint %w %uint_2
//!                                                          %r = OpISub %uint %b %offset        omitted if the offset is 0,
//!                                                          %n = OpUDiv %uint %r %stride        otherwise clamped to 0
//! ```
//!
//! The meaning of an atomic operation depends on its opcode, not on the signedness of its types. Arithmetic on floats is
//! refused, since the words are integers, and so are 64-bit operations.
//!
//! A buffer whose size is not a multiple of four ends within a word. Word accesses cannot reach its last bytes, and no
//! instruction returns their number. So the array ends with the last element that lies in whole words, and a shader that
//! respects the length stays in bounds. An application that needs the rest should round the buffer's range up to whole
//! words. The report mentions this if elements can end within a word.

use super::layout::Shape;
use super::place::{Place, Shift, MISALIGNED, POINTER};
use super::Code;
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::{Kind, LowerError};
use crate::tables::op;
use crate::views;

/// An atomic operation without an equivalent on words.
pub const ATOMIC: LowerError = LowerError::Because(
    "an atomic operation without a 32-bit integer counterpart, in a block of narrow data",
);

/// Returns the operand positions of an atomic instruction, as word indices: its pointer, and the values of the pointee
/// type.
pub fn atomic_operands(opcode: u16) -> Option<(usize, &'static [usize])> {
    Some(match opcode {
        op::OpAtomicLoad | op::OpAtomicIIncrement | op::OpAtomicIDecrement => (3, &[]),
        op::OpAtomicStore => (1, &[4]),
        op::OpAtomicExchange
        | op::OpAtomicIAdd
        | op::OpAtomicISub
        | op::OpAtomicSMin
        | op::OpAtomicUMin
        | op::OpAtomicSMax
        | op::OpAtomicUMax
        | op::OpAtomicAnd
        | op::OpAtomicOr
        | op::OpAtomicXor => (3, &[6]),
        op::OpAtomicCompareExchange => (3, &[7, 8]),
        _ => return None,
    })
}

impl Code<'_> {
    /// Emits an atomic operation on a word.
    pub fn atomic(&mut self, inst: Inst<'_>, place: &Place) -> Result<(), LowerError> {
        let (at, values) = atomic_operands(inst.opcode()).ok_or(ATOMIC)?;
        let ty = match self.shape(place.part)? {
            Shape::Scalar { bytes: 4, scalar } => {
                // Loads, stores and exchanges only move the bits.
                let floats = !matches!(
                    inst.opcode(),
                    op::OpAtomicLoad | op::OpAtomicStore | op::OpAtomicExchange
                );
                if floats && !matches!(scalar, Scalar::Int { .. }) {
                    return Err(ATOMIC);
                }
                self.id(place.part.ty)?
            }
            _ => return Err(ATOMIC),
        };
        let (pointer, Shift::Known(0)) = self.word(place)? else {
            return Err(MISALIGNED);
        };
        let uint = self.build.uint();
        let mut operands = [0; 9];
        let words = inst.words();
        let Some(slots) = operands.get_mut(..words.len()) else {
            return Err(ATOMIC);
        };
        slots.copy_from_slice(words);
        for (index, operand) in operands.iter_mut().enumerate().take(words.len()).skip(at) {
            *operand = match index {
                _ if index == at => pointer,
                _ => self.id(*operand)?,
            };
            if values.contains(&index) && ty != uint {
                *operand = self.pure(op::OpBitcast, uint, &[*operand]);
            }
        }
        let operands = operands.get(at..words.len()).unwrap_or(&[]);
        if inst.opcode() == op::OpAtomicStore {
            self.build.raw(inst.opcode(), operands);
        } else if ty == uint {
            self.build
                .op_as(inst.result(), inst.opcode(), uint, operands);
        } else {
            let word = self.build.op(inst.opcode(), uint, operands);
            self.cast(ty, word, Some(inst.result()));
        }
        self.memo.store();
        self.memo.change_shared();
        Ok(())
    }

    /// Emits the length of the runtime array of a block.
    pub fn array_length(&mut self, inst: Inst<'_>, place: &Place) -> Result<(), LowerError> {
        let input = self.input;
        let TypeView::Struct(members) = input.view(place.part.ty) else {
            return Err(POINTER);
        };
        let (array, offset) = self.layouts.member(
            place.part.ty,
            members,
            views::ArrayLength(inst).array_member(),
        )?;
        let Shape::Many {
            count: None,
            stride: stride @ 1..,
            ..
        } = self.shape(array)?
        else {
            return Err(LowerError::Because(
                "an array length of something that is not an array",
            ));
        };
        let uint = self.build.uint();
        let root = self.id(place.root)?;
        let words = self.build.op(op::OpArrayLength, uint, &[root, 0]);
        let bytes = self.times(words, 4);
        let mut rest = bytes;
        if offset != 0 {
            // A buffer may end before the array begins.
            let offset = self.build.constant(offset);
            let zero = self.build.constant(0);
            let truth = self.build.bool();
            let has_any = self.pure(op::OpUGreaterThan, truth, &[bytes, offset]);
            let difference = self.pure(op::OpISub, uint, &[bytes, offset]);
            rest = self.pure(op::OpSelect, uint, &[has_any, difference, zero]);
        }
        if (offset | stride) % 4 != 0 {
            self.build.count(Kind::ArrayLength);
        }
        let (opcode, operand) = match stride.is_power_of_two() {
            true => (op::OpShiftRightLogical, stride.trailing_zeros()),
            false => (op::OpUDiv, stride),
        };
        let operand = self.build.constant(operand);
        self.build
            .op_as(inst.result(), opcode, uint, &[rest, operand]);
        Ok(())
    }
}
