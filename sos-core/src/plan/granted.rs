//! Checks whether a target grants what a module needs without declaring it, for modules that declare nothing the target
//! lacks.
//!
//! The bits of the scan say that a module might need something. Here every instruction is checked that could, reachable or
//! not: a module that the device accepts stays unmodified, to the last byte.

use super::accessed::{is_built_in, is_excusable};
use super::needs::implicit::Checks;
use super::needs::{
    conditions, implicit, import_set, lacks_subgroup_memory, limits, may_depend, needs, visit_row,
    Place,
};
use super::non_uniform::fill_all;
use super::{is_met, stages, Offer, Plan};
use crate::facts::{Facts, Gates};
use crate::inst::Insts;
use crate::tables::{ext_inst, op, op_hot, CapabilitySet};
use crate::target::Target;
use crate::views;

impl Plan {
    /// Whether a target grants all conditions and limits of a module, and the capabilities that its opcodes and scalar types
    /// need, declared or not. `offer` is the target's at the module's version.
    pub fn is_granted(
        &mut self,
        words: &[u32],
        facts: &Facts,
        target: &Target,
        offer: &Offer,
    ) -> bool {
        let numbers = implicit::of_numbers(facts);
        if facts.gates.meets(Gates::UNKNOWN)
            || !offer.alternatives.has_all(&facts.row_needs.alternatives)
            || !offer.availability.has_all(&facts.row_needs.availability)
            || numbers.iter().any(|&set| !offer.has_capability_of(set))
            || !limits::sizes_fit(facts, target, offer.leeway)
            || lacks_subgroup_memory(facts, target)
        {
            return false;
        }
        self.dialects.fill(words, facts, None, target);
        if !self.dialects.are_accepted(words, facts, &offer.unmet) {
            return false;
        }
        let non_uniform = implicit::lacks_non_uniform(facts, offer);
        let indexing = non_uniform || implicit::lacks_indexing(facts, offer);
        let built_ins = implicit::lacks_built_ins(facts, offer);
        let texts = implicit::lacks_operations(words, facts, offer);
        let checks = match implicit::present(facts) {
            0 => Checks::default(),
            _ => Checks::of(facts, &facts.capabilities),
        };
        let storage = implicit::lacks_storage(facts, &checks, offer);
        let plain = !indexing && !built_ins && texts.is_none() && !storage;
        if plain && conditions::granted(facts, &offer.lacking) {
            return true;
        }
        let mut stages = core::mem::take(&mut self.stages);
        stages::fill(words, facts, |_| true, &mut stages, &mut self.pending);
        let mut contents = core::mem::take(&mut self.contents);
        contents.clear();
        let values = texts.is_some_and(|checks| checks.values != 0);
        if storage || values {
            implicit::fill_contents(words, facts, &mut contents);
        }
        if values {
            implicit::fill_values(words, facts, &mut contents);
        }
        let mut indices = core::mem::take(&mut self.non_uniform);
        indices.clear();
        if non_uniform {
            fill_all(words, facts, &mut indices);
        }
        let place = Place {
            stages: stages::Stages::new(&stages),
            contents: &contents,
            non_uniform: &indices,
            checks,
            gates: conditions::gates(facts, &offer.lacking),
            lacking: offer.lacking.all,
            ..Place::new(words, facts, &CapabilitySet::EMPTY)
        };
        let granted = all_granted(&place, target, offer)
            && (!indexing || indices_granted(&place, target, offer))
            && (!storage || storage_granted(&place, target, offer))
            && (!built_ins || self.built_ins_granted(&place, target, offer))
            && texts.is_none_or(|checks| operations_granted(&place, checks, target, offer));
        self.contents = contents;
        self.stages = stages;
        self.non_uniform = indices;
        granted
    }
}

impl Plan {
    /// Whether the target supports every built-in, or nothing accesses it.
    fn built_ins_granted(&mut self, place: &Place<'_>, target: &Target, offer: &Offer) -> bool {
        let (words, facts) = (place.words, place.facts);
        let mut accessed = core::mem::take(&mut self.accessed);
        accessed.clear();
        let mut granted = true;
        for inst in facts.decorations(words).filter(|&inst| is_built_in(inst)) {
            needs(place, inst, None, &mut |need| {
                if !is_met(need, offer, target) {
                    granted &= is_excusable(inst);
                    accessed.add(inst, need);
                }
            });
        }
        if granted && !accessed.is_empty() {
            accessed.find(words, facts, place.stages.of, |index, visit| {
                if let Some(function) = facts.functions.get(index) {
                    Insts::new(words, function.start, function.end).for_each(visit);
                }
            });
            granted = !accessed.any();
        }
        self.accessed = accessed;
        granted
    }
}

/// Whether the target accepts every index into an array of descriptors.
fn indices_granted(place: &Place<'_>, target: &Target, offer: &Offer) -> bool {
    let end = place.words.len() as u32;
    Insts::new(place.words, place.facts.first_function, end).all(|inst| {
        let mut granted = true;
        if implicit::is_chain(inst.opcode()) {
            implicit::of_index(place, inst, &mut |need| {
                granted &= is_met(need, offer, target);
            });
        }
        granted
    })
}

/// Whether the target accepts every operation whose need only the specification's text defines, and every extended instruction.
fn operations_granted(place: &Place<'_>, checks: Checks, target: &Target, offer: &Offer) -> bool {
    let place = Place { checks, ..*place };
    let end = place.words.len() as u32;
    Insts::new(place.words, place.facts.annotations, end)
        .filter(|&inst| !is_built_in(inst))
        .all(|inst| {
            let mut granted = true;
            let mut check = |need| granted &= is_met(need, offer, target);
            implicit::of_opcode(&place, inst, &mut check);
            if inst.opcode() == op::OpExtInst {
                let set = import_set(place.facts, views::ExtInst(inst).set());
                if let Some(row) = ext_inst(set, views::ExtInst(inst).instruction()) {
                    visit_row((row.alternatives, row.availability), &mut check);
                }
            }
            if checks.everywhere() && may_depend(&place, inst.opcode(), op_hot(inst.opcode())) {
                implicit::of_module(&place, inst, &mut check);
            }
            granted
        })
}

/// Whether the target supports narrow data in all memory that holds it.
fn storage_granted(place: &Place<'_>, target: &Target, offer: &Offer) -> bool {
    place.facts.declarations(place.words).all(|inst| {
        let mut granted = true;
        implicit::of_storage(place, inst, &mut |need| {
            granted &= is_met(need, offer, target)
        });
        granted
    })
}

fn all_granted(place: &Place<'_>, target: &Target, offer: &Offer) -> bool {
    let facts = place.facts;
    let granted = |from, to, function| {
        Insts::new(place.words, from, to).all(|inst| {
            let mut granted = true;
            conditions::needs(place, inst, function, &mut |need| {
                granted &= is_met(need, offer, target);
            });
            granted
        })
    };
    let modes = || granted(facts.preamble_end, facts.debug, None);
    let outside = || granted(facts.debug, facts.first_function, None);
    let inside = || {
        // Instructions of non-semantic sets may stand between functions and behind the last one.
        let mut from = facts.first_function;
        for (index, function) in facts.functions.iter().enumerate() {
            if !granted(from, function.end, Some(index)) {
                return false;
            }
            from = function.end;
        }
        granted(from, place.words.len() as u32, None)
    };
    (!place.gates.meets(conditions::OF_MODES) || modes())
        && (!place.gates.meets(conditions::BEFORE_FUNCTIONS) || outside())
        && (!place.gates.meets(conditions::IN_FUNCTIONS) || inside())
}

#[cfg(test)]
mod tests;
