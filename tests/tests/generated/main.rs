//! Differential tests with random modules: the filter's output is valid and computes the same results as the module.
//!
//! A run checks a fixed range of seeds within a time limit. Environment variables:
//!
//! - `SOS_GENERATE_SECONDS=600` sets the time limit, without a limit on seeds.
//! - `SOS_GENERATE_SEED=N` sets the first seed.
//!
//! A failing module is shrunk, and saved to `corpus/regressions` with all that is needed to run it.
//!
//! - [`cross_lane`]: modules with cross-lane instructions.
//! - [`memory`]: modules with variables of all storage classes, composite values, and pointers.
//! - [`workgroup_blocks`]: modules with blocks in workgroup memory.
//! - [`specializer`]: modules with many specialization constants, specialized from what was prepared once.
//! - [`constants`]: modules with specialization constants of all widths.

mod constants;
mod cross_lane;
mod memory;
mod specializer;
mod workgroup_blocks;

use std::time::{Duration, Instant};

use sos_core::target::feature;
use sos_core::{Options, OutcomeKind, Report, SpecMode, Strip, Target};
use sos_tests::filtered::{check, environment, filter};
use sos_tests::generate::{module, CrossLane, Generated, Memory, Shape};
use sos_tests::job::Specialization;
use sos_tests::random::Random;
use sos_tests::reduced::{without, NARROW, STORAGE};
use sos_tests::{
    driver, paths, tools, BufferKind, Failure, Job, Output, Session, Stage, StageKind, Tools, Work,
};

/// The number of seeds of a run, and its time limit in seconds.
#[derive(Clone, Copy)]
struct Run {
    seeds: u64,
    seconds: u64,
}

fn variable_value(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: {text:?}")),
    )
}

/// The seeds of this run.
fn seeds(run: Run) -> impl Iterator<Item = u64> {
    let first = variable_value("SOS_GENERATE_SEED").unwrap_or(0);
    let seconds = variable_value("SOS_GENERATE_SECONDS");
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(run.seconds));
    let last = if seconds.is_some() {
        u64::MAX
    } else {
        first + run.seeds
    };
    (first..last).take_while(move |_| Instant::now() < end)
}

/// A module whose filtered version is wrong.
struct Mismatch {
    generated: Generated,
    /// The version that is wrong.
    stage: String,
    reason: String,
}

impl Mismatch {
    fn new(generated: &Generated, stage: &str, reason: String) -> Box<Self> {
        Box::new(Self {
            generated: generated.clone(),
            stage: stage.to_owned(),
            reason,
        })
    }

    /// Whether the module is wrong as it is, before filtering.
    fn is_unfiltered(&self) -> bool {
        self.stage == "unfiltered"
    }
}

/// The result of checking a module.
enum Comparison {
    /// All results are equal. `is_shorter` if a filtered version is shorter.
    Equal { is_shorter: bool },
    /// The driver rejects the unfiltered module.
    RejectedByDriver,
}

fn job(generated: &Generated) -> Job {
    let mut stage = Stage::new(StageKind::Compute, &generated.words);
    stage.specialization = generated.specialization.clone();
    Job {
        stages: vec![stage],
        buffers: generated.buffers.clone(),
        push_constants: generated.push_constants.clone(),
        addresses: Vec::new(),
        work: Work::Dispatch {
            groups: [generated.workgroups, 1, 1],
        },
    }
}

/// The first difference between two outputs.
fn difference(found: &Output, expected: &Output) -> String {
    for (at, (found, expected)) in found.buffers.iter().zip(&expected.buffers).enumerate() {
        let mut words = found.iter().zip(expected).enumerate();
        if let Some((word, (found, expected))) = words.find(|(_, pair)| pair.0 != pair.1) {
            return format!(
                "wrong result: {found:#x} instead of {expected:#x} in word {word} of buffer {at}"
            );
        }
    }
    "wrong results".to_owned()
}

