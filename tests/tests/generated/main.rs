//! Random modules: what the filter makes of them is valid and computes what the module computes.
//!
//! A run looks at a fixed list of seeds, and stops early where the machine is slow. For more:
//!
//! - `SOS_GENERATE_SECONDS=600` goes on for so long;
//! - `SOS_GENERATE_SEED=N` begins at another seed.
//!
//! A failure is made as small as its seed can be, and kept in `corpus/regressions` with what it takes to run it.
//!
//! - [`lanes`]: modules with cross-lane instructions.
//! - [`memory`]: modules with memory of every class, with values of several parts, and with pointers that wander further.
//! - [`blocks`]: modules with blocks in memory of the workgroup's.
//! - [`constants`]: modules with specialization constants of other widths.

mod constants;
mod cross_lane;
mod memory;
mod workgroup_blocks;

use std::time::{Duration, Instant};

use sos_core::target::feature;
use sos_core::{Options, OutcomeKind, Report, SpecMode, Strip, Target};
use sos_tests::filtered::{check, environment, filter};
use sos_tests::generate::{module, Choose as _, CrossLane, Generated, Memory, Shape};
use sos_tests::hostile::random::Random;
use sos_tests::job::Specialization;
use sos_tests::less::{without, NARROW, STORAGE};
use sos_tests::{
    driver, paths, tools, BufferKind, Failure, Job, Output, Session, Stage, StageKind, Tools, Work,
};

/// How many seeds a run looks at, within how many seconds.
#[derive(Clone, Copy)]
struct Run {
    seeds: u64,
    seconds: u64,
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is {text:?}, and not a number")),
    )
}

/// The seeds of this run.
fn seeds(run: Run) -> impl Iterator<Item = u64> {
    let first = number("SOS_GENERATE_SEED").unwrap_or(0);
    let seconds = number("SOS_GENERATE_SECONDS");
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(run.seconds));
    let last = if seconds.is_some() {
        u64::MAX
    } else {
        first + run.seeds
    };
    (first..last).take_while(move |_| Instant::now() < end)
}

/// A module of which the filter made something else.
struct Broken {
    generated: Generated,
    /// Where it showed.
    stage: String,
    why: String,
}

impl Broken {
    fn new(generated: &Generated, stage: &str, why: String) -> Box<Self> {
        Box::new(Self {
            generated: generated.clone(),
            stage: stage.to_owned(),
            why,
        })
    }
}

/// Whether a module was looked at.
enum Verdict {
    /// Everything agrees; whether the output is shorter.
    Agrees { shorter: bool },
    /// The driver does not take the module as it is.
    Refused,
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

/// Where two outputs differ first.
fn difference(found: &Output, expected: &Output) -> String {
    for (at, (found, expected)) in found.buffers.iter().zip(&expected.buffers).enumerate() {
        let mut words = found.iter().zip(expected).enumerate();
        if let Some((word, (found, expected))) = words.find(|(_, pair)| pair.0 != pair.1) {
            return format!(
                "other numbers: {found:#x} in word {word} of buffer {at} and not {expected:#x}"
            );
        }
    }
    "other numbers".to_owned()
}

/// What a driver computes with a module as it is; nothing where its compiler gives up or ends, as it does on some.
fn native(session: &mut Session, generated: &Generated) -> Result<Option<Output>, Box<Broken>> {
    match session.run(&job(generated)) {
        Ok(output) => Ok(Some(output)),
        Err(Failure::Vulkan(_) | Failure::Crashed(_)) => Ok(None),
        Err(failure) => Err(Broken::new(generated, "as generated", failure.to_string())),
    }
}

/// Whether what was made of a module computes what is expected; `stage` says what was made.
fn agree(
    generated: &Generated,
    stage: &str,
    found: Result<Output, Failure>,
    expected: &Output,
) -> Result<(), Box<Broken>> {
    let why = match found {
        Ok(found) if found == *expected => return Ok(()),
        Ok(found) => difference(&found, expected),
        Err(failure) => failure.to_string(),
    };
    Err(Broken::new(generated, stage, why))
}

/// Where modules run.
struct Drivers {
    lavapipe: Session,
    swiftshader: Session,
    full: Target,
    lean: Target,
    tools: Tools,
}

/// A target without some of its numbers and of the ways to store them.
fn with_less(seed: u64, target: &Target) -> Target {
    let mut random = Random::new(seed ^ 0x1E55);
    let mut hidden = [NARROW, STORAGE, &[feature::shaderInt64]].concat();
    hidden.retain(|_| random.percent(50));
    without(target, &hidden)
}

/// A module, filtered for a target in one of the ways that there are.
fn filtered(
    seed: u64,
    generated: &Generated,
    target: &Target,
    tools: Tools,
) -> Result<Generated, Box<Broken>> {
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
    let broken = |why: String| Broken::new(generated, &stage, why);
    let result =
        filter(&generated.words, target, &options).map_err(|error| broken(error.to_string()))?;
    if result.report.outcome == OutcomeKind::Unsupported {
        return Err(broken(format!("{:?}", result.report.unsupported)));
    }
    check(tools, &result.words, target).map_err(|error| broken(format!("{error:#}")))?;
    let specialization = given(&generated.specialization, &result.report);
    let is_told =
        |constant: &&Specialization| options.constants.iter().any(|one| one.0 == constant.id);
    let known_constants = specialization.iter().filter(is_told);
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
            return Err(broken("the second time, it changes again".to_owned()));
        }
    }
    Ok(Generated {
        words: result.words,
        specialization,
        ..generated.clone()
    })
}

