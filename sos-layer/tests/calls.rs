//! What reaches the driver, call by call: see [`driver`].

mod driver;

use ash::vk::{self, Handle};
use driver::{finish_deferred, open, seen, Has, Opened, SeenStage};
use sos_core::{Limits, Module};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::CStr;
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::Mutex;

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
    let bytes = fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
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
    words("ops/atomic_double.comp.spv")
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
        // Once it has ended, the operation may be used again.
        for _ in 0..3 {
            let _ = create(device, operation, cache, 1, &info, none, &mut made);
            finish_deferred();
            assert!(!last().words.is_empty());
        }
        seen(|seen| assert_eq!(seen.modules.len(), 2));
        destroy(device, operation, none);
    }
    seen(|seen| assert_eq!(seen.modules.len(), 1));
}

/// While one thread destroys an operation, another may get its handle.
#[test]
fn an_operation_may_get_the_handle_of_another() {
    static AGAIN: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);
    fn during() {
        let again = AGAIN.lock().unwrap_or_else(|it| it.into_inner()).take();
        if let Some(again) = again {
            again();
        }
    }
    let has = Has {
        during_destroy: Some(during),
        ..Has::default()
    };
    let driver = open(has, &[QUIET], &no_device());
    let module = driver.module(&narrow());
    let operation = vk::DeferredOperationKHR::from_raw(77);
    // SAFETY: the types of the functions with these names.
    unsafe {
        let create: vk::PFN_vkCreateRayTracingPipelinesKHR =
            driver.function(c"vkCreateRayTracingPipelinesKHR");
        let destroy: vk::PFN_vkDestroyDeferredOperationKHR =
            driver.function(c"vkDestroyDeferredOperationKHR");
        let device = driver.device.handle();
        let again = move || {
            let stages = [vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(c"main")];
            let info = vk::RayTracingPipelineCreateInfoKHR::default().stages(&stages);
            let (cache, none) = (vk::PipelineCache::null(), std::ptr::null());
            let mut made = vk::Pipeline::null();
            let _ = create(device, operation, cache, 1, &info, none, &mut made);
        };
        *AGAIN.lock().unwrap_or_else(|it| it.into_inner()) = Some(Box::new(again));
        destroy(device, operation, std::ptr::null());
        finish_deferred();
        assert!(!last().words.is_empty());
        destroy(device, operation, std::ptr::null());
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
    let mut control =
        vk::PhysicalDeviceSubgroupSizeControlFeatures::default().subgroup_size_control(true);
    let info = no_device().push_next(&mut control);
    let driver = open(SIZES, &[QUIET], &info);
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

/// A driver with subgroups of 8 or 16.
const SIZES: Has = Has {
    subgroup_sizes: [8, 16],
    extensions: &[],
    narrow_storage: false,
    hidden: &[],
    shares_modules: false,
    program_version: 0,
    during_destroy: None,
};

/// A size that the device does not run is SOS's, of which the driver hears nothing; one that nobody has is refused.
#[test]
fn sizes_of_subgroups_are_those_of_the_device_or_made() {
    const UNUSED: &str = "the device lacks subgroupSizeControl";
    let folder = tempfile::tempdir().expect("a folder");
    // The last two: what the driver hears, unless it is refused, and why it is.
    for (at, (enabled, size, stage, heard, why)) in [
        (true, 8, vk::ShaderStageFlags::COMPUTE, Some(8), None),
        (true, 16, vk::ShaderStageFlags::COMPUTE, Some(16), None),
        (true, 4, vk::ShaderStageFlags::COMPUTE, None, None),
        (true, 32, vk::ShaderStageFlags::COMPUTE, None, None),
        (false, 16, vk::ShaderStageFlags::COMPUTE, None, None),
        (
            true,
            24,
            vk::ShaderStageFlags::COMPUTE,
            None,
            Some("a size is a power of two"),
        ),
        (
            true,
            256,
            vk::ShaderStageFlags::COMPUTE,
            None,
            Some("the device has 8 to 16"),
        ),
        (
            false,
            256,
            vk::ShaderStageFlags::COMPUTE,
            None,
            Some(UNUSED),
        ),
        (
            true,
            16,
            vk::ShaderStageFlags::TASK_EXT,
            None,
            Some("the device takes no size for this stage (requiredSubgroupSizeStages)"),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let log = folder.path().join(at.to_string());
        let settings = [
            (c"log_level", "warning"),
            (c"log", log.to_str().expect("text")),
        ];
        let mut control =
            vk::PhysicalDeviceSubgroupSizeControlFeatures::default().subgroup_size_control(enabled);
        let info = no_device().push_next(&mut control);
        let driver = open(SIZES, &settings, &info);
        for words in [plain(), narrow()] {
            let module = driver.module(&words);
            let mut required = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo {
                required_subgroup_size: size,
                ..Default::default()
            };
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(stage)
                .flags(vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS)
                .module(module)
                .name(c"main")
                .push_next(&mut required);
            let info = vk::ComputePipelineCreateInfo::default().stage(stage);
            // SAFETY: a valid info, as far as this driver is concerned.
            let found = unsafe {
                driver
                    .device
                    .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
            };
            assert_eq!(found.is_ok(), why.is_none(), "{enabled} {size} {why:?}");
            if why.is_none() {
                assert_eq!(last().subgroup_size, heard, "{enabled} {size}");
                assert_eq!(last().words == words, words == plain());
            }
        }
        let said = fs::read_to_string(&log).unwrap_or_default();
        let told = format!("which the pipeline requires: {}", why.unwrap_or_default());
        assert_eq!(said.contains(&told), why.is_some(), "{said}");
    }
}

/// A module of the corpus whose workgroup is `size` and whose shared memory `count` words, by the defaults of specialization constants.
fn sized(size: u32, count: u32) -> Vec<u32> {
    let mut made = words("basic/constants.comp.spv");
    let mut at = 5;
    while at < made.len() {
        // OpSpecConstant of 32 bits: 4 is the number of words, 1 the size.
        if made[at] == 0x0004_0032 {
            match made[at + 3] {
                4 => made[at + 3] = count,
                1 => made[at + 3] = size,
                _ => {}
            }
        }
        at += (made[at] >> 16) as usize;
    }
    made
}

/// Constants that a pipeline leaves open are known: what follows from their defaults is checked like what follows from given values.
#[test]
fn defaults_of_constants_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, (allow, size, count, made, why)) in [
        ("none", 64, 64, true, ""),
        ("none", 1024, 64, false, "maxComputeWorkGroup"),
        ("none", 64, 12_000, false, "maxComputeSharedMemorySize"),
        ("limits", 1024, 64, true, "exceeds maxComputeWorkGroup"),
        (
            "limits",
            64,
            12_000,
            true,
            "exceeds maxComputeSharedMemorySize",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let log = folder.path().join(at.to_string());
        let settings = [
            (c"log_level", "warning"),
            (c"log", log.to_str().expect("text")),
            (c"allow", allow),
        ];
        let driver = open(Has::default(), &settings, &no_device());
        let words = sized(size, count);
        let found = compute(&driver, driver.module(&words));
        assert_eq!(found.is_ok(), made, "{allow} {size} {count}");
        let said = fs::read_to_string(&log).unwrap_or_default();
        assert_eq!(said.is_empty(), why.is_empty(), "{said}");
        assert!(said.contains(why), "{said}");
        if why.is_empty() {
            assert_eq!(last().words, words);
        }
    }
}

/// Both settings concern modules that the driver takes as they are, too.
#[test]
fn modules_are_stripped_and_frozen_on_request() {
    let has = |words: &[u32], wanted: u32| {
        let mut at = 5;
        while at < words.len() && words[at] & 0xFFFF != wanted {
            at += (words[at] >> 16) as usize;
        }
        at < words.len()
    };
    let (name, constant) = (5, 50);
    let written = words("basic/constants.comp.spv");
    assert!(has(&written, name) && has(&written, constant));
    for (strip, freeze, names, constants) in [
        ("none", "false", true, true),
        ("debug", "false", true, false),
        ("names", "false", false, false),
        ("all", "0", false, false),
        ("none", "true", true, false),
        ("none", "1", true, false),
    ] {
        let settings = [QUIET, (c"strip", strip), (c"freeze", freeze)];
        let driver = open(Has::default(), &settings, &no_device());
        compute(&driver, driver.module(&written)).expect("a pipeline");
        let found = last().words;
        assert_eq!(has(&found, name), names, "{strip} {freeze}");
        assert_eq!(has(&found, constant), constants, "{strip} {freeze}");
    }
}

/// What is said before the first stage is short, said once, and nothing where there is no stage.
#[test]
fn programs_without_stages_hear_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |name: &str, level: &str, stages: u32| {
        let log = folder.path().join(name);
        let settings = [(c"log_level", level), (c"log", log.to_str().expect("text"))];
        let driver = open(Has::default(), &settings, &no_device());
        let module = driver.module(&narrow());
        for _ in 0..stages {
            compute(&driver, module).expect("a pipeline");
        }
        drop(driver);
        fs::read_to_string(&log).unwrap_or_default()
    };
    assert_eq!(said("none", "info", 0), "");
    let text = said("two", "info", 2);
    assert_eq!(text.lines().count(), 4, "{text}");
    for (line, part) in text.lines().zip([
        "is loaded as VK_LAYER_SOS_filter",
        "SOS provides",
        "the program enables nothing",
        "2 stages in",
    ]) {
        assert!(line.contains(part) && line.len() < 130, "{line}");
    }
    // In detail, all names at once.
    let text = said("verbose", "verbose", 0);
    assert!(text.contains("shaderFloat16"), "{text}");
    assert!(text.lines().all(|line| line.len() < 160), "{text}");
}

