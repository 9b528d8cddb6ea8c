//! Sizes of buffers and ranges of descriptors, as the driver gets them.

mod driver;

use ash::vk::{self, Handle};
use driver::{open, seen, Has, Opened};
use std::ffi::{c_void, CStr};

const QUIET: (&CStr, &str) = (c"log_level", "off");

type Ty = vk::DescriptorType;
type Usage = vk::BufferUsageFlags;

/// A device whose program has enabled narrow storage, and perhaps has it from the driver.
fn narrow(native: bool) -> Opened {
    let has = Has {
        narrow_storage: native,
        extensions: &[c"VK_KHR_16bit_storage", c"VK_KHR_8bit_storage"],
        ..Has::default()
    };
    let mut sixteen = vk::PhysicalDevice16BitStorageFeatures::default()
        .storage_buffer16_bit_access(true)
        .uniform_and_storage_buffer16_bit_access(true);
    let mut eight = vk::PhysicalDevice8BitStorageFeatures::default()
        .storage_buffer8_bit_access(true)
        .uniform_and_storage_buffer8_bit_access(true);
    let info = vk::DeviceCreateInfo::default()
        .push_next(&mut sixteen)
        .push_next(&mut eight);
    open(has, &[QUIET], &info)
}

fn buffer(driver: &Opened, size: u64, usage: Usage) -> vk::Buffer {
    let info = vk::BufferCreateInfo::default().size(size).usage(usage);
    // SAFETY: a valid info.
    unsafe { driver.device.create_buffer(&info, None) }.expect("a buffer")
}

fn describe(buffer: vk::Buffer, offset: u64, range: u64) -> vk::DescriptorBufferInfo {
    vk::DescriptorBufferInfo {
        buffer,
        offset,
        range,
    }
}

type Way = fn(&Opened, Ty, vk::DescriptorBufferInfo);

/// The ways in which a program gives a buffer.
const WAYS: [(&str, Way); 8] = [
    ("update", |driver, ty, info| {
        let buffers = [info];
        let write = vk::WriteDescriptorSet::default()
            .descriptor_type(ty)
            .buffer_info(&buffers);
        // SAFETY: a valid write, as far as this driver is concerned.
        unsafe { driver.device.update_descriptor_sets(&[write], &[]) };
        assert_eq!(
            buffers[0].range, info.range,
            "the program's own is untouched"
        );
    }),
    ("push", |driver, ty, info| {
        push(driver, c"vkCmdPushDescriptorSetKHR", ty, info);
    }),
    ("push of Vulkan 1.4", |driver, ty, info| {
        push(driver, c"vkCmdPushDescriptorSet", ty, info);
    }),
    ("push 2", |driver, ty, info| {
        let buffers = [info];
        let writes = [vk::WriteDescriptorSet::default()
            .descriptor_type(ty)
            .buffer_info(&buffers)];
        let info = vk::PushDescriptorSetInfoKHR::default().descriptor_writes(&writes);
        // SAFETY: the type of the function with this name.
        unsafe {
            let push: vk::PFN_vkCmdPushDescriptorSet2KHR =
                driver.function(c"vkCmdPushDescriptorSet2KHR");
            push(driver.commands, &info);
        }
    }),
    ("template", |driver, ty, info| {
        by_template(driver, ty, info, |driver, template, data| {
            let set = vk::DescriptorSet::null();
            // SAFETY: as large as the template says.
            unsafe {
                driver
                    .device
                    .update_descriptor_set_with_template(set, template, data);
            }
        });
    }),
    ("push template", |driver, ty, info| {
        push_by_template(driver, c"vkCmdPushDescriptorSetWithTemplateKHR", ty, info);
    }),
    ("push template of Vulkan 1.4", |driver, ty, info| {
        push_by_template(driver, c"vkCmdPushDescriptorSetWithTemplate", ty, info);
    }),
    ("push template 2", |driver, ty, info| {
        by_template(driver, ty, info, |driver, template, data| {
            let mut info = vk::PushDescriptorSetWithTemplateInfoKHR::default()
                .descriptor_update_template(template);
            info.p_data = data;
            // SAFETY: the type of the function with this name.
            unsafe {
                let push: vk::PFN_vkCmdPushDescriptorSetWithTemplate2KHR =
                    driver.function(c"vkCmdPushDescriptorSetWithTemplate2KHR");
                push(driver.commands, &info);
            }
        });
    }),
];

