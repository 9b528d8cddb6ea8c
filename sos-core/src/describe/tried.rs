//! Which rules were tried on an unmet need, and why each declined.

use super::needs::{need_of, reason_for};
use super::Asked;
use crate::facts::{Facts, TypeView};
use crate::filter::{Scratch, LACKS_REST};
use crate::inst::Inst;
use crate::options::Allow;
use crate::plan::{needs_derivative_groups, needs_subgroups, LowerError, Need, Refused};
use crate::rules::{
    claiming, is_for, Action, Rule, DERIVATIVES_RULE, RULES, SINGLE_INVOCATION_RULE, SPLIT_RULE,
    TOO_LONG, WORKGROUP_RULE,
};
use crate::tables::{op, storage_class};
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How a sentence begins about a rule that could replace something by what the target lacks, too.
pub(crate) const WOULD_NEED: &str = "its output would need";

impl Scratch {
    /// The rules that were tried on an instruction because of a need, or on instructions emitted to replace it, and why each
    /// declined.
    /// `refused` is sorted by offset.
    pub(super) fn tried(
        &self,
        asked: &Asked<'_>,
        inst: Inst<'_>,
        need: Need,
        refused: &[Refused],
    ) -> Vec<String> {
        let from = refused.partition_point(|one| one.offset < inst.offset());
        let here = refused.get(from..).unwrap_or(&[]).iter();
        let here = here.take_while(|one| one.offset == inst.offset());
        let mut tried: BTreeMap<usize, Option<LowerError>> = claiming(&asked.module.facts, inst)
            .map(|rule| (rule, None))
            .collect();
        tried.extend(here.map(|one| (one.rule, Some(one.why))));
        let lacks_subgroups = |why: &Option<LowerError>| matches!(why, Some(LowerError::Lacks(need)) if needs_subgroups(*need));
        if self.not_emulated.is_some() {
            // These rules replace the subgroup operations of a whole module, so they are not recorded for single instructions.
            let subgroups = tried.values().any(lacks_subgroups);
            let whole = |&at: &usize| match RULES.get(at).map(|rule| rule.name) {
                Some(WORKGROUP_RULE | SINGLE_INVOCATION_RULE) => subgroups,
                Some(SPLIT_RULE) => subgroups && self.not_split.is_some(),
                Some(DERIVATIVES_RULE) => needs_derivative_groups(need),
                _ => false,
            };
            for at in (0..RULES.len()).filter(whole) {
                tried.entry(at).or_default();
            }
        }
        let lines = tried.into_iter().filter_map(|(at, why)| {
            let rule = RULES.get(at).filter(|rule| is_for(rule, need))?;
            let is_written = || !is_read(&asked.module.facts, asked.module.words(), inst);
            let is_input = matches!(rule.action, Action::Input { .. });
            if why == Some(LowerError::Unrelated) || is_input && is_written() {
                return None;
            }
            // That something takes what it lacks says nothing.
            let is_circular = why == Some(LowerError::Lacks(need));
            let why = self.why_not(asked, inst, rule, why);
            Some((rule.name, why.filter(|_| !is_circular)))
        });
        // A name alone is of use only where there is nothing else.
        let (mut lines, silent): (Vec<_>, Vec<_>) = lines.partition(|(_, why)| why.is_some());
        let is_silent = lines.is_empty() && !silent.is_empty();
        if is_silent && reason_for(need, &asked.module.facts).is_none() {
            lines = silent;
        }
        let lines = lines.into_iter().map(|(name, why)| match why {
            Some(why) => format!("{name}: {why}"),
            None => name.to_owned(),
        });
        lines.collect()
    }

