//! Calls the filter for tests.

use crate::filter::{filter, Outcome, Scratch};
use crate::module::Module;
use crate::options::Options;
use crate::report::Report;
use crate::target::Target;

/// Filters for a target. Returns the output, empty if the module is unsupported, and the report.
pub fn filtered(words: &[u32], target: &Target, options: &Options) -> (Vec<u32>, Report) {
    let module = Module::scan(words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    let words = match filter(&module, target, options, &mut scratch).unwrap() {
        Outcome::Unchanged(words) | Outcome::Rewritten(words) => words.to_vec(),
        Outcome::Unsupported => Vec::new(),
    };
    (words, scratch.report(&module, target, options))
}

/// Filters for a target with default options. Returns the output, or the unmet needs.
pub fn words_for(words: &[u32], target: &Target) -> Result<Vec<u32>, String> {
    let (words, report) = filtered(words, target, &Options::default());
    match words.is_empty() {
        true => Err(format!("{:?}", report.unsupported)),
        false => Ok(words),
    }
}
