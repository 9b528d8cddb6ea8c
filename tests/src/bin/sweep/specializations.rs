//! Specializations of prepared modules, compared with what the filter makes of the same values. Modules are those of the corpus, others,
//! and generated ones, most of them with constants and branches that were opened ([`open`]). A seed decides everything.

use std::collections::HashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use sos_core::tables::op;
use sos_core::words::to_bytes;
use sos_core::{
    filter, specialization_constants, Allow, Error, ErrorKind, Module, Options, Outcome, Scratch,
    SpecConstant, SpecKind, SpecMode, Specializer, Strip, Target,
};
use sos_runner::validator::Validator;
use sos_runner::{validator, CHOSEN};
use sos_tests::generate::{self, Memory, Shape};
use sos_tests::hostile::module::{opcode, range, result, starts};
use sos_tests::hostile::{mutate_ids, open, Opening};
use sos_tests::random::Random;
use sos_tests::{corpus, tools};

use crate::configurations::OptionSet;
use crate::faults::{Fault, Faults, Kind};
use crate::inputs::{self, Input};
use crate::{processors, work};

/// How a message about time begins.
const SLOW: &str = "it took";

/// A specialization may take so many times what the filter takes, if that is not too short to tell.
const SLOWER: u32 = 4;
const MEASURABLE: Duration = Duration::from_millis(20);

#[derive(clap::Args)]
pub(crate) struct SpecializeArgs {
    /// Modules besides those of the corpus, and folders of them.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How many modules.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    count: u64,
    /// The seed of the first module; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Where modules go on which a specialization is wrong.
    #[arg(long, value_name = "DIR", default_value = "target/specializations")]
    save: PathBuf,
    /// How many modules to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// What happened how often.
#[derive(Default)]
struct Counts {
    invalid: usize,
    copied: usize,
    filtered: usize,
    refused: usize,
    errors: usize,
    validated: usize,
    /// Those with more blocks than the filter leaves.
    larger: usize,
    words: [usize; 2],
}

struct Found {
    counts: Counts,
    faults: Faults,
}

/// # Errors
/// A module cannot be read or saved.
pub(crate) fn run(args: &SpecializeArgs) -> Result<ExitCode> {
    let corpus = corpus::shaders("").into_iter().map(|shader| Input {
        path: shader.name.into(),
        words: shader.words,
    });
    let mut modules: Vec<Input> = corpus.collect();
    if !args.paths.is_empty() {
        modules.extend(inputs::read(&args.paths)?);
    }
    let validator = tools::validator()?;
    work::record_panics();
    let next = AtomicU64::new(args.seed);
    let found = Mutex::new(Found {
        counts: Counts::default(),
        faults: Faults::default(),
    });
    let one = || -> Result<()> {
        let mut scratches = Scratches::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= args.seed.saturating_add(args.count) {
                return Ok(());
            }
            let mut random = Random::new(seed);
            let input = module(&modules, seed, &mut random);
            let mut counts = Counts::default();
            let faults = examine(&input, &mut random, validator, &mut scratches, &mut counts);
            if !faults.is_empty() {
                save(&args.save, seed, &input.words)?;
            }
            let mut found = found.lock().expect("no thread panics");
            found.faults.add(faults);
            found.counts.add(&counts);
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let jobs = args.jobs.unwrap_or_else(processors);
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(one)).collect();
        let mut threads = threads.into_iter();
        threads.try_for_each(|thread| thread.join().expect("panics are caught"))
    })?;
    let Found { counts, faults } = found.into_inner().expect("no thread panics");
    let Counts {
        invalid,
        copied,
        filtered,
        refused,
        errors,
        validated,
        larger,
        words: [wanted, is],
    } = counts;
    println!(
        "{} modules, {invalid} of them not valid; {copied} specializations copied, {filtered} filtered, {refused} refused, {errors} \
         errors; validated {validated} times\n{is} words copied, where the filter writes {wanted}; {larger} times more blocks",
        args.count
    );
    print!("{}", faults.table());
    println!("{} faults of {} kinds", faults.count(), faults.kinds());
    Ok(ExitCode::from(u8::from(faults.kinds() > 0)))
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.invalid += other.invalid;
        self.copied += other.copied;
        self.filtered += other.filtered;
        self.refused += other.refused;
        self.errors += other.errors;
        self.validated += other.validated;
        self.larger += other.larger;
        self.words[0] += other.words[0];
        self.words[1] += other.words[1];
    }
}

