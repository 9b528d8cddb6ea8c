//! Constant folding equals the drivers' specialization.
//!
//! Each module of `corpus/shaders/folding` reads 64 words at binding 0 and writes 256 words at binding 1. Its source lists
//! values for its specialization constants, one set per line: `run: ID=VALUE…`, or `native: …` if a device may reject the
//! module with these values because it lacks something that the module declares. The reference result is the unfiltered module
//! on lavapipe with the values in a `VkSpecializationInfo`. The filtered module, with the values given in each of several ways,
//! must write the same words.

use std::collections::{BTreeMap, HashMap};

use sos_core::tables::capability_by_name;
use sos_core::{
    specialization_constants, Module, Options, OutcomeKind, SpecConstant, SpecMode, Strip, Target,
};
use sos_tests::corpus::{shaders, Shader};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::filter;
use sos_tests::job::Specialization;
use sos_tests::{driver, paths, Buffer, Job, Session};

/// Values for the constants of a module.
#[derive(Clone, Debug)]
struct Run {
    values: Vec<Specialization>,
    /// Whether a device may reject the module because it lacks something that the module declares.
    native: bool,
}

/// The runs that the module's source lists, and one without values.
fn runs(shader: &Shader) -> Vec<Run> {
    let base = shader
        .name
        .trim_end_matches(".spv")
        .trim_end_matches(".opt");
    let root = paths::corpus().join("shaders");
    let source = std::fs::read_to_string(root.join(base))
        .or_else(|_| std::fs::read_to_string(root.join(format!("{base}.spvasm"))))
        .unwrap_or_else(|error| panic!("the source of {}: {error}", shader.name));
    let module = Module::scan(&shader.words, &Options::default().limits).unwrap();
    let constants = specialization_constants(&module);
    let mut runs = vec![Run {
        values: Vec::new(),
        native: true,
    }];
    for line in source.lines() {
        let line = line.trim_start_matches(['/', ';', ' ']);
        let (native, values) = match (line.strip_prefix("run: "), line.strip_prefix("native: ")) {
            (Some(values), _) => (false, values),
            (_, Some(values)) => (true, values),
            _ => continue,
        };
        let values = values
            .split_whitespace()
            .map(|pair| value(pair, &constants))
            .collect();
        runs.push(Run { values, native });
    }
    assert!(runs.len() > 1, "{} lists no run", shader.name);
    runs
}

/// Parses `ID=VALUE`: decimal with an optional sign, or hexadecimal bits.
fn value(pair: &str, constants: &[SpecConstant]) -> Specialization {
    let (id, text) = pair.split_once('=').unwrap();
    let id = id.parse().unwrap();
    let constant = constants.iter().find(|constant| constant.spec_id == id);
    let width = constant.unwrap_or_else(|| panic!("no constant {id}")).width;
    let bits = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => text.parse::<i128>().unwrap() as u64,
    };
    Specialization {
        id,
        value: bits & (u64::MAX >> (64 - width)),
        size: width / 8,
    }
}

/// A job that runs a module with values in a `VkSpecializationInfo`.
fn job(words: &[u32], specialization: &[Specialization]) -> Job {
    let source = (0..64_u32)
        .map(|at| at.wrapping_mul(0x9E37_79B9) >> (at % 29))
        .collect();
    let buffers = vec![Buffer::storage(0, source), Buffer::storage(1, vec![0; 256])];
    let mut job = Job::compute(words, buffers, 1);
    job.stages[0].specialization = specialization.to_vec();
    job
}

/// Whether a target supports every capability that the module declares.
fn has_all(target: &Target, shader: &Shader) -> bool {
    let report = filter(&shader.words, target, &Options::default())
        .unwrap()
        .report;
    let index = |name: &String| capability_by_name(name).unwrap();
    report
        .capabilities
        .before
        .iter()
        .all(|name| target.capabilities().contains(index(name)))
}

/// A way to give values to the filter.
struct SpecializationMethod {
    name: &'static str,
    options: Options,
    /// The values that remain for the driver.
    left: Vec<Specialization>,
}

