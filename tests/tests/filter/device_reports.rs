//! Device reports and official profiles are loaded correctly.
//!
//! The reports are too large for this repository: the environment variable `SOS_DEVICES` is the path of a folder with them, in which
//! `profiles` has the profiles, and everything else is a device.

use sos_core::target::{feature, subgroup, text_of_file, Target, TargetKind};
use sos_tests::skip::unless_absent;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let text = text_of_file(&bytes);
    text.unwrap_or_else(|| panic!("{}", path.display()))
        .into_owned()
}

fn reports() -> Option<PathBuf> {
    let folder = std::env::var_os("SOS_DEVICES").map(PathBuf::from);
    unless_absent(folder, "SOS_DEVICES names no folder of device reports")
}

#[test]
fn every_profile_loads_and_round_trips() {
    let Some(folder) = reports() else { return };
    let files = files(&folder);
    let is_profile = |path: &PathBuf| path.starts_with(folder.join("profiles"));
    let (mut devices, mut requirements) = (0, 0);
    for path in &files {
        let text = text(path);
        for profile in Target::profiles_in_json(&text).unwrap() {
            let mut parents = |name: &str| {
                let file = path.with_file_name(format!("{name}.json"));
                std::fs::read_to_string(file).ok()
            };
            let target = Target::from_json_profile(&text, Some(&profile), &mut parents)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let is_device = target.kind() == TargetKind::Device;
            assert_ne!(is_device, is_profile(path), "{}", path.display());
            devices += usize::from(is_device);
            requirements += usize::from(!is_device);
            let again = Target::from_json(&target.to_profile_json()).unwrap();
            assert!(
                again == target,
                "{}: {profile} differs when read again",
                path.display()
            );
            println!(
                "{profile}: {:?} {} SPIR-V 1.{} {} capabilities {} unknown, gaps {:?}",
                target.kind(),
                target.api_version(),
                target.spirv_minor(),
                target.capabilities().len(),
                target.unknowns().len(),
                target.gaps(),
            );
        }
    }
    println!("{devices} devices, {requirements} requirement profiles");
    let profiles = files.iter().filter(|path| is_profile(path)).count();
    assert_eq!(devices, files.len() - profiles, "one device a file");
    assert!(devices > 0 && requirements >= profiles && profiles > 0);
}

/// File; subgroup size; clustered operations; support of f16, i8, i16, i64, f64; 16-bit data in storage buffers, uniform
/// buffers, push constants, stage interfaces; 8-bit data in storage buffers, uniform buffers, push constants.
type Row = (
    &'static str,
    Option<u32>,
    bool,
    &'static str,
    &'static str,
    &'static str,
);

