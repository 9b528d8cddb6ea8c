//! Draws with hidden inputs, and what is synchronized with them, as the driver gets it.

mod driver;

use ash::vk;
use driver::queues::DRAWN;
use driver::{open, seen, Has, Opened};
use std::ffi::CStr;

const QUIET: (&CStr, &str) = (c"log_level", "off");

/// A device whose program enables the built-ins of draws, or does not.
fn device(draws: bool) -> Opened {
    let mut eleven = vk::PhysicalDeviceVulkan11Features::default().shader_draw_parameters(draws);
    let info = vk::DeviceCreateInfo::default().push_next(&mut eleven);
    open(Has::default(), &[QUIET], &info)
}

/// A command buffer for the queues of a family.
fn commands(driver: &Opened, family: u32) -> vk::CommandBuffer {
    // SAFETY: valid infos.
    unsafe {
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        let pool = driver
            .device
            .create_command_pool(&info, None)
            .expect("a pool");
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .command_buffer_count(1);
        driver.device.allocate_command_buffers(&info).expect("one")[0]
    }
}

const INDIRECT: u64 = 2;
const INPUT: u64 = 4;
const READ: u64 = 1;
const ATTRIBUTE: u64 = 4;

/// Calls everything that has masks, with those of indirect draws, and returns what the driver has seen.
fn masks(driver: &Opened, commands: vk::CommandBuffer) -> Vec<[u64; 3]> {
    seen(|seen| seen.masks.clear());
    let stages = vk::PipelineStageFlags::DRAW_INDIRECT;
    let access = vk::AccessFlags::INDIRECT_COMMAND_READ;
    let memory = [vk::MemoryBarrier::default().dst_access_mask(access)];
    let buffers = [vk::BufferMemoryBarrier::default().dst_access_mask(access)];
    let stages2 = vk::PipelineStageFlags2::DRAW_INDIRECT;
    let access2 = vk::AccessFlags2::INDIRECT_COMMAND_READ;
    let memory2 = [vk::MemoryBarrier2::default()
        .src_stage_mask(stages2)
        .dst_stage_mask(stages2)
        .dst_access_mask(access2)];
    let buffers2 = [vk::BufferMemoryBarrier2::default()
        .src_stage_mask(stages2)
        .dst_stage_mask(stages2)
        .dst_access_mask(access2)];
    let info = vk::DependencyInfo::default()
        .memory_barriers(&memory2)
        .buffer_memory_barriers(&buffers2);
    let event = vk::Event::null();
    let device = &driver.device;
    // SAFETY: as valid as this driver needs it.
    unsafe {
        let flags = vk::DependencyFlags::empty();
        device.cmd_pipeline_barrier(commands, stages, stages, flags, &memory, &buffers, &[]);
        device.cmd_wait_events(commands, &[event], stages, stages, &memory, &buffers, &[]);
        device.cmd_set_event(commands, event, stages);
        device.cmd_pipeline_barrier2(commands, &info);
        device.cmd_set_event2(commands, event, &info);
        device.cmd_wait_events2(commands, &[event, event], &[info, info]);
    }
    assert!(
        memory[0].dst_access_mask == access,
        "the program's own is untouched"
    );
    assert!(
        memory2[0].dst_stage_mask == stages2,
        "the program's own is untouched"
    );
    seen(|seen| std::mem::take(&mut seen.masks))
}

const BEFORE: [u64; 3] = [INDIRECT, INDIRECT, READ];
const AFTER: [u64; 3] = [INDIRECT | INPUT, INDIRECT | INPUT, READ | ATTRIBUTE];

#[test]
fn commands_wait_for_attributes_where_queues_draw() {
    for (draws, family, expected) in [(true, 0, AFTER), (true, 1, BEFORE), (false, 0, BEFORE)] {
        let driver = device(draws);
        let commands = commands(&driver, family);
        let mut all = masks(&driver, commands);
        // That of `vkCmdSetEvent` has one mask.
        assert_eq!(all.remove(4), [expected[0], 0, 0], "{draws} {family}");
        assert_eq!(all, vec![expected; 12], "{draws} {family}");
    }
}

#[test]
fn render_passes_wait_for_attributes() {
    let stages = vk::PipelineStageFlags::DRAW_INDIRECT;
    let access = vk::AccessFlags::INDIRECT_COMMAND_READ;
    for (draws, expected) in [(true, AFTER), (false, BEFORE)] {
        let driver = device(draws);
        let all = [vk::SubpassDependency::default()
            .src_stage_mask(stages)
            .dst_stage_mask(stages)
            .dst_access_mask(access)];
        let info = vk::RenderPassCreateInfo::default().dependencies(&all);
        let mut barrier = vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::DRAW_INDIRECT)
            .dst_stage_mask(vk::PipelineStageFlags2::DRAW_INDIRECT)
            .dst_access_mask(vk::AccessFlags2::INDIRECT_COMMAND_READ);
        let all2 = [vk::SubpassDependency2::default()
            .src_stage_mask(stages)
            .dst_stage_mask(stages)
            .dst_access_mask(access)
            .push_next(&mut barrier)];
        let info2 = vk::RenderPassCreateInfo2::default().dependencies(&all2);
        // SAFETY: as valid as this driver needs it.
        unsafe {
            driver
                .device
                .create_render_pass(&info, None)
                .expect("a pass");
            driver
                .device
                .create_render_pass2(&info2, None)
                .expect("a pass");
        }
        let masks = seen(|seen| std::mem::take(&mut seen.masks));
        assert_eq!(masks, vec![expected; 3], "{draws}");
        assert!(
            barrier.dst_stage_mask == vk::PipelineStageFlags2::DRAW_INDIRECT,
            "the program's own is untouched"
        );
    }
}

