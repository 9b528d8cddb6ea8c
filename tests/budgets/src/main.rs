//! Instruction budgets: how many machine instructions each path of the filter executes for fixed modules, compared with the blessed
//! table in `docs/budgets.md`.
//!
//! ```text
//! cargo run --release -p sos-budgets              count, and fail where a number differs by more than the margin
//! cargo run --release -p sos-budgets -- --bless   write the table
//! ```
//!
//! Times on a shared machine vary by more than a change costs, so that speed is lost a few per cent at a time and nobody sees it. The
//! number of instructions is nearly the same on every run (0.3 %: where the system puts memory differs). Valgrind's tool Callgrind counts it: this program runs itself under it, with
//! [`measure::MEASURE`] as its argument, and the counter runs only inside one function, which leaves a number behind each time it returns.
//!
//! A count that has become smaller fails as well: without a lower number in the table, the next change could use up what this one has
//! saved. Numbers depend on the compiler, so the table names its version; with another one nothing is judged, and the exit status is
//! [`OTHER_COMPILER`].
//!
//! The crate `gungraun` (once `iai-callgrind`) drives Callgrind as well. It wants a second program, of the same version as the crate,
//! to be compiled and installed, runs one process for each number, and has its limits in the source or in the last run's files, not in a
//! table that people read.

mod callgrind;
mod measure;
mod rows;
mod table;

use std::process::{Command, ExitCode};

use table::Table;

/// The exit status if the numbers in the table are those of another compiler.
const OTHER_COMPILER: u8 = 77;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [measure::MEASURE] => {
            measure::all();
            Ok(ExitCode::SUCCESS)
        }
        [] => compare(),
        ["--bless"] => bless(),
        _ => Err("usage: sos-budgets [--bless]".to_owned()),
    };
    result.unwrap_or_else(|why| {
        eprintln!("error: {why}");
        ExitCode::from(2)
    })
}

/// The compiler's version, such as `rustc 1.85.0`.
fn compiler() -> Result<String, String> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(program).arg("--version").output();
    let output = output.map_err(|why| format!("the compiler's version: {why}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    Ok(words.join(" "))
}

fn counted() -> Result<Table, String> {
    let instructions = callgrind::counts()?.into_iter();
    let counts = instructions.zip(measure::sizes());
    Ok(Table {
        compiler: compiler()?,
        counts: counts
            .map(|(instructions, sizes)| table::Count {
                instructions,
                output: sizes.output,
            })
            .collect(),
    })
}

fn compare() -> Result<ExitCode, String> {
    let (blessed, counted) = (Table::read()?, counted()?);
    let differences = counted.differences(&blessed);
    print!("{}", counted.summary(&blessed));
    for difference in &differences {
        println!("{difference}");
    }
    if counted.compiler != blessed.compiler {
        println!(
            "the table is for {}, and this is {}: nothing is judged",
            blessed.compiler, counted.compiler
        );
        return Ok(ExitCode::from(OTHER_COMPILER));
    }
    if differences.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "{} numbers are not within {} % of docs/budgets.md. What needs more says why in its commit and blesses it: \
         cargo run --release -p sos-budgets -- --bless",
        differences.len(),
        table::MARGIN_PERCENT
    );
    Ok(ExitCode::FAILURE)
}

fn bless() -> Result<ExitCode, String> {
    let counted = counted()?;
    if let Ok(blessed) = Table::read() {
        print!("{}", counted.summary(&blessed));
    }
    counted.write()?;
    Ok(ExitCode::SUCCESS)
}
