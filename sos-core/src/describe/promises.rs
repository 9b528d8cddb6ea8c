//! Where the output relies on promises of the caller.

use super::lines::Lines;
use super::reach::Reach;
use super::{name_of_opcode, named, NameBudget, Names};
use crate::assume::Assume;
use crate::filter::Scratch;
use crate::inst::Inst;
use crate::module::Module;
use crate::order::Order;
use crate::report::PromiseUse;
use crate::rules::RULES;
use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

/// Maximum number of uses listed. Each lists its entry points, so that the size of an unlimited list would be quadratic.
const MAX_USES: usize = 256;

impl Scratch {
    pub(super) fn promise_uses(&self, module: &Module<'_>, names: &Names<'_>) -> Vec<PromiseUse> {
        if self.plan.promises.is_empty() {
            return Vec::new();
        }
        let (words, facts) = (module.words(), &module.facts);
        let reach = Reach::new(words, facts, &self.flow);
        let lines = Lines::new(words, facts);
        let mut promises = self.plan.promises.clone();
        promises.order_by_key(|&(rule, offset)| (offset, rule));
        promises.truncate(MAX_USES);
        let mut list = Vec::new();
        let mut budget = NameBudget::new(words);
        for (rule, offset) in promises {
            let Some(rule) = RULES.get(rule) else {
                continue;
            };
            let promise = rule.promise();
            let mut promises = Assume::PROMISES.iter();
            let premise = promises.find(|row| row.assume == promise);
            let function = facts.function_at(offset);
            let inst = Inst::at(words, offset);
            let (_, entry_points) = reach.entry_points(reach.owner(offset));
            if !budget.allows(&entry_points) && !list.is_empty() {
                break;
            }
            list.push(PromiseUse {
                promise: promise.name().to_owned(),
                premise: premise.map_or("", |row| row.premise).to_owned(),
                rule: rule.name.to_owned(),
                opcode: inst.map_or_else(String::new, |inst| name_of_opcode(inst.opcode())),
                offset: module.removed.original_offset(offset),
                function: function.map(|function| named(names, function.id)),
                entry_points,
                source: inst.and_then(|inst| lines.of(inst)),
            });
        }
        list
    }
}
