//! The blessed table: `docs/budgets.md`, read and written.

use std::fmt::Write as _;
use std::fs;

use crate::measure::{root, sizes};
use crate::rows::ROWS;

/// By how much a number may differ from the blessed one, in per cent.
pub(crate) const MARGIN_PERCENT: u64 = 2;

/// Where the table is, from the workspace's root.
const FILE: &str = "docs/budgets.md";

/// What stands before the compiler's version.
const COMPILED: &str = "Compiled by ";

const HEAD: &str = "\
# Instruction budgets

How many machine instructions the filter executes for one module, once its memory is warm: scan, filter, and for a refusal the report. Callgrind
counts them, so that two runs differ by no more than 0.3 %. `cargo run --release -p sos-budgets` counts again and fails where a number
differs from this table by more than 2 %, in either direction; `scripts/test` runs it. A change that needs more says why in its commit and
blesses the table with `-- --bless`; one that needs less does the same, so that the next cannot use up what it has saved. The number of words
of the output may not differ at all: a driver reads each of them.

Where the module is a folder, the numbers are those of all modules in it that take the path, together.

";

/// The numbers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) instructions: u64,
    /// The words of the output.
    pub(crate) output: u64,
}

/// Numbers for each row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The compiler's version.
    pub(crate) compiler: String,
    /// In the order of [`ROWS`].
    pub(crate) counts: Vec<Count>,
}

impl Table {
    /// Reads the blessed table.
    ///
    /// # Errors
    /// The file cannot be read, or its rows are not [`ROWS`].
    pub(crate) fn read() -> Result<Self, String> {
        let text = fs::read_to_string(root().join(FILE)).map_err(|why| format!("{FILE}: {why}"))?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let compiler = text.lines().find_map(|line| line.strip_prefix(COMPILED));
        let compiler = compiler.ok_or_else(|| format!("{FILE} does not name a compiler"))?;
        let mut lines = text.lines().filter(|line| line.starts_with("| "));
        // The head of the table; the line below it has no space.
        lines.next();
        let mut counts = Vec::new();
        for row in ROWS {
            let line = lines.next().unwrap_or_default();
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [path, module, device, instructions, _, output] = cells[..] else {
                return Err(format!("{FILE} has no line for {row}; --bless writes it"));
            };
            if format!("{path}: {module} for {device}") != row.to_string() {
                return Err(format!(
                    "{FILE} has {path}: {module} for {device} in the place of {row}; --bless writes it"
                ));
            }
            counts.push(Count {
                instructions: number(instructions)?,
                output: number(output)?,
            });
        }
        match lines.next() {
            Some(line) => Err(format!("nothing is counted for {line} in {FILE}")),
            None => Ok(Self {
                compiler: compiler.trim_end_matches('.').to_owned(),
                counts,
            }),
        }
    }

    /// Writes this table as the blessed one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&self) -> Result<(), String> {
        let inputs: Vec<u64> = sizes().iter().map(|sizes| sizes.input).collect();
        fs::write(root().join(FILE), self.text(&inputs)).map_err(|why| format!("{FILE}: {why}"))
    }

    /// The page; `inputs` are the words of each row's modules.
    fn text(&self, inputs: &[u64]) -> String {
        let mut text = format!("{HEAD}{COMPILED}{}.\n\n", self.compiler);
        text.push_str(
            "| path | module | device | instructions | an input word | output words |\n|---|---|---|---:|---:|---:|\n",
        );
        for ((row, count), input) in ROWS.iter().zip(&self.counts).zip(inputs) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                row.path.name(),
                row.module,
                row.device,
                grouped(count.instructions),
                count.instructions / input.max(&1),
                grouped(count.output)
            );
        }
        text
    }

    /// The rows that differ from the blessed ones, by more than the margin where there is one, in sentences.
    pub(crate) fn differences(&self, blessed: &Self) -> Vec<String> {
        let mut said = Vec::new();
        for ((is, was), row) in self.counts.iter().zip(&blessed.counts).zip(ROWS) {
            let (now, before) = (is.instructions, was.instructions);
            if now.abs_diff(before) * 100 > before * MARGIN_PERCENT {
                said.push(format!(
                    "{row}: {} instructions, {} blessed ({})",
                    grouped(now),
                    grouped(before),
                    change(now, before)
                ));
            }
            if is.output != was.output {
                said.push(format!(
                    "{row}: {} words of output, {} blessed",
                    grouped(is.output),
                    grouped(was.output)
                ));
            }
        }
        said
    }

    /// A line for each path: the sum of its numbers, and by how much it differs from the blessed sum.
    pub(crate) fn summary(&self, blessed: &Self) -> String {
        let mut text = String::new();
        let mut sums: Vec<(&str, u64, u64)> = Vec::new();
        for ((is, was), row) in self.counts.iter().zip(&blessed.counts).zip(ROWS) {
            let (is, was) = (is.instructions, was.instructions);
            match sums.last_mut() {
                Some((name, sum, before)) if *name == row.path.name() => {
                    *sum += is;
                    *before += was;
                }
                _ => sums.push((row.path.name(), is, was)),
            }
        }
        for (name, is, was) in sums {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{name:15} {:>12} instructions, {}",
                grouped(is),
                change(is, was)
            );
        }
        text
    }
}

/// The relative change, in per cent.
fn change(is: u64, was: u64) -> String {
    format!("{:+.2} %", (is as f64 / was as f64 - 1.0) * 100.0)
}

/// The number that is shown with its digits in groups.
fn number(shown: &str) -> Result<u64, String> {
    let digits: String = shown.chars().filter(|it| *it != ' ').collect();
    digits.parse().map_err(|_| format!("{shown} in {FILE}"))
}

/// The number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(count: u64) -> Table {
        Table {
            compiler: "rustc 1.85.0".to_owned(),
            counts: ROWS
                .iter()
                .map(|_| Count {
                    instructions: count,
                    output: 7000,
                })
                .collect(),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let table = table(1_234_567);
        let text = table.text(&[1000; ROWS.len()]);
        assert!(text.contains("| 1 234 567 | 1234 | 7 000 |"), "{text}");
        assert_eq!(Table::parse(&text).unwrap(), table);
        let shorter = text.trim_end().rsplit_once('\n').unwrap().0;
        assert!(Table::parse(shorter)
            .unwrap_err()
            .contains("has no line for"));
        let other = text.replacen("radv", "other", 1);
        assert!(Table::parse(&other)
            .unwrap_err()
            .contains("in the place of"));
        let more = format!("{text}| fold | x | y | 1 | 1 | 1 |\n");
        assert!(Table::parse(&more)
            .unwrap_err()
            .contains("nothing is counted for"));
    }

    #[test]
    fn numbers_beyond_the_margin_differ() {
        let blessed = table(1000);
        for (count, differ) in [
            (1000, false),
            (1020, false),
            (980, false),
            (1021, true),
            (979, true),
        ] {
            let differences = table(count).differences(&blessed);
            assert_eq!(
                differences.len(),
                if differ { ROWS.len() } else { 0 },
                "{count}"
            );
        }
        let slower = table(1050).differences(&blessed);
        assert!(
            slower[0].ends_with("1 050 instructions, 1 000 blessed (+5.00 %)"),
            "{}",
            slower[0]
        );
        assert!(table(1050).summary(&blessed).contains("+5.00 %"));
        let mut longer = blessed.clone();
        longer.counts[0].output += 1;
        let differences = longer.differences(&blessed);
        assert_eq!(differences.len(), 1);
        assert!(differences[0].ends_with("7 001 words of output, 7 000 blessed"));
    }
}
