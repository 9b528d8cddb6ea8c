//! Which blocks all invocations of a workgroup run together: a proof, made of what surely is so. Likewise of the fragments of
//! a primitive.
//!
//! A barrier, and whatever is made of barriers, may stand only where every invocation of the workgroup comes, and comes
//! as often as the others. This is what a block that is *together* means here. The question is asked of the control
//! flow that is left for the target: branches on set constants are folded ([`super::Flow`]).
//!
//! Derivatives may stand only where all fragments of a primitive come (Vulkan, "Derivative Operations": the derivative group of a
//! fragment shader is the primitive scope instance). The same proof holds there, with other built-ins and one more way to
//! get lost; [`Group`] says whose invocations are meant.
//!
//! # The proof
//! Invocations start together. They part where they *choose* differently, by a condition that may *vary* between them:
//!
//! - *A selection* (`if`, `switch`) whose condition may vary: its blocks are apart, up to its merge block, where all
//!   meet again, since structured control flow has no other way out of it but those that follow.
//! - *A loop* is apart with all its blocks, up to its merge block, if a condition that may vary decides whether an
//!   invocation leaves it or goes on: they would come to a block in different rounds. That is a conditional branch to its
//!   merge block or continue target, in whatever block it stands, and a branch of any kind to one of these from a block
//!   that is apart. A `switch` that is left from a block apart is apart likewise.
//! - *The rest of a function* is apart that can be reached from a selection or loop in which some may return.
//! - *A function* is apart if a call of it is. What its invocations choose in it ends with it: behind the call they are
//!   together again.
//!
//! A value may vary unless it is one of these, computed in a block that is together:
//!
//! - a constant, specialization constants included;
//! - a load, by indices that do not vary, from push constants, uniform buffers, and handles of images and samplers; from
//!   the built-ins `NumWorkgroups`, `WorkgroupId`, `DeviceIndex`, `SubgroupSize` and `NumSubgroups`; and from a variable
//!   of the function or of the invocation into which nothing is ever stored that varies, or in a block apart, or in a
//!   way that is not followed (pointers that are chosen, passed to atomics or to extended instructions);
//! - arithmetic, conversions, comparisons, bit operations, compositions and extended instructions on such values, and the
//!   length of a runtime array;
//! - a phi of such values where no branch into its block varies;
//! - a parameter that gets such values from every call, and what a function returns that returns such values together;
//! - where the whole workgroup is one subgroup: its votes, ballots, broadcasts and reductions, and `SubgroupId`.
//!
//! Of a primitive's fragments: no built-ins of workgroups and subgroups; but inputs that are `Flat`, which have one value for the
//! primitive, and the built-ins `PrimitiveId`, `Layer`, `ViewportIndex` and `FrontFacing`. Who is discarded (`OpKill`,
//! `OpTerminateInvocation`) leaves as by a return, and behind every call on the way: where a function but the entry point's
//! discards, everything counts as apart. Who is demoted stays, as a helper invocation.
//!
//! Storage buffers, images and shared memory vary: others may write to them between two reads. What is read from a
//! variable before anything is stored there is undefined, and a shader that branches on it has no meaning to preserve.
//!
//! # How
//! The constructs of each function are a forest, found in one walk over its blocks. Then what varies and what is apart
//! is propagated over the whole module, round after round, until nothing new is found. Both only grow; after
//! [`MAX_ROUNDS`] rounds everything counts as apart, so that time is linear.
//!
//! # Prior art
//! The divergence analysis of Karrenberg and Hack (2012), as in LLVM, follows values and the places where paths join in
//! any control flow graph. SPIR-V says with its merge instructions where paths join, which makes that part simple; and
//! memory is followed here, since front ends leave variables to the driver.

mod divergence;
mod fragments;
mod varies;

use super::Flow;
use crate::facts::{Facts, Function};
use divergence::Construct;

/// Rounds over a module before nothing counts as proven. A round brings news at least one branch or one variable further.
const MAX_ROUNDS: u32 = 16;

/// No construct.
const NONE: u32 = u32::MAX;

/// Whose invocations are to be together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// Those of a workgroup.
    #[default]
    Workgroup,
    /// Those of a workgroup, which is a single subgroup.
    Subgroup,
    /// The fragments of a primitive, helper invocations among them. What is found of functions that other stages reach means
    /// nothing.
    Primitive,
}

