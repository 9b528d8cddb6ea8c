//! Devices as lists and searches name them: the rows of `sos device list --json`, and what `sos device find --json` answers.

use serde::Serialize;
use sos_core::target::find::{self, Found, Same};
use sos_core::target::{built_in_aliases, built_in_names, known_devices, Known, TargetKind};
use sos_core::text::one_line;
use sos_core::Target;

use crate::failure::Failure;
use crate::near::{near, near_part, shown};

/// A row of `device list`.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// The argument of `--device` that selects this device.
    pub device: String,
    /// Others that select it.
    pub aliases: Vec<&'static str>,
    /// Its own name.
    pub name: String,
    /// `device` or `requirements`.
    pub kind: String,
    /// Of Vulkan.
    pub api_version: String,
    /// The highest that it takes.
    pub spirv_version: String,
    /// What is known of a captured device; absent from others.
    #[serde(flatten)]
    pub known: Option<Facts>,
}

/// What is known of a captured device.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// Who designed the chip; `null` for none.
    pub vendor: Option<&'static str>,
    /// Its generation.
    pub family: &'static str,
    /// When the first chip of the family came out.
    pub year: u16,
    /// The driver's system.
    pub system: &'static str,
    /// `desktop`, `mobile` or `software`.
    pub form: &'static str,
    /// The driver's version.
    pub driver: &'static str,
    /// When that came out.
    pub driver_year: u16,
}

impl Listed {
    /// The row of a target that `device` selects.
    pub fn new(device: String, target: &Target) -> Self {
        let aliases = built_in_aliases().filter(|(_, name)| *name == device);
        let known = known_devices().find(|known| known.name == device);
        Self {
            aliases: aliases.map(|(alias, _)| alias).collect(),
            known: known.map(Facts::of),
            device,
            name: target.name().to_owned(),
            kind: kind(target).to_owned(),
            api_version: target.api_version().to_string(),
            spirv_version: spirv_version(target),
        }
    }

    /// The name for display.
    pub fn name(&self) -> String {
        one_line(&self.name)
    }

    /// The driver's system, empty if it is not known.
    pub fn system(&self) -> &'static str {
        self.known.as_ref().map_or("", |known| known.system)
    }

    /// The chip's family and age and the driver's system, empty if they are not known.
    pub fn family(&self) -> String {
        self.known.as_ref().map_or_else(String::new, |known| {
            let vendor = known
                .vendor
                .map_or_else(String::new, |vendor| format!("{vendor} "));
            format!(
                "{vendor}{} ({}), {}",
                known.family, known.year, known.system
            )
        })
    }
}

impl Facts {
    fn of(known: Known) -> Self {
        Self {
            vendor: known.vendor,
            family: known.family,
            year: known.year,
            system: known.system,
            form: known.form.name(),
            driver: known.driver,
            driver_year: known.driver_year,
        }
    }
}

/// What a target describes, as a word.
pub fn kind(target: &Target) -> &'static str {
    match target.kind() {
        TargetKind::Device => "device",
        TargetKind::Requirements => "requirements",
        _ => "other",
    }
}

/// The highest version of SPIR-V that a target takes.
pub fn spirv_version(target: &Target) -> String {
    format!("1.{}", target.spirv_minor())
}

/// The built-in devices.
pub fn built_in() -> impl Iterator<Item = Listed> {
    built_in_names().filter_map(|name| Some(Listed::new(name.to_owned(), &Target::built_in(name)?)))
}

/// What was found.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// Who designed the chip.
    pub vendor: Option<&'static str>,
    /// Its generation.
    pub family: Option<&'static str>,
    /// When that came out.
    pub year: Option<u16>,
    /// The system on a chip of a product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soc: Option<&'static str>,
    /// The chip of a product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip: Option<String>,
    /// The driver's system.
    pub system: Option<&'static str>,
    /// The nearest first.
    pub devices: Vec<Near>,
    /// The same for the other chips that the product was sold with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Answer>,
    /// The system of the best device, if such devices run another.
    #[serde(skip)]
    pub elsewhere: Option<&'static str>,
}

/// A device that is near.
#[derive(Debug, Serialize)]
pub struct Near {
    /// Why it is near, as a name.
    pub why: &'static str,
    /// Why it is near.
    #[serde(skip)]
    pub same: Same,
    /// The device.
    #[serde(flatten)]
    pub device: Listed,
}

impl Answer {
    /// What was found of one device.
    pub fn new(found: Found) -> Self {
        let listed = found.devices.iter().filter_map(|near| {
            let target = Target::built_in(near.device)?;
            Some(Near {
                why: near.why.name(),
                same: near.why,
                device: Listed::new(near.device.to_owned(), &target),
            })
        });
        Self {
            devices: listed.collect(),
            also: Vec::new(),
            elsewhere: found.elsewhere(),
            vendor: found.vendor,
            family: found.family,
            year: found.year,
            soc: found.soc,
            chip: found.chip,
            system: found.system,
        }
    }
}

/// What is found for a text.
///
/// # Errors
/// It is no name, or a number that several chips have.
pub fn nearest(text: &str) -> Result<Answer, Failure> {
    let found = find::find(&shown(text)).map_err(|why| Failure::Target(why.to_string()))?;
    let mut answers = found.into_iter().map(Answer::new);
    let mut first = answers
        .next()
        .ok_or_else(|| Failure::Target(no_such(text)))?;
    first.also = answers.collect();
    Ok(first)
}

/// The built-in device that a name selects: its own, an alias, or a product for which one stands.
///
/// # Errors
/// There is none, or there are several; what to do instead is the caller's to say.
pub fn select(name: &str) -> Result<Target, Failure> {
    let name = &shown(name);
    if let Some(target) = Target::built_in(name) {
        return Ok(target);
    }
    match find::stand_ins(name) {
        Some(Ok(found)) => {
            let mut devices = found.devices.iter().filter_map(|one| Target::built_in(one));
            match (devices.next(), devices.next()) {
                (Some(device), None) => Ok(device),
                _ => Err(Failure::Target(format!(
                    "{}. One device is wanted: name one of them",
                    found.note
                ))),
            }
        }
        Some(Err(why)) => Err(Failure::Target(format!("{why}. {MAKERS}"))),
        None => Err(Failure::Target(no_such(name))),
    }
}

/// Why a name selects nothing.
fn no_such(name: &str) -> String {
    let found = find::find(name).unwrap_or_default();
    let instead = match found.iter().find_map(Found::best) {
        Some((device, why)) => format!("; built in is `{device}` ({why})"),
        None => {
            let aliases = built_in_aliases().map(|(alias, _)| alias);
            near(name, built_in_names().chain(aliases))
        }
    };
    format!("no device is called `{name}`{instead}")
}

/// What to filter for in place of a phone whose driver is not built in.
const MAKERS: &str = "Phones and headsets come with the maker's driver, which may offer less: filter for the requirements \"android-2022\" and \
     \"android-2025\", or for the device's report from vulkan.gpuinfo.org";

/// A target without some parts, by Vulkan's names.
///
/// # Errors
/// A name is none of these.
pub fn without(target: &Target, names: &[String]) -> Result<Target, Failure> {
    if names.is_empty() {
        return Ok(target.clone());
    }
    target.without(names).map_err(|error| {
        // What a driver bug is in has no name that is near.
        let near = match error.providers() {
            [] => near_part(&error.name),
            _ => String::new(),
        };
        Failure::option("without", format!("{error}{near}"))
    })
}
