//! Which blocks are kept so that control flow stays structured, and how their merge instructions are written.
//!
//! A branch with a known condition becomes an unconditional one. What happens to the construct that it headed, and to the
//! blocks named by its merge instruction, follows from the specification, section 2.11, "Structured Control Flow":
//!
//! - A *selection* is removed with its header's branch, unless a block within a nested construct exits to the selection's
//!   merge block: such an exit is legal only within a selection, like the `break` of a switch. The header then becomes a
//!   switch with only a default.
//! - A *loop* stays a loop, even if its body runs only once. If its continue target is unreachable, it becomes a block that
//!   only branches back, and phis in the header get an undefined value from it, over an edge that is never taken.
//! - An unreachable merge block becomes a block with only `OpUnreachable`, as long as a merge instruction names it; in a
//!   continue construct it stays as it is ([`continues`]).
//! - A branch in a continue construct is not folded if that would remove the loop's back edge, since each loop header needs
//!   exactly one. Blocks that stay for this reason are kept and not live.
//! - An `if` that must stay keeps its branch, and the side that is never taken becomes a block with only `OpUnreachable`. It
//!   cannot become a switch: a `break` of an outer switch from within it would not be structured any more.
//! - If folding would violate a rule all the same, the function keeps all its branches. That is so if a block would come
//!   before its new dominator, or if a branch was structured only because of something that folding removed.
//!
//! Constructs are numbered `2 × header block`, plus 1 for the continue construct of a loop; the function body is [`BODY`]. A
//! block is in the construct of the block from which it is first reached, except that merge blocks and continue targets get
//! theirs from the outermost header that names them, which dominates them and so comes first.

mod continues;

use super::flow::{for_each_successor, Flow};
use crate::facts::{Block, Facts, Function};
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::op;
use crate::views;

/// The construct of blocks outside of all constructs.
const BODY: u32 = u32::MAX;

/// The construct of blocks that are not reached yet.
const UNCLAIMED: u32 = u32::MAX - 1;

/// The deepest nesting of removed selections that is looked through; a selection beyond it is kept as a switch.
const MAX_CLIMB: u32 = 32;

/// How a block's merge instruction and terminator, or the whole block, are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// Unmodified.
    #[default]
    AsIs,
    /// The selection is removed: no merge instruction, and an unconditional branch.
    Removed,
    /// The selection stays: its merge instruction, and a switch with only a default.
    Switch,
    /// The block is only named by a merge instruction: a label and `OpUnreachable`.
    UnreachableStub,
    /// The block is only named as the continue target of the loop with this header: a label and a branch back.
    ContinueStub(u32),
}

/// The structure of the kept blocks.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    merge: Vec<Merge>,
    /// By block: whether a kept block has a back edge to it.
    back_edge: Vec<bool>,
    /// By block: whether its branch must not be folded.
    unfolded: Vec<bool>,
    /// By block: its construct, once it is reached.
    construct: Vec<u32>,
    /// By block: the header, plus 1, of the selection whose merge block it is.
    merges: Vec<u32>,
    /// By block: whether every branch to it is structured; used only by the final check.
    named: Vec<bool>,
    /// Whether the current function must not be folded.
    unsound: bool,
    pending: Vec<u32>,
    /// Folded selections in the order in which they were reached, and edges into their merge blocks.
    folded: Vec<u32>,
    exits: Vec<(u32, u32)>,
}

impl Structure {
    /// Prepares the tables for a module's blocks.
    pub fn reset(&mut self, blocks: usize) {
        self.merge.resize(blocks, Merge::AsIs);
        self.back_edge.resize(blocks, false);
        self.unfolded.resize(blocks, false);
        self.construct.resize(blocks, UNCLAIMED);
        self.merges.resize(blocks, 0);
        self.named.resize(blocks, false);
        self.begin(0, blocks as u32, false);
    }

