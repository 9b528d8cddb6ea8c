//! Hostile input: truncations, broken words, mutants of the corpus. Errors or valid answers, never a panic.

use sos_tests::hostile::{change, lanes, mutate, without_storage, Answer, Lane, Random, Subject};
use sos_tests::{corpus, paths, tools};
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// How many mutants one run makes.
const MUTANTS: usize = 100_000;
/// Far above what any of these small modules takes, even on a busy machine and without optimisation.
const LONGEST: Duration = Duration::from_secs(5);
/// How many gently changed modules go to the validator: each is a process or two.
const VALIDATED: usize = 400;

fn shaders() -> Vec<(String, Vec<u32>)> {
    corpus::shaders("")
        .into_iter()
        .map(|shader| (shader.name, shader.words))
        .collect()
}

/// What once went wrong; it need not be a module at all.
fn regressions() -> Vec<(String, Vec<u32>)> {
    let folder = paths::corpus().join("regressions");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the regressions can be listed") {
        let path = entry.expect("the regressions can be listed").path();
        if path.extension().is_some_and(|extension| extension == "spv") {
            let bytes = std::fs::read(&path).expect("a regression can be read");
            let words = bytes.chunks_exact(4).map(|word| {
                u32::from_le_bytes(
                    word.try_into()
                        .expect("a chunk of four bytes is four bytes"),
                )
            });
            found.push((path.display().to_string(), words.collect()));
        }
    }
    found
}

/// Runs a module; if a promise breaks, keeps the module as a regression and fails.
fn keep_if_it_fails(words: &[u32], lane: &Lane, mut run: impl FnMut() -> Answer) -> Answer {
    let mut timed = || {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(&mut run));
        (result, start.elapsed() > LONGEST)
    };
    // A machine that stands still for a while is nobody's fault: what is slow is slow twice.
    let (result, slow) = match timed() {
        (Ok(_), true) => timed(),
        once => once,
    };
    match result {
        Ok(answer) if !slow => answer,
        result => {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let name = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            let path = paths::corpus().join(format!("regressions/{name:016x}.spv"));
            std::fs::write(&path, bytes).expect("the regression can be written");
            let what = if slow { "takes too long" } else { "panics" };
            let said = result.err().and_then(|panic| {
                let text = panic.downcast_ref::<String>().cloned();
                text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            });
            panic!(
                "{what} on {}: {}; the module is kept as {}",
                lane.name,
                said.unwrap_or_default(),
                path.display()
            );
        }
    }
}

#[test]
fn regressions_stay_fixed() {
    let lanes = lanes();
    let mut subject = Subject::default();
    for (path, words) in regressions() {
        for lane in &lanes {
            println!("{path} on {}", lane.name);
            keep_if_it_fails(&words, lane, || subject.run(&words, lane));
            subject.describe(&words, lane);
        }
    }
}

#[test]
fn corpus_modules_keep_every_promise() {
    let mut lanes = lanes();
    lanes.push(without_storage());
    let mut subject = Subject::default();
    for (path, words) in shaders() {
        for lane in &lanes {
            println!("{path} on {}", lane.name);
            let answer = subject.run_valid(&words, lane);
            assert!(!matches!(answer, Answer::NoModule(_)));
            subject.describe(&words, lane);
        }
    }
}

#[test]
fn every_truncation_is_an_error_or_a_module() {
    let mut lanes = lanes();
    lanes.push(without_storage());
    let mut subject = Subject::default();
    for (path, words) in shaders() {
        for len in 0..words.len() {
            // An allocation of exactly this length, so that a read behind the end is one behind the allocation.
            let short: Box<[u32]> = words[..len].into();
            let lane = &lanes[len % lanes.len()];
            let answer = keep_if_it_fails(&short, lane, || subject.run(&short, lane));
            if len < 5 {
                assert!(matches!(answer, Answer::NoModule(_)), "{path}");
            }
        }
        let bytes = sos_core::words::to_bytes(&words);
        for len in 0..bytes.len() {
            let read = sos_core::words::from_bytes(&bytes[..len]);
            assert_eq!(read.is_ok(), len % 4 == 0 && len != 0, "{len} bytes");
        }
    }
}

