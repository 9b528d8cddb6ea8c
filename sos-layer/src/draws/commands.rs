//! Command buffers: what is bound in them, and draws with hidden inputs.
//!
//! The hidden bindings are bound right before a draw, and again only where their place has changed: draws with the same parameters have the
//! same values, which are written once. What the program itself has bound at a hidden number is bound again with the next pipeline.
//! So is a vertex input that is dynamic state: the program's with the hidden inputs before a draw, the program's own with the next
//! pipeline. An attribute of it at a hidden location is left out, since the stage does not read it.

use super::memory::{Chunk, Values, ROOM, STEP};
use super::pipelines::{bit, free_bindings, Hidden, NUMBERS};
use super::Draws;
use crate::device::Device;
use ash::vk;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A buffer that the program has bound.
#[derive(Clone, Copy)]
pub struct Bound {
    pub buffer: vk::Buffer,
    pub offset: u64,
    pub size: Option<u64>,
    pub stride: Option<u64>,
}

/// A vertex input that the program has set.
#[derive(Default)]
pub struct Input {
    pub bindings: Vec<vk::VertexInputBindingDescription2EXT<'static>>,
    pub attributes: Vec<vk::VertexInputAttributeDescription2EXT<'static>>,
}

/// What is recorded in a command buffer.
#[derive(Default)]
pub struct Commands {
    /// Where it was allocated.
    pub pool: u64,
    /// Whether its queues draw.
    pub draws: bool,
    pipeline: Option<Arc<Hidden>>,
    /// What the program has bound, by number.
    bound: Vec<Option<Bound>>,
    /// The numbers at which something hidden is bound instead, as bits.
    covered: u128,
    /// What is bound at the hidden numbers of the pipeline.
    last: [Option<(u32, vk::Buffer, u64)>; 2],
    /// The dynamic vertex input that the program has set.
    input: Option<Input>,
    /// Whether one with hidden inputs is set instead, and the bindings of these.
    replaced: Option<[u32; 2]>,
    chunks: Vec<Chunk>,
    /// The steps that are used of the last chunk, the last of them by these values.
    used: u64,
    values: Option<Values>,
    /// Why something could not be recorded.
    pub failed: Option<vk::Result>,
}

/// Where the base vertex and the base instance of a draw are.
#[derive(Clone, Copy)]
pub enum Base {
    /// Known now.
    Known([u32; 2]),
    /// At an offset in a buffer.
    In(vk::Buffer, u64),
}

