//! Driver test of loop hints: what a compiler that takes the request to unroll at its word saves without it.

use std::time::{Duration, Instant};

use sos_core::tables::{loop_control, op};
use sos_core::{Options, Target};
use sos_tests::filtered::filtered;
use sos_tests::paths::corpus;
use sos_tests::tools::read_module;
use sos_tests::{driver, Buffer, Job, Session, Work};

/// The word offsets of the loop controls of a module, each with the id of its merge block.
fn controls(words: &[u32]) -> Vec<(usize, u32)> {
    let (mut at, mut found) = (5, Vec::new());
    while let Some(&head) = words.get(at) {
        if head as u16 == op::OpLoopMerge {
            found.push((at + 3, words[at + 1]));
        }
        at += (head >> 16) as usize;
    }
    found
}

/// The time for creating a pipeline.
fn time(session: &mut Session, words: &[u32]) -> Duration {
    let buffers = (0..3).map(|at| Buffer::storage(at, vec![0; 64])).collect();
    let job = Job {
        work: Work::Create,
        ..Job::compute(words, buffers, 1)
    };
    let start = Instant::now();
    session.run(&job).unwrap();
    start.elapsed()
}

#[test]
fn swiftshader_compiles_in_a_fraction_of_the_time() {
    let Some(driver) = driver("swiftshader") else {
        return;
    };
    let words = read_module(&corpus().join("shaders/programs/half_matrix.comp.spv")).unwrap();
    let target = Target::built_in("swiftshader").unwrap();
    let without = filtered(&words, &target, &Options::default()).unwrap();
    // The same with the requests of the input.
    let asked: Vec<u32> = controls(&words)
        .into_iter()
        .filter(|&(at, _)| words[at] & loop_control::Unroll != 0)
        .map(|(_, merge)| merge)
        .collect();
    let mut with = without.clone();
    let mut restored = 0;
    for (at, _) in controls(&without)
        .into_iter()
        .filter(|one| asked.contains(&one.1))
    {
        restored += u32::from(with[at] == loop_control::None);
        with[at] = loop_control::Unroll;
    }
    assert!(restored > 0 && (restored as usize) < asked.len());
    let mut session = Session::new(&driver);
    session.ask_always();
    session.device().unwrap();
    let [without, with] = [without, with].map(|words| time(&mut session, &words));
    println!("{with:?} with {restored} more requests to unroll, {without:?} without");
    assert!(without * 4 < with, "{without:?}, {with:?}");
}