/// The values of a module's constants, as what was made of it takes them: a constant may have become wider.
fn given(constants: &[Specialization], report: &Report) -> Vec<Specialization> {
    let given = |constant: &Specialization| {
        let mut open = report.constants.iter().filter(|one| one.specializable);
        let Some(open) = open.find(|one| one.spec_id == constant.id) else {
            return *constant;
        };
        let value = match (open.type_name.as_str(), constant.size) {
            // Halves are neither denormal nor negative here.
            ("float32", 2) => (constant.value << 13) + (112 << 23),
            ("int32", 1) => u64::from(constant.value as u8 as i8 as u32),
            ("int32", 2) => u64::from(constant.value as u16 as i16 as u32),
            _ => constant.value,
        };
        Specialization {
            value,
            size: open.size,
            ..*constant
        }
    };
    constants.iter().map(given).collect()
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
    };
    let records = shape.other_widths && random.percent(50);
    Shape { records, ..shape }
}

/// Looks at the module of a seed in every way.
fn examine(drivers: &mut Drivers, seed: u64, shape: Shape) -> Result<Verdict, Box<Broken>> {
    if shape.cross_lane.is_some() {
        return cross_lane::examine(drivers, seed, shape);
    }
    if shape
        .memory
        .is_some_and(|memory| memory.workgroup_blocks.is_some())
    {
        return workgroup_blocks::examine(drivers, seed, shape);
    }
    if shape.memory.is_some() || shape.typed_constants {
        return memory::examine(drivers, seed, shape);
    }
    let generated = &module(seed, shape);
    let broken = |stage: &str, why: String| Err(Broken::new(generated, stage, why));
    let environment = environment(&drivers.full);
    if let Err(error) = drivers.tools.validate(&generated.words, environment) {
        return broken("as generated", format!("{error:#}"));
    }
    let run = |session: &mut Session, stage: &str, module: &Generated| {
        let output = session.run(&job(module));
        output.map_err(|failure| Broken::new(generated, stage, failure.to_string()))
    };
    let output = filtered(seed, generated, &drivers.full, drivers.tools)?;
    let shorter = output.words.len() < generated.words.len();
    // Mesa gives up on some blocks that nothing leads to; without them it has nothing to compare with.
    let expected = match drivers.lavapipe.run(&job(generated)) {
        Err(Failure::Vulkan(_)) => return Ok(Verdict::Refused),
        Err(failure) => return broken("as generated", failure.to_string()),
        Ok(expected) => expected,
    };
    let stage = "filtered for lavapipe";
    agree(
        generated,
        stage,
        drivers.lavapipe.run(&job(&output)),
        &expected,
    )?;
    let stage = "filtered for lavapipe with less";
    let output = filtered(
        seed,
        generated,
        &with_less(seed, &drivers.full),
        drivers.tools,
    )?;
    agree(
        generated,
        stage,
        drivers.lavapipe.run(&job(&output)),
        &expected,
    )?;
    // SwiftShader lacks the other widths; what stands behind the constant has to go.
    if shape.guarded_int64 && shape.shuffled_blocks {
        return Ok(Verdict::Agrees { shorter });
    }
    let stage = "filtered for SwiftShader";
    let output = filtered(seed, generated, &drivers.lean, drivers.tools)?;
    let result = run(&mut drivers.swiftshader, stage, &output)?;
    if run(&mut drivers.lavapipe, stage, &output)? != expected {
        return broken(stage, "other numbers on lavapipe".to_owned());
    }
    // The two drivers differ on a few modules as they are, so each is compared with itself.
    let others = shape.guarded_int64 || shape.wide_selectors || shape.other_widths;
    if !others && run(&mut drivers.swiftshader, "as generated", generated)? != result {
        return broken(stage, "other numbers".to_owned());
    }
    Ok(Verdict::Agrees { shorter })
}

