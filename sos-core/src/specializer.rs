//! One analysis, many specializations.
//!
//! An engine has a module once and makes many pipelines of it, each with values for its specialization constants. What the
//! values cannot change is found once, by [`Specializer::new`]; a specialization is then the values, what follows from them, and
//! copies of the runs of words in between.
//!
//! # Before and after
//! ```text
//! module ──filter, constants open──▶ base ──scan, tables──▶ Specializer
//! values ──▶ constants ──▶ slice ──▶ blocks that stay ──▶ what is used no more ──▶ copies of the base
//! ```
//! The *base* is what [`filter`] makes of the module for the target while the constants are open: lowered, trimmed and stripped
//! once, without what nothing uses. As any output of the filter it is right for every value that an application sets later. So a specialization of it needs
//! no rule, no pass and no look at the target, but for the sizes of workgroups and of shared memory that constants decide.
//!
//! Three tables are kept ([`tables`]):
//! - the *slice*: the instructions whose value can be known at all, by block, and the branches that these can decide;
//! - by id how often it is used, and by block which ids from outside it uses: a block that goes takes its uses with it, and what
//!   loses its last use and has no effect goes, too;
//! - by id its names and decorations.
//!
//! # Exactness
//! Values, branches and the structure of what stays are those of [`filter`] with the same values ([`crate::specialize`]). What
//! [`filter`] keeps though its last use went with a block, is removed here: the instructions are pure, the variables are none of
//! the interface. Capabilities and extensions that only such code needed stay declared, since the target has them. A branch that a
//! constant of the module decides, by an operation such as a multiplication by 0, stays.
//!
//! # What is filtered each time
//! Where the base cannot be had, or a value may change more than code, each specialization is a run of [`filter`] on the module:
//! - The target cannot run the module as long as a constant is open, but perhaps what remains with its value.
//! - [`SpecMode::Keep`]: then nothing is folded unless it has to be.
//! - Decoration groups, debug information that refers to code, conditional capabilities, unknown instructions.
//! - A constant is a scope, memory semantics, ray flags, an offset of an image operand, the layout of a matrix, a stream, the default of
//!   fast arithmetic, or the length of an array with a layout: the target decides about these.
//! - The sizes of a base that is not the module exceed limits with these values: the filter may write less memory then. For that the
//!   module is kept, where constants decide sizes.
//!
//! # Prior art
//! re-spirv, which Godot ships, analyses a module once and specializes copies of it: use counts by instruction, and evaluation of all
//! instructions of the blocks that stay. LLVM's sparse conditional propagation follows use lists in the same way.

mod copy;
mod notes;
mod run;
mod specs;
mod tables;
mod unused;

use crate::error::Error;
use crate::filter::{filter, Outcome, Scratch, SizedBy};
use crate::module::{Module, Removed};
use crate::options::{Limits, Options, SpecMode};
use crate::plan::Emulated;
use crate::report::OutcomeKind;
use crate::target::Target;
use alloc::boxed::Box;
use alloc::vec::Vec;
pub(crate) use run::Work;
use specs::Spec;
use tables::Tables;

/// A module, prepared for many specializations for one target. It is independent of the words that it was made of, and threads may
/// specialize one at the same time, each with a [`Scratch`] of its own.
///
/// ```
/// use sos_core::{Module, Options, Outcome, Scratch, Specializer, Target};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let bytes = include_bytes!("../../corpus/shaders/demo/wave_min.comp.spv");
/// let words = sos_core::words::from_bytes(bytes)?;
/// let target = Target::built_in("swiftshader").ok_or("no such device")?;
/// let (options, mut scratch) = (Options::default(), Scratch::new());
/// let module = Module::scan(&words, &options.limits)?;
/// let specializer = Specializer::new(&module, &target, &options, &mut scratch)?;
/// for size in [64, 128] {
///     // The constant with `SpecId` 0 has this value in the pipeline.
///     match specializer.specialize(&[(0, size)], &mut scratch)? {
///         Outcome::Unchanged(words) | Outcome::Rewritten(words) => assert!(!words.is_empty()),
///         Outcome::Unsupported => println!("not with {size}"),
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Specializer {
    target: Target,
    options: Options,
    /// The base; the module itself where each specialization is filtered.
    words: Vec<u32>,
    /// Whether the base is the module.
    same: bool,
    /// The subgroups that the base emulates.
    emulated: Option<Emulated>,
    /// How these have the size that the caller asks for.
    sized: Option<(u32, SizedBy)>,
    way: Way,
}

/// How a specialization is made.
#[derive(Debug)]
enum Way {
    /// From the tables; by the filter from the module, where sizes of the base exceed limits.
    Copy(Box<Tables>, Option<Original>),
    /// By the filter, from the module, of which this was left out.
    Filter(Removed),
}

/// The module, where the base is another.
#[derive(Clone, Debug)]
struct Original {
    words: Vec<u32>,
    removed: Removed,
}

