//! What would help, of what was seen to help.
//!
//! | | |
//! |---|---|
//! | single options | each permission but that to make instructions undefined, each promise, all constants at their defaults, a constant that decides a size at the value that fits, a format for each storage image without one |
//! | a small set | all of these together, and without parts of the device that hinder, less those that can be left out |
//! | entry points | each alone, where there are several |
//! | `undef` | where nothing else helps; with the others, if they are needed too |
//! | the shader | without which instructions it would run |
//! | the device | with which parts it would run the shader, where nothing else helps |
//!
//! Those that lose nothing come first, then promises, then permissions.
//!
//! An option that helps is not for that reason right: the caller decides whether a loss matters, and a promise is kept.

use super::{fewest, Trials};
use crate::assume::Assume;
use crate::inst::string_lossy;
use crate::module::EntryPoint;
use crate::options::{Allow, ImageFormat, Options, SpecMode};
use crate::passes::fitting_formats;
use crate::report::{ConstantReport, Help, Report, Unsupported};
use crate::tables::capability;
use crate::target::{provided_by, Condition};
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The most helps that a report has.
const MOST: usize = 8;

/// The most constants that are given values in turn.
const MOST_CONSTANTS: usize = 16;

/// Capabilities of fragments that cover several pixels, in whose quads the sides of an invocation are not known.
const HINDERING: [u32; 2] = [
    capability::FragmentShadingRateKHR,
    capability::FragmentDensityEXT,
];

/// An option that may help.
#[derive(Clone)]
pub(super) enum Choice {
    Allow(Allow, &'static str),
    Assume(Assume, &'static str),
    /// All constants at their defaults.
    Freeze,
    /// A constant at a value: its `SpecId`, the value's bits, and the value in words.
    Set(u32, u64, String),
    /// A part of the device that the application does not use.
    Without(String),
    /// Formats of storage images that have none: which ones, only the application knows.
    Formats(Vec<ImageFormat>),
}

impl Choice {
    pub(super) fn apply(&self, options: &mut Options) {
        match self {
            Self::Allow(kind, _) => options.allow = options.allow.with(*kind),
            Self::Assume(promise, _) => options.assume = options.assume.with(*promise),
            Self::Freeze => options.spec = SpecMode::Freeze,
            Self::Set(id, value, _) => {
                options.constants.retain(|constant| constant.0 != *id);
                options.constants.push((*id, *value));
            }
            Self::Without(_) => {}
            Self::Formats(formats) => options.image_formats.extend_from_slice(formats),
        }
    }

    /// The name of a permission or a promise.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Allow(_, name) | Self::Assume(_, name) => name,
            _ => "",
        }
    }

    /// As sentences name options: what, and the value that it gets.
    fn placeholder(&self) -> String {
        match self {
            Self::Allow(_, name) => format!("{{allow {name}}}"),
            Self::Assume(_, name) => format!("{{assume {name}}}"),
            Self::Freeze => "{freeze}".to_owned(),
            Self::Set(id, _, value) => format!("{{set-to {id}={value}}}"),
            Self::Without(name) => format!("{{without {name}}}"),
            Self::Formats(formats) => {
                let mut text = "{image-format".to_owned();
                let mut before = ' ';
                for of in formats {
                    text += &format!("{before}{}:{}=FORMAT", of.set, of.binding);
                    before = ',';
                }
                text + "}"
            }
        }
    }

    /// What is to be said besides the option.
    fn note(&self) -> String {
        let Self::Formats(formats) = self else {
            return String::new();
        };
        let mut tried = String::new();
        for of in formats {
            let name = of.name();
            if !tried.contains(name) {
                tried += if tried.is_empty() { "" } else { ", " };
                tried += name;
            }
        }
        format!(", with the format that the application binds (tried with {tried})")
    }
}

/// What single options cost, least first: values of constants and a part of the device that nobody uses, promises, losses.
fn loss(help: &Help) -> u8 {
    let option = help.options.first().map_or("", String::as_str);
    match option.split(' ').next() {
        Some("allow") => 2,
        Some("assume" | "image-format") => 1,
        _ => 0,
    }
}

