//! Driver tests of narrow storage: shaders with narrow data in memory, unfiltered and lowered to 32-bit words for targets that
//! do not support it.
//!
//! - [`all_layouts`]: all storage classes, widths and block layouts.
//! - [`concurrent_stores`]: concurrent stores to neighbouring elements of a word.
//! - [`array_length`]: runtime arrays in buffers that end within a word.
//! - [`random_accesses`]: random blocks.
//! - [`rounded_stores`]: rounding modes of stores.
//! - [`handwritten`]: equivalent shaders without narrow types.

mod all_layouts;
mod array_length;
mod concurrent_stores;
mod handwritten;
mod random_accesses;
mod rounded_stores;

use sos_core::{Options, Target};
use sos_tests::filtered::{environment, filter};
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// The drivers, and the targets that shaders are filtered for.
struct Drivers {
    tools: Tools,
    /// A driver that supports narrow storage.
    lavapipe: Session,
    /// Its target without narrow storage.
    lavapipe_target: Target,
    /// A driver that supports neither narrow storage nor narrow arithmetic.
    swiftshader: Session,
    /// Its target.
    swiftshader_target: Target,
}

/// The drivers, unless a driver or tool is missing.
fn drivers() -> Option<Drivers> {
    let (tools, lavapipe, swiftshader) = (tools()?, driver("lavapipe")?, driver("swiftshader")?);
    let (mut lavapipe, mut swiftshader) = (Session::new(&lavapipe), Session::new(&swiftshader));
    let lavapipe_target = without(&lavapipe.device().unwrap().target(), STORAGE);
    let swiftshader_target = swiftshader.device().unwrap().target();
    Some(Drivers {
        tools,
        lavapipe,
        lavapipe_target,
        swiftshader,
        swiftshader_target,
    })
}

impl Drivers {
    /// Asserts that a module filtered for either driver leaves there what `native` leaves on lavapipe as it is. `run` returns
    /// the contents of the buffers.
    fn compare(
        &mut self,
        native: &[u32],
        words: &[u32],
        what: &str,
        run: impl Fn(&mut Session, &[u32]) -> Vec<Vec<u32>>,
    ) {
        let expected = run(&mut self.lavapipe, native);
        for (session, target) in [
            (&mut self.lavapipe, &self.lavapipe_target),
            (&mut self.swiftshader, &self.swiftshader_target),
        ] {
            let words = filter_narrow_storage(self.tools, words, target);
            let found = run(session, &words);
            assert_eq!(found.len(), expected.len(), "{what}");
            for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let words = (0..).zip(found.iter().zip(expected));
                let differ = words.into_iter().find(|(_, (a, b))| a != b);
                assert_eq!(differ, None, "{}, buffer {number}: {what}", target.name());
            }
        }
    }
}

/// Filters a module with narrow storage for a target. The output must be valid and must not use narrow storage.
fn filter_narrow_storage(tools: Tools, words: &[u32], target: &Target) -> Vec<u32> {
    let filtered = filter(words, target, &Options::default()).expect("the module is read");
    let report = &filtered.report;
    let is_used = report
        .rules
        .iter()
        .any(|rule| rule.rule == "narrow-storage");
    assert!(is_used, "{report:?}");
    tools
        .validate(&filtered.words, environment(target))
        .expect("the output is valid");
    filtered.words
}

/// A compute job.
fn job(words: &[u32], buffers: Vec<Buffer>, push_constants: Vec<u32>, groups: u32) -> Job {
    Job {
        push_constants,
        addresses: Vec::new(),
        ..Job::compute(words, buffers, groups)
    }
}
