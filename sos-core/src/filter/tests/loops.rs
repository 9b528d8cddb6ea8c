//! Loop hints where bodies grow.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::inst::Insts;
use crate::options::{Options, Strip};
use crate::report::{Exactness, OutcomeKind, Report};
use crate::tables::{loop_control as control, op};
use crate::target::Target;

const HALVES: &str = "
    %half = OpTypeFloat 16
    %h1 = OpConstant %half 15360
    %to_half = OpTypePointer Private %half
    %to_bool = OpTypePointer Private %bool
    %to_word = OpTypePointer Private %u32
    %sum = OpVariable %to_half Private
    %go = OpVariable %to_bool Private
    %word = OpVariable %to_word Private
";

/// A loop with a number for the names of its ids.
fn around(number: u32, control: &str, body: &str) -> String {
    format!(
        "OpBranch %head{number}
        %head{number} = OpLabel
        OpLoopMerge %rest{number} %next{number} {control}
        OpBranch %body{number}
        %body{number} = OpLabel
        {body}
        OpBranch %next{number}
        %next{number} = OpLabel
        %again{number} = OpLoad %bool %go
        OpBranchConditional %again{number} %head{number} %rest{number}
        %rest{number} = OpLabel"
    )
}

/// An addition of halves, which takes a rounding in 32 bits.
fn addition(number: u32) -> String {
    format!(
        "%old{number} = OpLoad %half %sum
        %new{number} = OpFAdd %half %old{number} %h1
        OpStore %sum %new{number}"
    )
}

/// Additions of words, which every device has.
fn words(numbers: std::ops::Range<u32>) -> String {
    let addition = |number| {
        format!(
            "%before{number} = OpLoad %u32 %word
            %after{number} = OpIAdd %u32 %before{number} %one
            OpStore %word %after{number}"
        )
    };
    numbers.map(addition).collect::<Vec<_>>().join("\n")
}

fn shader(minor: u32, body: &str) -> Vec<u32> {
    compute(minor, "OpCapability Float16", HALVES, body)
}

/// The `OpLoopMerge`s, without the ids.
fn controls(words: &[u32]) -> Vec<Vec<u32>> {
    let insts = Insts::new(words, 5, words.len() as u32);
    let merges = insts.filter(|inst| inst.opcode() == op::OpLoopMerge);
    merges.map(|inst| inst.from(3).to_vec()).collect()
}

/// Filters for a device without halves. The output filtered again must be accepted as it is.
fn lowered(words: &[u32], target: &Target) -> (Vec<Vec<u32>>, Report) {
    let (out, report) = filtered(words, target, &Options::default());
    assert_eq!(report.outcome, OutcomeKind::Rewritten);
    let (again, second) = filtered(&out, target, &Options::default());
    assert_eq!(second.outcome, OutcomeKind::Unchanged);
    assert_eq!(again, out);
    (controls(&out), report)
}

fn swiftshader() -> Target {
    Target::built_in("swiftshader").unwrap()
}

/// How many hints the report says were dropped.
fn dropped(report: &Report) -> u32 {
    let mut rules = report.rules.iter();
    let rule = rules.find(|rule| rule.rule == "loop-hint");
    rule.map_or(0, |rule| {
        assert_eq!(rule.exactness, Exactness::NoMeaning);
        rule.count
    })
}

#[test]
fn a_body_that_grows_loses_the_request_and_another_keeps_it() {
    let grows = around(1, "Unroll", &addition(1));
    let stays = around(2, "Unroll", &words(0..3));
    let (controls, report) = lowered(&shader(3, &format!("{grows}\n{stays}")), &swiftshader());
    assert_eq!(controls, [[control::None], [control::Unroll]]);
    assert_eq!(dropped(&report), 1);
}

#[test]
fn a_body_that_grows_a_little_keeps_the_request() {
    // A rounding takes fewer instructions than these.
    let body = format!("{}\n{}", addition(1), words(0..12));
    let (controls, report) = lowered(&shader(3, &around(1, "Unroll", &body)), &swiftshader());
    assert_eq!(controls, [[control::Unroll]]);
    assert_eq!(dropped(&report), 0);
}

#[test]
fn rules_make_bodies_grow_as_well() {
    let preamble = "OpCapability DotProduct
        OpCapability DotProductInput4x8BitPacked
        OpExtension \"SPV_KHR_integer_dot_product\"";
    let globals = "%to_bool = OpTypePointer Private %bool
        %to_word = OpTypePointer Private %u32
        %go = OpVariable %to_bool Private
        %word = OpVariable %to_word Private";
    let dot = "%old = OpLoad %u32 %word
        %new = OpUDot %u32 %old %old PackedVectorFormat4x8Bit
        OpStore %word %new";
    let words = compute(3, preamble, globals, &around(1, "Unroll", dot));
    let target = Target::built_in("vulkan-1.1").unwrap();
    let (controls, report) = lowered(&words, &target);
    let rules: Vec<_> = report.rules.iter().map(|one| one.rule.as_str()).collect();
    assert_eq!(rules, ["integer-dot-product", "loop-hint"]);
    assert_eq!(controls, [[control::None]]);
}

