//! Ownership of the Vulkan objects of one job.

use std::cell::RefCell;

use ash::vk;

use super::Device;

/// Destroys the objects that it owns, in reverse order of creation, when it is dropped.
pub(super) struct Scope<'a> {
    pub(super) device: &'a Device,
    objects: RefCell<Vec<Object>>,
}

/// An object that a scope can own.
pub(super) enum Object {
    Buffer(vk::Buffer),
    BufferView(vk::BufferView),
    CommandPool(vk::CommandPool),
    DescriptorPool(vk::DescriptorPool),
    Fence(vk::Fence),
    Framebuffer(vk::Framebuffer),
    Image(vk::Image),
    ImageView(vk::ImageView),
    Memory(vk::DeviceMemory),
    Pipeline(vk::Pipeline),
    PipelineLayout(vk::PipelineLayout),
    RenderPass(vk::RenderPass),
    Sampler(vk::Sampler),
    SetLayout(vk::DescriptorSetLayout),
    Shader(vk::ShaderModule),
}

macro_rules! objects {
    ($($variant:ident($handle:ident)),*) => { $(
        impl From<vk::$handle> for Object {
            fn from(handle: vk::$handle) -> Self {
                Self::$variant(handle)
            }
        }
    )* };
}

objects!(
    Buffer(Buffer),
    BufferView(BufferView),
    CommandPool(CommandPool),
    DescriptorPool(DescriptorPool),
    Fence(Fence),
    Framebuffer(Framebuffer),
    Image(Image),
    ImageView(ImageView),
    Memory(DeviceMemory),
    Pipeline(Pipeline),
    PipelineLayout(PipelineLayout),
    RenderPass(RenderPass),
    Sampler(Sampler),
    SetLayout(DescriptorSetLayout),
    Shader(ShaderModule)
);

impl<'a> Scope<'a> {
    pub(super) fn new(device: &'a Device) -> Self {
        Self {
            device,
            objects: RefCell::default(),
        }
    }

    /// Takes ownership of an object, and returns its handle.
    pub(super) fn keep<T: Copy + Into<Object>>(&self, object: T) -> T {
        self.objects.borrow_mut().push(object.into());
        object
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        let device = &self.device.handle;
        for object in self.objects.take().into_iter().rev() {
            // SAFETY: only the scope owns the object; objects that use it were created later and are destroyed already; and
            // the queue is idle: work is waited for, and if that fails, the device is lost or the process ends.
            unsafe {
                match object {
                    Object::Buffer(handle) => device.destroy_buffer(handle, None),
                    Object::BufferView(handle) => device.destroy_buffer_view(handle, None),
                    Object::CommandPool(handle) => device.destroy_command_pool(handle, None),
                    Object::DescriptorPool(handle) => device.destroy_descriptor_pool(handle, None),
                    Object::Fence(handle) => device.destroy_fence(handle, None),
                    Object::Framebuffer(handle) => device.destroy_framebuffer(handle, None),
                    Object::Image(handle) => device.destroy_image(handle, None),
                    Object::ImageView(handle) => device.destroy_image_view(handle, None),
                    Object::Memory(handle) => device.free_memory(handle, None),
                    Object::Pipeline(handle) => device.destroy_pipeline(handle, None),
                    Object::PipelineLayout(handle) => device.destroy_pipeline_layout(handle, None),
                    Object::RenderPass(handle) => device.destroy_render_pass(handle, None),
                    Object::Sampler(handle) => device.destroy_sampler(handle, None),
                    Object::SetLayout(handle) => device.destroy_descriptor_set_layout(handle, None),
                    Object::Shader(handle) => device.destroy_shader_module(handle, None),
                }
            }
        }
    }
}
