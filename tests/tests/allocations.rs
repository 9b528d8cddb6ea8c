//! What memory the filter takes: nothing new when warm, never much for little input, and little of the stack.

use sos_core::target::built_in_names;
use sos_core::{filter, ErrorKind, Limits, Module, Options, Outcome, ScanTables, Scratch, Target};
use sos_tests::corpus::shaders;
use sos_tests::counting::{counted, Counting, Counts};
use sos_tests::hostile::{lanes, without_storage, Answer, Lane, Subject};
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const NOTHING: Counts = Counts {
    allocations: 0,
    bytes: 0,
};

#[test]
fn the_counter_counts() {
    let (counts, boxed) = counted(|| black_box(Box::new(7_u64)));
    assert_eq!((counts.allocations, counts.bytes, *boxed), (1, 8, 7));
    let (counts, _) = counted(|| black_box(vec![0_u8; 100]));
    assert_eq!((counts.allocations, counts.bytes), (1, 100));
    let (counts, ()) = counted(|| {
        let mut grown: Vec<u32> = Vec::with_capacity(1);
        grown.push(black_box(1));
        grown.reserve_exact(9);
        black_box(grown);
    });
    assert_eq!((counts.allocations, counts.bytes), (2, 40));
    let (counts, sum) = counted(|| black_box(1) + 1);
    assert_eq!((counts, sum), (NOTHING, 2));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unchanged,
    Rewritten,
    Unsupported,
}

fn run(words: &[u32], lane: &Lane, tables: &mut ScanTables, scratch: &mut Scratch) -> Kind {
    let module = Module::scan_with(words, &lane.options.limits, std::mem::take(tables)).unwrap();
    let kind = match filter(&module, &lane.target, &lane.options, scratch).unwrap() {
        Outcome::Unchanged(out) => {
            assert!(std::ptr::eq(out, words));
            Kind::Unchanged
        }
        Outcome::Rewritten(_) => Kind::Rewritten,
        Outcome::Unsupported => Kind::Unsupported,
    };
    *tables = module.into_tables();
    kind
}

