//! Driver tests of cross-lane instructions: each is lowered for a driver that lacks it, run, and compared bit by bit with the
//! reference implementation in [`sos_tests::subgroup`].
//!
//! Every instruction is tested with every operand type that it accepts, in uniform control flow, in both branches of a
//! divergent condition, in a loop with a divergent number of iterations, and in a function with early returns. The sets of
//! active invocations range from empty to full. Extensions that a driver has are hidden from the target. Each test prints its
//! number of comparisons; `docs/cross-lane.md` contains these tables.
//!
//! - [`types`]: operand types, their values, and their loads and stores in the shader.
//! - [`flow`]: the control flow around the instructions.
//! - [`cases`] and [`core`]: the instructions and their reference results.
//! - [`run`]: generates the shader, filters it, runs it and compares.
//! - [`other_sizes`]: subgroup sizes that no driver at hand has, by the interpreter.

mod cases;
mod core;
mod flow;
mod other_sizes;
mod run;
mod types;

use std::collections::BTreeMap;

use cases::Case;
use flow::FLOWS;
use run::{Count, Runner, SubgroupSupport};
use sos_core::target::subgroup::{BALLOT, BASIC, SHUFFLE, VOTE};
use sos_tests::driver::EXECUTING;
use sos_tests::{driver, tools};
use types::{Type, TYPES};

/// A column of the table: a driver, and the subgroup support of the target.
#[derive(Clone, Copy)]
struct Column {
    driver: &'static str,
    support: SubgroupSupport,
    /// The minimum number of shaders that must run, over types and control flow.
    min_shaders: usize,
    /// Whether subgroups that are emulated are also compared in divergent control flow. Lavapipe's compiler takes minutes for
    /// what has many barriers.
    diverging: bool,
}

const fn column(driver: &'static str, support: SubgroupSupport, min_shaders: usize) -> Column {
    Column {
        driver,
        support,
        min_shaders,
        diverging: true,
    }
}

impl Column {
    /// The same in uniform control flow alone.
    const fn together(self) -> Self {
        Self {
            diverging: false,
            ..self
        }
    }
}

/// Compared invocations: by instruction, then by column, then by control flow.
type Table = BTreeMap<&'static str, Vec<[Count; FLOWS.len()]>>;

