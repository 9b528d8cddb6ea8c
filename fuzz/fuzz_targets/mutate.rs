//! Modules of the corpus, damaged by the mutator that the plain tests use, through one lane each.
//!
//! The fuzzer's bytes choose the module, the donor, the lane, and the seed of each change: nothing else decides, so that a
//! finding can be made again from its bytes.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use sos_tests::corpus::{shaders, Shader};
use sos_tests::hostile::{lanes, mutate, Lane, Random, Subject};

struct World {
    shaders: Vec<Shader>,
    lanes: Vec<Lane>,
    subject: Subject,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::new(World {
        shaders: shaders(""),
        lanes: lanes(),
        subject: Subject::default(),
    });
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&[module, donor, lane, ..], changes)) = bytes.split_at_checked(4) else {
        return;
    };
    WORLD.with_borrow_mut(|world| {
        let pick = |choice: u8, more: u8| {
            let at = usize::from(choice) | usize::from(more) << 8;
            &world.shaders[at % world.shaders.len()]
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
        let lane = &world.lanes[usize::from(lane) % world.lanes.len()];
        world.subject.run(&words, lane);
    });
});
