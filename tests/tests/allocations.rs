//! Memory use: a warm filter allocates nothing, memory is bounded by the size of the input, and little stack is used.

use sos_core::{
    filter, prepare, ErrorKind, Limits, Module, Options, Outcome, ScanTables, Scratch,
    SubgroupSize, Target,
};
use sos_runner::CHOSEN;
use sos_tests::corpus::shaders;
use sos_tests::counting::{counted, Counting, Counts};
use sos_tests::hostile::{
    configuration_without_storage, configurations, Configuration, FilterResult, FilterRunner,
};
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const NOTHING: Counts = Counts {
    allocations: 0,
    bytes: 0,
};

#[test]
fn counting_allocator_counts_allocations() {
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

fn run(
    words: &[u32],
    configuration: &Configuration,
    tables: &mut ScanTables,
    scratch: &mut Scratch,
) -> Kind {
    let module =
        Module::scan_with(words, &configuration.options.limits, std::mem::take(tables)).unwrap();
    let kind = match filter(
        &module,
        &configuration.target,
        &configuration.options,
        scratch,
    )
    .unwrap()
    {
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
    let mut configurations = configurations();
    configurations.push(configuration_without_storage());
    let (mut tables, mut scratch) = (ScanTables::default(), Scratch::new());
    let pairs = || {
        shaders.iter().flat_map(|shader| {
            configurations
                .iter()
                .map(move |configuration| (shader, configuration))
        })
    };
    let (cold, first) = counted(|| {
        pairs()
            .map(|(shader, configuration)| {
                run(&shader.words, configuration, &mut tables, &mut scratch)
            })
            .collect::<Vec<_>>()
    });
    assert!(cold.allocations > 10, "a cold scratch allocates: {cold:?}");
    let mut seen = [0; 3];
    for ((shader, configuration), first) in pairs().zip(first) {
        let (counts, again) =
            counted(|| run(&shader.words, configuration, &mut tables, &mut scratch));
        assert_eq!(counts, NOTHING, "{} on {}", shader.name, configuration.name);
        assert_eq!(again, first, "{} on {}", shader.name, configuration.name);
        seen[again as usize] += 1;
    }
    println!("unchanged, rewritten, unsupported: {seen:?}");
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

/// What a target keeps is made with it: else it would be of the memory of whoever filters for it first.
#[test]
fn a_prepared_target_keeps_nothing_more() {
    let shaders = shaders("subgroup");
    let (mut tables, mut scratch) = (ScanTables::default(), Scratch::new());
    let sizes = || SubgroupSize::ALL.map(Some).into_iter().chain([None]);
    let mut run_all = |is_prepared: bool| {
        for name in ["vulkan-1.0", "swiftshader", "radv-navi21"] {
            for subgroup_size in sizes() {
                // A new one, which keeps nothing yet.
                let target = Target::built_in(name).unwrap().describe().build();
                if is_prepared {
                    prepare(&target);
                }
                let options = Options {
                    subgroup_size,
                    ..Options::default()
                };
                let configuration = Configuration {
                    name,
                    target,
                    options,
                };
                for shader in &shaders {
                    let run = || run(&shader.words, &configuration, &mut tables, &mut scratch);
                    let (counts, _) = counted(run);
                    if is_prepared {
                        assert_eq!(
                            counts, NOTHING,
                            "{} on {name} {subgroup_size:?}",
                            shader.name
                        );
                    }
                }
            }
        }
    };
    run_all(false);
    run_all(true);
}

#[test]
fn a_scratch_is_small_enough_for_a_stack() {
    let size = size_of::<Scratch>();
    println!("{size} bytes");
    assert!(size <= 8 << 10, "{size} bytes");
}

/// The stack size that docs/c-api.md promises to be sufficient. An engine's worker threads may have little.
const STACK: usize = 128 << 10;

#[test]
fn corpus_is_filtered_with_a_small_stack() {
    let mut configurations = configurations();
    configurations.push(configuration_without_storage());
    let work = move || {
        let (mut tables, mut scratch) = (ScanTables::default(), Scratch::new());
        for shader in shaders("") {
            for configuration in &configurations {
                run(&shader.words, configuration, &mut tables, &mut scratch);
                let module = Module::scan(&shader.words, &configuration.options.limits).unwrap();
                black_box(scratch.report(&module, &configuration.target, &configuration.options));
            }
        }
    };
    // A stack overflow ends the process.
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.unwrap().join().unwrap();
}

#[test]
fn unchanged_modules_are_returned_as_the_input_slice() {
    let mut scratch = Scratch::new();
    let shaders = shaders("");
    let mut unchanged_count = 0;
    for shader in &shaders {
        let unchanged_on: Vec<&str> = CHOSEN
            .into_iter()
            .filter(|name| {
                // Values of device constants change the outcome, so there are none here.
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
        println!("{}: {unchanged_on:?}", shader.name);
        unchanged_count += usize::from(!unchanged_on.is_empty());
    }
    // The others use extensions that no single built-in device has.
    assert!(
        unchanged_count * 2 > shaders.len(),
        "{unchanged_count} of {}",
        shaders.len()
    );
}

/// A compute shader that does nothing, with these declarations. Its own ids are the last four.
fn shader(bound: u32, declarations: &[u32]) -> Vec<u32> {
    let [main, void, signature, entry] = [1, 2, 3, 4].map(|last| bound.wrapping_sub(last));
    let mut words = vec![0x0723_0203, 0x0001_0000, 0, bound, 0];
    words.extend([2 << 16 | 17, 1]);
    words.extend([3 << 16 | 14, 0, 1]);
    words.extend([4 << 16 | 15, 5, main, 0]);
    words.extend(declarations);
    words.extend([2 << 16 | 19, void]);
    words.extend([3 << 16 | 33, signature, void]);
    words.extend([5 << 16 | 54, void, main, 0, signature]);
    words.extend([2 << 16 | 248, entry]);
    words.extend([1 << 16 | 253, 1 << 16 | 56]);
    words
}

#[test]
fn a_bound_above_the_limit_allocates_nothing() {
    for bound in [0, 0x0040_0000, 0x7FFF_FFFF, u32::MAX] {
        let words = shader(bound, &[]);
        let (counts, error) = counted(|| Module::scan(&words, &Limits::default()).unwrap_err());
        assert_eq!(error.kind(), ErrorKind::BoundTooLarge);
        assert_eq!(counts, NOTHING);
    }
}

#[test]
fn maximum_bound_costs_few_bytes_per_id() {
    let bound = Limits::default().bound;
    let words = shader(bound, &[]);
    let (scan, module) = counted(|| Module::scan(&words, &Limits::default()).unwrap());
    println!("scan: {scan:?}");
    assert!(scan.bytes < u64::from(bound) * 4 + 4096, "{scan:?}");
    for configuration in &configurations() {
        let mut scratch = Scratch::new();
        let (counts, outcome) = counted(|| {
            filter(
                &module,
                &configuration.target,
                &configuration.options,
                &mut scratch,
            )
            .is_ok()
        });
        println!("{}: {counts:?}", configuration.name);
        assert!(outcome);
        assert!(
            counts.bytes < u64::from(bound) * 16 + 4096,
            "{}: {counts:?}",
            configuration.name
        );
    }
}

#[test]
fn huge_spec_ids_and_literals_allocate_little() {
    let numbers = [0, 1, 2046, 0x7FFF_FFFF, 0xFFFF_FFFE, u32::MAX];
    let mut declarations = Vec::new();
    for (id, number) in (10..).zip(numbers) {
        // OpDecorate id SpecId number
        declarations.extend([4 << 16 | 71, id, 1, number]);
    }
    // OpTypeInt 32 bit, OpSpecConstant
    declarations.extend([4 << 16 | 21, 1, 32, 0]);
    for id in 10..10 + numbers.len() as u32 {
        declarations.extend([4 << 16 | 50, 1, id, u32::MAX]);
    }
    // An array with the maximum number of elements, a null constant of it, and an OpCompositeInsert into it.
    declarations.extend([4 << 16 | 28, 2, 1, 15]);
    declarations.extend([3 << 16 | 46, 2, 3]);
    declarations.extend([7 << 16 | 52, 2, 4, 82, 10, 3, u32::MAX]);
    let words = shader(40, &declarations);
    let mut runner = FilterRunner::default();
    for configuration in &configurations() {
        let (counts, result) = counted(|| runner.run(&words, configuration));
        println!("{}: {counts:?}", configuration.name);
        assert!(!matches!(result, FilterResult::ScanError(_)), "{result:?}");
        assert!(
            counts.bytes < 64 << 10,
            "{}: {counts:?}",
            configuration.name
        );
    }
}
