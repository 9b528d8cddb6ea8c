//! Descriptors that an operation of the subgroup selects become `NonUniform`.
//!
//! ```text
//! %first = OpGroupNonUniformBroadcastFirst %uint %subgroup %kind       the same
//!  %same = OpIEqual %bool %first %kind                                 the same
//!          OpBranchConditional %same %mine %rest                       the same
//!  %mine = OpLabel                                                     the same
//!     %p = OpAccessChain %to_image %pictures %kind                     the same, and OpDecorate %p NonUniform
//!     %s = OpLoad %sampled %p                                          the same, and OpDecorate %s NonUniform
//! ```
//!
//! Without that decoration, devices take an index for the same in their whole subgroup, at least. Where a module is to see other
//! subgroups than the device's, an index that is the same for one of these may differ within one of the device's. This step runs
//! before those that make such subgroups; what a device cannot index that way is lowered as any other `NonUniform` index.
//!
//! # Which
//! A descriptor is *selected* by an access chain with an index that is not the same for all there are (`same.rs`), by `OpSelect`, `OpPhi`, a load of a pointer or a call that
//! may give one of several, and whatever is made of such a pointer or such a handle, here or in functions that get or return it, is of
//! the same selection. All of a selection become `NonUniform` if the value of one depends on an operation of the subgroup, or if one is
//! made or used where an operation decides who is there ([`Group::Operations`](crate::specialize::Group::Operations)): a chain may stand
//! before the branch in which it is read. A selection that does not is as the module says, whatever the subgroups are.
//!
//! Elements of push constants are selected so, too, and have no such decoration: a module in which they are is refused.
//!
//! # Exactness
//! The decoration has no effect on results, other than that they are defined where indices differ (specification, section 3.20).

mod handles;
mod same;

pub use handles::can_select;