/// Runs a module unfiltered. `None` if the driver's compiler fails or crashes, which happens for some modules.
fn run_unfiltered(
    session: &mut Session,
    generated: &Generated,
) -> Result<Option<Output>, Box<Mismatch>> {
    match session.run(&job(generated)) {
        Ok(output) => Ok(Some(output)),
        Err(Failure::Vulkan(_) | Failure::Crashed(_)) => Ok(None),
        Err(failure) => Err(Mismatch::new(generated, "unfiltered", failure.to_string())),
    }
}

/// Compares the output of a filtered module with the expected one. `stage` describes the version.
fn compare_outputs(
    generated: &Generated,
    stage: &str,
    found: Result<Output, Failure>,
    expected: &Output,
) -> Result<(), Box<Mismatch>> {
    let reason = match found {
        Ok(found) if found == *expected => return Ok(()),
        Ok(found) => difference(&found, expected),
        Err(failure) => failure.to_string(),
    };
    Err(Mismatch::new(generated, stage, reason))
}

/// As [`compare_outputs`], but a crash is not a failure: the drivers' compilers crash on some valid modules.
fn compare_unless_crashed(
    generated: &Generated,
    stage: &str,
    found: Result<Output, Failure>,
    expected: &Output,
) -> Result<(), Box<Mismatch>> {
    match found {
        Err(Failure::Crashed(_)) => Ok(()),
        found => compare_outputs(generated, stage, found, expected),
    }
}

/// The drivers and their targets.
struct Drivers {
    lavapipe: Session,
    swiftshader: Session,
    lavapipe_target: Target,
    swiftshader_target: Target,
    tools: Tools,
}

/// A target without some scalar types and some storage features.
fn without_some_widths(seed: u64, target: &Target) -> Target {
    let mut random = Random::new(seed ^ 0x1E55);
    let mut hidden = [NARROW, STORAGE, &[feature::shaderInt64]].concat();
    hidden.retain(|_| random.percent(50));
    without(target, &hidden)
}

/// Filters a module for a target with random options, and checks the output: it is valid, and filtering it again does not
/// change it.
fn filtered(
    seed: u64,
    generated: &Generated,
    target: &Target,
    tools: Tools,
) -> Result<Generated, Box<Mismatch>> {
    let mut random = Random::new(!seed);
    let options = Options {
        constants: generated.known_constants.clone(),
        spec: random.choose(&[SpecMode::Bake, SpecMode::Bake, SpecMode::Keep]),
        strip: random.choose(&[
            Strip::Nothing,
            Strip::Nothing,
            Strip::Debug,
            Strip::Names,
            Strip::All,
        ]),
        ..Options::default()
    };
    let stage = format!("for {}, {:?}", target.name(), options.spec);
    let mismatch = |reason: String| Mismatch::new(generated, &stage, reason);
    let result =
        filter(&generated.words, target, &options).map_err(|error| mismatch(error.to_string()))?;
    if result.report.outcome == OutcomeKind::Unsupported {
        return Err(mismatch(format!("{:?}", result.report.unsupported)));
    }
    check(tools, &result.words, target).map_err(|error| mismatch(format!("{error:#}")))?;
    let specialization = converted_values(&generated.specialization, &result.report);
    let is_known =
        |constant: &&Specialization| options.constants.iter().any(|one| one.0 == constant.id);
    let known_constants = specialization.iter().filter(is_known);
    let constants = known_constants
        .map(|constant| (constant.id, constant.value))
        .collect();
    for options in [
        Options::default(),
        Options {
            constants,
            ..options.clone()
        },
    ] {
        let again = filter(&result.words, target, &options);
        if !again.is_ok_and(|again| again.words == result.words) {
            return Err(mismatch("filtering the output again changes it".to_owned()));
        }
    }
    Ok(Generated {
        words: result.words,
        specialization,
        ..generated.clone()
    })
}

