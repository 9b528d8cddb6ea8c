//! Draws whose vertex stages write what they read of them to a buffer.
#![allow(dead_code)]

use super::{Opened, With};
use ash::vk;
use sos_tests::tools::{tools, Tools};
use std::collections::BTreeSet;
use std::ffi::CStr;

/// What one vertex has seen: mark, base vertex, base instance, number of the draw, `VertexIndex`, `InstanceIndex`, its own attribute.
pub type Record = [i32; 7];

/// The most records of a run, 32 bytes each behind 32 bytes of head.
const MOST: usize = 4096;
const HEAD: usize = 8;

/// The program's own attribute of an instance.
pub fn own(instance: i32) -> i32 {
    1000 + instance
}

/// A vertex stage. Its own attribute is at a location, or there is none.
pub fn source(own: Option<u32>, with_draws: bool) -> String {
    let (declared, read) = match own {
        Some(location) => (format!("layout(location = {location}) in int own;"), "own"),
        None => (String::new(), "0"),
    };
    let draws = match with_draws {
        true => "gl_BaseVertex, gl_BaseInstance, gl_DrawID",
        false => "0, 0, 0",
    };
    format!(
        "#version 460
        {declared}
        layout(push_constant) uniform Push {{ int mark; }};
        layout(set = 0, binding = 0) buffer Out {{ uint count; int head[{}]; ivec4 records[]; }};
        void main() {{
            uint at = atomicAdd(count, 1);
            ivec3 draws = ivec3({draws});
            if (at < {MOST}) {{
                records[2 * at] = ivec4(mark, draws);
                records[2 * at + 1] = ivec4(gl_VertexIndex, gl_InstanceIndex, {read}, 0);
            }}
            gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
            gl_PointSize = 1.0;
        }}",
        HEAD - 1
    )
}

/// A buffer and its memory, which is mapped.
#[derive(Clone, Copy)]
pub struct Buffer {
    pub buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    mapped: *mut u32,
    words: usize,
}

// SAFETY: one thread writes and reads the memory; others only have the handle.
unsafe impl Sync for Buffer {}

impl Buffer {
    pub fn write(&self, words: &[u32]) {
        assert!(words.len() <= self.words);
        // SAFETY: so many words are mapped.
        unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), self.mapped, words.len()) };
    }

    pub fn read(&self) -> Vec<u32> {
        // SAFETY: so many words are mapped.
        unsafe { std::slice::from_raw_parts(self.mapped, self.words) }.to_vec()
    }
}

/// What a pipeline is made with.
#[derive(Clone)]
pub struct Made<'a> {
    pub words: &'a [u32],
    /// The location and the binding of its own attribute.
    pub own: Option<[u32; 2]>,
    pub dynamic: &'a [vk::DynamicState],
    /// Whether it is linked of a library for the vertex input and one for the rest.
    pub linked: bool,
}

/// A device that draws, with all features of Vulkan 1.0 to 1.3 that the program is told of.
pub struct Graphics {
    pub device: ash::Device,
    pub instance: ash::Instance,
    pub queue: vk::Queue,
    pub pool: vk::CommandPool,
    pub layout: vk::PipelineLayout,
    pub pass: vk::RenderPass,
    pub framebuffer: vk::Framebuffer,
    /// The extensions that are enabled.
    pub extensions: Vec<&'static CStr>,
    pub limits: vk::PhysicalDeviceLimits,
    pub set_layout: vk::DescriptorSetLayout,
    sets: vk::DescriptorPool,
    pub set: vk::DescriptorSet,
    out: Buffer,
    buffers: Vec<Buffer>,
    pipelines: Vec<vk::Pipeline>,
    types: vk::PhysicalDeviceMemoryProperties,
}

const EXTENSIONS: [&CStr; 6] = [
    vk::EXT_SHADER_OBJECT_NAME,
    vk::EXT_MULTI_DRAW_NAME,
    vk::EXT_VERTEX_INPUT_DYNAMIC_STATE_NAME,
    vk::EXT_EXTENDED_DYNAMIC_STATE_NAME,
    vk::KHR_PIPELINE_LIBRARY_NAME,
    vk::EXT_GRAPHICS_PIPELINE_LIBRARY_NAME,
];

