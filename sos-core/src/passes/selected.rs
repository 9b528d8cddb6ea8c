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
//! A chain whose index depends on an operation of the subgroup, or which is executed where one decides
//! ([`Group::Operations`](crate::specialize::Group::Operations)), and a pointer to a descriptor that is selected so by `OpSelect` or
//! `OpPhi`: pointers to the descriptor, what is loaded from them, and what functions get and return of these. An index that does not is
//! as the module says, whatever the subgroups are.
//!
//! # Exactness
//! The decoration has no effect on results, other than that they are defined where indices differ (specification, section 3.20).

use super::{Graph, Input, LowerError, ModuleBuilder, Rewrite};
use crate::build::Build;
use crate::facts::{pointer_class, Facts, TypeView};
use crate::inst::{Inst, Insts};
use crate::plan::implicit::{holds_descriptors, non_uniform_capability};
use crate::plan::{is_non_uniform, non_uniform_chains};
use crate::specialize::{uses, Code, Uniform};
use crate::tables::{capability, decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The version of SPIR-V that has `NonUniform` without an extension.
const OWN: u8 = 5;

/// How many arrays in arrays, and chains on chains, are followed.
const MOST_NESTING: u32 = 16;

/// How many words are read to follow descriptors, as a multiple of the module: each function is read again when it gets one more of them.
const MOST_WORDS: usize = 16;

/// The working memory.
#[derive(Clone, Debug, Default)]
pub struct Selected {
    /// Chains that are `NonUniform` in the input.
    known: Vec<u32>,
    /// The types of the module's descriptors.
    descriptors: Vec<u32>,
    /// By id: whether it becomes `NonUniform`. Empty if there is nothing to do.
    is: Vec<bool>,
    /// What that takes.
    capabilities: Vec<u32>,
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
        self.capabilities.clear();
        if !can_select(words, facts) {
            return Ok(());
        }
        self.descriptors.clear();
        self.descriptors
            .extend(descriptors(words, facts).map(|held| element(words, facts, held)));
        non_uniform_chains(words, facts, &mut self.known);
        self.pending.clear();
        self.is_pending.clear();
        self.is_pending.resize(facts.functions.len(), false);
        for (index, function) in facts.functions.iter().enumerate() {
            for number in function.first_block..function.last_block {
                let Some(&block) = facts.blocks.get(number as usize) else {
                    continue;
                };
                let apart = !graph.uniform.is_uniform(number);
                for inst in Insts::new(words, block.label, block.end) {
                    if let Some((class, descriptor)) = self.selected(graph, inst, apart) {
                        self.is.resize(facts.def.len(), false);
                        self.set(inst.result());
                        self.need(words, facts, class, descriptor);
                        self.read_again(index);
                    }
                }
            }
        }
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
        Ok(())
    }

    /// Has a function read again.
    fn read_again(&mut self, index: usize) {
        if let Some(is @ false) = self.is_pending.get_mut(index) {
            *is = true;
            self.pending.push(index);
        }
    }

    /// The storage class and the type of the descriptor that an instruction gives a pointer to, if operations of the subgroup select
    /// it; `apart` if it is executed where they decide.
    fn selected(&self, graph: Graph<'_>, inst: Inst<'_>, apart: bool) -> Option<(u32, u32)> {
        let Code { facts, words, .. } = graph.code;
        match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                self.selects(graph.code, graph.uniform, inst, apart)
            }
            op::OpSelect | op::OpPhi if facts.declares(capability::VariablePointers) => {
                let TypeView::Pointer { class, pointee } =
                    facts.type_view(words, inst.result_type())
                else {
                    return None;
                };
                let selects = holds_descriptors(class)
                    && !graph.uniform.is_same(inst.result())
                    && selects_variables(words, facts, inst);
                selects.then_some((class, pointee))
            }
            _ => None,
        }
    }

    /// The storage class and the type of what an access chain selects by an index that depends on the subgroup; `apart` if it is
    /// executed where that decides.
    fn selects(
        &self,
        code: Code<'_>,
        uniform: &Uniform,
        chain: Inst<'_>,
        apart: bool,
    ) -> Option<(u32, u32)> {
        let Code { facts, words, .. } = code;
        let chain = views::AccessChain(chain);
        let base = facts.type_of(words, chain.base());
        let TypeView::Pointer { class, pointee } = facts.type_view(words, base) else {
            return None;
        };
        let descriptor = element(words, facts, pointee);
        if !holds_descriptors(class) || !self.descriptors.contains(&descriptor) {
            return None;
        }
        let (mut held, mut selects) = (pointee, false);
        for &index in chain.indexes() {
            let (TypeView::Array { element, .. } | TypeView::RuntimeArray { element }) =
                facts.type_view(words, held)
            else {
                break;
            };
            held = element;
            selects |= !facts.is_constant(words, index) && (apart || !uniform.is_same(index));
        }
        let is_known = self.known.binary_search(&chain.0.result()).is_ok();
        (selects && !is_known).then_some((class, held))
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

    /// Follows what an instruction of a function makes of descriptors.
    fn follow(&mut self, words: &[u32], facts: &Facts, function: usize, inst: Inst<'_>) {
        let is_new = match inst.opcode() {
            op::OpFunctionCall => {
                let call = views::FunctionCall(inst);
                let callee = facts.def(words, call.function()).into_iter();
                let parameters = callee.flat_map(|callee| facts.parameters(words, callee));
                let mut any = false;
                for (parameter, &argument) in parameters.zip(call.arguments()) {
                    any |= self.has(argument) && self.set(parameter.result());
                }
                if let Some(callee) = facts.function_of(call.function()).filter(|_| any) {
                    self.read_again(callee);
                }
                self.has(call.function()) && self.set(inst.result())
            }
            op::OpReturnValue => {
                let own = facts.functions.get(function).map_or(0, |own| own.id);
                let any = self.has(views::ReturnValue(inst).value()) && self.set(own);
                for (caller, one) in facts.functions.iter().enumerate().filter(|_| any) {
                    let calls = one.first_call as usize..one.last_call as usize;
                    let calls = facts.calls.get(calls).unwrap_or(&[]);
                    if calls.iter().any(|call| call.callee == own) {
                        self.read_again(caller);
                    }
                }
                false
            }
            _ if inst.has_type() && is_handle(words, facts, inst.result_type()) => {
                let mut any = false;
                uses(facts, words, inst, |_, id| any |= self.has(id));
                any && self.set(inst.result())
            }
            _ => false,
        };
        // What comes before may use it in a loop.
        if is_new {
            self.read_again(function);
        }
    }

    fn has(&self, id: u32) -> bool {
        self.is.get(id as usize) == Some(&true)
    }

    /// Returns whether that is new.
    fn set(&mut self, id: u32) -> bool {
        match self.is.get_mut(id as usize) {
            Some(is) => !core::mem::replace(is, true),
            None => false,
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

/// Whether an index or a pointer in a module can select a descriptor.
pub fn can_select(words: &[u32], facts: &Facts) -> bool {
    facts.declares(capability::VariablePointers)
        || descriptors(words, facts).any(|held| element(words, facts, held) != held)
}

/// The types of what variables with descriptors hold.
fn descriptors<'a>(words: &'a [u32], facts: &'a Facts) -> impl Iterator<Item = u32> + 'a {
    let variables = facts.declarations(words);
    let variables = variables.filter(|inst| {
        inst.opcode() == op::OpVariable && holds_descriptors(views::Variable(*inst).storage_class())
    });
    variables.map(|inst| facts.pointee(words, inst.result_type()))
}

/// What an array holds, and arrays in it; other types are returned as they are.
fn element(words: &[u32], facts: &Facts, ty: u32) -> u32 {
    let mut ty = ty;
    for _ in 0..MOST_NESTING {
        ty = facts.element(words, ty);
    }
    ty
}

/// Whether an instruction selects between pointers to other things than one and the same descriptor.
fn selects_variables(words: &[u32], facts: &Facts, inst: Inst<'_>) -> bool {
    let (mut first, mut differs) = (None, false);
    uses(facts, words, inst, |_, id| {
        let ty = facts.def(words, facts.type_of(words, id));
        if ty.and_then(pointer_class).is_none() {
            return;
        }
        let base = base(words, facts, id);
        let is_one = facts.def(words, base).is_some_and(|def| {
            def.opcode() == op::OpVariable && {
                let held = facts.pointee(words, def.result_type());
                facts.element(words, held) == held
            }
        });
        differs |= base != inst.result() && (!is_one || *first.get_or_insert(base) != base);
    });
    differs
}

/// What access chains begin with.
fn base(words: &[u32], facts: &Facts, id: u32) -> u32 {
    let mut id = id;
    for _ in 0..MOST_NESTING {
        id = match facts.def(words, facts.original(words, id)) {
            Some(chain) if chain.is_chain() || chain.opcode() == op::OpPtrAccessChain => {
                views::AccessChain(chain).base()
            }
            _ => return facts.original(words, id),
        }
    }
    id
}

/// Whether a value of a type is a descriptor, or a pointer to one or into one.
fn is_handle(words: &[u32], facts: &Facts, ty: u32) -> bool {
    match facts.type_view(words, ty) {
        TypeView::Pointer { class, .. } => {
            holds_descriptors(class) || class == storage_class::Image
        }
        _ => is_opaque(words, facts, ty),
    }
}

/// Whether a type is that of a descriptor that is a value.
fn is_opaque(words: &[u32], facts: &Facts, ty: u32) -> bool {
    facts.def(words, ty).is_some_and(|ty| {
        matches!(
            ty.opcode(),
            op::OpTypeImage
                | op::OpTypeSampler
                | op::OpTypeSampledImage
                | op::OpTypeAccelerationStructureKHR
        )
    })
}

#[cfg(test)]
mod tests;
