//! What `sos device find` answers: what is known of the device that was asked for, and the devices that are near, with what to mind
//! about them.

use serde::Serialize;
use sos_core::target::find::{Found, Same};
use sos_core::Target;

use super::super::list::Listed;

/// What was found.
#[derive(Serialize)]
pub(super) struct Answer {
    vendor: Option<&'static str>,
    family: Option<&'static str>,
    year: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    soc: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chip: Option<String>,
    system: Option<&'static str>,
    pub(super) devices: Vec<Near>,
    /// The same for the other chips that the product was sold with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<Answer>,
    /// The system of the best device, if such devices run another.
    #[serde(skip)]
    elsewhere: Option<&'static str>,
}

/// A device that is near.
#[derive(Serialize)]
pub(super) struct Near {
    why: &'static str,
    #[serde(skip)]
    pub(super) same: Same,
    #[serde(flatten)]
    pub(super) device: Listed,
}

impl Answer {
    pub(super) fn new(found: Found) -> Self {
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

    /// What is known of the device, and how near the devices are.
    pub(super) fn summary(&self, text: &str) -> String {
        let why = self.devices.first().map(|near| near.same);
        let has = match (&self.chip, self.soc) {
            (Some(chip), Some(soc)) => format!("{text} has {soc} with {chip},"),
            (Some(chip), None) => format!("{text} has {chip},"),
            (None, _) => format!("{text} is"),
        };
        let is = match (self.vendor, self.family, self.year) {
            (Some(vendor), Some(family), Some(year)) => {
                format!("{has} of {vendor}'s generation {family} ({year})")
            }
            (None, Some(_), _) => format!("{text} computes on the processor"),
            (Some(vendor), ..) if why == Some(Same::Driver) => {
                format!("{text} is a driver for chips of {vendor}")
            }
            (Some(vendor), ..) => {
                format!("{has} of {vendor}; its generation is not known here")
            }
            _ if why == Some(Same::Driver) => format!("{text} is a driver"),
            _ if why.is_some() => format!("{text} is what many devices meet, and no chip"),
            _ => format!("it is not known here what {text} is"),
        };
        match why {
            None if self.system == Some("Android") => {
                format!("{is}; nothing near is built in. {MAKERS}")
            }
            None if self.family.is_some() => format!("{is}; nothing near is built in. {CAPTURE}"),
            None => format!("{is}; nothing near is built in. {ASK}. {CAPTURE}"),
            Some(Same::Older | Same::Vendor) if !self.has_generation() => {
                format!("{is}; none of that generation is built in")
            }
            Some(Same::Older) => is,
            Some(Same::Vendor) => format!("{is}. {ASK}"),
            Some(_) => is,
        }
    }

    /// Whether its generation is unknown, or a device of it is near.
    fn has_generation(&self) -> bool {
        let is_near = self.devices.iter().any(|near| near.same < Same::Older);
        self.family.is_none() || is_near
    }

    /// What to mind about a device that is not on the system that such devices run.
    pub(super) fn caveat(&self) -> Option<String> {
        let best = self.devices.first()?;
        if best.same == Same::Older && self.system == Some("Android") && self.elsewhere.is_none() {
            return Some(format!(
                "`{}` is the maker's driver on Android of an older generation, which offers less, as none nearer is built in. The \
                 requirements `android-2022` and `android-2025` are others to filter for; a report from vulkan.gpuinfo.org has all \
                 that the device offers",
                best.device.device
            ));
        }
        let (system, own) = (self.system?, self.elsewhere?);
        let name = &best.device.device;
        Some(match (system, own) {
            ("Android", "Linux") => format!("`{name}` is Mesa's driver on Linux, and none near on Android is built in. {MAKERS}"),
            _ => format!("`{name}` is a driver on {own}, and none near on {system} is built in"),
        })
    }
}

/// What to filter for in place of a phone whose driver is not built in.
pub(super) const MAKERS: &str = "Phones and headsets come with the maker's driver, which may offer less: filter for the requirements `android-2022` \
     and `android-2025`, or for the device's report from vulkan.gpuinfo.org";

/// What to do about a device that is not near.
const CAPTURE: &str =
    "`sos device capture` on such a device, or its report from vulkan.gpuinfo.org, describes it";

/// What else to ask for.
const ASK: &str =
    "Give the deviceName that `vulkaninfo --summary` prints, or its vendorID:deviceID, as 0x10de:0x2504";
