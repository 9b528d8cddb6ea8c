//! Votes, ballots, and what is computed of ballots.

use sos_core::tables::{capability, group_operation, op};

use super::choose::Choose as _;
use super::module::Writer;

impl Writer {
    /// The four words of a ballot, or any.
    fn ballot(&mut self, depth: u32) -> u32 {
        let ballot = self.cross.ballot;
        if self.random.percent(50) {
            let words = [0; 4].map(|_| self.number(depth.min(1)));
            return self.op(op::OpCompositeConstruct, ballot, &words);
        }
        self.active_with(depth)
    }

    /// Which of the active invocations hold a truth.
    fn active_with(&mut self, depth: u32) -> u32 {
        let (ballot, truth) = (self.cross.ballot, self.truth(depth));
        self.either(
            |w| {
                w.needs("SPV_KHR_shader_ballot", Some(capability::SubgroupBallotKHR));
                w.op(op::OpSubgroupBallotKHR, ballot, &[truth])
            },
            |w| w.group(op::OpGroupNonUniformBallot, ballot, &[truth]),
        )
    }

    /// A number that tells of several invocations.
    pub fn by_ballot(&mut self, depth: u32) -> u32 {
        let number = self.types.number;
        match self.random.up_to(6) {
            0 | 1 => {
                let kinds = [
                    group_operation::Reduce,
                    group_operation::InclusiveScan,
                    group_operation::ExclusiveScan,
                ];
                let (kind, ballot) = (self.random.of(&kinds), self.ballot(depth));
                self.group(op::OpGroupNonUniformBallotBitCount, number, &[kind, ballot])
            }
            2 => {
                // Some bit has to be set.
                let ballot = self.ballot(depth);
                let one = self.constant(1);
                let low = self.op(op::OpCompositeExtract, number, &[ballot, 0]);
                let low = self.op(op::OpBitwiseOr, number, &[low, one]);
                let words = [low, ballot, 0];
                let ballot = self.op(op::OpCompositeInsert, self.cross.ballot, &words);
                let opcode = self.random.of(&[
                    op::OpGroupNonUniformBallotFindLSB,
                    op::OpGroupNonUniformBallotFindMSB,
                ]);
                self.group(opcode, number, &[ballot])
            }
            3 => {
                let (ballot, at) = (self.active_with(depth), self.random.up_to(4));
                self.op(op::OpCompositeExtract, number, &[ballot, at])
            }
            4 if !self.cross.masks.is_empty() => {
                let (mask, at) = (
                    self.random.of(&self.cross.masks.clone()),
                    self.random.up_to(4),
                );
                let mask = self.op(op::OpLoad, self.cross.ballot, &[mask]);
                self.op(op::OpCompositeExtract, number, &[mask, at])
            }
            _ => {
                let variable = self.random.of(&self.cross.numbers.clone());
                self.op(op::OpLoad, number, &[variable])
            }
        }
    }

    /// A truth by way of other invocations.
    pub fn vote(&mut self, depth: u32) -> u32 {
        let truth = self.types.truth;
        match self.random.up_to(8) {
            0 => self.group(op::OpGroupNonUniformElect, truth, &[]),
            1 | 2 => {
                let (core, khr) = self.random.of(&[
                    (op::OpGroupNonUniformAll, op::OpSubgroupAllKHR),
                    (op::OpGroupNonUniformAny, op::OpSubgroupAnyKHR),
                    (op::OpGroupNonUniformAllEqual, op::OpSubgroupAllEqualKHR),
                ]);
                let value = self.truth(depth);
                self.either(
                    |w| {
                        w.needs("SPV_KHR_subgroup_vote", Some(capability::SubgroupVoteKHR));
                        w.op(khr, truth, &[value])
                    },
                    |w| w.group(core, truth, &[value]),
                )
            }
            3 => {
                // Often the same for all.
                let (number, one) = (self.number(depth), self.constant(1));
                let number = self.op(op::OpBitwiseAnd, self.types.number, &[number, one]);
                let width = self.random.of(&self.cross.widths.clone());
                let value = self.small(width, 1, number, 1);
                self.group(op::OpGroupNonUniformAllEqual, truth, &[value.id])
            }
            4 => {
                let ballot = self.active_with(depth);
                self.group(op::OpGroupNonUniformInverseBallot, truth, &[ballot])
            }
            5 => {
                let (ballot, at) = (self.ballot(depth), self.number(depth));
                let at = self.below_size(at);
                self.group(op::OpGroupNonUniformBallotBitExtract, truth, &[ballot, at])
            }
            6 => self.vote_of_quad(depth),
            _ => {
                let opcode = self.random.of(&[
                    op::OpGroupNonUniformLogicalAnd,
                    op::OpGroupNonUniformLogicalOr,
                    op::OpGroupNonUniformLogicalXor,
                ]);
                let kind = self.random.of(&[
                    group_operation::Reduce,
                    group_operation::InclusiveScan,
                    group_operation::ExclusiveScan,
                ]);
                let value = self.truth(depth);
                self.group(opcode, truth, &[kind, value])
            }
        }
    }

    /// Whether all or any of a quad hold a truth, if the quad is whole; else the truth.
    fn vote_of_quad(&mut self, depth: u32) -> u32 {
        let truth = self.types.truth;
        let value = self.truth(depth);
        let all = self.random.percent(50);
        let (khr, core) = match all {
            true => (op::OpGroupNonUniformQuadAllKHR, op::OpLogicalAnd),
            false => (op::OpGroupNonUniformQuadAnyKHR, op::OpLogicalOr),
        };
        let own = self.own();
        let places = [0, 1, 2, 3].map(|at| {
            let at = self.constant(at);
            self.op(op::OpBitwiseXor, self.types.number, &[own, at])
        });
        let whole = places.map(|place| self.present(place));
        let whole = whole[1..].iter().fold(whole[0], |all, &one| {
            self.op(op::OpLogicalAnd, truth, &[all, one])
        });
        let vote = self.either(
            |w| {
                w.needs("SPV_KHR_quad_control", Some(capability::QuadControlKHR));
                w.op(khr, truth, &[value])
            },
            |w| {
                let swaps = [0, 1, 2].map(|way| {
                    let way = w.constant(way);
                    w.group(op::OpGroupNonUniformQuadSwap, truth, &[value, way])
                });
                let both = |a, b, w: &mut Self| w.op(core, truth, &[a, b]);
                swaps.iter().fold(value, |all, &one| both(all, one, w))
            },
        );
        self.op(op::OpSelect, truth, &[whole, vote, value])
    }
}
