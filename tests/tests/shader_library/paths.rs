//! The ways that the library can go on a device, chosen by what its constants are told.

use sos_core::target::subgroup::{ARITHMETIC, BALLOT, BASIC, QUAD, SHUFFLE};
use sos_core::{Source, Target, DEFAULT_SPEC_BASE};

use super::Language;

/// One way.
pub struct Path {
    /// For messages.
    pub name: &'static str,
    /// What the constants are told, whatever the device has.
    told: &'static [(&'static str, u64)],
    /// The subgroup operations that the filter may use, if not all of the device's.
    operations: Option<u32>,
    /// Whether HLSL has such a way.
    hlsl: bool,
    /// The least size of subgroups for it.
    size: usize,
}

const AMD: (&str, u64) = ("SOS_HAS_VK_AMD_shader_ballot", 1);
const NO_AMD: (&str, u64) = ("SOS_HAS_VK_AMD_shader_ballot", 0);
const NO_ARITHMETIC: (&str, u64) = ("SOS_HAS_SUBGROUP_ARITHMETIC", 0);
const NO_CLUSTERS: (&str, u64) = ("SOS_HAS_SUBGROUP_CLUSTERED", 0);
const ANY_SIZE: [(&str, u64); 2] = [("SOS_SUBGROUP_SIZE_MIN", 1), ("SOS_SUBGROUP_SIZE_MAX", 128)];

pub const PATHS: [Path; 6] = [
    Path {
        name: "what the device has",
        told: &[],
        operations: None,
        hlsl: true,
        size: 1,
    },
    Path {
        name: "clustered operations",
        told: &[("SOS_HAS_SUBGROUP_CLUSTERED", 1), NO_ARITHMETIC],
        operations: None,
        hlsl: false,
        size: 1,
    },
    Path {
        name: "AMD's swizzles",
        told: &[AMD, NO_ARITHMETIC, NO_CLUSTERS],
        operations: None,
        hlsl: false,
        size: 1,
    },
    Path {
        name: "shuffles, and sizes known at run time",
        told: &[NO_AMD, NO_ARITHMETIC, NO_CLUSTERS, ANY_SIZE[0], ANY_SIZE[1]],
        operations: None,
        hlsl: true,
        size: 1,
    },
    Path {
        name: "quads",
        told: &[
            ("SOS_HAS_SUBGROUP_SHUFFLE", 0),
            ("SOS_HAS_SUBGROUP_QUAD", 1),
            NO_AMD,
            NO_ARITHMETIC,
            NO_CLUSTERS,
        ],
        operations: Some(BASIC | BALLOT | QUAD | SHUFFLE),
        hlsl: true,
        size: 4,
    },
    Path {
        name: "ballots alone",
        told: &[],
        operations: Some(BASIC | BALLOT | ARITHMETIC),
        hlsl: false,
        size: 1,
    },
];

impl Path {
    /// Whether there is such a way in a language, for subgroups of a size.
    pub fn is_for(&self, language: Language, size: usize) -> bool {
        (self.hlsl || language == Language::Glsl) && size >= self.size
    }

    /// What the constants are told.
    pub fn constants(&self) -> Vec<(u32, u64)> {
        told(self.told)
    }

    /// What the filter knows of the device.
    pub fn target(&self, native: &Target) -> Target {
        let mut description = native.describe();
        if let Some(operations) = self.operations {
            description.properties.subgroup_supported_operations = Some(operations);
        }
        description.build()
    }
}

/// Values for the library's constants, by name.
pub fn told(facts: &[(&str, u64)]) -> Vec<(u32, u64)> {
    let constant = |&(name, value): &(&str, u64)| {
        let source = Source::from_name(name).unwrap();
        (DEFAULT_SPEC_BASE + source.offset(), value)
    };
    facts.iter().map(constant).collect()
}
