//! Which functions are rewritten, and which parts of them.

use super::regions::{Region, RegionKind, Regions, NONE, UNSTRUCTURED};
use super::Graph;
use crate::facts::{Facts, Function};
use crate::inst::{Inst, Insts};
use crate::order::Order;
use crate::passes::LowerError;
use crate::specialize::Code;
use crate::tables::{is_exchange, op};
use crate::views;

/// What happens to a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// It exchanges values between invocations, itself or by what it calls.
    collective: bool,
    /// It gets a mask, because it is collective and called where invocations have diverged, or in a function that is one region.
    pub masked: bool,
    /// All of it is one region.
    pub whole: bool,
    /// It has regions, or calls a function that gets a mask.
    concerned: bool,
}

impl Regions {
    /// Finds the functions that are rewritten. Returns whether there are any.
    pub fn find_functions(&mut self, graph: Graph<'_>) -> bool {
        let Code { facts, words, .. } = graph.code;
        self.changes.clear();
        self.callers.clear();
        self.pending.clear();
        self.region_of.clear();
        self.region_of.resize(facts.blocks.len(), NONE);
        self.position.clear();
        self.position.resize(facts.blocks.len(), NONE);
        for (index, function) in facts.functions.iter().enumerate() {
            let mut code = Insts::new(words, function.start, function.end);
            let collective = code.any(|inst| is_exchange(inst.opcode()));
            self.changes.push(Change {
                collective,
                ..Change::default()
            });
            if collective {
                self.pending.push(index as u32);
            }
            let calls = function.first_call as usize..function.last_call as usize;
            for call in facts.calls.get(calls).unwrap_or(&[]) {
                if let Some(callee) = facts.function_of(call.callee) {
                    self.callers.push((callee as u32, index as u32));
                }
            }
        }
        self.callers.order();
        self.callers.dedup();
        while let Some(callee) = self.pending.pop() {
            let first = self.callers.partition_point(|one| one.0 < callee);
            let of = self.callers.get(first..).unwrap_or(&[]).iter();
            for &(_, caller) in of.take_while(|one| one.0 == callee) {
                if let Some(change) = self.changes.get_mut(caller as usize) {
                    if !core::mem::replace(&mut change.collective, true) {
                        self.pending.push(caller);
                    }
                }
            }
        }
        for (index, change) in self.changes.iter_mut().enumerate() {
            change.masked = change.collective && graph.uniform.is_called_divergent(index);
            change.whole = change.masked;
        }
        let mut any = false;
        for (index, function) in facts.functions.iter().enumerate() {
            let diverges = self.find_diverging(graph, function);
            if let Some(change) = self.changes.get_mut(index) {
                change.whole |= diverges == Some(true);
                change.concerned = change.whole || diverges.is_some();
                any |= change.concerned;
            }
        }
        self.mask_callees(facts);
        for &(callee, caller) in &self.callers {
            let masked = self.change(callee as usize).masked;
            if let Some(change) = self.changes.get_mut(caller as usize) {
                change.concerned |= masked;
            }
        }
        any
    }

    /// Gives a mask to what functions call that are one region: in it, no block is certain to be executed by all.
    fn mask_callees(&mut self, facts: &Facts) {
        self.pending.clear();
        for (index, change) in (0..).zip(&self.changes) {
            if change.whole {
                self.pending.push(index);
            }
        }
        while let Some(caller) = self.pending.pop() {
            let function = facts.functions.get(caller as usize);
            let calls = function.map_or(0..0, |it| it.first_call as usize..it.last_call as usize);
            for call in facts.calls.get(calls).unwrap_or(&[]) {
                let callee = facts.function_of(call.callee).unwrap_or(usize::MAX);
                let Some(change) = self.changes.get_mut(callee) else {
                    continue;
                };
                if change.collective && !core::mem::replace(&mut change.masked, true) {
                    change.concerned = true;
                    if !core::mem::replace(&mut change.whole, true) {
                        self.pending.push(callee as u32);
                    }
                }
            }
        }
    }

    /// Whether a function is rewritten.
    pub fn concerns(&self, function: usize) -> bool {
        self.changes.get(function).is_some_and(|one| one.concerned)
    }

    /// What happens to a function.
    pub fn change(&self, function: usize) -> Change {
        self.changes.get(function).copied().unwrap_or_default()
    }

    /// The region that a block starts.
    pub fn started_by(&self, block: u32) -> Option<usize> {
        self.list
            .binary_search_by_key(&block, |one| one.header)
            .ok()
    }

    /// The region that a block is behind.
    pub fn left_to(&self, block: u32) -> Option<usize> {
        let at = self.behind.binary_search_by_key(&block, |one| one.0);
        let of = at.ok().and_then(|at| self.behind.get(at));
        of.map(|one| one.1 as usize)
    }