#[test]
fn a_warm_scratch_allocates_nothing() {
    let shaders = shaders("");
    let mut lanes = lanes();
    lanes.push(without_storage());
    let (mut tables, mut scratch) = (ScanTables::default(), Scratch::new());
    let pairs = || {
        shaders
            .iter()
            .flat_map(|shader| lanes.iter().map(move |lane| (shader, lane)))
    };
    let (cold, first) = counted(|| {
        pairs()
            .map(|(shader, lane)| run(&shader.words, lane, &mut tables, &mut scratch))
            .collect::<Vec<_>>()
    });
    assert!(cold.allocations > 10, "a cold scratch allocates: {cold:?}");
    let mut seen = [0; 3];
    for ((shader, lane), first) in pairs().zip(first) {
        let (counts, again) = counted(|| run(&shader.words, lane, &mut tables, &mut scratch));
        assert_eq!(counts, NOTHING, "{} on {}", shader.name, lane.name);
        assert_eq!(again, first, "{} on {}", shader.name, lane.name);
        seen[again as usize] += 1;
    }
    println!("unchanged, rewritten, unsupported: {seen:?}");
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

/// As much as docs/c-api.md promises: the threads of an engine's workers may have little of it.
const STACK: usize = 128 << 10;

#[test]
fn a_small_stack_is_enough() {
    let mut lanes = lanes();
    lanes.push(without_storage());
    let work = move || {
        let (mut tables, mut scratch) = (ScanTables::default(), Scratch::new());
        for shader in shaders("") {
            for lane in &lanes {
                run(&shader.words, lane, &mut tables, &mut scratch);
                let module = Module::scan(&shader.words, &lane.options.limits).unwrap();
                black_box(scratch.report(&module, &lane.target, &lane.options));
            }
        }
    };
    // Where it is not, the process ends.
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.unwrap().join().unwrap();
}

#[test]
fn a_device_that_takes_it_all_gets_the_same_slice() {
    let mut scratch = Scratch::new();
    let shaders = shaders("");
    let mut taken = 0;
    for shader in &shaders {
        let taken_by: Vec<&str> = built_in_names()
            .filter(|name| {
                // Device constants change what they find, so none are looked for here.
                let options = Options {
                    spec_base: None,
                    spec_names: false,
                    ..Options::default()
                };
                let target = Target::built_in(name).unwrap();
                let module = Module::scan(&shader.words, &options.limits).unwrap();
                let outcome = filter(&module, &target, &options, &mut scratch).unwrap();
                match outcome {
                    Outcome::Unchanged(out) => {
                        assert!(std::ptr::eq(out, &shader.words[..]));
                        true
                    }
                    _ => false,
                }
            })
            .collect();
        println!("{}: {taken_by:?}", shader.name);
        taken += usize::from(!taken_by.is_empty());
    }
    // The rest uses extensions that no single device here has together.
    assert!(taken * 2 > shaders.len(), "{taken} of {}", shaders.len());
}

fn tiny(bound: u32) -> Vec<u32> {
    vec![
        0x0723_0203,
        0x0001_0000,
        0,
        bound,
        0,
        2 << 16 | 17,
        1,
        3 << 16 | 14,
        0,
        1,
    ]
}

#[test]
fn a_bound_above_the_limit_allocates_nothing() {
    for bound in [0, 0x0040_0000, 0x7FFF_FFFF, u32::MAX] {
        let words = tiny(bound);
        let (counts, error) = counted(|| Module::scan(&words, &Limits::default()).unwrap_err());
        assert_eq!(error.kind(), ErrorKind::BoundTooLarge);
        assert_eq!(counts, NOTHING);
    }
}

#[test]
fn the_largest_bound_costs_a_few_bytes_an_id() {
    let bound = Limits::default().bound;
    let words = tiny(bound);
    let (scan, module) = counted(|| Module::scan(&words, &Limits::default()).unwrap());
    println!("scan: {scan:?}");
    assert!(scan.bytes < u64::from(bound) * 4 + 4096, "{scan:?}");
    for lane in &lanes() {
        let mut scratch = Scratch::new();
        let (counts, outcome) =
            counted(|| filter(&module, &lane.target, &lane.options, &mut scratch).is_ok());
        println!("{}: {counts:?}", lane.name);
        assert!(outcome);
        assert!(
            counts.bytes < u64::from(bound) * 16 + 4096,
            "{}: {counts:?}",
            lane.name
        );
    }
}

#[test]
fn huge_spec_ids_and_literals_allocate_little() {
    let numbers = [0, 1, 2046, 0x7FFF_FFFF, 0xFFFF_FFFE, u32::MAX];
    let mut words = tiny(40);
    for (id, number) in (10..).zip(numbers) {
        // OpDecorate id SpecId number
        words.extend([4 << 16 | 71, id, 1, number]);
    }
    // OpTypeInt 32 bit, OpSpecConstant
    words.extend([4 << 16 | 21, 1, 32, 0]);
    for id in 10..10 + numbers.len() as u32 {
        words.extend([4 << 16 | 50, 1, id, u32::MAX]);
    }
    // An array of as many elements as there can be, a null of it, and a part replaced.
    words.extend([4 << 16 | 28, 2, 1, 15]);
    words.extend([3 << 16 | 46, 2, 3]);
    words.extend([7 << 16 | 52, 2, 4, 82, 10, 3, u32::MAX]);
    let mut subject = Subject::default();
    for lane in &lanes() {
        let (counts, answer) = counted(|| subject.run(&words, lane));
        println!("{}: {counts:?}", lane.name);
        assert!(!matches!(answer, Answer::NoModule(_)), "{answer:?}");
        assert!(counts.bytes < 64 << 10, "{}: {counts:?}", lane.name);
    }
}
