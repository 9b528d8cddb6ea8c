//! Subgroup operations.
//!
//! | | promoted | expanded |
//! |---|---|---|
//! | `…Broadcast`, `…Shuffle`, `…Quad…`, `…Rotate` | the same | on each word: 2 instructions |
//! | `…AllEqual` | zero-extended, since it compares all bits | on both words, and'ed: 3; of floats without the sign of zeros, and no NaN |
//! | `…BitwiseAnd`, `…Or`, `…Xor` | the same | on each word: 2 |
//! | `…Add`, `…Min` and the like | extended as needed; a sum of halves is rounded once at the end, because no order of additions is defined | refused |
//!
//! Any operation may have an index or a cluster size of any width, or count bits of a ballot ([`operands`](super::operands)).
//!
//! Exact, and does not need `shaderSubgroupExtendedTypes`. Addition, minimum and the like cannot be computed by word: if the
//! device lacks them for 64 bits, the rule family `subgroup` lowers them to moves; any that remain are refused.

use super::expand::words::Half;
use super::promote::UpperBits;
use super::scalars::ScalarSet;
use super::{LowerError, Work, MALFORMED, UNKNOWN};
use crate::build::Build;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::tables::{glsl_std_450 as glsl, group_operation, op};
use crate::views;

/// How an operation treats its value.
enum Class {
    /// Moves it; the word number of the value.
    Moves(usize),
    /// Combines the bits of all invocations, or numbers.
    Combines,
    /// Gives a count of a ballot's bits, at most 128.
    Counts,
    /// Something else, on operands of other types.
    Other,
}

fn class(opcode: u16) -> Class {
    match opcode {
        op::OpGroupNonUniformBroadcast
        | op::OpGroupNonUniformBroadcastFirst
        | op::OpGroupNonUniformBallotBitExtract
        | op::OpGroupNonUniformShuffle..=op::OpGroupNonUniformShuffleDown
        | op::OpGroupNonUniformQuadBroadcast
        | op::OpGroupNonUniformQuadSwap
        | op::OpGroupNonUniformRotateKHR => Class::Moves(4),
        op::OpSubgroupReadInvocationKHR | op::OpSubgroupFirstInvocationKHR => Class::Moves(3),
        op::OpGroupNonUniformBallotBitCount
        | op::OpGroupNonUniformBallotFindLSB
        | op::OpGroupNonUniformBallotFindMSB => Class::Counts,
        op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => Class::Combines,
        _ => Class::Other,
    }
}

/// Whether an operation combines each bit by itself.
fn is_bitwise(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpGroupNonUniformBitwiseAnd
            | op::OpGroupNonUniformBitwiseOr
            | op::OpGroupNonUniformBitwiseXor
    )
}

