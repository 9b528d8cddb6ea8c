//! What a vertex stage asks of its draw, on devices that cannot say it: `BaseVertex`, `BaseInstance`, `DrawIndex`.
//!
//! ```text
//! stage                        pipeline                               draws
//! BuiltIn BaseVertex     ⇒     binding 31: 0 bytes per instance       vkCmdBindVertexBuffers(31, values, 16 n)
//!   is Location 31             location 31: binding 31, R32_SINT      vkCmdDraw(…)
//! BuiltIn BaseInstance   ⇒     location 30: binding 31, R32_UINT
//! BuiltIn DrawIndex      ⇒     location 29: binding 30, R32_UINT
//!
//! vkCmdDrawIndirect(buffer, offset, 2, 16)      ⇒    vkCmdBindVertexBuffers(31, buffer, offset + 8)
//!                                                    vkCmdDrawIndirect(buffer, offset, 1, 16)
//!                                                    vkCmdBindVertexBuffers(31, buffer, offset + 24)
//!                                                    vkCmdDrawIndirect(buffer, offset + 16, 1, 16)
//! ```
//!
//! The built-ins become inputs ([`sos_core::draw_inputs`]) that the program does not know of. Numbers of bindings and locations are the highest
//! that its pipeline leaves free. What is bound there:
//!
//! | draw | base vertex and instance | number of the draw |
//! |---|---|---|
//! | direct | the arguments, in memory of the layer | 0, there too |
//! | `vkCmdDrawMulti…` | one draw for each | counted, in memory of the layer |
//! | indirect | the program's own buffer: the two lie side by side in its structures | the same |
//!
//! # Exactness
//!
//! By the Vulkan specification:
//! - "Vertex Input Extraction": the address of an attribute is that of the binding, plus the index times the stride, plus the attribute's
//!   offset. With a stride of 0, each vertex of each instance gets the same bytes, whatever `firstInstance` is. A stride of 0 is valid, but on
//!   devices of the portability subset, to which nothing is provided.
//! - "Built-In Variables": `BaseVertex` is `firstVertex` or `vertexOffset`, `BaseInstance` is `firstInstance`. `VkDrawIndirectCommand` has the
//!   two 8 bytes from its start, `VkDrawIndexedIndirectCommand` 12 bytes. `DrawIndex` counts the draws of one command, and is 0 in all others.
//! - "Programmable Primitive Shading": an indirect command with several draws is as so many with one, in order.
//! - Out-of-bounds checks of robust accesses know a stride of 0, and the attributes lie in the range that is bound.
//! - An attribute is read in another stage of the pipeline (`VERTEX_INPUT`) than the parameters of indirect draws (`DRAW_INDIRECT`). So
//!   what the program synchronizes with one is synchronized with both ([`barriers`]).
//!
//! Values of direct draws are written while a command is recorded, into memory that belongs to its command buffer until that is reset or
//! freed ([`memory`]). The device only reads it, so a command buffer may be submitted any number of times, also at once. If there is no memory,
//! `vkEndCommandBuffer` says so.
//!
//! # Pitfalls
//!
//! - The program may bind buffers at the hidden numbers for other pipelines: they are bound again with the next pipeline.
//! - Numbers, strides and descriptions may be dynamic state ([`commands`]).
//! - Commands of secondary command buffers, and shader objects, take the place of what was bound before.
//!
//! # What is not provided
//!
//! The number of draws in a buffer (`drawIndirectCount` and its extensions): the commands cannot be split, as only the device knows how many there are, so
//! the program is not told of it where this is provided. The same goes for commands that the device generates. Shader objects and stages of meshes with these built-ins are refused,
//! as is a pipeline that has no number free. What waits for `DRAW_INDIRECT` alone by the signal of a semaphore (`VkSemaphoreSubmitInfo`)
//! does not wait for the attributes.
//!
//! # Prior art
//!
//! Mesa's driver for Intel (anv) does the same below Vulkan: vertex buffers with a pitch of 0 at numbers that no program has, which for
//! indirect draws begin 8 or 12 bytes into the program's structures, and one draw after the other for their number. ANGLE makes uniforms of
//! `gl_BaseVertex`, `gl_BaseInstance` and `gl_DrawID`, which no indirect draw can change.

