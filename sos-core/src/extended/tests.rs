//! The table of additions is bound to passes and rules, and a device that was extended needs nothing more.

use super::{Grade, ADDITIONS, WITHHELD};
use crate::passes::replaced_features;
use crate::target::{built_in_names, feature, VulkanExtension};
use crate::{rules, Target};

#[test]
fn every_replaced_feature_is_offered_or_withheld_once() {
    let offered = ADDITIONS.iter().flat_map(|row| row.features).copied();
    let listed: Vec<_> = offered.chain(WITHHELD.iter().map(|row| row.0)).collect();
    for feature in replaced_features() {
        let times = listed.iter().filter(|&&one| one == feature).count();
        assert_eq!(times, 1, "{feature}");
    }
    for feature in &listed {
        let times = listed.iter().filter(|&one| one == feature).count();
        assert_eq!(times, 1, "{feature}");
    }
}

#[test]
fn rows_name_rules_and_exceptions() {
    for row in ADDITIONS {
        assert!(!row.rules.is_empty(), "{row:?}");
        for name in row.rules {
            assert!(rules().any(|rule| rule.name == *name), "{name}");
        }
        let is_always = row.grade == Grade::Always;
        assert_eq!(row.exceptions.is_empty(), is_always, "{row:?}");
        let adds = row.features.len() + row.extensions.len() + row.subgroup_operations as usize;
        assert!(adds > 0, "{row:?}");
    }
}

#[test]
fn additions_grow_with_the_grade_and_are_complete() {
    for name in built_in_names() {
        let target = Target::built_in(name).unwrap();
        let counts = Grade::ALL.map(|grade| target.additions(grade).count());
        assert!(counts.is_sorted(), "{name}: {counts:?}");
        for grade in Grade::ALL {
            let extended = target.extended(grade);
            for row in target.additions(grade) {
                assert!(row.features.iter().all(|&one| extended.has_feature(one)));
            }
            assert!(target.capabilities().is_subset(extended.capabilities()));
            // What was added does not make more possible.
            let twice = extended.additions(grade).filter(|row| row.needs == 0);
            assert_eq!(twice.count(), 0, "{name} {}", grade.name());
        }
    }
    let swiftshader = Target::built_in("swiftshader").unwrap();
    assert!(!swiftshader.has_feature(feature::shaderFloat16));
    let extended = swiftshader.extended(Grade::Mostly);
    assert!(extended.has_feature(feature::shaderFloat16));
    let extension = VulkanExtension::find("VK_KHR_16bit_storage").unwrap();
    assert!(extended.has_vulkan_extension(extension));
    assert!(!extended.has_feature(feature::shaderFloat64));
    let extended = swiftshader.extended(Grade::OnRequest);
    assert!(extended.has_feature(feature::shaderFloat64));
    assert!(!extended.has_feature(feature::shaderBufferFloat64Atomics));
}