#[test]
fn every_word_may_be_wrong() {
    let lanes = lanes();
    let mut subject = Subject::default();
    for (_, words) in shaders() {
        let mut broken = words.clone();
        for at in 0..words.len() {
            for (turn, value) in [0, u32::MAX, words[at] ^ 1, words[at].wrapping_add(0x1_0000)]
                .into_iter()
                .enumerate()
            {
                broken[at] = value;
                let lane = &lanes[(at + turn) % lanes.len()];
                keep_if_it_fails(&broken, lane, || subject.run(&broken, lane));
            }
            broken[at] = words[at];
        }
    }
}

#[test]
fn mutants_get_errors_or_valid_answers() {
    let lanes = lanes();
    let shaders = shaders();
    let mut subject = Subject::default();
    let mut answers: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..MUTANTS {
        let (words, lane) = mutant(seed as u64, &shaders, &lanes);
        let answer = keep_if_it_fails(&words, lane, || {
            let answer = subject.run(&words, lane);
            if seed % 8 == 0 {
                subject.describe(&words, lane);
            }
            answer
        });
        *answers.entry(kind(&answer)).or_default() += 1;
    }
    println!("{MUTANTS} mutants: {answers:?}");
    // Damage that always ends at the scan would prove nothing about what comes after it.
    for wanted in ["no module", "unsupported", "unchanged", "rewritten"] {
        assert!(
            answers.get(wanted).copied().unwrap_or(0) > MUTANTS / 50,
            "{wanted}: {answers:?}"
        );
    }
}

/// The mutant of a seed, and the lane that it takes.
fn mutant<'a>(
    seed: u64,
    shaders: &[(String, Vec<u32>)],
    lanes: &'a [Lane],
) -> (Vec<u32>, &'a Lane) {
    let mut random = Random::new(seed);
    let mut words = shaders[random.below(shaders.len())].1.clone();
    let donor = &shaders[random.below(shaders.len())].1;
    mutate(&mut words, donor, &mut random);
    (words, &lanes[random.below(lanes.len())])
}

fn kind(answer: &Answer) -> &'static str {
    match answer {
        Answer::NoModule(_) => "no module",
        Answer::NoAnswer(_) => "no answer",
        Answer::Unsupported => "unsupported",
        Answer::Unchanged => "unchanged",
        Answer::Rewritten(_) => "rewritten",
    }
}

#[test]
fn valid_mutants_stay_valid() {
    let Some(tools) = tools() else { return };
    let lanes = lanes();
    let shaders = shaders();
    let mut subject = Subject::default();
    let (mut valid, mut rewritten) = (0, 0);
    let narrow: Vec<_> = shaders
        .iter()
        .filter(|(name, _)| name.starts_with("storage/"))
        .cloned()
        .collect();
    let storage = without_storage();
    for seed in 0..VALIDATED + VALIDATED / 2 {
        let mut random = Random::new(seed as u64);
        // Beside all shaders on all devices, those about narrow data on one that has no access to it.
        let about_storage = seed >= VALIDATED;
        let shaders = if about_storage { &narrow } else { &shaders };
        let mut words = shaders[random.below(shaders.len())].1.clone();
        change(&mut words, &mut random);
        let lane = match &lanes[random.below(lanes.len())] {
            _ if about_storage => &storage,
            lane => lane,
        };
        if tools.validate(&words, "vulkan1.3").is_err() {
            continue;
        }
        valid += 1;
        let answer = keep_if_it_fails(&words, lane, || {
            let answer = subject.run_valid(&words, lane);
            if let Answer::Rewritten(out) = &answer {
                rewritten += 1;
                if let Err(error) = tools.validate(out, "vulkan1.3") {
                    let said = format!("{error:#}");
                    // The values that a caller sets decide lengths of arrays: nobody can make one of 0 valid, or one
                    // that is built from another number of parts, or one that no longer fits into its stride or its locations.
                    // And the validator knows a capability by its first extension alone.
                    let excused = [
                        "OpTypeArray Length",
                        "number of elements",
                        "Constituent count does not match",
                        "but with an element size of",
                        "SPV_NV_compute_shader_derivatives",
                        // Nor does it count the locations of an array of 64-bit integers.
                        "conflicting input location assignment",
                        "conflicting output location assignment",
                    ]
                    .map(|what| said.contains(what));
                    assert!(excused.contains(&true), "becomes invalid: {said}");
                }
            }
            answer
        });
        assert!(!matches!(answer, Answer::NoModule(_)), "mutant {seed}");
    }
    println!("{VALIDATED} mutants: {valid} valid, {rewritten} of them rewritten");
    assert!(
        valid > VALIDATED / 4 && rewritten > VALIDATED / 8,
        "{valid}, {rewritten}"
    );
}
