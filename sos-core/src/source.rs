//! The facts of a device that specialization constants can hold.
//!
//! The list is `sos-core/registry/spec_constants.tsv`: append-only, since compiled shaders contain its offsets. The headers in
//! `shaderlib` declare the constants, and this module recognizes them by `SpecId` in the reserved range, or by name. The
//! [`Expression`] of a fact describes how the target evaluates it.

use crate::generated::spec_constants::{BY_NAME, SOURCES};
use crate::generated::vulkan::SUBGROUP_FEATURES;
use crate::packed::{column, total, Lists, Name};
use core::fmt;

/// A fact of a device that a specialization constant can hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(u16);

/// A row of the registry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceRow {
    pub offset: u16,
    pub name: Name,
    pub is_bool: bool,
    pub default: u32,
    pub expression: Expression,
}

/// How a fact is derived from a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expression {
    /// Whether the device has at least one of these.
    AnyOf(&'static [Fact]),
    /// A member of a structure of properties, as a number or as a Boolean.
    Property {
        /// The structure, under the name of the first version or extension that had it.
        structure: Name,
        /// The member.
        member: Name,
        /// The element of an array; 0 if the member is none.
        element: u8,
    },
    /// The version of Vulkan, packed as `VK_MAKE_API_VERSION` does it.
    ApiVersion,
    /// The highest version of SPIR-V, encoded as in a module's header.
    SpirvVersion,
}

/// A property that a device has or lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// A feature is enabled.
    Feature {
        /// The structure that it was first a member of.
        structure: Name,
        /// The member.
        member: Name,
    },
    /// A device extension is enabled.
    Extension(Name),
    /// Vulkan 1 of this minor version or later.
    Version(u8),
    /// Bits of `VkSubgroupFeatureFlagBits`: the operations are supported.
    SubgroupOperation(u32),
}

impl fmt::Display for Expression {
    /// By Vulkan's names; ` | ` separates alternatives.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnyOf(facts) => {
                for (index, fact) in facts.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { " | " })?;
                    fact.fmt(f)?;
                }
                Ok(())
            }
            Self::Property {
                structure,
                member,
                element,
            } => {
                write!(f, "{structure}::{member}")?;
                match element {
                    0 => Ok(()),
                    element => write!(f, "[{element}]"),
                }
            }
            Self::ApiVersion => f.write_str("version of Vulkan"),
            Self::SpirvVersion => f.write_str("version of SPIR-V"),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature { structure, member } => write!(f, "{structure}::{member}"),
            Self::Extension(name) => f.write_str(name),
            Self::Version(minor) => write!(f, "Vulkan 1.{minor}"),
            // Every fact has one bit; the others of its names are aliases.
            Self::SubgroupOperation(bits) => {
                let mut names = SUBGROUP_FEATURES.iter();
                f.write_str(
                    names
                        .find(|(_, bit)| bit == bits)
                        .map_or("", |(name, _)| name),
                )
            }
        }
    }
}

const FACTS: [&[Fact]; SOURCES.len()] = column!(SOURCES, row => match row.expression {
    Expression::AnyOf(facts) => facts,
    _ => &[],
});

/// The facts of each row, apart from the rows so that these contain no pointers.
static FACTS_OF: Lists<Fact, { SOURCES.len() }, { total(&FACTS) }> =
    Lists::join(&FACTS, Fact::Version(0));

/// A row without pointers: no facts in it, where it has some.
#[derive(Clone, Copy)]
struct Row {
    default: u32,
    offset: u16,
    name: Name,
    is_bool: bool,
    kind: ExpressionKind,
}

/// An [`Expression`] without its facts.
#[derive(Clone, Copy)]
enum ExpressionKind {
    AnyOf,
    Property(Name, Name, u8),
    ApiVersion,
    SpirvVersion,
}

static ROWS: [Row; SOURCES.len()] = column!(SOURCES, row => Row {
    default: row.default,
    offset: row.offset,
    name: row.name,
    is_bool: row.is_bool,
    kind: match row.expression {
        Expression::AnyOf(_) => ExpressionKind::AnyOf,
        Expression::Property { structure, member, element } => ExpressionKind::Property(structure, member, element),
        Expression::ApiVersion => ExpressionKind::ApiVersion,
        Expression::SpirvVersion => ExpressionKind::SpirvVersion,
    },
});

