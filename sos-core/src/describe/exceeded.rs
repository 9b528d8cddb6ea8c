//! The limits that the output of a run exceeds, because the caller allows it, or would exceed with the defaults of open constants.
//!
//! They are what a run for the same target without that permission finds: everything else that the output needs, the target has.

use super::helps::Helps;
use super::lines::Lines;
use super::needs::excess;
use super::reach::Reach;
use super::unsupported::MAX_UNSUPPORTED;
use super::{name_of_opcode, named, NameBudget};
use crate::facts::Facts;
use crate::filter::{filter, Outcome, Scratch};
use crate::inst::Inst;
use crate::module::Module;
use crate::options::{Allow, Limits, Options, SpecMode, Strip};
use crate::plan::{Leeway, Limit, Need};
use crate::report::{ExceededLimit, OPEN};
use crate::tables::op;
use crate::target::Target;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The limits that scanned words exceed: at most 256. These options were allowed to exceed them.
pub(super) fn exceeded(words: &[u32], target: &Target, options: &Options) -> Vec<ExceededLimit> {
    let strict = Options {
        allow: options.allow.without_limits(),
        strip: Strip::Nothing,
        limits: Limits::NONE,
        ..options.clone()
    };
    let Ok(module) = Module::scan(words, &strict.limits) else {
        return Vec::new();
    };
    let mut scratch = Scratch::new();
    match filter(&module, target, &strict, &mut scratch) {
        Ok(Outcome::Unsupported) => scratch.list_exceeded(&module, target),
        _ => Vec::new(),
    }
}

/// What an output would exceed with the defaults of the constants that it leaves open, which no run checks: a sentence for each limit.
pub(super) fn by_defaults(
    words: &[u32],
    facts: &Facts,
    target: &Target,
    options: &Options,
) -> Vec<String> {
    let has_workgroups = facts.workgroup.object != 0
        || facts.shared_variables(words).next().is_some()
        || facts
            .modes(words)
            .any(|mode| mode.opcode() == op::OpExecutionModeId);
    if facts.spec_ids.is_empty() || !has_workgroups || options.allow.contains(Allow::LIMITS) {
        return Vec::new();
    }
    let with_defaults = Options {
        spec: SpecMode::Freeze,
        constants: Vec::new(),
        sources: Vec::new(),
        spec_base: None,
        spec_names: false,
        ..options.clone()
    };
    let exceeded = exceeded(words, target, &with_defaults);
    let mut list: Vec<String> = Vec::new();
    for one in exceeded {
        let text = format!(
            "{OPEN}, and a pipeline that keeps their defaults exceeds a limit: {}",
            one.need
        );
        if !list.contains(&text) {
            list.push(text);
        }
    }
    list
}

impl Scratch {
    fn list_exceeded(&self, module: &Module<'_>, target: &Target) -> Vec<ExceededLimit> {
        let (words, facts) = (module.words(), &module.facts);
        let names = facts.names(words);
        let reach = Reach::new(words, facts, &self.flow);
        let lines = Lines::new(words, facts);
        let helps = Helps::new(words, facts, &self.flow, &self.values, target);
        let mut budget = NameBudget::new(words);
        let mut list = Vec::new();
        for (offset, limit, value) in self.excesses(words, &helps, target) {
            let (excess, need) = excess(limit, value, target);
            let (_, entry_points) = reach.entry_points(reach.owner(offset));
            if !budget.allows(&entry_points) && !list.is_empty() {
                break;
            }
            let inst = Inst::at(words, offset);
            let function = facts.function_at(offset);
            list.push(ExceededLimit {
                limit: excess,
                need,
                opcode: inst.map_or_else(String::new, |inst| name_of_opcode(inst.opcode())),
                offset,
                function: function.map(|function| named(&names, function.id)),
                entry_points,
                source: inst.and_then(|inst| lines.of(inst)),
            });
        }
        list
    }

    /// The word offsets of instructions, and the limits that their numbers exceed: the first [`MAX_UNSUPPORTED`]. A plan records
    /// the first unmet need of an instruction, which can have several.
    fn excesses(
        &self,
        words: &[u32],
        helps: &Helps<'_>,
        target: &Target,
    ) -> Vec<(u32, Limit, i32)> {
        let mut found = Vec::new();
        for unmet in &self.plan.unmet {
            let Need::Limit(limit, value) = unmet.need else {
                continue;
            };
            let inst = Inst::at(words, unmet.offset);
            let needs = inst.map_or_else(Vec::new, |inst| helps.needs(inst));
            let others = needs.into_iter().filter_map(|need| match need {
                Need::Limit(limit, value) => Some((limit, value)),
                _ => None,
            });
            for (limit, value) in [(limit, value)].into_iter().chain(others) {
                let one = (unmet.offset, limit, value);
                if !limit.allows(target, value, Leeway::NONE) && !found.contains(&one) {
                    found.push(one);
                }
            }
            if found.len() >= MAX_UNSUPPORTED {
                found.truncate(MAX_UNSUPPORTED);
                break;
            }
        }
        found
    }
}
