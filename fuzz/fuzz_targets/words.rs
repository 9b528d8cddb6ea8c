//! Fuzz target: arbitrary words, filtered for every configuration, never panic.
//!
//! The fuzzer's bytes are the module. Findings belong into `corpus/regressions/`, which the tests run.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use sos_tests::hostile::{configurations, Configuration, FilterRunner};

thread_local! {
    static STATE: RefCell<(Vec<Configuration>, FilterRunner)> = RefCell::new((configurations(), FilterRunner::default()));
}

fuzz_target!(|bytes: &[u8]| {
    let words: Vec<u32> = bytes
        .chunks_exact(4)
        .filter_map(|word| Some(u32::from_le_bytes(word.try_into().ok()?)))
        .collect();
    STATE.with_borrow_mut(|(configurations, runner)| {
        for configuration in configurations.iter() {
            runner.run(&words, configuration);
        }
    });
});