use super::{Graph, Input, LowerError, ModuleBuilder, Rewrite};
use crate::build::Build;
use crate::facts::{pointer_class, Facts, TypeView};
use crate::inst::{Inst, Insts};
use crate::order::Order as _;
use crate::plan::implicit::non_uniform_capability;
use crate::plan::is_non_uniform;
use crate::specialize::{each_use, representative, Code};
use crate::tables::{capability, decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;
use handles::{base, descriptors, element, held, is_handle, is_pointer, selects_variables, Chain};
use same::Same;

const PUSH_CONSTANTS: LowerError = LowerError::Because(
    "the subgroup selects an element of push constants, whose indices have to be the same for the device's",
);

/// The version of SPIR-V that has `NonUniform` without an extension.
const OWN: u8 = 5;

/// How many arrays in arrays, and chains on chains, are followed.
const MOST_NESTING: u32 = 16;

/// How many words are read to follow descriptors, as a multiple of the module: each function is read again when it gets one more of them.
const MOST_WORDS: usize = 64;

/// The working memory.
#[derive(Clone, Debug, Default)]
pub struct Selected {
    /// The types of the module's descriptors, in order.
    descriptors: Vec<u32>,
    /// By id: another of the same selection, itself in the end; 0 if it is not selected. The id of a function stands for what it
    /// returns. Empty if nothing is selected.
    selection: Vec<u32>,
    /// The ids that begin a selection, with the storage class and the type of the descriptor.
    begins: Vec<(u32, u32, u32)>,
    /// By id that stands for a selection: whether it becomes `NonUniform`.
    marked: Vec<bool>,
    /// By id: the same. Empty if there is nothing to do.
    is: Vec<bool>,
    /// What that takes.
    capabilities: Vec<u32>,
    /// Functions by what they call.
    callers: Vec<(u32, usize)>,
    /// The indices that select nothing.
    same: Same,
    /// By function: what it returns first, 0 for nothing.
    returned: Vec<u32>,
    /// The functions that are still to be read, and by function whether it is one of them.
    pending: Vec<usize>,
    is_pending: Vec<bool>,
}

/// The rewrite of a module in which nothing else changes.
type Work<'a> = super::rewrite::Work<'a, Selected>;

impl Selected {
    /// Writes the module into the build. Returns false if there is nothing to do.
    ///
    /// # Errors
    /// The reason, if the module contains something that is refused.
    pub fn run(
        &mut self,
        input: Input<'_>,
        graph: Graph<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.find(graph)?;
        if self.is.is_empty() {
            return Ok(false);
        }
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        work.walk().map(|()| true)
    }

    /// Finds what becomes `NonUniform`.
    ///
    /// # Errors
    /// If the module passes descriptors on too often to follow.
    pub fn find(&mut self, graph: Graph<'_>) -> Result<(), LowerError> {
        let Code { facts, words, .. } = graph.code;
        self.is.clear();
        self.selection.clear();
        self.begins.clear();
        self.capabilities.clear();
        if !can_select(words, facts) {
            return Ok(());
        }
        let types = descriptors(words, facts).map(|held| element(words, facts, held));
        self.descriptors.clear();
        self.descriptors.extend(types);
        self.descriptors.order();
        self.descriptors.dedup();
        self.begin(facts);
        self.same.find(words, facts);
        let mut left = words.len() * MOST_WORDS;
        while let Some(index) = self.pending.pop() {
            if let Some(is) = self.is_pending.get_mut(index) {
                *is = false;
            }
            let Some(&function) = facts.functions.get(index) else {
                continue;
            };
            let len = (function.end - function.start) as usize;
            left = left.checked_sub(len).ok_or(LowerError::Because(
                "descriptors that the subgroup selects are passed on too often",
            ))?;
            for inst in Insts::new(words, function.start, function.end) {
                self.follow(words, facts, index, inst);
            }
        }
        if !self.begins.is_empty() {
            self.decide(graph)?;
        }
        Ok(())
    }

    /// Prepares the tables: every function is to be read.
    fn begin(&mut self, facts: &Facts) {
        self.selection.resize(facts.def.len(), 0);
        self.callers.clear();
        for (index, function) in facts.functions.iter().enumerate() {
            let calls = function.first_call as usize..function.last_call as usize;
            let calls = facts.calls.get(calls).unwrap_or(&[]);
            self.callers
                .extend(calls.iter().map(|call| (call.callee, index)));
        }
        self.callers.order();
        self.callers.dedup();
        let count = facts.functions.len();
        self.returned.clear();
        self.returned.resize(count, 0);
        self.is_pending.clear();
        self.is_pending.resize(count, true);
        self.pending.clear();
        self.pending.extend((0..count).rev());
    }

    /// Has a function read again.
    fn read_again(&mut self, index: usize) {
        if let Some(is @ false) = self.is_pending.get_mut(index) {
            *is = true;
            self.pending.push(index);
        }
    }

    /// Follows what an instruction of a function selects, or makes of what is selected.
    fn follow(&mut self, words: &[u32], facts: &Facts, function: usize, inst: Inst<'_>) {
        let is_new = match inst.opcode() {
            op::OpFunctionCall => self.call(words, facts, inst),
            op::OpReturnValue => {
                self.give(words, facts, function, views::ReturnValue(inst).value());
                false
            }
            _ if inst.has_type() && is_handle(words, facts, inst.result_type()) => {
                let is_new = self.selects(words, facts, inst);
                let mut any = is_new;
                each_use(facts, words, inst, &mut |_, id| {
                    any |= self.has(id) && self.join(inst.result(), id);
                });
                any
            }
            _ => false,
        };
        // What comes before may use it in a loop.
        if is_new {
            self.read_again(function);
        }
    }

    /// Follows arguments into a function, and what it returns. Returns whether the result is new.
    fn call(&mut self, words: &[u32], facts: &Facts, inst: Inst<'_>) -> bool {
        let call = views::FunctionCall(inst);
        let callee = facts.def(words, call.function()).into_iter();
        let parameters = callee.flat_map(|callee| facts.parameters(words, callee));
        let mut any = false;
        for (parameter, &argument) in parameters.zip(call.arguments()) {
            any |= self.has(argument) && self.join(parameter.result(), argument);
        }
        if let Some(callee) = facts.function_of(call.function()).filter(|_| any) {
            self.read_again(callee);
        }
        self.has(call.function()) && self.join(inst.result(), call.function())
    }

    /// Follows what a function returns: a selection, or one of several handles.
    fn give(&mut self, words: &[u32], facts: &Facts, function: usize, value: u32) {
        let Some(own) = facts.functions.get(function).map(|own| own.id) else {
            return;
        };
        let ty = facts.type_of(words, value);
        if !is_handle(words, facts, ty) {
            return;
        }
        let first = self.returned.get(function).copied().unwrap_or(0);
        let several = first != 0 && first != value;
        if let Some(first @ 0) = self.returned.get_mut(function) {
            *first = value;
        }
        let is_new = match () {
            () if self.has(value) => self.join(own, value),
            () if several && !self.has(own) => self.open(words, facts, own, value),
            () => false,
        };
        if is_new {
            let from = self.callers.partition_point(|caller| caller.0 < own);
            for at in from..self.callers.len() {
                match self.callers.get(at) {
                    Some(&(callee, caller)) if callee == own => self.read_again(caller),
                    _ => break,
                }
            }
        }
    }

    /// Begins a selection if an instruction makes one. Returns whether it is new.
    fn selects(&mut self, words: &[u32], facts: &Facts, inst: Inst<'_>) -> bool {
        if self.has(inst.result()) {
            return false;
        }
        let selects = match Chain::of(words, facts, inst) {
            Some(chain) => {
                let differs = |index: u32| !self.same.is(words, facts, index);
                self.selects_by(words, facts, &chain, &differs)
            }
            None => match (inst.opcode(), is_pointer(words, facts, inst)) {
                (op::OpSelect | op::OpPhi, true) => selects_variables(words, facts, inst),
                (op::OpSelect | op::OpPhi, false) | (op::OpLoad, true) => true,
                _ => false,
            },
        };
        selects && self.open(words, facts, inst.result(), inst.result())
    }

    /// Whether a chain has such an index among those that select a descriptor.
    fn selects_by(
        &self,
        words: &[u32],
        facts: &Facts,
        chain: &Chain<'_>,
        is: &dyn Fn(u32) -> bool,
    ) -> bool {
        let class = facts.def(words, facts.type_of(words, chain.base));
        if class.and_then(pointer_class) == Some(storage_class::PushConstant) {
            return chain.indexes.iter().any(|&index| is(index));
        }
        let descriptor = element(words, facts, chain.held);
        if self.descriptors.binary_search(&descriptor).is_err() {
            return false;
        }
        let (mut held, mut selects) = (chain.held, false);
        for &index in chain.indexes {
            let (TypeView::Array { element, .. } | TypeView::RuntimeArray { element }) =
                facts.type_view(words, held)
            else {
                break;
            };
            held = element;
            selects |= is(index);
        }
        selects
    }

    /// Begins the selection of an id, of what a handle refers to. Returns true.
    fn open(&mut self, words: &[u32], facts: &Facts, id: u32, handle: u32) -> bool {
        if let Some(slot) = self.selection.get_mut(id as usize) {
            *slot = id;
        }
        let ty = facts.type_of(words, handle);
        let class = facts.def(words, ty).and_then(pointer_class);
        let class = class.unwrap_or(storage_class::UniformConstant);
        // What is in the descriptor says nothing of its kind.
        let base = base(words, facts, handle);
        let held = facts.def(words, base).map(|def| held(words, facts, def));
        let held = held.filter(|held| *held != 0).unwrap_or(ty);
        self.begins.push((id, class, element(words, facts, held)));
        true
    }

    fn has(&self, id: u32) -> bool {
        self.selection.get(id as usize).is_some_and(|&one| one != 0)
    }

    /// Makes an id part of another's selection. Returns whether it was in none.
    fn join(&mut self, id: u32, other: u32) -> bool {
        let is_new = !self.has(id);
        let to = self.selection_of(other);
        let from = if is_new { id } else { self.selection_of(id) };
        if let Some(slot) = self.selection.get_mut(from as usize) {
            *slot = to;
        }
        is_new
    }

    /// The id that stands for a selection.
    fn selection_of(&mut self, id: u32) -> u32 {
        representative(&mut self.selection, id)
    }

    /// Decides which selections become `NonUniform`.
    ///
    /// # Errors
    /// If one is of push constants.
    fn decide(&mut self, graph: Graph<'_>) -> Result<(), LowerError> {
        let Code { facts, words, .. } = graph.code;
        self.marked.clear();
        self.marked.resize(self.selection.len(), false);
        for (index, function) in facts.functions.iter().enumerate() {
            let head = Inst::at(words, function.start).into_iter();
            let apart = graph.uniform.is_called_divergent(index);
            for inst in head.flat_map(|head| facts.parameters(words, head)) {
                self.mark(
                    inst.result(),
                    apart || !graph.uniform.is_same(inst.result()),
                );
            }
            for number in function.first_block..function.last_block {
                let Some(&block) = facts.blocks.get(number as usize) else {
                    continue;
                };
                let apart = !graph.uniform.is_uniform(number);
                let end = Inst::at(words, block.end).map_or(block.end, |end| end.end());
                for inst in Insts::new(words, block.label, end) {
                    if apart {
                        each_use(facts, words, inst, &mut |_, id| self.mark(id, true));
                    }
                    if inst.has_type() {
                        let differs = |id: u32| !graph.uniform.is_same(id);
                        // What else a chain or a texel pointer selects is in the descriptor.
                        let is = match Chain::of(words, facts, inst) {
                            Some(chain) => self.selects_by(words, facts, &chain, &differs),
                            None => {
                                matches!(
                                    inst.opcode(),
                                    op::OpSelect | op::OpPhi | op::OpLoad | op::OpFunctionCall
                                ) && differs(inst.result())
                            }
                        };
                        self.mark(inst.result(), apart || is);
                    }
                }
            }
        }
        if !self.marked.contains(&true) {
            return Ok(());
        }
        for id in 0..self.selection.len() as u32 {
            let of = self.selection_of(id);
            let is = self.has(id) && self.marked.get(of as usize) == Some(&true);
            self.is.push(is);
        }
        for at in 0..self.begins.len() {
            if let Some(&(id, class, descriptor)) = self.begins.get(at) {
                if self.is.get(id as usize) == Some(&true) {
                    if class == storage_class::PushConstant {
                        return Err(PUSH_CONSTANTS);
                    }
                    self.need(words, facts, class, descriptor);
                }
            }
        }
        Ok(())
    }

    /// Makes the selection of an id `NonUniform`, if it has one.
    fn mark(&mut self, id: u32, is: bool) {
        if is && self.has(id) {
            let of = self.selection_of(id);
            if let Some(slot) = self.marked.get_mut(of as usize) {
                *slot = true;
            }
        }
    }

    /// Notes the capabilities for a descriptor.
    fn need(&mut self, words: &[u32], facts: &Facts, class: u32, descriptor: u32) {
        let own = non_uniform_capability(words, facts, class, descriptor);
        for one in [Some(capability::ShaderNonUniform), own]
            .into_iter()
            .flatten()
        {
            if !self.capabilities.contains(&one) {
                self.capabilities.push(one);
            }
        }
    }

    /// Writes the decorations, and what they need.
    pub fn decorate(&mut self, input: Input<'_>, build: &mut ModuleBuilder) {
        if self.is.is_empty() {
            return;
        }
        for inst in input.facts.decorations(input.words) {
            if let Some(is) = self.is.get_mut(inst.target() as usize) {
                *is &= !is_non_uniform(inst);
            }
        }
        for (id, _) in (0..).zip(&self.is).filter(|one| *one.1) {
            let is_function = input.facts.function_of(id).is_some();
            if build.keeps(id) && !is_function {
                build.decorate(id, &[decoration::NonUniform]);
            }
        }
        for &one in &self.capabilities {
            build.capability(one);
        }
        let has = input.facts.declares(capability::ShaderNonUniform);
        if input.facts.header.minor < OWN && !has {
            build.extension("SPV_EXT_descriptor_indexing");
        }
    }
}

impl<'w> Rewrite<'w> for Work<'w> {
    fn before_annotations(&mut self) {
        self.tables.decorate(self.input, self.build);
    }
}

#[cfg(test)]
mod tests;
