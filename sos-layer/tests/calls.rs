//! What reaches the driver, call by call: see [`driver`].

mod driver;

use ash::vk::{self, Handle};
use driver::{finish_deferred, open, seen, Has, Opened, SeenStage};
use sos_core::{Limits, Module};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::CStr;
use std::sync::atomic::{AtomicIsize, Ordering};

/// Counts the bytes that are allocated: the layer is part of this program.
struct Counting;

static ALLOCATED: AtomicIsize = AtomicIsize::new(0);

// SAFETY: the system's allocator, with a number beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as isize, Ordering::Relaxed);
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        System.dealloc(pointer, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const QUIET: (&CStr, &str) = (c"log_level", "off");

fn words(name: &str) -> Vec<u32> {
    let path = sos_tests::paths::corpus().join("shaders").join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    sos_core::words::from_bytes(&bytes).expect("words")
}

/// A module that any device takes, one that is lowered for this driver, and one that is refused.
fn plain() -> Vec<u32> {
    words("demo/tint.vert.spv")
}

fn narrow() -> Vec<u32> {
    words("types/half_arithmetic.comp.spv")
}

fn refused() -> Vec<u32> {
    words("types/double_arithmetic.comp.spv")
}

fn compute(driver: &Opened, module: vk::ShaderModule) -> Result<vk::Pipeline, vk::Result> {
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(module)
        .name(c"main");
    let info = vk::ComputePipelineCreateInfo::default().stage(stage);
    // SAFETY: a valid info, as far as this driver is concerned.
    let made = unsafe {
        driver
            .device
            .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    made.map(|made| made[0]).map_err(|(_, error)| error)
}

fn last() -> SeenStage {
    seen(|seen| seen.stages.last().cloned()).expect("a stage")
}

fn no_device() -> vk::DeviceCreateInfo<'static> {
    vk::DeviceCreateInfo::default()
}

#[test]
fn the_driver_sees_only_modules_that_it_takes() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let (as_it_is, lowered) = (driver.module(&plain()), driver.module(&narrow()));
    seen(|seen| {
        assert_eq!(seen.modules[&as_it_is.as_raw()], plain());
        assert!(
            seen.modules[&lowered.as_raw()].len() < 40,
            "an empty module"
        );
    });
    compute(&driver, as_it_is).expect("a pipeline");
    assert_eq!(last().words, plain());
    compute(&driver, lowered).expect("a pipeline");
    let stage = last();
    assert_ne!(stage.words, narrow());
    assert!(Module::scan(&stage.words, &Limits::default()).is_ok());
    // Modules of pipelines are gone; destroyed ones, too.
    seen(|seen| assert_eq!(seen.modules.len(), 2));
    // SAFETY: nothing uses them.
    unsafe {
        driver.device.destroy_shader_module(as_it_is, None);
        driver.device.destroy_shader_module(lowered, None);
    }
    seen(|seen| assert!(seen.modules.is_empty()));
}

#[test]
fn a_refused_stage_fails_or_passes() {
    for (setting, expected) in [("fail", false), ("pass", true)] {
        let settings = [QUIET, (c"refused", setting)];
        let driver = open(Has::default(), &settings, &no_device());
        let module = driver.module(&refused());
        let made = compute(&driver, module);
        match expected {
            true => {
                made.expect("a pipeline");
                assert_eq!(last().words, refused());
            }
            false => assert_eq!(made, Err(vk::Result::ERROR_UNKNOWN)),
        }
        // SAFETY: nothing uses it.
        unsafe { driver.device.destroy_shader_module(module, None) };
        seen(|seen| assert!(seen.modules.is_empty()));
    }
}

/// What stages pass to each other has to match: if one stays as written, so do the others.
#[test]
fn stages_of_a_pipeline_stay_together() {
    let settings = [QUIET, (c"refused", "pass")];
    let driver = open(Has::default(), &settings, &no_device());
    let (first, second) = (driver.module(&narrow()), driver.module(&refused()));
    let stage = |module| {
        vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main")
    };
    for (modules, same) in [([first, second], true), ([first, first], false)] {
        let stages = modules.map(stage);
        let info = vk::GraphicsPipelineCreateInfo::default().stages(&stages);
        // SAFETY: a valid info, as far as this driver is concerned.
        let made = unsafe {
            driver
                .device
                .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
        };
        made.expect("a pipeline");
        let words = seen(|seen| seen.stages.drain(..).map(|it| it.words).collect::<Vec<_>>());
        assert_eq!(words[0] == narrow(), same);
        assert_eq!(stages[0].module, first, "the program's own is untouched");
    }
}

