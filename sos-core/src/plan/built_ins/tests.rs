//! Tests of the variables from which rules read built-ins.

use crate::assemble::assemble;
use crate::filtered::filtered;
use crate::target::Target;
use crate::Options;

/// A compute shader with subgroups and two variables for `LocalInvocationIndex`, of which the entry point `main` lists one. `second`
/// are further entry points, `other` is the type of the other variable.
fn with_two_variables(second: &str, other: &str) -> Vec<u32> {
    let text = format!(
        "OpCapability Shader
        OpCapability GroupNonUniform
        OpCapability GroupNonUniformArithmetic
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %lane %index
        {second}
        OpExecutionMode %main LocalSize 64 1 1
        OpDecorate %index BuiltIn LocalInvocationIndex
        OpDecorate %other BuiltIn LocalInvocationIndex
        OpDecorate %lane BuiltIn SubgroupLocalInvocationId
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %i32 = OpTypeInt 32 1
        %three = OpConstant %u32 3
        %to_in = OpTypePointer Input %u32
        %to_signed = OpTypePointer Input %i32
        %index = OpVariable %to_in Input
        %other = OpVariable {other} Input
        %lane = OpVariable %to_in Input
        %to_sum = OpTypePointer Workgroup %u32
        %sum = OpVariable %to_sum Workgroup
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %x = OpLoad %u32 %lane
        %y = OpGroupNonUniformIAdd %u32 %three Reduce %x
        OpStore %sum %y
        OpReturn
        OpFunctionEnd"
    );
    assemble(3, &text)
}

/// Emulated subgroups read the built-in from the variable that the entry point lists. The other one may be left of an entry point
/// that is not there any more.
#[test]
fn a_variable_that_is_not_listed_does_not_count() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let words = with_two_variables("", "%to_in");
    let (out, report) = filtered(&words, &target, &Options::default());
    assert!(!out.is_empty(), "{:?}", report.unsupported);
}

#[test]
fn the_reason_for_no_emulated_subgroups_is_the_built_in() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let second = "OpEntryPoint GLCompute %main \"second\" %lane %other";
    let words = with_two_variables(second, "%to_signed");
    let (_, report) = filtered(&words, &target, &Options::default());
    let tried = report.unsupported.iter().flat_map(|one| &one.tried);
    let of_workgroups: Vec<_> = tried
        .filter(|why| why.starts_with("subgroup-workgroup-memory: "))
        .collect();
    let why = "it needs a built-in for which its entry points cannot share a variable";
    assert!(!of_workgroups.is_empty());
    assert!(
        of_workgroups.iter().all(|one| one.ends_with(why)),
        "{of_workgroups:?}"
    );
}