impl Graphics {
    /// With all features and the extensions that matter here.
    pub fn new(driver: &Opened) -> Self {
        let (instance, physical) = (&driver.instance, driver.physical);
        // SAFETY: a live instance, and valid infos.
        unsafe {
            let offered = instance.enumerate_device_extension_properties(physical);
            let offered = offered.expect("extensions");
            let has = |name: &&CStr| {
                let mut all = offered.iter();
                all.any(|one| one.extension_name_as_c_str() == Ok(name))
            };
            let extensions: Vec<&CStr> = EXTENSIONS.into_iter().filter(has).collect();
            let names: Vec<_> = extensions.iter().map(|name| name.as_ptr()).collect();
            let mut eleven = vk::PhysicalDeviceVulkan11Features::default();
            let mut twelve = vk::PhysicalDeviceVulkan12Features::default();
            let mut thirteen = vk::PhysicalDeviceVulkan13Features::default();
            let mut multi = vk::PhysicalDeviceMultiDrawFeaturesEXT::default();
            let mut input = vk::PhysicalDeviceVertexInputDynamicStateFeaturesEXT::default();
            let mut state = vk::PhysicalDeviceExtendedDynamicStateFeaturesEXT::default();
            let mut library = vk::PhysicalDeviceGraphicsPipelineLibraryFeaturesEXT::default();
            let mut objects = vk::PhysicalDeviceShaderObjectFeaturesEXT::default();
            let mut features = vk::PhysicalDeviceFeatures2::default()
                .push_next(&mut eleven)
                .push_next(&mut twelve)
                .push_next(&mut thirteen);
            macro_rules! with {
                ($($name:ident $structure:ident)*) => { $( if extensions.contains(&vk::$name) {
                    features = features.push_next(&mut $structure);
                } )* };
            }
            with!(EXT_MULTI_DRAW_NAME multi EXT_VERTEX_INPUT_DYNAMIC_STATE_NAME input
                EXT_EXTENDED_DYNAMIC_STATE_NAME state EXT_GRAPHICS_PIPELINE_LIBRARY_NAME library
                EXT_SHADER_OBJECT_NAME objects);
            instance.get_physical_device_features2(physical, &mut features);
            features.features.robust_buffer_access = vk::FALSE;
            let priorities = [1.0];
            let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(&names)
                .push_next(&mut features);
            let device = instance.create_device(physical, &info, None);
            assert_eq!(eleven.shader_draw_parameters, vk::TRUE, "it is provided");
            Self::of(driver, device.expect("a device"), extensions)
        }
    }