impl Specializer {
    /// Prepares a module. `options` hold for all specializations, and so do the values in [`Options::constants`] and those that the
    /// device gives.
    ///
    /// This filters and scans the module, and takes about four bytes for each of its words and twelve for each id, beside one or two
    /// copies of the words ([`Specializer::bytes`]). What [`Scratch::report`] says afterwards is about the module with its constants open.
    ///
    /// # Errors
    /// As for [`filter`].
    pub fn new(
        module: &Module<'_>,
        target: &Target,
        options: &Options,
        scratch: &mut Scratch,
    ) -> Result<Self, Error> {
        let open = Options {
            spec: match options.spec {
                SpecMode::Freeze => SpecMode::Bake,
                spec => spec,
            },
            ..options.clone()
        };
        let base = match filter(module, target, &open, scratch)? {
            Outcome::Unchanged(words) | Outcome::Rewritten(words) => Some(words.to_vec()),
            Outcome::Unsupported => None,
        };
        let set = &scratch.constants.list;
        let tables = |words: &[u32]| {
            let facts = Module::scan(words, &Limits::NONE).ok()?.facts;
            Tables::of(words, facts, module, set, options)
        };
        let prepared = base.and_then(|words| {
            let prepared = tables(&words)?;
            match prepared.shrunk(&words) {
                Some(words) => Some((tables(&words)?, words)),
                None => Some((prepared, words)),
            }
        });
        let removed = || module.removed.clone();
        let is_same = |words: &[u32]| words == module.words && !module.is_selection();
        let (words, way) = match prepared {
            Some((tables, words)) => {
                // What took the least time in the base may take too much memory with other values.
                let original = (tables.sized && !is_same(&words)).then(|| Original {
                    words: module.words.to_vec(),
                    removed: removed(),
                });
                (words, Way::Copy(Box::new(tables), original))
            }
            None => (module.words.to_vec(), Way::Filter(removed())),
        };
        Ok(Self {
            target: target.clone(),
            options: options.clone(),
            same: is_same(&words),
            emulated: scratch.emulated,
            sized: scratch.sized,
            words,
            way,
        })
    }

    /// The module with these values: `SpecId` and bits, zero-extended. Of constants that are not given, [`Options::spec`] says
    /// whether they stay open. Where a `SpecId` is unknown, nothing is set.
    ///
    /// [`Outcome::Unchanged`] has the words of the module itself, a copy of which is kept. After [`Outcome::Unsupported`],
    /// [`filter`] with the same values and [`Scratch::report`] say why. What [`Scratch::required_subgroup_size`] and
    /// [`Scratch::made_subgroup_size`] say is about the specialization.
    ///
    /// # Errors
    /// As for [`filter`], for values; [`ErrorKind::ConflictingConstant`](crate::ErrorKind::ConflictingConstant) also where all
    /// specializations have another value.
    pub fn specialize<'a>(
        &'a self,
        constants: &[(u32, u64)],
        scratch: &'a mut Scratch,
    ) -> Result<Outcome<'a>, Error> {
        match &self.way {
            Way::Copy(tables, original) => self.copy(tables, original.as_ref(), constants, scratch),
            Way::Filter(removed) => self.filter(&self.words, removed, constants, scratch),
        }
    }

    /// Whether each specialization is a run of the filter, since what the values change cannot be told before.
    pub fn filters(&self) -> bool {
        matches!(self.way, Way::Filter(_))
    }

    /// The module without any value: what is copied. Where each specialization is a run of the filter, the module itself.
    pub fn base(&self) -> &[u32] {
        &self.words
    }

    /// The target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The bytes that it keeps.
    pub fn bytes(&self) -> usize {
        let tables = match &self.way {
            Way::Copy(tables, original) => {
                let original = original.as_ref().map_or(0, |module| module.words.len());
                tables.bytes() + 4 * original
            }
            Way::Filter(_) => 0,
        };
        size_of::<Self>() + 4 * self.words.len() + tables
    }

    fn copy<'a>(
        &'a self,
        tables: &Tables,
        original: Option<&'a Original>,
        constants: &[(u32, u64)],
        scratch: &'a mut Scratch,
    ) -> Result<Outcome<'a>, Error> {
        scratch.forget();
        scratch.emulated = self.emulated;
        scratch.sized = self.sized;
        let done = scratch.specialize(self, tables, constants)?;
        // Which of them hold device facts says what the pipeline must require.
        let fixed = tables.fixed.iter().map(Spec::constant);
        scratch.constants.list.extend(fixed);
        let (outcome, kind) = match done {
            run::Done::Base if self.same => {
                (Outcome::Unchanged(&self.words), OutcomeKind::Unchanged)
            }
            run::Done::Base => {
                scratch.out.clear();
                scratch.out.extend_from_slice(&self.words);
                (Outcome::Rewritten(&scratch.out), OutcomeKind::Rewritten)
            }
            run::Done::Written => (Outcome::Rewritten(&scratch.out), OutcomeKind::Rewritten),
            run::Done::Exceeds => match original {
                Some(module) => {
                    return self.filter(&module.words, &module.removed, constants, scratch)
                }
                None => (Outcome::Unsupported, OutcomeKind::Unsupported),
            },
        };
        scratch.outcome = Some(kind);
        Ok(outcome)
    }

    fn filter<'a>(
        &'a self,
        words: &'a [u32],
        removed: &Removed,
        constants: &[(u32, u64)],
        scratch: &'a mut Scratch,
    ) -> Result<Outcome<'a>, Error> {
        let mut work = core::mem::take(&mut scratch.work);
        work.options.clone_from(&self.options);
        work.options.constants.extend_from_slice(constants);
        let tables = core::mem::take(&mut work.tables);
        let kind = Module::scan_with(words, &self.options.limits, tables).and_then(|module| {
            let module = Module {
                removed: removed.clone(),
                ..module
            };
            let outcome = filter(&module, &self.target, &work.options, scratch)?;
            let kind = match outcome {
                Outcome::Unchanged(_) => OutcomeKind::Unchanged,
                Outcome::Rewritten(_) => OutcomeKind::Rewritten,
                Outcome::Unsupported => OutcomeKind::Unsupported,
            };
            work.tables = module.into_tables();
            Ok(kind)
        });
        scratch.work = work;
        Ok(match kind? {
            OutcomeKind::Unchanged => Outcome::Unchanged(words),
            OutcomeKind::Rewritten => Outcome::Rewritten(&scratch.out),
            OutcomeKind::Unsupported => Outcome::Unsupported,
        })
    }
}

#[cfg(test)]
mod tests;