impl Trials<'_> {
    /// What would help. `without_culprits` is whether the module runs without the instructions that block it, `with_causes` whether the
    /// target runs it with what it lacks.
    pub(super) fn find_helps(
        &mut self,
        report: &Report,
        without_culprits: bool,
        with_causes: bool,
    ) -> Vec<Help> {
        let choices = self.choices(report);
        let mut helps: Vec<Help> = Vec::new();
        for choice in &choices {
            if helps.len() < MOST && self.helps(core::slice::from_ref(choice)) {
                helps.push(self.help(core::slice::from_ref(choice)));
            }
        }
        helps.sort_by_key(loss);
        if helps.is_empty() && choices.len() > 1 {
            let fewest = self.fewest_choices(choices.clone());
            helps.extend(fewest.map(|choices| self.help(&choices)));
        }
        self.of_entry_points(&mut helps);
        if helps.is_empty() && !self.options.allow.contains(Allow::UNDEF) {
            let alone = vec![Choice::Allow(Allow::UNDEF, "undef")];
            let found = if self.helps(&alone) {
                Some(alone)
            } else {
                self.fewest_choices(choices.into_iter().chain(alone).collect())
            };
            if let Some(choices) = found {
                let mut help = self.help(&choices);
                help.text += ", with results that are undefined where it needs what is missing";
                helps.push(help);
            }
        }
        if without_culprits {
            helps.push(without(report));
        }
        if helps.is_empty() && with_causes {
            helps.extend(with(report));
        }
        helps
    }

    /// Those that are not given yet, but for the permission to make instructions undefined.
    pub(super) fn permissions_and_promises(&self) -> Vec<Choice> {
        let options = self.options;
        let is_new = |kind: Allow| kind != Allow::UNDEF && !options.allow.contains(kind);
        let kinds = Allow::KINDS.iter().filter(|row| is_new(row.1));
        let kinds = kinds.map(|(name, kind, _)| Choice::Allow(*kind, name));
        let promises = Assume::PROMISES.iter();
        let promises = promises.filter(|promise| !options.assume.contains(promise.assume));
        let promises = promises.map(|promise| Choice::Assume(promise.assume, promise.name));
        kinds.chain(promises).collect()
    }

    /// The options that are not given yet and could matter.
    fn choices(&self, report: &Report) -> Vec<Choice> {
        let options = self.options;
        let mut choices = self.permissions_and_promises();
        let by = |source: &'static str| {
            let constants = report.constants.iter();
            constants.filter(move |constant| constant.source == source)
        };
        let constants = by("default").chain(by("caller")).take(MOST_CONSTANTS);
        choices.extend(constants.filter_map(|constant| sized(constant, report)));
        if options.spec == SpecMode::Bake && by("default").next().is_some() {
            choices.push(Choice::Freeze);
        }
        choices.extend(self.hindering().map(Choice::Without));
        let is_format = |name: &String| name.ends_with("WithoutFormat");
        let lacks = |one: &Unsupported| one.provided_by.iter().any(is_format);
        if report.unsupported.iter().any(lacks) {
            let formats = fitting_formats(self.module, options);
            if (1..=MOST).contains(&formats.len()) {
                choices.push(Choice::Formats(formats));
            }
        }
        choices
    }

    /// Parts of the device that keep rules from being used, although most applications do not use them.
    fn hindering(&self) -> impl Iterator<Item = String> + use<'_> {
        let provided = HINDERING
            .iter()
            .flat_map(|&capability| provided_by(capability));
        let is_there = |one: &&Condition| self.target.meets(one);
        provided.filter(is_there).map(ToString::to_string)
    }

    pub(super) fn helps(&mut self, choices: &[Choice]) -> bool {
        let mut options = self.options.clone();
        choices.iter().for_each(|choice| choice.apply(&mut options));
        let removed = choices.iter().filter_map(|choice| match choice {
            Choice::Without(name) => Some(name),
            _ => None,
        });
        match self.target.without(removed) {
            Ok(target) => self.runs(self.module, &target, &options),
            Err(_) => false,
        }
    }

    /// A set of choices that helps and from which none can be left out, if all together help.
    fn fewest_choices(&mut self, mut choices: Vec<Choice>) -> Option<Vec<Choice>> {
        if !self.helps(&choices) {
            return None;
        }
        // The last are left out first: promises and values of constants say more about the caller than permissions do.
        choices.reverse();
        let mut fewest = fewest(choices, |choices| self.helps(choices));
        fewest.reverse();
        Some(fewest)
    }

    /// Entry points that the target runs alone, in a module with several.
    fn of_entry_points(&mut self, helps: &mut Vec<Help>) {
        let module = self.module;
        let entries: Vec<(String, u32)> = (module.facts.entries(module.words))
            .filter_map(|entry| {
                let entry = views::EntryPoint(entry);
                let name = string_lossy(entry.name())?;
                Some((name, entry.execution_model()))
            })
            .collect();
        if entries.len() < 2 {
            return;
        }
        let mut alone = Vec::new();
        for (name, model) in entries.iter().take(MOST_CONSTANTS) {
            let entry = EntryPoint {
                name,
                execution_model: Some(*model),
            };
            let Ok(selection) = module.select(&[entry]) else {
                continue;
            };
            let Ok(selected) = selection.scan(&self.options.limits) else {
                continue;
            };
            if self.runs(&selected, self.target, self.options) {
                alone.push(name.as_str());
            }
        }
        if !alone.is_empty() && helps.len() < MOST {
            let text = self.naming.text("{entry-point}").into_owned();
            let quoted: Vec<String> = alone.iter().map(|name| format!("\"{name}\"")).collect();
            helps.push(Help {
                text: format!("{text} with {} alone would do", joined(&quoted, "or")),
                options: alone
                    .iter()
                    .map(|name| format!("entry-point {name}"))
                    .collect(),
            });
        }
    }

    fn help(&self, choices: &[Choice]) -> Help {
        let naming = self.naming;
        let names: Vec<String> = choices.iter().map(Choice::placeholder).collect();
        let texts = names.iter().map(|name| naming.text(name).into_owned());
        let texts: Vec<String> = texts.collect();
        let plain = names
            .iter()
            .map(|name| name.trim_matches(['{', '}']).to_owned());
        let notes = choices.iter().map(Choice::note);
        Help {
            text: joined(&texts, "and") + " would do" + &notes.collect::<String>(),
            options: plain.collect(),
        }
    }
}