/// Takes away some of the memory of a module.
fn with(shape: &mut Shape, less: impl Fn(&mut Memory)) {
    shape.memory.iter_mut().for_each(less);
}

/// The smallest module of a seed that still fails: fewer constructs, and less of what a module may have.
fn shrunk(drivers: &mut Drivers, seed: u64, shape: Shape, broken: Box<Broken>) -> Box<Broken> {
    let fewer = (0..shape.constructs).map(|constructs| Shape {
        constructs,
        ..shape
    });
    let mut failing = fewer.filter_map(|shape| Some((shape, examine(drivers, seed, shape).err()?)));
    let (mut shape, mut broken) = failing.next().unwrap_or((shape, broken));
    for without in [
        |shape: &mut Shape| shape.shuffled_blocks = false,
        |shape: &mut Shape| shape.guarded_int64 = false,
        |shape: &mut Shape| shape.wide_selectors = false,
        |shape: &mut Shape| shape.records = false,
        |shape: &mut Shape| shape.typed_constants = false,
        |shape: &mut Shape| (shape.other_widths, shape.records) = (false, false),
        |shape: &mut Shape| {
            let less = |cross_lane| CrossLane {
                extensions: false,
                ..cross_lane
            };
            shape.cross_lane = shape.cross_lane.map(less);
        },
        |shape: &mut Shape| {
            let less = |cross_lane| CrossLane {
                spirv_1_5: false,
                ..cross_lane
            };
            shape.cross_lane = shape.cross_lane.map(less);
        },
        |shape: &mut Shape| with(shape, |memory| memory.doubles = false),
        |shape: &mut Shape| with(shape, |memory| memory.aliased = false),
        |shape: &mut Shape| with(shape, |memory| memory.descriptor_arrays = false),
        |shape: &mut Shape| with(shape, |memory| memory.selected_pointers = false),
        |shape: &mut Shape| with(shape, |memory| memory.pointer_parameters = false),
        |shape: &mut Shape| with(shape, |memory| memory.spirv_1_5 = false),
        |shape: &mut Shape| with(shape, |memory| memory.vulkan_memory_model = false),
        |shape: &mut Shape| with(shape, |memory| memory.composite_values = false),
        |shape: &mut Shape| with(shape, |memory| memory.int64_atomics = false),
        |shape: &mut Shape| with(shape, |memory| memory.element_pointers = false),
    ] {
        let mut less = shape;
        without(&mut less);
        if let Err(still) = examine(drivers, seed, less) {
            (shape, broken) = (less, still);
        }
    }
    broken
}

