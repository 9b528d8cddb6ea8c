//! What really keeps a target from running a module, and what would help: found by trying.
//!
//! A plan says what is unmet where it stopped. That mixes causes with what only follows (a workgroup that is too large leaves subgroups
//! without replacement, so their operations are unmet, too), and hides what waits behind it. So the module is filtered again, with one
//! thing changed each time:
//!
//! | | the question | changed |
//! |---|---|---|
//! | 1 | what else is lacking? | the target gets what is unmet, until it accepts the module |
//! | 2 | which of that is needed? | it gets all but one; what may be left out is no cause, and stays left out |
//! | 3 | which instructions are to blame? | they are taken out of the module, in place of giving the target what they need ([`removal`]) |
//! | 4 | what would help? | options ([`helps`]) |
//!
//! What is left after 2 and 3 is a smallest set in the sense that nothing can be left out of it; there may be other such sets. The
//! method is delta debugging by deletion, as for minimal correction sets of constraints (Liffiton and Sakallah, "Algorithms for computing
//! minimal unsatisfiable subsets of constraints", 2008).
//!
//! Cost: some dozens of runs, of at most [`BUDGET`] words in all, so only for callers that show the result to people
//! ([`Scratch::explain`]). A module so large that the budget ends first gets the report as the plan left it.

mod helps;
mod removal;

use crate::describe::WOULD_NEED;
use crate::filter::{filter, Outcome, Scratch, LACKS_REST};
use crate::module::Module;
use crate::naming::Naming;
use crate::options::Options;
use crate::reasons::reason;
use crate::report::{OutcomeKind, Report, Unsupported};
use crate::target::{Description, Target};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The words that all trials of a diagnosis may read, each counted as its module and [`EACH`] more.
const BUDGET: usize = 1 << 25;

/// What a trial costs besides reading its words.
const EACH: usize = 1 << 12;

/// How often the target gets what is unmet, and the most needs that are told apart.
const MOST_ROUNDS: usize = 12;
const MOST_NEEDS: usize = 24;

impl Scratch {
    /// As [`Scratch::report_for`]; for a refusal, with what of it blocks the module, what else would block it once that is met, and what
    /// would help ([`Report::helps`]). For that the module is filtered some dozens of times: meant for what people read. The scratch
    /// keeps its outcome.
    ///
    /// # Panics
    /// As [`Scratch::report`].
    pub fn explain(
        &self,
        naming: Naming,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Report {
        let mut report = self.report_for(naming, module, target, options);
        if report.outcome == OutcomeKind::Unsupported && !report.unsupported.is_empty() {
            let mut trials = Trials {
                naming,
                module,
                target,
                options,
                scratch: Scratch::default(),
                left: BUDGET,
            };
            trials.explain(&mut report);
        }
        report
    }
}

/// What is tried, on a module, its target and options.
struct Trials<'a> {
    naming: Naming,
    module: &'a Module<'a>,
    target: &'a Target,
    options: &'a Options,
    scratch: Scratch,
    /// The words that may still be read.
    left: usize,
}

/// A need, by which its entries are one: in words, with what would meet it.
type Key = (String, Vec<String>);

fn key(of: &Unsupported) -> Key {
    (of.need.clone(), of.provided_by.clone())
}

/// Whether two entries are one need of one instruction.
fn is_same(one: &Unsupported, other: &Unsupported) -> bool {
    (one.offset, &one.need) == (other.offset, &other.need)
}

/// Something that the target is given.
#[derive(Clone, Debug)]
struct Grant {
    key: Key,
    /// The key of the entry that it is for: what the target has been given is no longer listed as a provider.
    cause: Key,
    /// The limit and the number, if it is that.
    limit: Option<(String, i64)>,
    /// Which of the providers is tried.
    provider: usize,
}

impl Grant {
    fn new(of: &Unsupported, cause: Key) -> Self {
        let limit = of.limit.as_ref();
        Self {
            key: key(of),
            cause,
            limit: limit.map(|limit| (limit.name.clone(), limit.value)),
            provider: 0,
        }
    }

    /// Gives it to a target. Returns whether there is something to give.
    fn apply(&self, description: &mut Description) -> bool {
        match &self.limit {
            Some((name, value)) => description.allow_number(name, *value),
            None => {
                let provider = self.key.1.get(self.provider);
                provider.is_some_and(|provider| description.provide(provider))
            }
        }
    }
}