/// Converts the values of the module's specialization constants to the types that they have in the output, which may be wider.
fn converted_values(constants: &[Specialization], report: &Report) -> Vec<Specialization> {
    let converted_values = |constant: &Specialization| {
        let mut remaining = report.constants.iter().filter(|one| one.specializable);
        let Some(remaining) = remaining.find(|one| one.spec_id == constant.id) else {
            return *constant;
        };
        let value = match (remaining.type_name.as_str(), constant.size) {
            // 16-bit floats are neither denormal nor negative here.
            ("float32", 2) => (constant.value << 13) + (112 << 23),
            ("int32", 1) => u64::from(constant.value as u8 as i8 as u32),
            ("int32", 2) => u64::from(constant.value as u16 as i16 as u32),
            _ => constant.value,
        };
        Specialization {
            value,
            size: remaining.size,
            ..*constant
        }
    };
    constants.iter().map(converted_values).collect()
}

fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x5EED);
    let shape = Shape {
        constructs: 14,
        wide_selectors: random.percent(25),
        guarded_int64: random.percent(40),
        shuffled_blocks: random.percent(25),
        other_widths: random.percent(50),
        records: false,
        cross_lane: None,
        memory: None,
        typed_constants: false,
        alone: false,
    };
    let records = shape.other_widths && random.percent(50);
    Shape { records, ..shape }
}

/// Compares the module of a seed with its filtered versions.
fn check_module(
    drivers: &mut Drivers,
    seed: u64,
    shape: Shape,
) -> Result<Comparison, Box<Mismatch>> {
    if shape.cross_lane.is_some() {
        return cross_lane::check_module(drivers, seed, shape);
    }
    if shape
        .memory
        .is_some_and(|memory| memory.workgroup_blocks.is_some())
    {
        return workgroup_blocks::check_module(drivers, seed, shape);
    }
    if shape.memory.is_some() || shape.typed_constants {
        return memory::check_module(drivers, seed, shape);
    }
    let generated = &module(seed, shape);
    let mismatch = |stage: &str, reason: String| Err(Mismatch::new(generated, stage, reason));
    let environment = environment(&drivers.lavapipe_target);
    if let Err(error) = drivers.tools.validate(&generated.words, environment) {
        return mismatch("unfiltered", format!("{error:#}"));
    }
    let output = filtered(seed, generated, &drivers.lavapipe_target, drivers.tools)?;
    let is_shorter = output.words.len() < generated.words.len();
    // Mesa fails to compile some unreachable blocks. There is no reference result then.
    let expected = match drivers.lavapipe.run(&job(generated)) {
        Err(Failure::Vulkan(_)) => return Ok(Comparison::RejectedByDriver),
        Err(failure) => return mismatch("unfiltered", failure.to_string()),
        Ok(expected) => expected,
    };
    let stage = "filtered for lavapipe";
    compare_outputs(
        generated,
        stage,
        drivers.lavapipe.run(&job(&output)),
        &expected,
    )?;
    let stage = "filtered for lavapipe without some widths";
    let output = filtered(
        seed,
        generated,
        &without_some_widths(seed, &drivers.lavapipe_target),
        drivers.tools,
    )?;
    compare_outputs(
        generated,
        stage,
        drivers.lavapipe.run(&job(&output)),
        &expected,
    )?;
    // SwiftShader lacks the other widths, so the filter must remove the guarded arithmetic.
    if shape.guarded_int64 && shape.shuffled_blocks {
        return Ok(Comparison::Equal { is_shorter });
    }
    let alone = &module(seed, shape.alone());
    for (stage, generated, session) in [
        (
            "filtered for SwiftShader, on lavapipe",
            generated,
            &mut drivers.lavapipe,
        ),
        ("filtered for SwiftShader", alone, &mut drivers.swiftshader),
    ] {
        let output = filtered(seed, generated, &drivers.swiftshader_target, drivers.tools)?;
        compare_outputs(generated, stage, session.run(&job(&output)), &expected)?;
    }
    Ok(Comparison::Equal { is_shorter })
}

/// Changes the memory features of a shape.
fn reduce_memory(shape: &mut Shape, reduced: impl Fn(&mut Memory)) {
    shape.memory.iter_mut().for_each(reduced);
}

