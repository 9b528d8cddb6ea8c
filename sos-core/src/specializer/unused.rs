//! Uses that are left, and what goes with its last one.

use super::notes::Notes;
use crate::edits::Edits;
use crate::facts::Facts;
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::plan::is_unused_without_effect;
use crate::specialize::switch_literal_words;
use crate::tables::{op, op_hot, OpFlags};
use alloc::vec;
use alloc::vec::Vec;

/// The count of an id that is removed itself.
const GONE: u32 = u32::MAX;

/// How often ids are used, and which instructions are removed.
#[derive(Clone, Debug, Default)]
pub struct Unused {
    /// By id: how many uses are left.
    uses: Vec<u32>,
    /// Ids that have lost their last use.
    pending: Vec<u32>,
    /// By word: whether an instruction that begins there is removed, a bit each.
    dead: Vec<u64>,
    /// Whether a variable is removed.
    pub variable: bool,
}

impl Unused {
    /// Of a module with this many ids and words: nothing is used yet.
    pub fn of(ids: usize, words: usize) -> Self {
        Self {
            uses: vec![0; ids],
            pending: Vec::new(),
            dead: vec![0; words.div_ceil(64)],
            variable: false,
        }
    }

    /// Takes over another one's state.
    pub fn start(&mut self, from: &Self) {
        self.uses.clone_from(&from.uses);
        self.dead.clone_from(&from.dead);
        self.pending.clear();
        self.variable = from.variable;
    }

    /// Takes in declarations that are added, the words of which are given, each with a result that is used once.
    pub fn add(&mut self, added: &[u32]) {
        for inst in Insts::new(added, 0, added.len() as u32) {
            for_each_use(inst.words(), 1, |_, id| self.count(id));
            let id = inst.result() as usize;
            if self.uses.len() <= id {
                self.uses.resize(id + 1, 0);
            }
            self.count(id as u32);
        }
    }

    /// Counts a use of an id.
    #[inline]
    pub fn count(&mut self, id: u32) {
        if let Some(uses) = self.uses.get_mut(id as usize) {
            *uses = uses.saturating_add(1);
        }
    }

    /// Takes a use from an id.
    #[inline]
    pub fn lose(&mut self, id: u32) {
        if let Some(left) = self.uses.get_mut(id as usize) {
            if *left != GONE {
                *left = left.saturating_sub(1);
                if *left == 0 {
                    self.pending.push(id);
                }
            }
        }
    }

    /// Takes a use from each of these.
    pub fn lose_all(&mut self, ids: &[u32]) {
        ids.iter().for_each(|&id| self.lose(id));
    }

    /// Notes the ids that nothing uses to begin with.
    pub fn pend_unused(&mut self) {
        let unused = (0..).zip(&self.uses).filter(|(_, &uses)| uses == 0);
        self.pending.extend(unused.map(|(id, _)| id));
    }

    /// Whether an id is used.
    pub fn is_used(&self, id: u32) -> bool {
        let left = self.uses.get(id as usize);
        left.is_some_and(|&left| left != 0 && left != GONE)
    }

    /// Whether the definition of an id is removed for lack of uses.
    pub fn is_gone(&self, id: u32) -> bool {
        self.uses.get(id as usize) == Some(&GONE)
    }

    /// Removes the instruction at a position.
    pub fn remove(&mut self, offset: u32) {
        if let Some(bits) = self.dead.get_mut(offset as usize / 64) {
            *bits |= 1 << (offset % 64);
        }
    }

    /// Removes the names and decorations of ids.
    pub fn remove_notes(&mut self, notes: &Notes, ids: &[u32]) {
        for &id in ids {
            notes.of(id).for_each(|offset| self.remove(offset));
        }
    }

    /// Removes what has lost its last use and has no effect, and what that uses. `stays` says whether an instruction of a function is
    /// in a block that stays. The edits must be in order; `added` are declarations that go behind the module's.
    pub fn sweep(
        &mut self,
        facts: &Facts,
        words: &[u32],
        notes: &Notes,
        edits: &Edits,
        added: &[u32],
        stays: impl Fn(u32) -> bool,
    ) {
        while let Some(id) = self.pending.pop() {
            // It may have gained a use since.
            if self.uses.get(id as usize) != Some(&0) {
                continue;
            }
            let Some(inst) = facts.def(words, id) else {
                self.sweep_added(added, id);
                continue;
            };
            let offset = inst.offset();
            let goes = if offset < facts.globals {
                inst.opcode() == op::OpExtInstImport
            } else if offset < facts.first_function {
                op_hot(inst.opcode())
                    .flags
                    .intersects(OpFlags::TYPE | OpFlags::CONSTANT)
                    || matches!(inst.opcode(), op::OpVariable | op::OpUndef)
            } else {
                is_unused_without_effect(facts, inst) && stays(offset)
            };
            if !goes {
                continue;
            }
            self.variable |= inst.opcode() == op::OpVariable;
            if let Some(uses) = self.uses.get_mut(id as usize) {
                *uses = GONE;
            }
            self.remove(offset);
            self.remove_notes(notes, &[id]);
            self.lose_operands(facts, words, edits, inst);
        }
    }

    /// Removes a declaration that is added. Each has three words, and their results are in order.
    fn sweep_added(&mut self, added: &[u32], id: u32) {
        let first = added.get(2).copied().unwrap_or(u32::MAX);
        let inst = id.checked_sub(first).map(|index| index.saturating_mul(3));
        if let Some(inst) = inst.and_then(|offset| Inst::at(added, offset)) {
            if let Some(uses) = self.uses.get_mut(id as usize) {
                *uses = GONE;
            }
            self.lose(inst.result_type());
        }
    }

    /// Takes the uses that an instruction still has: those of the words that replace it, if there are any.
    fn lose_operands(&mut self, facts: &Facts, words: &[u32], edits: &Edits, inst: Inst<'_>) {
        let (side, first, last) = match edits.replacement(inst.offset()) {
            Some((first, last)) => (edits.side(), first, last),
            None => (words, inst.offset(), inst.end()),
        };
        for inst in Insts::new(side, first, last) {
            let literals = switch_literal_words(facts, words, inst);
            for_each_use(inst.words(), literals, |_, id| self.lose(id));
        }
    }

    /// Visits the positions of the removed instructions, in order.
    #[inline]
    pub fn removed(&self, mut visit: impl FnMut(u32)) {
        for (first, &bits) in (0..).step_by(64).zip(&self.dead) {
            let mut bits = bits;
            while bits != 0 {
                visit(first + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    /// Whether anything is removed.
    pub fn any(&self) -> bool {
        self.dead.iter().any(|&bits| bits != 0)
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        4 * self.uses.len() + 8 * self.dead.len()
    }
}
