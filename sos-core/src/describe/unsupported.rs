//! The list of unmet needs: for each its place, what would meet it, and why nothing was done about it.

use super::helps::Helps;
use super::lines::Lines;
use super::needs::{by_capabilities, excess, explain, reason_for, AnyVersion, Explained};
use super::reach::{Owner, Reach};
use super::tried::lacks_promise;
use super::uses::Uses;
use super::{name_of_opcode, named, preamble, Asked, NameBudget};
use crate::filter::{Scratch, LACKS_REST};
use crate::header::LEN;
use crate::inst::Inst;
use crate::options::Allow;
use crate::order::Order;
use crate::plan::{alternative_set, is_float_control, Need, Unmet};
use crate::reasons::PRIMITIVE_ID;
use crate::report::{Unsupported, UseSite};
use crate::rules::EXCEEDED;
use crate::tables::{
    built_in, capability_row, decoration, enumerant, execution_model, op, OperandKind,
};
use crate::target::Feature;
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Maximum number of unmet needs listed. Each lists its entry points, so that the size of an unlimited list would be quadratic.
pub(super) const MAX_UNSUPPORTED: usize = 256;

impl Scratch {
    /// The unmet needs, and the features that would meet them.
    pub(super) fn unsupported(&self, asked: &Asked<'_>) -> (Vec<Unsupported>, Vec<Feature>) {
        let (module, target) = (asked.module, asked.target);
        let (words, facts) = (module.words(), &module.facts);
        let any_version = AnyVersion::new(target, self.plan.minor);
        let mut refused = self.plan.refused.clone();
        refused.order_by_key(|one| (one.offset, one.rule));
        let reach = Reach::new(words, facts, &self.flow);
        let helps = Helps::new(words, facts, &self.flow, &self.values, target);
        let lines = Lines::new(words, facts);
        let mut uses = Uses::new(words, facts, &self.flow);
        let (mut list, mut features) = (Vec::new(), Vec::new());
        // Needs are ordered by function, so the entry points are determined once per function.
        let mut known: Option<(Owner, Vec<u32>, Vec<String>)> = None;
        let mut budget = NameBudget::new(words);
        for one in self.listed(module, target, &any_version, &refused) {
            let mut unmet = one.unmet;
            if let Some(capability) = declared(unmet) {
                unmet.offset = declaration_of(words, capability);
            }
            let inst = Inst::at(words, unmet.offset).filter(|_| unmet.offset >= LEN as u32);
            let function_at = |offset| {
                facts
                    .function_at(offset)
                    .map(|one| named(asked.names, one.id))
            };
            let owner = reach.owner(unmet.offset);
            let (models, entry_points) = match known.take() {
                Some((of, models, entry_points)) if of == owner => (models, entry_points),
                _ => reach.entry_points(owner),
            };
            if !budget.allows(&entry_points) && !list.is_empty() {
                break;
            }
            let explained = any_version.explain(unmet.need).unwrap_or_else(|| {
                let minor = facts.header.minor;
                explain_here(&helps, unmet.need, inst, &models, minor)
            });
            known = Some((owner, models.clone(), entry_points.clone()));
            let Explained {
                mut need,
                kind,
                capabilities,
                provided_by,
                features: of_need,
            } = explained;
            features.extend(of_need);
            let limit = match unmet.need {
                Need::Limit(limit, value) => Some(excess(limit, value, target)),
                _ => None,
            };
            let limit = limit.map(|(excess, text)| {
                need = text;
                excess
            });
            let mut tried = inst.map_or_else(Vec::new, |inst| {
                self.tried(asked, inst, unmet.need, &refused)
            });
            if matches!(unmet.need, Need::Limit(..)) && !asked.options.allow.contains(Allow::LIMITS)
            {
                let why = asked.naming.if_allowed("limits");
                tried.push(format!("{}: {why}", EXCEEDED.name));
            }
            if !one.blocks && !tried.iter().any(|why| why.ends_with(LACKS_REST)) {
                tried.push(LACKS_REST.to_owned());
            }
            if one.blocks && one.by_passes {
                tried.extend(self.refused(asked, unmet.need));
            }
            let unpromised = |inst| lacks_promise(asked, inst, unmet.need);
            let reason = match tried.is_empty() || one.blocks && inst.is_some_and(unpromised) {
                true if inst.is_some_and(is_primitive_id)
                    && models.contains(&execution_model::Fragment) =>
                {
                    Some(PRIMITIVE_ID)
                }
                true => reason_for(unmet.need, facts),
                false => None,
            };
            let first_use = inst.and_then(|inst| uses.first(inst)).map(|user| UseSite {
                opcode: name_of_opcode(user.opcode()),
                offset: module.removed.original_offset(user.offset()),
                function: function_at(user.offset()),
                source: lines.of(user),
            });
            list.push(Unsupported {
                opcode: name_of_opcode(inst.map_or(op::OpCapability, |inst| inst.opcode())),
                offset: module.removed.original_offset(unmet.offset),
                function: function_at(unmet.offset),
                entry_points,
                need,
                kind,
                capabilities: capabilities.into_iter().map(str::to_owned).collect(),
                provided_by,
                blocking: one.blocks,
                tried,
                reason: reason.map(|reason| asked.naming.text(reason).into_owned()),
                limit,
                source: inst.and_then(|inst| lines.of(inst)),
                first_use,
            });
        }
        (list, features)
    }
}

/// Whether a decoration makes something the number of a primitive.
fn is_primitive_id(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpDecorate
        && (inst.word(2), inst.word(3)) == (decoration::BuiltIn, built_in::PrimitiveId)
}

/// Describes a need of an instruction, and what would meet it there.
fn explain_here(
    helps: &Helps<'_>,
    need: Need,
    inst: Option<Inst<'_>>,
    models: &[u32],
    minor: u8,
) -> Explained {
    let (Need::Capability(set), Some(inst)) = (need, inst) else {
        let mut explained = explain(need, inst, minor);
        if matches!(need, Need::Condition(_)) {
            helps.keep_missing(&mut explained.provided_by);
        }
        return explained;
    };
    let needs = helps.needs(inst);
    let rows = helps.capabilities(set, inst, &needs, models);
    let ways: Vec<_> = rows
        .iter()
        .flat_map(|row| helps.providers(row, &needs))
        .collect();
    let mut explained = by_capabilities(&rows, &ways);
    if is_float_control(inst) {
        let mode = enumerant(
            OperandKind::ExecutionMode,
            views::ExecutionMode(inst).mode(),
        );
        let mode = mode.map_or("", |row| row.name.text());
        explained.need += &format!(
            ", for the execution mode {mode} {}",
            views::ExecutionMode(inst).operand()
        );
    }
    explained
}

/// The capability of a need that is of a declaration, not of an instruction.
fn declared(unmet: Unmet) -> Option<u16> {
    match unmet.need {
        Need::Opaque(capability) => Some(capability),
        Need::Capability(set) if unmet.offset == 0 => alternative_set(set).first().copied(),
        _ => None,
    }
}

/// The word offset of the declaration of a capability, given by its index.
fn declaration_of(words: &[u32], capability: u16) -> u32 {
    let value = capability_row(capability).map(|row| row.value);
    let declares = |inst: &Inst<'_>| value == Some(views::Capability(*inst).capability());
    let found = preamble(words, op::OpCapability).find(declares);
    found.map_or(0, |inst| inst.offset())
}
