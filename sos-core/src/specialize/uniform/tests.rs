//! Control flow of all shapes, with marked blocks that are uniform or divergent.

mod calls;
mod memory;

use super::{Group, Uniform};
use crate::assemble::compute;
use crate::facts::Facts;
use crate::inst::Insts;
use crate::options::Limits;
use crate::specialize::{Cfg, Code, Deep, Flow, Values};
use crate::tables::op;

/// Values for conditions: `%same` is the same for the workgroup, `%other` may vary.
const GLOBALS: &str = "
    OpDecorate %workgroup BuiltIn WorkgroupId
    OpDecorate %local BuiltIn LocalInvocationIndex
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    %uvec3 = OpTypeVector %u32 3
    %uvec4 = OpTypeVector %u32 4
    %p_uvec3 = OpTypePointer Input %uvec3
    %p_u32 = OpTypePointer Input %u32
    %p_local = OpTypePointer Function %u32
    %p_private = OpTypePointer Private %u32
    %workgroup = OpVariable %p_uvec3 Input
    %local = OpVariable %p_u32 Input
    %private = OpVariable %p_private Private
    %block = OpTypeStruct %u32
    %p_block = OpTypePointer PushConstant %block
    %p_member = OpTypePointer PushConstant %u32
    %pushed = OpVariable %p_block PushConstant";

const START: &str = "
    %ids = OpLoad %uvec3 %workgroup
    %x = OpCompositeExtract %u32 %ids 0
    %y = OpIAdd %u32 %x %one
    %same = OpULessThan %bool %y %three
    %index = OpLoad %u32 %local
    %other = OpULessThan %bool %index %three
    ";

const MARK: &str = "OpControlBarrier %two %two %zero\n";

/// Returns the marks of a body in which `MARK` is replaced by a marked block, and `COND` by a condition.
fn with(body: &str, condition: &str) -> Vec<bool> {
    let body = body.replace("MARK", MARK).replace("COND", condition);
    marks(
        &compute(0, "", GLOBALS, &format!("{START}{body}")),
        Group::Workgroup,
    )
}

/// Whether each block with an `OpControlBarrier` is uniform, in module order.
fn marks(words: &[u32], group: Group) -> Vec<bool> {
    let mut facts = Facts::default();
    facts.scan(words, &Limits::default()).unwrap();
    let (mut values, mut flow) = (Values::default(), Flow::default());
    values.reset(&facts, words);
    let mut cfg = Cfg::default();
    cfg.read(&facts, words);
    let code = Code {
        facts: &facts,
        words,
        cfg: &cfg,
    };
    flow.run(code, &mut values, true, Deep::All);
    let mut uniform = Uniform::default();
    uniform.run(code, &flow, group);
    let is_marked = |label: u32, end: u32| {
        let mut insts = Insts::new(words, label, end);
        insts.any(|inst| inst.opcode() == op::OpControlBarrier)
    };
    let blocks = (0..).zip(&facts.blocks);
    blocks
        .filter(|(_, block)| is_marked(block.label, block.end))
        .map(|(number, _)| uniform.is_uniform(number))
        .collect()
}

#[test]
fn a_selection_is_divergent_up_to_its_merge() {
    let body = "MARK
        OpSelectionMerge %end None
        OpBranchConditional COND %then %else
        %then = OpLabel
        MARK
        OpBranch %end
        %else = OpLabel
        OpBranch %end
        %end = OpLabel
        MARK";
    assert_eq!(with(body, "%same"), [true, true, true]);
    assert_eq!(with(body, "%other"), [true, false, true]);
}

/// The merge block comes before the blocks that branch to it, or none does.
#[test]
fn a_merge_block_may_be_anywhere_behind_its_header() {
    let body = "MARK
        OpSelectionMerge %end None
        OpBranchConditional COND %then %else
        %end = OpLabel
        MARK
        OpReturn
        %then = OpLabel
        MARK
        OpBranch %end
        %else = OpLabel
        OpBranch %end
        %never = OpLabel";
    assert_eq!(with(body, "%same"), [true, true, true]);
    assert_eq!(with(body, "%other"), [true, true, false]);
    let body = "MARK
        OpSelectionMerge %end None
        OpBranchConditional COND %then %else
        %then = OpLabel
        MARK
        OpReturn
        %else = OpLabel
        OpReturn
        %end = OpLabel";
    assert_eq!(with(body, "%same"), [true, true]);
    assert_eq!(with(body, "%other"), [true, false]);
}

