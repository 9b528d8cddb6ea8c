//! The first instruction that uses what a declaration, a decoration or an access chain is about, for the report: a type or a built-in has
//! a need, but what a person wants to see is where the shader has it.

use crate::facts::{Facts, TypeView};
use crate::inst::{Inst, Insts};
use crate::plan::{is_non_semantic, result};
use crate::specialize::{uses, Flow};
use crate::tables::{op, op_hot, OpFlags};
use crate::views;
use alloc::vec;

/// How many words are visited for all declarations of a report together, relative to the size of the module: each search is
/// linear.
const WALKS: usize = 64;

/// The use of the members and values of a declared id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Is {
    Unrelated,
    /// Contains it, points to it, or has it as a parameter.
    Related,
    /// A value of the type, or of a vector or matrix of it.
    Same,
}

pub(super) struct Uses<'a> {
    words: &'a [u32],
    facts: &'a Facts,
    flow: &'a Flow,
    left: usize,
}

impl<'a> Uses<'a> {
    pub(super) fn new(words: &'a [u32], facts: &'a Facts, flow: &'a Flow) -> Self {
        Self {
            words,
            facts,
            flow,
            left: words.len().saturating_mul(WALKS),
        }
    }

    /// The first instruction in a block that uses what an instruction outside of the functions declares or decorates, or where an
    /// access chain leads: values of a type before what only leads to them.
    pub(super) fn first(&mut self, of: Inst<'_>) -> Option<Inst<'a>> {
        let (words, facts) = (self.words, self.facts);
        let flags = op_hot(of.opcode()).flags;
        let (id, member) = match of.opcode() {
            op::OpMemberDecorate => (of.target(), Some(views::MemberDecorate(of).member())),
            _ if flags.contains(OpFlags::ANNOTATION) => (of.target(), None),
            _ => (result(of)?, None),
        };
        if of.offset() >= facts.first_function && !of.is_chain() {
            return None;
        }
        self.left = self.left.checked_sub(words.len())?;
        let mut is = vec![Is::Unrelated; facts.def.len()];
        *is.get_mut(id as usize)? = Is::Same;
        for inst in facts.declarations(words) {
            let Some(own) = result(inst).filter(|&own| own != id) else {
                continue;
            };
            let most = most(facts, words, inst, &is);
            let keeps = matches!(inst.opcode(), op::OpTypeVector | op::OpTypeMatrix)
                || op_hot(inst.opcode()).flags.contains(OpFlags::CONSTANT);
            let most = if keeps { most } else { most.min(Is::Related) };
            if let Some(slot) = is.get_mut(own as usize) {
                *slot = (*slot).max(most);
            }
        }
        let mut first = None;
        for (number, block) in (0..).zip(&facts.blocks) {
            if !self.flow.is_kept(number) {
                continue;
            }
            for inst in Insts::new(words, block.label, block.end) {
                if is_non_semantic(facts, inst) {
                    continue;
                }
                match most(facts, words, inst, &is) {
                    Is::Unrelated => continue,
                    _ if member.is_some_and(|member| !self.is_chain_to(inst, member)) => continue,
                    Is::Same => return Some(inst),
                    Is::Related => first = first.or(Some(inst)),
                }
            }
        }
        first
    }

    /// Whether an instruction is a chain into a block, or into an array of blocks, whose next index is that of a member.
    fn is_chain_to(&self, inst: Inst<'_>, member: u32) -> bool {
        if !inst.is_chain() {
            return false;
        }
        let (words, facts) = (self.words, self.facts);
        let pointee = facts.pointee(words, facts.type_of(words, views::AccessChain(inst).base()));
        let at = match facts.type_view(words, pointee) {
            TypeView::Array { .. } | TypeView::RuntimeArray { .. } => 5,
            _ => 4,
        };
        facts.index(words, inst.word(at)) == Some(member)
    }
}

/// The closest relation of the ids that an instruction uses.
fn most(facts: &Facts, words: &[u32], inst: Inst<'_>, is: &[Is]) -> Is {
    let mut most = Is::Unrelated;
    uses(facts, words, inst, |_, id| {
        most = most.max(is.get(id as usize).copied().unwrap_or(Is::Unrelated));
    });
    most
}

#[cfg(test)]
mod tests;
