//! Benchmark of specialization against re-spirv, in one process, on the modules that both take.
//!
//! An engine analyses a module when it is loaded, and specializes it for each pipeline. The rows are the analysis, one more
//! specialization of an analysed module, and both together, in MB of input a second and as a ratio. What SOS does of them:
//! - *analysis*: the scan. *Prepared*: the scan and a [`Specializer`], which an application makes that specializes often.
//! - *one more specialization*: by the specializer. *Filtered*: by the filter, which needs the scan alone.
//! - *both*: the scan and one run of the filter; *prepared, both*: the scan, the specializer, and one specialization.
//!
//! `SOS_RE_SPIRV_DIR` names the folder of re-spirv's source (`re-spirv.cpp`); without it there is nothing to compare with, which is
//! said. `cargo bench -p sos-tests --bench peers -- FOLDER` measures the modules below a folder in place of the corpus.
//!
//! Before that, without re-spirv: a thousand specializations of the largest module that has constants.
//!
//! Each module is specialized with several sets of values: its defaults, all Booleans true or false with numbers 1 and 2, and
//! both in turn. Every output of both is validated. What is left out is counted: modules without constants, those that one of both
//! refuses, those of which re-spirv writes something invalid.

#[path = "../ratios/clock.rs"]
mod clock;
mod re_spirv;
mod thousand;

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;

use clock::Clock;
use re_spirv::{ReSpirv, Shader, Values};
use sos_core::{filter, Module, Options, Outcome, ScanTables, Scratch, Specializer, Strip, Target};
use sos_tests::counting::Counting;
use sos_tests::tools::{read_module, validator};
use sos_tests::{corpus, filtered, paths, values};

/// The device: a new one, which takes most modules as they are. Lowering is not compared.
const DEVICE: &str = "nvk-ampere";
/// Goals relative to re-spirv's speed.
const ONE_MORE: f64 = 1.5;
const BOTH: f64 = 3.0;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

type Given = Vec<(u32, u64)>;

/// A module that both take.
struct Case<'r> {
    words: Vec<u32>,
    shader: Shader<'r>,
    /// The sets of values, for both.
    sets: Vec<(Given, Values<'r>)>,
}

/// How many modules are left out, and why.
#[derive(Default)]
struct Left {
    constants: usize,
    refused: usize,
    theirs: usize,
    invalid: usize,
}

fn main() -> ExitCode {
    // Cargo adds an option.
    let folder = std::env::args_os().skip(1).find(|arg| arg != "--bench");
    let folder = folder.map_or_else(|| paths::root().join("corpus"), Into::into);
    let files = corpus::modules(&folder);
    let target = Target::built_in(DEVICE).expect("a built-in device");
    thousand_of_the_largest(&files, &target);
    let peer = match ReSpirv::build() {
        Ok(peer) => peer,
        Err(why) => {
            println!("re-spirv is not compared: {why}");
            return ExitCode::SUCCESS;
        }
    };
    let mut left = Left::default();
    let modules = files.iter().filter_map(|file| read_module(file).ok());
    let cases: Vec<Case<'_>> = modules
        .filter_map(|words| case(&peer, words, &target, &mut left))
        .collect();
    let Left {
        constants,
        refused,
        theirs,
        invalid,
    } = left;
    println!(
        "{} modules of {}; left out: {constants} without constants, {refused} that SOS does not take for {DEVICE}, {theirs} that \
         re-spirv refuses, {invalid} of which its output is invalid",
        cases.len(),
        files.len(),
    );
    if cases.is_empty() {
        return ExitCode::SUCCESS;
    }
    let mut failed = measure(cases.iter().collect(), &target, "all");
    for (name, range) in [
        ("below 4 kB", 0..1024),
        ("4 to 16 kB", 1024..4096),
        ("above 16 kB", 4096..usize::MAX),
    ] {
        let of_size = cases
            .iter()
            .filter(|case| range.contains(&case.words.len()));
        let of_size: Vec<&Case<'_>> = of_size.collect();
        if !of_size.is_empty() {
            measure(of_size, &target, name);
        }
    }
    failed += sizes(&cases, &target);
    println!("\n{failed} rows missed their goal");
    ExitCode::from(u8::from(failed > 0))
}

