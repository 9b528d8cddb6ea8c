//! What a program asks for when it creates a device.

mod common;

use ash::vk;
use common::{open, Opened, With};
use std::ffi::{c_char, c_void, CStr};

/// A structure of features, whatever its members are.
#[repr(C)]
#[derive(Clone, Copy)]
struct Features<const N: usize> {
    s_type: vk::StructureType,
    p_next: *const c_void,
    members: [vk::Bool32; N],
}

impl<const N: usize> Features<N> {
    fn new(s_type: i32, members: [vk::Bool32; N]) -> Self {
        Self {
            s_type: vk::StructureType::from_raw(s_type),
            p_next: std::ptr::null(),
            members,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let pointer = std::ptr::from_ref(self).cast::<u8>();
        // SAFETY: as many bytes as the structure has, none of which is padding for an even number of members.
        unsafe { std::slice::from_raw_parts(pointer, size_of_val(self)) }.to_vec()
    }
}

/// Creates a device, and destroys it. `change` sets what the program asks for.
fn create(driver: &Opened, info: vk::DeviceCreateInfo<'_>) -> vk::Result {
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
    let info = info.queue_create_infos(&queues);
    // SAFETY: a valid create info, and a device that nothing uses.
    unsafe {
        match driver.instance.create_device(driver.physical, &info, None) {
            Ok(device) => {
                device.destroy_device(None);
                vk::Result::SUCCESS
            }
            Err(error) => error,
        }
    }
}

fn names<'a>(list: &'a [&'a CStr]) -> Vec<*const c_char> {
    list.iter().map(|name| name.as_ptr()).collect()
}

const FLOAT16_INT8: i32 = 1_000_082_000;
const STORAGE_16: i32 = 1_000_083_000;
const BFLOAT16: i32 = 1_000_141_000;
const TIMELINE: i32 = 1_000_207_000;

#[test]
fn features_come_by_every_way() {
    for validation in [[false, false], [true, false], [false, true]] {
        let with = With {
            validation,
            ..With::default()
        };
        let Some(driver) = open("swiftshader", &with) else {
            return;
        };
        let core = vk::PhysicalDeviceFeatures {
            shader_int64: vk::TRUE,
            shader_int16: vk::TRUE,
            shader_clip_distance: vk::TRUE,
            ..Default::default()
        };
        let info = vk::DeviceCreateInfo::default().enabled_features(&core);
        assert_eq!(
            create(&driver, info),
            vk::Result::SUCCESS,
            "pEnabledFeatures"
        );

        let mut two = vk::PhysicalDeviceFeatures2::default().features(core);
        let info = vk::DeviceCreateInfo::default().push_next(&mut two);
        assert_eq!(create(&driver, info), vk::Result::SUCCESS, "Features2");

        let mut eleven = vk::PhysicalDeviceVulkan11Features::default()
            .storage_buffer16_bit_access(true)
            .variable_pointers(true)
            .variable_pointers_storage_buffer(true);
        let mut twelve = vk::PhysicalDeviceVulkan12Features::default()
            .shader_float16(true)
            .shader_int8(true)
            .storage_buffer8_bit_access(true)
            .timeline_semaphore(true);
        let info = vk::DeviceCreateInfo::default()
            .push_next(&mut eleven)
            .push_next(&mut twelve);
        assert_eq!(create(&driver, info), vk::Result::SUCCESS, "versions");

        // What lies before a changed structure is copied, what the driver does not know is left out.
        let storage = Features::new(STORAGE_16, [1, 1, 1, 1]);
        let mut bfloat = Features::new(BFLOAT16, [1, 0, 0]);
        let mut timeline = Features::new(TIMELINE, [1, 0]);
        let mut half = Features::new(FLOAT16_INT8, [1, 1]);
        half.p_next = (&raw const storage).cast();
        timeline.p_next = (&raw const half).cast();
        bfloat.p_next = (&raw const timeline).cast();
        let before = (
            bfloat.bytes(),
            timeline.bytes(),
            half.bytes(),
            storage.bytes(),
        );
        let extensions = names(&[
            c"VK_KHR_16bit_storage",
            c"VK_KHR_shader_float16_int8",
            c"VK_KHR_shader_bfloat16",
            c"VK_KHR_timeline_semaphore",
        ]);
        let mut info = vk::DeviceCreateInfo::default().enabled_extension_names(&extensions);
        info.p_next = (&raw const bfloat).cast();
        assert_eq!(create(&driver, info), vk::Result::SUCCESS, "extensions");
        let after = (
            bfloat.bytes(),
            timeline.bytes(),
            half.bytes(),
            storage.bytes(),
        );
        assert_eq!(before, after);
        assert_eq!(common::heard(), Vec::<String>::new(), "{validation:?}");
    }
}

/// A structure newer than the registry stays in its place, and is as it was afterwards.
#[test]
fn unknown_structures_stay() {
    let Some(driver) = open("swiftshader", &With::default()) else {
        return;
    };
    let half = Features::new(FLOAT16_INT8, [1, 1]);
    let mut unknown = Features::new(1_999_999_000, [7, 7]);
    unknown.p_next = (&raw const half).cast();
    let before = unknown.bytes();
    let info = vk::DeviceCreateInfo {
        p_next: (&raw const unknown).cast(),
        ..Default::default()
    };
    assert_eq!(create(&driver, info), vk::Result::SUCCESS);
    assert_eq!(unknown.bytes(), before);
}

#[test]
fn what_neither_has_fails_as_without_the_layer() {
    let doubles = vk::PhysicalDeviceFeatures {
        shader_float64: vk::TRUE,
        ..Default::default()
    };
    let extension = names(&[c"VK_KHR_cooperative_matrix"]);
    let unknown = names(&[c"VK_SOS_nothing"]);
    let mut found = Vec::new();
    for layer in [false, true] {
        let with = With {
            layer,
            ..With::default()
        };
        let Some(driver) = open("swiftshader", &with) else {
            return;
        };
        let info = vk::DeviceCreateInfo::default();
        found.push([
            create(&driver, info.enabled_features(&doubles)),
            create(&driver, info.enabled_extension_names(&extension)),
            create(&driver, info.enabled_extension_names(&unknown)),
        ]);
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0][0], vk::Result::ERROR_FEATURE_NOT_PRESENT);
    assert_eq!(found[0][2], vk::Result::ERROR_EXTENSION_NOT_PRESENT);
}