    /// With the extension and features of Vulkan 1.0.
    pub fn by_extension(driver: &Opened) -> Self {
        let names = [c"VK_KHR_shader_draw_parameters".as_ptr()];
        let features =
            vk::PhysicalDeviceFeatures::default().vertex_pipeline_stores_and_atomics(true);
        let priorities = [1.0];
        let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&names)
            .enabled_features(&features);
        // SAFETY: a live instance, and a valid info.
        let device = unsafe { driver.instance.create_device(driver.physical, &info, None) };
        Self::of(driver, device.expect("a device"), Vec::new())
    }

    fn of(driver: &Opened, device: ash::Device, extensions: Vec<&'static CStr>) -> Self {
        let (instance, physical) = (&driver.instance, driver.physical);
        // SAFETY: a live device, and valid infos.
        unsafe {
            let info = vk::CommandPoolCreateInfo::default()
                .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
            let pool = device.create_command_pool(&info, None).expect("a pool");
            let bindings = [vk::DescriptorSetLayoutBinding::default()
                .descriptor_count(1)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .stage_flags(vk::ShaderStageFlags::VERTEX)];
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            let set_layout = device
                .create_descriptor_set_layout(&info, None)
                .expect("a layout");
            let layouts = [set_layout];
            let ranges = [vk::PushConstantRange::default()
                .stage_flags(vk::ShaderStageFlags::VERTEX)
                .size(4)];
            let info = vk::PipelineLayoutCreateInfo::default()
                .set_layouts(&layouts)
                .push_constant_ranges(&ranges);
            let layout = device
                .create_pipeline_layout(&info, None)
                .expect("a layout");
            let subpasses = [vk::SubpassDescription::default()
                .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)];
            let info = vk::RenderPassCreateInfo::default().subpasses(&subpasses);
            let pass = device.create_render_pass(&info, None).expect("a pass");
            let info = vk::FramebufferCreateInfo::default()
                .render_pass(pass)
                .width(4)
                .height(4)
                .layers(1);
            let framebuffer = device
                .create_framebuffer(&info, None)
                .expect("a framebuffer");
            let sizes = [vk::DescriptorPoolSize::default()
                .descriptor_count(1)
                .ty(vk::DescriptorType::STORAGE_BUFFER)];
            let info = vk::DescriptorPoolCreateInfo::default()
                .max_sets(1)
                .pool_sizes(&sizes);
            let sets = device.create_descriptor_pool(&info, None).expect("a pool");
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(sets)
                .set_layouts(&layouts);
            let set = device.allocate_descriptor_sets(&info).expect("a set")[0];
            let none = Buffer {
                buffer: vk::Buffer::null(),
                memory: vk::DeviceMemory::null(),
                mapped: std::ptr::null_mut(),
                words: 0,
            };
            let mut made = Self {
                queue: device.get_device_queue(0, 0),
                instance: instance.clone(),
                limits: instance.get_physical_device_properties(physical).limits,
                types: instance.get_physical_device_memory_properties(physical),
                device,
                pool,
                layout,
                pass,
                framebuffer,
                extensions,
                set_layout,
                sets,
                set,
                out: none,
                buffers: Vec::new(),
                pipelines: Vec::new(),
            };
            made.out = made.buffer(HEAD + 8 * MOST, vk::BufferUsageFlags::STORAGE_BUFFER);
            let whole = [vk::DescriptorBufferInfo::default()
                .buffer(made.out.buffer)
                .range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&whole);
            made.device.update_descriptor_sets(&[write], &[]);
            made
        }
    }

    pub fn has(&self, extension: &CStr) -> bool {
        self.extensions.contains(&extension)
    }

    /// A mapped buffer of so many words.
    pub fn buffer(&mut self, words: usize, usage: vk::BufferUsageFlags) -> Buffer {
        // SAFETY: valid infos.
        unsafe {
            let info = vk::BufferCreateInfo::default()
                .size(4 * words as u64)
                .usage(usage);
            let buffer = self.device.create_buffer(&info, None).expect("a buffer");
            let needs = self.device.get_buffer_memory_requirements(buffer);
            let flags =
                vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let fits = |&(at, ty): &(usize, &vk::MemoryType)| {
                ty.property_flags.contains(flags) && needs.memory_type_bits >> at & 1 != 0
            };
            let types = self.types.memory_types_as_slice();
            let (at, _) = types.iter().enumerate().find(fits).expect("a type");
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(at as u32);
            let memory = self.device.allocate_memory(&info, None).expect("memory");
            self.device
                .bind_buffer_memory(buffer, memory, 0)
                .expect("bound");
            let flags = vk::MemoryMapFlags::empty();
            let mapped = self
                .device
                .map_memory(memory, 0, vk::WHOLE_SIZE, flags)
                .expect("mapped");
            let made = Buffer {
                buffer,
                memory,
                mapped: mapped.cast(),
                words,
            };
            made.write(&vec![0; words]);
            self.buffers.push(made);
            made
        }
    }

    /// A pipeline with a vertex stage alone.
    pub fn pipeline(&mut self, of: &Made<'_>) -> Result<vk::Pipeline, vk::Result> {
        // SAFETY: valid infos.
        unsafe {
            let info = vk::ShaderModuleCreateInfo::default().code(of.words);
            let module = self
                .device
                .create_shader_module(&info, None)
                .expect("a module");
            let made = self.pipeline_of(of, module);
            self.device.destroy_shader_module(module, None);
            self.pipelines.extend(made.iter());
            made
        }
    }

    unsafe fn pipeline_of(
        &mut self,
        of: &Made<'_>,
        module: vk::ShaderModule,
    ) -> Result<vk::Pipeline, vk::Result> {
        let stages = [vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::VERTEX)
            .module(module)
            .name(c"main")];
        let bindings: Vec<_> = of
            .own
            .iter()
            .map(|&[_, binding]| vk::VertexInputBindingDescription {
                binding,
                stride: 4,
                input_rate: vk::VertexInputRate::INSTANCE,
            })
            .collect();
        let attributes: Vec<_> = of
            .own
            .iter()
            .map(|&[location, binding]| vk::VertexInputAttributeDescription {
                location,
                binding,
                format: vk::Format::R32_SINT,
                offset: 0,
            })
            .collect();
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(vk::PrimitiveTopology::POINT_LIST);
        let rasterization = vk::PipelineRasterizationStateCreateInfo::default()
            .rasterizer_discard_enable(true)
            .line_width(1.0);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(of.dynamic);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .input_assembly_state(&assembly)
            .rasterization_state(&rasterization)
            .dynamic_state(&dynamic)
            .layout(self.layout)
            .render_pass(self.pass);
        let is_dynamic = of.dynamic.contains(&vk::DynamicState::VERTEX_INPUT_EXT);
        let info = match is_dynamic {
            true => info,
            false => info.vertex_input_state(&input),
        };
        let create = |info: vk::GraphicsPipelineCreateInfo<'_>| {
            let cache = vk::PipelineCache::null();
            let made = self.device.create_graphics_pipelines(cache, &[info], None);
            made.map(|made| made[0]).map_err(|(_, error)| error)
        };
        if !of.linked {
            return create(info);
        }
        use vk::GraphicsPipelineLibraryFlagsEXT as Part;
        let mut parts = Vec::new();
        for flags in [
            Part::VERTEX_INPUT_INTERFACE,
            Part::PRE_RASTERIZATION_SHADERS,
        ] {
            let mut part = vk::GraphicsPipelineLibraryCreateInfoEXT::default().flags(flags);
            let mut info = info
                .flags(vk::PipelineCreateFlags::LIBRARY_KHR)
                .push_next(&mut part);
            if flags == Part::VERTEX_INPUT_INTERFACE {
                info.stage_count = 0;
                info.p_stages = std::ptr::null();
            } else {
                info.p_vertex_input_state = std::ptr::null();
                info.p_input_assembly_state = std::ptr::null();
            }
            parts.push(create(info)?);
            self.pipelines.extend(parts.last());
        }
        let mut libraries = vk::PipelineLibraryCreateInfoKHR::default().libraries(&parts);
        create(
            vk::GraphicsPipelineCreateInfo::default()
                .layout(self.layout)
                .push_next(&mut libraries),
        )
    }

    /// A command buffer.
    pub fn commands(&self, level: vk::CommandBufferLevel) -> vk::CommandBuffer {
        self.commands_of(self.pool, level)
    }

    /// A command buffer of a pool.
    pub fn commands_of(
        &self,
        pool: vk::CommandPool,
        level: vk::CommandBufferLevel,
    ) -> vk::CommandBuffer {
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .level(level)
            .command_buffer_count(1);
        // SAFETY: a valid info.
        unsafe { self.device.allocate_command_buffers(&info) }.expect("a command buffer")[0]
    }

    /// Begins a command buffer.
    pub fn begin(&self, commands: vk::CommandBuffer) {
        let info = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::SIMULTANEOUS_USE);
        // SAFETY: a valid info.
        unsafe { self.device.begin_command_buffer(commands, &info) }.expect("begun");
    }

    /// Begins the render pass.
    pub fn begin_pass(&self, commands: vk::CommandBuffer, contents: vk::SubpassContents) {
        let area = vk::Rect2D {
            offset: vk::Offset2D::default(),
            extent: vk::Extent2D {
                width: 4,
                height: 4,
            },
        };
        let info = vk::RenderPassBeginInfo::default()
            .render_pass(self.pass)
            .framebuffer(self.framebuffer)
            .render_area(area);
        // SAFETY: a valid info.
        unsafe { self.device.cmd_begin_render_pass(commands, &info, contents) };
    }

    /// Binds a pipeline, the output, and the mark of its records.
    pub fn bind(&self, commands: vk::CommandBuffer, pipeline: vk::Pipeline, mark: i32) {
        let point = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: live handles.
        unsafe {
            self.device.cmd_bind_pipeline(commands, point, pipeline);
            self.device
                .cmd_bind_descriptor_sets(commands, point, self.layout, 0, &[self.set], &[]);
        }
        self.mark(commands, mark);
    }

    /// Marks the records of the draws that follow.
    pub fn mark(&self, commands: vk::CommandBuffer, mark: i32) {
        let stages = vk::ShaderStageFlags::VERTEX;
        let bytes = mark.to_ne_bytes();
        // SAFETY: live handles.
        unsafe {
            self.device
                .cmd_push_constants(commands, self.layout, stages, 0, &bytes)
        };
    }

    /// Submits a command buffer so many times, and returns what was recorded by all of them.
    pub fn submit(&self, commands: vk::CommandBuffer, times: usize) -> (BTreeSet<Record>, u32) {
        self.out.write(&[0]);
        let buffers = [commands];
        let info = vk::SubmitInfo::default().command_buffers(&buffers);
        let infos = vec![info; times];
        // SAFETY: valid infos.
        unsafe {
            self.device
                .queue_submit(self.queue, &infos, vk::Fence::null())
                .expect("submitted");
            self.device.queue_wait_idle(self.queue).expect("done");
        }
        let words = self.out.read();
        let count = words[0];
        assert!(count as usize <= MOST, "{count}");
        let records = words[HEAD..].chunks(8).take(count as usize);
        let record = |words: &[u32]| std::array::from_fn(|at| words[at] as i32);
        (records.map(record).collect(), count)
    }

    /// Records commands in the render pass and submits them.
    pub fn run(&self, record: impl FnOnce(&Self, vk::CommandBuffer)) -> BTreeSet<Record> {
        let commands = self.commands(vk::CommandBufferLevel::PRIMARY);
        self.begin(commands);
        self.begin_pass(commands, vk::SubpassContents::INLINE);
        record(self, commands);
        // SAFETY: what was begun is ended, and done when it is freed.
        unsafe {
            self.device.cmd_end_render_pass(commands);
            self.device.end_command_buffer(commands).expect("recorded");
            let seen = self.submit(commands, 1).0;
            self.device.free_command_buffers(self.pool, &[commands]);
            seen
        }
    }
}

