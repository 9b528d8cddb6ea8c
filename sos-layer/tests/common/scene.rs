//! A scene with draws of all kinds, and what their vertex stages have to read.
#![allow(dead_code)]

use super::draws::{compiled, own, source, ways, Graphics, Made, Record};
use super::open;
use ash::vk;
use std::collections::BTreeSet;

type Usage = vk::BufferUsageFlags;

/// What is drawn with, on one device.
pub struct Scene {
    pub graphics: Graphics,
    /// With the built-ins and an attribute of its own per instance; the same without the built-ins, at the highest binding.
    pub pipelines: [vk::Pipeline; 2],
    pub top: u32,
    pub instances: vk::Buffer,
    pub indices: vk::Buffer,
    /// `VkDrawIndirectCommand`s, 20 bytes apart, from the second on; `VkDrawIndexedIndirectCommand`s, 32 bytes apart.
    pub direct: vk::Buffer,
    pub indexed: vk::Buffer,
}

/// What is drawn by indices.
pub const INDICES: [u32; 6] = [3, 4, 9, 5, 7, 2];

/// Vertices, instances, first vertex, first instance.
pub const DIRECT: [[u32; 4]; 4] = [[1, 1, 0, 0], [3, 2, 5, 7], [2, 3, 11, 0], [4, 1, 0, 9]];
/// Indices, instances, first index, vertex offset, first instance.
pub const INDEXED: [[i32; 5]; 3] = [[3, 2, 0, -2, 4], [3, 1, 3, 100, 0], [6, 2, 0, 0, 12]];

impl Scene {
    /// Creates it with the words of both pipelines.
    pub fn new(mut graphics: Graphics, words: [&[u32]; 2]) -> Self {
        let top = graphics.limits.max_vertex_input_bindings - 1;
        let [with, without] = words;
        let made = Made {
            words: with,
            own: Some([2, 0]),
            dynamic: &[],
            linked: false,
        };
        let with = graphics.pipeline(&made).expect("a pipeline");
        let made = Made {
            words: without,
            own: Some([2, top]),
            ..made
        };
        let without = graphics.pipeline(&made).expect("a pipeline");
        let instances = graphics.buffer(64, Usage::VERTEX_BUFFER);
        let values: Vec<u32> = (0..64).map(|at| own(at) as u32).collect();
        instances.write(&values);
        let indices = graphics.buffer(INDICES.len(), Usage::INDEX_BUFFER);
        indices.write(&INDICES);
        let direct = graphics.buffer(5 * (DIRECT.len() + 1), Usage::INDIRECT_BUFFER);
        let mut all = vec![0; 5];
        DIRECT
            .iter()
            .for_each(|one| all.extend(one.iter().chain(&[77])));
        direct.write(&all);
        let indexed = graphics.buffer(8 * INDEXED.len(), Usage::INDIRECT_BUFFER);
        let mut all = Vec::new();
        for one in INDEXED {
            all.extend(one.map(|number| number as u32));
            all.extend([55; 3]);
        }
        indexed.write(&all);
        Self {
            graphics,
            pipelines: [with, without],
            top,
            instances: instances.buffer,
            indices: indices.buffer,
            direct: direct.buffer,
            indexed: indexed.buffer,
        }
    }

    /// Binds the pipeline with the built-ins, and what it reads.
    pub fn bind(&self, commands: vk::CommandBuffer, mark: i32) {
        let graphics = &self.graphics;
        graphics.bind(commands, self.pipelines[0], mark);
        // SAFETY: live handles.
        unsafe {
            let device = &graphics.device;
            device.cmd_bind_vertex_buffers(commands, 0, &[self.instances], &[0]);
            device.cmd_bind_index_buffer(commands, self.indices, 0, vk::IndexType::UINT32);
        }
    }
}

/// The records of one draw: a set, since a vertex may run more than once.
pub fn direct(
    mark: i32,
    number: i32,
    [vertices, instances, first, instance]: [u32; 4],
) -> Vec<Record> {
    let (first, instance) = (first as i32, instance as i32);
    let mut all = Vec::new();
    for at in instance..instance + instances as i32 {
        for vertex in first..first + vertices as i32 {
            all.push([mark, first, instance, number, vertex, at, own(at)]);
        }
    }
    all
}

/// The same of an indexed draw.
pub fn indexed(mark: i32, number: i32, one: [i32; 5]) -> Vec<Record> {
    let [indices, instances, first, offset, instance] = one;
    let mut all = Vec::new();
    for at in instance..instance + instances {
        for index in first..first + indices {
            let vertex = INDICES[index as usize] as i32 + offset;
            all.push([mark, offset, instance, number, vertex, at, own(at)]);
        }
    }
    all
}

/// The records of several draws.
pub fn all(parts: impl IntoIterator<Item = Vec<Record>>) -> BTreeSet<Record> {
    parts.into_iter().flatten().collect()
}

/// Runs a test on each device, of those that this machine has.
pub fn on_each(test: impl Fn(&str, &mut Scene)) {
    let Some(with) = compiled(&source(Some(2), true)) else {
        return;
    };
    let without = compiled(&source(Some(2), false)).expect("a module");
    for (name, how) in ways() {
        let Some(driver) = open(name, &how) else {
            return;
        };
        let title = format!("{name}, layer: {}", how.layer);
        let mut scene = Scene::new(Graphics::new(&driver), [&with, &without]);
        test(&title, &mut scene);
    }
}
