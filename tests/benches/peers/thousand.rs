//! A thousand specializations of one module, as of a material with many variants: time, memory, allocations, threads.

use std::thread;
use std::time::Instant;

use sos_core::{Outcome, Scratch, Specializer};
use sos_tests::counting::counted;

use crate::Given;

const TIMES: usize = 1000;

/// Measures a prepared module, given values for all its constants.
pub fn measure(specializer: &Specializer, words: usize, values: &Given) {
    let sets: Vec<Given> = (0..TIMES).map(|at| varied(values, at)).collect();
    let run = |sets: &[Given], scratch: &mut Scratch| {
        let mut written = 0;
        for set in sets {
            match specializer.specialize(set, scratch) {
                Ok(Outcome::Rewritten(out) | Outcome::Unchanged(out)) => written += out.len(),
                other => panic!("{other:?}"),
            }
        }
        written
    };
    println!(
        "\n{TIMES} specializations of a module of {words} words, of which {} bytes are kept",
        specializer.bytes()
    );
    let mut scratch = Scratch::new();
    let written = run(&sets, &mut scratch);
    let (counts, _) = counted(|| run(&sets, &mut scratch));
    println!(
        "  {} words each on average; {} allocations when warm",
        written / TIMES,
        counts.allocations
    );
    assert_eq!(counts.allocations, 0, "a warm specialization allocates");
    for threads in [1, 2] {
        let mut scratches: Vec<Scratch> = (0..threads).map(|_| Scratch::new()).collect();
        for scratch in &mut scratches {
            run(&sets, scratch);
        }
        let mut best = f64::INFINITY;
        for _ in 0..20 {
            let start = Instant::now();
            thread::scope(|scope| {
                for (part, scratch) in sets.chunks(TIMES / threads).zip(&mut scratches) {
                    scope.spawn(move || run(part, scratch));
                }
            });
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!(
            "  {threads} threads: {:.2} us each",
            best * 1e6 / TIMES as f64
        );
    }
}

/// Other values: small numbers, and Booleans either way.
fn varied(values: &Given, at: usize) -> Given {
    let mut bits = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let vary = |&(id, _): &(u32, u64)| {
        bits = bits.rotate_left(9);
        (id, 1 + (bits & 1))
    };
    let mut varied: Given = values.iter().map(vary).collect();
    // A few stay as they are, so that each number of decided branches occurs.
    for (at, (one, value)) in varied.iter_mut().zip(values).enumerate() {
        if bits >> (at % 64) & 4 != 0 {
            *one = *value;
        }
    }
    varied
}