    /// Why a rule declined an instruction, if known.
    fn why_not(
        &self,
        asked: &Asked<'_>,
        inst: Inst<'_>,
        rule: &Rule,
        why: Option<LowerError>,
    ) -> Option<String> {
        let promise = rule.promise();
        if !asked.options.assume.contains(promise) {
            return Some(asked.naming.if_promised(promise));
        }
        if rule.name == SINGLE_INVOCATION_RULE {
            let allowed = asked.options.allow.contains(Allow::SUBGROUP_OF_ONE);
            return Some(match allowed {
                true => LACKS_REST.to_owned(),
                false => asked.naming.if_allowed("subgroup-of-one"),
            });
        }
        if rule.name == SPLIT_RULE {
            return self.not_split.map(String::from);
        }
        let would_need = |need| format!("{WOULD_NEED} {}", need_of(need, asked.target));
        match (
            why,
            self.not_emulated
                .filter(|_| [WORKGROUP_RULE, DERIVATIVES_RULE].contains(&rule.name)),
        ) {
            (_, Some((0, LACKS_REST))) => {
                let own = self.lacks_for_emulation(asked.target);
                Some(own.unwrap_or_else(|| LACKS_REST.to_owned()))
            }
            (_, Some((0, reason))) => Some(asked.naming.text(reason).into_owned()),
            (_, Some((offset, reason))) => Some(format!(
                "not for this module, because of the instruction at word {}: {reason}",
                asked.module.removed.original_offset(offset)
            )),
            (Some(LowerError::Lacks(need)), None) => Some(would_need(need)),
            (Some(LowerError::Because(TOO_LONG)), None) => {
                let facts = &asked.module.facts;
                let length = descriptors(facts, asked.module.words(), inst);
                let length = length.map(|length| format!("the array has {length}: "));
                let length = length.unwrap_or_default();
                Some(format!("{length}{TOO_LONG}"))
            }
            (Some(error), None) => Some(asked.naming.text(error.text()).into_owned()),
            (None, None) => match rule.action {
                Action::Input { applies, .. } if !applies(asked.target) => {
                    Some("the device may give another value".to_owned())
                }
                Action::Input { .. } | Action::Output { .. } => {
                    let words = asked.module.words();
                    Some(unreplaced(&asked.module.facts, words, rule.action, inst).to_owned())
                }
                _ => None,
            },
        }
    }
}

/// The number of descriptors in the array of which an access chain selects one.
fn descriptors(facts: &Facts, words: &[u32], chain: Inst<'_>) -> Option<u32> {
    let base = facts.original(words, views::AccessChain(chain).base());
    let pointee = facts.pointee(words, facts.type_of(words, base));
    match facts.type_view(words, pointee) {
        TypeView::Array { length, .. } => facts.index(words, length),
        _ => None,
    }
}

/// Whether each rule that handles a need of an instruction requires a promise that is not made.
pub(super) fn lacks_promise(asked: &Asked<'_>, inst: Inst<'_>, need: Need) -> bool {
    let rules = claiming(&asked.module.facts, inst).filter_map(|at| RULES.get(at));
    let mut rules = rules.filter(|rule| is_for(rule, need)).peekable();
    rules.peek().is_some() && rules.all(|rule| !asked.options.assume.contains(rule.promise()))
}

/// Whether the variable or block that a decoration makes a built-in is an input.
fn is_read(facts: &Facts, words: &[u32], inst: Inst<'_>) -> bool {
    let class = |id: u32| {
        let def = facts.def(words, id)?;
        (def.opcode() == op::OpVariable).then(|| views::Variable(def).storage_class())
    };
    match inst.opcode() {
        op::OpDecorate => class(views::Decorate(inst).target()) == Some(storage_class::Input),
        _ => {
            let in_block = |def: &Inst<'_>| {
                let pointee = facts.pointee(words, def.result_type());
                facts.element(words, pointee) == inst.target()
            };
            let variables = facts.declarations(words);
            let mut variables = variables.filter(|def| def.opcode() == op::OpVariable);
            variables.any(|def| {
                views::Variable(def).storage_class() == storage_class::Input && in_block(&def)
            })
        }
    }
}

/// Why a built-in is not replaced although its rule applies, given its decoration.
fn unreplaced(facts: &Facts, words: &[u32], action: Action, inst: Inst<'_>) -> &'static str {
    match (action, is_read(facts, words, inst)) {
        (Action::Output { .. }, true) => {
            "the shader reads it, and the promise is only about what shaders write: another stage can pass the value in an \
             output of its own"
        }
        (Action::Output { .. }, false) => {
            "it is used by more than loads, stores and accesses to an element, or its block has another use"
        }
        _ => "it is used by more than loads of the whole and of components",
    }
}

#[cfg(test)]
mod tests;
