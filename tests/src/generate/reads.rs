//! What an invocation reads of another: shuffles, broadcasts, quads, rotations, and those of AMD and Intel.

use sos_core::tables::{amd_shader_ballot as amd, capability, op};

use super::choose::Choose as _;
use super::module::Writer;
use super::widths::Value;

/// What was read, and the truth that it is defined.
type Read = (u32, u32);

const INTEL: &str = "SPV_INTEL_subgroups";
/// The extension, and the set of instructions that it brings.
pub const AMD: &str = "SPV_AMD_shader_ballot";

impl Writer {
    /// A number of another invocation, or the own one where that is not active.
    pub fn by_reading(&mut self, number: u32, depth: u32) -> u32 {
        if self.random.percent(15) {
            let (ty, value) = (self.types.truth, self.truth(depth));
            let (found, defined) = self.read(ty, value, depth);
            let truth = self.op(op::OpLogicalAnd, ty, &[found, defined]);
            let one = self.constant(1);
            let more = self.op(op::OpIAdd, self.types.number, &[number, one]);
            return self.op(op::OpSelect, self.types.number, &[truth, more, number]);
        }
        let width = self.random.of(&self.cross.widths.clone());
        let count = self.random.of(&[1, 1, 2, 3, 4]);
        let value = self.made_of(width, count, number, depth);
        let (id, defined) = match self.random.up_to(10) {
            0 | 1 => self.shuffled_by_intel(value, depth),
            2 | 3 if width.bits == 32 => self.moved_by_amd(value, depth),
            _ => self.read(value.ty(), value.id, depth),
        };
        let found = self.back(Value { id, ..value });
        self.op(op::OpSelect, self.types.number, &[defined, found, number])
    }

    /// By an instruction on values of any type.
    fn read(&mut self, ty: u32, value: u32, depth: u32) -> Read {
        let number = self.types.number;
        let own = self.own();
        match self.random.up_to(9) {
            0 => {
                let place = self.index(depth, 15);
                self.shuffle(ty, value, place)
            }
            1 => {
                let mask = self.index(depth, 7);
                let place = self.op(op::OpBitwiseXor, number, &[own, mask]);
                let found = self.group(op::OpGroupNonUniformShuffleXor, ty, &[value, mask]);
                (found, self.present(place))
            }
            2 => {
                let by = self.index(depth, 7);
                let place = self.op(op::OpISub, number, &[own, by]);
                let found = self.group(op::OpGroupNonUniformShuffleUp, ty, &[value, by]);
                (found, self.present(place))
            }
            3 => {
                let by = self.index(depth, 7);
                let place = self.op(op::OpIAdd, number, &[own, by]);
                let found = self.group(op::OpGroupNonUniformShuffleDown, ty, &[value, by]);
                (found, self.present(place))
            }
            4 => self.broadcast(ty, value, depth),
            5 => {
                let opcode = op::OpGroupNonUniformBroadcastFirst;
                let found = self.either(
                    |w| match w.is_word(ty) {
                        true => {
                            w.needs("SPV_KHR_shader_ballot", Some(capability::SubgroupBallotKHR));
                            w.op(op::OpSubgroupFirstInvocationKHR, ty, &[value])
                        }
                        false => w.group(opcode, ty, &[value]),
                    },
                    |w| w.group(opcode, ty, &[value]),
                );
                (found, self.cross.yes)
            }
            6 => {
                let at = self.random.up_to(4);
                let (at, others) = (self.constant(at), self.constant(!3));
                let first = self.op(op::OpBitwiseAnd, number, &[own, others]);
                let place = self.op(op::OpBitwiseOr, number, &[first, at]);
                let found = self.group(op::OpGroupNonUniformQuadBroadcast, ty, &[value, at]);
                (found, self.present(place))
            }
            7 => {
                let way = self.random.up_to(3);
                let (way, mask) = (self.constant(way), self.constant(way + 1));
                let place = self.op(op::OpBitwiseXor, number, &[own, mask]);
                let found = self.group(op::OpGroupNonUniformQuadSwap, ty, &[value, way]);
                (found, self.present(place))
            }
            _ => self.rotate(ty, value, own),
        }
    }