pub fn lock(commands: &Mutex<Commands>) -> MutexGuard<'_, Commands> {
    commands.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Commands {
    /// Nothing yet, in a pool.
    pub fn new(pool: u64, draws: bool) -> Self {
        Self {
            pool,
            draws,
            ..Self::default()
        }
    }

    /// A pipeline is about to be bound.
    pub unsafe fn set_pipeline(
        &mut self,
        device: &Device,
        handle: vk::CommandBuffer,
        pipeline: Option<Arc<Hidden>>,
    ) {
        self.uncover(device, handle);
        self.pipeline = pipeline;
    }

    /// The program is about to set a dynamic vertex input. It may describe a number at which something hidden is bound.
    pub unsafe fn set_input(&mut self, device: &Device, handle: vk::CommandBuffer, input: Input) {
        (self.input, self.replaced) = (None, None);
        self.uncover(device, handle);
        for one in &input.bindings {
            if let Some(Some(bound)) = self.bound.get_mut(one.binding as usize) {
                bound.stride = bound.stride.map(|_| one.stride.into());
            }
        }
        self.input = Some(input);
    }

    /// Forgets what is recorded, and gives back what it needed.
    pub fn reset(&mut self, draws: &Draws) {
        let before = std::mem::take(self);
        (self.pool, self.draws) = (before.pool, before.draws);
        if !before.chunks.is_empty() {
            draws.memory.give(before.chunks);
        }
    }

    /// Forgets what is bound.
    pub fn unbind(&mut self) {
        self.pipeline = None;
        self.bound.clear();
        (self.covered, self.last) = (0, [None; 2]);
        (self.input, self.replaced) = (None, None);
    }

    /// Binds what the program has bound in place of what is hidden.
    unsafe fn uncover(&mut self, device: &Device, handle: vk::CommandBuffer) {
        self.last = [None; 2];
        while self.covered != 0 {
            let number = self.covered.trailing_zeros();
            self.covered &= !bit(number);
            if let Some(Some(bound)) = self.bound.get(number as usize) {
                bind(device, handle, number, bound);
            }
        }
        if self.replaced.take().is_some() {
            if let (Some(input), Some(set)) = (&self.input, device.next.set_vertex_input) {
                let (bindings, attributes) = (&input.bindings, &input.attributes);
                let counts = (bindings.len() as u32, attributes.len() as u32);
                set(
                    handle,
                    counts.0,
                    bindings.as_ptr(),
                    counts.1,
                    attributes.as_ptr(),
                );
            }
        }
    }

    /// Remembers what the program binds.
    pub fn bound(&mut self, number: u32, bound: Bound) {
        if number >= NUMBERS {
            return;
        }
        let at = number as usize;
        if self.bound.len() <= at {
            self.bound.resize(at + 1, None);
        }
        // A stride stays until another is given.
        let before = self.bound[at].and_then(|before| before.stride);
        let stride = bound.stride.or(before);
        self.bound[at] = Some(Bound { stride, ..bound });
        self.covered &= !bit(number);
        self.last = self.last.map(|last| last.filter(|last| last.0 != number));
        if let (Some(stride), Some(input)) = (bound.stride, &mut self.input) {
            let mut all = input.bindings.iter_mut();
            if let Some(found) = all.find(|one| one.binding == number) {
                found.stride = stride as u32;
            }
        }
    }

    /// A place with the values of a draw.
    unsafe fn place(
        &mut self,
        device: &Device,
        draws: &Draws,
        values: Values,
    ) -> Result<(vk::Buffer, u64), vk::Result> {
        let is_full = self.chunks.is_empty() || self.used >= ROOM;
        if self.values != Some(values) || self.chunks.is_empty() {
            if is_full {
                self.chunks.push(draws.memory.take(device)?);
                self.used = 0;
            }
            if let Some(chunk) = self.chunks.last_mut() {
                chunk.write(self.used, values);
            }
            self.used += 1;
            self.values = Some(values);
        }
        let chunk = self.chunks.last().map(|chunk| (chunk.buffer, chunk.offset));
        let (buffer, offset) = chunk.unwrap_or_default();
        Ok((buffer, offset + self.used.saturating_sub(1) * STEP))
    }

    /// Prepares one draw with hidden inputs.
    unsafe fn prepare(
        &mut self,
        (device, draws): (&Device, &Draws),
        handle: vk::CommandBuffer,
        hidden: &Hidden,
        base: Base,
        number: u32,
    ) -> Result<(), vk::Result> {
        let bindings = match hidden.is_dynamic {
            true => self.describe(device, draws, handle, hidden)?,
            false => hidden.bindings,
        };
        let [needs_base, needs_number] = hidden.needs();
        let known = match base {
            Base::Known([vertex, instance]) => [vertex, instance, number],
            Base::In(..) => [0, 0, number],
        };
        let own = match needs_number || matches!(base, Base::Known(_)) {
            true => Some(self.place(device, draws, known)?),
            false => None,
        };
        let based = match base {
            Base::Known(_) => own,
            Base::In(buffer, offset) => Some((buffer, offset)),
        };
        let numbered = own.map(|(buffer, offset)| (buffer, offset + 8));
        let places = [
            based.filter(|_| needs_base),
            numbered.filter(|_| needs_number),
        ];
        for (at, (place, binding)) in places.into_iter().zip(bindings).enumerate() {
            let Some((buffer, offset)) = place else {
                continue;
            };
            let wanted = Some((binding, buffer, offset));
            if self.last.get(at) == Some(&wanted) {
                continue;
            }
            let bound = Bound {
                buffer,
                offset,
                size: None,
                stride: hidden.has_strides.then_some(0),
            };
            bind(device, handle, binding, &bound);
            self.covered |= bit(binding);
            if let Some(last) = self.last.get_mut(at) {
                *last = wanted;
            }
        }
        Ok(())
    }

    /// Sets the dynamic vertex input of the program with the hidden inputs. Returns the bindings of these.
    unsafe fn describe(
        &mut self,
        device: &Device,
        draws: &Draws,
        handle: vk::CommandBuffer,
        hidden: &Hidden,
    ) -> Result<[u32; 2], vk::Result> {
        if let Some(bindings) = self.replaced {
            return Ok(bindings);
        }
        let lacks = vk::Result::ERROR_UNKNOWN;
        let none = Input::default();
        let input = self.input.as_ref().unwrap_or(&none);
        let taken = input.bindings.iter().map(|one| bit(one.binding));
        let taken = taken.fold(0, |all, one| all | one);
        let bindings = free_bindings(draws.limits[0], taken, hidden.needs()).ok_or(lacks)?;
        let mut described = input.bindings.clone();
        for binding in hidden.bound(bindings) {
            let one = vk::VertexInputBindingDescription2EXT::default()
                .binding(binding)
                .input_rate(vk::VertexInputRate::INSTANCE)
                .divisor(1);
            described.push(one);
        }
        let is_free = |location: u32| hidden.locations() & bit(location) == 0;
        let attributes = input.attributes.iter();
        let attributes = attributes.filter(|one| is_free(one.location));
        let mut attributes: Vec<_> = attributes.copied().collect();
        for (location, format, binding, offset) in hidden.described(bindings) {
            let one = vk::VertexInputAttributeDescription2EXT::default()
                .location(location)
                .binding(binding)
                .format(format)
                .offset(offset);
            attributes.push(one);
        }
        let set = device.next.set_vertex_input.ok_or(lacks)?;
        let counts = (described.len() as u32, attributes.len() as u32);
        set(
            handle,
            counts.0,
            described.as_ptr(),
            counts.1,
            attributes.as_ptr(),
        );
        self.replaced = Some(bindings);
        Ok(bindings)
    }
}