pub mod barriers;
pub mod calls;
mod commands;
mod memory;
pub mod pipelines;
pub mod pools;

use crate::device::Device;
use ash::vk::{self, Handle};
use commands::Commands;
use memory::Memory;
use pipelines::{Hidden, Known};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// What the layer keeps for a device whose program enables these built-ins and that lacks them.
pub struct Draws {
    /// The numbers of bindings and locations.
    limits: [u32; 2],
    /// Whether queues of a family draw, by family.
    families: Vec<bool>,
    memory: Memory,
    /// Pipelines and libraries that have to do with hidden inputs, by handle, and how often each exists: equal ones may share a handle.
    pipelines: RwLock<HashMap<u64, (Known, usize)>>,
    /// Whether there has been any.
    is_used: AtomicBool,
    /// Whether a pool's command buffers may draw.
    pools: Mutex<HashMap<u64, bool>>,
    commands: RwLock<HashMap<u64, Arc<Mutex<Commands>>>>,
}

impl Draws {
    /// Nothing yet.
    pub fn new(
        limits: &vk::PhysicalDeviceLimits,
        families: &[vk::QueueFamilyProperties],
        memory: &vk::PhysicalDeviceMemoryProperties,
    ) -> Self {
        let draws = |family: &vk::QueueFamilyProperties| {
            family.queue_flags.contains(vk::QueueFlags::GRAPHICS)
        };
        Self {
            limits: [
                limits.max_vertex_input_bindings.min(pipelines::NUMBERS),
                limits.max_vertex_input_attributes.min(pipelines::NUMBERS),
            ],
            families: families.iter().map(draws).collect(),
            memory: Memory::new(memory),
            pipelines: RwLock::default(),
            is_used: AtomicBool::new(false),
            pools: Mutex::default(),
            commands: RwLock::default(),
        }
    }

    /// What is known of a pipeline or library.
    fn known(&self, pipeline: vk::Pipeline) -> Option<Known> {
        let all = self
            .pipelines
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        all.get(&pipeline.as_raw()).map(|found| found.0.clone())
    }

    /// The hidden inputs of a pipeline.
    fn hidden(&self, pipeline: vk::Pipeline) -> Option<Arc<Hidden>> {
        self.known(pipeline)?.hidden()
    }

    /// A pipeline or library has been created.
    pub fn insert(&self, pipeline: vk::Pipeline, known: Known) {
        if known.hidden().is_some() {
            self.is_used.store(true, Ordering::Relaxed);
        }
        let mut all = self
            .pipelines
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let place = all.entry(pipeline.as_raw());
        place.or_insert_with(|| (known, 0)).1 += 1;
    }

    fn remove(&self, pipeline: vk::Pipeline) {
        let mut all = self
            .pipelines
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = all.get_mut(&pipeline.as_raw()) {
            found.1 -= 1;
            if found.1 == 0 {
                all.remove(&pipeline.as_raw());
            }
        }
    }

    fn commands(&self, handle: vk::CommandBuffer) -> Option<Arc<Mutex<Commands>>> {
        let all = self.commands.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&handle.as_raw()).cloned()
    }

    /// What is said of it in the end, if a pipeline had hidden inputs.
    pub fn summary(&self) -> Option<String> {
        let size = self.memory.size() >> 10;
        let is_used = self.is_used.load(Ordering::Relaxed);
        is_used.then(|| format!("parameters of direct draws took {size} KiB"))
    }

    /// Frees the layer's own.
    ///
    /// # Safety
    /// The device is about to be destroyed, and nothing is in use.
    pub unsafe fn destroy(&self, device: &Device) {
        self.memory.destroy(device);
    }
}

/// `vkDestroyPipeline`
pub unsafe extern "system" fn destroy_pipeline(
    handle: vk::Device,
    pipeline: vk::Pipeline,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    let Some((device, next)) = Device::with(handle, |next| next.destroy_pipeline) else {
        return;
    };
    // Before the handle is free for another pipeline.
    if let Some(draws) = &device.draws {
        draws.remove(pipeline);
    }
    next(handle, pipeline, allocator);
}