#[test]
fn blocks_after_an_early_return_are_divergent() {
    let body = "MARK
        OpSelectionMerge %end None
        OpBranchConditional COND %then %end
        %then = OpLabel
        OpReturn
        %end = OpLabel
        MARK";
    assert_eq!(with(body, "%same"), [true, true]);
    assert_eq!(with(body, "%other"), [true, false]);
}

const LOOP: &str = "OpBranch %head
        %head = OpLabel
        MARK
        OpLoopMerge %end %next None
        OpBranch %test
        %test = OpLabel
        OpBranchConditional COND %body %end
        %body = OpLabel
        MARK
        OpSelectionMerge %join None
        OpBranchConditional AGAIN %skip %join
        %skip = OpLabel
        OpBranch WHERE
        %join = OpLabel
        MARK
        OpBranch %next
        %next = OpLabel
        OpBranch %head
        %end = OpLabel
        MARK";

#[test]
fn a_loop_is_divergent_if_some_leave_it() {
    let of = |condition, again, to: &str| {
        let body = LOOP.replace("AGAIN", again).replace("WHERE", to);
        with(&body, condition)
    };
    assert_eq!(of("%same", "%same", "%join"), [true; 4]);
    assert_eq!(of("%same", "%other", "%join"), [true; 4]);
    // Some invocations start the next iteration, or leave.
    let divergent = [false, false, false, true];
    assert_eq!(of("%same", "%other", "%next"), divergent);
    assert_eq!(of("%same", "%other", "%end"), divergent);
    assert_eq!(of("%same", "%same", "%end"), [true; 4]);
    assert_eq!(of("%other", "%same", "%join"), divergent);
}

#[test]
fn some_return_from_a_loop() {
    let body = LOOP
        .replace("AGAIN", "%other")
        .replace("OpBranch WHERE", "OpReturn");
    assert_eq!(with(&body, "%same"), [false; 4]);
}

#[test]
fn a_switch_that_falls_through() {
    let body = "OpSelectionMerge %end None
        OpSwitch VALUE %last 1 %first 2 %last
        %first = OpLabel
        MARK
        OpBranch %last
        %last = OpLabel
        MARK
        OpBranch %end
        %end = OpLabel
        MARK";
    let of = |value| with(&body.replace("VALUE", value), "");
    assert_eq!(of("%x"), [true; 3]);
    assert_eq!(of("%index"), [false, false, true]);
}

/// A branch on a value, into a block with a mark.
fn branch_on(value: &str) -> String {
    format!(
        "%c = OpULessThan %bool {value} %three
        OpSelectionMerge %fin None
        OpBranchConditional %c %in %fin
        %in = OpLabel
        {MARK}OpBranch %fin
        %fin = OpLabel"
    )
}

/// Whether a block behind a branch on a value is uniform.
fn on(value: &str, before: &str) -> bool {
    on_in(value, before, Group::Workgroup)
}

fn on_in(value: &str, before: &str, group: Group) -> bool {
    let body = format!("{START}{before}\n{}", branch_on(value));
    marks(&compute(0, "", GLOBALS, &body), group)[0]
}

#[test]
fn phis_vary_where_paths_diverge() {
    let phi = |condition: &str| {
        let before = format!(
            "OpSelectionMerge %end None
            OpBranchConditional {condition} %then %else
            %then = OpLabel
            OpBranch %end
            %else = OpLabel
            OpBranch %end
            %end = OpLabel
            %v = OpPhi %u32 %one %then %two %else"
        );
        on("%v", &before)
    };
    assert!(phi("%same"));
    assert!(!phi("%other"));
}

#[test]
fn variables_hold_what_is_stored() {
    let stored = |value: &str, condition: &str| {
        let before = format!(
            "OpStore %private %one
            OpSelectionMerge %end None
            OpBranchConditional {condition} %then %end
            %then = OpLabel
            OpStore %private {value}
            OpBranch %end
            %end = OpLabel
            %v = OpLoad %u32 %private"
        );
        on("%v", &before)
    };
    assert!(stored("%x", "%same"));
    assert!(!stored("%index", "%same"));
    assert!(!stored("%x", "%other"));
}

#[test]
fn loads_vary_with_their_indices() {
    assert!(on(
        "%v",
        "%p = OpAccessChain %p_member %pushed %zero
        %v = OpLoad %u32 %p"
    ));
    // Arithmetic on both kinds.
    assert!(!on("%v", "%v = OpIAdd %u32 %x %index"));
    assert!(on("%v", "%w = OpIMul %u32 %x %x\n%v = OpNot %u32 %w"));
    // Undefined values vary.
    assert!(!on("%v", "%v = OpUndef %u32"));
}

