//! The rows of the tables: a task on a set of modules, its comparisons and its goals.

use crate::clock::Clock;
use crate::peer::{Job, SpirvOpt};
use rspirv::dr::load_words;
use sos_core::{
    filter, specialization_constants, Module, Options, Outcome, ScanTables, Scratch, Strip, Target,
};
use sos_tests::counting::counted;
use std::hint::black_box;

/// Goals relative to the speed of the instruction hop.
const NOTHING_TO_DO: f64 = 0.25;
const STRIP_AND_TRIM: f64 = 0.15;
const LOWERING: f64 = 0.04;
/// Goals relative to the speed of a peer.
const RSPIRV: f64 = 20.0;
const SPIRV_OPT: f64 = 50.0;

/// Slow peers process one of so many modules. The number does not divide the number of modules of a row, so that all kinds are
/// included.
const PART: usize = 5;

/// The filter's outcome for a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterOutcome {
    Unchanged,
    Rewritten,
    Unsupported,
}

/// A module and the options to filter it with.
struct Case<'m> {
    words: &'m [u32],
    options: Options,
}

/// A set of modules and its measurements.
pub struct Table {
    modules: Vec<Vec<u32>>,
    clock: Clock,
    failed: u32,
}

fn device(name: &str) -> Target {
    Target::built_in(name).expect("a built-in device")
}

/// Options without values for the module's own constants, so that only what the device lacks matters.
fn plain() -> Options {
    Options {
        spec_base: None,
        spec_names: false,
        ..Options::default()
    }
}

/// The baseline: counts instructions by their word counts.
fn instruction_hop(words: &[u32]) -> u32 {
    let mut count = 0;
    let mut at = 5;
    while let Some(&word) = words.get(at) {
        let len = (word >> 16) as usize;
        if len == 0 {
            break;
        }
        at += len;
        count += 1;
    }
    count
}

fn hash(words: &[u32], seed: u64) -> u64 {
    words.iter().fold(seed, |hash, &word| {
        (hash ^ u64::from(word))
            .wrapping_mul(0x0000_0100_0000_01B3)
            .rotate_left(17)
    })
}

/// A filter with reused memory.
#[derive(Default)]
struct WarmFilter {
    tables: ScanTables,
    scratch: Scratch,
}

impl WarmFilter {
    /// Filters a module; `look` receives the output.
    fn run(
        &mut self,
        case: &Case<'_>,
        target: &Target,
        mut look: impl FnMut(FilterOutcome, &[u32]),
    ) -> FilterOutcome {
        let tables = std::mem::take(&mut self.tables);
        let module = Module::scan_with(case.words, &case.options.limits, tables)
            .expect("the corpus can be read");
        let outcome = match filter(&module, target, &case.options, &mut self.scratch) {
            Ok(Outcome::Unchanged(out)) => {
                look(FilterOutcome::Unchanged, out);
                FilterOutcome::Unchanged
            }
            Ok(Outcome::Rewritten(out)) => {
                look(FilterOutcome::Rewritten, out);
                FilterOutcome::Rewritten
            }
            Ok(Outcome::Unsupported) => FilterOutcome::Unsupported,
            Err(error) => panic!("{error}"),
        };
        self.tables = module.into_tables();
        outcome
    }

    /// Whether instructions of a module are lowered.
    fn lowers(&mut self, case: &Case<'_>, target: &Target) -> bool {
        let module =
            Module::scan(case.words, &case.options.limits).expect("the corpus can be read");
        filter(&module, target, &case.options, &mut self.scratch).expect("the corpus fits");
        let report = self.scratch.report(&module, target, &case.options);
        let harmless = |family: &str| matches!(family, "strip" | "undef");
        !report.rules.iter().all(|rule| harmless(&rule.family))
    }

