//! Random modules with variables of all storage classes, run by lavapipe, and their versions filtered for targets without
//! narrow storage, block layouts, scalar types or variable pointers: one class of features at a time, or several.

use sos_core::target::{feature, Feature};
use sos_core::{Options, SpecMode, Target};
use sos_tests::filtered::{check, environment, filtered, layouts};
use sos_tests::generate::{module, Generated, Memory, Shape};
use sos_tests::random::Random;
use sos_tests::reduced::{without, NARROW, STORAGE};
use sos_tests::tools;

use super::{compare_unless_crashed, job, run_unfiltered, Comparison, Drivers, Mismatch};

/// Random memory features. Pointers are selected at run time with a probability of `chosen` percent.
fn random_memory(random: &mut Random, chosen: u32) -> Memory {
    let memory = Memory {
        doubles: random.percent(25),
        aliased: random.percent(35),
        descriptor_arrays: random.percent(35),
        selected_pointers: random.percent(chosen),
        pointer_parameters: random.percent(50),
        spirv_1_5: random.percent(40),
        vulkan_memory_model: random.percent(25),
        ..Memory::default()
    };
    Memory {
        // In the Vulkan memory model, aliased variables need availability and visibility operations.
        vulkan_memory_model: memory.vulkan_memory_model && !memory.aliased,
        ..memory
    }
}

/// The shape of the module of a seed.
pub fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x3E302);
    let memory = random_memory(&mut random, 35);
    Shape {
        constructs: 4,
        wide_selectors: false,
        guarded_int64: false,
        shuffled_blocks: random.percent(25),
        other_widths: random.percent(85),
        records: false,
        cross_lane: None,
        memory: Some(memory),
        typed_constants: false,
        alone: false,
    }
}

/// As [`shape`], with composite values or 64-bit atomic operations.
pub fn with_composites(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x7A1E5);
    let shape = shape(seed);
    let composite_values = random.percent(80);
    let more = |memory| Memory {
        composite_values,
        int64_atomics: !composite_values || random.percent(30),
        ..memory
    };
    Shape {
        other_widths: true,
        memory: shape.memory.map(more),
        ..shape
    }
}

/// As [`shape`], with pointers into workgroup memory and pointers to elements.
pub fn with_element_pointers(seed: u64) -> Shape {
    let more = |memory| Memory {
        selected_pointers: true,
        pointer_parameters: true,
        element_pointers: true,
        ..memory
    };
    let shape = shape(seed);
    Shape {
        memory: shape.memory.map(more),
        shuffled_blocks: false,
        ..shape
    }
}

/// Pointers selected at run time.
const POINTERS: &[Feature] = &[
    feature::variablePointersStorageBuffer,
    feature::variablePointers,
];

/// Optional block layouts.
const LAYOUTS: &[Feature] = &[
    feature::scalarBlockLayout,
    feature::uniformBufferStandardLayout,
];

/// The reasons with which the filter may reject a module (docs/long-integers.md).
const UNSUPPORTED_REASONS: &[&str] = &[
    "a member directly after a vector of three 64-bit integers, where uniform blocks have such vectors",
    "dynamic indexing of a component of a vector of 64-bit integers, where uniform blocks have such vectors",
    // docs/narrow-storage.md
    "an atomic operation without a 32-bit integer counterpart, in a block of narrow data",
    // docs/long-integers.md
    "a 64-bit specialization constant that stays open",
    "an operation on specialization constants that the device lacks",
];

/// Targets without one class of features, and without several.
pub fn reduced_targets(seed: u64, target: &Target, memory: Memory) -> Vec<Target> {
    let mut random = Random::new(seed ^ 0x1E55E4);
    // 64-bit atomic operations cannot be lowered.
    let long = match memory.int64_atomics {
        true => &[][..],
        false => &[feature::shaderInt64],
    };
    // Neither can functions with pointers to elements as parameters.
    let pointers = match memory.element_pointers {
        true => &[][..],
        false => POINTERS,
    };
    let classes = [NARROW, STORAGE, LAYOUTS, pointers, long];
    let class = random.choose(&classes);
    let mut some = class.to_vec();
    if random.percent(40) {
        some.retain(|_| random.percent(60));
    }
    let mut all = classes.concat();
    all.retain(|_| random.percent(50));
    [some, all].map(|hidden| without(target, &hidden)).to_vec()
}

