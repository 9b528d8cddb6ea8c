//! The blocks of a region in order, and what becomes of each.

use super::functions::Change;
use super::Graph;
use crate::inst::{Inst, Insts};
use crate::passes::LowerError;
use crate::specialize::Code;
use crate::tables::op;
use alloc::vec::Vec;

/// No block, position, site or loop.
pub const NONE: u32 = u32::MAX;

pub const UNSTRUCTURED: LowerError = LowerError::Because(
    "its control flow around subgroup operations is not structured as the specification demands",
);

/// A part of a function that is rewritten.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// The block that starts it: the header of a selection, which stays outside, that of a loop, or the function's first block.
    pub header: u32,
    /// The block behind it, or [`NONE`] for a function.
    pub merge: u32,
    pub kind: RegionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    Selection,
    Loop,
    Function,
}

/// Where a value is defined or used: a piece of code under one mask, or code that all execute.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The innermost loop of the region around it, or [`NONE`].
    pub around: u32,
    /// The position of its block.
    pub at: u32,
    /// Whether it is under a mask.
    pub guarded: bool,
}

/// A loop that all invocations take together: a range of positions.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    first: u32,
    end: u32,
    /// The loop around it, or [`NONE`].
    around: u32,
}

/// What the output has in a region, in order. Blocks are given by their positions.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    LoopBegins,
    /// A loop ends that began with the block at this position.
    LoopEnds(u32),
    /// A block begins with a new piece; if it starts a construct that stays, with `stays`.
    Opens {
        at: u32,
        site: u32,
        stays: bool,
    },
    /// A block begins, and the piece goes on.
    Continues(u32),
    /// The instructions between two word offsets.
    Copies {
        from: u32,
        to: u32,
        site: u32,
    },
    /// An operation, a barrier or a call that all execute, at a word offset.
    Together {
        offset: u32,
        site: u32,
    },
    /// The block goes on behind it with a new piece.
    Resumes {
        at: u32,
        site: u32,
    },
    /// The block ends.
    Ends {
        at: u32,
        site: u32,
        how: End,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As it did: its construct stays.
    Kept,
    /// The piece goes on with the only successor.
    Chained,
    /// By variables that say where the invocation continues.
    Marks,
}

/// A construct while the blocks are walked.
#[derive(Clone, Copy, Debug)]
struct Open {
    header: u32,
    end: u32,
    is_loop: bool,
    /// It has something that all must execute, or that leaves the function.
    leaves: bool,
    /// The first and the last position that is branched to.
    least: u32,
    most: u32,
}

/// The regions of a module's functions; of one function at a time what they contain.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    pub(super) changes: Vec<Change>,
    /// Pairs of callee and caller.
    pub(super) callers: Vec<(u32, u32)>,
    pub(super) pending: Vec<u32>,
    /// The regions of the function, by their headers in ascending order.
    pub list: Vec<Region>,
    /// The blocks behind them, ascending, with their numbers.
    pub(super) behind: Vec<(u32, u32)>,
    /// By block: the region that it is in, or [`NONE`].
    pub region_of: Vec<u32>,
    /// The blocks of the region in the order of the output.
    pub order: Vec<u32>,
    /// By block: its position there.
    pub(super) position: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// By position: where the construct that the block starts ends, or [`NONE`] if it starts none.
    ends: Vec<u32>,
    /// By position: whether the construct that it starts can stay.
    keeps: Vec<bool>,
    open: Vec<Open>,
    /// By position: how often earlier blocks branch to it.
    entries: Vec<u32>,
    /// By position of a block that begins a piece: its site, otherwise [`NONE`].
    opens: Vec<u32>,
    pub events: Vec<Event>,
    pub sites: Vec<Site>,
    pub rounds: Vec<Round>,
    rounds_open: Vec<u32>,
}