/// The value at which a constant that decides a size, and so exceeds a limit, would fit: as much smaller as the number is too large.
fn sized(constant: &ConstantReport, report: &Report) -> Option<Choice> {
    let is_integer = constant.type_name.contains("int");
    let limits = report
        .unsupported
        .iter()
        .filter_map(|one| one.limit.as_ref());
    let limits = limits.filter(|limit| limit.value > 0 && limit.allowed > 0);
    let value = limits
        .map(|limit| {
            let allowed = limit.allowed.unsigned_abs();
            constant.value.saturating_mul(allowed) / limit.value.unsigned_abs()
        })
        .min()?;
    let changes = is_integer && value > 0 && value < constant.value;
    changes.then(|| Choice::Set(constant.spec_id, value, value.to_string()))
}

/// That the shader would have to do without the instructions that block it.
fn without(report: &Report) -> Help {
    let mut places: Vec<String> = Vec::new();
    for one in report.unsupported.iter().filter(|one| one.blocking) {
        let place = place(one);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let more = places.len().saturating_sub(MOST);
    places.truncate(MOST);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Help {
        text: format!(
            "without {}{more}, the shader would run",
            joined(&places, "and")
        ),
        options: Vec::new(),
    }
}

/// That another device is necessary, and what it must have.
fn with(report: &Report) -> Option<Help> {
    let mut parts: Vec<&str> = Vec::new();
    for one in report.unsupported.iter().filter(|one| one.blocking) {
        let part = one.provided_by.first()?;
        if !parts.contains(&part.as_str()) {
            parts.push(part);
        }
    }
    let parts: Vec<String> = parts.into_iter().map(str::to_owned).collect();
    Some(Help {
        text: format!(
            "no option would do; the same device with {} would",
            joined(&parts, "and")
        ),
        options: Vec::new(),
    })
}

fn place(of: &Unsupported) -> String {
    let (opcode, offset, source) = match &of.first_use {
        Some(user) => (&user.opcode, user.offset, &user.source),
        None => (&of.opcode, of.offset, &of.source),
    };
    match source {
        Some(source) => format!("{opcode} at {source}"),
        None => format!("{opcode} at word {offset}"),
    }
}

fn joined(parts: &[String], last_by: &str) -> String {
    match parts.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} {last_by} {last}", others.join(", "))
        }
        _ => parts.concat(),
    }
}