    /// A constant, or a number that is not above a mask.
    fn index(&mut self, depth: u32, mask: u32) -> u32 {
        if self.random.percent(50) {
            let at = self.random.up_to(mask + 1);
            return self.constant(at);
        }
        let (number, mask) = (self.number(depth), self.constant(mask));
        self.op(op::OpBitwiseAnd, self.types.number, &[number, mask])
    }

    fn shuffle(&mut self, ty: u32, value: u32, place: u32) -> Read {
        let found = self.group(op::OpGroupNonUniformShuffle, ty, &[value, place]);
        (found, self.present(place))
    }

    /// Whether a type is a 32-bit number.
    fn is_word(&self, ty: u32) -> bool {
        let mut widths = self.cross.widths.iter();
        widths.any(|width| width.bits == 32 && width.types[0] == ty)
    }

    fn broadcast(&mut self, ty: u32, value: u32, depth: u32) -> Read {
        let later = self.shape.lanes.is_some_and(|lanes| lanes.later);
        let at = self.random.up_to(5);
        let mut place = self.constant(at);
        if later && self.random.percent(60) {
            let (number, mask) = (self.number(depth), self.constant(7));
            let number = self.op(op::OpBitwiseAnd, self.types.number, &[number, mask]);
            let first = op::OpGroupNonUniformBroadcastFirst;
            place = self.group(first, self.types.number, &[number]);
        }
        let found = self.either(
            |w| match w.is_word(ty) {
                true => {
                    w.needs("SPV_KHR_shader_ballot", Some(capability::SubgroupBallotKHR));
                    w.op(op::OpSubgroupReadInvocationKHR, ty, &[value, place])
                }
                false => w.group(op::OpGroupNonUniformBroadcast, ty, &[value, place]),
            },
            |w| w.group(op::OpGroupNonUniformBroadcast, ty, &[value, place]),
        );
        (found, self.present(place))
    }

    /// In the subgroup or in clusters of it.
    fn rotate(&mut self, ty: u32, value: u32, own: u32) -> Read {
        let number = self.types.number;
        let by = self.random.up_to(6);
        let by = self.constant(by);
        let moved = self.op(op::OpIAdd, number, &[own, by]);
        let cluster = self.random.of(&[0, 0, 1, 2, 4]);
        let place = match cluster {
            0 => self.below_size(moved),
            _ => {
                let (within, others) = (self.constant(cluster - 1), self.constant(!(cluster - 1)));
                let moved = self.op(op::OpBitwiseAnd, number, &[moved, within]);
                let first = self.op(op::OpBitwiseAnd, number, &[own, others]);
                self.op(op::OpBitwiseOr, number, &[first, moved])
            }
        };
        let found = self.either(
            |w| {
                let mut operands = vec![value, by];
                if cluster != 0 {
                    operands.push(w.constant(cluster));
                }
                let needs = Some(capability::GroupNonUniformRotateKHR);
                let opcode = op::OpGroupNonUniformRotateKHR;
                w.group_of("SPV_KHR_subgroup_rotate", needs, opcode, ty, &operands)
            },
            |w| w.group(op::OpGroupNonUniformShuffle, ty, &[value, place]),
        );
        (found, self.present(place))
    }

