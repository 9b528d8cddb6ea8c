//! Cross-lane instructions: what a module declares for them, and what all of them have in common.
//!
//! Every result is defined. What is read of another invocation counts only where a ballot at the same place says that it is
//! active; indices, masks and floats are such that every device computes the same ([`super::reads`], [`super::folds`],
//! [`super::votes`]).

use std::collections::BTreeSet;

use sos_core::tables::{built_in, capability, decoration, op, storage_class};

use super::choose::Choose as _;
use super::code::push;
use super::module::Writer;
use super::scalars::ScalarType;
use crate::hostile::random::Random;

/// Which cross-lane instructions a module has.
#[derive(Clone, Copy, Debug)]
pub struct CrossLane {
    /// Invocations in a workgroup.
    pub workgroup: u32,
    /// Only where all invocations of a workgroup come; it is then to be a single subgroup.
    pub uniform_only: bool,
    /// Written by instructions of extensions; without, the same by those of SPIR-V 1.3.
    pub extensions: bool,
    /// Built-ins that are masks of invocations.
    pub mask_built_ins: bool,
    /// SPIR-V 1.5: broadcasts of an index that is no constant.
    pub spirv_1_5: bool,
}

/// What a module has declared for them, and whether they may stand where it is written.
#[derive(Clone, Debug, Default)]
pub struct CrossLaneState {
    /// Whether one may stand here.
    pub allowed: bool,
    /// How many may still come.
    pub remaining: u32,
    /// The types of what is exchanged.
    pub scalars: Vec<ScalarType>,
    /// Four numbers.
    pub ballot_type: u32,
    /// True.
    pub true_constant: u32,
    /// The set `SPV_AMD_shader_ballot`.
    pub amd_set: u32,
    /// Variables of built-ins that are numbers: `SubgroupLocalInvocationId`, `SubgroupSize`, and others.
    pub built_ins: Vec<u32>,
    /// Variables of built-ins that are ballots.
    pub mask_built_ins: Vec<u32>,
    /// The push constants.
    pub push_constants: u32,
    /// Counters of the loops around that all invocations run together.
    pub uniform_counters: Vec<u32>,
    pub capabilities: BTreeSet<u32>,
    pub extensions: BTreeSet<&'static str>,
}

/// Words of push constants.
pub const PUSH_CONSTANT_WORDS: u32 = 4;

