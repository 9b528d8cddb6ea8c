//! Which rules were tried on an unmet need, and why each declined.

use super::needs::need_of;
use crate::filter::{Scratch, LACKS_REST};
use crate::inst::Inst;
use crate::module::Module;
use crate::options::{Allow, Options};
use crate::plan::{needs_subgroups, Need, Refusal, Refused, Why};
use crate::rules::{claiming, is_for, Rule, RULES, SINGLE_INVOCATION_RULE, WORKGROUP_RULE};
use std::collections::BTreeMap;

impl Scratch {
    /// The rules that were tried on an instruction because of a need, or on instructions emitted to replace it, and why each
    /// declined.
    /// `refused` is sorted by offset.
    pub(super) fn tried(
        &self,
        module: &Module<'_>,
        inst: Inst<'_>,
        need: Need,
        options: &Options,
        refused: &[Refused],
    ) -> Vec<String> {
        let from = refused.partition_point(|one| one.offset < inst.offset());
        let here = refused.get(from..).unwrap_or(&[]).iter();
        let here = here.take_while(|one| one.offset == inst.offset());
        let mut tried: BTreeMap<usize, Option<Why>> = claiming(&module.facts, inst)
            .map(|rule| (rule, None))
            .collect();
        tried.extend(here.map(|one| (one.rule, Some(one.why))));
        let lacks_subgroups =
            |why: &Option<Why>| matches!(why, Some(Why::Lacks(need)) if needs_subgroups(*need));
        if self.not_emulated.is_some() && tried.values().any(lacks_subgroups) {
            // These rules replace the subgroup operations of a whole module, so they are not recorded for single instructions.
            let whole = |&at: &usize| {
                let name = RULES.get(at).map(|rule| rule.name);
                name == Some(WORKGROUP_RULE) || name == Some(SINGLE_INVOCATION_RULE)
            };
            for at in (0..RULES.len()).filter(whole) {
                tried.entry(at).or_default();
            }
        }
        let lines = tried.into_iter().filter_map(|(at, why)| {
            let rule = RULES.get(at).filter(|rule| is_for(rule, need))?;
            match self.why_not(module, rule, options, why) {
                Some(why) if why == Refusal::UNRELATED.0 => None,
                Some(why) => Some(format!("{}: {why}", rule.name)),
                None => Some(rule.name.to_owned()),
            }
        });
        lines.collect()
    }

    /// Why a rule declined an instruction, if known.
    fn why_not(
        &self,
        module: &Module<'_>,
        rule: &Rule,
        options: &Options,
        why: Option<Why>,
    ) -> Option<String> {
        let promise = rule.promise();
        if !options.assume.contains(promise) {
            let name = promise.name();
            return Some(format!(
                "only if {name} is promised (`--assume {name}`, `Options::assume`)"
            ));
        }
        if rule.name == SINGLE_INVOCATION_RULE {
            let allowed = options.allow.contains(Allow::SUBGROUP_OF_ONE);
            return Some(match allowed {
                true => LACKS_REST.to_owned(),
                false => "only if subgroup-of-one is allowed (`--allow subgroup-of-one`, `Options::allow`)"
                    .to_owned(),
            });
        }
        let would_need = |need| format!("its output would need {}", need_of(need));
        match (
            why,
            self.not_emulated.filter(|_| rule.name == WORKGROUP_RULE),
        ) {
            (_, Some((0, LACKS_REST))) => {
                let own = self.lacks_for_emulation();
                Some(own.unwrap_or_else(|| LACKS_REST.to_owned()))
            }
            (_, Some((0, reason))) => Some(reason.to_owned()),
            (_, Some((offset, reason))) => Some(format!(
                "not for this module, because of the instruction at word {}: {reason}",
                module.removed.original_offset(offset)
            )),
            (Some(Why::Said(refusal)), None) => Some(refusal.0.to_owned()),
            (Some(Why::Lacks(need)), None) => Some(would_need(need)),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests;
