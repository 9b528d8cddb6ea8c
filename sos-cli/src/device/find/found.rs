//! What `sos device find` answers: what is known of the device that was asked for, and the devices that are near, with what to mind
//! about them.

use serde::Serialize;

use super::super::list::Listed;

/// What a near device has in common with the one that was asked for, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) enum Same {
    /// Its name, or what its driver reports as `deviceName`.
    #[serde(rename = "same-device")]
    Device,
    #[serde(rename = "same-chip")]
    Chip,
    /// An alias for a device with another chip of the generation.
    #[serde(rename = "alias")]
    Alias,
    #[serde(rename = "same-driver")]
    Driver,
    #[serde(rename = "same-generation")]
    Generation,
    /// An older one of the vendor's.
    #[serde(rename = "older-generation")]
    Older,
    /// A newer one, or it is not known which is older.
    #[serde(rename = "same-vendor")]
    Vendor,
}

impl Same {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Device => "this device",
            Self::Chip => "same chip",
            Self::Alias => "also called so, same generation",
            Self::Driver => "same driver",
            Self::Generation => "same generation",
            Self::Older => "same vendor, older generation",
            Self::Vendor => "same vendor, another generation",
        }
    }
}

/// What was found.
#[derive(Serialize)]
pub(super) struct Found {
    pub(super) vendor: Option<&'static str>,
    pub(super) family: Option<&'static str>,
    pub(super) year: Option<u16>,
    /// The system on a chip inside a product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) soc: Option<&'static str>,
    /// The graphics inside a product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chip: Option<String>,
    /// What such a device runs, if that is named, or most run the same.
    pub(super) system: Option<&'static str>,
    pub(super) devices: Vec<Near>,
    /// The same for the other chips that the product was sold with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<Found>,
}

/// A device that is near.
#[derive(Serialize)]
pub(super) struct Near {
    pub(super) why: Same,
    #[serde(flatten)]
    pub(super) device: Listed,
}

impl Found {
    /// What is known of the device, and how near the devices are.
    pub(super) fn summary(&self, text: &str) -> String {
        let why = self.devices.first().map(|near| near.why);
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
        let is_near = self.devices.iter().any(|near| near.why < Same::Older);
        self.family.is_none() || is_near
    }

    /// The best device, if it is not on the system that such devices run.
    pub(super) fn elsewhere(&self) -> Option<&Listed> {
        let best = &self.devices.first()?.device;
        (self.system? != best.system()).then_some(best)
    }

    /// What to mind about a device that is not on the system that such devices run.
    pub(super) fn caveat(&self) -> Option<String> {
        let best = self.devices.first()?;
        if best.why == Same::Older && self.system == Some("Android") && self.elsewhere().is_none() {
            return Some(format!(
                "`{}` is the maker's driver on Android of an older generation, which offers less, as none nearer is built in. The \
                 requirements `android-2022` and `android-2025` are others to filter for; a report from vulkan.gpuinfo.org has all \
                 that the device offers",
                best.device.device
            ));
        }
        let (system, best) = (self.system?, self.elsewhere()?);
        let (name, own) = (&best.device, best.system());
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
