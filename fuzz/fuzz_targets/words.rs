//! Arbitrary words through every lane: an answer, never a panic.
//!
//! The fuzzer's bytes are the module; nothing else decides. What it finds belongs into `corpus/regressions/`, which the
//! plain tests replay.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use sos_tests::hostile::{lanes, Lane, Subject};

thread_local! {
    static SUBJECT: RefCell<(Vec<Lane>, Subject)> = RefCell::new((lanes(), Subject::default()));
}

fuzz_target!(|bytes: &[u8]| {
    let words: Vec<u32> = bytes
        .chunks_exact(4)
        .filter_map(|word| Some(u32::from_le_bytes(word.try_into().ok()?)))
        .collect();
    SUBJECT.with_borrow_mut(|(lanes, subject)| {
        for lane in lanes.iter() {
            subject.run(&words, lane);
        }
    });
});
