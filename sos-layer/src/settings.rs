//! The layer's settings, and the three places where they are looked up: the first that has a setting counts.
//!
//! 1. The environment: `VK_SOS_FILTER_PROVIDE`, as Vulkan's configurator writes it, or `SOS_LAYER_PROVIDE`.
//! 2. A `vk_layer_settings.txt`, with lines such as `sos_filter.provide = always,shaderFloat16`: the file or folder that
//!    `VK_LAYER_SETTINGS_PATH` names, the user's own (`$XDG_DATA_HOME/vulkan/settings.d`), or the one in the working directory.
//! 3. `VkLayerSettingsCreateInfoEXT` of `VK_EXT_layer_settings`, with which a program sets them itself.
//!
//! As Khronos asks of layers, a setting of an unknown name changes nothing. It is reported, with the names that are
//! near: it was meant to change something. A value without meaning is an error, and no instance is created. A file or folder that
//! cannot be written has a meaning: see `folder.rs`.

use crate::filter::told_of;
use crate::log::Level;
use sos_core::target::feature;
use sos_core::{
    Addition, Allow, Assume, Cost, Grade, Strip, SubgroupSize, Target, ADDITIONS, OF_LAYERS,
    WITHHELD,
};
use std::path::PathBuf;

mod sources;

pub use sources::{Sources, DESCRIPTION, LAYER};

/// A setting: its name, in the manifest what it is called and does, and how its value is read.
pub struct Row {
    /// As in `sos_filter.NAME`; upper case in the environment.
    pub name: &'static str,
    /// A short title.
    pub label: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What is used where no source has it.
    pub default: &'static str,
    /// Kind in the manifest.
    pub kind: Kind,
    read: fn(&mut Settings, &str) -> Result<(), String>,
}

/// How a configurator shows a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Items with commas between.
    List,
    /// One of these.
    Enum(&'static [&'static str]),
    /// A file to write.
    SaveFile,
    /// A folder.
    SaveFolder,
    /// A number.
    Int,
    /// `true` or `false`.
    Bool,
}

/// What the settings ask for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// See [`ROWS`], as for the others.
    pub provide: Vec<Choice>,
    /// Names of what the device is treated as not having.
    pub without: Vec<String>,
    /// Losses that are permitted.
    pub allow: Allow,
    /// Promises that are made.
    pub assume: Assume,
    /// The first `SpecId` of the reserved range, if there is one.
    pub spec_base: Option<u32>,
    /// The size of subgroups in compute stages whose pipelines require none.
    pub subgroup_size: Option<SubgroupSize>,
    /// What is removed from modules although the device would accept it.
    pub strip: Strip,
    /// Whether specialization constants are set in modules that the device takes as they are, too.
    pub freeze: bool,
    /// Whether the creation of a pipeline fails if a stage is refused.
    pub refused: Refused,
    /// Devices to report for.
    pub devices: Vec<String>,
    /// What is logged.
    pub log_level: Level,
    /// The file to append the log to; standard error without one.
    pub log: Option<PathBuf>,
    /// The folder for modules.
    pub dump: Option<PathBuf>,
    /// The folder of the cache.
    pub cache: Option<PathBuf>,
    /// The most that the cache may occupy on the disk, in MiB.
    pub cache_size: u64,
}

/// What happens to a pipeline with a stage that neither the driver nor the filter can bring to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Its creation fails.
    Fail,
    /// It is created as the program wrote it.
    Pass,
}

/// An item of `provide`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All additions up to a grade, and no others.
    Grade(Option<Grade>),
    /// Of those chosen so far, the additions up to a class of cost.
    Cost(Cost),
    /// The additions with this name, too.
    With(String),
    /// All but those with this name.
    Without(String),
}

