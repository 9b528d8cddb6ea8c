//! Vendors' cross-lane instructions, run: each lowered for a driver that does not have it, and compared bit by bit with
//! [`sos_tests::lanes`].
//!
//! Every instruction runs with every operand type that it takes, in uniform control flow, in both branches of a condition
//! that differs between invocations, in a loop that each invocation leaves after another number of rounds, and in a
//! function that some invocations leave early. Subgroups of all sorts of active invocations come up, the empty and the
//! full one among them. The extensions are hidden from the target where the driver has them. Each test prints what was
//! compared; `docs/cross-lane.md` keeps these tables.
//!
//! - [`types`]: operand types and how their values reach the shader and come back.
//! - [`flow`]: the control flow around the instructions, in GLSL and on paper.
//! - [`cases`]: the instructions, in GLSL and on paper.
//! - [`run`]: writes the shader, filters it, runs it and compares.
//! - [`wide`]: subgroups of sizes that no driver here has, on paper.

mod cases;
mod flow;
mod run;
mod types;
mod wide;

use std::collections::BTreeMap;

use cases::Case;
use flow::FLOWS;
use run::{Bench, Count};
use sos_tests::driver::EXECUTING;
use sos_tests::{driver, tools};
use types::{Type, TYPES};

/// A column of the table: a driver, and whether it runs the module as written instead of what the filter makes of it.
#[derive(Clone, Copy)]
struct Column {
    driver: &'static str,
    native: bool,
    /// The fewest shaders that must run, by type and control flow.
    least: usize,
}

const fn lowered(driver: &'static str, least: usize) -> Column {
    Column {
        driver,
        native: false,
        least,
    }
}

/// Compared invocations by instruction, and by column and control flow.
type Table = BTreeMap<&'static str, Vec<[Count; FLOWS.len()]>>;

/// Runs a family of instructions and prints the table.
fn prove(family: &str, hidden: &[&str], cases: fn(Type) -> Vec<Case>, columns: &[Column]) {
    let Some(tools) = tools() else { return };
    let mut table = Table::new();
    let mut refused = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let Some(driver) = driver(column.driver) else {
            return;
        };
        let mut bench = Bench::new(tools, &driver, if column.native { &[] } else { hidden });
        let mut ran = 0;
        for ty in TYPES {
            let mut counts = Vec::new();
            for flow in FLOWS {
                let takes = |case: &Case| flow.is_uniform() || !case.uniform_only;
                let cases: Vec<_> = cases(ty).into_iter().filter(takes).collect();
                if !cases.is_empty() {
                    counts.push(bench.run(ty, flow, &cases, column.native));
                }
                for (case, count) in cases
                    .iter()
                    .zip(counts.last().into_iter().flatten().flatten())
                {
                    let row = table.entry(case.name);
                    let row = row.or_insert_with(|| vec![Default::default(); columns.len()]);
                    row[number][flow as usize].add(*count);
                }
            }
            ran += counts.iter().flatten().count();
            if let Some(Err(reason)) = counts.first() {
                refused.push(format!("{}, {}: {reason}", column.driver, ty.glsl));
            }
        }
        assert!(
            ran >= column.least,
            "{family} ran {ran} shaders on {}",
            column.driver
        );
    }
    print(family, &table, columns, &refused);
}

fn print(family: &str, table: &Table, columns: &[Column], refused: &[String]) {
    println!("\n### {family}\n");
    let name = |column: &Column, flow: &flow::Flow| {
        let native = if column.native { " native" } else { "" };
        format!("{}{native}, {}", column.driver, flow.name())
    };
    let heads = columns
        .iter()
        .flat_map(|column| FLOWS.iter().map(move |flow| name(column, flow)));
    println!(
        "| instruction | {} |",
        heads.collect::<Vec<_>>().join(" | ")
    );
    println!("|---|{}", "---:|".repeat(columns.len() * FLOWS.len()));
    for (name, row) in table {
        let cells: Vec<_> = row.iter().flatten().map(Count::to_string).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
    for line in refused {
        println!("\nNot run: {line}");
    }
}

#[test]
fn amd_group_arithmetic() {
    prove(
        "Group arithmetic of SPV_AMD_shader_ballot",
        &["VK_AMD_shader_ballot"],
        cases::amd_arithmetic,
        &[lowered(EXECUTING[0], 36), lowered(EXECUTING[1], 16)],
    );
}

#[test]
fn amd_invocations() {
    prove(
        "Reads and writes of SPV_AMD_shader_ballot",
        &["VK_AMD_shader_ballot"],
        cases::amd_reads,
        &[lowered(EXECUTING[0], 28), lowered(EXECUTING[1], 24)],
    );
}

#[test]
fn khr_ballot_and_vote() {
    let native = Column {
        driver: EXECUTING[0],
        native: true,
        least: 12,
    };
    prove(
        "SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote",
        &[
            "VK_EXT_shader_subgroup_ballot",
            "VK_EXT_shader_subgroup_vote",
        ],
        cases::khr,
        &[native, lowered(EXECUTING[0], 12), lowered(EXECUTING[1], 12)],
    );
}

#[test]
fn collective_instructions() {
    prove(
        "Collective group instructions at subgroup scope",
        &["VK_AMD_shader_ballot"],
        cases::collective,
        &[lowered(EXECUTING[0], 11), lowered(EXECUTING[1], 6)],
    );
}

#[test]
fn intel_shuffles() {
    prove(
        "Shuffles of SPV_INTEL_subgroups",
        &[],
        cases::intel,
        &[lowered(EXECUTING[0], 16), lowered(EXECUTING[1], 8)],
    );
}

#[test]
fn subgroups_of_every_size() {
    let Some(tools) = tools() else { return };
    let compared = wide::prove(tools);
    println!("\n### Other sizes of subgroups, on paper\n");
    println!("| invocations in a subgroup | results compared |\n|---:|---:|");
    for (size, equal) in compared {
        assert!(equal > 0);
        println!("| {size} | {equal} |");
    }
}
