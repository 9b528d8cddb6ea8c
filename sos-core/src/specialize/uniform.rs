//! Proves which blocks all invocations of a workgroup, or all fragments of a primitive, execute together. The proof is
//! conservative.
//!
//! A barrier, and whatever is implemented by barriers, requires that every invocation of the workgroup executes it, and
//! equally often. A block for which that is proven is *uniform* here; others are *divergent*. The analysis works on the
//! control flow that remains for the target: branches on set constants are folded ([`super::Flow`]).
//!
//! Derivatives require that all fragments of a primitive execute them together (Vulkan, "Derivative Operations": the
//! derivative group of a fragment shader is the primitive scope instance). The same proof serves, with other built-ins and
//! one more source of divergence; [`Group`] selects the invocations in question.
//!
//! # The proof
//! Invocations start together. They diverge at a branch whose condition may *vary* between them:
//!
//! - *A selection* (`if`, `switch`) with a condition that may vary: its blocks are divergent, up to its merge block, where
//!   all invocations reconverge, since structured control flow has no other exits than those below.
//! - *A loop*: all its blocks are divergent, up to its merge block, if a condition that may vary decides whether an
//!   invocation leaves it or continues, since invocations would then execute a block in different iterations. Such decisions
//!   are a conditional branch to its merge block or continue target, wherever in the loop it is, and any branch to one of
//!   these from a divergent block. A `switch` that is exited from a divergent block is divergent likewise.
//! - *The rest of a function* is divergent where it is reachable from a selection or loop in which some invocations may
//!   return.
//! - *A function* is divergent if it is called from a divergent block. Divergence within it ends with it: after the call,
//!   invocations are together again.
//!
//! A value may vary unless it is one of these, computed in a uniform block:
//!
//! - a constant, including specialization constants;
//! - a load, with indices that do not vary, from push constants, uniform buffers, and handles of images and samplers; from
//!   the built-ins `NumWorkgroups`, `WorkgroupId`, `DeviceIndex`, `SubgroupSize` and `NumSubgroups`; and from a `Function` or
//!   `Private` variable into which nothing is ever stored that varies, or from a divergent block, or in a way that is not
//!   tracked (pointers that are selected, or passed to atomics or to extended instructions);
//! - arithmetic, conversions, comparisons, bit operations, composite operations and extended instructions on such values, and
//!   the length of a runtime array;
//! - a phi of such values if no branch into its block varies;
//! - a parameter that gets such values from every call, and the result of a function that returns such values from uniform
//!   blocks;
//! - the result of a function of a single block that only computes it from its arguments, if those of this call are such values;
//! - a load, with indices that do not vary, from workgroup memory and from storage buffers, under the conditions below;
//! - a bit, the number of bits, and the first and the last bit of a ballot that does not vary;
//! - a vote of the workgroup, which only a pass writes;
//! - if the whole workgroup is one subgroup: its votes, ballots, broadcasts and reductions, and `SubgroupId`.
//!
//! For the fragments of a primitive, the built-ins of workgroups and subgroups do not count. Instead, `Flat` inputs do not
//! vary, which have one value for the primitive, and neither do the built-ins `PrimitiveId`, `Layer`, `ViewportIndex` and
//! `FrontFacing`. Discarding a fragment (`OpKill`, `OpTerminateInvocation`) acts like a return, also from all callers: if a
//! function other than the entry point's discards, everything counts as divergent. A demoted fragment continues as a helper
//! invocation.
//!
//! For what depends on operations of subgroups, nothing varies but their results, the built-ins that tell their invocations
//! apart, and what is computed from these or where they decide. Memory that was written by other instructions is taken for what
//! the module says of it. All pointers are followed: one that is selected points to whatever it may be selected from, and those of
//! unknown origin (loaded, returned, converted, to variables that are `Aliased`) have a root of their own.
//!
//! All other memory varies: others may write to it between two reads. The value of a variable that was never stored to is
//! undefined, and a shader that branches on it has no defined results to preserve.
//!
//! # Memory that invocations share
//! If the module has no atomic instruction, all invocations of a workgroup read the same value by the same load in a uniform
//! block from the same location of workgroup memory. For assume that *A* and *B* do not. A data race is undefined (Vulkan,
//! "Memory Model"), so every store to the location happens before or after each of the two loads, and one of them happens
//! after *A*'s load and before *B*'s. Then *A*'s load happens before *B*'s. Without atomics, only control barriers order what
//! different invocations do: there is a chain of them, in which each invocation executes a barrier after the one that it
//! shares with the previous invocation. It begins after the load in *A* and ends before it in *B*. But all invocations execute
//! the load, and any two that execute the same two instructions in the same iterations do so in the same order, which follows
//! from control flow. So the load comes before the first barrier also in the next invocation, thus before the second one, and
//! so on: in *B*, it comes before the last one.
//!
//! The same holds for storage buffers, as nothing but atomics orders the accesses of different workgroups. To be safe from
//! races that happen to do no harm, such as a flag that many set and nobody waits for, buffers into which the module stores
//! vary all the same, and so does all of this memory if anything is decorated with `Coherent` or `Volatile`.
//!
//! # How
//! The constructs of each function form a forest, found in one walk over its blocks. Then variance and divergence are
//! propagated over the whole module, in rounds, until nothing changes. Both only grow; after [`MAX_ROUNDS`] rounds everything
//! counts as divergent, so that time is linear.
//!
//! # Prior art
//! The divergence analysis of Karrenberg and Hack (2012), as in LLVM, follows values and the join points of paths in any
//! control flow graph. SPIR-V states the join points by its merge instructions, which makes that part simple; memory is
//! tracked here, since front ends leave variables to the driver.