/// A library has parts without stages, whatever the pointer says.
#[test]
fn parts_without_stages_have_none() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let mut library = vk::GraphicsPipelineLibraryCreateInfoEXT::default()
        .flags(vk::GraphicsPipelineLibraryFlagsEXT::VERTEX_INPUT_INTERFACE);
    let stages = [vk::PipelineShaderStageCreateInfo::default()];
    let mut info = vk::GraphicsPipelineCreateInfo::default().push_next(&mut library);
    info.p_stages = stages.as_ptr();
    info.stage_count = 1;
    // SAFETY: a valid info, as far as this driver is concerned.
    let made = unsafe {
        driver
            .device
            .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    made.expect("a pipeline");
    assert_eq!(last(), SeenStage::default());
}

#[test]
fn deferred_operations_have_what_they_read() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let module = driver.module(&narrow());
    let stages = [vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(module)
        .name(c"main")];
    let info = vk::RayTracingPipelineCreateInfoKHR::default().stages(&stages);
    let operation = vk::DeferredOperationKHR::from_raw(77);
    let mut made = vk::Pipeline::null();
    // SAFETY: the types of the functions with these names.
    unsafe {
        let create: vk::PFN_vkCreateRayTracingPipelinesKHR =
            driver.function(c"vkCreateRayTracingPipelinesKHR");
        let destroy: vk::PFN_vkDestroyDeferredOperationKHR =
            driver.function(c"vkDestroyDeferredOperationKHR");
        let (device, cache) = (driver.device.handle(), vk::PipelineCache::null());
        let none = std::ptr::null();
        let result = create(device, operation, cache, 1, &info, none, &mut made);
        assert_eq!(result, vk::Result::OPERATION_DEFERRED_KHR);
        seen(|seen| assert_eq!(seen.modules.len(), 2));
        finish_deferred();
        let words = last().words;
        assert!(!words.is_empty() && words != narrow());
        destroy(device, operation, none);
    }
    seen(|seen| assert_eq!(seen.modules.len(), 1));
}

#[test]
fn shader_objects_are_filtered() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let words = narrow();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    // SAFETY: the type of the function with this name.
    let create: vk::PFN_vkCreateShadersEXT = unsafe { driver.function(c"vkCreateShadersEXT") };
    for (kind, same) in [
        (vk::ShaderCodeTypeEXT::SPIRV, false),
        (vk::ShaderCodeTypeEXT::BINARY, true),
    ] {
        let mut info = vk::ShaderCreateInfoEXT::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .code_type(kind)
            .code(&bytes)
            .name(c"main");
        info.p_code = words.as_ptr().cast();
        let mut made = vk::ShaderEXT::null();
        // SAFETY: a valid info.
        let result = unsafe {
            let device = driver.device.handle();
            create(device, 1, &info, std::ptr::null(), &mut made)
        };
        assert_eq!(result, vk::Result::SUCCESS);
        assert_eq!(last().words == words, same);
    }
}

#[test]
fn modules_in_stages_are_replaced() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    for (words, same) in [(plain(), true), (narrow(), false)] {
        let mut inlined = vk::ShaderModuleCreateInfo::default().code(&words);
        let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo {
            required_subgroup_size: 16,
            ..Default::default()
        };
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .name(c"main")
            .push_next(&mut inlined)
            .push_next(&mut size);
        let info = vk::ComputePipelineCreateInfo::default().stage(stage);
        // SAFETY: a valid info, as far as this driver is concerned.
        let made = unsafe {
            driver
                .device
                .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
        };
        made.expect("a pipeline");
        let stage = last();
        let in_chain = vk::StructureType::SHADER_MODULE_CREATE_INFO.as_raw();
        assert_eq!(stage.words.is_empty(), same);
        assert_eq!(stage.chain.contains(&in_chain), same);
        assert_eq!(stage.subgroup_size, Some(16), "the program's own stays");
    }
}