fn save(folder: &Path, seed: u64, words: &[u32]) -> Result<()> {
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join(format!("{seed}.spv")), to_bytes(words)))
        .with_context(|| folder.display().to_string())
}

/// The module of a seed.
fn module(modules: &[Input], seed: u64, random: &mut Random) -> Input {
    let (name, mut words) = match random.percent(50) {
        true => (
            "generated".to_owned(),
            generate::module(random.bits(), shape(random)).words,
        ),
        false => {
            let module = &modules[random.below(modules.len())];
            (module.path.display().to_string(), module.words.clone())
        }
    };
    if random.percent(85) {
        let opening = Opening {
            constants: random.choose(&[0, 10, 40]),
            branches: random.choose(&[0, 30, 80, 100]),
            loops: random.percent(70),
        };
        open(&mut words, random, opening);
    }
    if random.percent(10) {
        mutate_ids(&mut words, random);
    }
    Input {
        path: format!("{seed} of {name}").into(),
        words,
    }
}

fn shape(random: &mut Random) -> Shape {
    let memory = Memory {
        descriptor_arrays: random.percent(30),
        spirv_1_5: random.percent(60),
        pointer_parameters: random.percent(30),
        composite_values: random.percent(30),
        ..Memory::default()
    };
    Shape {
        constructs: 14,
        wide_selectors: random.percent(25),
        other_widths: random.percent(50),
        guarded_int64: random.percent(25),
        shuffled_blocks: random.percent(40),
        typed_constants: random.percent(50),
        memory: random.percent(40).then_some(memory),
        ..Shape::default()
    }
}

/// Memory that each module finds as the one before has left it.
#[derive(Default)]
struct Scratches {
    base: Scratch,
    filter: Scratch,
    one: Scratch,
}

fn examine(
    input: &Input,
    random: &mut Random,
    validator: &Validator,
    scratches: &mut Scratches,
    counts: &mut Counts,
) -> Vec<Fault> {
    let name = random.choose(&CHOSEN);
    let target = Target::built_in(name).expect("a built-in device");
    let is_valid = inputs::Class::of(&input.words, validator) == inputs::Class::Vulkan;
    counts.invalid += usize::from(!is_valid);
    let options = Options {
        spec: random.choose(&[SpecMode::Bake, SpecMode::Bake, SpecMode::Freeze]),
        strip: random.choose(&[Strip::Nothing, Strip::All]),
        spec_names: random.percent(40),
        allow: random.choose(&[Allow::NONE, Allow::NONE, Allow::LIMITS]),
        ..Options::default()
    };
    let Ok(module) = Module::scan(&input.words, &options.limits) else {
        return Vec::new();
    };
    let mut one = specialization_constants(&module);
    one.sort_by_key(|constant| constant.spec_id);
    one.dedup_by_key(|constant| constant.spec_id);
    let fixed = match random.percent(20) {
        true => values(&one, 10, random),
        false => Vec::new(),
    };
    one.retain(|constant| fixed.iter().all(|fixed| fixed.0 != constant.spec_id));
    let options = Options {
        constants: fixed,
        spec_base: options.spec_base.filter(|_| options.spec_names),
        ..options
    };
    let sets: Vec<_> = [0, 100, 100, 50, 30]
        .map(|share| values(&one, share, random))
        .into();
    let mut faults = Vec::new();
    let mut fault = |what: String, given: &[(u32, u64)]| {
        // What is not valid only has to cause no panic and to take no time.
        if !is_valid && !what.starts_with("panicked") && !what.starts_with(SLOW) {
            return;
        }
        let what = format!("{what}\n{given:?}, {options:?}");
        faults.push(Fault::new(
            Kind::Specialization,
            what,
            input,
            name,
            OptionSet::Default,
            1,
        ));
    };
    let check = Check {
        module: &module,
        target: &target,
        options: &options,
        validator: is_valid.then_some(validator),
    };
    let ran = catch_unwind(AssertUnwindSafe(|| {
        check.all(&sets, scratches, counts, &mut fault)
    }));
    if ran.is_err() {
        *scratches = Scratches::default();
        fault(work::last_panic(), &[]);
    }
    faults
}

/// Values for some of the constants.
fn values(constants: &[SpecConstant], share: u32, random: &mut Random) -> Vec<(u32, u64)> {
    let mut given = Vec::new();
    for constant in constants {
        if !random.percent(share) {
            continue;
        }
        let mask = u64::MAX >> (64 - constant.width.clamp(1, 64));
        let bits = match (constant.kind, random.below(6)) {
            (SpecKind::Bool, _) => random.bits() & 1,
            (_, 0 | 1) => constant.default,
            (SpecKind::Float, _) => random.bits() & mask,
            (SpecKind::Signed, 2) => mask,
            (_, 2) => constant.default.wrapping_add(1) & mask,
            (_, 3) => u64::from(random.word()) & mask,
            _ => 1 + random.below(6) as u64,
        };
        given.push((constant.spec_id, bits));
    }
    given
}

