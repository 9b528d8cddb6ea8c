//! The filter on modules that other people's compilers wrote: `scripts/sweep` fetches them and starts this program.
//!
//! - [`collect`] looks for SPIR-V in files of any kind.
//! - [`inputs`] reads modules, and has the validator judge each.
//! - [`configurations`] are the devices and options.
//! - [`work`] filters each module for each device, validates what comes out, and filters that again.
//! - [`faults`] groups what was found, so that each kind is one row.
//! - [`specializations`] compares specializations of prepared modules with what the filter makes.
//! - [`mutants`] filters modules in which ids were replaced.

mod collect;
mod configurations;
mod faults;
mod inputs;
mod mutants;
mod specializations;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use sos_tests::tools;

use configurations::{Configurations, OptionSet};
use faults::Faults;
use inputs::Class;
use work::{Counts, Work};

/// The filter on modules of others. Exit status 1 means that faults were found.
#[derive(Parser)]
#[command(name = "sweep")]
enum Command {
    /// Write every module that is found in files of any kind below FROM to TO.
    Collect {
        /// Where to look.
        from: PathBuf,
        /// Where modules go, called by their hash.
        to: PathBuf,
    },
    /// Filter modules for devices, validate what comes out, and filter it again.
    Run(RunArgs),
    /// Filter modules of the corpus, and others, in which ids were replaced.
    Mutate(mutants::MutateArgs),
    /// Specialize modules of the corpus, others and generated ones, and compare that with what the filter makes.
    Specialize(specializations::SpecializeArgs),
}

#[derive(clap::Args)]
struct RunArgs {
    /// Modules, and folders of them.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// A device's file, or a folder of them, besides the built-in devices. May be repeated.
    #[arg(long, value_name = "PATH")]
    devices: Vec<PathBuf>,
    /// The sets of options.
    #[arg(
        long,
        value_name = "SET,...",
        value_delimiter = ',',
        value_enum,
        default_values_t = OptionSet::ALL
    )]
    options: Vec<OptionSet>,
    /// Filter each module for N devices that are chosen at random, not for all.
    #[arg(long, value_name = "N")]
    per_module: Option<usize>,
    /// The seed of that choice.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "per_module")]
    seed: u64,
    /// How many modules to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Write all that was found to a file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl RunArgs {
    /// Writes what was found so far, because a run over everything takes hours.
    fn write(
        &self,
        configurations: &Configurations,
        (counts, faults): &(Counts, Faults),
    ) -> Result<()> {
        let Some(path) = &self.json else {
            return Ok(());
        };
        let report = serde_json::json!({
            "validator": tools::validator()?.version,
            "devices": configurations.devices.len(),
            "skipped_devices": configurations.skipped,
            "counts": counts,
            "faults": faults.rows(),
        });
        let text = serde_json::to_string_pretty(&report)?;
        std::fs::write(path, text).with_context(|| path.display().to_string())
    }
}

fn main() -> Result<ExitCode> {
    match Command::parse() {
        Command::Collect { from, to } => {
            eprintln!(
                "{} modules in {}",
                collect::collect(&from, &to)?,
                to.display()
            );
            Ok(ExitCode::SUCCESS)
        }
        Command::Run(args) => run(&args),
        Command::Mutate(args) => mutants::run(&args),
        Command::Specialize(args) => specializations::run(&args),
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

fn run(args: &RunArgs) -> Result<ExitCode> {
    let validator = tools::validator()?;
    eprintln!("spirv-val, {}", validator.version);
    let configurations = Configurations::new(&args.devices, &args.options)?;
    let jobs = args.jobs.unwrap_or_else(processors);
    let modules = inputs::read(&args.paths)?;
    eprintln!(
        "{} distinct modules, {} devices, {} sets of options, {jobs} at a time",
        modules.len(),
        configurations.devices.len(),
        args.options.len(),
    );

    work::record_panics();
    let found = Mutex::new((Counts::default(), Faults::default()));
    let next = Mutex::new(modules.iter().enumerate());
    let start = Instant::now();
    let one = || {
        let mut work = Work::new(&configurations, validator);
        loop {
            let taken = next.lock().expect("no thread panics").next();
            let Some((index, module)) = taken else { break };
            let only = configurations.sample(args.per_module, args.seed, index);
            let (counts, faults) = work.examine(module, &only);
            let mut found = found.lock().expect("no thread panics");
            found.0.add(&counts);
            found.1.add(faults);
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(one)).collect();
        let mut shown = Instant::now();
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(200));
            if shown.elapsed() > Duration::from_secs(10) {
                shown = Instant::now();
                let found = found.lock().expect("no thread panics");
                eprintln!(
                    "{:5} s: {} of {} modules, {} outputs, {} faults of {} kinds",
                    start.elapsed().as_secs(),
                    found.0.modules(),
                    modules.len(),
                    found.0.outputs,
                    found.1.count(),
                    found.1.kinds(),
                );
                args.write(&configurations, &found)?;
            }
        }
        Ok(())
    })?;
    let found = found.into_inner().expect("no thread panics");
    args.write(&configurations, &found)?;
    let (counts, faults) = found;
    for skipped in &configurations.skipped {
        println!("skipped {skipped}");
    }
    println!("spirv-val, {}", validator.version);
    for class in Class::ALL {
        let count = counts.inputs[class as usize];
        println!("{count:8} modules {}", class.description());
    }
    println!("{counts}");
    print!("{}", faults.table());
    println!("{} faults of {} kinds", faults.count(), faults.kinds());
    Ok(ExitCode::from(u8::from(faults.kinds() > 0)))
}
