//! Subgroup operations: those that move or combine bits are performed on each word.
//!
//! ```text
//! OpGroupNonUniformBroadcast, …Shuffle, …Quad…, …Rotate     on each word            2 instructions
//! OpGroupNonUniformAllEqual                                 on both words, and'ed   3
//! OpGroupNonUniformBitwiseAnd, …Or, …Xor                    on each word            2
//! ```
//!
//! Other operations may have an index or a cluster size of 64 bits, or count bits of a ballot ([`super::small`]).
//!
//! Exact, and does not need `shaderSubgroupExtendedTypes`. Addition, minimum and the like cannot be computed by word: if the
//! device lacks them for 64 bits, the rule family `subgroup` lowers them to moves; any that remain are refused.

use super::words::Half;
use super::{reason, Work, MALFORMED};
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::tables::op;

impl Work<'_> {
    /// Rewrites a subgroup operation; `n` is the number of 64-bit integers of its result.
    pub(super) fn group(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let id = inst.word(2);
        let at = match inst.opcode() {
            op::OpGroupNonUniformAllEqual if self.count_of(inst.word(4)) > 0 => {
                let value = self.pair(inst.word(4))?;
                let scope = self.id(inst.word(3))?;
                let mut words = self.words();
                let truth = words.truth(1);
                let opcode = inst.opcode();
                let low = words.build.op(opcode, truth, &[scope, value.lo]);
                let high = words.build.op(opcode, truth, &[scope, value.hi]);
                words.build.op_as(id, op::OpLogicalAnd, truth, &[low, high]);
                return Ok(());
            }
            op::OpGroupNonUniformBroadcast
            | op::OpGroupNonUniformBroadcastFirst
            | op::OpGroupNonUniformShuffle
            | op::OpGroupNonUniformShuffleXor
            | op::OpGroupNonUniformShuffleUp
            | op::OpGroupNonUniformShuffleDown
            | op::OpGroupNonUniformQuadBroadcast
            | op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformRotateKHR
                if n > 0 =>
            {
                4
            }
            op::OpGroupNonUniformBitwiseAnd
            | op::OpGroupNonUniformBitwiseOr
            | op::OpGroupNonUniformBitwiseXor
                if n > 0 =>
            {
                5
            }
            op::OpGroupNonUniformBallotBitCount
            | op::OpGroupNonUniformBallotFindLSB
            | op::OpGroupNonUniformBallotFindMSB => return self.small(inst, n),
            _ if n == 0 => return self.small(inst, n),
            opcode => return Err(reason(opcode)),
        };
        let value = self.pair_of(inst.word(at), n)?;
        let to = self.result_pair(id)?;
        for half in [Half::Low, Half::High] {
            let mut operands = std::mem::take(&mut self.wide.list);
            operands.clear();
            operands.push(self.id(inst.word(3))?);
            // The group operation, a literal.
            operands.extend(inst.words().get(4..at).unwrap_or(&[]));
            operands.push(half.of(value));
            for &operand in inst.from(at + 1) {
                operands.push(self.index(operand)?);
            }
            let opcode = inst.opcode();
            self.words().op_as(half.of(to), opcode, n, &operands);
            self.wide.list = operands;
        }
        inst.words().get(at).map(|_| ()).ok_or(MALFORMED)
    }
}
