//! What depends on operations of subgroups ([`Group::Operations`]).

use super::fragments::is_group_beyond_quad;
use super::{Group, Uniform};
use crate::facts::{built_in_of, pointer_class, Facts};
use crate::inst::Inst;
use crate::specialize::each_use;
use crate::tables::{built_in, is_quad, op, op_hot, OpFlags};
use crate::views;

/// Built-ins that tell the invocations of a subgroup, or subgroups, apart; or do so once an index of an invocation is divided by them.
pub(super) const VARYING: [u32; 9] = [
    built_in::SubgroupSize,
    built_in::NumSubgroups,
    built_in::SubgroupId,
    built_in::SubgroupLocalInvocationId,
    built_in::SubgroupEqMask,
    built_in::SubgroupGeMask,
    built_in::SubgroupGtMask,
    built_in::SubgroupLeMask,
    built_in::SubgroupLtMask,
];

impl Uniform {
    /// Enters the root of pointers of unknown origin, which is no id of the module.
    pub(super) fn enter_elsewhere(&mut self) {
        self.elsewhere = match self.group {
            Group::Operations => u32::try_from(self.varies.len()).unwrap_or(0),
            _ => 0,
        };
        self.set_root(self.elsewhere, self.elsewhere);
    }

    /// Enters what is decorated through groups: as the group is if that makes it vary, and with other names, which it may have.
    pub(super) fn enter_grouped(&mut self, facts: &Facts, words: &[u32]) {
        let grouped = facts.group_decorates.iter();
        for inst in grouped.filter_map(|&offset| Inst::at(words, offset)) {
            let group = views::GroupDecorate(inst).decoration_group();
            let varies = self.content.get(group as usize) == Some(&true);
            for &id in views::GroupDecorate(inst).targets() {
                if varies {
                    self.mark_stored(id);
                }
                self.escape(id);
            }
        }
    }

    /// Notes that a pointer gets where it is not followed, or to a place that has other names. Does nothing if the id is not a pointer.
    pub(super) fn escape(&mut self, id: u32) {
        if self.group != Group::Operations {
            self.mark_stored(id);
        } else if self.root(id) != 0 {
            self.unify(id, self.elsewhere);
        }
    }

    /// Notes where the result of an instruction points that is no access chain: where one of its operands does, or elsewhere.
    pub(super) fn points(&mut self, facts: &Facts, words: &[u32], inst: Inst<'_>) -> bool {
        if self.group != Group::Operations
            || !inst.has_type()
            || facts
                .def(words, inst.result_type())
                .and_then(pointer_class)
                .is_none()
        {
            return false;
        }
        let (result, mut follows) = (inst.result(), false);
        let follows_operands = !matches!(inst.opcode(), op::OpLoad | op::OpFunctionCall);
        each_use(facts, words, inst, &mut |_, id| {
            if follows_operands && self.root(id) != 0 {
                follows = true;
                self.unify(result, id);
            }
        });
        if !follows {
            self.unify(result, self.elsewhere);
        }
        true
    }

    /// Visits an instruction that has no effect of its own on variance: its result varies if it is an operation of the subgroup or
    /// depends on one, or on memory that does, and so may everything that it is given pointers to.
    pub(super) fn caused(&mut self, facts: &Facts, words: &[u32], inst: Inst<'_>, divergent: bool) {
        let points = self.points(facts, words, inst);
        let mut varies = divergent
            || is_quad(inst.opcode())
            || is_group_beyond_quad(facts, inst)
            || match inst.opcode() {
                op::OpImageRead | op::OpImageSparseRead => self.written_images,
                op::OpIsHelperInvocationEXT => self.demoted,
                _ => false,
            };
        each_use(facts, words, inst, &mut |_, id| {
            varies |= self.may_vary(id) || !points && self.holds_varying(id);
        });
        if !varies {
            return;
        }
        match inst.opcode() {
            op::OpImageWrite => {
                Self::set_flag(Some(&mut self.written_images), &mut self.changed);
                let image = facts.def(words, inst.word(1));
                let loaded = image.filter(|image| image.opcode() == op::OpLoad);
                match loaded.map(|load| views::Load(load).pointer()) {
                    Some(pointer) => self.mark_stored(pointer),
                    None => self.mark_stored(self.elsewhere),
                }
            }
            op::OpDemoteToHelperInvocation if !self.demoted => {
                Self::set_flag(Some(&mut self.demoted), &mut self.changed);
                for inst in facts.decorations(words) {
                    if built_in_of(inst) == Some(built_in::HelperInvocation) {
                        self.mark_stored(inst.target());
                    }
                }
            }
            _ => {}
        }
        if !points {
            each_use(facts, words, inst, &mut |_, id| self.mark_stored(id));
        }
        let flags = op_hot(inst.opcode()).flags;
        if flags.contains(OpFlags::RESULT | OpFlags::RESULT_TYPE) {
            self.vary(inst.result());
        }
    }
}