/// What several instructions lack for one reason has one line, with their places.
#[test]
fn a_reason_is_given_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let settings = [
        (c"log_level", "warning"),
        (c"log", log.to_str().expect("text")),
    ];
    let driver = open(Has::default(), &settings, &no_device());
    let module = driver.module(&words("ops/atomic_int64_buffer.comp.spv"));
    assert!(compute(&driver, module).is_err());
    let text = fs::read_to_string(&log).expect("a log");
    let reason = "two 32-bit atomics do not make a 64-bit one";
    assert_eq!(text.matches(reason).count(), 1, "{text}");
    assert!(
        text.matches(" at word ").count() > 1 || text.contains(", word "),
        "{text}"
    );
}

/// Given values, constants are part of the words of a module that the driver does not take as it is, or that is to be frozen. Others
/// keep them open: the driver gives them their values.
#[test]
fn specialization_constants_are_set() {
    let written = words("specialize/conditional_exit.spv");
    let [open, one, zero] = with_constant(&[QUIET], &written, false);
    assert_eq!(open, written);
    assert!(one == open && zero == open);
    let frozen = [QUIET, (c"freeze", "true")];
    let [open, one, zero] = with_constant(&frozen, &written, true);
    assert!(open != written && one != zero && one != written);
}

/// The words that a driver gets of a module whose constant 0 has no value, 1 and 0. `set` is whether none is left to the driver.
fn with_constant(settings: &[(&CStr, &str)], written: &[u32], set: bool) -> [Vec<u32>; 3] {
    let driver = open(Has::default(), settings, &no_device());
    let module = driver.module(written);
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
        assert_eq!(last().specialized, value.is_some() && !set);
        last().words
    };
    [None, Some(1), Some(0)].map(|it: Option<u32>| create(it.map(u32::to_ne_bytes)))
}

