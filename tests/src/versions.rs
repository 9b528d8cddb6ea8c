//! Measures what becomes of each addition of a SPIR-V version on a device that accepts only earlier versions, and writes the
//! results as `docs/spirv-versions.md`.
//!
//! Every instruction and enumerant that the grammar assigns to SPIR-V 1.1 to 1.6 is searched for in the modules of the corpus, as
//! filtered for a device that has everything. The modules that contain it are filtered for a device that has everything except
//! that version and the extensions that provide the addition. The table therefore follows the rules and the corpus by itself;
//! additions that are refused, or that no module contains, are explained by [`reasons`], the only part written by hand.

pub mod minimum;
pub mod reasons;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use sos_core::operands::operands;
use sos_core::tables::{self, availability, op, op_hot, op_row, Availability, OperandKind};
use sos_core::target::{extension_provided_by, provided_by, ApiVersion, VulkanExtension};
use sos_core::{rules, Allow, Assume, Options, OutcomeKind, Target};

use crate::corpus::Shader;
use crate::coverage::{everything, take};
use crate::filtered::{filter, Filtered};

/// An instruction, or an enumerant identified by its kind and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addition {
    /// An instruction.
    Op(u16),
    /// An enumerant.
    Enumerant(OperandKind, u32),
}

/// The results for one addition.
#[derive(Clone, Debug)]
pub struct AdditionResult {
    /// Its name: `OpCopyLogical`, or `Scope QueueFamily`.
    pub name: String,
    /// The minor version of SPIR-V 1 in which it became core.
    pub minor: u8,
    /// Extensions that provide it in earlier versions.
    pub extensions: Vec<&'static str>,
    /// The smallest set of rules, or else of other capabilities, by which a module was filtered without it.
    pub means: Option<BTreeSet<String>>,
    /// Modules that are refused.
    pub refused: Vec<String>,
}

/// All additions of SPIR-V 1.1 to 1.6, sorted by version and name.
pub fn additions() -> Vec<(Addition, AdditionResult)> {
    let mut found = Vec::new();
    let mut add = |thing, name: String, row: Availability| {
        if (1..=6).contains(&row.min_minor) {
            let extensions = row.extensions.iter();
            found.push((
                thing,
                AdditionResult {
                    name,
                    minor: row.min_minor,
                    extensions: extensions
                        .filter_map(|&extension| tables::extension_name(extension))
                        .collect(),
                    means: None,
                    refused: Vec::new(),
                },
            ));
        }
    };
    for opcode in 0..=u16::MAX {
        if let Some(row) = op_row(opcode) {
            let name = row.name.text().to_owned();
            add(
                Addition::Op(opcode),
                name,
                availability(op_hot(opcode).availability),
            );
        }
    }
    for kind in kinds() {
        for row in kind.enumerants() {
            let name = format!("{} {}", kind.name(), row.name);
            let thing = Addition::Enumerant(kind, row.value);
            add(thing, name, availability(row.availability));
        }
    }
    found.sort_by(|a, b| (a.1.minor, &a.1.name).cmp(&(b.1.minor, &b.1.name)));
    found
}

/// All operand kinds of instructions and enumerants, and the kinds whose values are given by constants.
fn kinds() -> HashSet<OperandKind> {
    let rows = (0..=u16::MAX).filter_map(op_row);
    let mut next: Vec<_> = rows
        .flat_map(|row| row.operands.list())
        .map(|operand| operand.0)
        .chain([OperandKind::Scope, OperandKind::MemorySemantics])
        .collect();
    let mut all = HashSet::new();
    while let Some(kind) = next.pop() {
        if all.insert(kind) {
            let rows = kind.enumerants().iter();
            next.extend(
                rows.flat_map(|row| row.parameters.list())
                    .map(|part| part.0),
            );
        }
    }
    all
}

