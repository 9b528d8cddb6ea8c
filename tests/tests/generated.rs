//! Random modules: what the filter makes of them is valid and computes what the module computes.
//!
//! A run looks at a fixed list of seeds, and stops early where the machine is slow. For more:
//!
//! - `SOS_GENERATE_SECONDS=600` goes on for so long;
//! - `SOS_GENERATE_SEED=N` begins at another seed.
//!
//! A failure names the seed and the file with the module.

use std::time::{Duration, Instant};

use sos_core::{Options, OutcomeKind, SpecMode, Strip, Target};
use sos_tests::filtered::{check, environment, filter};
use sos_tests::generate::{module, Choose as _, Generated, Shape, INVOCATIONS};
use sos_tests::hostile::random::Random;
use sos_tests::job::Specialization;
use sos_tests::{driver, tools, Buffer, Failure, Job, Session, Stage, StageKind, Tools, Work};

const SEEDS: u64 = 400;
const SECONDS: u64 = 30;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is {text:?}, and not a number")),
    )
}

/// The seeds of this run.
fn seeds() -> impl Iterator<Item = u64> {
    let first = number("SOS_GENERATE_SEED").unwrap_or(0);
    let seconds = number("SOS_GENERATE_SECONDS");
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(SECONDS));
    let last = if seconds.is_some() {
        u64::MAX
    } else {
        first + SEEDS
    };
    (first..last).take_while(move |_| Instant::now() < end)
}

/// Leaves the module where it can be looked at, and fails.
fn fail(seed: u64, stage: &str, generated: &Generated, why: &str) -> ! {
    let file = std::env::temp_dir().join(format!("sos-generated-{seed}.spv"));
    let written = std::fs::write(&file, sos_core::words::to_bytes(&generated.words));
    panic!(
        "seed {seed}, {stage}: {why}\nmodule: {} ({written:?}), told {:?}, of {:?}",
        file.display(),
        generated.told,
        generated.specialization,
    );
}

fn job(words: &[u32], specialization: &[Specialization]) -> Job {
    let mut stage = Stage::new(StageKind::Compute, words);
    stage.specialization = specialization.to_vec();
    let data = (0..INVOCATIONS).map(|at| (at * 0x0109_5A35) ^ (at >> 1));
    Job {
        stages: vec![stage],
        buffers: vec![Buffer::storage(0, data.collect())],
        push_constants: Vec::new(),
        work: Work::Dispatch { groups: [1, 1, 1] },
    }
}

/// A module, filtered for a target in one of the ways that there are.
fn filtered(seed: u64, generated: &Generated, target: &Target, tools: Tools) -> Vec<u32> {
    let mut random = Random::new(!seed);
    let options = Options {
        constants: generated.told.clone(),
        spec: random.of(&[SpecMode::Bake, SpecMode::Bake, SpecMode::Keep]),
        strip: random.of(&[
            Strip::Nothing,
            Strip::Nothing,
            Strip::Debug,
            Strip::Names,
            Strip::All,
        ]),
        ..Options::default()
    };
    let stage = format!("for {}, {:?}", target.name(), options.spec);
    let result = filter(&generated.words, target, &options)
        .unwrap_or_else(|error| fail(seed, &stage, generated, &error.to_string()));
    if result.report.outcome == OutcomeKind::Unsupported {
        let why = format!("{:?}", result.report.unsupported);
        fail(seed, &stage, generated, &why);
    }
    if let Err(error) = check(tools, &result.words, target) {
        fail(seed, &stage, generated, &format!("{error:#}"));
    }
    for options in [Options::default(), options] {
        let again = filter(&result.words, target, &options);
        if !again.is_ok_and(|again| again.words == result.words) {
            fail(seed, &stage, generated, "the second time, it changes again");
        }
    }
    result.words
}

fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x5EED);
    Shape {
        wide: random.percent(25),
        guarded: random.percent(40),
        shuffled: random.percent(25),
        numbers: random.percent(50),
    }
}

#[test]
fn generated_modules_compute_the_same() {
    let (Some(lavapipe), Some(swiftshader), Some(tools)) =
        (driver("lavapipe"), driver("swiftshader"), tools())
    else {
        return;
    };
    let (mut lavapipe, mut swiftshader) = (Session::new(&lavapipe), Session::new(&swiftshader));
    let full = lavapipe.device().unwrap().target();
    let lean = swiftshader.device().unwrap().target();
    let (mut count, mut shorter, mut refused) = (0, 0, 0);
    for seed in seeds() {
        let shape = shape(seed);
        let generated = module(seed, shape);
        if let Err(error) = tools.validate(&generated.words, environment(&full)) {
            fail(seed, "as generated", &generated, &format!("{error:#}"));
        }
        let specialized = |words: &[u32]| job(words, &generated.specialization);
        let run = |session: &mut Session, stage: &str, words: &[u32]| {
            let output = session.run(&specialized(words));
            output.unwrap_or_else(|failure| fail(seed, stage, &generated, &failure.to_string()))
        };
        let output = filtered(seed, &generated, &full, tools);
        shorter += usize::from(output.len() < generated.words.len());
        count += 1;
        // Mesa gives up on some blocks that nothing leads to; without them it has nothing to compare with.
        let expected = match lavapipe.run(&specialized(&generated.words)) {
            Err(Failure::Vulkan(_)) => {
                refused += 1;
                continue;
            }
            Err(failure) => fail(seed, "as generated", &generated, &failure.to_string()),
            Ok(expected) => expected,
        };
        if run(&mut lavapipe, "filtered for lavapipe", &output) != expected {
            fail(seed, "filtered for lavapipe", &generated, "other numbers");
        }
        // SwiftShader lacks the other widths; what stands behind the constant has to go.
        if shape.guarded && shape.shuffled {
            continue;
        }
        let stage = "filtered for SwiftShader";
        let output = filtered(seed, &generated, &lean, tools);
        let result = run(&mut swiftshader, stage, &output);
        if run(&mut lavapipe, stage, &output) != expected {
            fail(seed, stage, &generated, "other numbers on lavapipe");
        }
        // The two drivers differ on a few modules as they are, so each is compared with itself.
        let others = shape.guarded || shape.wide || shape.numbers;
        if !others && run(&mut swiftshader, "as generated", &generated.words) != result {
            fail(seed, stage, &generated, "other numbers");
        }
    }
    println!(
        "{count} modules, {shorter} of them shorter now, {refused} refused by Mesa as they are"
    );
    assert!(count > 0, "no time for a single module");
    assert!(count < 20 || shorter * 2 > count && refused * 10 < count);
}