/// A 64-bit constant that the program leaves open has its default.
#[test]
fn wide_constants_need_no_value() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let module = driver.module(&words("types/long_constants.comp.spv"));
    compute(&driver, module).expect("a pipeline");
}

/// One that fails does not keep the others from being created.
#[test]
fn the_others_of_a_call_are_created() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let modules = [&narrow(), &refused(), &plain()].map(|words| driver.module(words));
    let infos = modules.map(|module| {
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        vk::ComputePipelineCreateInfo::default().stage(stage)
    });
    // SAFETY: valid infos, as far as this driver is concerned.
    let made = unsafe {
        driver
            .device
            .create_compute_pipelines(vk::PipelineCache::null(), &infos, None)
    };
    let (made, error) = made.expect_err("one is refused");
    assert_eq!(error, vk::Result::ERROR_UNKNOWN);
    let there = made.iter().map(|one| *one != vk::Pipeline::null());
    assert_eq!(there.collect::<Vec<_>>(), [true, false, true]);
    seen(|seen| assert_eq!(seen.modules.len(), 3));
}

/// What is linked of libraries has no stages, whatever the pointer says.
#[test]
fn linked_libraries_have_no_stages() {
    let driver = open(Has::default(), &[QUIET], &no_device());
    let libraries = [vk::Pipeline::from_raw(1)];
    let mut linked = vk::PipelineLibraryCreateInfoKHR::default().libraries(&libraries);
    let stages = [vk::PipelineShaderStageCreateInfo::default().name(c"main")];
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .push_next(&mut linked);
    // SAFETY: a valid info, as far as this driver is concerned.
    let made = unsafe {
        driver
            .device
            .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    made.expect("a pipeline");
    assert_eq!(last(), SeenStage::default());
}

/// Equal modules may get the same handle; those of the layer are not equal.
#[test]
fn handles_may_be_shared() {
    let has = Has {
        shares_modules: true,
        ..Has::default()
    };
    let driver = open(has, &[QUIET], &no_device());
    let create = |module| {
        compute(&driver, module).expect("a pipeline");
        last().words
    };
    let first = driver.module(&narrow());
    let before = create(first);
    let second = driver.module(&words("types/byte_arithmetic.comp.spv"));
    assert_ne!(create(second), before);
    assert_eq!(create(first), before);
}

/// A program that asks for a later major version than is known runs as without the layer.
#[test]
fn a_version_to_come_is_no_obstacle() {
    let has = Has {
        program_version: vk::make_api_version(0, 2, 0, 0),
        ..Has::default()
    };
    let driver = open(has, &[QUIET], &no_device());
    let module = driver.module(&narrow());
    compute(&driver, module).expect("a pipeline");
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

/// A folder or file that cannot be written keeps nothing from running: a program with such settings does what it did, and says so once
/// for each.
#[test]
fn what_cannot_be_written_is_done_without() {
    let below_a_file = std::env::current_exe().expect("a test has a file");
    let below_a_file = below_a_file.join("nope");
    let logs = [
        below_a_file.to_str(),
        cfg!(target_os = "linux").then_some("/dev/full"),
    ];
    for log in logs.into_iter().flatten() {
        let program = std::env::current_exe().expect("a test has a file");
        let mut command = Command::new(program);
        command.args([
            "--exact",
            "the_driver_sees_only_modules_that_it_takes",
            "--nocapture",
        ]);
        command
            .env("SOS_LAYER_LOG_LEVEL", "warning")
            .env("SOS_LAYER_LOG", log);
        command
            .env("SOS_LAYER_CACHE", &below_a_file)
            .env("SOS_LAYER_DUMP", &below_a_file);
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
        for (setting, path) in [
            ("log", log.as_ref()),
            ("cache", below_a_file.as_path()),
            ("dump", &below_a_file),
        ] {
            let named = format!("sos: {setting}: {} cannot be written: ", path.display());
            assert_eq!(said.matches(&named).count(), 1, "{named}\n{said}");
        }
        assert_eq!(said.lines().count(), 3, "{said}");
    }
}

/// The same of folders that go while the program runs.
#[test]
fn folders_may_go_while_the_program_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, cache, dump] = ["log", "cache", "dump"].map(|name| {
        let path = folder.path().join(name);
        path.to_str().expect("text").to_owned()
    });
    let settings: &[(&CStr, &str)] = &[
        (c"log_level", "warning"),
        (c"log", &log),
        (c"cache", &cache),
        (c"dump", &dump),
    ];
    let driver = open(Has::default(), settings, &no_device());
    let mut words = narrow();
    for round in 0..3 {
        words[2] += 1;
        compute(&driver, driver.module(&words)).expect("a pipeline");
        assert_ne!(last().words, words);
        if round == 0 {
            for kept in [&cache, &dump] {
                assert!(fs::read_dir(kept).expect("a folder").next().is_some());
                fs::remove_dir_all(kept).expect("it goes");
            }
        }
    }
    let said = fs::read_to_string(&log).expect("a log");
    for (setting, path) in [("cache", &cache), ("dump", &dump)] {
        let named = format!(": {setting}: {path} cannot be written: ");
        assert_eq!(said.matches(&named).count(), 1, "{named}\n{said}");
    }
    assert_eq!(said.lines().count(), 2, "{said}");
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
