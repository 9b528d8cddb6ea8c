//! Functions that are called with values of both kinds.

use super::{branch_on, compute, marks, Group, GLOBALS, START};

/// Whether a block behind a branch on the result of `%f` for `%x` is uniform, if `%f` is also called for `%index`.
fn on_result(body: &str) -> bool {
    let branch = branch_on("%got");
    let body = format!(
        "{START}%got = OpFunctionCall %u32 %f %x
        %more = OpFunctionCall %u32 %f %index
        {branch}
        OpReturn
        OpFunctionEnd
        %f = OpFunction %u32 None %f_type
        %a = OpFunctionParameter %u32
        %start = OpLabel
        {body}
        OpFunctionEnd
        %unused = OpFunction %void None %void_type
        %unused_start = OpLabel"
    );
    let globals = format!(
        "{GLOBALS}
        %f_type = OpTypeFunction %u32 %u32
        %void_type = OpTypeFunction %void
        %undefined = OpUndef %u32"
    );
    marks(&compute(0, "", &globals, &body), Group::Workgroup)[0]
}

#[test]
fn functions_that_only_compute_are_as_uniform_as_their_arguments() {
    let half = "%b = OpUDiv %u32 %a %two";
    assert!(on_result("OpReturnValue %a"));
    assert!(on_result(&format!("OpNoLine\n{half}\nOpReturnValue %b")));
    // What else a function reads may depend on earlier calls, and what it returns on its branches.
    assert!(!on_result("%b = OpLoad %u32 %local\nOpReturnValue %b"));
    assert!(!on_result(
        "OpStore %private %a\n%b = OpLoad %u32 %private\nOpReturnValue %b"
    ));
    assert!(!on_result("OpReturnValue %undefined"));
    assert!(!on_result(
        "%b = OpIAdd %u32 %a %undefined
        OpReturnValue %b"
    ));
    assert!(!on_result(
        "%d = OpULessThan %bool %a %two
        OpSelectionMerge %end None
        OpBranchConditional %d %then %end
        %then = OpLabel
        OpReturnValue %one
        %end = OpLabel
        OpReturnValue %two"
    ));
}
