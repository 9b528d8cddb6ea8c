//! Fuzz target: modules of the corpus, changed by the mutations that the tests use, each filtered for one configuration.
//!
//! The fuzzer's bytes alone determine the module, the donor, the configuration and the seeds of the mutations, so that a
//! finding can be reproduced.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use sos_tests::corpus::{shaders, Shader};
use sos_tests::hostile::{configurations, mutate, Configuration, FilterRunner};
use sos_tests::random::Random;

struct State {
    shaders: Vec<Shader>,
    configurations: Vec<Configuration>,
    runner: FilterRunner,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        shaders: shaders(""),
        configurations: configurations(),
        runner: FilterRunner::default(),
    });
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&[module, donor, configuration, ..], changes)) = bytes.split_at_checked(4) else {
        return;
    };
    STATE.with_borrow_mut(|state| {
        let pick = |choice: u8, more: u8| {
            let at = usize::from(choice) | usize::from(more) << 8;
            &state.shaders[at % state.shaders.len()]
        };
        let more = bytes[3];
        let mut words = pick(module, more & 15).words.clone();
        let donor = pick(donor, more >> 4).words.clone();
        for seed in changes.chunks(8).take(16) {
            let seed = seed
                .iter()
                .fold(0, |seed, &byte| seed << 8 | u64::from(byte));
            mutate(&mut words, &donor, &mut Random::new(seed));
        }
        let configuration = &state.configurations[usize::from(configuration) % state.configurations.len()];
        state.runner.run(&words, configuration);
    });
});
