//! What depends on operations of subgroups ([`Group::Operations`](super::Group::Operations)).

use super::fragments::is_group_beyond_quad;
use super::Uniform;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::specialize::uses;
use crate::tables::{built_in, is_quad, op_hot, OpFlags};

/// Built-ins that tell the invocations of a subgroup, or subgroups, apart.
pub(super) const VARYING: [u32; 7] = [
    built_in::SubgroupId,
    built_in::SubgroupLocalInvocationId,
    built_in::SubgroupEqMask,
    built_in::SubgroupGeMask,
    built_in::SubgroupGtMask,
    built_in::SubgroupLeMask,
    built_in::SubgroupLtMask,
];

impl Uniform {
    /// Visits an instruction that has no effect of its own on variance: its result varies if it is an operation of the subgroup or
    /// depends on one, and so may everything that it is given pointers to.
    pub(super) fn caused(&mut self, facts: &Facts, words: &[u32], inst: Inst<'_>, divergent: bool) {
        let operates = is_quad(inst.opcode()) || is_group_beyond_quad(facts, inst);
        let mut varies = divergent || operates;
        uses(facts, words, inst, |_, id| varies |= self.may_vary(id));
        if !varies {
            return;
        }
        uses(facts, words, inst, |_, id| self.mark_stored(id));
        let flags = op_hot(inst.opcode()).flags;
        if flags.contains(OpFlags::RESULT | OpFlags::RESULT_TYPE) {
            self.vary(inst.result());
        }
    }
}
