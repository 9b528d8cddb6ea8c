//! Why rules could not take what is in the way, for the report.

use super::{Need, Plan};

/// Why a rule cannot take an instruction after all, or a pass a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal(pub &'static str);

/// Why a rule did not take an instruction that it is for.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// It says why.
    Said(Refusal),
    /// What it wrote needs this, which neither the target nor a later rule has.
    Lacks(Need),
}

/// A rule that was tried on an instruction of the input, or on what another rule wrote for it.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    /// Word offset of the instruction of the input.
    pub offset: u32,
    /// The rule, by its place in the table.
    pub rule: usize,
    /// Why it could not take it.
    pub why: Why,
}

impl Plan {
    /// Notes why a rule did not take an instruction, or what another wrote for it. What a rule writes is often many times
    /// the same: then once.
    pub fn refuse(&mut self, offset: u32, rule: usize, why: Why) {
        let same = |one: &Refused| one.offset == offset && one.rule == rule;
        if !self.refused.last().is_some_and(same) {
            self.refused.push(Refused { offset, rule, why });
        }
    }
}
