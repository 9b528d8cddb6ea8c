//! The commands of command buffers that matter to hidden inputs: draws, and what they are drawn with.

use super::commands::{draw, record, Base, Bound, Input};
use crate::arrays::slice;
use crate::device::Device;
use ash::vk;

/// Where they lie in `VkDrawIndirectCommand`: `firstVertex`, `firstInstance`.
const BASE: u64 = 8;
/// In `VkDrawIndexedIndirectCommand`: `vertexOffset`, `firstInstance`.
const INDEXED_BASE: u64 = 12;

// ---- Draws ----------------------------------------------------------------------------------------------------------

/// `vkCmdDraw`
pub unsafe extern "system" fn draw_direct(
    handle: vk::CommandBuffer,
    vertices: u32,
    instances: u32,
    vertex: u32,
    instance: u32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw) {
        let call = || next(handle, vertices, instances, vertex, instance);
        let base = |_| Base::Known([vertex, instance]);
        draw(&device, handle, 1, base, call, |_| call());
    }
}

/// `vkCmdDrawIndexed`
pub unsafe extern "system" fn draw_indexed(
    handle: vk::CommandBuffer,
    indices: u32,
    instances: u32,
    index: u32,
    vertex: i32,
    instance: u32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw_indexed) {
        let call = || next(handle, indices, instances, index, vertex, instance);
        let base = |_| Base::Known([vertex as u32, instance]);
        draw(&device, handle, 1, base, call, |_| call());
    }
}

/// The number of bytes from an indirect command to the next.
fn step(stride: u32, at: u32) -> u64 {
    u64::from(stride) * u64::from(at)
}

/// `vkCmdDrawIndirect`
pub unsafe extern "system" fn draw_indirect(
    handle: vk::CommandBuffer,
    buffer: vk::Buffer,
    offset: u64,
    count: u32,
    stride: u32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw_indirect) {
        let base = |at| Base::In(buffer, offset + step(stride, at) + BASE);
        let one = |at| next(handle, buffer, offset + step(stride, at), 1, stride);
        let whole = || next(handle, buffer, offset, count, stride);
        draw(&device, handle, count, base, whole, one);
    }
}

/// `vkCmdDrawIndexedIndirect`
pub unsafe extern "system" fn draw_indexed_indirect(
    handle: vk::CommandBuffer,
    buffer: vk::Buffer,
    offset: u64,
    count: u32,
    stride: u32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw_indexed_indirect) {
        let base = |at| Base::In(buffer, offset + step(stride, at) + INDEXED_BASE);
        let one = |at| next(handle, buffer, offset + step(stride, at), 1, stride);
        let whole = || next(handle, buffer, offset, count, stride);
        draw(&device, handle, count, base, whole, one);
    }
}

/// One of a list with a stride.
unsafe fn strided<T>(first: *const T, stride: u32, at: u32) -> *const T {
    first.byte_add(step(stride, at) as usize)
}

/// `vkCmdDrawMultiEXT`
pub unsafe extern "system" fn draw_multi(
    handle: vk::CommandBuffer,
    count: u32,
    infos: *const vk::MultiDrawInfoEXT,
    instances: u32,
    instance: u32,
    stride: u32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw_multi) {
        let base = |at| Base::Known([(*strided(infos, stride, at)).first_vertex, instance]);
        let one = |at| {
            next(
                handle,
                1,
                strided(infos, stride, at),
                instances,
                instance,
                stride,
            )
        };
        let whole = || next(handle, count, infos, instances, instance, stride);
        draw(&device, handle, count, base, whole, one);
    }
}

/// `vkCmdDrawMultiIndexedEXT`
pub unsafe extern "system" fn draw_multi_indexed(
    handle: vk::CommandBuffer,
    count: u32,
    infos: *const vk::MultiDrawIndexedInfoEXT,
    instances: u32,
    instance: u32,
    stride: u32,
    vertex: *const i32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw_multi_indexed) {
        let base = |at| {
            let own = (*strided(infos, stride, at)).vertex_offset;
            let vertex = vertex.as_ref().copied().unwrap_or(own);
            Base::Known([vertex as u32, instance])
        };
        let call = |count, infos| next(handle, count, infos, instances, instance, stride, vertex);
        let one = |at| call(1, strided(infos, stride, at));
        draw(&device, handle, count, base, || call(count, infos), one);
    }
}

