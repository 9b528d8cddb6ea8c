//! What emulated subgroups cost beside the same by hand in workgroup memory: `cargo test --release -p sos-tests --test time exchange:: --
//! --nocapture` prints the table of `docs/cross-lane.md`.

use std::time::{Duration, Instant};

use sos_core::{Options, SubgroupSize};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::filter;
use sos_tests::reduced::without_subgroups;
use sos_tests::{driver, tools, Buffer, Job, Session};

const GROUPS: u32 = 128;

/// Invocations in a workgroup, which is one subgroup.
const SIZE: u32 = 64;

/// How often each invocation takes part, in the second of two runs, whose difference is without the creation of the pipeline.
/// Lavapipe ends loops after 65536 iterations of all invocations.
const TURNS: u32 = 300;

/// What subgroups compute, and programs without: each adds to `x`, for workgroups of `SIZE`, with `a` and `f` in workgroup memory and a number `p`
/// that stays from turn to turn.
const CASES: [(&str, &str, &[&str]); 5] = [
    (
        "sum",
        "x += subgroupAdd(x);",
        &[
            "a[I] = x; barrier();
             for (uint d = SIZE / 2; d > 0; d /= 2) { if (I < d) a[I] += a[I + d]; barrier(); }
             uint sum = a[0]; barrier(); x += sum;",
            "a[I] = x; barrier(); uint sum = 0; for (uint k = 0; k < SIZE; k++) sum += a[k]; barrier(); x += sum;",
        ],
    ),
    (
        "sum of floats",
        "x += uint(subgroupAdd(float(x & 0xFFFFu)));",
        &[
            "f[I] = float(x & 0xFFFFu); barrier();
             for (uint d = SIZE / 2; d > 0; d /= 2) { if (I < d) f[I] += f[I + d]; barrier(); }
             float sum = f[0]; barrier(); x += uint(sum);",
            "f[I] = float(x & 0xFFFFu); barrier(); float sum = 0; for (uint k = 0; k < SIZE; k++) sum += f[k]; barrier(); x += uint(sum);",
        ],
    ),
    (
        "prefix sum",
        "x += subgroupInclusiveAdd(x);",
        &["uint sum = x;
           for (uint d = 1; d < SIZE; d *= 2) {
               a[p + I] = sum; barrier();
               if (I >= d) sum += a[p + I - d];
               p = SIZE - p;
           }
           x += sum;"],
    ),
    (
        "vote",
        "x += uint(subgroupAny(x % 1000 == 7));",
        &["a[I] = 0; barrier(); if (x % 1000 == 7) atomicOr(a[0], 1); barrier(); uint any = a[0]; barrier(); x += any;"],
    ),
    (
        "neighbour",
        "x += subgroupShuffleXor(x, 1);",
        &["a[I] = x; barrier(); uint other = a[I ^ 1]; barrier(); x += other;"],
    ),
];

fn source(body: &str) -> String {
    format!(
        "#version 450
        #extension GL_KHR_shader_subgroup_arithmetic : enable
        #extension GL_KHR_shader_subgroup_vote : enable
        #extension GL_KHR_shader_subgroup_shuffle : enable
        layout(local_size_x = {SIZE}) in;
        layout(binding = 0) readonly buffer Turns {{ uint turns; }};
        layout(binding = 1) buffer Results {{ uint results[]; }};
        #define SIZE {SIZE}
        #define I gl_LocalInvocationIndex
        shared uint a[2 * SIZE];
        shared float f[SIZE];
        void main() {{
            uint x = gl_GlobalInvocationID.x, p = 0;
            for (uint turn = 0; turn < turns; turn++) {{
                {body}
                x = x * 5 + 1;
            }}
            results[gl_GlobalInvocationID.x] = x + p * 0;
        }}"
    )
}

/// The time that a workgroup takes for one turn, and the results.
fn measure(session: &mut Session, words: &[u32]) -> (Duration, Vec<u32>) {
    let mut run = |turns| {
        let results = Buffer::storage(1, vec![0; (SIZE * GROUPS) as usize]);
        let job = Job::compute(
            words,
            vec![Buffer::storage(0, vec![turns]), results],
            GROUPS,
        );
        let mut best = (Duration::MAX, Vec::new());
        for _ in 0..3 {
            let start = Instant::now();
            let made = session.run(&job).unwrap();
            best = best.min((start.elapsed(), made.buffers[1].clone()));
        }
        best
    };
    let (least, (all, results)) = (run(1).0, run(TURNS));
    (all.saturating_sub(least) / ((TURNS - 1) * GROUPS), results)
}

#[test]
fn emulated_subgroups_cost_about_what_hands_write() {
    let Some(tools) = tools() else { return };
    println!("| | on | by hand, µs | filtered, µs | ratio |\n|---|---|---:|---:|---:|");
    let rows = EXECUTING.into_iter();
    let rows = rows.flat_map(|name| CASES.iter().map(move |case| (name, case)));
    for (name, &(what, written, by_hand)) in rows {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        session.ask_always();
        let target = without_subgroups(&session.device().unwrap().target());
        let compiled = |body: &str| {
            let made = tools.glsl(&source(body), "comp", &["--target-env", "vulkan1.1"]);
            made.unwrap()
        };
        let options = Options {
            subgroup_size: SubgroupSize::new(SIZE),
            ..Options::default()
        };
        let filtered = filter(&compiled(written), &target, &options).unwrap();
        let (took, results) = measure(&mut session, &filtered.words);
        let mut best = Duration::MAX;
        for body in by_hand {
            let (took, expected) = measure(&mut session, &compiled(body));
            assert_eq!(results, expected, "{what} of {SIZE} on {name}");
            best = best.min(took);
        }
        let ratio = took.as_secs_f64() / best.as_secs_f64().max(1e-9);
        let [took, best] = [took, best].map(|took| took.as_secs_f64() * 1e6);
        println!("| {what} of {SIZE} | {name} | {best:.2} | {took:.2} | {ratio:.2} |");
        // What is short is not measured well. A loop in which each invocation reads all values took 4 times as long.
        assert!(
            what != "sum" || ratio < 2.5,
            "{what} of {SIZE} on {name}: {ratio}"
        );
    }
}
