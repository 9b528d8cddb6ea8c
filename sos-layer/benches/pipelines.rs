//! What the layer costs when pipelines are created, as a ratio of processor time: `cargo bench -p sos-layer`.
//!
//! On lavapipe, compute pipelines of the corpus are created with the layer and without, in turns; the least of several rounds
//! counts. Modules that the driver takes as they are have the layer do next to nothing. For those that it rewrites, the other side
//! is a program that has filtered its modules before. Every module is a new one, so that nothing is known from before.

#[path = "../tests/common/mod.rs"]
mod common;

use common::compute::{simple_modules, Compute};
use common::{open, With, HIDDEN};
use sos_core::{filter, Module, Options, Outcome, Scratch, Target};

const ROUNDS: usize = 7;

/// Processor time of this process in seconds.
fn time() -> f64 {
    // SAFETY: a structure of plain numbers, which the call fills in.
    let spent = unsafe {
        let mut spent = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut spent);
        spent
    };
    spent.tv_sec as f64 + spent.tv_nsec as f64 * 1e-9
}

/// What a target makes of a module: the words, and whether they are the same.
fn filtered(words: &[u32], target: &Target) -> Option<(Vec<u32>, bool)> {
    let options = Options {
        spec_base: None,
        ..Options::default()
    };
    let module = Module::scan(words, &options.limits).ok()?;
    let mut scratch = Scratch::new();
    match filter(&module, target, &options, &mut scratch).ok()? {
        Outcome::Unchanged(words) => Some((words.to_vec(), true)),
        Outcome::Rewritten(words) => Some((words.to_vec(), false)),
        Outcome::Unsupported => None,
    }
}

/// Creates pipelines of all modules, and returns the seconds that it took.
fn round(with: &With<'_>, modules: &[Vec<u32>], seed: u32) -> Option<f64> {
    let driver = open("lavapipe", with)?;
    let compute = Compute::new(&driver);
    let begin = time();
    for (at, words) in modules.iter().enumerate() {
        let mut words = words.clone();
        words[2] = seed + at as u32;
        compute.create(&words).expect("a pipeline");
    }
    Some(time() - begin)
}

fn compare(name: &str, with: &With<'_>, above: &[Vec<u32>], below: &[Vec<u32>]) -> Option<()> {
    let without = With {
        layer: false,
        ..*with
    };
    let mut least = [f64::MAX; 2];
    for at in 0..ROUNDS {
        let seed = (at as u32 + 1) << 20;
        least[0] = least[0].min(round(&without, below, seed)?);
        least[1] = least[1].min(round(with, above, seed)?);
    }
    let count = above.len() as f64;
    let [native, layered] = least.map(|seconds| seconds / count * 1e6);
    println!(
        "{name}: {} pipelines, {native:.1} us each without the layer, {layered:.1} us with it: {:+.1} %",
        above.len(),
        (layered / native - 1.0) * 100.0
    );
    Some(())
}

fn main() {
    let modules = simple_modules();
    let quiet = With {
        settings: &[(c"log_level", "off")],
        ..With::default()
    };
    let hiding = With {
        settings: &[(c"log_level", "off"), (c"without", HIDDEN)],
        ..With::default()
    };
    let without = With {
        layer: false,
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &without) else {
        println!("lavapipe is missing");
        return;
    };
    let compute = Compute::new(&driver);
    let enabled = compute.enabled.clone();
    // The driver does not know everything that it says it knows.
    let modules: Vec<_> = modules
        .into_iter()
        .filter(|(_, words)| filtered(words, &enabled).is_some_and(|made| made.1))
        .filter(|(_, words)| compute.create(words).is_ok())
        .collect();
    drop(compute);
    drop(driver);
    let same: Vec<_> = modules.iter().map(|(_, words)| words.clone()).collect();
    compare("unchanged", &quiet, &same, &same);

    let below = enabled.without(HIDDEN.split(',')).expect("names of parts");
    let (above, rewritten): (Vec<_>, Vec<_>) = modules
        .iter()
        .filter_map(|(_, words)| match filtered(words, &below)? {
            (_, true) => None,
            (made, false) => Some((words.clone(), made)),
        })
        .unzip();
    compare("rewritten", &hiding, &above, &rewritten);
}