/// Every setting.
pub static ROWS: &[Row] = &[
    Row {
        name: "provide",
        label: "Provide",
        description: "What to provide where the driver lacks it: `none`, or a grade (`always`, `mostly`, `on-request`: each with \
            the ones before); a class of cost, to keep of these what costs no more (`as-fast`, `slower`, `slow`); then names of features, \
            extensions or subgroup operations to add or, with a minus, to leave out. Classes and names alone are beside `mostly`",
        default: "mostly",
        kind: Kind::List,
        read: |it, value| {
            it.provide = items(value).map(choice).collect::<Result<_, _>>()?;
            // Names alone are meant beside the usual ones.
            if !matches!(it.provide.first(), Some(Choice::Grade(_))) {
                it.provide.insert(0, Choice::Grade(Some(Grade::Mostly)));
            }
            Ok(())
        },
    },
    Row {
        name: "without",
        label: "Without",
        description: "Features, extensions, subgroup operations and versions of Vulkan that the device is treated as not having, by \
            Vulkan's names",
        default: "",
        kind: Kind::List,
        read: |it, value| {
            it.without = items(value).map(part).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    Row {
        name: "allow",
        label: "Allowed losses",
        description: "Losses that the filter may cause: `limits` may be exceeded where the module itself exceeds them; `undef`, \
            `subgroup-of-one`, `f16-relaxed`, `float-controls`, `f64-to-f32` as of `sos filter --allow`. Names are beside `limits`, \
            unless `none` comes first",
        default: "limits",
        kind: Kind::List,
        read: |it, value| {
            it.allow = Allow::LIMITS;
            for item in items(value) {
                let names = || Allow::KINDS.iter().map(|kind| kind.0).chain(["none"]);
                it.allow = match item {
                    "none" => Allow::NONE,
                    _ => {
                        let kind = Allow::from_name(item);
                        it.allow.with(kind.ok_or_else(|| no_such(item, names()))?)
                    }
                };
            }
            Ok(())
        },
    },
    Row {
        name: "assume",
        label: "Promises",
        description: "What is true of all uses of the program's shaders, by the names of `sos filter --assume`",
        default: "",
        kind: Kind::List,
        read: |it, value| {
            it.assume = Assume::NONE;
            for item in items(value).filter(|item| *item != "none") {
                let names = || Assume::PROMISES.iter().map(|promise| promise.name);
                let promise = Assume::from_name(item).ok_or_else(|| no_such(item, names()))?;
                it.assume = it.assume.with(promise);
            }
            Ok(())
        },
    },
    Row {
        name: "spec_base",
        label: "Reserved specialization constants",
        description: "The first `SpecId` of those that hold facts about the device, or `none`: a program that knows nothing of SOS may \
            use any",
        default: "none",
        kind: Kind::List,
        read: |it, value| {
            it.spec_base = match value {
                "none" => None,
                number => Some(number.parse().map_err(|_| format!("`{number}` is neither `none` nor a number"))?),
            };
            Ok(())
        },
    },
    Row {
        name: "subgroup_size",
        label: "Size of subgroups",
        description: "The size of subgroups in compute stages whose pipelines require none, 1 to 128, made where the device does not run \
            it, as of `sos filter --subgroup-size`, and in other stages, where they can be parts of the device's; or `none`: the device's own. \
            The program is told of them",
        default: "none",
        kind: Kind::Enum(SUBGROUP_SIZES),
        read: |it, value| {
            it.subgroup_size = match value {
                "none" => None,
                size => {
                    let size = size.parse().ok().and_then(SubgroupSize::new);
                    Some(size.ok_or_else(|| no_such(value, SUBGROUP_SIZES.iter().copied()))?)
                }
            };
            Ok(())
        },
    },
    Row {
        name: "strip",
        label: "Strip",
        description: "What to remove from modules although the device would accept it: `debug` information, `names`, or `all` that has no \
            effect on the result, as of `sos filter --strip`",
        default: "none",
        kind: Kind::Enum(STRIPS),
        read: |it, value| {
            it.strip = match value {
                "none" => Strip::Nothing,
                name => Strip::from_name(name)
                    .ok_or_else(|| no_such(name, STRIPS.iter().copied()))?,
            };
            Ok(())
        },
    },
    Row {
        name: "freeze",
        label: "Freeze constants",
        description: "Whether specialization constants become plain ones in modules that the device takes as they are, too: in those \
            that are rewritten they do in any case",
        default: "false",
        kind: Kind::Bool,
        read: |it, value| {
            it.freeze = match value {
                // Programs that set it by `VK_EXT_layer_settings` may pass a number.
                "true" | "1" => true,
                "false" | "0" => false,
                other => return Err(no_such(other, ["true", "false"])),
            };
            Ok(())
        },
    },
    Row {
        name: "refused",
        label: "Refused stages",
        description: "Whether the creation of a pipeline fails if neither driver nor filter can bring a stage to run, or it is passed \
            on as the program wrote it",
        default: "fail",
        kind: Kind::Enum(&["fail", "pass"]),
        read: |it, value| {
            it.refused = match value {
                "fail" => Refused::Fail,
                "pass" => Refused::Pass,
                other => return Err(no_such(other, ["fail", "pass"])),
            };
            Ok(())
        },
    },
    Row {
        name: "devices",
        label: "Report for devices",
        description: "Built-in devices (`sos device list`), groups of them, such as `mobile-2025`, or files that describe one: what would become of each stage there is logged \
            too, at the level `info`",
        default: "",
        kind: Kind::List,
        read: |it, value| {
            it.devices = items(value).map(str::to_owned).collect();
            Ok(())
        },
    },
    Row {
        name: "log_level",
        label: "Log level",
        description: "`off`, `error`, `warning` (refused stages), `info` (what is provided, once there is a stage, and a summary), `verbose` (every name and every stage)",
        default: "info",
        kind: Kind::Enum(Level::NAMES),
        read: |it, value| {
            let level = Level::from_name(value);
            it.log_level = level.ok_or_else(|| no_such(value, Level::NAMES.iter().copied()))?;
            Ok(())
        },
    },
    Row {
        name: "log",
        label: "Log file",
        description: "The file to append the log to; standard error without one",
        default: "",
        kind: Kind::SaveFile,
        read: |it, value| {
            it.log = path(value);
            Ok(())
        },
    },
    Row {
        name: "dump",
        label: "Folder for modules",
        description: "A folder that gets the modules: KEY.spv as written, KEY-KEY.spv as filtered, with the keys of sos.h",
        default: "",
        kind: Kind::SaveFolder,
        read: |it, value| {
            it.dump = path(value);
            Ok(())
        },
    },
    Row {
        name: "cache",
        label: "Folder for the cache",
        description: "A folder that keeps filtered modules from run to run; nothing is kept without one",
        default: "",
        kind: Kind::SaveFolder,
        read: |it, value| {
            it.cache = path(value);
            Ok(())
        },
    },
    Row {
        name: "cache_size",
        label: "Size of the cache",
        description: "The most that the cache may occupy, in MiB: when a program starts, the oldest files beyond that go",
        default: "256",
        kind: Kind::Int,
        read: |it, value| {
            it.cache_size = value.parse().map_err(|_| format!("`{value}` is no number"))?;
            Ok(())
        },
    },
];

/// The values of `strip`.
const STRIPS: &[&str] = &["none", "debug", "names", "all"];

/// The values of `subgroup_size`.
const SUBGROUP_SIZES: &[&str] = &["none", "1", "2", "4", "8", "16", "32", "64", "128"];

impl Settings {
    /// Reads all settings. Also returns what is odd about them without being an error.
    ///
    /// # Errors
    /// A sentence about the first value without meaning, and where to log it.
    pub fn read(sources: &Sources) -> Result<(Self, Vec<String>), (String, Option<PathBuf>)> {
        let mut made = Self {
            provide: Vec::new(),
            without: Vec::new(),
            allow: Allow::NONE,
            assume: Assume::NONE,
            spec_base: None,
            subgroup_size: None,
            strip: Strip::Nothing,
            freeze: false,
            refused: Refused::Fail,
            devices: Vec::new(),
            log_level: Level::Info,
            log: None,
            dump: None,
            cache: None,
            cache_size: 0,
        };
        for row in ROWS {
            let found = sources.find(row.name);
            let (value, place) = match &found {
                Some(found) => (found.value.trim(), found.place.as_str()),
                None => (row.default, row.name),
            };
            (row.read)(&mut made, value).map_err(|why| {
                let log = sources.find("log").and_then(|found| path(&found.value));
                (format!("{place}: {why}"), log)
            })?;
        }
        let unknown = sources.names().into_iter();
        let unknown = unknown.filter(|(name, _)| !ROWS.iter().any(|row| row.name == name));
        let said = unknown.map(|(name, place)| {
            let why = no_such(&name, ROWS.iter().map(|row| row.name));
            format!("{place}: {why}; this setting is ignored")
        });
        Ok((made, said.collect()))
    }

    /// What the device offers with what the settings choose of its additions.
    pub fn provided(&self, below: &Target) -> Target {
        let provided = below.with_additions(self.chosen(below));
        match self.subgroup_size {
            Some(size) => told_of(&provided, size),
            None => provided,
        }
    }

    /// The additions to a device that the settings choose.
    pub fn chosen<'a>(&'a self, below: &'a Target) -> impl Iterator<Item = &'static Addition> + 'a {
        below
            .additions(Grade::OnRequest)
            .chain(below.additions_of_layers(Grade::OnRequest))
            .filter(|row| self.chooses(row, below))
    }

    fn chooses(&self, row: &Addition, below: &Target) -> bool {
        let has = |name: &str| {
            let mut extensions = row.all_extensions();
            row.names().contains(&name) || extensions.any(|one| one.name() == name)
        };
        self.provide.iter().fold(false, |chosen, item| match item {
            Choice::Grade(grade) => grade.is_some_and(|grade| row.grade <= grade),
            Choice::Cost(cost) => chosen && cost_on(row, below) <= *cost,
            Choice::With(name) => chosen || has(name),
            Choice::Without(name) => chosen && !has(name),
        })
    }
}

/// What an addition costs on a device. Programs store halves in narrow blocks, each of which is converted where the device does not
/// compute with halves: ncnn does better by words of its own, and that takes more time than the arithmetic. Bytes go with them. No
/// device has those alone, and ncnn computes nonsense there.
pub fn cost_on(row: &Addition, below: &Target) -> Cost {
    let is_narrow = [
        feature::storageBuffer16BitAccess,
        feature::storageBuffer8BitAccess,
    ];
    let is_narrow = is_narrow.iter().any(|one| row.features.contains(one));
    match is_narrow && !below.has_feature(feature::shaderFloat16) {
        true => row.cost.max(Cost::Slower),
        false => row.cost,
    }
}

fn items(value: &str) -> impl Iterator<Item = &str> {
    value
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

fn path(value: &str) -> Option<PathBuf> {
    (!value.is_empty()).then(|| PathBuf::from(value))
}

fn choice(item: &str) -> Result<Choice, String> {
    if item == "none" {
        return Ok(Choice::Grade(None));
    }
    if let Some(grade) = Grade::ALL.into_iter().find(|grade| grade.name() == item) {
        return Ok(Choice::Grade(Some(grade)));
    }
    if let Some(cost) = Cost::ALL.into_iter().find(|cost| cost.name() == item) {
        return Ok(Choice::Cost(cost));
    }
    let (made, name): (fn(String) -> Choice, &str) = match item.strip_prefix('-') {
        Some(name) => (Choice::Without, name),
        None => (Choice::With, item),
    };
    let mut names: Vec<&str> = Vec::new();
    for row in ADDITIONS.iter().chain(OF_LAYERS) {
        names.extend(row.names());
        names.extend(row.all_extensions().map(|one| one.name()));
    }
    if let Some(&known) = names.iter().find(|known| is_called(known, name)) {
        return Ok(made(known.to_owned()));
    }
    if let Some((_, why)) = WITHHELD.iter().find(|row| row.0.member() == name) {
        return Err(format!("`{name}` is not provided: {why}"));
    }
    if part(name).is_ok() {
        return Err(format!("`{name}` is not provided"));
    }
    names.extend(Grade::ALL.map(Grade::name));
    names.extend(Cost::ALL.map(Cost::name));
    names.push("none");
    Err(no_such(name, names))
}

/// Whether a name is meant by what was written: itself, or `QUAD` for `VK_SUBGROUP_FEATURE_QUAD_BIT`.
fn is_called(known: &str, written: &str) -> bool {
    known == written
        || known
            .strip_prefix("VK_SUBGROUP_FEATURE_")
            .is_some_and(|bit| bit == written || bit.split("_BIT").next() == Some(written))
}

/// The name of a part of a device.
fn part(name: &str) -> Result<String, String> {
    let parts: Vec<String> = sos_core::target::parts().map(|part| part.1).collect();
    let target = Target::built_in("vulkan-1.0");
    if target.is_some_and(|target| target.has_part(name).is_ok()) {
        return Ok(name.to_owned());
    }
    if let Some(known) = parts.iter().find(|known| is_called(known, name)) {
        return Ok(known.clone());
    }
    let short = parts
        .iter()
        .map(|part| part.rsplit("::").next().unwrap_or(part));
    Err(no_such(name, short))
}

/// How much of the longer of two names may differ, at most, for one to be near: one letter in so many.
const LETTERS_PER_ERROR: usize = 3;

/// That there is no such name, and which are near.
pub fn no_such<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let wanted = name.to_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    let rated = names.iter().filter_map(|other| {
        let known = other.to_lowercase();
        let score = strsim::jaro_winkler(&wanted, &known);
        // By letters alone, `arithmetic` is not near `VK_SUBGROUP_FEATURE_ARITHMETIC_BIT`.
        let is_part = wanted.len() > 2 && known.contains(&wanted);
        if is_part {
            return Some((score.max(0.9), other));
        }
        // `none` has all its letters in `nonsense`, but half of that is something else.
        let length = wanted.chars().count().max(known.chars().count());
        let is_near = strsim::osa_distance(&wanted, &known) <= length / LETTERS_PER_ERROR;
        (is_near && !wanted.is_empty()).then_some((score, other))
    });
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((_, near)) => format!("there is no `{name}`; `{near}` is near"),
        None if names.len() <= 16 => {
            format!("there is no `{name}`; there are {}", names.join(", "))
        }
        None => format!("there is no `{name}`"),
    }
}

#[cfg(test)]
mod tests;
