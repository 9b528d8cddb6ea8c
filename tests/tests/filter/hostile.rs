//! Robustness tests: truncated, modified and mutated modules of the corpus give errors or valid results, never a panic.

use rspirv::spirv::Op;
use sos_tests::hostile::module::{opcode, range, starts};
use sos_tests::hostile::{
    configuration_without_storage, configurations, mutate, mutate_valid, Configuration,
    FilterResult, FilterRunner,
};
use sos_tests::random::Random;
use sos_tests::{corpus, paths, tools};
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// The number of mutants.
const MUTANT_COUNT: usize = 100_000;
/// Far more than any of these small modules needs, even on a busy machine in an unoptimized build.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// How many words are modified that are the same operand of the same instruction, by opcode and position. There are some 1800 different
/// ones in the corpus, and most modified words are of a few dozen; `SOS_HOSTILE=all` modifies every word, as `scripts/test-release` does.
const WORDS_OF_A_KIND: usize = 64;
/// The number of mutants by valid mutations. Each is validated by one or two processes.
const VALID_MUTANT_COUNT: usize = 400;

fn shaders() -> Vec<(String, Vec<u32>)> {
    corpus::shaders("")
        .into_iter()
        .map(|shader| (shader.name, shader.words))
        .collect()
}

/// The modules of earlier failures. Some are not valid modules.
fn regressions() -> Vec<(String, Vec<u32>)> {
    let folder = paths::corpus().join("regressions");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the regressions are listed") {
        let path = entry.expect("the regressions are listed").path();
        if path.extension().is_some_and(|extension| extension == "spv") {
            let bytes = std::fs::read(&path).expect("the regression is read");
            let words = bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes(word.try_into().expect("the chunk has four bytes")));
            found.push((path.display().to_string(), words.collect()));
        }
    }
    found
}

/// Runs the filter on a module. If a guarantee is broken, saves the module as a regression and fails.
fn save_failing_module(
    words: &[u32],
    configuration: &Configuration,
    mut run: impl FnMut() -> FilterResult,
) -> FilterResult {
    let mut timed = || {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(&mut run));
        (result, start.elapsed() > TIME_LIMIT)
    };
    // Measured twice, since the machine may be suspended for a while.
    let (result, slow) = match timed() {
        (Ok(_), true) => timed(),
        once => once,
    };
    match result {
        Ok(result) if !slow => result,
        result => {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let name = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            let path = paths::corpus().join(format!("regressions/{name:016x}.spv"));
            std::fs::write(&path, bytes).expect("the regression is written");
            let what = if slow { "takes too long" } else { "panics" };
            let message = result.err().and_then(|panic| {
                let text = panic.downcast_ref::<String>().cloned();
                text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            });
            panic!(
                "{what} on {}: {}; the module is saved as {}",
                configuration.name,
                message.unwrap_or_default(),
                path.display()
            );
        }
    }
}

#[test]
fn guarantees_hold_for_regressions() {
    let configurations = configurations();
    let mut runner = FilterRunner::default();
    for (path, words) in regressions() {
        for configuration in &configurations {
            println!("{path} on {}", configuration.name);
            save_failing_module(&words, configuration, || runner.run(&words, configuration));
            runner.describe(&words, configuration);
        }
    }
}

#[test]
fn guarantees_hold_for_corpus_modules() {
    let mut configurations = configurations();
    configurations.push(configuration_without_storage());
    let mut runner = FilterRunner::default();
    for (path, words) in shaders() {
        for configuration in &configurations {
            println!("{path} on {}", configuration.name);
            let result = runner.run_valid(&words, configuration);
            assert!(!matches!(result, FilterResult::ScanError(_)));
            runner.describe(&words, configuration);
        }
    }
}

