//! Captures of real devices, as rows of `generated/devices.rs`.
//!
//! One table contains all devices: a row is a fact, with a bit mask of the devices for which it is true. Drivers have much in
//! common, so the table has a twentieth of the size of the texts in `corpus/devices`. A test compares the two and writes the
//! table: `BLESS=1 cargo test -p sos-core captured_devices`.

use super::properties::FIELDS;
use super::{
    ApiVersion, Description, Feature, Properties, PropertyValue, TargetKind, VulkanExtension,
};
use crate::generated::devices::{DEVICES, EXTENSIONS, FEATURES, PROPERTIES};

/// The identity of a captured device.
pub struct Device {
    /// The name to look it up by.
    pub name: &'static str,
    /// The name for display.
    pub label: &'static str,
    /// The origin of the capture.
    pub comment: &'static str,
    /// The version of Vulkan that can be used.
    pub api_version: ApiVersion,
}

/// A bit mask of devices: bit 0 is the first of `DEVICES`.
pub type Devices = u32;

/// A feature, the devices that have it, and those that were queried for it.
pub type FeatureRow = (Feature, Devices, Devices);
/// An extension and the devices that have it.
pub type ExtensionRow = (VulkanExtension, Devices);
/// A property by its index in [`FIELDS`], a value, and the devices of which it is the value.
pub type PropertyRow = (u8, PropertyValue, Devices);

/// The index of the property with this member name, at compile time. Member names are unique among the properties in
/// [`FIELDS`].
pub const fn property(member: &str) -> u8 {
    let mut at = 0;
    while at < FIELDS.len() {
        if FIELDS[at].member.is(member) {
            return at as u8;
        }
        at += 1;
    }
    panic!("no such property")
}

/// The names of the captured devices, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    DEVICES.iter().map(|device| device.name)
}

