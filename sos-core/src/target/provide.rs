//! Targets with parts added by their Khronos names, to find out what a module would need besides: the reverse of
//! [`Target::without`](super::Target::without).

use super::properties::{Kind, FIELDS};
use super::without::version;
use super::{
    provided_by, ApiVersion, Condition, Description, Feature, Properties, PropertyValue,
    VulkanExtension,
};
use crate::tables::capability_row;

impl Description {
    /// Adds what a report names as a provider: features (several joined by "and"), a device extension, a version of Vulkan, a flag or a
    /// bit of a property; removes it behind "no". Returns whether all names are known.
    pub(crate) fn provide(&mut self, names: &str) -> bool {
        match names.strip_prefix("no ") {
            Some(name) => self.remove_part(name),
            None => names.split(" and ").all(|name| self.provide_one(name)),
        }
    }

    fn provide_one(&mut self, name: &str) -> bool {
        if let Some(extension) = VulkanExtension::find(name) {
            self.set_extension(extension, true);
            return true;
        }
        if let Some(minor) = version(name) {
            self.api_version = self.api_version.max(ApiVersion::new(minor.into(), 0));
            return true;
        }
        let feature = name
            .split_once("::")
            .and_then(|(structure, member)| Feature::find(structure, member));
        match feature {
            Some(feature) => {
                self.provide_feature(feature);
                true
            }
            None => self.properties.provide(name),
        }
    }

    /// Adds a feature with the extensions that define it, and what was withheld with it.
    fn provide_feature(&mut self, feature: Feature) {
        self.set_feature(feature, true);
        for &extension in feature.extensions() {
            self.set_extension(extension, true);
        }
        let is_provided = |&index: &u16| {
            let conditions = capability_row(index).map_or(&[][..], |row| provided_by(row.value));
            let mut features = conditions.iter().flat_map(Condition::features);
            features.any(|one| *one == feature)
        };
        let withheld = self.withheld.iter();
        self.withheld = withheld.filter(|index| !is_provided(index)).collect();
    }

    /// Makes a limit as large, or if the number is negative as small, as a number needs. `limit` is a member of Vulkan's structures,
    /// perhaps with a dimension, as `maxComputeWorkGroupSize[0]`. Returns whether it is known.
    pub(crate) fn allow_number(&mut self, limit: &str, number: i64) -> bool {
        let (member, axis) = match limit.split_once('[') {
            Some((member, axis)) => (member, axis.trim_end_matches(']').parse::<usize>().ok()),
            None => (limit, None),
        };
        let mut values = self.properties.values();
        let mut known = false;
        for (at, _) in Properties::meant(member) {
            let (Some(field), Some(value)) = (FIELDS.get(at), values.get_mut(at)) else {
                continue;
            };
            let unsigned = u32::try_from(number).unwrap_or(u32::MAX);
            *value = match (field.kind, *value) {
                (Kind::Unsigned, _) => Some(PropertyValue::Unsigned(unsigned)),
                (Kind::Signed, _) => i32::try_from(number).ok().map(PropertyValue::Signed),
                (Kind::Triple, before) => {
                    // What is not stated is what every device must have, of which the least is meant here.
                    let mut sizes = match before {
                        Some(PropertyValue::Triple(sizes)) => sizes,
                        _ => [64; 3],
                    };
                    if let Some(size) = axis.and_then(|axis| sizes.get_mut(axis)) {
                        *size = unsigned;
                    }
                    Some(PropertyValue::Triple(sizes))
                }
                _ => continue,
            };
            known = true;
        }
        if known {
            self.properties = Properties::from_values(&values);
        }
        known
    }
}

impl Properties {
    /// Sets what a name means: a flag, or a bit of a mask. Returns whether it means any.
    fn provide(&mut self, name: &str) -> bool {
        let mut values = self.values();
        let mut known = false;
        for (at, named) in Self::meant(name) {
            let (Some(field), Some(value)) = (FIELDS.get(at), values.get_mut(at)) else {
                continue;
            };
            *value = match (field.kind, *value, named) {
                (Kind::Flag, _, None) => Some(PropertyValue::Flag(true)),
                (Kind::Bits(_), Some(PropertyValue::Unsigned(has)), Some(bits)) => {
                    Some(PropertyValue::Unsigned(has | bits))
                }
                (Kind::Bits(_) | Kind::Name(_), _, Some(bits)) => {
                    Some(PropertyValue::Unsigned(bits))
                }
                _ => continue,
            };
            known = true;
        }
        if known {
            *self = Self::from_values(&values);
        }
        known
    }
}

#[cfg(all(test, feature = "devices"))]
mod tests {
    use crate::target::{parts, PartKind, Target};

    #[test]
    fn what_was_removed_by_name_can_be_provided_by_name() {
        let whole = Target::built_in("radv-navi31").unwrap();
        let mut seen = 0;
        for (kind, name) in parts() {
            let without = whole.without([&name]).unwrap();
            if without == whole || kind == PartKind::Version {
                continue;
            }
            let has_bits = !matches!(kind, PartKind::Property) || name.contains(" (");
            if !has_bits {
                continue;
            }
            let mut description = without.describe();
            assert!(description.provide(&name), "{name}");
            let again = description.build();
            // An extension comes without the features of its structures.
            if kind != PartKind::Extension {
                assert!(again.has_part(&name).unwrap(), "{name}");
                let has_all = whole.capabilities().is_subset(again.capabilities());
                assert!(has_all, "{name}");
            }
            seen += 1;
        }
        assert!(seen > 200, "{seen}");
    }

    #[test]
    fn limits_are_raised_by_name() {
        let mut description = Target::built_in("vulkan-1.0").unwrap().describe();
        assert!(description.allow_number("maxComputeWorkGroupSize[1]", 900));
        assert!(description.allow_number("maxComputeSharedMemorySize", 70_000));
        assert!(description.allow_number("minTexelOffset", -50));
        assert!(!description.allow_number("maxOfNothing", 1));
        let properties = &description.properties;
        assert_eq!(properties.max_compute_work_group_size.unwrap()[1], 900);
        assert_eq!(properties.max_compute_shared_memory_size, Some(70_000));
        assert_eq!(properties.min_texel_offset, Some(-50));
    }
}