/// A thousand specializations of the largest module that has constants and is specialized by copies.
fn thousand_of_the_largest(files: &[PathBuf], target: &Target) {
    let modules = files.iter().filter_map(|file| read_module(file).ok());
    let mut largest: Option<(Vec<u32>, Specializer, Given)> = None;
    for words in modules {
        let is_larger = largest
            .as_ref()
            .is_none_or(|(other, ..)| words.len() > other.len());
        let sets = match Module::scan(&words, &Options::default().limits) {
            Ok(module) if is_larger => values::sets(&module),
            _ => continue,
        };
        let mut scratch = Scratch::new();
        let Some(set) = sets.first() else { continue };
        let specializer = specializer(&words, target, &mut scratch);
        let given = values::given(set);
        let runs = specializer.specialize(&given, &mut scratch);
        if !specializer.filters() && !matches!(runs, Ok(Outcome::Unsupported) | Err(_)) {
            largest = Some((words, specializer, given));
        }
    }
    if let Some((words, specializer, given)) = largest {
        thousand::measure(&specializer, words.len(), &given);
    }
}

/// The options of both: re-spirv removes names and source.
fn options(given: &Given) -> Options {
    Options {
        constants: given.clone(),
        strip: Strip::All,
        spec_base: None,
        spec_names: false,
        ..Options::default()
    }
}

fn specializer(words: &[u32], target: &Target, scratch: &mut Scratch) -> Specializer {
    let options = options(&Vec::new());
    let module = Module::scan(words, &options.limits).expect("read before");
    Specializer::new(&module, target, &options, scratch).expect("no values that could be wrong")
}

/// Takes a module if both do and all outputs are valid.
fn case<'r>(
    peer: &'r ReSpirv,
    words: Vec<u32>,
    target: &Target,
    left: &mut Left,
) -> Option<Case<'r>> {
    let sets = match Module::scan(&words, &Options::default().limits) {
        Ok(module) => values::sets(&module),
        Err(_) => Vec::new(),
    };
    if sets.is_empty() {
        left.constants += 1;
        return None;
    }
    let sets: Vec<(Given, Values<'_>)> = sets
        .into_iter()
        .map(|set| (values::given(&set), peer.values(&set)))
        .collect();
    let mut ours = Vec::new();
    let mut scratch = Scratch::new();
    let specializer = specializer(&words, target, &mut scratch);
    for (given, _) in &sets {
        match specializer.specialize(given, &mut scratch) {
            Ok(Outcome::Rewritten(out) | Outcome::Unchanged(out)) => ours.push(out.to_vec()),
            _ => {
                left.refused += 1;
                return None;
            }
        }
    }
    let mut shader = peer.shader();
    let mut theirs = Vec::new();
    if !shader.parse(&words)
        || !sets
            .iter()
            .all(|(_, values)| shader.run(values, |out| theirs.push(out.to_vec())))
    {
        left.theirs += 1;
        return None;
    }
    let layouts = filtered::layouts(target);
    let arguments = [&["--target-env", "vulkan1.3"], layouts.as_slice()].concat();
    let arguments = arguments.join(" ");
    let validator = validator().expect("a validator");
    let is_valid = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        validator.ask(&bytes, &arguments)
    };
    // What is invalid from the start tells nothing.
    if is_valid(&words).is_err() || theirs.iter().any(|out| is_valid(out).is_err()) {
        left.invalid += 1;
        return None;
    }
    for out in &ours {
        if let Err(why) = is_valid(out) {
            panic!("SOS wrote an invalid module: {why}");
        }
    }
    Some(Case {
        words,
        shader,
        sets,
    })
}

