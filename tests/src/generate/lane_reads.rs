//! Reads of other invocations' values: shuffles, broadcasts, quad operations, rotations, and those of AMD's and Intel's
//! extensions.

use sos_core::tables::{amd_shader_ballot as amd, capability, op};

use super::module::Writer;
use super::scalars::Value;

/// The value read, and a Boolean that is true if it is defined.
type Read = (u32, u32);

const INTEL: &str = "SPV_INTEL_subgroups";
/// The name of the extension and of its extended instruction set.
pub const AMD: &str = "SPV_AMD_shader_ballot";

impl Writer {
    /// The value of another invocation, or the invocation's own if the other one is inactive.
    pub fn read_other_lane(&mut self, uint: u32, depth: u32) -> u32 {
        if self.random.percent(15) {
            let (ty, value) = (self.types.boolean, self.boolean(depth));
            let (found, defined) = self.read(ty, value, depth);
            let boolean = self.op(op::OpLogicalAnd, ty, &[found, defined]);
            let one = self.constant(1);
            let more = self.op(op::OpIAdd, self.types.uint, &[uint, one]);
            return self.op(op::OpSelect, self.types.uint, &[boolean, more, uint]);
        }
        let scalar = self.random.choose(&self.cross_lane.scalars.clone());
        let count = self.random.choose(&[1, 1, 2, 3, 4]);
        let value = self.construct_from_uints(scalar, count, uint, depth);
        let (id, defined) = match self.random.below_u32(10) {
            0 | 1 => self.intel_shuffle(value, depth),
            2 | 3 if scalar.bits == 32 => self.amd_swizzle(value, depth),
            _ => self.read(value.ty(), value.id, depth),
        };
        let found = self.digest(Value { id, ..value });
        self.op(op::OpSelect, self.types.uint, &[defined, found, uint])
    }

    /// Reads by an instruction that accepts all types.
    fn read(&mut self, ty: u32, value: u32, depth: u32) -> Read {
        let uint = self.types.uint;
        let own = self.own_lane();
        match self.random.below_u32(9) {
            0 => {
                let lane = self.index(depth, 15);
                self.shuffle(ty, value, lane)
            }
            1 => {
                let mask = self.index(depth, 7);
                let lane = self.op(op::OpBitwiseXor, uint, &[own, mask]);
                let found = self.subgroup_op(op::OpGroupNonUniformShuffleXor, ty, &[value, mask]);
                (found, self.is_active(lane))
            }
            2 => {
                let by = self.index(depth, 7);
                let lane = self.op(op::OpISub, uint, &[own, by]);
                let found = self.subgroup_op(op::OpGroupNonUniformShuffleUp, ty, &[value, by]);
                (found, self.is_active(lane))
            }
            3 => {
                let by = self.index(depth, 7);
                let lane = self.op(op::OpIAdd, uint, &[own, by]);
                let found = self.subgroup_op(op::OpGroupNonUniformShuffleDown, ty, &[value, by]);
                (found, self.is_active(lane))
            }
            4 => self.broadcast(ty, value, depth),
            5 => {
                let opcode = op::OpGroupNonUniformBroadcastFirst;
                let found = self.extension_or_core(
                    |w| match w.is_word(ty) {
                        true => {
                            w.require("SPV_KHR_shader_ballot", Some(capability::SubgroupBallotKHR));
                            w.op(op::OpSubgroupFirstInvocationKHR, ty, &[value])
                        }
                        false => w.subgroup_op(opcode, ty, &[value]),
                    },
                    |w| w.subgroup_op(opcode, ty, &[value]),
                );
                (found, self.cross_lane.true_constant)
            }
            6 => {
                let at = self.random.below_u32(4);
                let (at, others) = (self.constant(at), self.constant(!3));
                let first = self.op(op::OpBitwiseAnd, uint, &[own, others]);
                let lane = self.op(op::OpBitwiseOr, uint, &[first, at]);
                let found = self.subgroup_op(op::OpGroupNonUniformQuadBroadcast, ty, &[value, at]);
                (found, self.is_active(lane))
            }
            7 => {
                let way = self.random.below_u32(3);
                let (way, mask) = (self.constant(way), self.constant(way + 1));
                let lane = self.op(op::OpBitwiseXor, uint, &[own, mask]);
                let found = self.subgroup_op(op::OpGroupNonUniformQuadSwap, ty, &[value, way]);
                (found, self.is_active(lane))
            }
            _ => self.rotate(ty, value, own),
        }
    }

