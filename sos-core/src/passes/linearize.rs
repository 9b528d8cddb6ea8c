//! Divergent control flow around operations of emulated subgroups becomes flow that all invocations of a workgroup take together.
//!
//! Emulated subgroups exchange values through workgroup memory (the rule `subgroup-workgroup-memory`), and a barrier
//! has to be reached by every invocation of the workgroup. Where an operation is in a branch, a loop or a function that only some
//! invocations may reach, this step makes all of them go there, and masks what the others must not do.
//!
//! # Before and after
//!
//! A *region* is replaced: the outermost construct in which invocations diverge and that contains such an operation
//! ([`crate::specialize::Uniform`]), or a whole function, if invocations return from it or call it in divergent control flow. All
//! else stays as it is. The blocks of a region come one after another in structured order (specification, 2.11.1; the reverse
//! postorder in which merge blocks and continue targets are visited first), each with a Boolean variable that says whether the
//! invocation is there:
//!
//! ```text
//! block B with the instructions a, s, b, where s is an operation of the subgroup, ending with a branch to T if c, else to F:
//!
//!         m = load at_B
//!         if m { at_B = false; a }
//!         s, masked by m
//!         if m { b; at_T = c; at_F = !c }
//!
//! a loop with the header H:
//!
//!         do { blocks of the loop } while (any invocation of the workgroup has at_H)
//!
//! a function that is called with the mask m:    one more parameter; at_entry = m
//! return x:                                     result = x      and behind the last block: return result
//! ```
//!
//! A break, a continue, a case that falls through, and a return are all the same: the variable of one block becomes true, or none.
//! Each invocation has at most one that is true, the block where it continues.
//!
//! The operations are rewritten so that the mask is part of what they compute ([`masked`]); a barrier and a call of a
//! rewritten function are executed by all. Everything else is executed under the mask, as it was, in pieces:
//!
//! - a construct that contains no such operation and that is left by its merge block alone stays a construct, with its phis and
//!   the block behind it;
//! - a block whose only predecessor branches to nothing else continues the piece of that one;
//! - a value that another piece uses goes through a variable of the function ([`values`]). A value that no variable can hold, a
//!   pointer or an image, is computed again from those that can;
//! - the first block of an entry point, up to the first divergent branch, needs no mask.
//!
//! # Exactness
//!
//! Exact. Each invocation executes the instructions that it executed before, in the same order and with the same operands: the
//! variable of a block is true exactly if its predecessor branched there. In a loop, all invocations that are in it are in the same
//! iteration, so those for which the variable of a block is true when it is reached are those that reach it in the same iterations of
//! all loops around it. They are the invocations of one tangle under maximal reconvergence (`SPV_KHR_maximal_reconvergence`): any set that
//! an implementation may form without it is a legal one, and this one is legal with it, and with
//! `SPV_KHR_subgroup_uniform_control_flow`.
//!
//! Memory: the order of an invocation's accesses stays. All barriers that are added are additional, and order more than before.
//!
//! # Pitfalls
//!
//! - An invocation that is not there still executes the masked operations, with whatever its variables hold: operands are never used as
//!   addresses without a bound, and results are stored under the mask only.
//! - What is defined outside of a mask is defined anew in each iteration, also for invocations that have left the loop; so a
//!   value that is used behind the loop goes through a variable.
//! - `NonUniform` and `NoContraction` stay with the ids that they decorate; a value that is loaded again is `NonUniform`, too.
//! - A control barrier in a region is executed by all invocations. Before, it was by all or by none.
//! - Structures with an explicit layout may not be in variables of functions; a later pass repairs that (`misplaced_layouts`).
//!
//! # What it refuses
//!
//! Pointers that are selected, loaded or returned by a function and used in another piece, unless they are physical.
//!
//! # Prior art
//!
//! Whole-function vectorization (Karrenberg and Hack, 2011) and partial control-flow linearization (Moll and Hack, 2018) do this
//! for the lanes of a vector unit, with masks as values; ISPC does so from the source. Here a mask is a variable of each invocation, and
//! a driver's passes make values of them again. OpenCL runtimes for CPUs (pocl) split kernels at barriers into loops over the
//! work-items instead, and take uniform barriers only.
//!
//! `subgroup-divergent-flow` is shown by `corpus/shaders/subgroup/divergent_flow.comp`.

mod emit;
mod functions;
mod masked;
mod pieces;
mod regions;
mod values;

use super::{Input, LowerError, ModuleBuilder};
use crate::facts::Block;
use crate::specialize::{Code, Uniform};
use regions::Regions;
use values::ByValue;

/// What the rewrite knows of the module's control flow.
#[derive(Clone, Copy)]
pub struct Graph<'a> {
    /// The module and its graph.
    pub code: Code<'a>,
    /// Which blocks all invocations of a workgroup execute together.
    pub uniform: &'a Uniform,
}

impl Graph<'_> {
    /// What is known of a block.
    fn block(self, number: u32) -> Block {
        let blocks = &self.code.facts.blocks;
        blocks.get(number as usize).copied().unwrap_or_default()
    }
}

/// The working memory.
#[derive(Clone, Debug, Default)]
pub struct Linearize {
    regions: Regions,
    values: ByValue,
    lists: emit::Lists,
}

impl Linearize {
    /// Writes the module with such control flow into the build. Returns false if there is none; the build's content is then
    /// meaningless.
    ///
    /// # Errors
    /// The reason, if the module contains something that is refused.
    pub fn run(&mut self, graph: Graph<'_>, build: &mut ModuleBuilder) -> Result<bool, LowerError> {
        let Code { facts, words, .. } = graph.code;
        if !self.regions.find_functions(graph) {
            return Ok(false);
        }
        let input = Input { words, facts };
        self.values.begin(input);
        for inst in facts.declarations(words) {
            build.copy_global(input, inst)?;
        }
        let mut from = facts.first_function;
        for (index, function) in facts.functions.iter().enumerate() {
            if self.regions.concerns(index) {
                build.copy_between(input, from, function.start)?;
                emit::function(self, graph, index, build)?;
            } else {
                build.copy_between(input, from, function.end)?;
            }
            from = function.end;
        }
        build.copy_between(input, from, words.len() as u32)?;
        build.copy_annotations(input)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