impl Writer {
    /// Declares types, built-ins and push constants.
    pub fn declare_cross_lane(&mut self) {
        let uint = self.types.uint;
        let signed = self.global(op::OpTypeInt, &[32, 1]);
        let float = self.global(op::OpTypeFloat, &[32]);
        self.cross_lane.ballot_type = self.global(op::OpTypeVector, &[uint, 4]);
        let words = [
            uint,
            self.types.uint2,
            self.types.uint3,
            self.cross_lane.ballot_type,
        ];
        let (signed, float) = (self.with_vectors(signed), self.with_vectors(float));
        self.cross_lane.scalars = vec![
            self.declare_scalar(words, 32, false, false),
            self.declare_scalar(signed, 32, true, false),
            self.declare_scalar(float, 32, true, true),
        ];
        self.cross_lane.scalars.extend(&self.types.scalars);
        self.cross_lane.true_constant =
            self.typed_global(op::OpConstantTrue, self.types.boolean, &[]);
        self.cross_lane.amd_set = self.id();
        let mut numbers = vec![built_in::SubgroupLocalInvocationId, built_in::SubgroupSize];
        if self.uniform_only() {
            // Where subgroups cannot be made, nothing else tells these.
            numbers.extend([built_in::SubgroupId, built_in::NumSubgroups]);
        }
        let numbers = numbers.into_iter().map(|which| self.input(uint, which));
        self.cross_lane.built_ins = numbers.collect();
        if self
            .shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.mask_built_ins)
        {
            let masks = built_in::SubgroupEqMask..=built_in::SubgroupLtMask;
            let masks = masks.map(|which| self.input(self.cross_lane.ballot_type, which));
            self.cross_lane.mask_built_ins = masks.collect();
        }
        self.cross_lane.capabilities.extend([
            capability::GroupNonUniform,
            capability::GroupNonUniformBallot,
        ]);
        let length = self.constant(PUSH_CONSTANT_WORDS);
        let list = self.global(op::OpTypeArray, &[uint, length]);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.cross_lane.push_constants = self.variable(storage_class::PushConstant, block);
        for words in [
            &[list, decoration::ArrayStride, 4][..],
            &[block, decoration::Block],
        ] {
            push(&mut self.annotations, op::OpDecorate, words);
        }
        let member = [block, 0, decoration::Offset, 0];
        push(&mut self.annotations, op::OpMemberDecorate, &member);
    }

    /// A group instruction on the subgroup, with what it needs.
    pub fn subgroup_op(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let needs = match opcode {
            op::OpGroupNonUniformElect => capability::GroupNonUniform,
            op::OpGroupNonUniformAll..=op::OpGroupNonUniformAllEqual => {
                capability::GroupNonUniformVote
            }
            op::OpGroupNonUniformShuffle | op::OpGroupNonUniformShuffleXor => {
                capability::GroupNonUniformShuffle
            }
            op::OpGroupNonUniformShuffleUp | op::OpGroupNonUniformShuffleDown => {
                capability::GroupNonUniformShuffleRelative
            }
            op::OpGroupNonUniformQuadBroadcast | op::OpGroupNonUniformQuadSwap => {
                capability::GroupNonUniformQuad
            }
            op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => {
                capability::GroupNonUniformArithmetic
            }
            _ => capability::GroupNonUniformBallot,
        };
        self.cross_lane.capabilities.insert(needs);
        self.scoped(opcode, ty, operands)
    }

    /// The same of an extension.
    pub fn extension_subgroup_op(
        &mut self,
        extension: &'static str,
        capability: Option<u32>,
        opcode: u16,
        ty: u32,
        operands: &[u32],
    ) -> u32 {
        self.require(extension, capability);
        self.scoped(opcode, ty, operands)
    }

    /// Notes an extension.
    pub fn require(&mut self, extension: &'static str, capability: Option<u32>) {
        self.cross_lane.capabilities.extend(capability);
        self.cross_lane.extensions.insert(extension);
    }

    pub fn scoped(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let scope = self.constant(sos_core::tables::scope::Subgroup);
        self.op(opcode, ty, &[&[scope][..], operands].concat())
    }

    /// One of two ways to write the same, by the module's shape. Both leave the same random numbers behind.
    pub fn extension_or_core(
        &mut self,
        extension: impl FnOnce(&mut Self) -> u32,
        core: impl FnOnce(&mut Self) -> u32,
    ) -> u32 {
        let seed = self.random.bits();
        let before = std::mem::replace(&mut self.random, Random::new(seed));
        let id = match self
            .shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.extensions)
        {
            true => extension(self),
            false => core(self),
        };
        self.random = before;
        id
    }

    /// `SubgroupLocalInvocationId`
    pub fn own_lane(&mut self) -> u32 {
        self.op(op::OpLoad, self.types.uint, &[self.cross_lane.built_ins[0]])
    }

    /// A number below the subgroup's size.
    pub fn lane_within_subgroup(&mut self, uint: u32) -> u32 {
        let one = self.constant(1);
        let size = self.subgroup_size();
        let most = self.op(op::OpISub, self.types.uint, &[size, one]);
        self.op(op::OpBitwiseAnd, self.types.uint, &[uint, most])
    }

    /// `SubgroupSize`
    pub fn subgroup_size(&mut self) -> u32 {
        self.op(op::OpLoad, self.types.uint, &[self.cross_lane.built_ins[1]])
    }

    /// Whether there is such an invocation and it is active here.
    pub fn is_active(&mut self, lane: u32) -> u32 {
        let (uint, boolean) = (self.types.uint, self.types.boolean);
        let yes = self.cross_lane.true_constant;
        let active = self.subgroup_op(
            op::OpGroupNonUniformBallot,
            self.cross_lane.ballot_type,
            &[yes],
        );
        let word = self.op(op::OpCompositeExtract, uint, &[active, 0]);
        let (one, last, count) = (self.constant(1), self.constant(31), self.constant(32));
        let by = self.op(op::OpBitwiseAnd, uint, &[lane, last]);
        let bit = self.op(op::OpShiftRightLogical, uint, &[word, by]);
        let bit = self.op(op::OpBitwiseAnd, uint, &[bit, one]);
        let set = self.op(op::OpIEqual, boolean, &[bit, one]);
        let within = self.op(op::OpULessThan, boolean, &[lane, count]);
        self.op(op::OpLogicalAnd, boolean, &[set, within])
    }

    /// A number by way of other invocations.
    pub fn through_cross_lane(&mut self, uint: u32, depth: u32) -> u32 {
        match self.random.below_u32(12) {
            0..=4 => self.read_other_lane(uint, depth),
            5..=7 => self.reduction(uint, depth),
            8 | 9 => self.ballot_uint(depth),
            _ => {
                let (boolean, other) = (self.vote(depth), self.uint(depth));
                self.op(op::OpSelect, self.types.uint, &[boolean, uint, other])
            }
        }
    }
}