/// A module that the driver takes as it is keeps its constants open; given values, they are part of the words.
#[test]
fn specialization_constants_are_set() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let written = words("specialize/conditional_exit.spv");
    let module = driver.module(&written);
    let create = |value: Option<[u8; 4]>| {
        let data = value.unwrap_or_default();
        let entries = [vk::SpecializationMapEntry {
            constant_id: 0,
            offset: 0,
            size: 4,
        }];
        let constants = vk::SpecializationInfo::default()
            .map_entries(&entries)
            .data(&data);
        let mut stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        if value.is_some() {
            stage = stage.specialization_info(&constants);
        }
        let info = vk::ComputePipelineCreateInfo::default().stage(stage);
        // SAFETY: a valid info, as far as this driver is concerned.
        let made = unsafe {
            driver
                .device
                .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
        };
        made.expect("a pipeline");
        assert!(!last().specialized);
        last().words
    };
    let [open, one, zero] = [None, Some(1), Some(0)].map(|it| create(it.map(u32::to_ne_bytes)));
    assert_eq!(open, written);
    assert!(one != open && zero != open && one != zero);
}

/// The ways in which a program gives the range of a buffer: each is rounded up, unless the driver has narrow storage itself.
#[test]
fn buffers_and_ranges_are_rounded_up() {
    let ways: [(&str, fn(&Opened, vk::DescriptorType)); 7] = [
        ("update", |driver, ty| {
            let buffers = [vk::DescriptorBufferInfo::default().range(6)];
            let write = vk::WriteDescriptorSet::default()
                .descriptor_type(ty)
                .buffer_info(&buffers);
            // SAFETY: a valid write, as far as this driver is concerned.
            unsafe { driver.device.update_descriptor_sets(&[write], &[]) };
            assert_eq!(buffers[0].range, 6, "the program's own is untouched");
        }),
        ("push", |driver, ty| {
            let buffers = [vk::DescriptorBufferInfo::default().range(6)];
            let write = vk::WriteDescriptorSet::default()
                .descriptor_type(ty)
                .buffer_info(&buffers);
            // SAFETY: the type of the function with this name.
            unsafe {
                let push: vk::PFN_vkCmdPushDescriptorSetKHR =
                    driver.function(c"vkCmdPushDescriptorSetKHR");
                let (point, layout) = (vk::PipelineBindPoint::COMPUTE, vk::PipelineLayout::null());
                push(driver.commands, point, layout, 0, 1, &write);
            }
        }),
        ("push 2", |driver, ty| {
            let buffers = [vk::DescriptorBufferInfo::default().range(6)];
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
        ("template", |driver, ty| {
            by_template(driver, ty, |driver, template, data| {
                let set = vk::DescriptorSet::null();
                // SAFETY: as large as the template says.
                unsafe {
                    driver
                        .device
                        .update_descriptor_set_with_template(set, template, data);
                }
            });
        }),
        ("push template", |driver, ty| {
            by_template(driver, ty, |driver, template, data| {
                // SAFETY: the type of the function with this name.
                unsafe {
                    let push: vk::PFN_vkCmdPushDescriptorSetWithTemplateKHR =
                        driver.function(c"vkCmdPushDescriptorSetWithTemplateKHR");
                    push(
                        driver.commands,
                        template,
                        vk::PipelineLayout::null(),
                        0,
                        data,
                    );
                }
            });
        }),
        ("push template 2", |driver, ty| {
            by_template(driver, ty, |driver, template, data| {
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
        ("descriptor buffer", |driver, ty| {
            let address = vk::DescriptorAddressInfoEXT::default().range(6);
            let info = vk::DescriptorGetInfoEXT::default()
                .ty(ty)
                .data(vk::DescriptorDataEXT {
                    p_storage_buffer: &address,
                });
            // SAFETY: the type of the function with this name.
            unsafe {
                let get: vk::PFN_vkGetDescriptorEXT = driver.function(c"vkGetDescriptorEXT");
                get(driver.device.handle(), &info, 0, std::ptr::null_mut());
            }
            assert_eq!(address.range, 6);
        }),
    ];
    for narrow_storage in [false, true] {
        let has = Has {
            narrow_storage,
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
        let driver = open(has, &[QUIET], &info);
        for (ty, rounded) in [
            (vk::DescriptorType::STORAGE_BUFFER, 8),
            (vk::DescriptorType::STORAGE_BUFFER_DYNAMIC, 8),
            (vk::DescriptorType::UNIFORM_BUFFER, 16),
            (vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC, 16),
        ] {
            for (name, way) in ways {
                way(&driver, ty);
                let found = seen(|seen| seen.ranges.pop());
                let expected = if narrow_storage { 6 } else { rounded };
                assert_eq!(found, Some(expected), "{name} {}", ty.as_raw());
            }
        }
        for (usage, rounded) in [
            (vk::BufferUsageFlags::STORAGE_BUFFER, 8),
            (vk::BufferUsageFlags::UNIFORM_BUFFER, 16),
        ] {
            let info = vk::BufferCreateInfo::default().size(6).usage(usage);
            let ask = vk::DeviceBufferMemoryRequirements::default().create_info(&info);
            let mut out = vk::MemoryRequirements2::default();
            // SAFETY: valid infos; the type of the function with this name.
            unsafe {
                driver.device.create_buffer(&info, None).expect("a buffer");
                let get: vk::PFN_vkGetDeviceBufferMemoryRequirements =
                    driver.function(c"vkGetDeviceBufferMemoryRequirements");
                get(driver.device.handle(), &ask, &mut out);
            }
            let expected = if narrow_storage { 6 } else { rounded };
            let found = seen(|seen| std::mem::take(&mut seen.sizes));
            assert_eq!(found, [expected; 2]);
        }
    }
}

/// Updates a buffer, eight bytes into the data of a template.
fn by_template(
    driver: &Opened,
    ty: vk::DescriptorType,
    update: impl FnOnce(&Opened, vk::DescriptorUpdateTemplate, *const std::ffi::c_void),
) {
    #[repr(C)]
    struct Data {
        before: u64,
        buffer: vk::DescriptorBufferInfo,
    }
    let entries = [vk::DescriptorUpdateTemplateEntry {
        descriptor_count: 1,
        descriptor_type: ty,
        offset: 8,
        stride: 24,
        ..Default::default()
    }];
    let info =
        vk::DescriptorUpdateTemplateCreateInfo::default().descriptor_update_entries(&entries);
    let data = Data {
        before: 1,
        buffer: vk::DescriptorBufferInfo::default().range(6),
    };
    // SAFETY: valid infos.
    unsafe {
        let template = driver.device.create_descriptor_update_template(&info, None);
        let template = template.expect("a template");
        update(driver, template, std::ptr::from_ref(&data).cast());
        driver
            .device
            .destroy_descriptor_update_template(template, None);
    }
    assert_eq!((data.before, data.buffer.range), (1, 6));
}

/// An identifier of a module that the driver does not have is the layer's.
#[test]
fn identifiers_are_of_the_programs_modules() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    // SAFETY: the type of the function with this name.
    let get: vk::PFN_vkGetShaderModuleIdentifierEXT =
        unsafe { driver.function(c"vkGetShaderModuleIdentifierEXT") };
    let identifier = |words: &[u32]| {
        let module = driver.module(words);
        let mut out = vk::ShaderModuleIdentifierEXT::default();
        // SAFETY: a live module.
        unsafe { get(driver.device.handle(), module, &mut out) };
        (out.identifier_size, out.identifier)
    };
    assert_eq!(identifier(&plain()).0, 1, "the driver's");
    let (first, second) = (identifier(&narrow()), identifier(&refused()));
    assert_eq!(first.0, 16);
    assert_ne!(first, second);
    assert_eq!(first, identifier(&narrow()));
}

/// Ten thousand pipelines of different modules, each destroyed: what is kept has a limit, and the rest goes.
#[test]
fn memory_does_not_grow() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let mut words = narrow();
    let mut create = |count: u32, seed: u32| {
        for at in 0..count {
            words[2] = seed + at;
            let module = driver.module(&words);
            compute(&driver, module).expect("a pipeline");
            // SAFETY: nothing uses it.
            unsafe { driver.device.destroy_shader_module(module, None) };
            seen(|seen| seen.stages.clear());
        }
        ALLOCATED.load(Ordering::Relaxed)
    };
    let first = create(1000, 1 << 20);
    let second = create(10_000, 1 << 21);
    let bytes = second - first;
    // 16 MiB of words may be kept.
    assert!(bytes < 20 << 20, "{bytes} bytes");
    let third = create(10_000, 1 << 22);
    assert!(third - second < 1 << 20, "{second} to {third} bytes");
}
