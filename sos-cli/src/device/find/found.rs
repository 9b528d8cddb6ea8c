//! What `sos device find` says of what it found ([`Answer`]), with what to mind about it.

use sos_core::target::find::Same;
use sos_front::devices::Answer;

/// What is known of the device, and how near the devices are.
pub(super) fn summary(found: &Answer, text: &str) -> String {
    let why = found.devices.first().map(|near| near.same);
    let has = match (&found.chip, found.soc) {
        (Some(chip), Some(soc)) => format!("{text} has {soc} with {chip},"),
        (Some(chip), None) => format!("{text} has {chip},"),
        (None, _) => format!("{text} is"),
    };
    let is = match (found.vendor, found.family, found.year) {
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
        None if found.system == Some("Android") => {
            format!("{is}; nothing near is built in. {MAKERS}")
        }
        None if found.family.is_some() => format!("{is}; nothing near is built in. {CAPTURE}"),
        None => format!("{is}; nothing near is built in. {ASK}. {CAPTURE}"),
        Some(Same::Older | Same::Vendor) if !has_generation(found) => {
            format!("{is}; none of that generation is built in")
        }
        Some(Same::Older) => is,
        Some(Same::Vendor) => format!("{is}. {ASK}"),
        Some(_) => is,
    }
}

/// Whether its generation is unknown, or a device of it is near.
fn has_generation(found: &Answer) -> bool {
    let is_near = found.devices.iter().any(|near| near.same < Same::Older);
    found.family.is_none() || is_near
}

/// What to mind about a device that is not on the system that such devices run.
pub(super) fn caveat(found: &Answer) -> Option<String> {
    let best = found.devices.first()?;
    if best.same == Same::Older && found.system == Some("Android") && found.elsewhere.is_none() {
        return Some(format!(
            "`{}` is the maker's driver on Android of an older generation, which offers less, as none nearer is built in. The \
             requirements `android-2022` and `android-2025` are others to filter for; a report from vulkan.gpuinfo.org has all \
             that the device offers",
            best.device.device
        ));
    }
    let (system, own) = (found.system?, found.elsewhere?);
    let name = &best.device.device;
    Some(match (system, own) {
        ("Android", "Linux") => format!(
            "`{name}` is Mesa's driver on Linux, and none near on Android is built in. {MAKERS}"
        ),
        _ => format!("`{name}` is a driver on {own}, and none near on {system} is built in"),
    })
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
