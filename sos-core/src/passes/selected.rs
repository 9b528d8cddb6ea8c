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
//! ([`Group::Operations`](crate::specialize::Group::Operations)): pointers to the descriptor, what is loaded from them, and what functions
//! get of these. An index that does not is as the module says, whatever the subgroups are.
//!
//! # Exactness
//! The decoration has no effect on results, other than that they are defined where indices differ (specification, section 3.20).

use super::{Graph, Input, LowerError, ModuleBuilder, Rewrite};
use crate::build::Build;
use crate::facts::{Facts, TypeView};
use crate::inst::{Inst, Insts};
use crate::plan::implicit::{holds_descriptors, non_uniform_capability};
use crate::plan::{is_non_uniform, non_uniform_chains};
use crate::specialize::{uses, Code, Uniform};
use crate::tables::{capability, decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The version of SPIR-V that has `NonUniform` without an extension.
const OWN: u8 = 5;

/// How often the module is read to follow descriptors through calls and loops.
const MOST_ROUNDS: u32 = 16;

/// The working memory.
#[derive(Clone, Debug, Default)]
pub struct Selected {
    /// Chains that are `NonUniform` in the input.
    known: Vec<u32>,
    /// By id: whether it becomes `NonUniform`. Empty if there is nothing to do.
    is: Vec<bool>,
    /// What that takes.
    capabilities: Vec<u32>,
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
        if !has_arrays(words, facts) {
            return Ok(());
        }
        non_uniform_chains(words, facts, &mut self.known);
        let mut any = false;
        for (number, block) in (0..).zip(&facts.blocks) {
            let apart = !graph.uniform.is_uniform(number);
            for inst in Insts::new(words, block.label, block.end).filter(Inst::is_chain) {
                let class = self.selects(graph.code, graph.uniform, inst, apart);
                if let Some((class, descriptor)) = class {
                    self.is.resize(facts.def.len(), false);
                    any |= self.set(inst.result());
                    self.need(words, facts, class, descriptor);
                }
            }
        }
        for _ in 0..MOST_ROUNDS {
            if !core::mem::take(&mut any) {
                return Ok(());
            }
            for inst in facts.code(words) {
                any |= self.follow(words, facts, inst);
            }
        }
        Err(LowerError::Because(
            "descriptors that the subgroup selects are passed on too often",
        ))
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
        let base = facts.original(words, chain.base());
        let whole = facts.def(words, base).is_some_and(|def| !def.is_chain());
        let TypeView::Pointer { class, pointee } =
            facts.type_view(words, facts.type_of(words, base))
        else {
            return None;
        };
        if !whole || !holds_descriptors(class) {
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

    /// Follows what an instruction makes of descriptors. Returns whether anything is new.
    fn follow(&mut self, words: &[u32], facts: &Facts, inst: Inst<'_>) -> bool {
        if inst.opcode() == op::OpFunctionCall {
            let call = views::FunctionCall(inst);
            let callee = facts.def(words, call.function()).into_iter();
            let parameters = callee.flat_map(|callee| facts.parameters(words, callee));
            let mut any = false;
            for (parameter, &argument) in parameters.zip(call.arguments()) {
                any |= self.has(argument) && self.set(parameter.result());
            }
            return any;
        }
        if !inst.has_type() || !is_handle(words, facts, inst.result_type()) {
            return false;
        }
        let mut any = false;
        uses(facts, words, inst, |_, id| any |= self.has(id));
        any && self.set(inst.result())
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
            if build.keeps(id) {
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

/// Whether a module has an array of descriptors.
pub fn has_arrays(words: &[u32], facts: &Facts) -> bool {
    let variables = facts.declarations(words);
    let mut variables = variables.filter(|inst| inst.opcode() == op::OpVariable);
    variables.any(|inst| {
        holds_descriptors(views::Variable(inst).storage_class())
            && matches!(
                facts.type_view(words, facts.pointee(words, inst.result_type())),
                TypeView::Array { .. } | TypeView::RuntimeArray { .. }
            )
    })
}

/// Whether a value of a type is a descriptor, or a pointer to one or into one.
fn is_handle(words: &[u32], facts: &Facts, ty: u32) -> bool {
    match facts.type_view(words, ty) {
        TypeView::Pointer { class, .. } => {
            holds_descriptors(class) || class == storage_class::Image
        }
        _ => facts.def(words, ty).is_some_and(|ty| {
            matches!(
                ty.opcode(),
                op::OpTypeImage
                    | op::OpTypeSampler
                    | op::OpTypeSampledImage
                    | op::OpTypeAccelerationStructureKHR
            )
        }),
    }
}

#[cfg(test)]
mod tests;
