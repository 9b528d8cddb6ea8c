//! The library on devices without subgroup operations: the filter's output emulates subgroups in workgroup memory, and is
//! compared with the reference results for the emulated size.
//!
//! All invocations make each call, since subgroups are emulated only in uniform control flow.

use sos_core::{Options, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::{driver, tools, Session};

use super::calls::{calls, LaneInput, Type, TYPES};
use super::{compare, compile, operands, run, source_of, Count, Language, WIDTHS};

/// Workgroup sizes, with the size of the emulated subgroups.
const SIZES: [(usize, usize); 2] = [(64, 64), (128, 32)];

fn check_library(name: &str, language: Language) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = Target::built_in("vulkan-1.0").unwrap();
    let mut total = Count::default();
    let each = TYPES
        .into_iter()
        .flat_map(|ty| WIDTHS.map(|width| (ty, width)));
    // The languages share the implementation, and the types differ only in the combining operation, so not every combination is
    // tested.
    let chosen = each.filter(|&(ty, _)| language == Language::Glsl || ty == Type::Uint);
    for (ty, width) in chosen {
        let calls = calls(ty, width);
        let all = |lane: LaneInput| LaneInput {
            active: true,
            ..lane
        };
        let operands: Vec<LaneInput> = operands(ty, width).into_iter().map(all).collect();
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
            let filtered = filter(&words, &target, &Options::default()).unwrap();
            let uses_rule = |rule| filtered.report.rules.iter().any(|used| used.rule == rule);
            assert!(
                uses_rule("subgroup-workgroup-memory"),
                "{what}: {:?}",
                filtered.report.unsupported
            );
            check(tools, &filtered.words, &target)
                .unwrap_or_else(|error| panic!("{what}: {error:#}"));
            let result = run(&mut session, &filtered.words, &operands, calls.len(), group);
            let count = compare(&calls, size, ty, &operands, &result, &what);
            total.equal += count.equal;
            total.undefined += count.undefined;
        }
    }
    println!("{name}, in workgroup memory, {language:?}: {total:?}");
    assert!(total.equal > 100_000, "{total:?}");
}

#[test]
fn glsl_with_emulated_subgroups_on_lavapipe() {
    check_library(EXECUTING[0], Language::Glsl);
}

#[test]
fn glsl_with_emulated_subgroups_on_swiftshader() {
    check_library(EXECUTING[1], Language::Glsl);
}

#[test]
fn hlsl_with_emulated_subgroups_on_lavapipe() {
    check_library(EXECUTING[0], Language::Hlsl);
}

#[test]
fn hlsl_with_emulated_subgroups_on_swiftshader() {
    check_library(EXECUTING[1], Language::Hlsl);
}
