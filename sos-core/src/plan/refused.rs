//! Why rules could not lower an unsupported instruction, for the report.

use super::{Need, Plan};

/// Why a rule cannot lower an instruction, or a pass a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// This reason, as a phrase for the report.
    Because(&'static str),
    /// What was written has this need, which neither the target nor a later rule meets.
    Lacks(Need),
    /// The rule has nothing to replace in this instruction, which is like those that it handles: the report does not mention it.
    Unrelated,
    /// An instruction on a legalized type that nothing replaces: the row of the type has the phrase.
    NoCounterpart,
    /// A pass wrote something that is no module.
    Unreadable,
    /// A pass would write more than the caller allows.
    TooLarge,
}

impl LowerError {
    /// The reason in general, as a phrase for the report; empty if the report does not mention it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Because(reason) => reason,
            Self::Lacks(_) => "the device lacks what its replacement needs",
            Self::Unrelated => "",
            Self::NoCounterpart => "an instruction without a counterpart on this device",
            Self::Unreadable => "a pass wrote a malformed module",
            Self::TooLarge => "the output would be larger than the limit",
        }
    }
}

/// A rule that was tried on an instruction of the input, or on what another rule wrote for it, and failed.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    /// Word offset of the instruction of the input.
    pub offset: u32,
    /// The rule, by its index in the table.
    pub rule: usize,
    /// Why it failed.
    pub why: LowerError,
}

impl Plan {
    /// Records why a rule did not lower an instruction, or what another rule wrote for it. Rules often write the same thing
    /// several times; repeated refusals are recorded once.
    pub fn refuse(&mut self, offset: u32, rule: usize, why: LowerError) {
        let same = |one: &Refused| one.offset == offset && one.rule == rule;
        if !self.refused.last().is_some_and(same) {
            self.refused.push(Refused { offset, rule, why });
        }
    }
}
