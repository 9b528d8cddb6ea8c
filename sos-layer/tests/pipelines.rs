//! Pipelines through the layer: by threads, from the cache, under the validation layer.

mod common;

use ash::vk;
use common::compute::{simple_modules, Compute};
use common::{heard, open, With, HIDDEN};
use sos_core::{accepts, Module, Options, Scratch, Target};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// The modules that a device takes through the layer.
fn accepted(compute: &Compute, modules: &[(String, Vec<u32>)]) -> Vec<Vec<u32>> {
    let taken = modules
        .iter()
        .filter(|(_, words)| compute.create(words).is_ok());
    taken.map(|(_, words)| words.clone()).collect()
}

#[test]
fn threads_and_the_cache_give_the_same() {
    let modules = simple_modules();
    let folder = TempDir::new().expect("a folder");
    let log = folder.path().join("log");
    let cache = folder.path().join("cache");
    let settings = [
        (c"without", HIDDEN),
        (c"cache", cache.to_str().expect("a path")),
        (c"log", log.to_str().expect("a path")),
    ];
    let with = With {
        settings: &settings,
        ..With::default()
    };
    let summary = || {
        let text = fs::read_to_string(&log).expect("a log");
        let line = text.lines().rev().find(|line| line.contains(" stages in "));
        line.expect("a summary").to_owned()
    };
    let mut taken = None;
    for round in 0..3 {
        let Some(driver) = open("lavapipe", &with) else {
            return;
        };
        let compute = Compute::new(&driver);
        let words = taken.get_or_insert_with(|| accepted(&compute, &modules));
        assert!(words.len() > 100, "{}", words.len());
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    // Each module twice, by different threads at about the same time.
                    let Some(words) = words.get(at / 2) else {
                        break;
                    };
                    compute.create(words).expect("a pipeline");
                });
            }
        });
        drop(compute);
        drop(driver);
        let said = summary();
        match round {
            0 => assert!(said.contains(" 0 known from the cache"), "{said}"),
            _ => {
                assert!(said.contains(" 0 rewritten"), "{said}");
                assert!(!said.contains(" 0 known from the cache"), "{said}");
            }
        }
        if round == 1 {
            // Files that were cut off or changed are as good as none; here every fourth is.
            for (at, entry) in fs::read_dir(&cache).expect("a folder").enumerate() {
                let path = entry.expect("a file").path();
                let mut bytes = fs::read(&path).expect("a file");
                match at % 4 {
                    0 => bytes.truncate(bytes.len() / 2),
                    1 => bytes.clear(),
                    2 => bytes[20] ^= 1,
                    _ => continue,
                }
                fs::write(&path, bytes).expect("a file");
            }
            break;
        }
    }
    let Some(driver) = open("lavapipe", &with) else {
        return;
    };
    let compute = Compute::new(&driver);
    for words in taken.expect("modules") {
        compute.create(&words).expect("a pipeline");
    }
    drop(compute);
    drop(driver);
    let said = summary();
    assert!(!said.contains(" 0 rewritten"), "{said}");
    assert!(said.contains(" 0 failed"), "{said}");
}

#[test]
fn validation_is_silent_above_and_below() {
    let modules = simple_modules();
    for validation in [[true, false], [false, true]] {
        let settings = [(c"without", HIDDEN), (c"log_level", "error")];
        let with = With {
            settings: &settings,
            validation,
            ..With::default()
        };
        let Some(driver) = open("lavapipe", &with) else {
            return;
        };
        let compute = Compute::new(&driver);
        let (mut created, mut before) = (0, 0);
        for (name, words) in &modules {
            // The program keeps to what it has enabled.
            if !fits(words, &compute.enabled) {
                continue;
            }
            if compute.create(words).is_ok() {
                created += 1;
            }
            let said = heard();
            // What compilers write and newer validators call invalid: strides in workgroup memory, debug information.
            let of_input = name.ends_with(".wgsl.spv") || name.starts_with("strip/debug");
            let new = said.get(before..).unwrap_or_default();
            assert!(
                new.is_empty() || of_input,
                "{validation:?} {name}: {new:#?}"
            );
            before = said.len();
        }
        assert!(created > 100, "{created}");
    }
}

/// Whether a target takes a module as it is.
fn fits(words: &[u32], target: &Target) -> bool {
    let options = Options::default();
    let module = Module::scan(words, &options.limits);
    module.is_ok_and(|module| accepts(&module, target, &options, &mut Scratch::new()) == Ok(true))
}

/// The messages that the test above does not get are those that it would get.
#[test]
fn validation_is_heard() {
    let with = With {
        validation: [true, false],
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &with) else {
        return;
    };
    let compute = Compute::with(&driver, false);
    let words = common::words("types/half_arithmetic.comp.spv");
    compute.create(&words).expect("lowered all the same");
    assert!(!heard().is_empty());
}

/// A program may destroy a module as soon as its pipeline exists, and give a stage its words without a module.
#[test]
fn modules_may_be_in_stages() {
    let settings = [(c"without", HIDDEN), (c"log_level", "warning")];
    let with = With {
        settings: &settings,
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &with) else {
        return;
    };
    let compute = Compute::new(&driver);
    let words = common::words("types/half_arithmetic.comp.spv");
    let mut inlined = vk::ShaderModuleCreateInfo::default().code(&words);
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .name(c"main")
        .push_next(&mut inlined);
    let made = compute.pipeline_of(stage).expect("a pipeline");
    // SAFETY: nothing uses it.
    unsafe { compute.device.destroy_pipeline(made, None) };
}