    fn shuffled_by_intel(&mut self, value: Value, depth: u32) -> Read {
        let (number, ty) = (self.types.number, value.ty());
        let own = self.own();
        let intel = |w: &mut Self, opcode: u16, operands: &[u32]| {
            w.needs(INTEL, Some(capability::SubgroupShuffleINTEL));
            w.op(opcode, ty, operands)
        };
        let kind = self.random.up_to(4);
        let by = self.index(depth, 3);
        let place = match kind {
            0 => by,
            1 => self.op(op::OpBitwiseXor, number, &[own, by]),
            2 => self.op(op::OpISub, number, &[own, by]),
            _ => self.op(op::OpIAdd, number, &[own, by]),
        };
        if kind < 2 {
            let opcode = [op::OpSubgroupShuffleINTEL, op::OpSubgroupShuffleXorINTEL];
            let found = self.either(
                |w| intel(w, opcode[kind as usize], &[value.id, by]),
                |w| w.group(op::OpGroupNonUniformShuffle, ty, &[value.id, place]),
            );
            return (found, self.present(place));
        }
        // As if a second value of each stood before or behind the subgroup.
        let more = self.number(depth);
        let more = self.made_of(value.width, value.count, more, depth);
        let wrapped = self.below_size(place);
        let inside = self.op(op::OpIEqual, self.types.truth, &[place, wrapped]);
        let found = self.either(
            |w| match kind {
                2 => intel(w, op::OpSubgroupShuffleUpINTEL, &[more.id, value.id, by]),
                _ => intel(w, op::OpSubgroupShuffleDownINTEL, &[value.id, more.id, by]),
            },
            |w| {
                let [own, other] = [value, more]
                    .map(|from| w.group(op::OpGroupNonUniformShuffle, ty, &[from.id, wrapped]));
                w.chosen(value, inside, own, other)
            },
        );
        (found, self.present(wrapped))
    }

    /// Swizzles, which read 0 of invocations that are not active, and writes.
    fn moved_by_amd(&mut self, value: Value, depth: u32) -> Read {
        let (number, ty) = (self.types.number, value.ty());
        let own = self.own();
        let set = self.cross.amd;
        let extended = |w: &mut Self, which: u32, operands: &[u32]| {
            w.needs(AMD, None);
            w.op(op::OpExtInst, ty, &[&[set, which][..], operands].concat())
        };
        let or_zero = |w: &mut Self, place: u32| {
            let (found, defined) = w.shuffle(ty, value.id, place);
            let zero = w.typed(op::OpConstantNull, ty, &[]);
            w.chosen(value, defined, found, zero)
        };
        let found = match self.random.up_to(3) {
            0 => {
                let offsets = [0; 4].map(|_| self.index(depth.min(1), 3));
                let three = self.constant(3);
                let within = self.op(op::OpBitwiseAnd, number, &[own, three]);
                let first = self.op(op::OpBitwiseXor, number, &[own, within]);
                let all = self.op(op::OpCompositeConstruct, self.cross.ballot, &offsets);
                let offset = self.op(op::OpVectorExtractDynamic, number, &[all, within]);
                let place = self.op(op::OpBitwiseOr, number, &[first, offset]);
                self.either(
                    |w| extended(w, amd::SwizzleInvocationsAMD, &[value.id, all]),
                    |w| or_zero(w, place),
                )
            }
            1 => {
                let masks = [0; 3].map(|_| self.index(depth.min(1), 31));
                let all = self.op(op::OpCompositeConstruct, self.types.triple, &masks);
                let place = self.op(op::OpBitwiseAnd, number, &[own, masks[0]]);
                let place = self.op(op::OpBitwiseOr, number, &[place, masks[1]]);
                let place = self.op(op::OpBitwiseXor, number, &[place, masks[2]]);
                self.either(
                    |w| extended(w, amd::SwizzleInvocationsMaskedAMD, &[value.id, all]),
                    |w| or_zero(w, place),
                )
            }
            _ => {
                // The same for all: what the first of them holds.
                let more = self.number(depth);
                let more = self.made_of(value.width, value.count, more, depth);
                let first = op::OpGroupNonUniformBroadcastFirst;
                let more = self.group(first, ty, &[more.id]);
                let at = self.random.up_to(4);
                let at = self.constant(at);
                let is_own = self.op(op::OpIEqual, self.types.truth, &[own, at]);
                self.either(
                    |w| extended(w, amd::WriteInvocationAMD, &[value.id, more, at]),
                    |w| w.chosen(value, is_own, more, value.id),
                )
            }
        };
        (found, self.cross.yes)
    }

    /// One of two values like this one.
    pub fn chosen(&mut self, like: Value, truth: u32, yes: u32, no: u32) -> u32 {
        let truth = match like.count {
            1 => truth,
            count => {
                let all = [truth; 4];
                let ty = self.truths(count);
                self.op(op::OpCompositeConstruct, ty, &all[..count as usize])
            }
        };
        self.op(op::OpSelect, like.ty(), &[truth, yes, no])
    }
}