#[test]
fn what_is_hidden_cannot_be_enabled() {
    let hidden = "shaderFloat64,VK_KHR_shader_clock";
    let settings = [(c"without", hidden), (c"log_level", "error")];
    let with = With {
        settings: &settings,
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &with) else {
        return;
    };
    let doubles = vk::PhysicalDeviceFeatures {
        shader_float64: vk::TRUE,
        ..Default::default()
    };
    let clock = names(&[c"VK_KHR_shader_clock"]);
    let info = vk::DeviceCreateInfo::default();
    let found = create(&driver, info.enabled_features(&doubles));
    assert_eq!(found, vk::Result::ERROR_FEATURE_NOT_PRESENT);
    let found = create(&driver, info.enabled_extension_names(&clock));
    assert_eq!(found, vk::Result::ERROR_EXTENSION_NOT_PRESENT);
}

/// The same of what the driver has and the program is not told of, since it needs what SOS provides.
#[test]
fn what_needs_the_provided_cannot_be_enabled() {
    let settings = [(c"without", "shaderInt64"), (c"log_level", "error")];
    let with = With {
        settings: &settings,
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &with) else {
        return;
    };
    let extension = names(&[c"VK_KHR_shader_atomic_int64"]);
    let info = vk::DeviceCreateInfo::default();
    let found = create(&driver, info.enabled_extension_names(&extension));
    assert_eq!(found, vk::Result::ERROR_EXTENSION_NOT_PRESENT);
    for (atomics, expected) in [
        (false, vk::Result::SUCCESS),
        (true, vk::Result::ERROR_FEATURE_NOT_PRESENT),
    ] {
        let mut twelve =
            vk::PhysicalDeviceVulkan12Features::default().shader_buffer_int64_atomics(atomics);
        let mut two = vk::PhysicalDeviceFeatures2::default();
        two.features.shader_int64 = vk::TRUE;
        let info = info.push_next(&mut twelve).push_next(&mut two);
        assert_eq!(create(&driver, info), expected);
    }
}

#[test]
fn settings_without_meaning_are_errors() {
    for (setting, value) in [
        (c"provide", "mostli"),
        (c"without", "shaderFloat61"),
        (c"allow", "undeff"),
        (c"log_level", "loud"),
        (c"cache_size", "much"),
        (c"strip", "nothing"),
        (c"freeze", "yes"),
    ] {
        let settings = [(setting, value), (c"log_level", "error")];
        let with = With {
            settings: &settings[..if setting == c"log_level" { 1 } else { 2 }],
            ..With::default()
        };
        let result = common::try_open("swiftshader", &with);
        let Some(result) = result else { return };
        assert_eq!(
            result.err(),
            Some(vk::Result::ERROR_INITIALIZATION_FAILED),
            "{setting:?}"
        );
    }
}
