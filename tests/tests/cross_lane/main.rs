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
mod core;
mod flow;
mod run;
mod types;
mod wide;

use std::collections::BTreeMap;

use cases::Case;
use flow::FLOWS;
use run::{Bench, Count, Rung};
use sos_core::target::subgroup::{BALLOT, BASIC, SHUFFLE, VOTE};
use sos_tests::driver::EXECUTING;
use sos_tests::{driver, tools};
use types::{Type, TYPES};

/// A column of the table: a driver, and what the filter is told that it has.
#[derive(Clone, Copy)]
struct Column {
    driver: &'static str,
    rung: Rung,
    /// The fewest shaders that must run, by type and control flow.
    least: usize,
}

const fn column(driver: &'static str, rung: Rung, least: usize) -> Column {
    Column {
        driver,
        rung,
        least,
    }
}

/// Compared invocations by instruction, and by column and control flow.
type Table = BTreeMap<&'static str, Vec<[Count; FLOWS.len()]>>;

/// Runs a family of instructions and prints the table.
fn prove(family: &str, cases: fn(Type) -> Vec<Case>, columns: &[Column]) {
    let Some(tools) = tools() else { return };
    let mut table = Table::new();
    let mut refused = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let Some(driver) = driver(column.driver) else {
            return;
        };
        let mut bench = Bench::new(tools, &driver, column.rung);
        let together = matches!(column.rung, Rung::Workgroup(_));
        let mut ran = 0;
        for ty in TYPES {
            let mut counts = Vec::new();
            for flow in FLOWS {
                let takes = |case: &Case| flow.is_uniform() || !(case.uniform_only || together);
                let cases: Vec<_> = cases(ty).into_iter().filter(takes).collect();
                if !cases.is_empty() {
                    counts.push(bench.run(ty, flow, &cases));
                }
                for (case, count) in cases
                    .iter()
                    .zip(counts.last().into_iter().flatten().flatten())
                {
                    let row = table.entry(case.name);
                    let row = row.or_insert_with(|| vec![Default::default(); columns.len()]);
                    let at = FLOWS.iter().position(|&other| other == flow).unwrap();
                    row[number][at].add(*count);
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
        format!("{}{}, {}", column.driver, column.rung.name(), flow.name())
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

const LAVAPIPE: &str = EXECUTING[0];
const SWIFTSHADER: &str = EXECUTING[1];
const AMD: Rung = Rung::Without(&["VK_AMD_shader_ballot"]);

#[test]
fn amd_group_arithmetic() {
    prove(
        "Group arithmetic of SPV_AMD_shader_ballot",
        cases::amd_arithmetic,
        &[
            column(LAVAPIPE, AMD, 45),
            column(SWIFTSHADER, AMD, 20),
            column(LAVAPIPE, Rung::Workgroup(64), 18),
            column(SWIFTSHADER, Rung::Workgroup(80), 8),
        ],
    );
}

#[test]
fn amd_invocations() {
    prove(
        "Reads and writes of SPV_AMD_shader_ballot",
        cases::amd_reads,
        &[
            column(LAVAPIPE, AMD, 35),
            column(SWIFTSHADER, AMD, 30),
            column(LAVAPIPE, Rung::Workgroup(96), 14),
            column(SWIFTSHADER, Rung::Workgroup(64), 12),
        ],
    );
}

#[test]
fn khr_ballot_and_vote() {
    const KHR: Rung = Rung::Without(&[
        "VK_EXT_shader_subgroup_ballot",
        "VK_EXT_shader_subgroup_vote",
    ]);
    prove(
        "SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote",
        cases::khr,
        &[
            column(LAVAPIPE, Rung::Native, 15),
            column(LAVAPIPE, KHR, 15),
            column(SWIFTSHADER, KHR, 15),
            column(LAVAPIPE, Rung::Workgroup(24), 6),
            column(SWIFTSHADER, Rung::Workgroup(64), 6),
        ],
    );
}

#[test]
fn collective_instructions() {
    prove(
        "Collective group instructions at subgroup scope",
        cases::collective,
        &[
            column(LAVAPIPE, AMD, 22),
            column(SWIFTSHADER, AMD, 12),
            column(LAVAPIPE, Rung::Workgroup(64), 22),
            column(SWIFTSHADER, Rung::Workgroup(100), 12),
        ],
    );
}

#[test]
fn intel_shuffles() {
    prove(
        "Shuffles of SPV_INTEL_subgroups",
        cases::intel,
        &[
            column(LAVAPIPE, Rung::Without(&[]), 20),
            column(SWIFTSHADER, Rung::Without(&[]), 10),
            column(LAVAPIPE, Rung::Workgroup(96), 8),
            column(SWIFTSHADER, Rung::Workgroup(64), 4),
        ],
    );
}

/// The core instructions on the rungs of the ladder, by the operations that are left.
fn core_on_rungs(driver: &'static str, rungs: &[Rung]) {
    let columns: Vec<_> = rungs.iter().map(|&rung| column(driver, rung, 5)).collect();
    prove("Core instructions by others", core::on_words, &columns);
}

#[test]
fn core_on_rungs_of_lavapipe() {
    let rungs = [
        Rung::Operations(BASIC | BALLOT | SHUFFLE),
        Rung::Operations(BASIC | BALLOT),
        Rung::Operations(BASIC | VOTE | SHUFFLE),
        Rung::Khr,
    ];
    core_on_rungs(LAVAPIPE, &rungs);
}

/// SwiftShader has no ballots and votes of Vulkan 1.0.
#[test]
fn core_on_rungs_of_swiftshader() {
    let rungs = [
        Rung::Operations(BASIC | BALLOT | SHUFFLE),
        Rung::Operations(BASIC | BALLOT),
        Rung::Operations(BASIC | VOTE | SHUFFLE),
    ];
    core_on_rungs(SWIFTSHADER, &rungs);
}

/// The core instructions where subgroups are made of workgroups: of one subgroup, of several, of one and a half, and of
/// less than a whole one.
fn core_in_workgroups(driver: &'static str, least: usize) {
    let column = |width: usize, least: usize| column(driver, Rung::Workgroup(width), least);
    let family = "Core instructions in workgroup memory";
    prove(family, core::cases, &[column(64, least)]);
    let others = [column(80, 2), column(24, 2), column(128, 2)];
    prove(family, core::on_words, &others);
}

#[test]
fn core_in_workgroups_on_lavapipe() {
    core_in_workgroups(LAVAPIPE, 10);
}

#[test]
fn core_in_workgroups_on_swiftshader() {
    core_in_workgroups(SWIFTSHADER, 10);
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