impl Source {
    /// Every source, by ascending offset.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..SOURCES.len() as u16).map(Self)
    }

    /// The source whose constant has this `OpName`.
    pub fn from_name(name: &str) -> Option<Self> {
        if !name.starts_with("SOS_") {
            return None;
        }
        let name = Name::find_in_modules(name.as_bytes())?;
        let at = BY_NAME
            .binary_search_by_key(&name, |at| ROWS[usize::from(*at)].name)
            .ok()?;
        BY_NAME.get(at).map(|at| Self(*at))
    }

    /// The source that a `SpecId` identifies, if the reserved range starts at `base`.
    pub fn from_spec_id(base: u32, id: u32) -> Option<Self> {
        let offset = u16::try_from(id.checked_sub(base)?).ok()?;
        let at = ROWS.binary_search_by_key(&offset, |row| row.offset).ok()?;
        Some(Self(at as u16))
    }

    fn row(self) -> &'static Row {
        // The field is private: every value is a valid index.
        &ROWS[usize::from(self.0)]
    }

    /// The name of its constant, such as `SOS_HAS_shaderFloat16`.
    pub fn name(self) -> &'static str {
        self.row().name.text_in_modules()
    }

    /// Whether its constant is an `OpTypeBool`; otherwise it is a 32-bit unsigned integer.
    pub fn is_bool(self) -> bool {
        self.row().is_bool
    }

    /// The offset of its `SpecId` in the reserved range.
    pub fn offset(self) -> u32 {
        self.row().offset.into()
    }

    /// The constant's value in shaders that are never filtered: what every Vulkan device has. False is 0.
    pub fn default_value(self) -> u32 {
        self.row().default
    }

    /// How the fact is derived from a device.
    pub fn expression(self) -> Expression {
        match self.row().kind {
            ExpressionKind::AnyOf => Expression::AnyOf(FACTS_OF.get(self.index())),
            ExpressionKind::Property(structure, member, element) => Expression::Property {
                structure,
                member,
                element,
            },
            ExpressionKind::ApiVersion => Expression::ApiVersion,
            ExpressionKind::SpirvVersion => Expression::SpirvVersion,
        }
    }

    /// A dense index below the length of [`Source::all`].
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DEFAULT_SPEC_BASE;

    #[test]
    fn names_and_ids_round_trip() {
        assert!(Source::all().len() > 300);
        for (index, source) in Source::all().enumerate() {
            assert_eq!(source.index(), index);
            assert_eq!(Source::from_name(source.name()), Some(source));
            let id = DEFAULT_SPEC_BASE + source.offset();
            assert_eq!(Source::from_spec_id(DEFAULT_SPEC_BASE, id), Some(source));
            assert!(id < 2047, "glslang takes no SpecId above");
            assert!(!source.is_bool() || source.default_value() == 0);
        }
    }

    #[test]
    fn other_names_and_ids_are_none() {
        for name in [
            "",
            "SOS_",
            "SOS_SUBGROUP_SIZE2",
            "subgroup_size",
            "SOS_HAS_",
        ] {
            assert_eq!(Source::from_name(name), None);
        }
        for id in [
            0,
            DEFAULT_SPEC_BASE - 1,
            DEFAULT_SPEC_BASE + 1022,
            DEFAULT_SPEC_BASE + 65536,
            u32::MAX,
        ] {
            assert_eq!(Source::from_spec_id(DEFAULT_SPEC_BASE, id), None);
        }
        assert_eq!(Source::from_spec_id(u32::MAX, 0), None);
    }

    /// Compiled shaders hold offsets and names. A failure here means that a released row was changed: append instead.
    #[test]
    fn released_rows_stay() {
        const RELEASED: usize = 389;
        // FNV-1a over the lines "offset name type".
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for source in Source::all().take(RELEASED) {
            let kind = if source.is_bool() { "bool" } else { "uint" };
            for byte in format!("{} {} {kind}\n", source.offset(), source.name()).bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        assert_eq!(hash, 0x0cde_6e45_e628_9894);
    }

    #[test]
    fn an_extension_holds_by_version_too() {
        let source = Source::from_name("SOS_HAS_VK_KHR_shader_draw_parameters").unwrap();
        const FACTS: [Fact; 2] = [
            Fact::Extension(Name::of("VK_KHR_shader_draw_parameters")),
            Fact::Version(1),
        ];
        assert_eq!(source.expression(), Expression::AnyOf(&FACTS));
        let shown = |name| Source::from_name(name).unwrap().expression().to_string();
        assert_eq!(
            shown("SOS_HAS_VK_KHR_shader_draw_parameters"),
            "VK_KHR_shader_draw_parameters | Vulkan 1.1"
        );
        assert_eq!(
            shown("SOS_HAS_SUBGROUP_ROTATE_CLUSTERED"),
            "VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT"
        );
        assert_eq!(
            shown("SOS_LIMIT_maxComputeWorkGroupSize_Y"),
            "VkPhysicalDeviceLimits::maxComputeWorkGroupSize[1]"
        );
    }
}