/// The instructions and enumerants that a module contains.
fn additions_in(words: &[u32]) -> HashSet<Addition> {
    let mut additions_in = HashSet::new();
    let mut constants = HashMap::new();
    let add_kind = |additions_in: &mut HashSet<Addition>, kind: OperandKind, value: u32| {
        if kind.is_value_enum() {
            additions_in.insert(Addition::Enumerant(kind, value));
        } else if kind.is_bit_enum() {
            let bits = (0..32).map(|bit| value & 1 << bit).filter(|&bit| bit != 0);
            additions_in.extend(bits.map(|bit| Addition::Enumerant(kind, bit)));
        }
    };
    let mut at = 5;
    while let Some(&head) = words.get(at) {
        let len = (head >> 16).max(1) as usize;
        let inst = words.get(at..at + len).unwrap_or(&[]);
        let opcode = head as u16;
        additions_in.insert(Addition::Op(opcode));
        if opcode == op::OpConstant && inst.len() == 4 {
            constants.insert(inst[2], inst[3]);
        }
        for operand in operands(inst, 1) {
            let value = inst[operand.index];
            let of_constant = match operand.kind {
                OperandKind::IdScope => Some(OperandKind::Scope),
                OperandKind::IdMemorySemantics => Some(OperandKind::MemorySemantics),
                _ => None,
            };
            match of_constant {
                Some(kind) => {
                    let value = constants.get(&value).copied().unwrap_or(0);
                    add_kind(&mut additions_in, kind, value);
                }
                None => add_kind(&mut additions_in, operand.kind, value),
            }
        }
        at += len;
    }
    additions_in
}

/// A device with everything, except that its version is the last one without SPIR-V 1.`minor` and that it lacks these extensions.
fn target_before(minor: u8, extensions: &[&str]) -> Target {
    let mut device = everything();
    device.api_version = match minor {
        1..=3 => ApiVersion::new(0, 0),
        4 | 5 => ApiVersion::new(1, 0),
        _ => ApiVersion::new(2, 0),
    };
    if let (5, Some(newer)) = (minor, VulkanExtension::find("VK_KHR_spirv_1_4")) {
        device.set_extension(newer, true);
    }
    for name in extensions {
        for condition in extension_provided_by(name) {
            take(&mut device, condition);
        }
        // A device without the extension has none of the features that depend on it.
        let Some(extension) = tables::extension_by_name(name.as_bytes()) else {
            continue;
        };
        let brought = tables::capabilities().filter(|row| {
            let by = availability(row.availability).extensions;
            by.contains(&extension)
        });
        for condition in brought.flat_map(|row| provided_by(row.value)) {
            take(&mut device, condition);
        }
    }
    device.build()
}

/// Measures every addition of SPIR-V 1.1 to 1.6.
///
/// # Panics
/// If the filter rejects a module of the corpus with an error.
pub fn measure(shaders: &[Shader]) -> Vec<AdditionResult> {
    let newest = everything().build();
    let held: Vec<_> = shaders
        .iter()
        .map(|shader| {
            let native = filtered(shader, &newest);
            Held {
                shader,
                additions_in: additions_in(&native.words),
                rules: native
                    .report
                    .rules
                    .into_iter()
                    .map(|used| used.rule)
                    .collect(),
                capabilities: native.report.capabilities.after.into_iter().collect(),
            }
        })
        .collect();
    let mut targets: BTreeMap<(u8, Vec<&str>), Target> = BTreeMap::new();
    let mut all = additions();
    for (thing, arrival) in &mut all {
        let key = (arrival.minor, arrival.extensions.clone());
        let target = targets
            .entry(key)
            .or_insert_with(|| target_before(arrival.minor, &arrival.extensions));
        for shader in &held {
            if shader.additions_in.contains(thing) {
                arrival.record(shader, target);
            }
        }
        arrival.refused.sort();
    }
    all.into_iter().map(|(_, arrival)| arrival).collect()
}

/// A module as filtered for a device with everything, so without dead code.
struct Held<'s> {
    shader: &'s Shader,
    additions_in: HashSet<Addition>,
    rules: BTreeSet<String>,
    capabilities: BTreeSet<String>,
}

