//! Derives targets from a driver's target by hiding features, which makes the result of a rule comparable with the native result
//! on the same driver.
//!
//! Candidates are what the module declares and what the filter's report says must be enabled: for each, everything that
//! provides it (features, extensions, bits of properties) is removed from the target. Further targets hide all of them at once,
//! have older versions of Vulkan, or have only what the driver shares with limited devices. The subgroup size and the driver's id always
//! stay its own, because the output runs on that driver.

use std::collections::BTreeSet;

use sos_core::target::{
    extension_provided_by, provided_by, ApiVersion, Condition, Description, Feature,
    VulkanExtension,
};
use sos_core::{tables, Report, Target};

/// Limited devices, whose missing features are hidden together.
const LIMITED: [&str; 3] = ["vulkan-1.1", "swiftshader", "nvk-kepler"];

/// A target with hidden features.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    /// A description of what is hidden.
    pub(crate) what: String,
    /// The remaining target.
    pub(crate) target: Target,
}

/// Everything that provides one need.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Providers {
    features: Vec<(&'static str, &'static str)>,
    extensions: Vec<&'static str>,
    operations: u32,
}

/// The targets for which the filter may rewrite a module differently than for the driver.
pub(crate) fn hidden_targets(target: &Target, report: &Report) -> Vec<Hidden> {
    let mut found: Vec<(String, Providers)> = Vec::new();
    for name in &report.capabilities.before {
        let value = tables::capability_by_name(name)
            .and_then(tables::capability_row)
            .map(|row| row.value);
        let conditions = value.map_or(&[][..], provided_by);
        found.push((name.clone(), Providers::of(conditions)));
    }
    for name in &report.extensions.before {
        found.push((name.clone(), Providers::of(extension_provided_by(name))));
    }
    let entries = || report.entry_points.iter();
    let needs = entries().flat_map(|entry| entry.features.iter().chain(&entry.vulkan_extensions));
    for need in needs {
        found.push((need.clone(), Providers::named(need)));
    }
    let mut seen = BTreeSet::new();
    found.retain(|(_, providers)| {
        *providers != Providers::default() && seen.insert(providers.clone())
    });

    let mut hidden_targets = Vec::new();
    let mut hide = |what: String, change: &dyn Fn(&mut Description)| {
        let mut description = target.describe();
        change(&mut description);
        let hidden = description.build();
        if hidden != *target {
            hidden_targets.push(Hidden {
                what,
                target: hidden,
            });
        }
    };
    for (name, providers) in &found {
        hide(format!("without {name}"), &|left| {
            providers.remove_from(left)
        });
    }
    hide("without all of these".to_owned(), &|left| {
        found
            .iter()
            .for_each(|(_, providers)| providers.remove_from(left));
    });
    for minor in 0..target.api_version().minor() {
        hide(format!("as Vulkan 1.{minor}"), &|left| {
            left.api_version = ApiVersion::new(minor.into(), 0);
        });
    }
    for name in LIMITED {
        let Some(limited) = Target::built_in(name) else {
            continue;
        };
        hide(format!("with what {name} has"), &|left| {
            let own = left.properties.clone();
            left.keep_common(&limited.describe());
            left.properties.subgroup_size = own.subgroup_size;
            left.properties.min_subgroup_size = own.min_subgroup_size;
            left.properties.max_subgroup_size = own.max_subgroup_size;
            left.properties.driver_id = own.driver_id;
        });
    }
    hidden_targets
}

impl Providers {
    fn of(conditions: &[Condition]) -> Self {
        let mut providers = Self::default();
        for condition in conditions {
            let features = condition.features().iter();
            providers
                .features
                .extend(features.map(|feature| (feature.structure(), feature.member())));
            match condition {
                Condition::Extension(extension) => providers.extensions.push(extension.name()),
                Condition::Property(property) if property.member == "supportedOperations" => {
                    providers.operations |= property.bits;
                }
                _ => {}
            }
        }
        providers
    }

    /// Parses a need of the report: alternatives, each a feature or an extension.
    fn named(alternatives: &str) -> Self {
        let mut providers = Self::default();
        for name in alternatives.split(" | ") {
            let feature = name
                .split_once("::")
                .and_then(|(structure, member)| Feature::find(structure, member));
            if let Some(feature) = feature {
                providers
                    .features
                    .push((feature.structure(), feature.member()));
            } else if let Some(extension) = VulkanExtension::find(name) {
                providers.extensions.push(extension.name());
            }
        }
        providers
    }

    fn remove_from(&self, description: &mut Description) {
        for (structure, member) in &self.features {
            if let Some(feature) = Feature::find(structure, member) {
                description.set_feature(feature, false);
            }
        }
        for extension in self
            .extensions
            .iter()
            .filter_map(|name| VulkanExtension::find(name))
        {
            description.set_extension(extension, false);
        }
        if let Some(operations) = &mut description.properties.subgroup_supported_operations {
            *operations &= !self.operations;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sos_core::{Module, Options, Scratch};

    #[test]
    fn features_that_a_module_uses_are_hidden() {
        let bytes = include_bytes!("../../corpus/shaders/basic/subgroup.comp.spv");
        let words = sos_core::words::from_bytes(bytes).unwrap();
        let options = Options::default();
        let module = Module::scan(&words, &options.limits).unwrap();
        let target = Target::built_in("lavapipe").unwrap();
        let mut scratch = Scratch::new();
        sos_core::filter(&module, &target, &options, &mut scratch).unwrap();
        let hidden_targets = hidden_targets(&target, &scratch.report(&module, &target, &options));
        assert!(hidden_targets.len() > 4, "{hidden_targets:?}");
        for hidden in &hidden_targets {
            let size = |target: &Target| target.properties().subgroup_size;
            assert_eq!(size(&hidden.target), size(&target), "{}", hidden.what);
            assert!(hidden.target != target, "{}", hidden.what);
        }
        let all = hidden_targets
            .iter()
            .find(|hidden| hidden.what.contains("all"))
            .unwrap();
        let declared = module.words();
        assert!(!crate::check::lacking(declared, &all.target).is_empty());
    }
}