impl Regions {
    /// Brings the blocks of a region into structured order. Returns whether they are left by its merge block alone.
    pub fn arrange(&mut self, graph: Graph<'_>, region: usize) -> Result<bool, LowerError> {
        let cfg = graph.code.cfg;
        let region = *self.list.get(region).ok_or(UNSTRUCTURED)?;
        for &block in &self.order {
            if let Some(slot) = self.position.get_mut(block as usize) {
                *slot = NONE;
            }
        }
        self.order.clear();
        self.stack.clear();
        // While the graph is walked, a position of 0 says that the block was visited.
        let visit = |position: &mut [u32], block: u32| match position.get_mut(block as usize) {
            Some(slot) if *slot == NONE => {
                *slot = 0;
                true
            }
            _ => false,
        };
        if region.merge != NONE {
            visit(&mut self.position, region.merge);
        }
        visit(&mut self.position, region.header);
        self.stack.push((region.header, 0));
        while let Some((block, next)) = self.stack.last_mut() {
            let node = cfg.of(*block);
            let child = match *next {
                0 => node.merge.checked_sub(1),
                1 => node.continue_target.checked_sub(1),
                at => match cfg.successors(node).get(at as usize - 2) {
                    Some(&to) => Some(to),
                    None => {
                        self.order.push(*block);
                        self.stack.pop();
                        continue;
                    }
                },
            };
            *next += 1;
            if let Some(child) = child.filter(|&child| visit(&mut self.position, child)) {
                self.stack.push((child, 0));
            }
        }
        self.order.reverse();
        if region.kind == RegionKind::Selection {
            self.order.remove(0);
            if let Some(slot) = self.position.get_mut(region.header as usize) {
                *slot = NONE;
            }
        }
        if region.merge != NONE {
            if let Some(slot) = self.position.get_mut(region.merge as usize) {
                *slot = NONE;
            }
        }
        for (at, &block) in (0..).zip(&self.order) {
            if let Some(slot) = self.position.get_mut(block as usize) {
                *slot = at;
            }
        }
        let is_function = region.kind == RegionKind::Function;
        let leaves = |&block: &u32| {
            let returns = self.returns(graph, block);
            let mut to = cfg.successors(cfg.of(block)).iter();
            returns && !is_function
                || to.any(|&to| to != region.merge && self.position_of(to) == NONE)
        };
        Ok(!self.order.iter().any(leaves))
    }

    /// The position of a block in the region, or [`NONE`].
    pub fn position_of(&self, block: u32) -> u32 {
        self.position.get(block as usize).copied().unwrap_or(NONE)
    }

    /// Whether a block ends by leaving the function.
    fn returns(&self, graph: Graph<'_>, block: u32) -> bool {
        Inst::at(graph.code.words, graph.block(block).end).is_none_or(|end| {
            !matches!(
                end.opcode(),
                op::OpBranch | op::OpBranchConditional | op::OpSwitch | op::OpUnreachable
            )
        })
    }

    /// Finds the constructs of the arranged region, and which of them can stay.
    fn find_constructs(&mut self, graph: Graph<'_>, region: Region) -> Result<(), LowerError> {
        let Code { facts, words, cfg } = graph.code;
        let len = self.order.len() as u32;
        self.ends.clear();
        self.ends.resize(self.order.len(), NONE);
        self.keeps.clear();
        self.keeps.resize(self.order.len(), false);
        self.entries.clear();
        self.entries.resize(self.order.len(), 0);
        self.open.clear();
        if region.kind == RegionKind::Selection {
            // The header is outside, and branches to what is inside.
            for &to in cfg.successors(cfg.of(region.header)) {
                let to = self.position_of(to);
                if let Some(slot) = self.entries.get_mut(to as usize) {
                    *slot += 1;
                }
            }
        }
        for at in 0..len {
            while self.open.last().is_some_and(|open| open.end <= at) {
                self.close();
            }
            let block = self.order.get(at as usize).copied().unwrap_or(0);
            let node = cfg.of(block);
            let end = match node
                .merge
                .checked_sub(1)
                .map(|merge| self.position_of(merge))
            {
                _ if !node.is_header => NONE,
                Some(end) if end != NONE => end,
                _ => len,
            };
            if node.is_header {
                let around = self.open.last().map_or(len, |open| open.end);
                if end <= at || end >= around && end != len {
                    return Err(UNSTRUCTURED);
                }
                if let Some(slot) = self.ends.get_mut(at as usize) {
                    *slot = end;
                }
            }
            let is_loop = node.is_loop;
            let open = Open {
                header: at,
                end,
                is_loop,
                leaves: false,
                least: NONE,
                most: 0,
            };
            if node.is_header && is_loop {
                self.open.push(open);
            }
            let Some(place) = facts.blocks.get(block as usize) else {
                return Err(UNSTRUCTURED);
            };
            let mut code = Insts::new(words, place.label, place.end);
            let together = code.any(|inst| self.is_together(graph, inst));
            if let Some(open) = self.open.last_mut() {
                open.leaves |= together;
            }
            if node.is_header && !is_loop {
                self.open.push(open);
            }
            let returns = self.returns(graph, block);
            let (mut least, mut most) = (NONE, 0);
            for &to in cfg.successors(node) {
                // What leaves the region comes behind it.
                let to = match self.position_of(to) {
                    NONE => len,
                    to => to,
                };
                (least, most) = (least.min(to), most.max(to));
                if let Some(slot) = self.entries.get_mut(to as usize).filter(|_| to > at) {
                    *slot += 1;
                }
            }
            if let Some(open) = self.open.last_mut() {
                open.leaves |= returns;
                (open.least, open.most) = (open.least.min(least), open.most.max(most));
            }
        }
        while !self.open.is_empty() {
            self.close();
        }
        Ok(())
    }

