//! Why rules could not lower an unsupported instruction, for the report.

use super::{Need, Plan};

/// The reason why a rule cannot lower an instruction, or a pass a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerError(pub &'static str);

impl LowerError {
    /// The rule has nothing to replace in this instruction, which is like those that it handles: the report does not mention it.
    pub const UNRELATED: Self = Self("");
}

/// Why a rule that applies to an instruction did not lower it.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// The rule gives a reason.
    Said(LowerError),
    /// What the rule wrote has this need, which neither the target nor a later rule meets.
    Lacks(Need),
}

/// A rule that was tried on an instruction of the input, or on what another rule wrote for it, and failed.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    /// Word offset of the instruction of the input.
    pub offset: u32,
    /// The rule, by its index in the table.
    pub rule: usize,
    /// Why it failed.
    pub why: Why,
}

impl Plan {
    /// Records why a rule did not lower an instruction, or what another rule wrote for it. Rules often write the same thing
    /// several times; repeated refusals are recorded once.
    pub fn refuse(&mut self, offset: u32, rule: usize, why: Why) {
        let same = |one: &Refused| one.offset == offset && one.rule == rule;
        if !self.refused.last().is_some_and(same) {
            self.refused.push(Refused { offset, rule, why });
        }
    }
}