/// Filters a module with all promises made and no losses allowed.
fn filtered(shader: &Shader, target: &Target) -> Filtered {
    let every = Assume::PROMISES.iter();
    let options = Options {
        assume: every.fold(Assume::NONE, |all, promise| all.with(promise.assume)),
        allow: Allow::NONE,
        ..Options::default()
    };
    filter(&shader.words, target, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", shader.name))
}

/// Orders sets of means: a non-empty set is better than an empty one, and a smaller one better than a larger.
fn rank(means: &BTreeSet<String>) -> (bool, usize, &BTreeSet<String>) {
    (means.is_empty(), means.len(), means)
}

impl AdditionResult {
    fn record(&mut self, held: &Held<'_>, target: &Target) {
        let without = filtered(held.shader, target).report;
        if without.outcome == OutcomeKind::Unsupported {
            self.refused.push(held.shader.name.clone());
            return;
        }
        let rules = without
            .rules
            .into_iter()
            .map(|used| format!("`{}`", used.rule));
        let known = |rule: &String| held.rules.contains(rule.trim_matches('`'));
        let mut means: BTreeSet<_> = rules.filter(|rule| !known(rule)).collect();
        if means.is_empty() {
            let capabilities = without.capabilities.after.into_iter();
            let fresh = capabilities.filter(|name| !held.capabilities.contains(name));
            means.extend(fresh.map(|name| format!("{name} instead")));
        }
        match &self.means {
            Some(fewest) if rank(fewest) <= rank(&means) => {}
            _ => self.means = Some(means),
        }
    }

    /// Whether the table must give a reason for a refusal.
    pub fn wants_reason(&self) -> bool {
        self.means.is_none()
    }

    /// What becomes of it where neither the version nor an extension provides it, as text for the table.
    pub fn answer(&self) -> String {
        let Some(means) = &self.means else {
            return reasons::reason(&self.name).unwrap_or_default().to_owned();
        };
        if means.is_empty() {
            return "goes, as nothing that stays needs it".to_owned();
        }
        let exactness = |name: &str| {
            let rule = rules().find(|rule| rule.name == name);
            rule.map_or_else(String::new, |rule| format!(" ({})", rule.exactness.text()))
        };
        let parts = means
            .iter()
            .map(|means| format!("{means}{}", exactness(means.trim_matches('`'))));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// Renders the page.
pub fn page(all: &[AdditionResult], minimum: &str) -> String {
    let mut text = HEAD.to_owned();
    for minor in 1..=6 {
        let _ = write!(
            text,
            "\n## SPIR-V 1.{minor}\n\n| what | by extension | without it |\n|---|---|---|\n"
        );
        let of_version = all.iter().filter(|arrival| arrival.minor == minor);
        for arrival in of_version {
            let extensions = match arrival.extensions.as_slice() {
                [] => "—".to_owned(),
                names => names.join(", "),
            };
            let _ = writeln!(
                text,
                "| {} | {extensions} | {} |",
                arrival.name,
                arrival.answer()
            );
        }
        for (what, answer) in reasons::USES
            .iter()
            .filter(|of| of.0 == minor)
            .map(|of| (of.1, of.2))
        {
            let _ = writeln!(text, "| *{what}* | — | {answer} |");
        }
    }
    text += minimum;
    text
}

const HEAD: &str = "\
# Versions of SPIR-V

<!-- do not edit, written by: BLESS=1 cargo test -p sos-tests --test filter versions:: -->

The first two columns are the grammar's: what came with a version of SPIR-V, and the extensions that bring it to earlier ones, which are
declared again where the device has them. For the third, the modules of the corpus that hold a thing were filtered for a device that has
everything, but takes an earlier version only and lacks those extensions:

- **rules** in `code`: the fewest by which a module got on without the thing, and whether results stay exact.
- **goes**: a capability is declared where something needs it, and nothing did any more.
- everything else: why a module that needs the thing is refused, or why no module for Vulkan has it.

In *italics* stand new ways to use old words, which the grammar does not list.
";
