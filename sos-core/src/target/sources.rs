//! The values of specialization constants on a target.

use super::{Feature, PropertyValue, Target, VulkanExtension};
use crate::source::{Expression, Fact, Source};

impl Target {
    /// The value of a specialization constant's source, zero-extended; 0 and 1 for Booleans.
    ///
    /// `None` if it is no fact of this target: a number that the description does not state, or one that requirements
    /// cannot state of the device that the shader will run on, such as a subgroup size. Of requirements, a limit is what
    /// every device has at least, and a feature that is not required is not there.
    pub fn value_of(&self, source: Source) -> Option<u64> {
        match source.expression() {
            Expression::AnyOf(facts) => Some(facts.iter().any(|fact| self.has_fact(fact)).into()),
            Expression::Property {
                structure,
                member,
                element,
            } => {
                match self.properties().named(structure, member) {
                    Some(PropertyValue::Flag(flag)) => Some(flag.into()),
                    Some(PropertyValue::Unsigned(number)) => Some(number.into()),
                    Some(PropertyValue::Signed(number)) => Some((number as u32).into()),
                    Some(PropertyValue::Triple(numbers)) => {
                        numbers.get(usize::from(element)).map(|n| (*n).into())
                    }
                    Some(PropertyValue::Float(_)) => None,
                    // A Boolean that is not stated is false.
                    None => source.is_bool().then_some(0),
                }
            }
            Expression::ApiVersion => Some(self.api_version().packed().into()),
            Expression::SpirvVersion => Some(0x0001_0000 | u64::from(self.spirv_minor()) << 8),
        }
    }

    fn has_fact(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Feature { structure, member } => {
                Feature::named(*structure, *member).is_some_and(|feature| self.has_feature(feature))
            }
            Fact::Extension(name) => VulkanExtension::of_name(*name)
                .is_some_and(|extension| self.has_vulkan_extension(extension)),
            Fact::Version(minor) => self.api_version().minor() >= *minor,
            Fact::SubgroupOperation(bits) => self.properties().has_subgroup_operation(*bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::properties::{subgroup, FIELDS};
    use super::*;

    /// A name that the tables do not contain would make a constant false on every device without an error.
    #[test]
    fn every_source_is_in_the_tables() {
        for source in Source::all() {
            match source.expression() {
                Expression::AnyOf(facts) => {
                    for fact in facts {
                        let found = match fact {
                            Fact::Feature { structure, member } => Feature::find(structure, member)
                                .is_some_and(|feature| {
                                    (feature.structure(), feature.member())
                                        == (structure.text(), member.text())
                                }),
                            Fact::Extension(name) => VulkanExtension::find(name).is_some(),
                            Fact::Version(minor) => (1..=4).contains(minor),
                            Fact::SubgroupOperation(bits) => {
                                bits.is_power_of_two() && *bits <= subgroup::ROTATE_CLUSTERED
                            }
                        };
                        assert!(found, "{source}: {fact:?}");
                    }
                }
                Expression::Property {
                    structure, member, ..
                } => {
                    let found = FIELDS
                        .iter()
                        .any(|field| (field.structure, field.member) == (structure, member));
                    assert!(found, "{source}: {structure}::{member}");
                }
                Expression::ApiVersion | Expression::SpirvVersion => {}
            }
        }
    }

    #[cfg(feature = "json")]
    #[test]
    fn values_on_some_devices() {
        let value = |target: &str, name: &str| {
            Target::built_in(target)
                .unwrap()
                .value_of(Source::from_name(name).unwrap())
        };
        assert_eq!(value("swiftshader", "SOS_SUBGROUP_SIZE"), Some(4));
        assert_eq!(value("swiftshader", "SOS_HAS_shaderFloat16"), Some(0));
        assert_eq!(value("swiftshader", "SOS_VENDOR_ID"), Some(0x1AE0));
        assert_eq!(value("swiftshader", "SOS_HAS_SUBGROUP_CLUSTERED"), Some(0));
        assert_eq!(value("lavapipe", "SOS_HAS_SUBGROUP_CLUSTERED"), Some(1));
        assert_eq!(
            value("radv-navi10", "SOS_HAS_VK_AMD_shader_ballot"),
            Some(1)
        );
        assert_eq!(value("radv-navi10", "SOS_SPIRV_VERSION"), Some(0x0001_0600));
        assert_eq!(value("radv-navi31", "SOS_SUBGROUP_SIZE_MIN"), Some(32));
        assert_eq!(value("nvk-kepler", "SOS_SUBGROUP_SIZE"), None);
        assert_eq!(
            value("nvk-kepler", "SOS_HAS_SUBGROUP_QUAD_IN_ALL_STAGES"),
            Some(0)
        );
        assert_eq!(value("vulkan-1.1", "SOS_SUBGROUP_SIZE"), None);
        assert_eq!(value("vulkan-1.1", "SOS_VENDOR_ID"), None);
        assert_eq!(value("vulkan-1.1", "SOS_HAS_SUBGROUP_BASIC"), Some(1));
        assert_eq!(
            value("vulkan-1.1", "SOS_LIMIT_maxComputeWorkGroupSize_Z"),
            Some(64)
        );
        assert_eq!(value("vulkan-1.1", "SOS_API_VERSION"), Some(0x0040_1000));
    }
}
