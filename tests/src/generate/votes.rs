//! Votes, ballots, and operations on ballots.

use sos_core::tables::{capability, group_operation, op};

use super::module::Writer;

impl Writer {
    /// A ballot, or any four words.
    fn ballot(&mut self, depth: u32) -> u32 {
        let ballot = self.cross_lane.ballot_type;
        if self.random.percent(50) {
            let words = [0; 4].map(|_| self.uint(depth.min(1)));
            return self.op(op::OpCompositeConstruct, ballot, &words);
        }
        self.ballot_of_boolean(depth)
    }

    /// A ballot of a Boolean expression.
    fn ballot_of_boolean(&mut self, depth: u32) -> u32 {
        let (ballot, boolean) = (self.cross_lane.ballot_type, self.boolean(depth));
        self.extension_or_core(
            |w| {
                w.require("SPV_KHR_shader_ballot", Some(capability::SubgroupBallotKHR));
                w.op(op::OpSubgroupBallotKHR, ballot, &[boolean])
            },
            |w| w.subgroup_op(op::OpGroupNonUniformBallot, ballot, &[boolean]),
        )
    }

    /// An integer computed from a ballot or from a built-in.
    pub fn ballot_uint(&mut self, depth: u32) -> u32 {
        let uint = self.types.uint;
        match self.random.below_u32(6) {
            0 | 1 => {
                let kinds = [
                    group_operation::Reduce,
                    group_operation::InclusiveScan,
                    group_operation::ExclusiveScan,
                ];
                let (kind, ballot) = (self.random.choose(&kinds), self.ballot(depth));
                self.subgroup_op(op::OpGroupNonUniformBallotBitCount, uint, &[kind, ballot])
            }
            2 => {
                // At least one bit must be set.
                let ballot = self.ballot(depth);
                let one = self.constant(1);
                let low = self.op(op::OpCompositeExtract, uint, &[ballot, 0]);
                let low = self.op(op::OpBitwiseOr, uint, &[low, one]);
                let words = [low, ballot, 0];
                let ballot = self.op(op::OpCompositeInsert, self.cross_lane.ballot_type, &words);
                let opcode = self.random.choose(&[
                    op::OpGroupNonUniformBallotFindLSB,
                    op::OpGroupNonUniformBallotFindMSB,
                ]);
                self.subgroup_op(opcode, uint, &[ballot])
            }
            3 => {
                let (ballot, at) = (self.ballot_of_boolean(depth), self.random.below_u32(4));
                self.op(op::OpCompositeExtract, uint, &[ballot, at])
            }
            4 if !self.cross_lane.mask_built_ins.is_empty() => {
                let (mask, at) = (
                    self.random.choose(&self.cross_lane.mask_built_ins.clone()),
                    self.random.below_u32(4),
                );
                let mask = self.op(op::OpLoad, self.cross_lane.ballot_type, &[mask]);
                self.op(op::OpCompositeExtract, uint, &[mask, at])
            }
            _ => {
                let variable = self.random.choose(&self.cross_lane.built_ins.clone());
                self.op(op::OpLoad, uint, &[variable])
            }
        }
    }

    /// A Boolean computed by a vote.
    pub fn vote(&mut self, depth: u32) -> u32 {
        let boolean = self.types.boolean;
        match self.random.below_u32(8) {
            0 => self.subgroup_op(op::OpGroupNonUniformElect, boolean, &[]),
            1 | 2 => {
                let (core, khr) = self.random.choose(&[
                    (op::OpGroupNonUniformAll, op::OpSubgroupAllKHR),
                    (op::OpGroupNonUniformAny, op::OpSubgroupAnyKHR),
                    (op::OpGroupNonUniformAllEqual, op::OpSubgroupAllEqualKHR),
                ]);
                let value = self.boolean(depth);
                self.extension_or_core(
                    |w| {
                        w.require("SPV_KHR_subgroup_vote", Some(capability::SubgroupVoteKHR));
                        w.op(khr, boolean, &[value])
                    },
                    |w| w.subgroup_op(core, boolean, &[value]),
                )
            }
            3 => {
                // A single bit, so that all values are often equal.
                let (uint, one) = (self.uint(depth), self.constant(1));
                let uint = self.op(op::OpBitwiseAnd, self.types.uint, &[uint, one]);
                let scalar = self.random.choose(&self.cross_lane.scalars.clone());
                let value = self.small_value(scalar, 1, uint, 1);
                self.subgroup_op(op::OpGroupNonUniformAllEqual, boolean, &[value.id])
            }
            4 => {
                let ballot = self.ballot_of_boolean(depth);
                self.subgroup_op(op::OpGroupNonUniformInverseBallot, boolean, &[ballot])
            }
            5 => {
                let (ballot, at) = (self.ballot(depth), self.uint(depth));
                let at = self.lane_within_subgroup(at);
                self.subgroup_op(
                    op::OpGroupNonUniformBallotBitExtract,
                    boolean,
                    &[ballot, at],
                )
            }
            6 => self.quad_vote(depth),
            _ => {
                let opcode = self.random.choose(&[
                    op::OpGroupNonUniformLogicalAnd,
                    op::OpGroupNonUniformLogicalOr,
                    op::OpGroupNonUniformLogicalXor,
                ]);
                let kind = self.random.choose(&[
                    group_operation::Reduce,
                    group_operation::InclusiveScan,
                    group_operation::ExclusiveScan,
                ]);
                let value = self.boolean(depth);
                self.subgroup_op(opcode, boolean, &[kind, value])
            }
        }
    }

    /// A vote of the quad, or the invocation's own value if the quad has inactive invocations.
    fn quad_vote(&mut self, depth: u32) -> u32 {
        let boolean = self.types.boolean;
        let value = self.boolean(depth);
        let all = self.random.percent(50);
        let (khr, core) = match all {
            true => (op::OpGroupNonUniformQuadAllKHR, op::OpLogicalAnd),
            false => (op::OpGroupNonUniformQuadAnyKHR, op::OpLogicalOr),
        };
        let own = self.own_lane();
        let lanes_of_quad = [0, 1, 2, 3].map(|at| {
            let at = self.constant(at);
            self.op(op::OpBitwiseXor, self.types.uint, &[own, at])
        });
        let whole = lanes_of_quad.map(|lane| self.is_active(lane));
        let whole = whole[1..].iter().fold(whole[0], |all, &one| {
            self.op(op::OpLogicalAnd, boolean, &[all, one])
        });
        let vote = self.extension_or_core(
            |w| {
                w.require("SPV_KHR_quad_control", Some(capability::QuadControlKHR));
                w.op(khr, boolean, &[value])
            },
            |w| {
                let swaps = [0, 1, 2].map(|way| {
                    let way = w.constant(way);
                    w.subgroup_op(op::OpGroupNonUniformQuadSwap, boolean, &[value, way])
                });
                let both = |a, b, w: &mut Self| w.op(core, boolean, &[a, b]);
                swaps.iter().fold(value, |all, &one| both(all, one, w))
            },
        );
        self.op(op::OpSelect, boolean, &[whole, vote, value])
    }
}