    /// A constant or computed integer from 0 to `mask`.
    fn index(&mut self, depth: u32, mask: u32) -> u32 {
        if self.random.percent(50) {
            let at = self.random.below_u32(mask + 1);
            return self.constant(at);
        }
        let (uint, mask) = (self.uint(depth), self.constant(mask));
        self.op(op::OpBitwiseAnd, self.types.uint, &[uint, mask])
    }

    fn shuffle(&mut self, ty: u32, value: u32, lane: u32) -> Read {
        let found = self.subgroup_op(op::OpGroupNonUniformShuffle, ty, &[value, lane]);
        (found, self.is_active(lane))
    }

    /// Whether a type is a 32-bit scalar.
    fn is_word(&self, ty: u32) -> bool {
        let mut scalars = self.cross_lane.scalars.iter();
        scalars.any(|scalar| scalar.bits == 32 && scalar.types[0] == ty)
    }

    fn broadcast(&mut self, ty: u32, value: u32, depth: u32) -> Read {
        let spirv_1_5 = self
            .shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.spirv_1_5);
        let at = self.random.below_u32(5);
        let mut lane = self.constant(at);
        if spirv_1_5 && self.random.percent(60) {
            let (uint, mask) = (self.uint(depth), self.constant(7));
            let uint = self.op(op::OpBitwiseAnd, self.types.uint, &[uint, mask]);
            let first = op::OpGroupNonUniformBroadcastFirst;
            lane = self.subgroup_op(first, self.types.uint, &[uint]);
        }
        let found = self.extension_or_core(
            |w| match w.is_word(ty) {
                true => {
                    w.require("SPV_KHR_shader_ballot", Some(capability::SubgroupBallotKHR));
                    w.op(op::OpSubgroupReadInvocationKHR, ty, &[value, lane])
                }
                false => w.subgroup_op(op::OpGroupNonUniformBroadcast, ty, &[value, lane]),
            },
            |w| w.subgroup_op(op::OpGroupNonUniformBroadcast, ty, &[value, lane]),
        );
        (found, self.is_active(lane))
    }

    /// Rotates within the subgroup or within clusters.
    fn rotate(&mut self, ty: u32, value: u32, own: u32) -> Read {
        let uint = self.types.uint;
        let by = self.random.below_u32(6);
        let by = self.constant(by);
        let moved = self.op(op::OpIAdd, uint, &[own, by]);
        let cluster = self.random.choose(&[0, 0, 1, 2, 4]);
        let lane = match cluster {
            0 => self.lane_within_subgroup(moved),
            _ => {
                let (within, others) = (self.constant(cluster - 1), self.constant(!(cluster - 1)));
                let moved = self.op(op::OpBitwiseAnd, uint, &[moved, within]);
                let first = self.op(op::OpBitwiseAnd, uint, &[own, others]);
                self.op(op::OpBitwiseOr, uint, &[first, moved])
            }
        };
        let found = self.extension_or_core(
            |w| {
                let mut operands = vec![value, by];
                if cluster != 0 {
                    operands.push(w.constant(cluster));
                }
                let needs = Some(capability::GroupNonUniformRotateKHR);
                let opcode = op::OpGroupNonUniformRotateKHR;
                w.extension_subgroup_op("SPV_KHR_subgroup_rotate", needs, opcode, ty, &operands)
            },
            |w| w.subgroup_op(op::OpGroupNonUniformShuffle, ty, &[value, lane]),
        );
        (found, self.is_active(lane))
    }

    fn intel_shuffle(&mut self, value: Value, depth: u32) -> Read {
        let (uint, ty) = (self.types.uint, value.ty());
        let own = self.own_lane();
        let intel = |w: &mut Self, opcode: u16, operands: &[u32]| {
            w.require(INTEL, Some(capability::SubgroupShuffleINTEL));
            w.op(opcode, ty, operands)
        };
        let kind = self.random.below_u32(4);
        let by = self.index(depth, 3);
        let lane = match kind {
            0 => by,
            1 => self.op(op::OpBitwiseXor, uint, &[own, by]),
            2 => self.op(op::OpISub, uint, &[own, by]),
            _ => self.op(op::OpIAdd, uint, &[own, by]),
        };
        if kind < 2 {
            let opcode = [op::OpSubgroupShuffleINTEL, op::OpSubgroupShuffleXorINTEL];
            let found = self.extension_or_core(
                |w| intel(w, opcode[kind as usize], &[value.id, by]),
                |w| w.subgroup_op(op::OpGroupNonUniformShuffle, ty, &[value.id, lane]),
            );
            return (found, self.is_active(lane));
        }
        // Shuffling up and down shifts in values of a second operand at the ends of the subgroup.
        let more = self.uint(depth);
        let more = self.construct_from_uints(value.scalar, value.count, more, depth);
        let wrapped = self.lane_within_subgroup(lane);
        let inside = self.op(op::OpIEqual, self.types.boolean, &[lane, wrapped]);
        let found = self.extension_or_core(
            |w| match kind {
                2 => intel(w, op::OpSubgroupShuffleUpINTEL, &[more.id, value.id, by]),
                _ => intel(w, op::OpSubgroupShuffleDownINTEL, &[value.id, more.id, by]),
            },
            |w| {
                let [own, other] = [value, more].map(|from| {
                    w.subgroup_op(op::OpGroupNonUniformShuffle, ty, &[from.id, wrapped])
                });
                w.select(value, inside, own, other)
            },
        );
        (found, self.is_active(wrapped))
    }

    /// Swizzles, which read 0 from inactive invocations, and `WriteInvocationAMD`.
    fn amd_swizzle(&mut self, value: Value, depth: u32) -> Read {
        let (uint, ty) = (self.types.uint, value.ty());
        let own = self.own_lane();
        let set = self.cross_lane.amd_set;
        let extended = |w: &mut Self, which: u32, operands: &[u32]| {
            w.require(AMD, None);
            w.op(op::OpExtInst, ty, &[&[set, which][..], operands].concat())
        };
        let or_zero = |w: &mut Self, lane: u32| {
            let (found, defined) = w.shuffle(ty, value.id, lane);
            let zero = w.typed_global(op::OpConstantNull, ty, &[]);
            w.select(value, defined, found, zero)
        };
        let found = match self.random.below_u32(3) {
            0 => {
                let offsets = [0; 4].map(|_| self.index(depth.min(1), 3));
                let three = self.constant(3);
                let within = self.op(op::OpBitwiseAnd, uint, &[own, three]);
                let first = self.op(op::OpBitwiseXor, uint, &[own, within]);
                let all = self.op(
                    op::OpCompositeConstruct,
                    self.cross_lane.ballot_type,
                    &offsets,
                );
                let offset = self.op(op::OpVectorExtractDynamic, uint, &[all, within]);
                let lane = self.op(op::OpBitwiseOr, uint, &[first, offset]);
                self.extension_or_core(
                    |w| extended(w, amd::SwizzleInvocationsAMD, &[value.id, all]),
                    |w| or_zero(w, lane),
                )
            }
            1 => {
                let masks = [0; 3].map(|_| self.index(depth.min(1), 31));
                let all = self.op(op::OpCompositeConstruct, self.types.uint3, &masks);
                let lane = self.op(op::OpBitwiseAnd, uint, &[own, masks[0]]);
                let lane = self.op(op::OpBitwiseOr, uint, &[lane, masks[1]]);
                let lane = self.op(op::OpBitwiseXor, uint, &[lane, masks[2]]);
                self.extension_or_core(
                    |w| extended(w, amd::SwizzleInvocationsMaskedAMD, &[value.id, all]),
                    |w| or_zero(w, lane),
                )
            }
            _ => {
                // The value written must be uniform.
                let more = self.uint(depth);
                let more = self.construct_from_uints(value.scalar, value.count, more, depth);
                let first = op::OpGroupNonUniformBroadcastFirst;
                let more = self.subgroup_op(first, ty, &[more.id]);
                let at = self.random.below_u32(4);
                let at = self.constant(at);
                let is_own = self.op(op::OpIEqual, self.types.boolean, &[own, at]);
                self.extension_or_core(
                    |w| extended(w, amd::WriteInvocationAMD, &[value.id, more, at]),
                    |w| w.select(value, is_own, more, value.id),
                )
            }
        };
        (found, self.cross_lane.true_constant)
    }

    /// Selects between two values of the type of `like`.
    pub fn select(&mut self, like: Value, boolean: u32, yes: u32, no: u32) -> u32 {
        let boolean = match like.count {
            1 => boolean,
            count => {
                let all = [boolean; 4];
                let ty = self.bool_type(count);
                self.op(op::OpCompositeConstruct, ty, &all[..count as usize])
            }
        };
        self.op(op::OpSelect, like.ty(), &[boolean, yes, no])
    }
}