/// Known properties of these devices.
#[test]
fn reports_match_known_properties() {
    let Some(folder) = reports() else { return };
    let expected: &[Row] = &[
        (
            "lavapipe_22.3.6_bookworm",
            Some(8),
            false,
            "11111",
            "1110",
            "111",
        ),
        (
            "lavapipe_25.0.7_trixie",
            Some(8),
            true,
            "11111",
            "1110",
            "111",
        ),
        ("swiftshader", Some(4), false, "00000", "0000", "000"),
        (
            "radv_25.0.7_pitcairn",
            Some(64),
            true,
            "01111",
            "1110",
            "111",
        ),
        (
            "radv_25.0.7_bonaire",
            Some(64),
            true,
            "01111",
            "1110",
            "111",
        ),
        ("radv_25.0.7_stoney", Some(64), true, "01111", "1110", "111"),
        (
            "radv_25.0.7_polaris10",
            Some(64),
            true,
            "01111",
            "1110",
            "111",
        ),
        ("radv_25.0.7_vega10", Some(64), true, "11111", "1111", "111"),
        ("radv_25.0.7_navi31", Some(64), true, "11111", "1111", "111"),
        ("nvk_25.0.7_e0", None, false, "01111", "1110", "111"),
        ("nvk_25.0.7_130", Some(32), true, "01111", "1110", "111"),
        ("nvk_25.0.7_160", Some(32), true, "01111", "1110", "111"),
        ("nvk_25.0.7_172", Some(32), true, "11111", "1110", "111"),
        (
            "more/mali_t760-android7",
            None,
            false,
            "00000",
            "0000",
            "000",
        ),
        (
            "more/nvidia_397.93_gtx1080ti-win",
            None,
            false,
            "00111",
            "1110",
            "000",
        ),
        (
            "more/amd_2.0.353_rx5700-win",
            Some(64),
            true,
            "11111",
            "1101",
            "110",
        ),
        (
            "more/kosmickrisp_26.0.99_m5-mac",
            Some(32),
            false,
            "11110",
            "1110",
            "111",
        ),
        (
            "more/panvk_25.0.7_g610",
            None,
            false,
            "01110",
            "0000",
            "100",
        ),
        (
            "more/turnip_26.2.6_a740",
            Some(128),
            true,
            "11110",
            "1000",
            "100",
        ),
    ];
    for (name, size, clustered, widths, storage16, storage8) in expected {
        let target = Target::from_json(&text(&folder.join(format!("{name}.json")))).unwrap();
        let bits = |features: &[sos_core::target::Feature]| -> String {
            features
                .iter()
                .map(|feature| {
                    if target.has_feature(*feature) {
                        '1'
                    } else {
                        '0'
                    }
                })
                .collect()
        };
        assert_eq!(target.kind(), TargetKind::Device, "{name}");
        assert_eq!(target.properties().subgroup_size, *size, "{name}");
        assert_eq!(
            target
                .properties()
                .has_subgroup_operation(subgroup::CLUSTERED),
            *clustered,
            "{name}"
        );
        let found = bits(&[
            feature::shaderFloat16,
            feature::shaderInt8,
            feature::shaderInt16,
            feature::shaderInt64,
            feature::shaderFloat64,
        ]);
        assert_eq!(found, *widths, "{name}");
        let found = bits(&[
            feature::storageBuffer16BitAccess,
            feature::uniformAndStorageBuffer16BitAccess,
            feature::storagePushConstant16,
            feature::storageInputOutput16,
        ]);
        assert_eq!(found, *storage16, "{name}");
        let found = bits(&[
            feature::storageBuffer8BitAccess,
            feature::uniformAndStorageBuffer8BitAccess,
            feature::storagePushConstant8,
        ]);
        assert_eq!(found, *storage8, "{name}");
    }
}

/// A limit that is left out counts as what the device has, or as the least of all: with it taken out of reports that state it.
#[test]
fn limits_that_are_taken_from_other_devices_are_right() {
    const MEMBER: &str = "maxComputeWorkGroupSize";
    let Some(folder) = reports() else { return };
    let (mut taken, mut left) = (0, Vec::new());
    for path in files(&folder) {
        let text = text(&path);
        let stated = text.replace("VP_SOS_", "VP_OTHER_");
        let target = Target::from_json(&stated);
        let Ok(target) = target.as_ref() else {
            continue;
        };
        let own = target.properties().max_compute_work_group_size;
        if target.kind() != TargetKind::Device {
            continue;
        }
        if !text.contains(MEMBER) {
            match own {
                None => left.push(path.file_stem().unwrap().to_str().unwrap().to_owned()),
                Some(_) => assert!(target.gaps().iter().any(|gap| gap.contains(MEMBER))),
            }
            continue;
        }
        assert!(!target.gaps().iter().any(|gap| gap.contains(MEMBER)));
        let less = Target::from_json(&stated.replace(MEMBER, "other")).unwrap();
        let found = less.properties().max_compute_work_group_size;
        taken += usize::from(found.is_some());
        assert!(found.is_none() || found == own, "{}", path.display());
    }
    assert!(taken > 150, "{taken}");
    assert_eq!(left, ["anv_21.1.1_hd520-linux"]);
}

/// What the description of a device leaves out is named.
#[test]
fn reports_name_their_gaps() {
    let Some(folder) = reports() else { return };
    let subgroups = "VkPhysicalDeviceSubgroupProperties";
    let site = "what vulkan.gpuinfo.org leaves out: newer extensions, and rotation in subgroups";
    for (name, there, absent) in [
        ("radv_25.0.7_navi31", None, Some(subgroups)),
        ("more/panvk_25.0.7_g610", Some(subgroups), Some(site)),
        ("more/amd_2.0.179_r7370-win", Some(subgroups), None),
        ("more/amd_2.0.353_rx5700-win", Some(site), Some(subgroups)),
        ("more/mali_t760-android7", None, Some(subgroups)),
    ] {
        let target = Target::from_json(&text(&folder.join(format!("{name}.json")))).unwrap();
        let is_gap = |gap: &str| target.gaps().iter().any(|one| one == gap);
        assert!(there.is_none_or(is_gap), "{name}: {:?}", target.gaps());
        assert!(!absent.is_some_and(is_gap), "{name}: {:?}", target.gaps());
    }
}