/// Keeps a module with directives by which `sos corpus run --execute` runs it from now on; answers where.
fn keep(seed: u64, broken: &Broken, tools: Tools) -> String {
    let name = format!("generated_{seed}");
    let folder = paths::corpus().join("regressions");
    let spirv_1_5 = broken.generated.words[1] > 0x0001_0300;
    let environment = if spirv_1_5 { "vulkan1.2" } else { "vulkan1.1" };
    let mut text = format!(
        "; A random module, {}: {}\n;\n; build: --target-env {environment}\n; sos: dispatch {} 1 1",
        broken.stage,
        broken.why.lines().next().unwrap_or_default(),
        broken.generated.workgroups,
    );
    if !broken.generated.push_constants.is_empty() {
        text.push_str("\n; sos: push u32");
        for word in &broken.generated.push_constants {
            text.push_str(&format!(" {word}"));
        }
    }
    for buffer in &broken.generated.buffers {
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
    for constant in &broken.generated.specialization {
        text.push_str(&format!(
            "\n; sos: set {}={:#x}",
            constant.id, constant.value
        ));
    }
    text.push('\n');
    let Ok(body) = tools.disassemble(&broken.generated.words) else {
        // Some extensions are newer than the tools.
        let path = folder.join(format!("{name}.spv"));
        let bytes = sos_core::words::to_bytes(&broken.generated.words);
        std::fs::write(&path, bytes).expect("the regression can be written");
        return format!("{}, to be run so:{text}", path.display());
    };
    text.push_str(&body);
    let source = folder.join(format!("{name}.spvasm"));
    std::fs::write(&source, &text).expect("the regression can be written");
    let words = tools.assemble(&text, environment);
    let words = words.expect("what was disassembled can be assembled");
    let bytes = sos_core::words::to_bytes(&words);
    std::fs::write(folder.join(format!("{name}.spv")), bytes)
        .expect("the regression can be written");
    source.display().to_string()
}

/// Looks at the modules of this run's seeds; how many there were, and how many of them are shorter now and were refused.
fn all(run: Run, shape: fn(u64) -> Shape) -> Option<[usize; 3]> {
    let (lavapipe, swiftshader, tools) = (driver("lavapipe")?, driver("swiftshader")?, tools()?);
    let (mut lavapipe, mut swiftshader) = (Session::new(&lavapipe), Session::new(&swiftshader));
    let full = lavapipe.device().unwrap().target();
    let lean = swiftshader.device().unwrap().target();
    let drivers = &mut Drivers {
        lavapipe,
        swiftshader,
        full,
        lean,
        tools,
    };
    let (mut count, mut shortened, mut refused) = (0, 0, 0);
    for seed in seeds(run) {
        let shape = shape(seed);
        match examine(drivers, seed, shape) {
            Ok(Verdict::Agrees { shorter }) => {
                count += 1;
                shortened += usize::from(shorter);
            }
            Ok(Verdict::Refused) => refused += 1,
            Err(broken) => {
                let broken = shrunk(drivers, seed, shape, broken);
                let kept = keep(seed, &broken, tools);
                panic!(
                    "seed {seed}, {}: {}\nkept as {kept}",
                    broken.stage, broken.why
                );
            }
        }
    }
    println!(
        "{count} modules, {shortened} of them shorter now, {refused} refused by Mesa as they are"
    );
    assert!(count > 0, "no time for a single module");
    Some([count, shortened, refused])
}

#[test]
fn generated_modules_compute_the_same() {
    let run = Run {
        seeds: 400,
        seconds: 30,
    };
    if let Some([count, shortened, refused]) = all(run, shape) {
        assert!(count < 20 || shortened * 2 > count && refused * 10 < count);
    }
}

/// Of a run of some length, drivers take nearly all modules as they are; `few` are too few to tell.
fn few_are_refused(run: Run, shape: fn(u64) -> Shape, few: usize) {
    if let Some([count, _, refused]) = all(run, shape) {
        assert!(count < few || refused * 10 < count);
    }
}

#[test]
fn generated_modules_with_lanes_compute_the_same() {
    let run = Run {
        seeds: 60,
        seconds: 20,
    };
    few_are_refused(run, cross_lane::shape, 20);
}

#[test]
fn generated_modules_with_memory_compute_the_same() {
    let run = Run {
        seeds: 40,
        seconds: 20,
    };
    few_are_refused(run, memory::shape, 20);
}

#[test]
fn generated_modules_with_constants_compute_the_same() {
    let run = Run {
        seeds: 40,
        seconds: 10,
    };
    few_are_refused(run, constants::shape, 20);
}

#[test]
fn generated_modules_with_values_compute_the_same() {
    let run = Run {
        seeds: 24,
        seconds: 10,
    };
    few_are_refused(run, memory::with_composites, 20);
}

#[test]
fn generated_modules_with_elements_compute_the_same() {
    let run = Run {
        seeds: 16,
        seconds: 8,
    };
    few_are_refused(run, memory::with_element_pointers, 10);
}

#[test]
fn generated_modules_with_blocks_compute_the_same() {
    let run = Run {
        seeds: 24,
        seconds: 10,
    };
    few_are_refused(run, workgroup_blocks::shape, 20);
}