#[test]
fn pointers_not_tracked_may_vary() {
    let taken = |by: &str| {
        let before = format!(
            "OpStore %private %one
            {by}
            %v = OpLoad %u32 %private"
        );
        on("%v", &before)
    };
    assert!(taken(""));
    assert!(!taken("%a = OpAtomicIAdd %u32 %private %one %zero %one"));
    assert!(!taken("%a = OpSelect %p_private %other %private %private"));
    assert!(!taken("OpCopyMemory %private %local"));
    // A copy of the pointer refers to the same variable.
    assert!(!taken(
        "%b = OpCopyObject %p_private %private
        OpStore %b %index"
    ));
    assert!(taken(
        "%b = OpCopyObject %p_private %private
        OpStore %b %x"
    ));
}

#[test]
fn votes_are_uniform_if_a_workgroup_is_one_subgroup() {
    let vote = "%p = OpGroupNonUniformAny %bool %three %other
        %v = OpSelect %u32 %p %one %two";
    assert!(on_in("%v", vote, Group::Subgroup));
    assert!(!on_in("%v", vote, Group::Workgroup));
    let scan = |kind: &str| format!("%v = OpGroupNonUniformIAdd %u32 %three {kind} %index");
    assert!(on_in("%v", &scan("Reduce"), Group::Subgroup));
    assert!(!on_in("%v", &scan("InclusiveScan"), Group::Subgroup));
    // A ballot is read alike by all, however many subgroups there are.
    let read = |operation: &str, set: &str| {
        format!(
            "%set = OpCompositeConstruct %uvec4 {set} {set} {set} {set}
            %v = OpGroupNonUniformBallotBitCount %u32 %three {operation} %set"
        )
    };
    for group in [Group::Workgroup, Group::Subgroup] {
        assert!(on_in("%v", &read("Reduce", "%x"), group));
        assert!(!on_in("%v", &read("ExclusiveScan", "%x"), group));
        assert!(!on_in("%v", &read("Reduce", "%index"), group));
    }
    // Not if only some invocations vote.
    let divergent = format!(
        "OpSelectionMerge %end None
        OpBranchConditional %other %then %end
        %then = OpLabel
        {vote}
        OpStore %private %v
        OpBranch %end
        %end = OpLabel
        %w = OpLoad %u32 %private"
    );
    assert!(!on_in("%w", &divergent, Group::Subgroup));
}

#[test]
fn functions_are_divergent_as_their_calls() {
    // Behind the call, then in the function: at its start, before it returns early, and at its end.
    assert_eq!(called("%x", "%same"), [true; 4]);
    assert_eq!(called("%index", "%same"), [false, true, false, false]);
    assert_eq!(called("%x", "%other"), [false; 4]);
}

#[test]
fn pointer_parameters_point_to_arguments() {
    let stores = |value: &str, between: &str| {
        let branch = branch_on("%v");
        let body = format!(
            "{START}OpStore %private %one
            %got = OpFunctionCall %void %f %private {value}
            %v = OpLoad %u32 %private
            {branch}
            OpReturn
            OpFunctionEnd
            %f = OpFunction %void None %f_type
            %p = OpFunctionParameter %p_private
            {between}%a = OpFunctionParameter %u32
            %start = OpLabel
            OpStore %p %a
            OpReturn
            OpFunctionEnd
            %unused = OpFunction %void None %void_type
            %unused_start = OpLabel"
        );
        let globals = format!(
            "{GLOBALS}
            %f_type = OpTypeFunction %void %p_private %u32
            %void_type = OpTypeFunction %void"
        );
        marks(&compute(0, "", &globals, &body), Group::Workgroup)
    };
    for between in ["", "OpNoLine\n"] {
        assert_eq!(stores("%x", between), [true], "{between}");
        assert_eq!(stores("%index", between), [false], "{between}");
    }
}

/// A long chain takes many rounds; beyond the limit nothing is proven.
#[test]
fn beyond_the_round_limit_all_is_divergent() {
    let chain = |length: usize| {
        let variable = |at: usize| format!("%chain{at} = OpVariable %p_private Private\n");
        let globals = format!(
            "{GLOBALS}\n{}",
            (0..=length).map(variable).collect::<String>()
        );
        // Each value is stored from the next one, so each round propagates across one more variable.
        let step = |at: usize| {
            format!(
                "%v{at} = OpLoad %u32 %chain{}\nOpStore %chain{at} %v{at}\n",
                at + 1
            )
        };
        let steps: String = (0..length).map(step).collect();
        let branch = branch_on("%v");
        let body = format!(
            "{START}{steps}OpStore %chain{length} %index
            %v = OpLoad %u32 %chain0
            {branch}
            {MARK}"
        );
        marks(&compute(0, "", &globals, &body), Group::Workgroup)
    };
    assert_eq!(chain(4), [false, true]);
    assert_eq!(chain(40), [false, false]);
}

