//! Whole-module passes, which represent types that a target lacks, in values and in memory, by types that it supports.
//!
//! A rule of the rule table rewrites a single instruction. Replacing a narrow or wide *type* also changes constants,
//! variables, phis, function signatures and decorations. This is the work of a *pass*, which rewrites the whole module and
//! scans its output anew.
//!
//! ```text
//! words ──plan for the pretended target──▶ words ──pass──▶ words ──pass──▶ words ──plan for the real target──▶ words
//! ```
//!
//! The steps, driven by [`mod@crate::filter`] after the plan for the real target has failed:
//! 1. Plan and emit for the *pretended* target, which supports everything that passes replace ([`pretended_for`]). This folds
//!    constants, removes dead code and lowers vendor instructions. A module that the pretended target accepts unmodified is
//!    passed on as it is.
//! 2. Run the passes in the order of [`STEPS`], each only if the module declares something that the pass replaces
//!    and the target lacks.
//! 3. Plan and emit for the real target. This lowers what the passes emitted and the target lacks, trims declarations, and
//!    proves that no unmet need remains. If nothing has to be lowered, which is nearly always the case, the short path is
//!    enough.
//!
//! A pass that meets something unknown returns a [`LowerError`], and the module is unsupported. A pass never copies an
//! instruction that involves rewritten types or pointers unless it knows that instruction.

mod access;
mod atomic;
mod builder;
mod computed;
mod demote;
mod derivatives;
mod double_round_trips;
mod encodings;
mod error_location;
mod fast_math;
mod format;
mod half_images;
mod input;
mod interface;
mod kind;
mod legalize;
mod linearize;
mod misplaced_layouts;
mod opaque_branches;
mod pointers;
mod rewrite;
mod rounding;
mod selected;
mod split;
mod step;
mod storage;
#[cfg(test)]
mod testing;
mod ungroup;
mod unsized_blocks;
mod untyped;
mod zeroes;

pub use crate::plan::LowerError;
pub use builder::ModuleBuilder;
pub use derivatives::Derivatives;
pub use error_location::ErrorLocation;
pub(crate) use format::fitting_formats;
pub use format::images_without_format;
pub use input::{Input, MOST_DEPTH};
pub use kind::{Counts, Kind};
pub use linearize::{Graph, Linearize};
pub use rewrite::Rewrite;
pub use selected::{can_select, Selected};
pub use split::Split;
#[cfg(test)]
pub use step::replaced_features;
pub use step::{
    before_subgroups, can_help, prepare, pretended_for, without_floats, without_untyped, Step,
};

use crate::facts::Facts;
use crate::options::{Limits, Options};
use crate::target::Target;
use alloc::vec::Vec;
use step::{Memory, STEPS};

/// What passes are asked to do: make a module one that a target supports. They are given the real target.
#[derive(Clone, Copy)]
pub struct Request<'w> {
    /// The module.
    pub input: Input<'w>,
    /// The target.
    pub target: &'w Target,
    /// What the caller asks for.
    pub options: &'w Options,
}

/// A whole-module pass.
pub trait Pass {
    /// Whether the pass may have something to do in a module, determined without visiting functions. Called before every
    /// [`Pass::run`]; passes keep tables that they fill here.
    fn concerns(&mut self, request: Request<'_>) -> bool;

    /// Writes the rewritten module into the build. Returns `false` if there is nothing to do; the build's content is then
    /// ignored.
    ///
    /// # Errors
    /// The reason, if the module contains something that the pass does not support.
    fn run(&mut self, request: Request<'_>, build: &mut ModuleBuilder) -> Result<bool, LowerError>;
}

/// Runs the passes. Holds their reusable working memory.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    memory: Memory,
    build: ModuleBuilder,
    /// The outputs of the last two passes.
    written: [Vec<u32>; 2],
    /// The number of replacements, by kind.
    pub counts: Counts,
    error_location: ErrorLocation,
}

impl Passes {
    /// Returns what the last error concerns.
    pub fn error_location(&self) -> ErrorLocation {
        self.error_location
    }

    /// Whether narrow data in plain variables in workgroup memory is packed, not widened ([`storage`]).
    pub fn pack(&mut self, packs: bool) {
        self.memory.storage.packs = packs;
    }

    /// Whether layouts where none is allowed are repaired ([`misplaced_layouts`]).
    pub fn repair(&mut self, repairs: bool) {
        self.memory.misplaced_layouts.repairs = repairs;
    }

    /// Runs all passes over a module. Returns the output, and leaves the scan of it in `facts`; returns `None` if no pass had
    /// anything to do.
    ///
    /// # Errors
    /// The first of a pass.
    pub fn run(
        &mut self,
        request: Request<'_>,
        facts: &mut Facts,
    ) -> Result<Option<&[u32]>, LowerError> {
        self.counts = Counts::default();
        self.error_location = ErrorLocation::default();
        let [mut words, mut next] = self.written.each_mut();
        let unused = builder::unused_import(request.input);
        let mut any = false;
        for step in STEPS {
            let pass = (step.pass)(&mut self.memory);
            let input = match any {
                true => Input { words, facts },
                false => request.input,
            };
            let request = Request { input, ..request };
            if input.facts.unknown_opcode != 0 {
                return Err(LowerError::Because("an unknown instruction"));
            }
            if !pass.concerns(request) {
                continue;
            }
            self.build.begin(input, unused);
            self.build.limit(&request.options.limits);
            let ran = pass.run(request, &mut self.build);
            if ran.is_err() {
                let features = match self.build.replacing {
                    [] => step.features,
                    replacing => replacing,
                };
                self.error_location = ErrorLocation::of(input, self.build.at, features);
            }
            if !ran? {
                continue;
            }
            self.build.finish(input, next)?;
            (words, next) = (next, words);
            facts
                .scan(words, &Limits::NONE)
                .map_err(|_| LowerError::Unreadable)?;
            self.counts.add(self.build.counts());
            any = true;
        }
        Ok(any.then_some(words))
    }
}

#[cfg(test)]
mod tests;
