//! Random modules with blocks in workgroup memory, which the drivers at hand do not support. Reference result: the module with
//! the same blocks in a storage buffer, run by lavapipe in a single workgroup.

use sos_tests::filtered::{environment, layouts};
use sos_tests::generate::{
    module, Generated, Memory, Shape, WorkgroupBlocks, WORKGROUP_BUFFER_BINDING,
};
use sos_tests::random::Random;
use sos_tests::Output;

use super::memory::{describe, filter_for, reduced_targets};
use super::{compare_unless_crashed, job, run_unfiltered, Comparison, Drivers, Mismatch};

/// The shape of the module of a seed.
pub fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0xB10C5);
    let shape = super::memory::shape(seed);
    let composite_values = random.percent(25);
    let more = |memory| Memory {
        spirv_1_5: true,
        vulkan_memory_model: false,
        doubles: false,
        selected_pointers: false,
        composite_values,
        workgroup_blocks: Some(WorkgroupBlocks::Workgroup),
        ..memory
    };
    Shape {
        memory: shape.memory.map(more),
        ..shape
    }
}

/// Compares the module of a seed with its filtered versions.
pub fn check_module(
    drivers: &mut Drivers,
    seed: u64,
    shape: Shape,
) -> Result<Comparison, Box<Mismatch>> {
    let memory = shape.memory.expect("a module with memory");
    let of = |blocks| {
        let memory = Memory {
            workgroup_blocks: Some(blocks),
            ..memory
        };
        let memory = Some(memory);
        module(seed, Shape { memory, ..shape })
    };
    let [reference, subject] = [WorkgroupBlocks::Buffer, WorkgroupBlocks::Workgroup].map(of);
    let environment = environment(&drivers.lavapipe_target);
    let mut layouts = layouts(&drivers.lavapipe_target);
    layouts.push("--workgroup-scalar-block-layout");
    for generated in [&reference, &subject] {
        let valid = drivers
            .tools
            .validate_with(&generated.words, environment, &layouts);
        valid.map_err(|error| Mismatch::new(generated, "unfiltered", format!("{error:#}")))?;
    }
    let Some(expected) = run_unfiltered(&mut drivers.lavapipe, &reference)? else {
        return Ok(Comparison::RejectedByDriver);
    };
    let expected = compared_buffers(expected, &reference);
    let reduced_targets = reduced_targets(seed, &drivers.lavapipe_target, memory);
    let swiftshader_target = drivers.swiftshader_target.clone();
    let mut is_shorter = false;
    for target in [
        &[drivers.lavapipe_target.clone()][..],
        &reduced_targets,
        &[swiftshader_target],
    ]
    .concat()
    {
        let Some(output) = filter_for(drivers, seed, &subject, &target)? else {
            continue;
        };
        is_shorter |= output.words.len() < subject.words.len();
        let mut sessions = vec![&mut drivers.lavapipe];
        if target.name() == drivers.swiftshader_target.name() {
            sessions.push(&mut drivers.swiftshader);
        }
        for session in sessions {
            let found = session.run(&job(&output));
            let found = found.map(|found| compared_buffers(found, &subject));
            compare_unless_crashed(&subject, &describe(&target), found, &expected)?;
        }
    }
    Ok(Comparison::Equal { is_shorter })
}

/// The buffers that are compared: all but the substitute for workgroup memory.
fn compared_buffers(mut output: Output, generated: &Generated) -> Output {
    let mut buffers = generated.buffers.iter();
    output.buffers.retain(|_| {
        let buffer = buffers.next();
        buffer.is_some_and(|buffer| buffer.binding != WORKGROUP_BUFFER_BINDING)
    });
    output
}