#[test]
fn parameters_lie_in_buffers_for_attributes() {
    type Usage = vk::BufferUsageFlags;
    type Usage2 = vk::BufferUsageFlags2KHR;
    let both = Usage::INDIRECT_BUFFER | Usage::VERTEX_BUFFER;
    for (draws, expected) in [(true, both), (false, Usage::INDIRECT_BUFFER)] {
        let driver = device(draws);
        let expected = u64::from(expected.as_raw());
        let transfer = Usage::TRANSFER_DST;
        for (usage, expected) in [
            (Usage::INDIRECT_BUFFER, expected),
            (transfer, transfer.as_raw().into()),
        ] {
            let info = vk::BufferCreateInfo::default().size(16).usage(usage);
            let asked = vk::DeviceBufferMemoryRequirements::default().create_info(&info);
            let mut out = vk::MemoryRequirements2::default();
            // SAFETY: valid infos.
            unsafe {
                driver.device.create_buffer(&info, None).expect("a buffer");
                driver
                    .device
                    .get_device_buffer_memory_requirements(&asked, &mut out);
            }
            let usages = seen(|seen| std::mem::take(&mut seen.usages));
            assert_eq!(usages, [[expected, 0]; 2], "{draws} {}", usage.as_raw());
        }
        let mut flags =
            vk::BufferUsageFlags2CreateInfoKHR::default().usage(Usage2::INDIRECT_BUFFER);
        let info = vk::BufferCreateInfo::default()
            .size(16)
            .push_next(&mut flags);
        // SAFETY: a valid info.
        unsafe { driver.device.create_buffer(&info, None) }.expect("a buffer");
        let usages = seen(|seen| std::mem::take(&mut seen.usages));
        assert_eq!(usages[0][1], expected, "{draws}");
        assert!(
            flags.usage == Usage2::INDIRECT_BUFFER,
            "the program's own is untouched"
        );
    }
}

/// A vertex stage that reads the built-ins of its draw.
fn words() -> Vec<u32> {
    let path = sos_tests::paths::corpus().join("shaders/stages/draw_parameters.vert.spv");
    sos_core::words::from_bytes(&std::fs::read(path).expect("a file")).expect("words")
}

/// Creates a pipeline with so many bindings and attributes of its own.
fn pipeline(driver: &Opened, own: [u32; 2]) -> Result<vk::Pipeline, vk::Result> {
    let module = driver.module(&words());
    let stages = [vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::VERTEX)
        .module(module)
        .name(c"main")];
    let bindings: Vec<_> = (0..own[0])
        .map(|binding| vk::VertexInputBindingDescription::default().binding(binding))
        .collect();
    let attributes: Vec<_> = (0..own[1])
        .map(|location| vk::VertexInputAttributeDescription::default().location(location))
        .collect();
    let input = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&bindings)
        .vertex_attribute_descriptions(&attributes);
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&input);
    // SAFETY: a valid info, as far as this driver is concerned.
    let made = unsafe {
        driver
            .device
            .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    made.map(|made| made[0]).map_err(|error| error.1)
}

#[test]
fn numbers_are_those_that_are_free() {
    let driver = device(true);
    pipeline(&driver, [3, 13]).expect("a pipeline");
    let [bindings, locations] = seen(|seen| seen.described.remove(0));
    assert_eq!(bindings, [0, 1, 2, 14, 15]);
    assert_eq!(locations, (0..13).chain([15, 14, 13]).collect::<Vec<_>>());
    for own in [[15, 3], [3, 14]] {
        assert_eq!(
            pipeline(&driver, own),
            Err(vk::Result::ERROR_UNKNOWN),
            "{own:?}"
        );
    }
    assert!(seen(|seen| seen.described.is_empty()));
    // Without the feature, the stage is refused.
    drop(driver);
    let driver = device(false);
    assert_eq!(pipeline(&driver, [3, 3]), Err(vk::Result::ERROR_UNKNOWN));
}

/// Several draws of one command become one each; and where there is no memory for parameters, the command buffer fails in the end.
#[test]
fn draws_have_their_parameters_or_fail() {
    let driver = device(true);
    let pipeline = pipeline(&driver, [0, 0]).expect("a pipeline");
    let commands = commands(&driver, 0);
    let device = &driver.device;
    // SAFETY: as valid as this driver needs it.
    unsafe {
        for draws in [0, 1] {
            device
                .begin_command_buffer(commands, &Default::default())
                .expect("begun");
            device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, pipeline);
            for _ in 0..draws {
                // This driver has no memory.
                device.cmd_draw(commands, 1, 1, 0, 0);
                device.cmd_draw_indirect(commands, vk::Buffer::null(), 0, 3, 16);
            }
            let expected = match draws {
                0 => Ok(()),
                _ => Err(vk::Result::ERROR_UNKNOWN),
            };
            assert_eq!(device.end_command_buffer(commands), expected);
        }
        assert_eq!(seen(|seen| std::mem::take(&mut seen.drawn)), [0; 0]);
        // Other pipelines need none.
        device
            .begin_command_buffer(commands, &Default::default())
            .expect("begun");
        device.cmd_draw(commands, 1, 1, 0, 0);
        assert_eq!(device.end_command_buffer(commands), Ok(()));
    }
    assert_eq!(seen(|seen| std::mem::take(&mut seen.drawn)), [DRAWN]);
}