/// Shrinks a failing module: reduces the number of constructs and the features while the seed still fails.
fn shrink(
    drivers: &mut Drivers,
    seed: u64,
    shape: Shape,
    mismatch: Box<Mismatch>,
) -> Box<Mismatch> {
    // A smaller module that is invalid by itself shows something else.
    let is_unfiltered = mismatch.is_unfiltered();
    let mut failure = |shape| {
        let failure = check_module(drivers, seed, shape).err();
        failure.filter(|failure| failure.is_unfiltered() == is_unfiltered)
    };
    let mut fewer = (0..shape.constructs).map(|constructs| Shape {
        constructs,
        ..shape
    });
    let smallest = fewer.find_map(|shape| Some((shape, failure(shape)?)));
    let (mut shape, mut mismatch) = smallest.unwrap_or((shape, mismatch));
    for without in [
        |shape: &mut Shape| shape.shuffled_blocks = false,
        |shape: &mut Shape| shape.guarded_int64 = false,
        |shape: &mut Shape| shape.wide_selectors = false,
        |shape: &mut Shape| shape.records = false,
        |shape: &mut Shape| shape.typed_constants = false,
        |shape: &mut Shape| (shape.other_widths, shape.records) = (false, false),
        |shape: &mut Shape| {
            let reduced = |cross_lane| CrossLane {
                extensions: false,
                ..cross_lane
            };
            shape.cross_lane = shape.cross_lane.map(reduced);
        },
        |shape: &mut Shape| {
            let reduced = |cross_lane| CrossLane {
                spirv_1_5: false,
                ..cross_lane
            };
            shape.cross_lane = shape.cross_lane.map(reduced);
        },
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.doubles = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.aliased = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.descriptor_arrays = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.selected_pointers = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.pointer_parameters = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.spirv_1_5 = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.vulkan_memory_model = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.composite_values = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.int64_atomics = false),
        |shape: &mut Shape| reduce_memory(shape, |memory| memory.element_pointers = false),
    ] {
        let mut reduced = shape;
        without(&mut reduced);
        if let Some(still) = failure(reduced) {
            (shape, mismatch) = (reduced, still);
        }
    }
    mismatch
}

/// Saves a module with the directives with which `sos corpus run --execute` runs it. Returns the path.
fn save_regression(seed: u64, mismatch: &Mismatch, tools: Tools) -> String {
    let name = format!("generated_{seed}");
    let folder = paths::corpus().join("regressions");
    let spirv_1_5 = mismatch.generated.words[1] > 0x0001_0300;
    let environment = if spirv_1_5 { "vulkan1.2" } else { "vulkan1.1" };
    let mut text = format!(
        "; A random module, {}: {}\n;\n; build: --target-env {environment}\n; sos: dispatch {} 1 1",
        mismatch.stage,
        mismatch.reason.lines().next().unwrap_or_default(),
        mismatch.generated.workgroups,
    );
    if !mismatch.generated.push_constants.is_empty() {
        text.push_str("\n; sos: push u32");
        for word in &mismatch.generated.push_constants {
            text.push_str(&format!(" {word}"));
        }
    }
    for buffer in &mismatch.generated.buffers {
        let uniform = match buffer.kind {
            BufferKind::Uniform => " uniform",
            _ => "",
        };
        let binding = buffer.binding;
        text.push_str(&format!("\n; sos: buffer 0 {binding}{uniform} u32"));
        for word in &buffer.words {
            text.push_str(&format!(" {word}"));
        }
    }
    for constant in &mismatch.generated.specialization {
        text.push_str(&format!(
            "\n; sos: set {}={:#x}",
            constant.id, constant.value
        ));
    }
    text.push('\n');
    let Ok(body) = tools.disassemble(&mismatch.generated.words) else {
        // The disassembler may not know newer extensions.
        let path = folder.join(format!("{name}.spv"));
        let bytes = sos_core::words::to_bytes(&mismatch.generated.words);
        std::fs::write(&path, bytes).expect("the regression is written");
        return format!("{}, with these directives:{text}", path.display());
    };
    text.push_str(&body);
    let source = folder.join(format!("{name}.spvasm"));
    std::fs::write(&source, &text).expect("the regression is written");
    let words = tools.assemble(&text, environment);
    let words = words.expect("the disassembly can be assembled");
    let bytes = sos_core::words::to_bytes(&words);
    std::fs::write(folder.join(format!("{name}.spv")), bytes).expect("the regression is written");
    source.display().to_string()
}