/// The instructions of a module, by their results.
fn defs(words: &[u32]) -> HashMap<u32, &[u32]> {
    let starts = starts(words).into_iter();
    let defs = starts.filter_map(|at| Some((result(words, at)?, &words[range(words, at)])));
    defs.collect()
}

struct Check<'a> {
    module: &'a Module<'a>,
    target: &'a Target,
    options: &'a Options,
    /// None for a module that is not valid.
    validator: Option<&'a Validator>,
}

/// Takes what is wrong, and the values.
type Report<'f> = &'f mut dyn FnMut(String, &[(u32, u64)]);

/// A result, without what it borrows.
type Ran = std::result::Result<Option<Vec<u32>>, Error>;

fn owned(outcome: std::result::Result<Outcome<'_>, Error>) -> Ran {
    Ok(match outcome? {
        Outcome::Unchanged(words) | Outcome::Rewritten(words) => Some(words.to_vec()),
        Outcome::Unsupported => None,
    })
}

impl Check<'_> {
    fn all(
        &self,
        sets: &[Vec<(u32, u64)>],
        scratches: &mut Scratches,
        counts: &mut Counts,
        fault: Report<'_>,
    ) {
        let Self {
            module,
            target,
            options,
            ..
        } = *self;
        let base = owned(filter(module, target, options, &mut scratches.filter));
        let specializer = match Specializer::new(module, target, options, &mut scratches.base) {
            Ok(specializer) => specializer,
            Err(error) => {
                if base != Err(error) {
                    fault(format!("new: {error}, but {:?}", base.map(|_| ())), &[]);
                }
                return;
            }
        };
        for given in sets {
            let all = Options {
                constants: [&options.constants[..], given].concat(),
                ..options.clone()
            };
            let start = Instant::now();
            let wanted = owned(filter(module, target, &all, &mut scratches.filter));
            let filter_took = start.elapsed();
            let start = Instant::now();
            let is = owned(specializer.specialize(given, &mut scratches.one));
            let mut took = start.elapsed();
            if took > MEASURABLE {
                // Measured again, since the machine may be busy.
                let start = Instant::now();
                let _ = specializer.specialize(given, &mut scratches.one);
                took = took.min(start.elapsed());
            }
            let anew = owned(specializer.specialize(given, &mut Scratch::new()));
            if is != anew {
                fault("another result with another scratch".into(), given);
            }
            if took > MEASURABLE && took > SLOWER * filter_took {
                fault(
                    format!("{SLOW} {took:?}, the filter {filter_took:?}"),
                    given,
                );
            }
            let (wanted, is) = match (wanted, is) {
                (Err(wanted), Err(is)) => {
                    counts.errors += 1;
                    if wanted.kind() != is.kind() {
                        fault(format!("{is} instead of {wanted}"), given);
                    }
                    continue;
                }
                (Ok(None), Ok(None)) => {
                    counts.refused += 1;
                    continue;
                }
                (Ok(Some(wanted)), Ok(Some(is))) => (wanted, is),
                (Ok(_), Err(is))
                    if is.kind() == ErrorKind::ConflictingConstant && options.spec_names =>
                {
                    // The device sets it for all.
                    counts.errors += 1;
                    continue;
                }
                (wanted, is) => {
                    let said = |result: Ran| match result {
                        Ok(Some(_)) => "accepted".to_owned(),
                        Ok(None) => "refused".to_owned(),
                        Err(error) => error.to_string(),
                    };
                    let mut why = String::new();
                    if matches!(wanted, Ok(None)) {
                        let report = scratches.filter.report(module, target, &all);
                        let blocking = report.unsupported.iter().find(|need| need.blocking);
                        why = blocking
                            .map_or(why, |one| format!(": {} needs {}", one.opcode, one.need));
                    }
                    fault(
                        format!("{} instead of {}{why}", said(is), said(wanted)),
                        given,
                    );
                    continue;
                }
            };
            if specializer.filters() {
                counts.filtered += 1;
                if wanted != is {
                    fault("filtered, but to something else".into(), given);
                }
                continue;
            }
            counts.copied += 1;
            counts.words[0] += wanted.len();
            counts.words[1] += is.len();
            if let Some(what) = self.compare(&wanted, &is, counts) {
                fault(what, given);
            }
            // Where sizes exceed limits, the filter has the last word.
            if is != wanted {
                self.again(&wanted, &is, given, scratches, fault);
            }
            if let Some(validator) = self.validator {
                let arguments = validator::arguments(target);
                counts.validated += 1;
                if let Err(why) = validator.ask(&to_bytes(&is), &arguments) {
                    // Some values are none that a pipeline can have, such as a length of 0.
                    let is_length = why.contains("must be at least 1");
                    if !is_length && validator.ask(&to_bytes(&wanted), &arguments).is_ok() {
                        fault(why, given);
                    }
                }
            }
        }
    }

    /// Compares the constants with those that the filter writes, where the module has them with a type that the target keeps.
    fn compare(&self, wanted: &[u32], is: &[u32], counts: &mut Counts) -> Option<String> {
        let module = self.module.words();
        let (all, mine, types) = (defs(wanted), defs(is), defs(module));
        let plain = |ty: u32| {
            let ty = types.get(&ty).copied().unwrap_or_default();
            matches!(ty, [_, _] | [_, _, 32, ..])
        };
        let kind = |opcode: u16| match opcode {
            op::OpConstant | op::OpConstantTrue | op::OpConstantFalse => Some(false),
            op::OpSpecConstant | op::OpSpecConstantTrue | op::OpSpecConstantFalse => Some(true),
            _ => None,
        };
        let labels = |words: &[u32]| {
            let starts = starts(words).into_iter();
            starts
                .filter(|&at| opcode(words, at) == op::OpLabel)
                .count()
        };
        counts.larger += usize::from(labels(is) > labels(wanted));
        for (id, &one) in &mine {
            let (Some(&other), Some(&from)) = (all.get(id), types.get(id)) else {
                continue;
            };
            let open = kind(one[0] as u16);
            if open.is_none() || kind(other[0] as u16).is_none() {
                continue;
            }
            let converted = kind(from[0] as u16).is_none() && !plain(from[1]);
            if one.len() != other.len()
                || one[0] != other[0]
                || !converted && one[3..] != other[3..]
            {
                return Some(format!("a constant differs: {one:?} instead of {other:?}"));
            }
        }
        None
    }

    /// Filters and specializes a specialization: but for capabilities and extensions that it needs no more, it stays what it is.
    fn again(
        &self,
        wanted: &[u32],
        is: &[u32],
        given: &[(u32, u64)],
        scratches: &mut Scratches,
        fault: Report<'_>,
    ) {
        let options = Options {
            strip: Strip::Nothing,
            constants: Vec::new(),
            ..self.options.clone()
        };
        let module = match Module::scan(is, &options.limits) {
            Ok(module) => module,
            Err(error) => return fault(format!("no module: {error}"), given),
        };
        let scratch = &mut scratches.filter;
        match owned(filter(&module, self.target, &options, scratch)) {
            Ok(Some(words)) if body(&words) == body(is) => {}
            // What exceeds a limit may be written anew.
            Ok(Some(_)) => {
                let stays = Module::scan(wanted, &options.limits).is_ok_and(|module| {
                    let again = owned(filter(&module, self.target, &options, scratch));
                    matches!(again, Ok(Some(again)) if body(&again) == body(wanted))
                });
                if stays {
                    fault("the filter changes it".into(), given);
                }
                return;
            }
            Ok(None) => return fault("the filter refuses it".into(), given),
            Err(error) => {
                return fault(format!("the filter calls it malformed: {error}"), given);
            }
        }
        match Specializer::new(&module, self.target, &options, &mut scratches.base) {
            Ok(second) if self.options.spec != SpecMode::Freeze => {
                if body(second.base()) != body(is) {
                    fault("a second specializer takes something away".into(), given);
                }
                let same = owned(second.specialize(given, &mut scratches.one));
                if same != Ok(Some(second.base().to_vec())) {
                    fault("the second time, it changes".into(), given);
                }
            }
            Ok(_) => {}
            Err(error) => fault(format!("no second specializer: {error}"), given),
        }
    }
}

/// A module's words behind its capabilities and extensions.
fn body(words: &[u32]) -> &[u32] {
    let mut starts = starts(words).into_iter();
    let declares = |at: &usize| matches!(opcode(words, *at), op::OpCapability | op::OpExtension);
    &words[starts.find(|at| !declares(at)).unwrap_or(0)..]
}