/// What is known of a module: see [`self`].
#[derive(Clone, Debug, Default)]
pub struct Uniform {
    /// By id: whether a value, or the indices behind a pointer, may differ between invocations.
    varies: Vec<bool>,
    /// By id of a pointer: the variable or parameter that it leads into, or another of the same class; 0 if unknown.
    root: Vec<u32>,
    /// By id of a root that stands for its class: whether what it holds may differ.
    content: Vec<bool>,
    /// By function: whether it may be called where invocations are apart.
    called_divergent: Vec<bool>,
    /// By function: whether what it returns may differ.
    returns: Vec<bool>,
    /// By block: whether it is apart.
    divergent: Vec<bool>,
    /// By block: whether what follows it is apart because some return before.
    past_return: Vec<bool>,
    /// By block: the innermost construct that it is in.
    construct: Vec<u32>,
    /// By block: the construct whose merge block it is.
    merge_of: Vec<u32>,
    /// By block: the loop whose continue target it is.
    continue_of: Vec<u32>,
    /// The constructs of all functions, outer ones first.
    constructs: Vec<Construct>,
    /// By function: where its constructs begin and end.
    bodies: Vec<(u32, u32)>,
    /// By function: whether it is an entry point's.
    entries: Vec<bool>,
    pending: Vec<u32>,
    /// Whether something new was found in this round.
    changed: bool,
    group: Group,
    /// Whether derivatives are taken where not all are together.
    divergent_derivatives: bool,
    /// Whether there are group operations of more than quads.
    wide_groups: bool,
    /// Whether `FragCoord` may be read with less than 32 bits.
    relaxed_frag_coord: bool,
}

impl Uniform {
    /// Finds out, for the control flow that is left.
    pub fn run(&mut self, facts: &Facts, words: &[u32], flow: &Flow, group: Group) {
        self.reset(facts, group);
        self.enter_globals(facts, words);
        for (index, function) in functions(facts, flow) {
            self.constructs_of(facts, words, flow, index, function);
        }
        if !self.settle(facts, words, flow) {
            self.divergent.fill(true);
        }
        if group == Group::Primitive {
            self.check_fragments(facts, words, flow);
        }
    }

    /// Knows nothing any more: of the next module nothing is proven.
    pub fn forget(&mut self) {
        self.divergent.clear();
        self.group = Group::default();
    }

    /// Goes round after round; whether nothing new was found in the end.
    fn settle(&mut self, facts: &Facts, words: &[u32], flow: &Flow) -> bool {
        for _ in 0..MAX_ROUNDS {
            self.changed = false;
            for (index, function) in functions(facts, flow) {
                self.values(facts, words, flow, index, function);
                self.find_divergence(facts, words, flow, index, function);
            }
            if !self.changed {
                return true;
            }
        }
        false
    }

    /// Whether all invocations of the group run a block together.
    pub fn is_uniform(&self, block: u32) -> bool {
        self.divergent.get(block as usize) == Some(&false)
    }

    /// Whether all fragments of a primitive run a block together, as far as is known.
    pub fn is_uniform_in_primitive(&self, block: u32) -> bool {
        self.group == Group::Primitive && self.is_uniform(block)
    }

    /// Whether every derivative, those of images sampled without a level of detail among them, is taken where all
    /// fragments of a primitive are together.
    pub fn has_uniform_derivatives(&self) -> bool {
        self.group == Group::Primitive && !self.divergent_derivatives
    }

    /// Whether all operations on groups of invocations are on quads.
    pub fn has_groups_of_quads_only(&self) -> bool {
        self.group == Group::Primitive && !self.wide_groups
    }

    /// Whether `FragCoord` may be read with less than 32 bits.
    pub fn has_relaxed_frag_coord(&self) -> bool {
        self.relaxed_frag_coord
    }

    fn reset(&mut self, facts: &Facts, group: Group) {
        fn fill<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
            list.clear();
            list.resize(len, value);
        }
        let (ids, blocks, functions) = (facts.def.len(), facts.blocks.len(), facts.functions.len());
        fill(&mut self.varies, ids, false);
        fill(&mut self.root, ids, 0);
        fill(&mut self.content, ids, false);
        fill(&mut self.called_divergent, functions, false);
        fill(&mut self.returns, functions, false);
        fill(&mut self.entries, functions, false);
        fill(&mut self.divergent, blocks, false);
        fill(&mut self.past_return, blocks, false);
        fill(&mut self.construct, blocks, NONE);
        fill(&mut self.merge_of, blocks, NONE);
        fill(&mut self.continue_of, blocks, NONE);
        fill(&mut self.bodies, functions, (0, 0));
        self.constructs.clear();
        self.pending.clear();
        self.group = group;
        self.divergent_derivatives = false;
        self.wide_groups = false;
        self.relaxed_frag_coord = false;
    }

    /// Sets a flag that is not set yet, and notes that there is news.
    fn set_flag(flag: Option<&mut bool>, changed: &mut bool) {
        if let Some(flag @ false) = flag {
            *flag = true;
            *changed = true;
        }
    }
}

/// The functions that stay, with their places.
fn functions<'f>(
    facts: &'f Facts,
    flow: &'f Flow,
) -> impl Iterator<Item = (usize, &'f Function)> + 'f {
    let list = facts.functions.iter().enumerate();
    list.filter(|&(index, _)| flow.functions.get(index) == Some(&true))
}

#[cfg(test)]
mod tests;