/// Values set and folded; values set as new defaults; and values left to the driver, in a module that the filter rewrites
/// nevertheless.
fn specialization_methods(run: &Run) -> [SpecializationMethod; 3] {
    let constants = run
        .values
        .iter()
        .map(|value| (value.id, value.value))
        .collect();
    let set = Options {
        constants,
        ..Options::default()
    };
    let kept = Options {
        spec: SpecMode::Keep,
        ..set.clone()
    };
    let open = Options {
        strip: Strip::All,
        ..Options::default()
    };
    [
        SpecializationMethod {
            name: "baked",
            options: set,
            left: Vec::new(),
        },
        SpecializationMethod {
            name: "kept",
            options: kept,
            left: Vec::new(),
        },
        SpecializationMethod {
            name: "left open",
            options: open,
            left: run.values.clone(),
        },
    ]
}

/// A driver, and its results by module and values.
struct Executor {
    session: Session,
    target: Target,
    known: HashMap<(Vec<u32>, Vec<Specialization>), Vec<u32>>,
}

impl Executor {
    fn new(name: &str) -> Option<Self> {
        let mut session = Session::new(&driver(name)?);
        let target = session.device().unwrap().target();
        Some(Self {
            session,
            target,
            known: HashMap::new(),
        })
    }

    fn run(&mut self, what: &str, words: &[u32], values: &[Specialization]) -> Vec<u32> {
        let execute = || {
            let output = self.session.run(&job(words, values));
            let mut buffers = output
                .unwrap_or_else(|failure| panic!("{what}: {failure}"))
                .buffers;
            buffers.remove(1)
        };
        self.known
            .entry((words.to_vec(), values.to_vec()))
            .or_insert_with(execute)
            .clone()
    }
}

/// The first word that differs.
fn difference(left: &[u32], right: &[u32]) -> String {
    let mut pairs = left.iter().zip(right).enumerate();
    let found = pairs.find(|(_, (left, right))| left != right);
    found.map_or_else(String::new, |(at, (left, right))| {
        format!("word {at} is {left:#x}, not {right:#x}")
    })
}

fn compare_folding(name: &str) {
    let (Some(mut oracle), Some(mut executor)) = (Executor::new(EXECUTING[0]), Executor::new(name))
    else {
        return;
    };
    let minimums = [
        "vulkan-1.0",
        "vulkan-1.1",
        "vulkan-1.2",
        "vulkan-1.3",
        "vulkan-1.4",
    ];
    let minimums = minimums.map(|name| Target::built_in(name).unwrap());
    let targets: Vec<_> = [executor.target.clone()]
        .into_iter()
        .chain(minimums)
        .collect();
    let mut counts = BTreeMap::<_, u32>::new();
    for shader in shaders("folding") {
        let declared = has_all(&executor.target, &shader);
        for run in runs(&shader) {
            let right = oracle.run(&shader.name, &shader.words, &run.values);
            for (target, method) in targets
                .iter()
                .flat_map(|target| specialization_methods(&run).map(|method| (target, method)))
            {
                let what = format!(
                    "{} for {} with {:?} {}",
                    shader.name,
                    target.name(),
                    run.values,
                    method.name
                );
                let filtered = filter(&shader.words, target, &method.options).unwrap();
                if filtered.report.outcome == OutcomeKind::Unsupported {
                    let may = (run.native || !method.left.is_empty()) && !has_all(target, &shader);
                    assert!(may, "{what}: {:?}", filtered.report.unsupported);
                    *counts.entry("refused").or_default() += 1;
                    continue;
                }
                let result = executor.run(&what, &filtered.words, &method.left);
                // If the driver specializes the output, it may make the same mistake as with the unfiltered module: SwiftShader
                // ignores a SpecId in a decoration group, and folds some signed operations incorrectly.
                let specializes = method.name != "baked" && declared;
                if result != right && specializes {
                    let own = executor.run(&what, &shader.words, &run.values);
                    assert!(
                        result == own,
                        "{what} on {name}: {}",
                        difference(&result, &own)
                    );
                } else {
                    assert!(
                        result == right,
                        "{what} on {name}: {}",
                        difference(&result, &right)
                    );
                }
                *counts.entry(method.name).or_default() += 1;
            }
        }
    }
    println!("{name}: {counts:?}");
    assert_eq!(counts.len(), 4, "not every way was used: {counts:?}");
}

#[test]
fn folding_matches_lavapipe() {
    compare_folding(EXECUTING[0]);
}

#[test]
fn folded_modules_on_swiftshader_match_lavapipe() {
    compare_folding(EXECUTING[1]);
}
