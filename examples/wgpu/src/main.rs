//! Runs a compute shader with `wgpu`, filtered for what wgpu enables on the device:
//!
//! ```text
//! cargo run --manifest-path examples/wgpu/Cargo.toml -- corpus/shaders/programs/half_blur.comp.spv
//! ```
//!
//! wgpu translates SPIR-V to a form of its own and back, and refuses what it does not know. `create_shader_module_passthrough` hands the
//! words to the driver instead, which must then be what the driver takes: this is where the filter comes in. The shader blurs 130 words
//! of two numbers each, and its result is compared with the processor's.

use std::error::Error;

use ash::vk;
use sos_core::target::vulkan::PhysicalDevice;
use sos_core::{filter, words, Module, Naming, Options, Outcome, Scratch, Target};
use wgpu::hal::api::Vulkan;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const THREADS: usize = 128;

fn main() -> Result<()> {
    let path = std::env::args()
        .nth(1)
        .ok_or("usage: sos-wgpu-example half_blur.comp.spv")?;
    pollster::block_on(run(&path))
}

async fn run(path: &str) -> Result<()> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(descriptor);
    let adapter = instance.request_adapter(&Default::default()).await?;
    // What the shader is to find, where the device has it.
    let wanted = wgpu::Features::SHADER_F16 | wgpu::Features::SUBGROUP;
    let features = wgpu::Features::PASSTHROUGH_SHADERS | (wanted & adapter.features());
    let (device, queue) = adapter
        .request_device(&wgpu::DeviceDescriptor {
            required_features: features,
            ..Default::default()
        })
        .await?;
    let target = target(&adapter, features)?;

    let bytes = std::fs::read(path)?;
    let (words, how) = load(&target, &words::from_bytes(&bytes)?)?;
    let input: Vec<u32> = (0..THREADS as u32 + 2)
        .map(|at| at | (((at * 5) & 0x7f) << 16))
        .collect();
    let output = blur(&device, &queue, words, &input)?;
    let expected: Vec<u32> = input.windows(3).map(blurred).collect();
    let right = if output == expected { "right" } else { "WRONG" };
    println!("{}: {how}, {right}", adapter.get_info().name);
    if output == expected {
        Ok(())
    } else {
        Err("the device computed something else".into())
    }
}

/// What wgpu enables on a device with these features: it makes the same structures when it creates the device.
fn target(adapter: &wgpu::Adapter, features: wgpu::Features) -> Result<Target> {
    // SAFETY: the adapter stays as it is.
    let adapter = unsafe { adapter.as_hal::<Vulkan>() }.ok_or("wgpu does not use Vulkan")?;
    let extensions = adapter.required_device_extensions(features);
    let mut enabled = adapter.physical_device_features(&extensions, features);
    let names: Vec<_> = extensions.iter().map(|name| name.as_ptr()).collect();
    let info = vk::DeviceCreateInfo::default().enabled_extension_names(&names);
    let info = enabled.add_to_device_create(info);
    let instance = adapter.shared_instance();
    let asked = PhysicalDevice {
        get_instance_proc_addr: instance.entry().static_fn().get_instance_proc_addr,
        instance: instance.raw_instance().handle(),
        physical_device: adapter.raw_physical_device(),
        // As wgpu states it in `VkApplicationInfo`.
        instance_version: vk::API_VERSION_1_3.min(instance.instance_api_version()),
    };
    // SAFETY: the handles are live and belong together, and wgpu creates its device from this create info.
    Ok(unsafe { Target::from_enabled(&asked, &info) }?)
}

/// The module as the device takes it. Its descriptors, entry point and workgroup size stay as they were.
fn load(target: &Target, read: &[u32]) -> Result<(Vec<u32>, &'static str)> {
    let (options, mut scratch) = (Options::default(), Scratch::default());
    let module = Module::scan(read, &options.limits)?;
    let (words, how) = match filter(&module, target, &options, &mut scratch)? {
        Outcome::Unchanged(words) => (words.to_vec(), "unchanged"),
        Outcome::Rewritten(words) => (words.to_vec(), "rewritten"),
        Outcome::Unsupported => {
            let report = scratch.explain(Naming::Rust, &module, target, &options);
            return Err(report.to_string().into());
        }
    };
    // wgpu has no way to require one in a pipeline.
    match scratch.required_subgroup_size(target) {
        Some(size) => Err(format!("the module needs subgroups of {size}").into()),
        None => Ok((words, how)),
    }
}

/// Runs the shader: what it reads is binding 0, what it writes binding 1.
fn blur(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    words: Vec<u32>,
    input: &[u32],
) -> Result<Vec<u32>> {
    let buffer = |words: usize, usage| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: words as u64 * 4,
            usage,
            mapped_at_creation: false,
        })
    };
    use wgpu::BufferUsages as Usage;
    let from = buffer(input.len(), Usage::STORAGE | Usage::COPY_DST);
    let to = buffer(THREADS, Usage::STORAGE | Usage::COPY_SRC);
    let read = buffer(THREADS, Usage::MAP_READ | Usage::COPY_DST);
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_ne_bytes()).collect();
    queue.write_buffer(&from, 0, &bytes);

    // wgpu knows nothing of a module that is passed through: its layout is stated.
    let binding = |binding, read_only| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let group_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[binding(0, true), binding(1, false)],
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        bind_group_layouts: &[Some(&group_layout)],
        ..Default::default()
    });
    // SAFETY: the words are a valid module for this device, since those of the file are valid, and the layout is the module's.
    let module = unsafe {
        device.create_shader_module_passthrough(wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: vec![wgpu::PassthroughShaderEntryPoint {
                name: "main".into(),
                workgroup_size: (64, 1, 1),
            }]
            .into(),
            spirv: Some(words.into()),
            ..Default::default()
        })
    };
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&layout),
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &group_layout,
        entries: &[(0, &from), (1, &to)].map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        }),
    });

    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(THREADS as u32 / 64, 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(&to, 0, &read, 0, None);
    queue.submit([encoder.finish()]);
    read.slice(..)
        .map_async(wgpu::MapMode::Read, |done| done.expect("memory is mapped"));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let bytes = read.slice(..).get_mapped_range()?;
    let words = bytes
        .chunks_exact(4)
        .map(|word| [word[0], word[1], word[2], word[3]]);
    Ok(words.map(u32::from_ne_bytes).collect())
}

/// What the shader computes of three words: the lower seven bits of both halves, weighted by 1, 2 and 1 quarters, as 16-bit floats.
fn blurred(three: &[u32]) -> u32 {
    let sum = |shift: u32| -> u32 {
        let part = |at: usize| (three[at] >> shift) & 0x7f;
        let quarters = part(0) + 2 * part(1) + part(2);
        if quarters == 0 {
            return 0;
        }
        // Of nine bits at most, so a 16-bit float has it exactly: the bits after the first, below the exponent.
        let exponent = quarters.ilog2();
        ((exponent + 13) << 10) | ((quarters << (10 - exponent)) & 0x3ff)
    };
    sum(0) | (sum(16) << 16)
}