unsafe fn bind(device: &Device, handle: vk::CommandBuffer, number: u32, bound: &Bound) {
    let (buffer, offset) = (&bound.buffer, &bound.offset);
    let next = &device.next;
    if bound.size.is_none() && bound.stride.is_none() {
        if let Some(bind) = next.bind_vertex_buffers {
            bind(handle, number, 1, buffer, offset);
        }
    } else if let Some(bind) = next.bind_vertex_buffers2 {
        let pointer = |one: &Option<u64>| one.as_ref().map_or(std::ptr::null(), |one| one);
        let (size, stride) = (pointer(&bound.size), pointer(&bound.stride));
        bind(handle, number, 1, buffer, offset, size, stride);
    }
}

/// Calls something with what is recorded in a command buffer, if that is known.
pub unsafe fn record(
    device: &Device,
    handle: vk::CommandBuffer,
    what: impl FnOnce(&Draws, &mut Commands),
) {
    if let Some(draws) = &device.draws {
        if let Some(commands) = draws.commands(handle) {
            what(draws, &mut lock(&commands));
        }
    }
}

/// Records the draws of one command: as it is, or one by one if the pipeline has hidden inputs.
pub unsafe fn draw(
    device: &Device,
    handle: vk::CommandBuffer,
    count: u32,
    base: impl Fn(u32) -> Base,
    whole: impl FnOnce(),
    one: impl Fn(u32),
) {
    let draws = device.draws.as_ref();
    let draws = draws.filter(|draws| draws.is_used.load(std::sync::atomic::Ordering::Relaxed));
    let found = draws.and_then(|draws| Some((draws, draws.commands(handle)?)));
    let Some((draws, commands)) = found else {
        return whole();
    };
    let mut commands = lock(&commands);
    let Some(hidden) = commands.pipeline.clone() else {
        drop(commands);
        return whole();
    };
    for number in 0..count {
        let prepared = commands.prepare((device, draws), handle, &hidden, base(number), number);
        match prepared {
            Ok(()) => one(number),
            Err(error) => {
                if commands.failed.replace(error).is_none() {
                    device.filter.say_undrawn(error);
                }
                return;
            }
        }
    }
}
