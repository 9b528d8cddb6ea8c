//! The implementation paths of the library. Its constants select one.

use sos_core::target::subgroup::{ARITHMETIC, BALLOT, BASIC, QUAD, SHUFFLE};
use sos_core::{Source, Target, DEFAULT_SPEC_BASE};

use super::Language;

/// A path.
pub struct Path {
    /// The name for messages.
    pub name: &'static str,
    /// Values of constants that override the device's.
    given: &'static [(&'static str, u64)],
    /// The subgroup operations of the target, if not all of the device's.
    operations: Option<u32>,
    /// Whether the HLSL version has the path.
    hlsl: bool,
    /// The minimum subgroup size of the path.
    size: usize,
}

const AMD: (&str, u64) = ("SOS_HAS_VK_AMD_shader_ballot", 1);
const WITHOUT_AMD: (&str, u64) = ("SOS_HAS_VK_AMD_shader_ballot", 0);
const WITHOUT_ARITHMETIC: (&str, u64) = ("SOS_HAS_SUBGROUP_ARITHMETIC", 0);
const WITHOUT_CLUSTERED: (&str, u64) = ("SOS_HAS_SUBGROUP_CLUSTERED", 0);
const ANY_SIZE: [(&str, u64); 2] = [("SOS_SUBGROUP_SIZE_MIN", 1), ("SOS_SUBGROUP_SIZE_MAX", 128)];

pub const PATHS: [Path; 6] = [
    Path {
        name: "what the device has",
        given: &[],
        operations: None,
        hlsl: true,
        size: 1,
    },
    Path {
        name: "clustered operations",
        given: &[("SOS_HAS_SUBGROUP_CLUSTERED", 1), WITHOUT_ARITHMETIC],
        operations: None,
        hlsl: false,
        size: 1,
    },
    Path {
        name: "AMD's swizzles",
        given: &[AMD, WITHOUT_ARITHMETIC, WITHOUT_CLUSTERED],
        operations: None,
        hlsl: false,
        size: 1,
    },
    Path {
        name: "shuffles, and sizes known at run time",
        given: &[
            WITHOUT_AMD,
            WITHOUT_ARITHMETIC,
            WITHOUT_CLUSTERED,
            ANY_SIZE[0],
            ANY_SIZE[1],
        ],
        operations: None,
        hlsl: true,
        size: 1,
    },
    Path {
        name: "quads",
        given: &[
            ("SOS_HAS_SUBGROUP_SHUFFLE", 0),
            ("SOS_HAS_SUBGROUP_QUAD", 1),
            WITHOUT_AMD,
            WITHOUT_ARITHMETIC,
            WITHOUT_CLUSTERED,
        ],
        operations: Some(BASIC | BALLOT | QUAD | SHUFFLE),
        hlsl: true,
        size: 4,
    },
    Path {
        name: "ballots alone",
        given: &[],
        operations: Some(BASIC | BALLOT | ARITHMETIC),
        hlsl: false,
        size: 1,
    },
];

impl Path {
    /// Whether the path exists in a language for subgroups of a size.
    pub fn applies_to(&self, language: Language, size: usize) -> bool {
        (self.hlsl || language == Language::Glsl) && size >= self.size
    }

    /// The values of the library's constants.
    pub fn constants(&self) -> Vec<(u32, u64)> {
        given(self.given)
    }

    /// The target with the path's subgroup operations.
    pub fn target(&self, native: &Target) -> Target {
        let mut description = native.describe();
        if let Some(operations) = self.operations {
            description.properties.subgroup_supported_operations = Some(operations);
        }
        description.build()
    }
}

/// Values of the library's constants, by name.
pub fn given(facts: &[(&str, u64)]) -> Vec<(u32, u64)> {
    let constant = |&(name, value): &(&str, u64)| {
        let source = Source::from_name(name).unwrap();
        (DEFAULT_SPEC_BASE + source.offset(), value)
    };
    facts.iter().map(constant).collect()
}