    fn all(&mut self, cases: &[Case<'_>], target: &Target) {
        for case in cases {
            self.run(case, target, |_, out| {
                black_box(out);
            });
        }
    }
}

fn bytes(cases: &[Case<'_>]) -> f64 {
    cases.iter().map(|case| case.words.len() * 4).sum::<usize>() as f64
}

/// The hash of the outputs of a newly created filter, which must equal that of the warm one.
fn checked_hash(cases: &[Case<'_>], target: &Target, warm: &mut WarmFilter) -> u64 {
    let (mut cold_hash, mut warm_hash) = (0, 0);
    for case in cases {
        WarmFilter::default().run(case, target, |_, out| {
            cold_hash = hash(out, cold_hash);
            Module::scan(out, &case.options.limits).expect("the output is a module");
        });
        warm.run(case, target, |_, out| warm_hash = hash(out, warm_hash));
    }
    assert_eq!(
        cold_hash, warm_hash,
        "a warm filter answers what a fresh one does"
    );
    cold_hash
}

impl Table {
    /// Creates a table for a set.
    pub fn new(name: &str, modules: Vec<Vec<u32>>, clock: Clock) -> Self {
        let words: usize = modules.iter().map(Vec::len).sum();
        let insts: u32 = modules.iter().map(|words| instruction_hop(words)).sum();
        println!(
            "\n{name}: {} modules, {:.2} MB, {:.1} bytes an instruction",
            modules.len(),
            words as f64 * 4e-6,
            words as f64 * 4.0 / f64::from(insts)
        );
        Self {
            modules,
            clock,
            failed: 0,
        }
    }

    /// The number of rows that miss their goal.
    pub fn failed(&self) -> u32 {
        self.failed
    }

    fn verdict(&mut self, passed: bool) -> &'static str {
        self.failed += u32::from(!passed);
        if passed {
            "PASS"
        } else {
            "FAIL"
        }
    }

    /// The modules with the wanted outcome, including copies at other addresses.
    fn cases(
        &self,
        target: &Target,
        options: impl Fn(&[u32]) -> Options,
        wanted: impl Fn(FilterOutcome) -> bool,
    ) -> Vec<Case<'_>> {
        let mut warm = WarmFilter::default();
        self.modules
            .iter()
            .map(|words| Case {
                words,
                options: options(words),
            })
            .filter(|case| wanted(warm.run(case, target, |_, _| {})))
            .collect()
    }

    /// Measures the baseline and `rspirv`.
    pub fn yardsticks(&mut self) {
        let mut copy: Vec<u32> = Vec::new();
        let longest = self.modules.iter().map(Vec::len).max().unwrap_or(0);
        copy.reserve(longest);
        let size: usize = self.modules.iter().map(|words| words.len() * 4).sum();
        let [memcpy, hops, load] = self.clock.best([
            &mut || {
                for words in &self.modules {
                    copy.clear();
                    copy.extend_from_slice(words);
                    black_box(&copy);
                }
            },
            &mut || {
                for words in &self.modules {
                    black_box(instruction_hop(words));
                }
            },
            &mut || {
                // The loader is slow, so a part of the set is sufficient.
                for words in self.modules.iter().take(self.modules.len().div_ceil(8)) {
                    black_box(load_words(words).is_ok());
                }
            },
        ]);
        let loaded: usize = self
            .modules
            .iter()
            .take(self.modules.len().div_ceil(8))
            .map(|words| words.len() * 4)
            .sum();
        println!(
            "  memcpy                      {}",
            speed(size as f64, memcpy)
        );
        println!("  instruction hop             {}", speed(size as f64, hops));
        println!(
            "  rspirv's loader             {}",
            speed(loaded as f64, load)
        );
    }

    /// Scanning a module that the target accepts unmodified.
    pub fn nothing_to_do(&mut self) {
        let target = device("nvk-ampere");
        let cases = self.cases(
            &target,
            |_| plain(),
            |outcome| outcome == FilterOutcome::Unchanged,
        );
        let Some(time) = measured("nothing to do", &cases, &target, self.clock) else {
            return;
        };
        let [load] = self.clock.best([&mut || {
            for case in cases.iter().take(cases.len().div_ceil(8)) {
                black_box(load_words(case.words).is_ok());
            }
        }]);
        let share = bytes(&cases[..cases.len().div_ceil(8)]) / bytes(&cases);
        let times = load / share / time.ours;
        drop(cases);
        self.of_hop(Some(time), NOTHING_TO_DO);
        let verdict = self.verdict(times >= RSPIRV);
        println!("      {times:.0} times rspirv's loader; goal {RSPIRV:.0}: {verdict}");
    }

    /// Stripping debug information and names, and trimming unused declarations, of modules in which nothing is lowered.
    pub fn strip_and_trim(&mut self) {
        let target = device("nvk-ampere");
        let cases = self.trimmed(&target);
        let time = measured("strip and trim", &cases, &target, self.clock);
        drop(cases);
        self.of_hop(time, STRIP_AND_TRIM);
    }

    fn trimmed(&self, target: &Target) -> Vec<Case<'_>> {
        let options = |_: &[u32]| Options {
            strip: Strip::All,
            ..plain()
        };
        self.not_lowered(target, options, |outcome| {
            outcome != FilterOutcome::Unsupported
        })
    }

