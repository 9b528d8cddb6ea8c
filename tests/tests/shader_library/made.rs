//! The library on devices without operations on subgroups: on subgroups that the output makes in workgroup memory, of the
//! size that it chooses, against the same subgroup on paper.
//!
//! All invocations make each call, since only where all of a workgroup come is such a subgroup made.

use sos_core::{Options, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::{driver, tools, Session};

use super::calls::{calls, Lane, Type, TYPES};
use super::{compare, compile, operands, run, source_of, Count, Language, WIDTHS};

/// Invocations of a workgroup, and of the subgroups that are made of it.
const SIZES: [(usize, usize); 2] = [(64, 64), (128, 32)];

fn library(name: &str, language: Language) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = Target::built_in("vulkan-1.0").unwrap();
    let mut total = Count::default();
    let each = TYPES
        .into_iter()
        .flat_map(|ty| WIDTHS.map(|width| (ty, width)));
    // The two languages' sources stand side by side, and types differ in what combines them alone.
    let chosen = each.filter(|&(ty, _)| language == Language::Glsl || ty == Type::Uint);
    for (ty, width) in chosen {
        let calls = calls(ty, width);
        let all = |lane: Lane| Lane {
            active: true,
            ..lane
        };
        let operands: Vec<Lane> = operands(ty, width).into_iter().map(all).collect();
        for (group, size) in SIZES {
            if group != size && (ty, width) != (Type::Int, 32) {
                continue;
            }
            let what = format!("{language:?} {ty:?} {width} on {name}, {size} of {group}");
            let words = compile(
                tools,
                language,
                &source_of(language, ty, &calls, group, false),
            );
            let made = filter(&words, &target, &Options::default()).unwrap();
            let says = |rule| made.report.rules.iter().any(|used| used.rule == rule);
            assert!(
                says("subgroup-workgroup-memory"),
                "{what}: {:?}",
                made.report.unsupported
            );
            check(tools, &made.words, &target).unwrap_or_else(|error| panic!("{what}: {error:#}"));
            let result = run(&mut session, &made.words, &operands, calls.len(), group);
            let count = compare(&calls, size, ty, &operands, &result, &what);
            total.equal += count.equal;
            total.open += count.open;
        }
    }
    println!("{name}, in workgroup memory, {language:?}: {total:?}");
    assert!(total.equal > 100_000, "{total:?}");
}

#[test]
fn glsl_in_workgroup_memory_on_lavapipe() {
    library(EXECUTING[0], Language::Glsl);
}

#[test]
fn glsl_in_workgroup_memory_on_swiftshader() {
    library(EXECUTING[1], Language::Glsl);
}

#[test]
fn hlsl_in_workgroup_memory_on_lavapipe() {
    library(EXECUTING[0], Language::Hlsl);
}

#[test]
fn hlsl_in_workgroup_memory_on_swiftshader() {
    library(EXECUTING[1], Language::Hlsl);
}