    /// Closes the innermost open construct.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let first = open.header + u32::from(!open.is_loop);
        let len = self.order.len() as u32;
        let keeps = !open.leaves && open.end < len && open.most <= open.end && open.least >= first;
        if let Some(slot) = self.keeps.get_mut(open.header as usize) {
            *slot = keeps;
        }
        if let Some(around) = self.open.last_mut() {
            around.leaves |= open.leaves;
            around.least = around.least.min(open.least);
            around.most = around.most.max(open.most);
        }
    }

    /// Whether the construct that a block starts stays. What comes behind it is in the same piece, so that is not a loop which is
    /// replaced.
    fn stays(&self, graph: Graph<'_>, at: u32) -> bool {
        let keeps = |at: u32| self.keeps.get(at as usize) == Some(&true);
        let end = self.ends.get(at as usize).copied().unwrap_or(NONE);
        let behind = self.order.get(end as usize).copied();
        keeps(at) && behind.is_some_and(|block| !graph.code.cfg.of(block).is_loop || keeps(end))
    }

    /// Finds what happens in the arranged region; `free` says that its first piece needs no mask.
    pub fn plan(&mut self, graph: Graph<'_>, region: usize, free: bool) -> Result<(), LowerError> {
        let region = *self.list.get(region).ok_or(UNSTRUCTURED)?;
        self.find_constructs(graph, region)?;
        let Code { facts, words, cfg } = graph.code;
        self.events.clear();
        self.sites.clear();
        self.rounds.clear();
        self.rounds_open.clear();
        self.opens.clear();
        self.opens.resize(self.order.len(), NONE);
        // The end of the construct that stays, and whether the piece goes on.
        let (mut kept, mut goes_on) = (0, false);
        for at in 0..self.order.len() as u32 {
            while let Some(&round) = self.rounds_open.last() {
                let Some(&Round { first, end, .. }) = self.rounds.get(round as usize) else {
                    break;
                };
                if end > at {
                    break;
                }
                self.rounds_open.pop();
                self.events.push(Event::LoopEnds(first));
                goes_on = false;
            }
            let block = self.order.get(at as usize).copied().unwrap_or(0);
            let place = *facts.blocks.get(block as usize).ok_or(UNSTRUCTURED)?;
            let node = cfg.of(block);
            let inside = at < kept;
            let stays = !inside && node.is_header && self.stays(graph, at);
            if !inside && node.is_loop && !stays {
                let end = self.ends.get(at as usize).copied().unwrap_or(NONE);
                let around = self.rounds_open.last().copied().unwrap_or(NONE);
                self.rounds.push(Round {
                    first: at,
                    end,
                    around,
                });
                self.rounds_open.push(self.rounds.len() as u32 - 1);
                self.events.push(Event::LoopBegins);
                goes_on = false;
            }
            let free = free && at == 0 && (stays || !node.is_loop);
            if goes_on {
                self.events.push(Event::Continues(at));
            } else {
                let site = self.site(at, !free);
                self.events.push(Event::Opens { at, site, stays });
                if let Some(slot) = self.opens.get_mut(at as usize) {
                    *slot = site;
                }
            }
            if stays {
                kept = self.ends.get(at as usize).copied().unwrap_or(0);
            }
            self.contents(graph, at, (place.label, place.end), words);
            let site = self.sites.len() as u32 - 1;
            let next = at + 1;
            // A kept construct goes on to the block behind it, and a block to its only successor.
            let how = if inside || stays {
                End::Kept
            } else if self.chains(graph, at) {
                End::Chained
            } else {
                End::Marks
            };
            self.events.push(Event::Ends { at, site, how });
            goes_on = how == End::Chained || next < kept || how == End::Kept && next == kept;
        }
        while let Some(round) = self.rounds_open.pop() {
            if let Some(round) = self.rounds.get(round as usize) {
                self.events.push(Event::LoopEnds(round.first));
            }
        }
        self.check_edges(graph)
    }

    /// The instructions of a block but for its label, merge instruction and terminator.
    fn contents(&mut self, graph: Graph<'_>, at: u32, (label, end): (u32, u32), words: &[u32]) {
        let mut from = NONE;
        let mut to = end;
        let guarded = self.sites.last().is_some_and(|site| site.guarded);
        for inst in Insts::new(words, label, end) {
            match inst.opcode() {
                op::OpLabel => from = inst.end(),
                op::OpSelectionMerge | op::OpLoopMerge => to = inst.offset(),
                _ if guarded && self.is_together(graph, inst) => {
                    let site = self.sites.len() as u32 - 1;
                    self.events.push(Event::Copies {
                        from,
                        to: inst.offset(),
                        site,
                    });
                    let site = self.site(at, false);
                    self.events.push(Event::Together {
                        offset: inst.offset(),
                        site,
                    });
                    let site = self.site(at, true);
                    self.events.push(Event::Resumes { at, site });
                    from = inst.end();
                }
                _ => {}
            }
        }
        let site = self.sites.len() as u32 - 1;
        self.events.push(Event::Copies { from, to, site });
    }

    fn site(&mut self, at: u32, guarded: bool) -> u32 {
        self.sites.push(Site {
            around: self.rounds_open.last().copied().unwrap_or(NONE),
            at,
            guarded,
        });
        self.sites.len() as u32 - 1
    }

    /// Whether a block's only successor is the next block and has no other predecessor.
    fn chains(&self, graph: Graph<'_>, at: u32) -> bool {
        let cfg = graph.code.cfg;
        let of = |at: u32| self.order.get(at as usize).map(|&block| cfg.of(block));
        let (Some(node), Some(next)) = (of(at), of(at + 1)) else {
            return false;
        };
        let goes_there = matches!(cfg.successors(node), [to] if self.position_of(*to) == at + 1);
        let ends = self
            .rounds_open
            .last()
            .and_then(|&one| self.rounds.get(one as usize));
        goes_there
            && self.entries.get(at as usize + 1) == Some(&1)
            && (!next.is_loop || self.stays(graph, at + 1))
            && ends.is_none_or(|round| round.end > at + 1)
    }

    /// Checks that invocations only go forward, or back to the start of a loop around them.
    fn check_edges(&self, graph: Graph<'_>) -> Result<(), LowerError> {
        let cfg = graph.code.cfg;
        for event in &self.events {
            let &Event::Ends {
                at,
                site,
                how: End::Marks,
            } = event
            else {
                continue;
            };
            let around = self
                .sites
                .get(site as usize)
                .map_or(NONE, |site| site.around);
            let block = self.order.get(at as usize).copied().unwrap_or(0);
            for &to in cfg.successors(cfg.of(block)) {
                let to = self.position_of(to);
                if to == NONE {
                    continue;
                }
                let round = |number: u32| self.rounds.get(number as usize);
                let back = round(around).is_some_and(|round| round.first == to);
                // The loops around it, but for the one that it starts.
                let opens = self.opens.get(to as usize).copied().unwrap_or(NONE);
                let Some(site) = self.sites.get(opens as usize) else {
                    return Err(UNSTRUCTURED);
                };
                let inner = match round(site.around) {
                    Some(round) if round.first == to => round.around,
                    _ => site.around,
                };
                let enters = round(inner).is_some_and(|round| round.first > at);
                if to <= at && !back || to > at && enters {
                    return Err(UNSTRUCTURED);
                }
            }
        }
        Ok(())
    }

    /// Whether the block at a position begins a piece to which others branch.
    pub fn opens(&self, at: u32) -> bool {
        self.opens
            .get(at as usize)
            .is_some_and(|&site| site != NONE)
    }

    /// Whether what all execute at a site is defined for a use at another: no loop around it has been left.
    pub fn reaches(&self, from: Site, to: Site) -> bool {
        match self.rounds.get(from.around as usize) {
            Some(round) => (round.first..round.end).contains(&to.at),
            None => true,
        }
    }
}