fn push(driver: &Opened, name: &CStr, ty: Ty, info: vk::DescriptorBufferInfo) {
    let buffers = [info];
    let write = vk::WriteDescriptorSet::default()
        .descriptor_type(ty)
        .buffer_info(&buffers);
    // SAFETY: the type of the function with this name.
    unsafe {
        let push: vk::PFN_vkCmdPushDescriptorSetKHR = driver.function(name);
        let (point, layout) = (vk::PipelineBindPoint::COMPUTE, vk::PipelineLayout::null());
        push(driver.commands, point, layout, 0, 1, &write);
    }
}

fn push_by_template(driver: &Opened, name: &CStr, ty: Ty, info: vk::DescriptorBufferInfo) {
    by_template(driver, ty, info, |driver, template, data| {
        // SAFETY: the type of the function with this name.
        unsafe {
            let push: vk::PFN_vkCmdPushDescriptorSetWithTemplateKHR = driver.function(name);
            push(
                driver.commands,
                template,
                vk::PipelineLayout::null(),
                0,
                data,
            );
        }
    });
}

#[repr(C)]
struct Data {
    before: u64,
    buffer: vk::DescriptorBufferInfo,
}

fn template(driver: &Opened, types: &[Ty]) -> vk::DescriptorUpdateTemplate {
    let entries: Vec<_> = types
        .iter()
        .enumerate()
        .map(|(at, &ty)| vk::DescriptorUpdateTemplateEntry {
            dst_binding: at as u32,
            descriptor_count: 1,
            descriptor_type: ty,
            offset: 8 + at * 24,
            stride: 24,
            ..Default::default()
        })
        .collect();
    let info =
        vk::DescriptorUpdateTemplateCreateInfo::default().descriptor_update_entries(&entries);
    // SAFETY: a valid info.
    let made = unsafe { driver.device.create_descriptor_update_template(&info, None) };
    made.expect("a template")
}

/// Updates a buffer, eight bytes into the data of a template.
fn by_template(
    driver: &Opened,
    ty: Ty,
    info: vk::DescriptorBufferInfo,
    update: impl FnOnce(&Opened, vk::DescriptorUpdateTemplate, *const c_void),
) {
    let data = Data {
        before: 1,
        buffer: info,
    };
    let template = template(driver, &[ty]);
    update(driver, template, std::ptr::from_ref(&data).cast());
    // SAFETY: nothing uses it.
    unsafe {
        driver
            .device
            .destroy_descriptor_update_template(template, None);
    }
    assert_eq!((data.before, data.buffer.range), (1, info.range));
}

fn range(driver: &Opened, way: Way, ty: Ty, info: vk::DescriptorBufferInfo) -> u64 {
    way(driver, ty, info);
    seen(|seen| seen.ranges.pop()).expect("the driver has seen it")
}

#[test]
fn ranges_are_rounded_up_by_every_way() {
    for native in [false, true] {
        let driver = narrow(native);
        let storage = buffer(&driver, 6, Usage::STORAGE_BUFFER);
        let uniform = buffer(&driver, 6, Usage::UNIFORM_BUFFER);
        for (ty, buffer, rounded) in [
            (Ty::STORAGE_BUFFER, storage, 8),
            (Ty::STORAGE_BUFFER_DYNAMIC, storage, 8),
            (Ty::UNIFORM_BUFFER, uniform, 16),
            (Ty::UNIFORM_BUFFER_DYNAMIC, uniform, 16),
        ] {
            let expected = if native { 6 } else { rounded };
            for (name, way) in WAYS {
                let found = range(&driver, way, ty, describe(buffer, 0, 6));
                assert_eq!(found, expected, "{name} {}", ty.as_raw());
                let whole = range(&driver, way, ty, describe(buffer, 0, vk::WHOLE_SIZE));
                assert_eq!(whole, vk::WHOLE_SIZE, "{name}");
            }
        }
    }
}

