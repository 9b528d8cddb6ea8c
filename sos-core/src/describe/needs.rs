//! Descriptions of needs: what is needed, in terms of SPIR-V, and what would provide it, in terms of Vulkan.

use crate::facts::Facts;
use crate::inspect::spirv_provided_by;
use crate::inst::{string_lossy, Inst};
use crate::plan::{alternative_set, conditions, is_met, Need, Offer};
use crate::reasons::reason;
use crate::rows::CapabilityRow;
use crate::tables::{availability, capability_row, extension_name};
use crate::target::{extension_provided_by, provided_by, Condition, Feature, Target};
use std::cell::OnceCell;

/// Describes a need of a module of SPIR-V 1.`minor`, and what would meet it: any one of the list.
pub(super) fn explain(need: Need, inst: Option<Inst<'_>>, minor: u8) -> (String, Vec<String>) {
    let word = |at| inst.map_or(0, |inst| inst.word(at));
    match need {
        Need::Capability(_) => {
            let names: Vec<&str> = capabilities(need).map(|row| row.name).collect();
            let text = match names.as_slice() {
                [one] => format!("capability {one}"),
                several => format!("one of the capabilities {}", several.join(", ")),
            };
            (text, texts(conditions_of(need)))
        }
        Need::Availability(row) => versions(row, minor),
        Need::Condition(number) => match conditions::CONDITIONS.get(usize::from(number)) {
            Some(condition) => (
                with_rule(condition.need, condition.rule),
                condition.provided_by(),
            ),
            None => (String::new(), Vec::new()),
        },
        Need::Limit(limit, value) => {
            let text = format!("{} that allows {value}", limit.need(value));
            (with_rule(&text, limit.rule()), Vec::new())
        }
        Need::NonSemantic => {
            let name = "SPV_KHR_non_semantic_info";
            let provided = texts(extension_provided_by(name));
            (format!("SPIR-V 1.6 or {name}"), provided)
        }
        Need::UnknownExtInst => {
            let number = word(4);
            let text = format!(
                "instruction {number} of an extended instruction set that SOS does not know"
            );
            (text, Vec::new())
        }
        Need::UnknownCapability => {
            let text = format!("capability {}, which SOS does not know", word(1));
            (text, Vec::new())
        }
        Need::UnknownExtension => {
            let name = inst.and_then(|inst| string_lossy(inst.from(1)));
            let name = name.unwrap_or_default();
            let text = format!("extension {name}, which SOS does not know");
            (text, Vec::new())
        }
        Need::Opaque(capability) => {
            let row = capability_row(capability);
            let name = row.map_or("", |row| row.name);
            let text = format!("capability {name}: the module does not show whether it is used");
            (
                text,
                row.map_or_else(Vec::new, |row| texts(provided_by(row.value))),
            )
        }
    }
}

/// Describes a need that no instruction of the input has.
pub(super) fn need_of(need: Need) -> String {
    explain(need, None, 0).0
}

/// Finds needs that are unmet only because the module's SPIR-V version is too old for an extension of the target.
pub(super) struct AnyVersion<'t> {
    target: &'t Target,
    /// SPIR-V 1.`minor`.
    minor: u8,
    /// The target with the extensions enabled at every SPIR-V version, and its offer at this version; computed on first use.
    pretended: OnceCell<(Target, Offer)>,
}

impl<'t> AnyVersion<'t> {
    /// For a target and modules of SPIR-V 1.`minor`.
    pub(super) fn new(target: &'t Target, minor: u8) -> Self {
        Self {
            target,
            minor,
            pretended: OnceCell::new(),
        }
    }

    /// As [`explain`], for a need that is unmet only because of the module's version; `None` for others.
    pub(super) fn explain(&self, need: Need) -> Option<(String, Vec<String>)> {
        let of_need: Vec<u16> = match need {
            Need::Availability(row) => vec![row],
            _ => capabilities(need).map(|row| row.availability).collect(),
        };
        let brings = |&(extension, _): &(u16, u8)| {
            let mut rows = of_need.iter().map(|&row| availability(row));
            rows.any(|row| row.extensions.contains(&extension))
        };
        let (extension, from) = self.target.too_new(self.minor).find(brings)?;
        let (target, offer) = self.pretended.get_or_init(|| {
            let mut description = self.target.describe();
            description.pretended = true;
            let target = description.build();
            let offer = Offer::new(&target, self.minor);
            (target, offer)
        });
        if !is_met(need, offer, target) {
            return None;
        }
        let name = extension_name(extension)?;
        let provided = match target.spirv_minor() < from {
            true => spirv_provided_by(from),
            false => &[],
        };
        let need = format!("a module of SPIR-V 1.{from} or later, for {name}");
        Some((need, owned(provided)))
    }
}

/// The conditions that provide the capabilities of a need.
pub(super) fn conditions_of(need: Need) -> impl Iterator<Item = &'static Condition> {
    capabilities(need).flat_map(|row| provided_by(row.value))
}

/// The features, any one of which meets the need.
pub(super) fn features_of(need: Need) -> Vec<Feature> {
    let of_condition: &[Feature] = match need {
        Need::Condition(number) => conditions::CONDITIONS
            .get(usize::from(number))
            .map_or(&[], |condition| condition.features),
        _ => &[],
    };
    let of_capabilities = conditions_of(need).flat_map(Condition::features);
    of_capabilities.chain(of_condition).copied().collect()
}

/// Why a need cannot be met, if that is known for one of its capabilities; capabilities that the module declares come first.
pub(super) fn reason_for(need: Need, facts: &Facts) -> Option<&'static str> {
    let reasons = || capabilities(need).filter_map(|row| Some((row, reason(row.name)?)));
    let declared = reasons().find(|(row, _)| facts.declares(row.value));
    declared
        .or_else(|| reasons().next())
        .map(|(_, reason)| reason)
}

/// The capabilities, any one of which meets the need.
fn capabilities(need: Need) -> impl Iterator<Item = &'static CapabilityRow> {
    let set = match need {
        Need::Capability(set) => alternative_set(set),
        _ => &[],
    };
    set.iter()
        .filter_map(|&capability| capability_row(capability))
}

/// The SPIR-V versions and extensions that provide something, for a module of SPIR-V 1.`minor`.
fn versions(row: u16, minor: u8) -> (String, Vec<String>) {
    let row = availability(row);
    let extensions = row.extensions.iter();
    let names: Vec<&str> = extensions.filter_map(|&one| extension_name(one)).collect();
    let core = (row.min_minor != u8::MAX).then(|| format!("SPIR-V 1.{}", row.min_minor));
    let all: Vec<String> = core
        .into_iter()
        .chain(names.iter().map(|&name| name.to_owned()))
        .collect();
    let mut provided = match row.min_minor <= minor {
        true => owned(spirv_provided_by(row.min_minor)),
        false => Vec::new(),
    };
    provided.extend(texts(
        names.iter().flat_map(|name| extension_provided_by(name)),
    ));
    (all.join(" or "), provided)
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().copied().map(str::to_owned).collect()
}

fn texts(conditions: impl IntoIterator<Item = &'static Condition>) -> Vec<String> {
    let conditions = conditions.into_iter();
    conditions.map(ToString::to_string).collect()
}

/// A need with the valid usage rule of the Vulkan specification that states it.
fn with_rule(need: &str, rule: &str) -> String {
    if rule.is_empty() {
        need.to_owned()
    } else {
        format!("{need} (VUID-RuntimeSpirv-{rule})")
    }
}

#[cfg(test)]
mod tests;