#[test]
fn guarantees_hold_for_every_truncation() {
    let mut configurations = configurations();
    configurations.push(configuration_without_storage());
    let mut runner = FilterRunner::default();
    for (path, words) in shaders() {
        for len in 0..words.len() {
            // Allocated with exactly this length, so that a read past the end is out of bounds of the allocation.
            let truncated: Box<[u32]> = words[..len].into();
            let configuration = &configurations[len % configurations.len()];
            let result = save_failing_module(&truncated, configuration, || {
                runner.run(&truncated, configuration)
            });
            if !matches!(result, FilterResult::ScanError(_)) {
                // Only functions that nothing calls, and what has no effect, can be lost unnoticed.
                let lost = Op::from_u32(words[len] & 0xffff);
                assert!(
                    matches!(
                        lost,
                        Some(Op::Function | Op::ExtInst | Op::Line | Op::NoLine)
                    ),
                    "{path}, cut off before {lost:?} at word {len}"
                );
            }
        }
        let bytes = sos_core::words::to_bytes(&words);
        for len in 0..bytes.len() {
            let read = sos_core::words::from_bytes(&bytes[..len]);
            assert_eq!(read.is_ok(), len % 4 == 0 && len != 0, "{len} bytes");
        }
    }
}

/// What a word is: opcode and position in the instruction; the header's words are of an opcode that does not exist.
type WordKind = (u16, usize);

/// The kind of each word of a module.
fn word_kinds(words: &[u32]) -> Vec<WordKind> {
    let mut kinds: Vec<WordKind> = (0..5).map(|at| (u16::MAX, at)).collect();
    for at in starts(words) {
        kinds.extend(range(words, at).map(|word| (opcode(words, at), word - at)));
    }
    kinds
}

/// The words to modify, by module: of each kind, [`WORDS_OF_A_KIND`] at equal distances over the whole corpus.
fn words_to_modify(shaders: &[(String, Vec<u32>)]) -> Vec<Vec<usize>> {
    let kinds: Vec<_> = shaders.iter().map(|(_, words)| word_kinds(words)).collect();
    let mut counts: BTreeMap<WordKind, usize> = BTreeMap::new();
    for kind in kinds.iter().flatten() {
        *counts.entry(*kind).or_default() += 1;
    }
    let all = std::env::var_os("SOS_HOSTILE").is_some_and(|value| value == "all");
    let mut seen: BTreeMap<WordKind, usize> = BTreeMap::new();
    let mut is_chosen = |kind: WordKind| {
        let seen = seen.entry(kind).or_default();
        *seen += 1;
        all || (*seen - 1) % counts[&kind].div_ceil(WORDS_OF_A_KIND) == 0
    };
    let chosen = kinds.iter().map(|kinds| {
        let words = kinds.iter().enumerate();
        words
            .filter(|(_, kind)| is_chosen(**kind))
            .map(|(at, _)| at)
            .collect()
    });
    let chosen: Vec<Vec<usize>> = chosen.collect();
    let count: usize = chosen.iter().map(Vec::len).sum();
    println!("{count} words of {} kinds", counts.len());
    assert!(counts.len() > 1500 && count > 30_000, "{count}");
    chosen
}

/// Runs the filter on a module with each of these words in turn replaced by several others.
fn modify_words(
    runner: &mut FilterRunner,
    words: &[u32],
    places: &[usize],
    configurations: &[Configuration],
) {
    let mut modified = words.to_vec();
    for &at in places {
        for (attempt, value) in [0, u32::MAX, words[at] ^ 1, words[at].wrapping_add(0x1_0000)]
            .into_iter()
            .enumerate()
        {
            modified[at] = value;
            let configuration = &configurations[(at + attempt) % configurations.len()];
            save_failing_module(&modified, configuration, || {
                runner.run(&modified, configuration)
            });
        }
        modified[at] = words[at];
    }
}

#[test]
fn guarantees_hold_for_modified_words_of_every_kind() {
    let (configurations, shaders) = (configurations(), shaders());
    let mut runner = FilterRunner::default();
    for ((_, words), places) in shaders.iter().zip(words_to_modify(&shaders)) {
        modify_words(&mut runner, words, &places, &configurations);
    }
}