mod causes;
mod divergence;
mod fragments;
mod varies;

pub use fragments::{is_derivative, is_group_beyond_quad};
pub use varies::{is_computation, representative};

use super::{Code, Flow};
use crate::facts::{Facts, Function};
use alloc::vec::Vec;
use divergence::Construct;

/// The number of rounds over a module before nothing counts as proven. Each round propagates across at least one more branch
/// or variable.
const MAX_ROUNDS: u32 = 16;

/// No construct.
const NONE: u32 = u32::MAX;

/// The invocations that have to be together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// Those of a workgroup.
    #[default]
    Workgroup,
    /// Those of a workgroup, which is a single subgroup.
    Subgroup,
    /// The fragments of a primitive, including helper invocations. Results for functions that other stages reach are
    /// meaningless.
    Primitive,
    /// Those whose values differ only because of operations of subgroups, and of built-ins of these: what varies, and where they
    /// diverge, depends on which invocations form a subgroup.
    Operations,
}

/// The memory of a variable, as far as it matters which stores are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Memory {
    /// Its contents may vary if what is stored varies.
    #[default]
    Other,
    /// Storage buffers: any store makes the contents vary.
    Buffer,
    /// Shared memory in which one location never varies, whatever is stored.
    Shared,
}

/// The results for a module: see [`self`].
#[derive(Clone, Debug, Default)]
pub struct Uniform {
    /// By id: whether a value, or the indices of a pointer, may differ between invocations.
    varies: Vec<bool>,
    /// By id of a pointer: the variable or parameter that it points into, or another of the same equivalence class; 0 if
    /// unknown.
    root: Vec<u32>,
    /// The root of pointers of unknown origin, 0 where they count as varying.
    elsewhere: u32,
    /// By id of the root of a class: whether the contents may differ between invocations.
    content: Vec<bool>,
    /// By id of a root: the memory that it belongs to.
    memory: Vec<Memory>,
    /// By function: whether it may be called from a divergent block.
    called_divergent: Vec<bool>,
    /// By function: whether it only computes its result from its arguments.
    computes: Vec<bool>,
    /// By function: whether its result may differ between invocations.
    returns: Vec<bool>,
    /// By block: whether it is divergent.
    divergent: Vec<bool>,
    /// By block: whether its successors are divergent because some invocations returned before.
    past_return: Vec<bool>,
    /// By block: its innermost construct.
    construct: Vec<u32>,
    /// By block: the construct whose merge block it is.
    merge_of: Vec<u32>,
    /// By block: the loop whose continue target it is.
    continue_of: Vec<u32>,
    /// The constructs of all functions, outer ones first.
    constructs: Vec<Construct>,
    /// By function: its range of constructs.
    bodies: Vec<(u32, u32)>,
    /// By function: whether it is an entry point.
    entries: Vec<bool>,
    pending: Vec<u32>,
    /// Whether this round has changed anything.
    changed: bool,
    group: Group,
    /// Whether the invocations of a workgroup order their accesses to memory by barriers only.
    barriers_only: bool,
    /// Whether images, of which none is told apart, and who is a helper invocation may differ.
    written_images: bool,
    demoted: bool,
    /// Whether derivatives are computed in divergent blocks.
    divergent_derivatives: bool,
    /// Whether there are group operations on groups other than quads.
    groups_beyond_quads: bool,
    /// Whether `FragCoord` may be read with less than 32 bits of precision.
    relaxed_frag_coord: bool,
}

