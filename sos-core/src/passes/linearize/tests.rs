//! Tests of what becomes of control flow. That results are right, drivers show: `tests/tests/drivers/cross_lane`, `divergent`.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::module::Module;
use crate::options::{Options, SubgroupSize};
use crate::report::{OutcomeKind, Report};
use crate::tables::op;
use crate::target::Target;

const PREAMBLE: &str = "OpCapability GroupNonUniform\nOpCapability GroupNonUniformArithmetic";

/// `%i` is the index of the invocation.
const GLOBALS: &str = "OpDecorate %index BuiltIn LocalInvocationIndex
    %to_input = OpTypePointer Input %u32
    %index = OpVariable %to_input Input
    %to_own = OpTypePointer Private %u32
    %four = OpConstant %u32 4
    %cells = OpTypeArray %u32 %four
    %to_cells = OpTypePointer Private %cells
    %v = OpVariable %to_cells Private
    %w = OpVariable %to_cells Private";

fn lowered(body: &str) -> (Vec<u32>, Report) {
    let body = format!("%i = OpLoad %u32 %index\n%odd = OpULessThan %bool %i %three\n{body}");
    let words = compute(3, PREAMBLE, GLOBALS, &body);
    let target = Target::built_in("vulkan-1.0").unwrap();
    filtered(&words, &target, &Options::default())
}

fn count(words: &[u32], wanted: u16) -> usize {
    let module = Module::scan(words, &Options::default().limits).unwrap();
    let code = module.facts.code(words);
    code.filter(|inst| inst.opcode() == wanted).count()
}

fn uses(report: &Report) -> u32 {
    let mut rules = report.rules.iter();
    let rule = rules.find(|rule| rule.rule == "subgroup-divergent-flow");
    rule.map_or(0, |rule| rule.count)
}

/// An operation in a selection. `before` is what comes before it there, `after` what comes behind it.
fn selection(before: &str, after: &str) -> String {
    format!(
        "OpBranch %start
        %start = OpLabel
        OpSelectionMerge %rest None
        OpBranchConditional %odd %then %rest
        %then = OpLabel
        {before}
        %sum = OpGroupNonUniformIAdd %u32 %three Reduce %i
        {after}
        OpBranch %rest
        %rest = OpLabel
        %r = OpPhi %u32 %zero %start %sum %then"
    )
}

#[test]
fn an_operation_in_a_selection_is_executed_by_all() {
    let (out, report) = lowered(&selection("", ""));
    assert_eq!(uses(&report), 1, "{:?}", report.unsupported);
    assert_eq!(count(&out, op::OpGroupNonUniformIAdd), 0);
}

#[test]
fn a_construct_without_operations_stays() {
    let lines = "OpBranch %head
        %head = OpLabel
        %k = OpPhi %u32 %zero %then %k1 %next
        %more = OpULessThan %bool %k %i
        OpLoopMerge %left %next None
        OpBranchConditional %more %next %left
        %next = OpLabel
        %k1 = OpIAdd %u32 %k %one
        OpBranch %head
        %left = OpLabel";
    let body = selection(lines, "").replace("%sum %then", "%sum %left");
    let (out, report) = lowered(&body);
    assert_eq!(uses(&report), 1, "{:?}", report.unsupported);
    // Its own, and that over the values that are added.
    assert_eq!(count(&out, op::OpLoopMerge), 2);
}

#[test]
fn a_pointer_is_computed_again_behind_an_operation() {
    let (out, report) = lowered(&selection(
        "%p = OpAccessChain %to_own %v %two",
        "OpStore %p %sum",
    ));
    assert_eq!(uses(&report), 1, "{:?}", report.unsupported);
    assert!(!out.is_empty());
}

#[test]
fn a_selected_pointer_behind_an_operation_is_refused_with_the_reason() {
    let (out, report) = lowered(&selection(
        "%a = OpAccessChain %to_own %v %two
        %b = OpAccessChain %to_own %w %two
        %p = OpSelect %to_own %odd %a %b",
        "OpStore %p %sum",
    ));
    assert!(out.is_empty());
    let mut tried = report.unsupported.iter().flat_map(|need| &need.tried);
    assert!(
        tried.any(|why| why.contains("selected at run time")),
        "{:?}",
        report.unsupported
    );
}

/// Selections in each other, each with an operation.
fn nested(depth: usize, operations: usize) -> String {
    let mut body = String::from("OpBranch %l0\n%l0 = OpLabel\n");
    for level in 0..depth {
        body += &format!(
            "OpSelectionMerge %m{level} None\nOpBranchConditional %odd %t{level} %m{level}\n%t{level} = OpLabel\n"
        );
        for number in 0..operations {
            body += &format!("%s{level}_{number} = OpGroupNonUniformIAdd %u32 %three Reduce %i\n");
        }
    }
    for level in (0..depth).rev() {
        body += &format!("OpBranch %m{level}\n%m{level} = OpLabel\n");
    }
    body + "%r = OpGroupNonUniformIAdd %u32 %three Reduce %i"
}

#[test]
fn the_output_grows_in_proportion_to_the_input() {
    let len = |depth, operations| {
        let (out, report) = lowered(&nested(depth, operations));
        assert!(!out.is_empty(), "{:?}", report.unsupported);
        out.len()
    };
    let [few, many] = [len(30, 1), len(30, 34)];
    assert!(many < 34 * few, "{few} {many}");
    let [flat, deep] = [len(15, 10), len(30, 10)];
    assert!(deep < 2 * flat + flat / 8, "{flat} {deep}");
}

#[test]
fn sizes_are_the_devices_or_required_or_emulated() {
    let words = compute(
        3,
        PREAMBLE,
        GLOBALS,
        &format!(
            "%i = OpLoad %u32 %index\n%odd = OpULessThan %bool %i %three\n{}",
            selection("", "")
        ),
    );
    for (device, size, outcome, required, made) in [
        ("swiftshader", 4, OutcomeKind::Unchanged, None, None),
        ("swiftshader", 8, OutcomeKind::Rewritten, None, Some(8)),
        ("swiftshader", 128, OutcomeKind::Rewritten, None, Some(128)),
        ("swiftshader", 1, OutcomeKind::Rewritten, None, Some(1)),
        ("radv-navi21", 32, OutcomeKind::Unchanged, Some(32), None),
        ("radv-navi21", 16, OutcomeKind::Rewritten, None, Some(16)),
        ("vulkan-1.0", 2, OutcomeKind::Rewritten, None, Some(2)),
    ] {
        let target = Target::built_in(device).unwrap();
        let options = Options {
            subgroup_size: SubgroupSize::new(size),
            ..Options::default()
        };
        let (_, report) = filtered(&words, &target, &options);
        assert_eq!(report.outcome, outcome, "{device} {size}");
        assert_eq!(report.required_subgroup_size, required, "{device} {size}");
        assert_eq!(report.made_subgroup_size, made, "{device} {size}");
    }
    assert_eq!(SubgroupSize::new(0), None);
    assert_eq!(SubgroupSize::new(12), None);
    assert_eq!(SubgroupSize::new(256), None);
}