#[test]
fn guarantees_hold_for_mutants() {
    let configurations = configurations();
    let shaders = shaders();
    let mut runner = FilterRunner::default();
    let mut results: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..MUTANT_COUNT {
        let (words, configuration) = mutant(seed as u64, &shaders, &configurations);
        let result = save_failing_module(&words, configuration, || {
            let result = runner.run(&words, configuration);
            if seed % 8 == 0 {
                runner.describe(&words, configuration);
            }
            result
        });
        *results.entry(kind_name(&result)).or_default() += 1;
    }
    println!("{MUTANT_COUNT} mutants: {results:?}");
    // The mutants must not all be rejected by the scan.
    for wanted in ["scan error", "unsupported", "unchanged", "rewritten"] {
        assert!(
            results.get(wanted).copied().unwrap_or(0) > MUTANT_COUNT / 50,
            "{wanted}: {results:?}"
        );
    }
}

/// The mutant of a seed, and its configuration.
fn mutant<'a>(
    seed: u64,
    shaders: &[(String, Vec<u32>)],
    configurations: &'a [Configuration],
) -> (Vec<u32>, &'a Configuration) {
    let mut random = Random::new(seed);
    let mut words = shaders[random.below(shaders.len())].1.clone();
    let donor = &shaders[random.below(shaders.len())].1;
    mutate(&mut words, donor, &mut random);
    (words, &configurations[random.below(configurations.len())])
}

fn kind_name(result: &FilterResult) -> &'static str {
    match result {
        FilterResult::ScanError(_) => "scan error",
        FilterResult::FilterError(_) => "filter error",
        FilterResult::Unsupported => "unsupported",
        FilterResult::Unchanged => "unchanged",
        FilterResult::Rewritten(_) => "rewritten",
    }
}

#[test]
fn valid_mutants_remain_valid() {
    let Some(tools) = tools() else { return };
    let configurations = configurations();
    let shaders = shaders();
    let mut runner = FilterRunner::default();
    let (mut valid, mut rewritten) = (0, 0);
    let storage_shaders: Vec<_> = shaders
        .iter()
        .filter(|(name, _)| name.starts_with("storage/"))
        .cloned()
        .collect();
    let without_storage = configuration_without_storage();
    for seed in 0..VALID_MUTANT_COUNT + VALID_MUTANT_COUNT / 2 {
        let mut random = Random::new(seed as u64);
        // In addition to all shaders for all configurations: shaders with narrow data for a target without narrow storage.
        let is_storage = seed >= VALID_MUTANT_COUNT;
        let shaders = if is_storage {
            &storage_shaders
        } else {
            &shaders
        };
        let mut words = shaders[random.below(shaders.len())].1.clone();
        mutate_valid(&mut words, &mut random);
        let configuration = match &configurations[random.below(configurations.len())] {
            _ if is_storage => &without_storage,
            configuration => configuration,
        };
        if tools.validate(&words, "vulkan1.3").is_err() {
            continue;
        }
        valid += 1;
        let result = save_failing_module(&words, configuration, || {
            let result = runner.run_valid(&words, configuration);
            if let FilterResult::Rewritten(out) = &result {
                rewritten += 1;
                if let Err(error) = tools.validate(out, "vulkan1.3") {
                    let message = format!("{error:#}");
                    // Array lengths depend on values given by the caller, who can make them 0, different from the number of
                    // constituents, or too large for the stride or the locations. The validator does not accept every extension
                    // of a capability.
                    let known_exceptions = [
                        "OpTypeArray Length",
                        "number of elements",
                        "Constituent count does not match",
                        "but with an element size of",
                        "SPV_NV_compute_shader_derivatives",
                        // The validator counts the locations of an array of 64-bit integers incorrectly.
                        "conflicting input location assignment",
                        "conflicting output location assignment",
                    ]
                    .map(|what| message.contains(what));
                    assert!(
                        known_exceptions.contains(&true),
                        "the output is invalid: {message}"
                    );
                }
            }
            result
        });
        assert!(
            !matches!(result, FilterResult::ScanError(_)),
            "mutant {seed}"
        );
    }
    println!("{VALID_MUTANT_COUNT} mutants: {valid} valid, {rewritten} of them rewritten");
    assert!(
        valid > VALID_MUTANT_COUNT / 4 && rewritten > VALID_MUTANT_COUNT / 8,
        "{valid}, {rewritten}"
    );
}
