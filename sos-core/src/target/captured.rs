//! Captures of real devices, as rows of `generated/devices.rs`.
//!
//! One table contains all devices: a row is a fact, with a bit mask of the devices for which it is true. Drivers have much in
//! common, so the table has a fiftieth of the size of the texts in `corpus/devices`. What people read of a device is a line of one
//! text: a string of its own would cost a shared library more for its relocation than for its letters. A test compares the two and
//! writes the table: `BLESS=1 cargo test -p sos-core captured_devices`.

use super::properties::FIELDS;
use super::{Description, Feature, Properties, PropertyValue, TargetKind, VulkanExtension};
use crate::generated::devices::{EXTENSIONS, FEATURES, GAPS, PROPERTIES, TEXTS, VERSIONS};
use alloc::borrow::ToOwned as _;
use alloc::vec;

/// A bit mask of devices: bit 0 is the first of `TEXTS`.
pub type Devices = u64;

/// A feature, the devices that have it, and those that were queried for it.
pub type FeatureRow = (Feature, Devices, Devices);
/// An extension and the devices that have it.
pub type ExtensionRow = (VulkanExtension, Devices);
/// What a text about devices leaves out, one of [`Target::gaps`](super::Target::gaps), and the devices of whose text it is true.
pub type GapRow = (&'static str, Devices);
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

/// The name to look a device up by, the name for display, and the origin, of each device.
fn texts() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    TEXTS.lines().map(|line| {
        let mut parts = line.splitn(3, '\t');
        let mut part = || parts.next().unwrap_or_default();
        (part(), part(), part())
    })
}

/// The names of the captured devices, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    texts().map(|(name, ..)| name)
}

/// The capture with this name.
pub fn read(name: &str) -> Option<Description> {
    let of = texts().enumerate().zip(&VERSIONS);
    let found = of.map(|((at, texts), version)| (at, texts, version));
    let (at, (_, label, comment), version) = { found }.find(|(_, texts, _)| texts.0 == name)?;
    let is = |devices: Devices| devices >> at & 1 != 0;
    let mut description = Description::new(label, TargetKind::Device, *version);
    comment.clone_into(&mut description.comment);
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
    let gaps = GAPS.iter().filter(|(_, of)| is(*of));
    description.gaps = gaps.map(|(gap, _)| (*gap).to_owned()).collect();
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
use crate::target::captured::{property, ExtensionRow, FeatureRow, GapRow, PropertyRow};
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
        assert!(
            captures.len() <= Devices::BITS as usize,
            "a row has no room for so many: widen `Devices`"
        );
        captures
    }

    fn bits(captures: &[(String, Target)], is: impl Fn(&Target) -> bool) -> Devices {
        let bits = captures.iter().enumerate();
        bits.fold(0, |all, (at, (_, target))| {
            all | Devices::from(is(target)) << at
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
        text.push_str("\n/// The devices, by name: its name, the one for display, and its origin, between tabs.\n");
        text.push_str("#[rustfmt::skip]\npub static TEXTS: &str = \"\\\n");
        for (name, target) in captures {
            let texts = [name.as_str(), target.name(), target.comment()];
            assert!(
                !texts.concat().contains(['\t', '\n', '"', '\\']),
                "{name}: a text with what has to be escaped"
            );
            text += &(texts.join("\\t") + "\n");
        }
        text.push_str("\";\n");
        let versions = captures.iter().map(|(_, target)| {
            let version = target.api_version();
            format!(
                "    ApiVersion::new({}, {}),\n",
                version.minor(),
                version.patch()
            )
        });
        item(
            &mut text,
            "The versions of Vulkan that can be used.",
            "VERSIONS",
            "ApiVersion",
            &versions.collect::<Vec<_>>(),
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
        // In an order that is each device's.
        let mut gaps: Vec<&String> = Vec::new();
        for (_, target) in captures {
            let mut next = gaps.len();
            for gap in target.gaps().iter().rev() {
                match gaps.iter().position(|other| *other == gap) {
                    Some(at) => next = at,
                    None => gaps.insert(next, gap),
                }
            }
        }
        let gaps = gaps.into_iter().map(|gap| {
            let of = bits(captures, |target| target.gaps().contains(gap));
            format!("    ({gap:?}, {of:#x}),\n")
        });
        item(
            &mut text,
            "What the texts leave out, with the devices of whose text it is true.",
            "GAPS",
            "GapRow",
            &gaps.collect::<Vec<_>>(),
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