impl Uniform {
    /// Runs the analysis on the remaining control flow.
    pub fn run(&mut self, code: Code<'_>, flow: &Flow, group: Group) {
        let Code { facts, words, .. } = code;
        self.reset(facts, group);
        self.enter_globals(facts, words);
        for (index, function) in functions(facts, flow) {
            self.enter_function(facts, words, index, function);
            self.constructs_of(code, flow, index, function);
        }
        if !self.settle(code, flow) {
            self.divergent.fill(true);
        }
        match group {
            Group::Primitive => self.check_fragments(code, flow),
            Group::Operations => self.check_kills(code, flow),
            _ => {}
        }
    }

    /// Clears the results: nothing is proven for the next module.
    pub fn forget(&mut self) {
        self.divergent.clear();
        self.group = Group::default();
    }

    /// Repeats rounds until nothing changes. Returns false if the limit was reached first.
    fn settle(&mut self, code: Code<'_>, flow: &Flow) -> bool {
        let facts = code.facts;
        for _ in 0..MAX_ROUNDS {
            self.changed = false;
            for (index, function) in functions(facts, flow) {
                self.values(code, flow, index, function);
                self.find_divergence(code, flow, index, function);
            }
            if !self.changed {
                return true;
            }
        }
        false
    }

    /// Whether all invocations of the group execute a block together.
    pub fn is_uniform(&self, block: u32) -> bool {
        self.divergent.get(block as usize) == Some(&false)
    }

    /// Whether it is proven that a value, or what a pointer selects, is the same for all invocations of the group.
    pub fn is_same(&self, id: u32) -> bool {
        // All blocks are divergent where the analysis gave up.
        self.varies.get(id as usize) == Some(&false) && self.divergent.contains(&false)
    }

    /// Whether a function may be called where invocations have diverged.
    pub fn is_called_divergent(&self, function: usize) -> bool {
        self.called_divergent.get(function) != Some(&false)
    }

    /// Whether it is proven that all fragments of a primitive execute a block together.
    pub fn is_uniform_in_primitive(&self, block: u32) -> bool {
        self.group == Group::Primitive && self.is_uniform(block)
    }

    /// Whether all derivatives, including those of samples with an implicit level of detail, are computed in blocks that all
    /// fragments of a primitive execute together.
    pub fn has_uniform_derivatives(&self) -> bool {
        self.group == Group::Primitive && !self.divergent_derivatives
    }

    /// Whether all group operations are on quads.
    pub fn has_groups_of_quads_only(&self) -> bool {
        self.group == Group::Primitive && !self.groups_beyond_quads
    }

    /// Whether `FragCoord` may be read with less than 32 bits of precision.
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
        // One more for pointers of unknown origin.
        fill(&mut self.root, ids + 1, 0);
        fill(&mut self.content, ids + 1, false);
        fill(&mut self.memory, ids + 1, Memory::Other);
        fill(&mut self.called_divergent, functions, false);
        fill(&mut self.computes, functions, false);
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
        self.written_images = false;
        self.demoted = false;
        self.divergent_derivatives = false;
        self.groups_beyond_quads = false;
        self.relaxed_frag_coord = false;
    }

    /// Sets a flag, and records a change if it was not set.
    fn set_flag(flag: Option<&mut bool>, changed: &mut bool) {
        if let Some(flag @ false) = flag {
            *flag = true;
            *changed = true;
        }
    }
}

/// Iterates over the functions that stay, with their indices.
fn functions<'f>(
    facts: &'f Facts,
    flow: &'f Flow,
) -> impl Iterator<Item = (usize, &'f Function)> + 'f {
    let list = facts.functions.iter().enumerate();
    list.filter(|&(index, _)| flow.reaches(index))
}

#[cfg(test)]
mod tests;