impl Trials<'_> {
    /// Whether a target runs a module. No if the budget is spent.
    fn runs(&mut self, module: &Module<'_>, target: &Target, options: &Options) -> bool {
        let cost = module.words().len() + EACH;
        let Some(left) = self.left.checked_sub(cost) else {
            self.left = 0;
            return false;
        };
        self.left = left;
        let outcome = filter(module, target, options, &mut self.scratch);
        matches!(outcome, Ok(Outcome::Unchanged(_) | Outcome::Rewritten(_)))
    }

    /// The target with what these grants give; `None` if one of them is nothing that can be given.
    fn granted(&self, grants: &[Grant]) -> Option<Target> {
        let mut description = self.target.describe();
        let mut all = grants.iter().map(|grant| grant.apply(&mut description));
        all.all(|given| given).then(|| description.build())
    }

    /// The report on the last trial, which was of the whole module.
    fn report(&self, target: &Target, options: &Options) -> Report {
        let (naming, module) = (self.naming, self.module);
        self.scratch.report_for(naming, module, target, options)
    }

    fn explain(&mut self, report: &mut Report) {
        let found = self.find_all(&mut report.unsupported);
        let is_complete = found.is_some();
        let causes: Vec<Key> = match found {
            Some(grants) => {
                let causes = self.find_causes(grants);
                causes.into_iter().map(|grant| grant.cause).collect()
            }
            None => {
                let blocking = report.unsupported.iter().filter(|one| one.blocking);
                blocking.map(key).collect()
            }
        };
        let culprits = self.find_culprits(&report.unsupported, &causes);
        if culprits.is_some() || is_complete {
            let causes = culprits.as_ref().unwrap_or(&causes);
            for one in &mut report.unsupported {
                one.blocking = causes.contains(&key(one));
            }
        }
        self.try_advice(&mut report.unsupported);
        for one in &mut report.unsupported {
            tidy(one, self.naming);
        }
        // Those that block come first, as in every report.
        let list = core::mem::take(&mut report.unsupported);
        let (mut blocking, others): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|one| one.blocking);
        blocking.extend(others);
        report.unsupported = blocking;
        report.helps = self.find_helps(report, culprits.is_some(), is_complete);
    }

    /// Gives the target what is unmet, until it runs the module. Adds what was behind to the list. `None` if nothing more can be given.
    fn find_all(&mut self, list: &mut Vec<Unsupported>) -> Option<Vec<Grant>> {
        let mut grants: Vec<Grant> = Vec::new();
        let mut unmet: Vec<Unsupported> = list.clone();
        for _ in 0..MOST_ROUNDS {
            let any_blocks = unmet.iter().any(|one| one.blocking);
            let wanted = unmet.iter().filter(|one| one.blocking || !any_blocks);
            // Each need once, however many places have it, with what was first said of it.
            let mut once: Vec<(Key, Key, &Unsupported)> = Vec::new();
            for one in wanted {
                let key = key(one);
                if once.iter().all(|known| known.0 != key) {
                    let known = list.iter().find(|known| is_same(known, one));
                    once.push((key, self::key(known.unwrap_or(one)), one));
                }
            }
            if once.is_empty() {
                return None;
            }
            for (key, cause, one) in once {
                let is_full = grants.len() == MOST_NEEDS;
                match grants.iter_mut().find(|grant| grant.key == key) {
                    // What was given did not help here: the next provider may.
                    Some(grant) if grant.provider + 1 < grant.key.1.len() => grant.provider += 1,
                    Some(_) => return None,
                    None if is_full => return None,
                    None => grants.push(Grant::new(one, cause)),
                }
            }
            let target = self.granted(&grants)?;
            if self.runs(self.module, &target, self.options) {
                return Some(grants);
            }
            if self.left == 0 {
                return None;
            }
            unmet = self.report(&target, self.options).unsupported;
            for one in &unmet {
                match list.iter_mut().find(|known| is_same(known, one)) {
                    // Now it is known why nothing is done about it.
                    Some(known) if one.blocking && !known.blocking => {
                        known.blocking = true;
                        (known.tried, known.reason) = (one.tried.clone(), one.reason.clone());
                    }
                    Some(_) => {}
                    None => list.push(one.clone()),
                }
            }
        }
        None
    }

    /// Tries the permissions and promises that entries name. Where a need stays, they get what is said with the option.
    fn try_advice(&mut self, list: &mut [Unsupported]) {
        for choice in self.permissions_and_promises() {
            let name = choice.name();
            let says = |why: &String| why.contains(&format!(": only if {name} is "));
            let advises = |one: &Unsupported| one.blocking && one.tried.iter().any(says);
            if !list.iter().any(advises) || self.helps(core::slice::from_ref(&choice)) {
                continue;
            }
            if self.left == 0 {
                return;
            }
            let mut options = self.options.clone();
            choice.apply(&mut options);
            let report = self.report(self.target, &options);
            for one in list.iter_mut().filter(|one| advises(one)) {
                let mut others = report.unsupported.iter();
                let same =
                    others.find(|other| other.offset == one.offset && key(other) == key(one));
                if let Some(other) = same {
                    (one.tried, one.reason) = (other.tried.clone(), other.reason.clone());
                }
            }
        }
    }

    /// Takes back what the target does not need to run the module.
    fn find_causes(&mut self, grants: Vec<Grant>) -> Vec<Grant> {
        fewest(grants, |grants| {
            let target = self.granted(grants);
            target.is_some_and(|target| self.runs(self.module, &target, self.options))
        })
    }
}

/// What of a list that suffices has to stay: the first are left out first, and one at least stays.
fn fewest<T>(mut all: Vec<T>, mut suffices: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut at = 0;
    while at < all.len() && all.len() > 1 {
        let left_out = all.remove(at);
        if !suffices(&all) {
            all.insert(at, left_out);
            at += 1;
        }
    }
    all
}

/// Drops what a list of attempts says only because the rest was unknown: that something else is lacking, too; and what a rule's output
/// would need, if another has a reason of its own. Where nothing is left, there may be a reason that is true of any module.
fn tidy(one: &mut Unsupported, naming: Naming) {
    one.tried.retain(|why| !why.ends_with(LACKS_REST));
    let would_need = |why: &String| why.contains(WOULD_NEED);
    if !one.tried.iter().all(would_need) {
        one.tried.retain(|why| !would_need(why));
    }
    if one.tried.is_empty() && one.reason.is_none() {
        let known = one.capabilities.iter().find_map(|name| reason(name));
        one.reason = known.map(|text| naming.text(text).into_owned());
    }
}

#[cfg(all(test, feature = "devices"))]
mod tests;