#[test]
fn an_inner_loop_that_grows_makes_outer_ones_grow() {
    let inner = around(3, "DontUnroll", &addition(1));
    let middle = around(2, "Unroll", &inner);
    let long = format!("{}\n{middle}", words(0..40));
    let (controls, report) = lowered(&shader(3, &around(1, "Unroll", &long)), &swiftshader());
    // In order of the headers. The outermost is so long that the growth is small there.
    let expected = [control::Unroll, control::None, control::DontUnroll];
    assert_eq!(controls.concat(), expected);
    assert_eq!(dropped(&report), 1);

    let (controls, report) = lowered(&shader(3, &around(1, "Unroll", &middle)), &swiftshader());
    assert_eq!(
        controls.concat(),
        [control::None, control::None, control::DontUnroll]
    );
    assert_eq!(dropped(&report), 2);
}

/// The body calls a function, which calls the one that grows. Calls are counted however often functions are called.
#[test]
fn called_functions_count() {
    let call = |number, callee| format!("%call{number} = OpFunctionCall %void %{callee}");
    let function = |name: &str, body: &str| {
        format!(
            "OpReturn
            OpFunctionEnd
            %{name} = OpFunction %void None %signature
            %start_{name} = OpLabel
            {body}"
        )
    };
    let main = around(1, "Unroll", &call(1, "outer"));
    let outer = function(
        "outer",
        &format!("{}\n{}", call(2, "inner"), call(3, "inner")),
    );
    let inner = function("inner", &addition(1));
    let (controls, report) = lowered(
        &shader(3, &format!("{main}\n{outer}\n{inner}")),
        &swiftshader(),
    );
    assert_eq!(controls, [[control::None]]);
    assert_eq!(dropped(&report), 1);

    // The same without an addition of halves in what the loop calls.
    let inner = function("inner", &words(0..1));
    let other = function("other", &addition(1));
    let body = format!("{main}\n{}\n{outer}\n{inner}\n{other}", call(4, "other"));
    let (controls, report) = lowered(&shader(3, &body), &swiftshader());
    assert_eq!(controls, [[control::Unroll]]);
    assert_eq!(dropped(&report), 0);
}

#[test]
fn only_requests_for_copies_go_with_their_literals() {
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(crate::target::feature::shaderFloat16, false);
    let target = description.build();
    let (min, max, multiple) = (
        control::MinIterations,
        control::MaxIterations,
        control::IterationMultiple,
    );
    for (hints, kept) in [
        ("PeelCount 3", vec![0]),
        ("PartialCount 3", vec![0]),
        ("PeelCount|PartialCount 3 5", vec![0]),
        ("Unroll|DependencyInfinite", vec![control::DependencyInfinite]),
        ("MinIterations|PartialCount 7 3", vec![min, 7]),
        (
            "DependencyLength|MinIterations|MaxIterations|IterationMultiple|PeelCount|PartialCount 2 7 8 1 3 5",
            vec![control::DependencyLength | min | max | multiple, 2, 7, 8, 1],
        ),
    ] {
        let (controls, report) = lowered(&shader(4, &around(1, hints, &addition(1))), &target);
        assert_eq!(controls, [kept], "{hints}");
        assert_eq!(dropped(&report), 1, "{hints}");
    }
    for hints in ["DontUnroll", "MaxIterations 8", "None"] {
        let words = shader(4, &around(1, hints, &addition(1)));
        let (after, report) = lowered(&words, &target);
        assert_eq!((after, dropped(&report)), (controls(&words), 0), "{hints}");
    }
}

/// What strips to nothing does not hide that the rest has grown.
#[test]
fn lines_do_not_count() {
    let lines = "OpNoLine\n".repeat(50);
    let body = format!("{lines}{}", addition(1));
    let options = Options {
        strip: Strip::Debug,
        ..Options::default()
    };
    let words = shader(3, &around(1, "Unroll", &body));
    for options in [options, Options::default()] {
        let (out, report) = filtered(&words, &swiftshader(), &options);
        assert_eq!(controls(&out), [[control::None]]);
        assert_eq!(dropped(&report), 1);
    }
}

#[test]
fn a_module_of_which_parts_are_removed_keeps_its_hints() {
    let stays = around(1, "Unroll", &words(0..1));
    let (controls, report) = lowered(&shader(3, &stays), &swiftshader());
    assert_eq!(controls, [[control::Unroll]]);
    assert_eq!(dropped(&report), 0);
}
