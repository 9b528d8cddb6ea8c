//! The filter on modules in which ids were replaced ([`mutate_ids`]): no call may panic, and none may take longer than a whole
//! module of that size could need. A fault names the seed, from which everything follows, and the module is saved.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
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
    let configurations = configurations();
    work::record_panics();
    let (next, found) = (AtomicU64::new(args.seed), Mutex::new(Found::default()));
    let start = Instant::now();
    let one = || -> Result<()> {
        let mut runner = FilterRunner::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= args.seed.saturating_add(args.count) {
                return Ok(());
            }
            let mut random = Random::new(seed);
            let module = &modules[random.below(modules.len())];
            let configuration = &configurations[random.below(configurations.len())];
            let mut words = module.words.clone();
            mutate_ids(&mut words, &mut random);
            let (took, panic) = call(&mut runner, &words, configuration, seed % DESCRIBED == 0);
            let what = format!(
                "seed {seed}, {} words, {} on {}",
                words.len(),
                module.path.display(),
                configuration.name
            );
            let fault = panic.or_else(|| (took > LONGEST).then(|| format!("it took {took:?}")));
            let mut found = found.lock().expect("no thread panics");
            if let Some(fault) = fault {
                found.faults += 1;
                std::fs::create_dir_all(&args.save)
                    .and_then(|()| {
                        let name = format!("{seed}.spv");
                        std::fs::write(args.save.join(name), to_bytes(&words))
                    })
                    .with_context(|| args.save.display().to_string())?;
                println!("{what}: {fault}");
            }
            if took > found.longest.0 {
                found.longest = (took, what);
            }
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let jobs = args.jobs.unwrap_or_else(processors);
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(one)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("panics are caught"))
    })?;
    let Found { longest, faults } = found.into_inner().expect("no thread panics");
    println!(
        "{} mutants of {} modules in {} s; the longest call took {:?}: {}",
        args.count,
        modules.len(),
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
    let mut once = || {
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
    };
    // Measured twice, since the machine may be suspended for a while.
    match once() {
        (took, None) if took > LONGEST => once(),
        ran => ran,
    }
}