    /// Clears the entries of a range of blocks.
    fn begin(&mut self, first: u32, last: u32, unfolded: bool) {
        fn fill<T: Copy>(list: &mut [T], first: u32, last: u32, value: T) {
            if let Some(range) = list.get_mut(first as usize..last as usize) {
                range.fill(value);
            }
        }
        fill(&mut self.merge, first, last, Merge::AsIs);
        fill(&mut self.back_edge, first, last, false);
        fill(&mut self.unfolded, first, last, unfolded);
        fill(&mut self.construct, first, last, UNCLAIMED);
        fill(&mut self.merges, first, last, 0);
        fill(&mut self.named, first, last, false);
        self.unsound = false;
    }

    fn construct_of(&self, block: u32) -> u32 {
        self.construct.get(block as usize).copied().unwrap_or(BODY)
    }
}

/// The blocks named by a block's merge instruction.
#[derive(Clone, Copy)]
struct Header {
    merge: Option<u32>,
    continue_target: Option<u32>,
}

impl Flow {
    /// Returns how a block is written.
    pub fn merge(&self, block: u32) -> Merge {
        self.structure
            .merge
            .get(block as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the label to which a kept block's terminator always branches, or 0 if the terminator stays unmodified.
    pub fn folded_to(&self, block: u32) -> u32 {
        match self.structure.unfolded.get(block as usize) {
            Some(false) => self.deferred.get(block as usize).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether the edge between two blocks stays in the output.
    pub fn keeps_edge(&self, facts: &Facts, from: u32, to: u32) -> bool {
        let to = facts.blocks.get(to as usize).map_or(0, |block| block.id);
        let folded = self.folded_to(from);
        self.is_kept(from) && (folded == 0 || folded == to)
    }

    fn header(&self, words: &[u32], block: Block) -> Option<Header> {
        let inst = Inst::at(words, block.merge).filter(|_| block.merge != 0)?;
        let continue_target = if inst.opcode() == op::OpLoopMerge {
            self.block(views::LoopMerge(inst).continue_target())
        } else {
            None
        };
        Some(Header {
            merge: self.block(views::Merge(inst).merge_block()),
            continue_target,
        })
    }

    /// Determines the structure of one function, whose live blocks and decided branches must be known.
    pub(super) fn structure_of(
        &mut self,
        facts: &Facts,
        words: &[u32],
        function: &Function,
        fold: bool,
    ) {
        self.find_structure(facts, words, function, fold);
        if fold && !self.is_sound(facts, words, function) {
            self.find_structure(facts, words, function, false);
        }
        self.name_stubs(facts, words, function);
    }

    fn find_structure(&mut self, facts: &Facts, words: &[u32], function: &Function, fold: bool) {
        let (first, last) = (function.first_block, function.last_block);
        self.structure.begin(first, last, !fold);
        if let Some(kept) = self.kept.get_mut(first as usize..last as usize) {
            kept.fill(false);
        }
        self.keep(first, BODY);
        self.keep_reachable(facts, words);
        if fold {
            // Restores back edges that folding removed from continue constructs.
            for index in first..last {
                self.restore_back_edge(facts, words, index);
            }
            self.decide_selections(facts, words, function);
        }
        self.keep_merges(facts, words, function, fold);
    }

    /// Sets how blocks are written that only a merge instruction names.
    fn name_stubs(&mut self, facts: &Facts, words: &[u32], function: &Function) {
        for index in function.first_block..function.last_block {
            let Some(&block) = facts.blocks.get(index as usize) else {
                continue;
            };
            if !self.is_kept(index) || self.merge(index) == Merge::Removed {
                continue;
            }
            let Some(header) = self.header(words, block) else {
                continue;
            };
            if let Some(merge) = header.merge.filter(|&merge| !self.is_kept(merge)) {
                if self.merge(merge) == Merge::AsIs {
                    self.set_merge(merge, Merge::UnreachableStub);
                }
            }
            if let Some(target) = header
                .continue_target
                .filter(|&target| !self.is_kept(target))
            {
                self.set_merge(target, Merge::ContinueStub(index));
            }
        }
    }

    /// Whether the function is valid with its folded branches.
    fn is_sound(&mut self, facts: &Facts, words: &[u32], function: &Function) -> bool {
        let blocks = || function.first_block..function.last_block;
        if blocks().all(|index| self.deferred.get(index as usize) == Some(&0)) {
            return true;
        }
        if self.structure.unsound {
            return false;
        }
        for index in blocks() {
            let Some(&block) = facts.blocks.get(index as usize) else {
                continue;
            };
            if !self.is_kept(index) {
                continue;
            }
            let header = self.header(words, block);
            if let Some(header) = header.filter(|_| self.merge(index) != Merge::Removed) {
                let target = header.continue_target;
                let lost = self.structure.back_edge.get(index as usize) != Some(&true);
                if lost && target.is_some_and(|target| self.is_kept(target)) {
                    return false;
                }
                for named in header.merge.into_iter().chain(target) {
                    self.name(named);
                }
            }
            let end = Inst::at(words, block.end).filter(|end| end.opcode() == op::OpSwitch);
            if let Some(end) = end.filter(|_| self.folded_to(index) == 0) {
                for_each_successor(facts, words, end, 0, |label| {
                    if let Some(next) = self.block(label) {
                        self.name(next);
                    }
                });
            }
        }
        blocks().all(|index| !self.is_kept(index) || self.is_structured(facts, words, index))
    }

    fn name(&mut self, block: u32) {
        if let Some(named) = self.structure.named.get_mut(block as usize) {
            *named = true;
        }
    }

    /// Whether a block's conditional branch belongs to a header, or at least one of its edges is an exit from a construct.
    fn is_structured(&self, facts: &Facts, words: &[u32], index: u32) -> bool {
        let Some(&block) = facts.blocks.get(index as usize) else {
            return true;
        };
        let is_selection = block.merge != 0
            && Inst::at(words, block.merge)
                .is_some_and(|merge| merge.opcode() == op::OpSelectionMerge);
        let Some(end) = Inst::at(words, block.end) else {
            return true;
        };
        if end.opcode() != op::OpBranchConditional || is_selection || self.folded_to(index) != 0 {
            return true;
        }
        [
            views::BranchConditional(end).true_label(),
            views::BranchConditional(end).false_label(),
        ]
        .into_iter()
        .any(|label| {
            self.block(label)
                .is_some_and(|next| self.structure.named.get(next as usize) == Some(&true))
        })
    }

    fn set_merge(&mut self, block: u32, merge: Merge) {
        if let Some(slot) = self.structure.merge.get_mut(block as usize) {
            *slot = merge;
        }
    }

    fn keep(&mut self, block: u32, construct: u32) {
        let at = block as usize;
        if let Some(kept @ false) = self.kept.get_mut(at) {
            *kept = true;
            if let Some(slot) = self.structure.construct.get_mut(at) {
                if *slot == UNCLAIMED {
                    *slot = construct;
                }
            }
            self.structure.pending.push(block);
        }
    }

    /// Keeps all blocks that are reachable from the pending ones.
    fn keep_reachable(&mut self, facts: &Facts, words: &[u32]) {
        while let Some(index) = self.structure.pending.pop() {
            let Some(&block) = facts.blocks.get(index as usize) else {
                continue;
            };
            let own = self.structure.construct_of(index);
            let header = self.header(words, block);
            if let Some(header) = header {
                if let Some(merge) = header.merge {
                    self.claim(merge, own);
                    if header.continue_target.is_none() {
                        if let Some(slot) = self.structure.merges.get_mut(merge as usize) {
                            *slot = index + 1;
                        }
                    }
                }
                if let Some(target) = header.continue_target.filter(|&target| target != index) {
                    self.claim(target, 2 * index + 1);
                }
            }
            let inside = if header.is_some() { 2 * index } else { own };
            let Some(end) = Inst::at(words, block.end) else {
                continue;
            };
            let mut taken = self.folded_to(index);
            if taken != 0 && self.loses_back_edge(facts, words, index, end, taken) {
                taken = 0;
                if let Some(unfolded) = self.structure.unfolded.get_mut(index as usize) {
                    *unfolded = true;
                }
            }
            for_each_successor(facts, words, end, taken, |label| {
                if let Some(next) = self.block(label) {
                    self.keep(next, inside);
                    if next > index {
                    } else if !self.is_back_edge(facts, words, index, next) {
                        self.structure.unsound = true;
                    } else if let Some(back) = self.structure.back_edge.get_mut(next as usize) {
                        *back = true;
                    }
                }
            });
        }
    }

    /// Whether a loop loses its back edge if a block always branches to `taken`.
    fn loses_back_edge(
        &self,
        facts: &Facts,
        words: &[u32],
        from: u32,
        end: Inst<'_>,
        taken: u32,
    ) -> bool {
        let mut loses = false;
        for_each_successor(facts, words, end, 0, |label| {
            if let Some(next) = self.block(label).filter(|&next| next <= from) {
                loses |= label != taken && self.is_back_edge(facts, words, from, next);
            }
        });
        loses
    }

    /// Whether an edge is a back edge of the loop with header `to`. The back-edge block post-dominates the continue
    /// construct, so it is in no nested construct.
    fn is_back_edge(&self, facts: &Facts, words: &[u32], from: u32, to: u32) -> bool {
        let own = self.structure.construct_of(from);
        let continues_itself = || {
            let block = facts.blocks.get(to as usize);
            block
                .and_then(|&block| self.header(words, block))
                .is_some_and(|header| header.continue_target == Some(to))
        };
        from == to || own == 2 * to + 1 || own == 2 * to && continues_itself()
    }

    /// Sets the construct of a block before the block is reached.
    fn claim(&mut self, block: u32, construct: u32) {
        if let Some(slot @ &mut UNCLAIMED) = self.structure.construct.get_mut(block as usize) {
            *slot = construct;
        }
    }

    fn parent(&self, construct: u32) -> u32 {
        match construct {
            BODY => BODY,
            // A continue construct is nested in its loop.
            _ if construct % 2 == 1 => construct - 1,
            _ => self.structure.construct_of(construct / 2),
        }
    }

    fn restore_back_edge(&mut self, facts: &Facts, words: &[u32], index: u32) {
        let Some(&block) = facts.blocks.get(index as usize) else {
            return;
        };
        let Some(header) = self.header(words, block) else {
            return;
        };
        let Some(target) = header.continue_target else {
            return;
        };
        let has_back_edge = self.structure.back_edge.get(index as usize) == Some(&true);
        if !self.is_kept(index) || !self.is_kept(target) || has_back_edge {
            return;
        }
        // The continue construct, without blocks that an outer loop has unfolded already: each block is visited once.
        let mut inside = std::mem::take(&mut self.structure.folded);
        inside.clear();
        inside.push(target);
        while let Some(at) = inside.pop() {
            match self.structure.unfolded.get_mut(at as usize) {
                Some(unfolded @ false) => *unfolded = true,
                _ => continue,
            }
            if self.is_kept(at) {
                self.structure.pending.push(at);
            }
            let end = facts.blocks.get(at as usize);
            let Some(end) = end.and_then(|block| Inst::at(words, block.end)) else {
                continue;
            };
            for_each_successor(facts, words, end, 0, |label| {
                let next = self.block(label);
                if next != Some(index) && next != header.merge {
                    inside.extend(next);
                }
            });
        }
        self.structure.folded = inside;
        self.keep_reachable(facts, words);
    }

    /// Determines which folded selections can be removed. Inner ones come first: an exit from a removed selection is not an
    /// exit from a nested construct.
    fn decide_selections(&mut self, facts: &Facts, words: &[u32], function: &Function) {
        self.structure.folded.clear();
        self.structure.exits.clear();
        for index in function.first_block..function.last_block {
            let Some(&block) = facts.blocks.get(index as usize) else {
                continue;
            };
            if !self.is_kept(index) {
                continue;
            }
            let is_loop =
                Inst::at(words, block.merge).is_some_and(|inst| inst.opcode() == op::OpLoopMerge);
            if block.merge != 0 && !is_loop && self.folded_to(index) != 0 {
                self.structure.folded.push(index);
            }
            let Some(end) = Inst::at(words, block.end) else {
                continue;
            };
            let mut exits = std::mem::take(&mut self.structure.exits);
            for_each_successor(facts, words, end, self.folded_to(index), |label| {
                let owner = self
                    .block(label)
                    .filter(|&to| to > index || !self.is_back_edge(facts, words, index, to))
                    .and_then(|to| self.structure.merges.get(to as usize))
                    .copied();
                if let Some(header) = owner.and_then(|owner| owner.checked_sub(1)) {
                    if header != index && self.folded_to(header) != 0 {
                        exits.push((header, index));
                    }
                }
            });
            self.structure.exits = exits;
        }
        self.structure.exits.order();
        while let Some(header) = self.structure.folded.pop() {
            let from = self.structure.exits.partition_point(|exit| exit.0 < header);
            let to = self
                .structure
                .exits
                .partition_point(|exit| exit.0 <= header);
            let safe = self.structure.exits.get(from..to).is_some_and(|exits| {
                exits
                    .iter()
                    .all(|&(_, from)| self.exits_unconditionally(facts, words, from, header))
            });
            if safe {
                self.set_merge(header, Merge::Removed);
            } else {
                self.keep_selection(facts, words, header);
            }
        }
    }

    fn keep_selection(&mut self, facts: &Facts, words: &[u32], header: u32) {
        let block = facts.blocks.get(header as usize);
        let Some(end) = block.and_then(|block| Inst::at(words, block.end)) else {
            return;
        };
        if end.opcode() == op::OpSwitch {
            return self.set_merge(header, Merge::Switch);
        }
        let taken = self.folded_to(header);
        let other = [end.word(2), end.word(3)]
            .into_iter()
            .find(|&side| side != taken);
        let Some(other) = other.and_then(|label| self.block(label)) else {
            self.structure.unsound = true;
            return;
        };
        // A stub must come after its header, and a back edge would have to be treated as an exit, too.
        let continues = self.is_in_continue(self.structure.construct_of(header));
        if self.is_kept(other) || other <= header || continues {
            self.structure.unsound = true;
            return;
        }
        self.set_merge(other, Merge::UnreachableStub);
        if let Some(unfolded) = self.structure.unfolded.get_mut(header as usize) {
            *unfolded = true;
        }
    }

    /// Whether a block branches to the merge block of `header`'s selection unconditionally and from its top level.
    fn exits_unconditionally(&self, facts: &Facts, words: &[u32], from: u32, header: u32) -> bool {
        let Some(&block) = facts.blocks.get(from as usize) else {
            return false;
        };
        let plain = self.folded_to(from) != 0
            || Inst::at(words, block.end).is_some_and(|end| end.opcode() == op::OpBranch);
        if !plain || block.merge != 0 && self.merge(from) != Merge::Removed {
            return false;
        }
        let mut around = self.structure.construct_of(from);
        for _ in 0..MAX_CLIMB {
            if around == 2 * header {
                return true;
            }
            // Only removed selections can be looked through.
            if around == BODY || around % 2 == 1 || self.merge(around / 2) != Merge::Removed {
                return false;
            }
            around = self.parent(around);
        }
        false
    }
}