/// A range stays inside its buffer, and below the limits of the driver (64 KiB and 1 GiB).
#[test]
fn ranges_stay_within_bounds() {
    let driver = narrow(false);
    let (_, update) = WAYS[0];
    let both = Usage::UNIFORM_BUFFER | Usage::STORAGE_BUFFER;
    let uniform = buffer(&driver, 1 << 20, Usage::UNIFORM_BUFFER);
    let storage = buffer(&driver, 1 << 31, Usage::STORAGE_BUFFER);
    let mixed = buffer(&driver, 84, both);
    for (ty, info, expected) in [
        (Ty::UNIFORM_BUFFER, describe(uniform, 64, 65_530), 65_536),
        (Ty::UNIFORM_BUFFER, describe(uniform, 64, 65_537), 65_537),
        (
            Ty::STORAGE_BUFFER,
            describe(storage, 0, (1 << 30) - 2),
            1 << 30,
        ),
        (
            Ty::STORAGE_BUFFER,
            describe(storage, 0, (1 << 30) + 1),
            (1 << 30) + 1,
        ),
        (Ty::UNIFORM_BUFFER, describe(mixed, 64, 20), 20),
        (Ty::UNIFORM_BUFFER, describe(mixed, 64, 19), 20),
        (Ty::UNIFORM_BUFFER, describe(mixed, 0, 20), 32),
        // Not one of the program's buffers that are known.
        (
            Ty::STORAGE_BUFFER,
            describe(vk::Buffer::from_raw(9_999_999), 0, 6),
            6,
        ),
    ] {
        assert_eq!(range(&driver, update, ty, info), expected, "{}", info.range);
    }
}

/// Sizes are rounded up only where lowered accesses may reach beyond the end.
#[test]
fn sizes_are_rounded_up_where_it_matters() {
    let cases = [
        (Usage::STORAGE_BUFFER, 8),
        (Usage::UNIFORM_BUFFER, 16),
        (Usage::UNIFORM_BUFFER | Usage::TRANSFER_DST, 16),
        (Usage::UNIFORM_BUFFER | Usage::STORAGE_BUFFER, 8),
        (Usage::SHADER_DEVICE_ADDRESS, 8),
        (Usage::VERTEX_BUFFER, 6),
        (Usage::UNIFORM_TEXEL_BUFFER, 6),
        (Usage::STORAGE_TEXEL_BUFFER | Usage::STORAGE_BUFFER, 6),
    ];
    for native in [false, true] {
        let driver = narrow(native);
        for (usage, rounded) in cases {
            let expected = if native { 6 } else { rounded };
            buffer(&driver, 6, usage);
            let plain = vk::BufferCreateInfo::default().size(6).usage(usage);
            let mut flags = vk::BufferUsageFlags2CreateInfoKHR::default()
                .usage(vk::BufferUsageFlags2KHR::from_raw(usage.as_raw().into()));
            let in_chain = vk::BufferCreateInfo::default()
                .size(6)
                .push_next(&mut flags);
            let ask = vk::DeviceBufferMemoryRequirements::default().create_info(&plain);
            let mut out = vk::MemoryRequirements2::default();
            // SAFETY: valid infos; the type of the function with this name.
            unsafe {
                driver
                    .device
                    .create_buffer(&in_chain, None)
                    .expect("a buffer");
                let get: vk::PFN_vkGetDeviceBufferMemoryRequirements =
                    driver.function(c"vkGetDeviceBufferMemoryRequirements");
                get(driver.device.handle(), &ask, &mut out);
            }
            let found = seen(|seen| std::mem::take(&mut seen.sizes));
            assert_eq!(found, [expected; 3], "{:#x}", usage.as_raw());
        }
        let largest = u64::from(u32::MAX);
        for size in [largest, largest + 1, largest + 2, u64::MAX - 1] {
            buffer(&driver, size, Usage::STORAGE_BUFFER);
            let found = seen(|seen| seen.sizes.pop());
            let rounded = size.checked_next_multiple_of(4).unwrap_or(size);
            let stays = native || size == largest;
            assert_eq!(found, Some(if stays { size } else { rounded }), "{size}");
        }
    }
}

