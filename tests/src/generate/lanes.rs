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
use super::widths::Width;
use crate::hostile::random::Random;

/// Which cross-lane instructions a module has.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    /// Invocations in a workgroup.
    pub workgroup: u32,
    /// Only where all invocations of a workgroup come; it is then to be a single subgroup.
    pub together: bool,
    /// Written by instructions of extensions; without, the same by those of SPIR-V 1.3.
    pub extensions: bool,
    /// Built-ins that are masks of invocations.
    pub masks: bool,
    /// SPIR-V 1.5: broadcasts of an index that is no constant.
    pub later: bool,
}

/// What a module has declared for them, and whether they may stand where it is written.
#[derive(Clone, Debug, Default)]
pub struct Crossing {
    /// Whether one may stand here.
    pub here: bool,
    /// How many may still come.
    pub left: u32,
    /// The types of what is exchanged.
    pub widths: Vec<Width>,
    /// Four numbers.
    pub ballot: u32,
    /// True.
    pub yes: u32,
    /// The set `SPV_AMD_shader_ballot`.
    pub amd: u32,
    /// Variables of built-ins that are numbers: `SubgroupLocalInvocationId`, `SubgroupSize`, and others.
    pub numbers: Vec<u32>,
    /// Variables of built-ins that are ballots.
    pub masks: Vec<u32>,
    /// The push constants.
    pub same: u32,
    /// Counters of the loops around that all invocations run together.
    pub counters: Vec<u32>,
    pub capabilities: BTreeSet<u32>,
    pub extensions: BTreeSet<&'static str>,
}

/// Words of push constants.
pub const PUSHED: u32 = 4;

impl Writer {
    /// Declares types, built-ins and push constants.
    pub fn declare_lanes(&mut self) {
        let number = self.types.number;
        let signed = self.global(op::OpTypeInt, &[32, 1]);
        let float = self.global(op::OpTypeFloat, &[32]);
        self.cross.ballot = self.global(op::OpTypeVector, &[number, 4]);
        let words = [
            number,
            self.types.pair,
            self.types.triple,
            self.cross.ballot,
        ];
        let (signed, float) = (self.with_vectors(signed), self.with_vectors(float));
        self.cross.widths = vec![
            self.width(words, 32, false, false),
            self.width(signed, 32, true, false),
            self.width(float, 32, true, true),
        ];
        self.cross.widths.extend(&self.types.widths);
        self.cross.yes = self.typed(op::OpConstantTrue, self.types.truth, &[]);
        self.cross.amd = self.id();
        let mut numbers = vec![built_in::SubgroupLocalInvocationId, built_in::SubgroupSize];
        if self.together() {
            // Where subgroups cannot be made, nothing else tells these.
            numbers.extend([built_in::SubgroupId, built_in::NumSubgroups]);
        }
        let numbers = numbers.into_iter().map(|which| self.input(number, which));
        self.cross.numbers = numbers.collect();
        if self.shape.lanes.is_some_and(|lanes| lanes.masks) {
            let masks = built_in::SubgroupEqMask..=built_in::SubgroupLtMask;
            let masks = masks.map(|which| self.input(self.cross.ballot, which));
            self.cross.masks = masks.collect();
        }
        self.cross.capabilities.extend([
            capability::GroupNonUniform,
            capability::GroupNonUniformBallot,
        ]);
        let length = self.constant(PUSHED);
        let list = self.global(op::OpTypeArray, &[number, length]);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.cross.same = self.variable(storage_class::PushConstant, block);
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
    pub fn group(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
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
        self.cross.capabilities.insert(needs);
        self.scoped(opcode, ty, operands)
    }

    /// The same of an extension.
    pub fn group_of(
        &mut self,
        extension: &'static str,
        capability: Option<u32>,
        opcode: u16,
        ty: u32,
        operands: &[u32],
    ) -> u32 {
        self.needs(extension, capability);
        self.scoped(opcode, ty, operands)
    }

    /// Notes an extension.
    pub fn needs(&mut self, extension: &'static str, capability: Option<u32>) {
        self.cross.capabilities.extend(capability);
        self.cross.extensions.insert(extension);
    }

    pub fn scoped(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let scope = self.constant(sos_core::tables::scope::Subgroup);
        self.op(opcode, ty, &[&[scope][..], operands].concat())
    }

    /// One of two ways to write the same, by the module's shape. Both leave the same random numbers behind.
    pub fn either(
        &mut self,
        extension: impl FnOnce(&mut Self) -> u32,
        core: impl FnOnce(&mut Self) -> u32,
    ) -> u32 {
        let seed = self.random.bits();
        let before = std::mem::replace(&mut self.random, Random::new(seed));
        let id = match self.shape.lanes.is_some_and(|lanes| lanes.extensions) {
            true => extension(self),
            false => core(self),
        };
        self.random = before;
        id
    }

    /// `SubgroupLocalInvocationId`
    pub fn own(&mut self) -> u32 {
        self.op(op::OpLoad, self.types.number, &[self.cross.numbers[0]])
    }

    /// A number below the subgroup's size.
    pub fn below_size(&mut self, number: u32) -> u32 {
        let one = self.constant(1);
        let size = self.size();
        let most = self.op(op::OpISub, self.types.number, &[size, one]);
        self.op(op::OpBitwiseAnd, self.types.number, &[number, most])
    }

    /// `SubgroupSize`
    pub fn size(&mut self) -> u32 {
        self.op(op::OpLoad, self.types.number, &[self.cross.numbers[1]])
    }

    /// Whether there is such an invocation and it is active here.
    pub fn present(&mut self, place: u32) -> u32 {
        let (number, truth) = (self.types.number, self.types.truth);
        let yes = self.cross.yes;
        let active = self.group(op::OpGroupNonUniformBallot, self.cross.ballot, &[yes]);
        let word = self.op(op::OpCompositeExtract, number, &[active, 0]);
        let (one, last, count) = (self.constant(1), self.constant(31), self.constant(32));
        let by = self.op(op::OpBitwiseAnd, number, &[place, last]);
        let bit = self.op(op::OpShiftRightLogical, number, &[word, by]);
        let bit = self.op(op::OpBitwiseAnd, number, &[bit, one]);
        let set = self.op(op::OpIEqual, truth, &[bit, one]);
        let within = self.op(op::OpULessThan, truth, &[place, count]);
        self.op(op::OpLogicalAnd, truth, &[set, within])
    }

    /// A number by way of other invocations.
    pub fn by_lanes(&mut self, number: u32, depth: u32) -> u32 {
        match self.random.up_to(12) {
            0..=4 => self.by_reading(number, depth),
            5..=7 => self.by_folding(number, depth),
            8 | 9 => self.by_ballot(depth),
            _ => {
                let (truth, other) = (self.vote(depth), self.number(depth));
                self.op(op::OpSelect, self.types.number, &[truth, number, other])
            }
        }
    }
}
