//! Further analyses for fragments: which are discarded, and where derivatives are computed.

use super::varies::set_of;
use super::{functions, Uniform};
use crate::facts::{built_in_of, Facts, Function};
use crate::inst::{Inst, Insts};
use crate::specialize::{Code, Flow};
use crate::tables::{built_in, capability, decoration, op, ExtInstSet};
use crate::views;

/// Built-ins that are the same for all fragments of a primitive.
pub(super) const UNIFORM: [u32; 5] = [
    built_in::PrimitiveId,
    built_in::Layer,
    built_in::ViewportIndex,
    built_in::FrontFacing,
    built_in::DeviceIndex,
];

impl Uniform {
    fn enter_entries(&mut self, facts: &Facts, words: &[u32]) {
        for entry in facts.entries(words) {
            let function = facts.function_of(views::EntryPoint(entry).entry_point());
            if let Some(slot) = function.and_then(|index| self.entries.get_mut(index)) {
                *slot = true;
            }
        }
    }

    /// Where a function other than an entry point's ends some invocations, its callers' others are apart from then on.
    pub(super) fn check_kills(&mut self, code: Code<'_>, flow: &Flow) {
        let Code { facts, words, .. } = code;
        self.enter_entries(facts, words);
        let mut others =
            functions(facts, flow).filter(|&(index, _)| self.entries.get(index) != Some(&true));
        let is_apart = |number| !self.is_uniform(number);
        if others.any(|(_, function)| discards(facts, words, flow, function, is_apart)) {
            self.divergent.fill(true);
        }
    }

    /// Checks discards, derivatives and group operations, once the divergent blocks are known.
    pub(super) fn check_fragments(&mut self, code: Code<'_>, flow: &Flow) {
        let Code { facts, words, .. } = code;
        self.enter_entries(facts, words);
        let mut others =
            functions(facts, flow).filter(|&(index, _)| self.entries.get(index) != Some(&true));
        if others.any(|(_, function)| discards(facts, words, flow, function, |_| true)) {
            self.divergent.fill(true);
        }
        let bias = facts.declares(capability::ImageGatherBiasLodAMD);
        for (number, block) in (0..).zip(&facts.blocks) {
            if !flow.is_kept(number) {
                continue;
            }
            let divergent = !self.is_uniform(number);
            for inst in Insts::new(words, block.label, block.end) {
                let gathers = matches!(inst.opcode(), op::OpImageGather | op::OpImageSparseGather);
                self.divergent_derivatives |=
                    divergent && (is_derivative(inst.opcode()) || bias && gathers);
                self.groups_beyond_quads |= is_group_beyond_quad(facts, inst);
            }
        }
        let places = facts.decorations(words);
        let is_place = |inst: &Inst<'_>| built_in_of(*inst) == Some(built_in::FragCoord);
        let place = places.clone().find(is_place);
        self.relaxed_frag_coord = place.is_some_and(|place| {
            let mut decorations = places.clone();
            !facts.group_decorates.is_empty()
                || decorations.any(|inst| {
                    inst.opcode() == op::OpDecorate
                        && views::Decorate(inst).target() == views::Decorate(place).target()
                        && views::Decorate(inst).decoration() == decoration::RelaxedPrecision
                })
        });
    }
}

/// Whether a function ends invocations in some of its blocks.
fn discards(
    facts: &Facts,
    words: &[u32],
    flow: &Flow,
    function: &Function,
    is_in: impl Fn(u32) -> bool,
) -> bool {
    (function.first_block..function.last_block).any(|number| {
        let block = facts.blocks.get(number as usize);
        let block = block.filter(|_| flow.is_kept(number) && is_in(number));
        let end = block.and_then(|block| Inst::at(words, block.end));
        end.is_some_and(|end| {
            matches!(
                end.opcode(),
                op::OpKill
                    | op::OpTerminateInvocation
                    | op::OpTerminateRayKHR
                    | op::OpIgnoreIntersectionKHR
            )
        })
    })
}

/// Whether an instruction compares neighbouring fragments, explicitly or for an implicit level of detail.
pub fn is_derivative(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpDPdx
            ..=op::OpFwidthCoarse
                | op::OpImageSampleImplicitLod
                | op::OpImageSampleDrefImplicitLod
                | op::OpImageSampleProjImplicitLod
                | op::OpImageSampleProjDrefImplicitLod
                | op::OpImageSparseSampleImplicitLod
                | op::OpImageSparseSampleDrefImplicitLod
                | op::OpImageSparseSampleProjImplicitLod
                | op::OpImageSparseSampleProjDrefImplicitLod
                | op::OpImageQueryLod
                | op::OpImageSampleFootprintNV
    )
}

/// Whether an instruction operates on a group of invocations other than a quad.
pub fn is_group_beyond_quad(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpGroupAll..=op::OpGroupSMax
        | op::OpGroupNonUniformElect..=op::OpGroupNonUniformLogicalXor
        | op::OpGroupNonUniformRotateKHR
        | op::OpGroupNonUniformPartitionEXT
        | op::OpSubgroupBallotKHR
        | op::OpSubgroupFirstInvocationKHR
        | op::OpSubgroupAllKHR
        | op::OpSubgroupAnyKHR
        | op::OpSubgroupAllEqualKHR
        | op::OpSubgroupReadInvocationKHR
        | op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD
        | op::OpGroupIMulKHR..=op::OpGroupLogicalXorKHR
        | op::OpSubgroupShuffleINTEL..=op::OpSubgroupShuffleXorINTEL => true,
        op::OpExtInst => set_of(facts, inst) == ExtInstSet::AmdShaderBallot,
        _ => false,
    }
}
