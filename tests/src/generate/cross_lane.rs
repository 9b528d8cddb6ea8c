//! Cross-lane instructions: the declarations that they require, and their common parts.
//!
//! All results are defined. A value read from another invocation is used only if an `OpGroupNonUniformBallot` at the same place
//! shows that the invocation is active. Indices, masks and floats are chosen so that all devices compute the same. The
//! instructions are in [`super::lane_reads`], [`super::reductions`] and [`super::votes`].

use std::collections::BTreeSet;

use sos_core::tables::{built_in, capability, decoration, op, storage_class};

use super::code::push;
use super::module::Writer;
use super::scalars::ScalarType;
use crate::random::Random;

/// The cross-lane instructions that a module uses.
#[derive(Clone, Copy, Debug)]
pub struct CrossLane {
    /// The number of invocations in a workgroup.
    pub workgroup: u32,
    /// Only in control flow that is uniform in the workgroup, for targets where a workgroup emulates a single subgroup.
    pub uniform_only: bool,
    /// Instructions of extensions, instead of equivalent ones of SPIR-V 1.3.
    pub extensions: bool,
    /// The built-ins `SubgroupEqMask` to `SubgroupLtMask`.
    pub mask_built_ins: bool,
    /// SPIR-V 1.5: broadcasts whose index is not constant.
    pub spirv_1_5: bool,
}

/// The declarations for cross-lane instructions, and whether they are allowed at the current position.
#[derive(Clone, Debug, Default)]
pub struct CrossLaneState {
    /// Whether one may be generated at the current position.
    pub allowed: bool,
    /// How many may still be generated in the function.
    pub remaining: u32,
    /// The types of the values exchanged.
    pub scalars: Vec<ScalarType>,
    /// The type of ballots: a vector of four integers.
    pub ballot_type: u32,
    /// The constant true.
    pub true_constant: u32,
    /// The id of the instruction set `SPV_AMD_shader_ballot`.
    pub amd_set: u32,
    /// Variables of integer built-ins: first `SubgroupLocalInvocationId` and `SubgroupSize`.
    pub built_ins: Vec<u32>,
    /// Variables of built-ins that are ballots.
    pub mask_built_ins: Vec<u32>,
    /// The push constants.
    pub push_constants: u32,
    /// Counters of the enclosing loops that all invocations leave at the same iteration.
    pub uniform_counters: Vec<u32>,
    pub capabilities: BTreeSet<u32>,
    pub extensions: BTreeSet<&'static str>,
}

/// The number of words of push constants.
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
            // Without emulation by workgroups, nothing else defines these.
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

    /// Appends a group instruction at subgroup scope, and the capability that it requires.
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

    /// Appends a group instruction of an extension at subgroup scope.
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

    /// Declares an extension, and a capability.
    pub fn require(&mut self, extension: &'static str, capability: Option<u32>) {
        self.cross_lane.capabilities.extend(capability);
        self.cross_lane.extensions.insert(extension);
    }

    pub fn scoped(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let scope = self.constant(sos_core::tables::scope::Subgroup);
        self.op(opcode, ty, &[&[scope][..], operands].concat())
    }

    /// One of two equivalent instruction sequences, selected by the module's shape. Both consume the same random numbers.
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

    /// Loads `SubgroupLocalInvocationId`.
    pub fn own_lane(&mut self) -> u32 {
        self.op(op::OpLoad, self.types.uint, &[self.cross_lane.built_ins[0]])
    }

    /// The low bits of an integer, below the size of the subgroup.
    pub fn lane_within_subgroup(&mut self, uint: u32) -> u32 {
        let one = self.constant(1);
        let size = self.subgroup_size();
        let max = self.op(op::OpISub, self.types.uint, &[size, one]);
        self.op(op::OpBitwiseAnd, self.types.uint, &[uint, max])
    }

    /// Loads `SubgroupSize`.
    pub fn subgroup_size(&mut self) -> u32 {
        self.op(op::OpLoad, self.types.uint, &[self.cross_lane.built_ins[1]])
    }

    /// Whether a lane index is in range and its invocation active, by a ballot.
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

    /// An integer computed from values of other invocations.
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