/// A function with a mark, called by `%main` with an argument, through a variable if it takes a pointer.
fn called(argument: &str, call: &str) -> Vec<bool> {
    let branch = branch_on("%got");
    let body = format!(
        "{START}OpSelectionMerge %end None
        OpBranchConditional {call} %then %end
        %then = OpLabel
        %got = OpFunctionCall %u32 %f {argument}
        OpBranch %end
        %end = OpLabel
        {branch}
        OpReturn
        OpFunctionEnd
        %f = OpFunction %u32 None %f_type
        %a = OpFunctionParameter %u32
        %start = OpLabel
        {MARK}%more = OpULessThan %bool %a %two
        OpSelectionMerge %done None
        OpBranchConditional %more %early %done
        %early = OpLabel
        {MARK}OpReturnValue %one
        %done = OpLabel
        {MARK}OpReturnValue %two
        OpFunctionEnd
        %unused = OpFunction %void None %void_type
        %unused_start = OpLabel"
    );
    let globals = format!(
        "{GLOBALS}
        %f_type = OpTypeFunction %u32 %u32
        %void_type = OpTypeFunction %void"
    );
    let words = compute(0, "", &globals, &body);
    marks(&words, Group::Workgroup)
}

/// Inputs of fragments: `%shared` is flat, `%place` is not; `%face` is a built-in of the primitive, `%sample` is not.
const INPUTS: &str = "
    OpDecorate %shared Flat
    OpDecorate %shared Location 0
    OpDecorate %place Location 1
    OpDecorate %face BuiltIn PrimitiveId
    OpDecorate %face Flat
    OpDecorate %sample BuiltIn SampleId
    OpDecorate %sample Flat
    %p_in = OpTypePointer Input %u32
    %shared = OpVariable %p_in Input
    %place = OpVariable %p_in Input
    %face = OpVariable %p_in Input
    %sample = OpVariable %p_in Input
    %void_type = OpTypeFunction %void";

fn of_fragments(body: &str) -> Vec<bool> {
    let body = body.replace("MARK", MARK);
    marks(&compute(0, "", INPUTS, &body), Group::Primitive)
}

#[test]
fn flat_inputs_are_uniform_in_a_primitive() {
    let on = |variable: &str| {
        let branch = branch_on("%v");
        of_fragments(&format!("%v = OpLoad %u32 {variable}\n{branch}\nMARK"))
    };
    assert_eq!(on("%shared"), [true, true]);
    assert_eq!(on("%face"), [true, true]);
    assert_eq!(on("%place"), [false, true]);
    assert_eq!(on("%sample"), [false, true]);
}

/// Discarded fragments are missing from then on; demoted ones are not.
#[test]
fn blocks_after_a_discard_are_divergent() {
    let leaving = |end: &str, variable: &str| {
        of_fragments(&format!(
            "%v = OpLoad %u32 {variable}
            %c = OpULessThan %bool %v %three
            MARK
            OpSelectionMerge %fin None
            OpBranchConditional %c %in %fin
            %in = OpLabel
            {end}
            %fin = OpLabel
            MARK"
        ))
    };
    let demote = "OpDemoteToHelperInvocation\nOpBranch %fin";
    for end in ["OpKill", "OpTerminateInvocation", "OpReturn"] {
        assert_eq!(leaving(end, "%place"), [true, false], "{end}");
        assert_eq!(leaving(end, "%shared"), [true, true], "{end}");
    }
    assert_eq!(leaving(demote, "%place"), [true, true]);
}

/// A function that discards also ends its callers; this is not tracked further.
#[test]
fn a_function_that_discards_makes_all_divergent() {
    let calling = |end: &str| {
        of_fragments(&format!(
            "MARK
            %r0 = OpFunctionCall %void %f
            OpReturn
            OpFunctionEnd
            %f = OpFunction %void None %void_type
            %start = OpLabel
            %v = OpLoad %u32 %place
            %c = OpULessThan %bool %v %three
            OpSelectionMerge %fin None
            OpBranchConditional %c %in %fin
            %in = OpLabel
            {end}
            %fin = OpLabel
            MARK"
        ))
    };
    assert_eq!(calling("OpKill"), [false, false]);
    assert_eq!(calling("OpTerminateInvocation"), [false, false]);
    assert_eq!(calling("OpReturn"), [true, false]);
}
