//! Undoes what a rule has written to a plan when the rule cannot lower the instruction after all.

use super::coherence::Noted;
use super::new::Mark;
use super::{Plan, Used};

/// The state of a plan before a rule is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    edits: u32,
    new: Mark,
    used: Used,
    /// Whether the input's `GLSL.std.450` was used. Rules import no other set.
    glsl: bool,
    coherence: Noted,
    splits: (bool, u32),
    promises: usize,
    lowered: usize,
}

impl Plan {
    /// Returns the current state, for [`Plan::take_back`].
    pub fn trial(&self) -> Trial {
        let used = self.glsl.and_then(|at| self.imports_used.get(at));
        Trial {
            edits: self.edits.mark(),
            new: self.new.mark(),
            used: self.used,
            glsl: used == Some(&true),
            coherence: self.coherence.mark(),
            splits: (self.splits.any, self.splits.block),
            promises: self.promises.len(),
            lowered: self.lowered.len(),
        }
    }

    /// Returns the number of words that rules have written.
    pub fn written(&self) -> usize {
        self.edits.side().len() + self.new.functions.words().len() + self.new.globals().len()
    }

    /// Restores an earlier state. The refusals of rules are kept for the report.
    pub fn take_back(&mut self, trial: Trial) {
        self.edits.rewind(trial.edits);
        self.new.rewind(trial.new);
        self.used = trial.used;
        if let Some(used) = self.glsl.and_then(|at| self.imports_used.get_mut(at)) {
            *used = trial.glsl;
        }
        self.coherence.rewind(trial.coherence);
        (self.splits.any, self.splits.block) = trial.splits;
        self.promises.truncate(trial.promises);
        for rule in self.lowered.drain(trial.lowered.min(self.lowered.len())..) {
            if let Some(count) = self.counts.get_mut(rule) {
                *count = count.saturating_sub(1);
            }
        }
    }
}

#[cfg(test)]
mod tests;