    /// Whether an instruction is one that all invocations execute together: an operation of the subgroup, a barrier, or a call of
    /// a function that gets a mask.
    pub fn is_together(&self, graph: Graph<'_>, inst: Inst<'_>) -> bool {
        is_exchange(inst.opcode())
            || inst.opcode() == op::OpControlBarrier
            || self.calls_masked(graph, inst)
    }

    /// Whether an instruction calls a function that gets a mask.
    pub fn calls_masked(&self, graph: Graph<'_>, inst: Inst<'_>) -> bool {
        self.callee(graph, inst).is_some_and(|one| one.masked)
    }

    fn callee(&self, graph: Graph<'_>, inst: Inst<'_>) -> Option<Change> {
        if inst.opcode() != op::OpFunctionCall {
            return None;
        }
        let callee = graph
            .code
            .facts
            .function_of(views::FunctionCall(inst).function());
        self.changes.get(callee?).copied()
    }

    /// Whether a block that some invocations may not reach has an operation of the subgroup, `None` if no block has. True if
    /// that is so with one that is in no construct which could be replaced.
    fn find_diverging(&mut self, graph: Graph<'_>, function: &Function) -> Option<bool> {
        self.list.clear();
        let mut found = None;
        for number in function.first_block..function.last_block {
            if graph.uniform.is_uniform(number) || !self.is_collective(graph, number) {
                continue;
            }
            found = Some(found.unwrap_or(false));
            match self.region_around(graph, number) {
                Some(region) if self.list.last().map(|one| one.header) == Some(region.header) => {}
                Some(region) => self.list.push(region),
                None => return Some(true),
            }
        }
        self.list.order_by_key(|one| one.header);
        self.list.dedup_by_key(|one| one.header);
        // What one region leaves to is the start of another: their phis would have to be divided.
        let chained = |region: &Region| {
            let next = self
                .list
                .binary_search_by_key(&region.merge, |one| one.header);
            let next = next.ok().and_then(|at| self.list.get(at));
            next.is_some_and(|next| next.kind == RegionKind::Loop)
        };
        match self.list.iter().any(chained) {
            true => Some(true),
            false => found,
        }
    }

    fn is_collective(&self, graph: Graph<'_>, block: u32) -> bool {
        let Code { facts, words, .. } = graph.code;
        let Some(block) = facts.blocks.get(block as usize) else {
            return false;
        };
        let mut code = Insts::new(words, block.label, block.end);
        code.any(|inst| {
            is_exchange(inst.opcode()) || self.callee(graph, inst).is_some_and(|one| one.collective)
        })
    }

    /// The construct that can be replaced around a block: invocations come to it and leave it together.
    fn region_around(&self, graph: Graph<'_>, block: u32) -> Option<Region> {
        let header = graph.uniform.divergent_header(block)?;
        let node = graph.code.cfg.of(header);
        let merge = node.merge.checked_sub(1)?;
        // The header of a loop is part of it.
        let kind = match node.is_loop {
            true => RegionKind::Loop,
            false if graph.uniform.is_uniform(header) => RegionKind::Selection,
            false => return None,
        };
        graph.uniform.is_uniform(merge).then_some(Region {
            header,
            merge,
            kind,
        })
    }

    /// Makes all of a function one region.
    pub fn make_whole(&mut self, function: usize) {
        if let Some(change) = self.changes.get_mut(function) {
            change.whole = true;
        }
    }

    /// Finds the regions of a function.
    ///
    /// # Errors
    /// If the function has invalid control flow.
    pub fn divide(
        &mut self,
        graph: Graph<'_>,
        index: usize,
        function: &Function,
    ) -> Result<(), LowerError> {
        let mut whole = self.change(index).whole;
        if !whole {
            self.find_diverging(graph, function);
        }
        let blocks = function.first_block as usize..function.last_block as usize;
        for pass in 0..2 {
            if whole {
                self.list.clear();
                self.list.push(Region {
                    header: function.first_block,
                    merge: NONE,
                    kind: RegionKind::Function,
                });
            }
            self.region_of
                .get_mut(blocks.clone())
                .unwrap_or_default()
                .fill(NONE);
            let mut closed = true;
            for number in 0..self.list.len() {
                closed &= self.arrange(graph, number)?;
                for at in 0..self.order.len() {
                    let block = self.order.get(at).copied().unwrap_or(0);
                    if let Some(slot) = self.region_of.get_mut(block as usize) {
                        closed &= *slot == NONE;
                        *slot = number as u32;
                    }
                }
            }
            if closed {
                let merges = (0..).zip(&self.list).map(|(at, one)| (one.merge, at));
                self.behind.clear();
                self.behind.extend(merges);
                self.behind.order();
                return Ok(());
            }
            // Invocations leave it in other ways: by a return.
            match pass {
                0 if !whole => whole = true,
                _ => return Err(UNSTRUCTURED),
            }
        }
        Err(UNSTRUCTURED)
    }
}