/// Compares the module of a seed with its filtered versions.
pub fn check_module(
    drivers: &mut Drivers,
    seed: u64,
    shape: Shape,
) -> Result<Comparison, Box<Mismatch>> {
    let memory = shape.memory.unwrap_or_default();
    let generated = module(seed, shape);
    let environment = environment(&drivers.lavapipe_target);
    let layouts = layouts(&drivers.lavapipe_target);
    let valid = drivers
        .tools
        .validate_with(&generated.words, environment, &layouts);
    if let Err(error) = valid {
        return Err(Mismatch::new(
            &generated,
            "unfiltered",
            format!("{error:#}"),
        ));
    }
    let Some(expected) = run_unfiltered(&mut drivers.lavapipe, &generated)? else {
        return Ok(Comparison::RejectedByDriver);
    };
    let mut is_shorter = false;
    let reduced_targets = reduced_targets(seed, &drivers.lavapipe_target, memory);
    for target in [&[drivers.lavapipe_target.clone()][..], &reduced_targets].concat() {
        let Some(output) = filter_for(drivers, seed, &generated, &target)? else {
            continue;
        };
        is_shorter |= output.words.len() < generated.words.len();
        let found = drivers.lavapipe.run(&job(&output));
        compare_unless_crashed(&generated, &describe(&target), found, &expected)?;
    }
    // SwiftShader does not support 64-bit floats, 64-bit atomic operations and pointers into workgroup memory.
    if !memory.doubles && !memory.int64_atomics && !memory.element_pointers {
        let target = drivers.swiftshader_target.clone();
        let Some(output) = filter_for(drivers, seed, &generated, &target)? else {
            return Ok(Comparison::Equal { is_shorter });
        };
        let found = drivers.lavapipe.run(&job(&output));
        let stage = format!("{} on lavapipe", describe(&target));
        compare_unless_crashed(&generated, &stage, found, &expected)?;

        let alone = module(seed, shape.alone());
        let Some(expected) = run_unfiltered(&mut drivers.lavapipe, &alone)? else {
            return Ok(Comparison::RejectedByDriver);
        };
        let Some(output) = filter_for(drivers, seed, &alone, &target)? else {
            return Ok(Comparison::Equal { is_shorter });
        };
        let found = drivers.swiftshader.run(&job(&output));
        let stage = format!("{} on SwiftShader", describe(&target));
        compare_unless_crashed(&alone, &stage, found, &expected)?;
    }
    Ok(Comparison::Equal { is_shorter })
}

/// A description of the target for messages.
pub fn describe(target: &Target) -> String {
    let all = [NARROW, STORAGE, LAYOUTS, POINTERS, &[feature::shaderInt64]].concat();
    let lacks = all.into_iter().filter(|one| !target.has_feature(*one));
    let lacks: Vec<_> = lacks.map(|one| format!("{one:?}")).collect();
    format!("for {} without {}", target.name(), lacks.join(", "))
}

/// Filters a module for a target. `None` if it is rejected for a documented reason.
pub fn filter_for(
    drivers: &Drivers,
    seed: u64,
    generated: &Generated,
    target: &Target,
) -> Result<Option<Generated>, Box<Mismatch>> {
    match super::filtered(seed, generated, target, drivers.tools) {
        Ok(filter_for) => Ok(Some(filter_for)),
        Err(mismatch)
            if UNSUPPORTED_REASONS
                .iter()
                .any(|reason| mismatch.reason.contains(reason)) =>
        {
            Ok(None)
        }
        Err(mismatch) => Err(Mismatch::new(generated, &describe(target), mismatch.reason)),
    }
}

/// Seeds whose outputs were invalid in earlier versions, and some others.
const VALIDATED_SEEDS: [u64; 24] = [
    398, 1451, 1598, 1638, 1915, 2213, 3226, 3248, 3293, 3904, 4619, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    10, 11, 12,
];

/// A shape with more features than drivers run reliably, mostly with pointers selected at run time.
fn unrestricted_shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x77777);
    let memory = random_memory(&mut random, 80);
    Shape {
        constructs: 2 + (seed % 5) as u32,
        wide_selectors: random.percent(30),
        guarded_int64: false,
        shuffled_blocks: random.percent(40),
        other_widths: random.percent(60),
        records: false,
        cross_lane: None,
        memory: Some(memory),
        typed_constants: false,
        alone: false,
    }
}

/// Checks validity only, without running the modules.
#[test]
fn lowered_selected_pointers_are_valid() {
    let Some(tools) = tools() else { return };
    let lavapipe_target = Target::built_in("lavapipe-22.3.6").unwrap();
    let target = without(&lavapipe_target, POINTERS);
    for seed in VALIDATED_SEEDS {
        let generated = module(seed, unrestricted_shape(seed));
        for spec in [SpecMode::Bake, SpecMode::Keep] {
            let options = Options {
                constants: generated.known_constants.clone(),
                spec,
                ..Options::default()
            };
            filtered(&generated.words, &target, &options)
                .and_then(|words| check(tools, &words, &target))
                .unwrap_or_else(|error| panic!("seed {seed}, {spec:?}: {error:#}"));
        }
    }
}