    fn specialized(&self, target: &Target) -> Vec<Case<'_>> {
        self.not_lowered(target, all_set, |outcome| {
            outcome == FilterOutcome::Rewritten
        })
    }

    /// The modules with the given outcome in which nothing is lowered, which is a different task.
    fn not_lowered(
        &self,
        target: &Target,
        options: impl Fn(&[u32]) -> Options,
        wanted: impl Fn(FilterOutcome) -> bool,
    ) -> Vec<Case<'_>> {
        let mut cases = self.cases(target, options, wanted);
        let mut warm = WarmFilter::default();
        cases.retain(|case| !warm.lowers(case, target));
        cases
    }

    /// Setting all specialization constants and folding what depends on them, in modules in which nothing is lowered. There is
    /// no goal relative to the hop.
    pub fn specialize(&mut self) {
        let target = device("nvk-ampere");
        let cases = self.specialized(&target);
        if let Some(time) = measured("set, freeze, fold", &cases, &target, self.clock) {
            time.print(None);
        }
    }

    /// Lowering for a small device, with device constants set as an engine does.
    pub fn lower(&mut self) {
        let target = device("swiftshader");
        let options = |_: &[u32]| Options::default();
        let cases = self.cases(&target, options, |outcome| {
            outcome == FilterOutcome::Rewritten
        });
        let time = measured("lowering for swiftshader", &cases, &target, self.clock);
        drop(cases);
        self.of_hop(time, LOWERING);
    }

    /// The same tasks by `spirv-opt`.
    pub fn against(&mut self, peer: &SpirvOpt) {
        let target = device("nvk-ampere");
        let what = if peer.trims() {
            "its strip-debug, strip-nonsemantic and trim-capabilities"
        } else {
            "its strip-debug and strip-nonsemantic (this version has no trimming)"
        };
        for (job, name) in [
            (Job::Trim, format!("strip and trim, against {what}")),
            (
                Job::Specialize,
                "set, freeze, fold, against its set, freeze, fold, dead-branch and dead-code elimination"
                    .to_owned(),
            ),
        ] {
            let cases = match job {
                Job::Trim => self.trimmed(&target),
                Job::Specialize => self.specialized(&target),
            };
            // The library is slow, so every so many modules of the set are sufficient.
            let mut sample: Vec<Case<'_>> = cases.into_iter().step_by(PART).collect();
            if sample.is_empty() {
                continue;
            }
            let theirs = peer.time(job, sample.iter().map(|case| (case.words, &case.options.constants)));
            let refused = theirs.as_ref().map_or(&[][..], |(_, refused)| refused);
            let mut number = 0..;
            sample.retain(|_| !number.next().is_some_and(|at| refused.contains(&at)));
            let mut warm = WarmFilter::default();
            checked_hash(&sample, &target, &mut warm);
            let [ours] = self.clock.best([&mut || warm.all(&sample, &target)]);
            let (size, count) = (bytes(&sample), sample.len());
            drop(sample);
            match theirs {
                Ok((theirs, refused)) => {
                    let refused = refused.len();
                    let times = theirs / ours;
                    // A different task has no goal.
                    let verdict = if job == Job::Trim && !peer.trims() {
                        "not judged, because that is another job: SOS_SPIRV_OPT_DIR can name SPIRV-Tools since 2023.5"
                            .to_owned()
                    } else {
                        format!("{SPIRV_OPT:.0} are asked: {}", self.verdict(times >= SPIRV_OPT))
                    };
                    println!(
                        "  {name}\n      ours {}, spirv-opt's {} ({count} modules, {refused} refused by it): {times:.0} times; {verdict}",
                        speed(size, ours),
                        speed(size, theirs)
                    );
                }
                Err(error) => {
                    self.failed += 1;
                    println!("  {name}: FAIL: {error}");
                }
            }
        }
    }

    fn of_hop(&mut self, time: Option<Measured>, asked: f64) {
        let Some(time) = time else {
            return;
        };
        let verdict = self.verdict(time.share() >= asked && time.allocations == 0);
        time.print(Some((asked, verdict)));
    }
}

/// Options that set every constant to its default value, so that all become regular constants.
fn all_set(words: &[u32]) -> Options {
    let options = plain();
    let module = Module::scan(words, &options.limits).expect("the corpus can be read");
    let mut constants: Vec<(u32, u64)> = specialization_constants(&module)
        .iter()
        .map(|constant| (constant.spec_id, constant.default))
        .collect();
    constants.sort_unstable();
    constants.dedup_by_key(|constant| constant.0);
    Options {
        constants,
        ..options
    }
}

/// The measurements of a row.
struct Measured {
    name: &'static str,
    modules: usize,
    size: f64,
    hop: f64,
    ours: f64,
    allocations: u64,
    hash: u64,
}

/// Measures a row; prints a note if no module applies.
fn measured(
    name: &'static str,
    cases: &[Case<'_>],
    target: &Target,
    clock: Clock,
) -> Option<Measured> {
    if cases.is_empty() {
        println!("  {name:<28}no module of the set applies");
        return None;
    }
    let mut warm = WarmFilter::default();
    let hash = checked_hash(cases, target, &mut warm);
    let (counts, ()) = counted(|| warm.all(cases, target));
    let [hop, ours] = clock.best([
        &mut || {
            for case in cases {
                black_box(instruction_hop(case.words));
            }
        },
        &mut || warm.all(cases, target),
    ]);
    Some(Measured {
        name,
        modules: cases.len(),
        size: bytes(cases),
        hop,
        ours,
        allocations: counts.allocations,
        hash,
    })
}

impl Measured {
    fn share(&self) -> f64 {
        self.hop / self.ours
    }

    fn print(&self, asked: Option<(f64, &str)>) {
        let asked = asked.map_or_else(String::new, |(asked, verdict)| {
            format!("; {:.0} % are asked: {verdict}", asked * 100.0)
        });
        println!(
            "  {:<28}{}: {:.1} % of the hop{asked}\n      {} modules, {} allocations, hash of the answers {:016x}",
            self.name,
            speed(self.size, self.ours),
            self.share() * 100.0,
            self.modules,
            self.allocations,
            self.hash
        );
    }
}

fn speed(bytes: f64, seconds: f64) -> String {
    format!("{:7.3} GB/s", bytes / seconds * 1e-9)
}
