//! Narrow data in memory, run: shaders that read and write it natively, and as words on targets that have no access to it.
//!
//! - [`table`]: every class of memory with every width in every layout.
//! - [`race`]: neighbours in one word, stored at the same time.
//! - [`length`]: arrays whose buffer ends inside a word.
//! - [`linear`]: how time grows with a module.
//! - [`moves`]: random blocks.
//! - [`hand`]: the same work, written without narrow types.

mod hand;
mod length;
mod linear;
mod moves;
mod race;
mod table;

use sos_core::{Options, Target};
use sos_tests::filtered::{environment, filter};
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// Where shaders run, and the targets that they are filtered for.
struct Lanes {
    tools: Tools,
    /// A driver with access to narrow data.
    native: Session,
    /// Its target, without that access.
    hidden: Target,
    /// A driver that has neither access nor narrow values.
    poor: Session,
    /// Its target.
    lacking: Target,
}

/// The lanes, if this machine has both drivers and the tools.
fn lanes() -> Option<Lanes> {
    let (tools, lavapipe, swiftshader) = (tools()?, driver("lavapipe")?, driver("swiftshader")?);
    let (mut native, mut poor) = (Session::new(&lavapipe), Session::new(&swiftshader));
    let hidden = without(&native.device().unwrap().target(), STORAGE);
    let lacking = poor.device().unwrap().target();
    Some(Lanes {
        tools,
        native,
        hidden,
        poor,
        lacking,
    })
}

/// The module for a target, which has to be valid there and must have become words; `None` if the target cannot run it.
fn as_words(tools: Tools, words: &[u32], target: &Target) -> Option<Vec<u32>> {
    let filtered = filter(words, target, &Options::default()).expect("the module is read");
    if filtered.words.is_empty() {
        return None;
    }
    let rules = &filtered.report.rules;
    assert!(
        rules.iter().any(|rule| rule.rule == "narrow-storage"),
        "{rules:?}"
    );
    tools
        .validate(&filtered.words, environment(target))
        .expect("the output is valid");
    Some(filtered.words)
}

/// A compute job.
fn job(words: &[u32], buffers: Vec<Buffer>, push_constants: Vec<u32>, groups: u32) -> Job {
    Job {
        push_constants,
        addresses: Vec::new(),
        ..Job::compute(words, buffers, groups)
    }
}

/// Numbers that look random.
fn random(seed: u32) -> impl Iterator<Item = u32> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let x = (state ^ state >> 15).wrapping_mul(0x2c1b_3c6d);
        x ^ x >> 12
    })
}