/// Checks the modules of this run's seeds. Returns the numbers of modules checked, shortened, and rejected by the driver.
fn check_seeds(run: Run, shape: fn(u64) -> Shape) -> Option<[usize; 3]> {
    let (lavapipe, swiftshader, tools) = (driver("lavapipe")?, driver("swiftshader")?, tools()?);
    let (mut lavapipe, mut swiftshader) = (Session::new(&lavapipe), Session::new(&swiftshader));
    let lavapipe_target = lavapipe.device().unwrap().target();
    let swiftshader_target = swiftshader.device().unwrap().target();
    let drivers = &mut Drivers {
        lavapipe,
        swiftshader,
        lavapipe_target,
        swiftshader_target,
        tools,
    };
    let (mut count, mut shortened, mut rejected) = (0, 0, 0);
    for seed in seeds(run) {
        let shape = shape(seed);
        match check_module(drivers, seed, shape) {
            Ok(Comparison::Equal { is_shorter }) => {
                count += 1;
                shortened += usize::from(is_shorter);
            }
            Ok(Comparison::RejectedByDriver) => rejected += 1,
            Err(mismatch) => {
                let mismatch = shrink(drivers, seed, shape, mismatch);
                let kept = save_regression(seed, &mismatch, tools);
                panic!(
                    "seed {seed}, {}: {}\nsaved as {kept}",
                    mismatch.stage, mismatch.reason
                );
            }
        }
    }
    println!(
        "{count} modules, {shortened} of them shortened, {rejected} rejected unfiltered by Mesa; validated by {}",
        tools.validator_version()
    );
    assert!(count > 0, "no module was checked within the time limit");
    Some([count, shortened, rejected])
}

#[test]
fn filtering_preserves_results() {
    let run = Run {
        seeds: 225,
        seconds: 120,
    };
    if let Some([count, shortened, rejected]) = check_seeds(run, shape) {
        assert!(count < 20 || shortened * 2 > count && rejected * 10 < count);
    }
}

/// Checks that the driver accepts nearly all modules of a run, unless there are fewer than `min_count`.
fn check_nearly_all_are_accepted(run: Run, shape: fn(u64) -> Shape, min_count: usize) {
    if let Some([count, _, rejected]) = check_seeds(run, shape) {
        assert!(count < min_count || rejected * 10 < count);
    }
}

#[test]
fn filtering_preserves_results_of_cross_lane_instructions() {
    let run = Run {
        seeds: 60,
        seconds: 120,
    };
    check_nearly_all_are_accepted(run, cross_lane::shape, 20);
}

#[test]
fn filtering_preserves_results_of_memory_accesses() {
    let run = Run {
        seeds: 40,
        seconds: 120,
    };
    check_nearly_all_are_accepted(run, memory::shape, 20);
}

#[test]
fn filtering_preserves_results_of_typed_specialization_constants() {
    let run = Run {
        seeds: 40,
        seconds: 120,
    };
    check_nearly_all_are_accepted(run, constants::shape, 20);
}

#[test]
fn filtering_preserves_results_of_composites() {
    let run = Run {
        seeds: 24,
        seconds: 120,
    };
    check_nearly_all_are_accepted(run, memory::with_composites, 20);
}

#[test]
fn filtering_preserves_results_of_element_pointers() {
    let run = Run {
        seeds: 16,
        seconds: 120,
    };
    check_nearly_all_are_accepted(run, memory::with_element_pointers, 10);
}

#[test]
fn filtering_preserves_results_of_workgroup_blocks() {
    let run = Run {
        seeds: 24,
        seconds: 120,
    };
    check_nearly_all_are_accepted(run, workgroup_blocks::shape, 20);
}
