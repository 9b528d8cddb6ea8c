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

use super::cfg::{End, Node};
use super::flow::{Code, Flow};
use crate::facts::Function;
use crate::order::Order;
use alloc::vec::Vec;
use core::slice;

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

/// Where a block is in the structure of its function.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    merge: Merge,
    /// Whether a kept block has a back edge to it.
    back_edge: bool,
    /// Whether its branch must not be folded.
    unfolded: bool,
    /// Whether every branch to it is structured; used only by the final check.
    named: bool,
    /// Its construct, once it is reached.
    construct: u32,
    /// The header, plus 1, of the selection whose merge block it is.
    merges: u32,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            merge: Merge::AsIs,
            back_edge: false,
            unfolded: false,
            named: false,
            construct: UNCLAIMED,
            merges: 0,
        }
    }
}

/// Working memory for the structure of a function.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// Whether the function must not be folded.
    unsound: bool,
    pending: Vec<u32>,
    /// Folded selections in the order in which they were reached, and edges into their merge blocks.
    folded: Vec<u32>,
    exits: Vec<(u32, u32)>,
}

impl Flow {
    /// Returns how a block is written.
    pub fn merge(&self, block: u32) -> Merge {
        self.place(block).merge
    }

    /// Returns the index plus 1 of the block to which a kept block's terminator always branches, or 0 if the terminator stays
    /// unmodified.
    pub fn folded_to(&self, block: u32) -> u32 {
        match self.blocks.get(block as usize) {
            Some(block) if !block.place.unfolded => block.taken,
            _ => 0,
        }
    }

    /// Whether a block stays as it is, but perhaps for its phis.
    #[inline]
    pub fn is_plain(&self, block: u32) -> bool {
        self.blocks.get(block as usize).is_some_and(|block| {
            let folds = block.taken != 0 && !block.place.unfolded;
            block.kept && !folds && block.place.merge == Merge::AsIs
        })
    }

    /// Whether the edge between two blocks stays in the output.
    pub fn keeps_edge(&self, from: u32, to: u32) -> bool {
        let folded = self.folded_to(from);
        self.is_kept(from) && (folded == 0 || folded == to + 1)
    }

    /// Whether any branch of a function is decided.
    fn decides(&self, function: &Function) -> bool {
        let blocks = function.first_block as usize..function.last_block as usize;
        let blocks = self.blocks.get(blocks).unwrap_or(&[]);
        blocks.iter().any(|block| block.taken != 0)
    }

    fn place(&self, block: u32) -> Place {
        self.blocks
            .get(block as usize)
            .map_or_else(Place::default, |block| block.place)
    }

    fn place_mut(&mut self, block: u32) -> Option<&mut Place> {
        self.blocks
            .get_mut(block as usize)
            .map(|block| &mut block.place)
    }

    fn construct_of(&self, block: u32) -> u32 {
        let block = self.blocks.get(block as usize);
        block.map_or(BODY, |block| block.place.construct)
    }

    /// Determines the structure of one function, whose live blocks and decided branches must be known.
    pub(super) fn structure_of(&mut self, code: Code<'_>, function: &Function, fold: bool) {
        self.find_structure(code, function, fold);
        if fold && !self.is_sound(code, function) {
            self.find_structure(code, function, false);
        }
        self.name_stubs(code, function);
    }

    fn find_structure(&mut self, code: Code<'_>, function: &Function, fold: bool) {
        let (first, last) = (function.first_block, function.last_block);
        self.structure.unsound = false;
        for block in self.of_mut(function) {
            block.kept = false;
            block.place = Place {
                unfolded: !fold,
                ..Place::default()
            };
        }
        self.keep(first, BODY);
        self.keep_reachable(code);
        if fold {
            // Restores back edges that folding removed from continue constructs.
            for index in first..last {
                self.restore_back_edge(code, index);
            }
            self.decide_selections(code, function);
        }
        self.keep_merges(code, function, fold);
    }

    /// Sets how blocks are written that only a merge instruction names.
    fn name_stubs(&mut self, code: Code<'_>, function: &Function) {
        for index in function.first_block..function.last_block {
            let node = code.cfg.of(index);
            if !node.is_header || !self.is_kept(index) || self.merge(index) == Merge::Removed {
                continue;
            }
            let left =
                |flow: &Self, block: u32| block.checked_sub(1).filter(|&at| !flow.is_kept(at));
            if let Some(merge) = left(self, node.merge) {
                if self.merge(merge) == Merge::AsIs {
                    self.set_merge(merge, Merge::UnreachableStub);
                }
            }
            if let Some(target) = left(self, node.continue_target) {
                self.set_merge(target, Merge::ContinueStub(index));
            }
        }
    }