/// The capture with this name.
pub fn read(name: &str) -> Option<Description> {
    let at = names().position(|other| other == name)?;
    let device = DEVICES.get(at)?;
    let is = |devices: Devices| devices >> at & 1 != 0;
    let mut description = Description::new(device.label, TargetKind::Device, device.api_version);
    device.comment.clone_into(&mut description.comment);
    for &(feature, has, asked) in &FEATURES {
        if is(asked) {
            description.set_feature(feature, is(has));
        }
    }
    for &(extension, has) in &EXTENSIONS {
        description.set_extension(extension, is(has));
    }
    let mut values = vec![None; FIELDS.len()];
    for &(property, value, of) in &PROPERTIES {
        if let Some(place) = values.get_mut(usize::from(property)).filter(|_| is(of)) {
            *place = Some(value);
        }
    }
    description.properties = Properties::from_values(&values);
    Some(description)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use std::collections::BTreeSet;
    use std::fmt::Write as _;
    use std::fs;
    use std::path::{Path, PathBuf};

    const START: &str = "\
//! What captured devices offer. Written by `BLESS=1 cargo test -p sos-core captured_devices` from corpus/devices; do not edit.

use crate::generated::vulkan::feature;
use crate::target::captured::{property, Device, ExtensionRow, FeatureRow, PropertyRow};
use crate::target::{ApiVersion, PropertyValue::*, VulkanExtension};
";

    /// The captures in the corpus, by file name.
    fn captures() -> Vec<(String, Target)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/devices");
        let files = fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let mut captures = Vec::new();
        for file in files {
            let name = file.file_stem().unwrap().to_str().unwrap();
            if file.extension().is_none_or(|end| end != "json") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let target = Target::from_json(&text).unwrap();
            assert_eq!(target.kind(), TargetKind::Device, "{name}");
            assert_eq!(
                text,
                target.to_profile_json(),
                "{name} is not as to_profile_json writes it"
            );
            captures.push((name.to_owned(), target));
        }
        assert!(captures.len() <= 32, "a row has no room for so many");
        captures
    }

    fn bits(captures: &[(String, Target)], is: impl Fn(&Target) -> bool) -> Devices {
        let bits = captures.iter().enumerate();
        bits.fold(0, |all, (at, (_, target))| {
            all | u32::from(is(target)) << at
        })
    }

    /// The constant for a feature.
    fn constant(feature: Feature) -> String {
        let member = feature.member();
        let same = Feature::all().filter(|other| other.member() == member);
        match same.count() {
            1 => member.to_owned(),
            _ => format!("{}_{member}", feature.structure()),
        }
    }

    fn item(text: &mut String, what: &str, name: &str, row: &str, rows: &[String]) {
        write!(
            text,
            "\n/// {what}\n#[rustfmt::skip]\npub static {name}: [{row}; {}] = [\n{}];\n",
            rows.len(),
            rows.concat()
        )
        .unwrap();
    }

    fn table(captures: &[(String, Target)]) -> String {
        let mut text = START.to_owned();
        let devices: Vec<String> = captures
            .iter()
            .map(|(name, target)| {
                let (label, comment) = (target.name(), target.comment());
                let version = target.api_version().to_string();
                let version = version.strip_prefix("1.").unwrap().replace('.', ", ");
                format!(
                    "    Device {{\n        name: {name:?},\n        label: {label:?},\n        comment: {comment:?},\n        api_version: ApiVersion::new({version}),\n    }},\n"
                )
            })
            .collect();
        item(
            &mut text,
            "The devices, by name.",
            "DEVICES",
            "Device",
            &devices,
        );
        let features = Feature::all().filter_map(|feature| {
            let has = bits(captures, |target| target.has_feature(feature));
            let asked = bits(captures, |target| target.knows_feature(feature));
            let name = constant(feature);
            (asked != 0).then(|| format!("    (feature::{name}, {has:#x}, {asked:#x}),\n"))
        });
        let features: Vec<String> = features.collect();
        item(
            &mut text,
            "Features, with the devices that have them and those that were asked.",
            "FEATURES",
            "FeatureRow",
            &features,
        );
        let extensions = VulkanExtension::all().filter_map(|extension| {
            let has = bits(captures, |target| target.has_vulkan_extension(extension));
            (has != 0)
                .then(|| format!("    (VulkanExtension::named(\"{extension}\"), {has:#x}),\n"))
        });
        let extensions: Vec<String> = extensions.collect();
        item(
            &mut text,
            "Extensions, with the devices that have them.",
            "EXTENSIONS",
            "ExtensionRow",
            &extensions,
        );
        let mut properties = Vec::new();
        for field in FIELDS {
            let value = |target: &Target| target.properties().get(&field.structure, &field.member);
            let mut seen = BTreeSet::new();
            for (_, target) in captures {
                let Some(one) = value(target).filter(|one| seen.insert(format!("{one:?}"))) else {
                    continue;
                };
                let of = bits(captures, |target| value(target) == Some(one));
                let member = field.member;
                properties.push(format!("    (property(\"{member}\"), {one:?}, {of:#x}),\n"));
            }
        }
        item(
            &mut text,
            "Properties, each value with the devices that have it.",
            "PROPERTIES",
            "PropertyRow",
            &properties,
        );
        text
    }

    #[test]
    fn captured_devices_are_those_of_the_corpus() {
        let captures = captures();
        let table = table(&captures);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated/devices.rs");
        if std::env::var_os("BLESS").is_some() {
            fs::write(path, table).unwrap();
            return;
        }
        assert!(
            fs::read_to_string(path).unwrap() == table,
            "not as corpus/devices has it: BLESS=1 cargo test -p sos-core captured_devices"
        );
        assert!(names().eq(captures.iter().map(|(name, _)| name.as_str())));
        for (name, target) in captures {
            assert!(read(&name).unwrap().build() == target, "{name}");
        }
    }

    #[test]
    fn no_two_properties_have_one_name() {
        let members: BTreeSet<&str> = FIELDS.iter().map(|field| field.member.text()).collect();
        assert_eq!(members.len(), FIELDS.len());
        assert!(FIELDS.len() < usize::from(u8::MAX));
    }
}
