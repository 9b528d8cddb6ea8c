//! The filter on modules in which ids were replaced ([`mutate_ids`]): no call may panic, and none may take longer than a whole
//! module of that size could need. A fault names the seed, from which everything follows, and the module is saved.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use sos_core::words::to_bytes;
use sos_tests::corpus;
use sos_tests::hostile::{configurations, mutate_ids, Configuration, FilterRunner};
use sos_tests::random::Random;

use crate::inputs::{self, Input};
use crate::{processors, work};

/// The longest that a call may take.
const LONGEST: Duration = Duration::from_secs(2);

/// After this time a call is taken for endless.
const ENDLESS: Duration = Duration::from_secs(60);

/// A report is made for one of so many mutants.
const DESCRIBED: u64 = 8;

#[derive(clap::Args)]
pub(crate) struct MutateArgs {
    /// Modules besides those of the corpus, and folders of them.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How many mutants.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    count: u64,
    /// The seed of the first mutant; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Where modules go on which the filter panics or takes too long.
    #[arg(long, value_name = "DIR", default_value = "target/mutants")]
    save: PathBuf,
    /// How many mutants to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// The modules and the configurations among which a seed chooses.
struct Choices {
    modules: Vec<Input>,
    configurations: Vec<Configuration>,
}

impl Choices {
    /// The mutant of a seed, its configuration, and how messages name it.
    fn mutant(&self, seed: u64) -> (Vec<u32>, &Configuration, String) {
        let mut random = Random::new(seed);
        let module = &self.modules[random.below(self.modules.len())];
        let configuration = &self.configurations[random.below(self.configurations.len())];
        let mut words = module.words.clone();
        mutate_ids(&mut words, &mut random);
        let name = format!(
            "seed {seed}, {} words, {} on {}",
            words.len(),
            module.path.display(),
            configuration.name
        );
        (words, configuration, name)
    }

    /// Reports a fault, and saves the module.
    fn fault(&self, seed: u64, why: &str, folder: &Path) -> Result<()> {
        let (words, _, name) = self.mutant(seed);
        println!("{name}: {why}");
        let file = folder.join(format!("{seed}.spv"));
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(file, to_bytes(&words)))
            .with_context(|| folder.display().to_string())
    }
}

/// What was found.
#[derive(Default)]
struct Found {
    longest: (Duration, String),
    faults: usize,
}

/// # Errors
/// A module cannot be read or saved.
pub(crate) fn run(args: &MutateArgs) -> Result<ExitCode> {
    let corpus = corpus::shaders("").into_iter().map(|shader| Input {
        path: shader.name.into(),
        words: shader.words,
    });
    let mut modules: Vec<Input> = corpus.collect();
    if !args.paths.is_empty() {
        modules.extend(inputs::read(&args.paths)?);
    }
    let choices = Choices {
        modules,
        configurations: configurations(),
    };
    work::record_panics();
    let (next, found) = (AtomicU64::new(args.seed), Mutex::new(Found::default()));
    let found = || found.lock().expect("no thread panics");
    let start = Instant::now();
    // Of each thread: the seed that it works on, and since when.
    let jobs = args.jobs.unwrap_or_else(processors);
    let working: Vec<Mutex<Option<(u64, Instant)>>> = (0..jobs).map(|_| Mutex::default()).collect();
    let one = |on: &Mutex<Option<(u64, Instant)>>| -> Result<()> {
        let mut runner = FilterRunner::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= args.seed.saturating_add(args.count) {
                return Ok(());
            }
            let (words, configuration, name) = choices.mutant(seed);
            let mut once = || {
                *on.lock().expect("no thread panics") = Some((seed, Instant::now()));
                let called = call(&mut runner, &words, configuration, seed % DESCRIBED == 0);
                *on.lock().expect("no thread panics") = None;
                called
            };
            let (mut took, mut panic) = once();
            // Measured again, since the machine may be busy.
            if took > found().longest.0 && panic.is_none() {
                let again = once();
                (took, panic) = (took.min(again.0), again.1);
            }
            let why = panic.or_else(|| (took > LONGEST).then(|| format!("it took {took:?}")));
            if let Some(why) = why {
                found().faults += 1;
                choices.fault(seed, &why, &args.save)?;
            }
            let mut found = found();
            if took > found.longest.0 {
                found.longest = (took, name);
            }
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let threads = working.iter().map(|on| scope.spawn(move || one(on)));
        let threads: Vec<_> = threads.collect();
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(50));
            for on in &working {
                let on = *on.lock().expect("no thread panics");
                if let Some((seed, _)) = on.filter(|on| on.1.elapsed() > ENDLESS) {
                    choices.fault(seed, "it does not end", &args.save)?;
                    std::process::exit(1);
                }
            }
        }
        let mut threads = threads.into_iter();
        threads.try_for_each(|thread| thread.join().expect("panics are caught"))
    })?;
    let Found { longest, faults } = std::mem::take(&mut *found());
    println!(
        "{} mutants of {} modules in {} s; the longest call took {:?}: {}",
        args.count,
        choices.modules.len(),
        start.elapsed().as_secs(),
        longest.0,
        longest.1
    );
    println!("{faults} faults, saved in {}", args.save.display());
    Ok(ExitCode::from(u8::from(faults > 0)))
}

/// Filters a module, and makes a report if asked to. Returns how long that took, and the message if it panicked.
fn call(
    runner: &mut FilterRunner,
    words: &[u32],
    configuration: &Configuration,
    describe: bool,
) -> (Duration, Option<String>) {
    let start = Instant::now();
    let ran = catch_unwind(AssertUnwindSafe(|| {
        runner.run(words, configuration);
        if describe {
            runner.describe(words, configuration);
        }
    }));
    if ran.is_err() {
        *runner = FilterRunner::default();
    }
    (start.elapsed(), ran.err().map(|_| work::last_panic()))
}