impl Work<'_> {
    /// Rewrites a subgroup operation; `n` is the number of components of an expanded result.
    pub fn group(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let opcode = inst.opcode();
        match class(opcode) {
            _ if opcode == op::OpGroupNonUniformAllEqual => self.all_equal(inst),
            Class::Moves(at) if n > 0 => self.group_by_words(inst, n, at),
            Class::Combines if n > 0 && is_bitwise(opcode) => self.group_by_words(inst, n, 5),
            Class::Counts => {
                self.with_operands(inst, n)?;
                self.set_known(inst.word(2), UpperBits::ZERO);
                Ok(())
            }
            _ if n > 0 => Err(self.expand_error(opcode)),
            Class::Moves(at) => self.group_move(inst, at),
            Class::Combines => self.group_arithmetic(inst),
            Class::Other => self.with_operands(inst, 0),
        }
    }

    /// Emits an operation on each word of the value, which is operand `at`.
    fn group_by_words(&mut self, inst: Inst<'_>, n: u32, at: usize) -> Result<(), LowerError> {
        let value = self.pair_of(inst.word(at), n)?;
        let to = self.result_pair(inst.word(2))?;
        for half in [Half::Low, Half::High] {
            let mut operands = core::mem::take(&mut self.tables.words);
            operands.clear();
            if at > 3 {
                operands.push(self.id(inst.word(3))?);
                // The group operation, a literal.
                operands.extend(inst.words().get(4..at).unwrap_or(&[]));
            }
            operands.push(half.of(value));
            for &operand in inst.from(at + 1) {
                operands.push(self.small(operand)?);
            }
            let opcode = inst.opcode();
            self.words().op_as(half.of(to), opcode, n, &operands);
            self.tables.words = operands;
        }
        inst.words().get(at).map(|_| ()).ok_or(MALFORMED)
    }

    fn all_equal(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        let scope = self.id(inst.word(3))?;
        let truth = self.get(ty);
        if self.count_of(inst.word(4)) == 0 {
            let value = self.zero_extended(inst.word(4))?;
            self.build.op_as(id, opcode, truth, &[scope, value]);
            return Ok(());
        }
        let mut value = self.pair(inst.word(4))?;
        let (scalar, n) = self.shape_of(inst.word(4)).ok_or(MALFORMED)?;
        let ordered = match scalar {
            Scalar::Float { .. } => Some(self.comparable(n, &mut value)),
            _ => None,
        };
        let low = self.build.op(opcode, truth, &[scope, value.lo]);
        let high = self.build.op(opcode, truth, &[scope, value.hi]);
        let Some(ordered) = ordered else {
            self.build.op_as(id, op::OpLogicalAnd, truth, &[low, high]);
            return Ok(());
        };
        let words = self.build.op(op::OpLogicalAnd, truth, &[low, high]);
        self.build
            .op_as(id, op::OpLogicalAnd, truth, &[words, ordered]);
        Ok(())
    }

    /// Rewrites a move of a value, operand `at`, that is represented by a single one. The upper bits of a promoted one may be
    /// anything.
    fn group_move(&mut self, inst: Inst<'_>, at: usize) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.result_type(), inst.result(), inst.opcode());
        let mut list = core::mem::take(&mut self.tables.words);
        list.clear();
        for (number, &operand) in (3..).zip(inst.operands()) {
            list.push(match number > at {
                true => self.small(operand)?,
                false => self.get(operand),
            });
        }
        let ty = self.value_type(ty);
        self.build.op_as(id, opcode, ty, &list);
        self.tables.words = list;
        self.set_known(id, self.known(inst.word(at)));
        Ok(())
    }

    /// Rewrites reductions and scans of promoted values, or with a cluster size of another width.
    fn group_arithmetic(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.result_type(), inst.result(), inst.opcode());
        let (scope, operation, operand) = (
            views::GroupOperation(inst).execution(),
            views::GroupOperation(inst).operation(),
            inst.word(5),
        );
        let (value, known) = match opcode {
            op::OpGroupNonUniformSMin | op::OpGroupNonUniformSMax => {
                (self.sign_extended(operand)?, UpperBits::SIGN)
            }
            op::OpGroupNonUniformUMin | op::OpGroupNonUniformUMax => {
                (self.zero_extended(operand)?, UpperBits::ZERO)
            }
            _ => (self.get(operand), UpperBits::NOTHING),
        };
        let scope = self.get(scope);
        let mut operands = [scope, operation, value, 0];
        let mut len = 3;
        if inst.words().len() > 6 {
            operands = [scope, operation, value, self.small(inst.word(6))?];
            len = 4;
        }
        let operands = operands.get(..len).unwrap_or(&operands);
        let form = self.value_type(ty);
        match opcode {
            op::OpGroupNonUniformFAdd | op::OpGroupNonUniformFMul
                if self.exact && self.holds(ty, ScalarSet::FLOAT16) =>
            {
                let (_, count) = self.shape(ty).ok_or(UNKNOWN)?;
                let wide = self.build.op(opcode, form, operands);
                self.round_as(id, wide, count);
            }
            // The first invocation of an exclusive scan gets the least or the greatest 32-bit number.
            op::OpGroupNonUniformSMin | op::OpGroupNonUniformSMax
                if operation == group_operation::ExclusiveScan && self.is_promoted(ty) =>
            {
                let Some((Scalar::Int { width, .. }, _)) = self.shape(ty) else {
                    return Err(UNKNOWN);
                };
                let wide = self.build.op(opcode, form, operands);
                let (limit, number) = if opcode == op::OpGroupNonUniformSMin {
                    let most = (1_u32 << (width - 1)) - 1;
                    (most, glsl::SMin)
                } else {
                    let least = u32::MAX << (width - 1);
                    (least, glsl::SMax)
                };
                let limit = self.constant(ty, limit).ok_or(UNKNOWN)?;
                self.build.glsl_as(id, number, form, &[wide, limit]);
                self.set_known(id, known);
            }
            op::OpGroupNonUniformUMin if operation == group_operation::ExclusiveScan => {
                self.build.op_as(id, opcode, form, operands);
            }
            _ => {
                self.build.op_as(id, opcode, form, operands);
                self.set_known(id, known);
            }
        }
        Ok(())
    }
}
