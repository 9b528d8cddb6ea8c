//! Tests of the needs that plans of bodies count.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::options::Options;
use crate::target::Target;

/// The needs of a phi count even if edges into its block may have been removed.
#[test]
fn phis_have_needs_where_flow_changes() {
    let globals = "OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpMemberDecorate %Block 1 Offset 2
        OpMemberDecorate %Block 2 Offset 4
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 0
        %u16 = OpTypeInt 16 0
        %Block = OpTypeStruct %u16 %u16 %u32
        %to_block = OpTypePointer StorageBuffer %Block
        %to_u16 = OpTypePointer StorageBuffer %u16
        %to_u32 = OpTypePointer StorageBuffer %u32
        %block = OpVariable %to_block StorageBuffer
        %off = OpConstantFalse %bool";
    let cases = [
        (
            "Int16",
            "%x = OpLoad %u16 %a",
            "%y = OpLoad %u16 %b",
            "%phi = OpPhi %u16 %x %left %y %right\nOpStore %a %phi",
        ),
        (
            "VariablePointersStorageBuffer",
            "",
            "",
            "%phi = OpPhi %to_u16 %a %left %b %right\n%x = OpLoad %u16 %phi\nOpStore %a %x",
        ),
    ];
    let target = Target::built_in("nvk-kepler").unwrap();
    for (capability, left, right, join) in cases {
        let words = compute(
            3,
            &format!("OpCapability {capability}\nOpCapability StorageBuffer16BitAccess"),
            globals,
            &format!(
                "%a = OpAccessChain %to_u16 %block %zero
                 %b = OpAccessChain %to_u16 %block %one
                 %c = OpAccessChain %to_u32 %block %two
                 %word = OpLoad %u32 %c
                 %choice = OpIEqual %bool %word %zero
                 OpSelectionMerge %after None
                 OpBranchConditional %off %dead %after
                 %dead = OpLabel
                 OpBranch %after
                 %after = OpLabel
                 OpSelectionMerge %join None
                 OpBranchConditional %choice %left %right
                 %left = OpLabel
                 {left}
                 OpBranch %join
                 %right = OpLabel
                 {right}
                 OpBranch %join
                 %join = OpLabel
                 {join}"
            ),
        );
        let (_, report) = filtered(&words, &target, &Options::default());
        let after = report.capabilities.after;
        assert!(after.iter().any(|name| name == capability), "{after:?}");
    }
}