/// Tests a family of instructions and prints the table.
fn compare(family: &str, cases: fn(Type) -> Vec<Case>, columns: &[Column]) {
    let Some(tools) = tools() else { return };
    let mut table = Table::new();
    let mut refused = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let Some(driver) = driver(column.driver) else {
            return;
        };
        let mut runner = Runner::new(tools, &driver, column.support);
        let emulated = column.support.is_emulated();
        let mut ran = 0;
        for ty in TYPES {
            let mut counts = Vec::new();
            for flow in FLOWS {
                let is_included = |case: &Case| {
                    let diverging = column.diverging || !emulated;
                    let composed = column.support.has_size() || !flow.is_composed();
                    flow.is_uniform() || diverging && composed && !case.uniform_only
                };
                let cases: Vec<_> = cases(ty).into_iter().filter(is_included).collect();
                if !cases.is_empty() {
                    // A driver's compiler takes more than linear time for many barriers.
                    let most = match emulated && !flow.is_uniform() {
                        true => 6,
                        false => cases.len(),
                    };
                    let parts = cases.chunks(most);
                    let ran = parts.map(|part| runner.run(ty, flow, part));
                    let ran: Result<Vec<_>, _> = ran.collect();
                    counts.push(ran.map(|parts| parts.concat()));
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
            ran >= column.min_shaders,
            "{family} ran {ran} shaders on {}",
            column.driver
        );
    }
    print(family, &table, columns, &refused);
}

fn print(family: &str, table: &Table, columns: &[Column], refused: &[String]) {
    println!("\n### {family}\n");
    let name = |column: &Column, flow: &flow::Flow| {
        format!(
            "{}{}, {}",
            column.driver,
            column.support.name(),
            flow.name()
        )
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
const AMD: SubgroupSupport = SubgroupSupport::WithoutExtensions(&["VK_AMD_shader_ballot"]);

#[test]
fn amd_group_arithmetic_matches_the_reference() {
    compare(
        "Group arithmetic of SPV_AMD_shader_ballot",
        cases::amd_arithmetic,
        &[
            column(LAVAPIPE, AMD, 45),
            column(SWIFTSHADER, AMD, 20),
            column(LAVAPIPE, SubgroupSupport::EmulatedByWorkgroup(64), 18).together(),
            column(SWIFTSHADER, SubgroupSupport::EmulatedByWorkgroup(80), 8),
        ],
    );
}

#[test]
fn amd_swizzles_and_writes_match_the_reference() {
    compare(
        "Swizzles and writes of SPV_AMD_shader_ballot",
        cases::amd_reads,
        &[
            column(LAVAPIPE, AMD, 35),
            column(SWIFTSHADER, AMD, 30),
            column(LAVAPIPE, SubgroupSupport::EmulatedByWorkgroup(96), 14).together(),
            column(SWIFTSHADER, SubgroupSupport::EmulatedByWorkgroup(64), 12),
        ],
    );
}

#[test]
fn khr_ballot_and_vote_match_the_reference() {
    const KHR: SubgroupSupport = SubgroupSupport::WithoutExtensions(&[
        "VK_EXT_shader_subgroup_ballot",
        "VK_EXT_shader_subgroup_vote",
    ]);
    compare(
        "SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote",
        cases::khr,
        &[
            column(LAVAPIPE, SubgroupSupport::Native, 15),
            column(LAVAPIPE, KHR, 15),
            column(SWIFTSHADER, KHR, 15),
            column(LAVAPIPE, SubgroupSupport::EmulatedByWorkgroup(24), 6).together(),
            column(SWIFTSHADER, SubgroupSupport::EmulatedByWorkgroup(64), 6),
        ],
    );
}

#[test]
fn collective_instructions_match_the_reference() {
    compare(
        "Collective group instructions at subgroup scope",
        cases::collective,
        &[
            column(LAVAPIPE, AMD, 22),
            column(SWIFTSHADER, AMD, 12),
            column(LAVAPIPE, SubgroupSupport::EmulatedByWorkgroup(64), 22).together(),
            column(SWIFTSHADER, SubgroupSupport::EmulatedByWorkgroup(100), 12),
        ],
    );
}

#[test]
fn intel_shuffles_match_the_reference() {
    compare(
        "Shuffles of SPV_INTEL_subgroups",
        cases::intel,
        &[
            column(LAVAPIPE, SubgroupSupport::WithoutExtensions(&[]), 20),
            column(SWIFTSHADER, SubgroupSupport::WithoutExtensions(&[]), 10),
            column(LAVAPIPE, SubgroupSupport::EmulatedByWorkgroup(96), 8).together(),
            column(SWIFTSHADER, SubgroupSupport::EmulatedByWorkgroup(64), 4),
        ],
    );
}

/// The core instructions, lowered to the remaining operations.
fn core_with_fewer_operations(driver: &'static str, supports: &[SubgroupSupport]) {
    let columns: Vec<_> = supports
        .iter()
        .map(|&support| column(driver, support, 5))
        .collect();
    compare(
        "Core instructions by simpler ones",
        core::cases_32_bit,
        &columns,
    );
}

#[test]
fn core_with_fewer_operations_on_lavapipe() {
    let supports = [
        SubgroupSupport::Operations(BASIC | BALLOT | SHUFFLE),
        SubgroupSupport::Operations(BASIC | BALLOT),
        SubgroupSupport::Operations(BASIC | VOTE | SHUFFLE),
        SubgroupSupport::KhrBallotAndVote,
    ];
    core_with_fewer_operations(LAVAPIPE, &supports);
}

/// SwiftShader does not support SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote.
#[test]
fn core_with_fewer_operations_on_swiftshader() {
    let supports = [
        SubgroupSupport::Operations(BASIC | BALLOT | SHUFFLE),
        SubgroupSupport::Operations(BASIC | BALLOT),
        SubgroupSupport::Operations(BASIC | VOTE | SHUFFLE),
    ];
    core_with_fewer_operations(SWIFTSHADER, &supports);
}

/// The core instructions with subgroups emulated by workgroups: workgroups of exactly one subgroup, of several, of one and a
/// half, and of less than one. In divergent control flow, if `all`, or else those of less than one.
fn core_in_workgroups(driver: &'static str, all: bool) {
    let of = |width: usize, shaders: usize| {
        column(driver, SubgroupSupport::EmulatedByWorkgroup(width), shaders)
    };
    let mostly = |width: usize, shaders: usize| match all {
        true => of(width, 5 * shaders),
        false => of(width, 2 * shaders).together(),
    };
    let family = "Core instructions in workgroup memory";
    compare(family, core::cases, &[mostly(64, 5)]);
    compare(
        family,
        core::cases_32_bit,
        &[mostly(80, 1), of(24, 5), mostly(128, 1)],
    );
}

#[test]
fn core_in_workgroups_on_lavapipe() {
    core_in_workgroups(LAVAPIPE, false);
}

#[test]
fn core_in_workgroups_in_all_flows_on_lavapipe() {
    core_in_workgroups(LAVAPIPE, true);
}

#[test]
fn core_in_workgroups_on_swiftshader() {
    core_in_workgroups(SWIFTSHADER, true);
}

/// The core instructions in parts of the driver's own subgroups.
fn core_in_parts(driver: &'static str, sizes: &[u32]) {
    let columns: Vec<_> = sizes
        .iter()
        .map(|&size| column(driver, SubgroupSupport::Split(size), 5))
        .collect();
    compare(
        "Core instructions in parts of subgroups",
        core::cases,
        &columns,
    );
}

#[test]
fn core_in_parts_on_lavapipe() {
    core_in_parts(LAVAPIPE, &[2, 4]);
}

#[test]
fn core_in_parts_on_swiftshader() {
    core_in_parts(SWIFTSHADER, &[2]);
}

/// The core instructions with emulated subgroups of each size that is asked for, larger and smaller than those of the drivers.
fn core_of_each_size(driver: &'static str, support: fn(usize, u32) -> SubgroupSupport) {
    let columns = [4, 8, 16, 32, 64].map(|size| column(driver, support(72, size), 5));
    let family = "Core instructions in workgroup memory, of sizes that are asked for";
    compare(family, core::cases_32_bit, &columns);
}

#[test]
fn core_of_each_size_in_all_flows_on_lavapipe() {
    core_of_each_size(LAVAPIPE, SubgroupSupport::EmulatedOfSize);
}

#[test]
fn core_of_each_size_in_all_flows_on_swiftshader() {
    core_of_each_size(SWIFTSHADER, SubgroupSupport::EmulatedOfSize);
}

#[test]
fn core_of_each_size_in_all_flows_for_a_minimum_device_on_swiftshader() {
    core_of_each_size(SWIFTSHADER, SubgroupSupport::MinimumOfSize);
}

#[test]
fn subgroups_of_other_sizes_match_the_reference() {
    let Some(tools) = tools() else { return };
    let compared = other_sizes::compare(tools);
    println!("\n### Other subgroup sizes, by the interpreter\n");
    println!("| invocations in a subgroup | results compared |\n|---:|---:|");
    for (size, equal) in compared {
        assert!(equal > 0);
        println!("| {size} | {equal} |");
    }
}