/// A program that does not enable narrow storage sees its own sizes, whatever the driver has.
#[test]
fn nothing_is_rounded_without_need() {
    for narrow_storage in [false, true] {
        let has = Has {
            narrow_storage,
            extensions: &[c"VK_KHR_16bit_storage", c"VK_KHR_8bit_storage"],
            ..Has::default()
        };
        let driver = open(has, &[QUIET], &vk::DeviceCreateInfo::default());
        let made = buffer(&driver, 6, Usage::STORAGE_BUFFER);
        assert_eq!(seen(|seen| seen.sizes.pop()), Some(6));
        let (_, update) = WAYS[0];
        let found = range(&driver, update, Ty::STORAGE_BUFFER, describe(made, 0, 6));
        assert_eq!(found, 6);
    }
}

/// What fills a buffer to its end ends where the program's buffer does, in whole words.
#[test]
fn buffers_are_filled_to_the_programs_end() {
    let driver = narrow(false);
    let made = buffer(&driver, 18, Usage::STORAGE_BUFFER);
    let exact = buffer(&driver, 16, Usage::STORAGE_BUFFER);
    // SAFETY: the type of the function with this name.
    let fill: vk::PFN_vkCmdFillBuffer = unsafe { driver.function(c"vkCmdFillBuffer") };
    for (buffer, offset, size, expected) in [
        (made, 0, vk::WHOLE_SIZE, Some(16)),
        (made, 8, vk::WHOLE_SIZE, Some(8)),
        (made, 16, vk::WHOLE_SIZE, None),
        (made, 4, 8, Some(8)),
        (exact, 4, vk::WHOLE_SIZE, Some(vk::WHOLE_SIZE)),
    ] {
        // SAFETY: as above.
        unsafe { fill(driver.commands, buffer, offset, size, 7) };
        assert_eq!(seen(|seen| seen.ranges.pop()), expected);
    }
    // SAFETY: nothing uses it.
    unsafe { driver.device.destroy_buffer(made, None) };
}

/// By an address, only a range that begins at a word is rounded.
#[test]
fn descriptor_buffers_are_rounded_to_words() {
    let driver = narrow(false);
    // SAFETY: the type of the function with this name.
    let get: vk::PFN_vkGetDescriptorEXT = unsafe { driver.function(c"vkGetDescriptorEXT") };
    for (address, range, expected) in [(64, 6, 8), (66, 6, 6), (64, vk::WHOLE_SIZE, vk::WHOLE_SIZE)]
    {
        let address = vk::DescriptorAddressInfoEXT::default()
            .address(address)
            .range(range);
        let info = vk::DescriptorGetInfoEXT::default()
            .ty(Ty::STORAGE_BUFFER)
            .data(vk::DescriptorDataEXT {
                p_storage_buffer: &address,
            });
        // SAFETY: a valid info, as far as this driver is concerned.
        unsafe { get(driver.device.handle(), &info, 0, std::ptr::null_mut()) };
        assert_eq!(seen(|seen| seen.ranges.pop()), Some(expected));
        assert_eq!(address.range, range);
    }
}

/// The data of a template with a kind of descriptor that is not known is passed on as it is: nobody can say how long it is.
#[test]
fn data_is_not_read_beyond_its_end() {
    let driver = narrow(false);
    let made = buffer(&driver, 6, Usage::STORAGE_BUFFER);
    let unknown = Ty::from_raw(1_999_999_000);
    for (last, expected) in [(Ty::ACCELERATION_STRUCTURE_NV, 8), (unknown, 6)] {
        let template = template(&driver, &[Ty::STORAGE_BUFFER, last]);
        // Eight bytes, a buffer with its offset and range, and a handle.
        let words: [u64; 5] = [1, made.as_raw(), 0, 6, 2];
        let set = vk::DescriptorSet::null();
        // SAFETY: as large as the template says.
        unsafe {
            let data = words.as_ptr().cast();
            driver
                .device
                .update_descriptor_set_with_template(set, template, data);
        }
        assert_eq!(seen(|seen| seen.ranges.pop()), Some(expected));
    }
}
