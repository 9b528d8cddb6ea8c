//! Descriptions of needs: what is needed, in terms of SPIR-V, and what would provide it, in terms of Vulkan.

use crate::facts::Facts;
use crate::inspect::spirv_provided_by;
use crate::inst::{string_lossy, Inst};
use crate::plan::{alternative_set, conditions, is_met, Limit, Need, Offer};
use crate::reasons::reason;
use crate::report::{LimitExcess, NeedKind};
use crate::rows::CapabilityRow;
use crate::tables::{availability, capability_row, extension_name};
use crate::target::{extension_provided_by, provided_by, Condition, Feature, Target};
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// A need in words, and what would meet it.
#[derive(Default)]
pub(super) struct Explained {
    /// What is needed, in terms of SPIR-V.
    pub(super) need: String,
    /// What kind of need it is.
    pub(super) kind: NeedKind,
    /// The capabilities, any one of which is needed.
    pub(super) capabilities: Vec<&'static str>,
    /// What would provide it, in terms of Vulkan: any one of these.
    pub(super) provided_by: Vec<String>,
    /// The features among these.
    pub(super) features: Vec<Feature>,
}

/// Describes a need of a module of SPIR-V 1.`minor`, except one of capabilities that an instruction of the input has.
pub(super) fn explain(need: Need, inst: Option<Inst<'_>>, minor: u8) -> Explained {
    let word = |at| inst.map_or(0, |inst| inst.word(at));
    let kind = kind_of(need);
    let mut alternatives = Vec::new();
    let (need, provided_by) = match need {
        Need::Capability(_) => {
            let ways: Vec<_> = conditions_of(need).collect();
            return by_capabilities(&capabilities(need).collect::<Vec<_>>(), &ways);
        }
        Need::Availability(row) => versions(row, minor),
        Need::Condition(number) => {
            let condition = conditions::CONDITIONS.get(usize::from(number));
            return condition.map_or_else(Explained::default, |condition| Explained {
                need: with_rule(condition.need, condition.rule),
                kind,
                capabilities: Vec::new(),
                provided_by: condition.provided_by(),
                features: condition.features.to_vec(),
            });
        }
        Need::Limit(limit, value) => (limit.need(value).to_owned(), Vec::new()),
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
            let name = inst.and_then(|inst| string_lossy(views::Extension(inst).name()));
            let name = name.unwrap_or_default();
            let text = format!("extension {name}, which SOS does not know");
            (text, Vec::new())
        }
        Need::Opaque(capability) => {
            let row = capability_row(capability);
            let name = row.map_or("", |row| row.name.text());
            alternatives.extend(row.map(|row| row.name.text()));
            let text = format!("capability {name}: the module does not show whether it is used");
            (
                text,
                row.map_or_else(Vec::new, |row| texts(provided_by(row.value))),
            )
        }
    };
    Explained {
        need,
        kind,
        capabilities: alternatives,
        provided_by,
        features: Vec::new(),
    }
}

/// The kind of a need.
fn kind_of(need: Need) -> NeedKind {
    match need {
        Need::Capability(_) | Need::Opaque(_) => NeedKind::Capability,
        Need::Availability(_) | Need::NonSemantic => NeedKind::Version,
        Need::Condition(_) => NeedKind::Condition,
        Need::Limit(..) => NeedKind::Limit,
        Need::UnknownExtInst | Need::UnknownCapability | Need::UnknownExtension => {
            NeedKind::Unknown
        }
    }
}

/// Describes the need of one of these capabilities, any of which these conditions provide.
pub(super) fn by_capabilities(rows: &[CapabilityRow], ways: &[&'static Condition]) -> Explained {
    let names: Vec<&'static str> = rows.iter().map(|row| row.name.text()).collect();
    let need = match names.as_slice() {
        [one] => format!("capability {one}"),
        several => format!("one of the capabilities {}", several.join(", ")),
    };
    let mut provided_by: Vec<String> = Vec::new();
    for way in ways.iter().map(ToString::to_string) {
        if !provided_by.contains(&way) {
            provided_by.push(way);
        }
    }
    Explained {
        need,
        kind: NeedKind::Capability,
        capabilities: names,
        provided_by,
        features: ways
            .iter()
            .flat_map(|way| way.features())
            .copied()
            .collect(),
    }
}

/// The excess over a limit of a target, and in words.
pub(super) fn excess(limit: Limit, value: i32, target: &Target) -> (LimitExcess, String) {
    let allowed = limit.allowed(target, value);
    let excess = LimitExcess {
        name: limit.need(value).trim_end_matches(" (bytes)").to_owned(),
        value: value.into(),
        allowed,
        excess: (i64::from(value) - allowed).abs(),
    };
    let bytes = if limit.is_on_shared_memory() {
        " bytes"
    } else {
        ""
    };
    // What is more than fits is counted as the largest number.
    let from = if value == i32::MAX { "at least " } else { "" };
    let text = format!(
        "{} of {from}{value}{bytes}: the target allows {} {allowed}, exceeded by {from}{}",
        excess.name,
        if value < 0 { "at least" } else { "at most" },
        excess.excess,
    );
    (excess, with_rule(&text, limit.rule()))
}

/// Describes a need that no instruction of the input has.
pub(super) fn need_of(need: Need, target: &Target) -> String {
    match need {
        Need::Limit(limit, value) => excess(limit, value, target).1,
        _ => explain(need, None, 0).need,
    }
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
    pub(super) fn explain(&self, need: Need) -> Option<Explained> {
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
        Some(Explained {
            need,
            kind: NeedKind::Version,
            capabilities: Vec::new(),
            provided_by: owned(provided),
            features: Vec::new(),
        })
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
    let reasons = || capabilities(need).filter_map(|row| Some((row, reason(row.name.text())?)));
    let declared = reasons().find(|(row, _)| facts.declares(row.value));
    declared
        .or_else(|| reasons().next())
        .map(|(_, reason)| reason)
        .or_else(|| {
            let Need::Availability(row) = need else {
                return None;
            };
            let names = availability(row).extensions.iter();
            names
                .filter_map(|&one| extension_name(one))
                .find_map(reason)
        })
}

/// The capabilities, any one of which meets the need.
fn capabilities(need: Need) -> impl Iterator<Item = CapabilityRow> {
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