    /// Whether the function is valid with its folded branches.
    fn is_sound(&mut self, code: Code<'_>, function: &Function) -> bool {
        let blocks = || function.first_block..function.last_block;
        if !self.decides(function) {
            return true;
        }
        if self.structure.unsound {
            return false;
        }
        for index in blocks() {
            if !self.is_kept(index) {
                continue;
            }
            let node = code.cfg.of(index);
            if node.is_header && self.merge(index) != Merge::Removed {
                let target = node.continue_target.checked_sub(1);
                let lost = !self.place(index).back_edge;
                if lost && target.is_some_and(|target| self.is_kept(target)) {
                    return false;
                }
                for named in node.merge.checked_sub(1).into_iter().chain(target) {
                    self.name(named);
                }
            }
            if node.end == End::Switch && self.folded_to(index) == 0 {
                for &next in code.cfg.successors(node) {
                    self.name(next);
                }
            }
        }
        blocks().all(|index| !self.is_kept(index) || self.is_structured(code, index))
    }

    fn name(&mut self, block: u32) {
        if let Some(place) = self.place_mut(block) {
            place.named = true;
        }
    }

    /// Whether a block's conditional branch belongs to a header, or at least one of its edges is an exit from a construct.
    fn is_structured(&self, code: Code<'_>, index: u32) -> bool {
        let node = code.cfg.of(index);
        let is_selection = node.is_header && !node.is_loop;
        if node.end != End::Conditional || is_selection || self.folded_to(index) != 0 {
            return true;
        }
        let mut next = code.cfg.successors(node).iter();
        next.any(|&next| self.place(next).named)
    }

    fn set_merge(&mut self, block: u32, merge: Merge) {
        if let Some(place) = self.place_mut(block) {
            place.merge = merge;
        }
    }

    fn keep(&mut self, block: u32, construct: u32) {
        if let Some(state) = self.blocks.get_mut(block as usize) {
            if state.kept {
                return;
            }
            state.kept = true;
            if state.place.construct == UNCLAIMED {
                state.place.construct = construct;
            }
            self.structure.pending.push(block);
        }
    }

    /// Keeps all blocks that are reachable from the pending ones.
    fn keep_reachable(&mut self, code: Code<'_>) {
        while let Some(index) = self.structure.pending.pop() {
            let node = code.cfg.of(index);
            let own = self.construct_of(index);
            if let Some(merge) = node.merge.checked_sub(1) {
                self.claim(merge, own);
                if node.continue_target == 0 {
                    if let Some(place) = self.place_mut(merge) {
                        place.merges = index + 1;
                    }
                }
            }
            if let Some(target) = node.continue_target.checked_sub(1) {
                if target != index {
                    self.claim(target, 2 * index + 1);
                }
            }
            let inside = if node.is_header { 2 * index } else { own };
            let mut taken = self.folded_to(index);
            if taken != 0 && self.loses_back_edge(code, index, node, taken) {
                taken = 0;
                if let Some(place) = self.place_mut(index) {
                    place.unfolded = true;
                }
            }
            match taken.checked_sub(1) {
                Some(next) => self.keep_next(code, index, next, inside),
                None => {
                    for &next in code.cfg.successors(node) {
                        self.keep_next(code, index, next, inside);
                    }
                }
            }
        }
    }

    /// Keeps a successor.
    #[inline]
    fn keep_next(&mut self, code: Code<'_>, index: u32, next: u32, inside: u32) {
        self.keep(next, inside);
        if next > index {
        } else if !self.is_back_edge(code, index, next) {
            self.structure.unsound = true;
        } else if let Some(place) = self.place_mut(next) {
            place.back_edge = true;
        }
    }

    /// Whether a loop loses its back edge if a block always branches to `taken`.
    fn loses_back_edge(&self, code: Code<'_>, from: u32, node: Node, taken: u32) -> bool {
        let mut next = code.cfg.successors(node).iter();
        next.any(|&next| next <= from && next + 1 != taken && self.is_back_edge(code, from, next))
    }