impl Drop for Graphics {
    fn drop(&mut self) {
        // SAFETY: nothing uses them.
        unsafe {
            let device = &self.device;
            for pipeline in self.pipelines.drain(..) {
                device.destroy_pipeline(pipeline, None);
            }
            for buffer in self.buffers.drain(..) {
                device.destroy_buffer(buffer.buffer, None);
                device.free_memory(buffer.memory, None);
            }
            device.destroy_descriptor_pool(self.sets, None);
            device.destroy_framebuffer(self.framebuffer, None);
            device.destroy_render_pass(self.pass, None);
            device.destroy_pipeline_layout(self.layout, None);
            device.destroy_descriptor_set_layout(self.set_layout, None);
            device.destroy_command_pool(self.pool, None);
            device.destroy_device(None);
        }
    }
}

/// The settings that hide the built-ins from a driver that has them.
pub const HIDDEN: [(&CStr, &str); 2] = [
    (c"without", "shaderDrawParameters"),
    (c"log_level", "warning"),
];

/// The drivers that are compared: one that has the built-ins, the same without, and one that lacks them.
pub fn ways<'a>() -> [(&'static str, With<'a>); 3] {
    let native = With {
        layer: false,
        ..With::default()
    };
    let hidden = With {
        settings: &HIDDEN,
        ..With::default()
    };
    [
        ("lavapipe", native),
        ("lavapipe", hidden),
        ("swiftshader", With::default()),
    ]
}

/// Compiles a vertex stage.
pub fn compiled(source: &str) -> Option<Vec<u32>> {
    let tools: Tools = tools()?;
    let made = tools.glsl(source, "vert", &["--target-env", "vulkan1.0"]);
    Some(made.expect("a module"))
}
