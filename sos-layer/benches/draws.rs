//! What the layer costs when draws are recorded whose parameters the device cannot tell: `cargo bench -p sos-layer --bench draws`.
//!
//! On lavapipe, with the built-ins hidden, a command buffer with many draws is recorded with the layer and without, in turns; the least time of
//! several rounds counts, divided by the number of draws.

#[path = "../tests/common/mod.rs"]
mod common;

use ash::vk;
use common::draws::{compiled, source, Graphics, Made, HIDDEN};
use common::{open, With};
use std::time::Instant;

const ROUNDS: usize = 9;
const DRAWS: u32 = 50_000;

type Record = fn(&Graphics, vk::CommandBuffer, vk::Buffer, u32);

/// What is recorded: a title, whether the stage reads the built-ins, and one draw.
const WAYS: [(&str, bool, Record); 4] = [
    (
        "a stage without the built-ins",
        false,
        |it, commands, _, at| {
            // SAFETY: in a render pass.
            unsafe { it.device.cmd_draw(commands, 1, 1, at, 0) };
        },
    ),
    ("the same parameters", true, |it, commands, _, _| {
        // SAFETY: in a render pass.
        unsafe { it.device.cmd_draw(commands, 1, 1, 5, 7) };
    }),
    ("other parameters", true, |it, commands, _, at| {
        // SAFETY: in a render pass.
        unsafe { it.device.cmd_draw(commands, 1, 1, at, 0) };
    }),
    ("indirect", true, |it, commands, buffer, at| {
        // SAFETY: in a render pass.
        unsafe {
            it.device
                .cmd_draw_indirect(commands, buffer, u64::from(at % 64) * 16, 1, 0)
        };
    }),
];

/// Nanoseconds per draw, for each way.
fn round(with: &With<'_>, words: [&[u32]; 2]) -> Option<[f64; WAYS.len()]> {
    let driver = open("lavapipe", with)?;
    let mut graphics = Graphics::new(&driver);
    let buffer = graphics
        .buffer(256, vk::BufferUsageFlags::INDIRECT_BUFFER)
        .buffer;
    let pipelines = words.map(|words| {
        let made = Made {
            words,
            own: None,
            dynamic: &[],
            linked: false,
        };
        graphics.pipeline(&made).expect("a pipeline")
    });
    let commands = graphics.commands(vk::CommandBufferLevel::PRIMARY);
    Some(WAYS.map(|(_, reads, record)| {
        graphics.begin(commands);
        graphics.begin_pass(commands, vk::SubpassContents::INLINE);
        graphics.bind(commands, pipelines[usize::from(reads)], 0);
        let begin = Instant::now();
        (0..DRAWS).for_each(|at| record(&graphics, commands, buffer, at));
        let spent = begin.elapsed();
        // SAFETY: what was begun is ended.
        unsafe {
            graphics.device.cmd_end_render_pass(commands);
            graphics
                .device
                .end_command_buffer(commands)
                .expect("recorded");
        }
        spent.as_nanos() as f64 / f64::from(DRAWS)
    }))
}

fn main() {
    let modules = [false, true].map(|reads| compiled(&source(None, reads)));
    let [Some(without), Some(with)] = modules else {
        return;
    };
    let native = With {
        layer: false,
        ..With::default()
    };
    let layered = With {
        settings: &HIDDEN,
        ..With::default()
    };
    let mut least = [[f64::MAX; WAYS.len()]; 2];
    for _ in 0..ROUNDS {
        for (least, how) in least.iter_mut().zip([&native, &layered]) {
            let Some(found) = round(how, [&without, &with]) else {
                return;
            };
            let pairs = least.iter_mut().zip(found);
            pairs.for_each(|(least, found)| *least = least.min(found));
        }
    }
    for (at, (name, ..)) in WAYS.iter().enumerate() {
        let [native, layered] = [least[0][at], least[1][at]];
        println!("{name}: {native:.0} ns for each draw without the layer, {layered:.0} ns with it");
    }
}
