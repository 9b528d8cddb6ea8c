//! Random modules with blocks in memory of the workgroup's. No driver here has them: the reference is the module with the
//! same blocks in a buffer, as lavapipe runs it, for a single workgroup.

use sos_tests::filtered::{environment, layouts};
use sos_tests::generate::{
    module, Choose as _, Generated, Memory, Shape, WorkgroupBlocks, WORKGROUP_BUFFER_BINDING,
};
use sos_tests::hostile::random::Random;
use sos_tests::{Failure, Output};

use super::memory::{fit, lesser, what};
use super::{agree, job, native, Broken, Drivers, Verdict};

/// The shape of a seed's module.
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

/// Looks at the module of a seed in every way.
pub fn examine(drivers: &mut Drivers, seed: u64, shape: Shape) -> Result<Verdict, Box<Broken>> {
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
    let environment = environment(&drivers.full);
    let mut layouts = layouts(&drivers.full);
    layouts.push("--workgroup-scalar-block-layout");
    for generated in [&reference, &subject] {
        let valid = drivers
            .tools
            .validate_with(&generated.words, environment, &layouts);
        valid.map_err(|error| Broken::new(generated, "as generated", format!("{error:#}")))?;
    }
    let Some(expected) = native(&mut drivers.lavapipe, &reference)? else {
        return Ok(Verdict::Refused);
    };
    let expected = counted(expected, &reference);
    let lesser = lesser(seed, &drivers.full, memory);
    let lean = drivers.lean.clone();
    let mut shorter = false;
    for target in [&[drivers.full.clone()][..], &lesser, &[lean]].concat() {
        let Some(output) = fit(drivers, seed, &subject, &target)? else {
            continue;
        };
        shorter |= output.words.len() < subject.words.len();
        let mut sessions = vec![&mut drivers.lavapipe];
        if target.name() == drivers.lean.name() {
            sessions.push(&mut drivers.swiftshader);
        }
        for session in sessions {
            match session.run(&job(&output)) {
                Err(Failure::Crashed(_)) => {}
                found => {
                    let found = found.map(|found| counted(found, &subject));
                    agree(&subject, &what(&target), found, &expected)?;
                }
            }
        }
    }
    Ok(Verdict::Agrees { shorter })
}

/// What is compared: not the buffer that stands for memory of the workgroup's.
fn counted(mut output: Output, generated: &Generated) -> Output {
    let mut buffers = generated.buffers.iter();
    output.buffers.retain(|_| {
        let buffer = buffers.next();
        buffer.is_some_and(|buffer| buffer.binding != WORKGROUP_BUFFER_BINDING)
    });
    output
}
