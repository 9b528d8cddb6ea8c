//! Targets captured from live drivers: what they support, and what a device has enabled.

use ash::vk;
use sos_core::target::vulkan::{LiveError, Loader};
use sos_core::target::{built_in_names, Structure, Target, VulkanExtension};
use sos_tests::driver;
use std::ffi::{c_void, CString};

use super::own_process;

/// Any Vulkan feature structure.
#[repr(C)]
struct Block {
    s_type: vk::StructureType,
    p_next: *const c_void,
    members: [vk::Bool32; 64],
}

/// The captured target equals the built-in description of the driver.
fn check_built_in_description(loader: &Loader, index: usize) {
    let mut live = loader.capture(index).unwrap().describe();
    let same = built_in_names()
        .filter_map(Target::built_in)
        .find(|target| target.name() == live.name);
    // The installed version of the driver may not be built in.
    let Some(same) = same else {
        println!("{} is not built in", live.name);
        return;
    };
    live.comment = same.comment().to_owned();
    assert_eq!(live, same.describe());
    println!("{} matches its built-in description", live.name);
}

/// A device without anything enabled supports nothing; with everything enabled, it supports all that the physical device does.
fn check_enabled_features(loader: &Loader, index: usize) {
    let device = loader.physical_device(index).unwrap();
    let supported = loader.capture(index).unwrap();
    // SAFETY: the handles live as long as the loader, and the empty structure is valid.
    let none = unsafe { Target::from_enabled(&device, &vk::DeviceCreateInfo::default()) }.unwrap();
    assert!(none.capabilities().is_subset(supported.capabilities()));
    assert!(none.capabilities().len() < supported.capabilities().len());
    assert!(sos_core::target::Feature::all().all(|feature| !none.has_feature(feature)));
    // What only the portability subset makes optional is there where the device has no such subset: nobody enables it.
    let subset = VulkanExtension::find("VK_KHR_portability_subset").unwrap();
    let of_subset = "VkPhysicalDevicePortabilitySubsetFeaturesKHR";
    for feature in sos_core::target::Feature::all() {
        let is_given = feature.structure() == of_subset && !supported.has_vulkan_extension(subset);
        assert_eq!(none.knows_feature(feature), !is_given, "{feature}");
    }
    assert_eq!(
        (none.properties(), none.spirv_minor()),
        (supported.properties(), supported.spirv_minor())
    );

    let mut core = [vk::FALSE; size_of::<vk::PhysicalDeviceFeatures>() / 4];
    let mut blocks = Vec::new();
    for structure in Structure::all() {
        let mut members = [vk::FALSE; 64];
        for (at, _, feature) in structure.features {
            members[usize::from(*at)] = supported.has_feature(*feature).into();
        }
        if structure.s_type == 0 {
            core = std::array::from_fn(|at| members[at]);
        } else {
            let s_type = vk::StructureType::from_raw(structure.s_type as i32);
            blocks.push(Block {
                s_type,
                p_next: std::ptr::null(),
                members,
            });
        }
    }
    let mut next = std::ptr::null();
    for block in blocks.iter_mut().rev() {
        block.p_next = next;
        next = std::ptr::from_mut(block).cast_const().cast();
    }
    let names: Vec<_> = supported
        .vulkan_extensions()
        .map(|found| CString::new(found.name()).unwrap())
        .collect();
    let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
    let mut info = vk::DeviceCreateInfo::default().enabled_extension_names(&pointers);
    info.p_enabled_features = core.as_ptr().cast();
    info.p_next = next;
    // SAFETY: the handles live as long as the loader; what the structure points to lives until after the call.
    let all = unsafe { Target::from_enabled(&device, &info) }.unwrap();
    for feature in sos_core::target::Feature::all() {
        assert_eq!(
            all.has_feature(feature),
            supported.has_feature(feature),
            "{feature}"
        );
    }
    assert_eq!(all.capabilities(), supported.capabilities());
    assert_eq!(all.extensions(), supported.extensions());
}

#[test]
fn live_devices_are_captured_correctly() {
    if own_process::is_this() {
        check_devices();
        return;
    }
    let (Some(lavapipe), Some(swiftshader)) = (driver("lavapipe"), driver("swiftshader")) else {
        return;
    };
    let manifests =
        std::env::join_paths([&lavapipe, &swiftshader].map(|driver| driver.manifest().unwrap()))
            .unwrap();
    // Loaders before 1.3.207 read the first variable only.
    let names = ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"];
    own_process::run(
        "target_live::live_devices_are_captured_correctly",
        names.map(|name| (name, &manifests)),
    );
}

fn check_devices() {
    let loader = Loader::open().unwrap();
    let count = loader.names().len();
    assert_eq!(count, 2, "{:?}", loader.names());
    for index in 0..count {
        check_built_in_description(&loader, index);
        check_enabled_features(&loader, index);
    }
    assert_eq!(
        loader.capture(count).unwrap_err(),
        LiveError::NoDevice {
            index: count,
            count
        }
    );
}
