//! What a device can run, a better one can.
//!
//! The corpus is filtered for devices with fewer and fewer features, taken away at random, and for the versions of Vulkan and
//! the profiles that build on each other. A module that only the lesser device of a pair can run is refused without need.

use sos_core::target::{feature, Feature};
use sos_core::{filter, Module, Options, Outcome, Scratch, Target};
use sos_tests::corpus::shaders;
use sos_tests::random::Random;
use sos_tests::reduced::without;

/// The number of random sequences of devices, and the number of devices in each.
const SEQUENCES: u64 = 30;
const DEVICES: usize = 7;

/// The devices from which features are taken away.
const FIRST: [&str; 8] = [
    "lavapipe-25.0.7",
    "nvk-ampere",
    "radv-navi31",
    "radv-polaris10",
    "swiftshader",
    "android-2025",
    "roadmap-2024",
    "vulkan-1.4",
];

/// Devices that build on each other, worst first.
const ASCENDING: [&[&str]; 4] = [
    &[
        "vulkan-1.0",
        "vulkan-1.1",
        "vulkan-1.2",
        "vulkan-1.3",
        "vulkan-1.4",
    ],
    &["vulkan-1.1", "android-2022"],
    &["vulkan-1.1", "android-2025"],
    &["vulkan-1.3", "roadmap-2022", "roadmap-2024"],
];

/// Where the memory model without device scope is enabled, scopes are more restricted than without the model
/// (VUID-RuntimeSpirv-vulkanMemoryModel-06265). So the two features go together.
const MEMORY_MODEL: [Feature; 2] = [
    feature::vulkanMemoryModel,
    feature::vulkanMemoryModelDeviceScope,
];

/// Devices with fewer and fewer features.
fn descending(seed: u64) -> Vec<Target> {
    let mut random = Random::new(seed);
    let mut device = Target::built_in(random.choose(&FIRST)).unwrap();
    let mut left: Vec<_> = Feature::all()
        .filter(|one| device.has_feature(*one))
        .collect();
    let mut devices = vec![device.clone()];
    while devices.len() < DEVICES && !left.is_empty() {
        for _ in 0..=random.below(3) {
            let Some(removed) = random.pick(&left) else {
                break;
            };
            let with: &[Feature] = match MEMORY_MODEL.contains(&removed) {
                true => &MEMORY_MODEL,
                false => &[removed],
            };
            left.retain(|one| !with.contains(one));
            device = without(&device, with);
        }
        devices.push(device.clone());
    }
    devices
}

#[test]
fn better_devices_run_what_lesser_ones_do() {
    let named = |names: &&[&str]| -> Vec<Target> {
        let devices = names
            .iter()
            .rev()
            .map(|name| Target::built_in(name).unwrap());
        devices.collect()
    };
    let sequences: Vec<Vec<Target>> = ASCENDING
        .iter()
        .map(named)
        .chain((1..=SEQUENCES).map(descending))
        .collect();
    let options = Options::default();
    let mut scratch = Scratch::new();
    let mut needless = Vec::new();
    let mut refused = 0;
    for shader in shaders("") {
        let module = Module::scan(&shader.words, &options.limits).unwrap();
        for (number, devices) in sequences.iter().enumerate() {
            let mut runs = |device| {
                let outcome = filter(&module, device, &options, &mut scratch);
                let runs = !matches!(outcome.unwrap(), Outcome::Unsupported);
                refused += usize::from(!runs);
                runs
            };
            let all: Vec<bool> = devices.iter().map(&mut runs).collect();
            if !all.is_sorted_by(|better, lesser| better >= lesser) {
                needless.push(format!("{} in sequence {number}: {all:?}", shader.name));
            }
        }
    }
    assert!(refused > 0, "no device refuses anything");
    assert!(needless.is_empty(), "refused without need: {needless:#?}");
}