    /// Whether an edge is a back edge of the loop with header `to`. The back-edge block post-dominates the continue
    /// construct, so it is in no nested construct.
    fn is_back_edge(&self, code: Code<'_>, from: u32, to: u32) -> bool {
        let own = self.construct_of(from);
        let continues_itself = || code.cfg.of(to).continue_target == to + 1;
        from == to || own == 2 * to + 1 || own == 2 * to && continues_itself()
    }

    /// Sets the construct of a block before the block is reached.
    fn claim(&mut self, block: u32, construct: u32) {
        if let Some(place) = self.place_mut(block) {
            if place.construct == UNCLAIMED {
                place.construct = construct;
            }
        }
    }

    fn parent(&self, construct: u32) -> u32 {
        match construct {
            BODY => BODY,
            // A continue construct is nested in its loop.
            _ if construct % 2 == 1 => construct - 1,
            _ => self.construct_of(construct / 2),
        }
    }

    fn restore_back_edge(&mut self, code: Code<'_>, index: u32) {
        let node = code.cfg.of(index);
        let Some(target) = node.continue_target.checked_sub(1) else {
            return;
        };
        let has_back_edge = self.place(index).back_edge;
        if !self.is_kept(index) || !self.is_kept(target) || has_back_edge {
            return;
        }
        // The continue construct, without blocks that an outer loop has unfolded already: each block is visited once.
        let mut inside = core::mem::take(&mut self.structure.folded);
        inside.clear();
        inside.push(target);
        while let Some(at) = inside.pop() {
            match self.place_mut(at) {
                Some(place) if !place.unfolded => place.unfolded = true,
                _ => continue,
            }
            if self.is_kept(at) {
                self.structure.pending.push(at);
            }
            for &next in code.cfg.successors(code.cfg.of(at)) {
                if next != index && next + 1 != node.merge {
                    inside.push(next);
                }
            }
        }
        self.structure.folded = inside;
        self.keep_reachable(code);
    }

    /// Determines which folded selections can be removed. Inner ones come first: an exit from a removed selection is not an
    /// exit from a nested construct.
    fn decide_selections(&mut self, code: Code<'_>, function: &Function) {
        self.structure.folded.clear();
        self.structure.exits.clear();
        for index in function.first_block..function.last_block {
            if !self.is_kept(index) {
                continue;
            }
            let node = code.cfg.of(index);
            let folded = self.folded_to(index);
            if node.is_header && !node.is_loop && folded != 0 {
                self.structure.folded.push(index);
            }
            let taken = folded.wrapping_sub(1);
            let next = match folded {
                0 => code.cfg.successors(node),
                _ => slice::from_ref(&taken),
            };
            for &to in next {
                let owner = self.place(to).merges.checked_sub(1);
                let Some(header) = owner.filter(|&header| header != index) else {
                    continue;
                };
                if self.folded_to(header) != 0
                    && (to > index || !self.is_back_edge(code, index, to))
                {
                    self.structure.exits.push((header, index));
                }
            }
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
                    .all(|&(_, from)| self.exits_unconditionally(code, from, header))
            });
            if safe {
                self.set_merge(header, Merge::Removed);
            } else {
                self.keep_selection(code, header);
            }
        }
    }

    fn keep_selection(&mut self, code: Code<'_>, header: u32) {
        let node = code.cfg.of(header);
        match node.end {
            End::Switch => return self.set_merge(header, Merge::Switch),
            End::Other => return,
            End::Branch | End::Conditional => {}
        }
        let taken = self.folded_to(header);
        let mut next = code.cfg.successors(node).iter();
        let Some(&other) = next.find(|&&next| next + 1 != taken) else {
            self.structure.unsound = true;
            return;
        };
        // A stub must come after its header, and a back edge would have to be treated as an exit, too.
        let continues = self.is_in_continue(self.construct_of(header));
        if self.is_kept(other) || other <= header || continues {
            self.structure.unsound = true;
            return;
        }
        self.set_merge(other, Merge::UnreachableStub);
        if let Some(place) = self.place_mut(header) {
            place.unfolded = true;
        }
    }

    /// Whether a block branches to the merge block of `header`'s selection unconditionally and from its top level.
    fn exits_unconditionally(&self, code: Code<'_>, from: u32, header: u32) -> bool {
        let node = code.cfg.of(from);
        let plain = self.folded_to(from) != 0 || node.end == End::Branch;
        if !plain || node.is_header && self.merge(from) != Merge::Removed {
            return false;
        }
        let mut around = self.construct_of(from);
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