/// Prints and judges the rows of a set.
fn measure(cases: Vec<&Case<'_>>, target: &Target, name: &str) -> usize {
    let bytes: usize = cases.iter().map(|case| case.words.len() * 4).sum();
    println!(
        "\n{name}: {} modules, {:.2} MB",
        cases.len(),
        bytes as f64 * 1e-6
    );
    let limits = Options::default().limits;
    let mut tables = ScanTables::default();
    let mut scratch = Scratch::new();
    let scanned: Vec<Module<'_>> = cases
        .iter()
        .map(|case| Module::scan(&case.words, &limits).expect("read before"))
        .collect();
    let all: Vec<Vec<Options>> = cases
        .iter()
        .map(|case| case.sets.iter().map(|(given, _)| options(given)).collect())
        .collect();
    let mut theirs: Vec<Shader<'_>> = Vec::new();
    theirs.resize_with(cases.len(), || cases[0].shader.another());
    let plain = options(&Vec::new());
    let mut other = Scratch::new();
    let specializers: Vec<Specializer> = cases
        .iter()
        .map(|case| specializer(&case.words, target, &mut other))
        .collect();
    let copied = specializers.iter().filter(|one| !one.filters()).count();
    let kept: usize = specializers.iter().map(Specializer::bytes).sum();
    println!(
        "  {copied} are specialized by copies; {:.1} bytes are kept for each byte of a module",
        kept as f64 / bytes as f64
    );
    let mut once = Scratch::new();
    let [our_analysis, our_preparation, their_analysis, our_one, our_filtered, their_one] =
        Clock::default().best([
            &mut || {
                for case in &cases {
                    let again = std::mem::take(&mut tables);
                    let module = Module::scan_with(&case.words, &limits, again);
                    tables = black_box(module.expect("read before")).into_tables();
                }
            },
            &mut || {
                for module in &scanned {
                    black_box(Specializer::new(module, target, &plain, &mut once).is_ok());
                }
            },
            &mut || {
                for (case, shader) in cases.iter().zip(&mut theirs) {
                    black_box(shader.parse(&case.words));
                }
            },
            &mut || {
                for (specializer, case) in specializers.iter().zip(&cases) {
                    for (given, _) in &case.sets {
                        match specializer.specialize(given, &mut other) {
                            Ok(Outcome::Rewritten(out) | Outcome::Unchanged(out)) => black_box(out),
                            _ => unreachable!("taken before"),
                        };
                    }
                }
            },
            &mut || {
                for (module, options) in scanned.iter().zip(&all) {
                    for options in options {
                        match filter(module, target, options, &mut scratch) {
                            Ok(Outcome::Rewritten(out) | Outcome::Unchanged(out)) => black_box(out),
                            _ => unreachable!("taken before"),
                        };
                    }
                }
            },
            &mut || {
                for case in &cases {
                    for (_, values) in &case.sets {
                        case.shader.run(values, |out| {
                            black_box(out);
                        });
                    }
                }
            },
        ]);
    let sets = cases[0].sets.len() as f64;
    let [our_one, our_filtered, their_one] =
        [our_one, our_filtered, their_one].map(|time| time / sets);
    let prepared = our_analysis + our_preparation;
    let both = their_analysis + their_one;
    let mut failed = 0;
    for (what, ours, theirs, goal) in [
        ("analysis", our_analysis, their_analysis, None),
        ("  prepared", prepared, their_analysis, None),
        (
            "one more specialization",
            our_one,
            their_one,
            Some(ONE_MORE),
        ),
        ("  filtered", our_filtered, their_one, None),
        ("both", our_analysis + our_filtered, both, Some(BOTH)),
        ("  prepared", prepared + our_one, both, None),
    ] {
        let speed = |time: f64| bytes as f64 * 1e-6 / time;
        let verdict = match goal {
            None => String::new(),
            Some(goal) if theirs / ours >= goal => format!("; goal {goal}: PASS"),
            Some(goal) => {
                failed += 1;
                format!("; goal {goal}: FAIL")
            }
        };
        println!(
            "  {what:24} SOS {:7.0} MB/s, re-spirv {:7.0} MB/s: {:.2} times{verdict}",
            speed(ours),
            speed(theirs),
            theirs / ours
        );
    }
    failed
}

/// Compares the sizes of outputs.
fn sizes(cases: &[Case<'_>], target: &Target) -> usize {
    let (mut ours, mut theirs, mut larger, mut input) = (0, 0, 0, 0);
    for case in cases {
        let mut scratch = Scratch::new();
        let specializer = specializer(&case.words, target, &mut scratch);
        for (given, values) in &case.sets {
            let (Outcome::Rewritten(own) | Outcome::Unchanged(own)) = specializer
                .specialize(given, &mut scratch)
                .expect("taken before")
            else {
                unreachable!("taken before")
            };
            case.shader.run(values, |out| {
                ours += own.len();
                theirs += out.len();
                larger += usize::from(own.len() > out.len());
            });
            input += case.words.len();
        }
    }
    let verdict = if ours <= theirs { "PASS" } else { "FAIL" };
    println!(
        "\noutputs: {ours} words, re-spirv's {theirs}, input {input}; {larger} are larger than re-spirv's: {verdict}"
    );
    usize::from(ours > theirs)
}