/// `vkCmdDrawIndirectByteCountEXT`: its first vertex is 0.
pub unsafe extern "system" fn draw_byte_count(
    handle: vk::CommandBuffer,
    instances: u32,
    instance: u32,
    counter: vk::Buffer,
    at: u64,
    offset: u32,
    stride: u32,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.draw_byte_count) {
        let call = || next(handle, instances, instance, counter, at, offset, stride);
        let base = |_| Base::Known([0, instance]);
        draw(&device, handle, 1, base, call, |_| call());
    }
}

// ---- What is bound --------------------------------------------------------------------------------------------------

/// `vkCmdBindPipeline`
pub unsafe extern "system" fn bind_pipeline(
    handle: vk::CommandBuffer,
    point: vk::PipelineBindPoint,
    pipeline: vk::Pipeline,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.bind_pipeline) {
        if point == vk::PipelineBindPoint::GRAPHICS {
            // Before the pipeline: state that it has itself then counts.
            record(&device, handle, |draws, commands| {
                commands.set_pipeline(&device, handle, draws.hidden(pipeline));
            });
        }
        next(handle, point, pipeline);
    }
}

/// `vkCmdBindShadersEXT`: vertex stages of them have no hidden inputs.
pub unsafe extern "system" fn bind_shaders(
    handle: vk::CommandBuffer,
    count: u32,
    stages: *const vk::ShaderStageFlags,
    shaders: *const vk::ShaderEXT,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.bind_shaders) {
        let bound = std::slice::from_raw_parts(stages, count as usize);
        if bound
            .iter()
            .any(|&one| one != vk::ShaderStageFlags::COMPUTE)
        {
            record(&device, handle, |_, commands| {
                commands.set_pipeline(&device, handle, None);
            });
        }
        next(handle, count, stages, shaders);
    }
}

/// `vkCmdBindVertexBuffers`
pub unsafe extern "system" fn bind_vertex_buffers(
    handle: vk::CommandBuffer,
    first: u32,
    count: u32,
    buffers: *const vk::Buffer,
    offsets: *const u64,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.bind_vertex_buffers) {
        next(handle, first, count, buffers, offsets);
        record(&device, handle, |_, commands| {
            for at in 0..count as usize {
                let bound = Bound {
                    buffer: *buffers.add(at),
                    offset: *offsets.add(at),
                    size: None,
                    stride: None,
                };
                commands.bound(first + at as u32, bound);
            }
        });
    }
}

/// `vkCmdBindVertexBuffers2`
pub unsafe extern "system" fn bind_vertex_buffers2(
    handle: vk::CommandBuffer,
    first: u32,
    count: u32,
    buffers: *const vk::Buffer,
    offsets: *const u64,
    sizes: *const u64,
    strides: *const u64,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.bind_vertex_buffers2) {
        next(handle, first, count, buffers, offsets, sizes, strides);
        record(&device, handle, |_, commands| {
            for at in 0..count as usize {
                let bound = Bound {
                    buffer: *buffers.add(at),
                    offset: *offsets.add(at),
                    size: (!sizes.is_null()).then(|| *sizes.add(at)),
                    stride: (!strides.is_null()).then(|| *strides.add(at)),
                };
                commands.bound(first + at as u32, bound);
            }
        });
    }
}

/// `vkCmdSetVertexInputEXT`
pub unsafe extern "system" fn set_vertex_input(
    handle: vk::CommandBuffer,
    binding_count: u32,
    bindings: *const vk::VertexInputBindingDescription2EXT<'_>,
    attribute_count: u32,
    attributes: *const vk::VertexInputAttributeDescription2EXT<'_>,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.set_vertex_input) {
        record(&device, handle, |_, commands| {
            let mut input = Input {
                bindings: slice(bindings.cast(), binding_count).to_vec(),
                attributes: slice(attributes.cast(), attribute_count).to_vec(),
            };
            // No structure extends these.
            let chains = input.bindings.iter_mut().map(|one| &mut one.p_next);
            let chains = chains.chain(input.attributes.iter_mut().map(|one| &mut one.p_next));
            chains.for_each(|next| *next = std::ptr::null_mut());
            commands.set_input(&device, handle, input);
        });
        next(handle, binding_count, bindings, attribute_count, attributes);
    }
}

/// `vkCmdExecuteCommands`: what was bound before is undefined behind it.
pub unsafe extern "system" fn execute(
    handle: vk::CommandBuffer,
    count: u32,
    secondary: *const vk::CommandBuffer,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.execute) {
        next(handle, count, secondary);
        record(&device, handle, |_, commands| commands.unbind());
    }
}
