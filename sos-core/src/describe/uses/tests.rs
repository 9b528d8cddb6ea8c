//! The first use of what a declaration or decoration is about.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::report::UseSite;
use crate::{Options, Target};

/// The first use that the need of an opcode names.
fn first_use(words: &[u32], device: &str, opcode: &str) -> Option<UseSite> {
    let target = Target::built_in(device).unwrap();
    let (_, report) = filtered(words, &target, &Options::default());
    let mut needs = report.unsupported.iter();
    let one = needs.find(|one| one.opcode == opcode);
    one.unwrap_or_else(|| panic!("{report:#?}"))
        .first_use
        .clone()
}

/// A value of the type comes before a pointer to it that is used earlier. Nothing replaces doubles that are rounded in two ways.
#[test]
fn a_value_of_a_type_is_preferred_to_what_leads_to_it() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 1 1 1
        OpExecutionMode %main RoundingModeRTZ 64
        OpExecutionMode %main RoundingModeRTE 64",
        "OpCapability Float64",
        "%double = OpTypeFloat 64
        %s = OpTypeStruct %u32 %double
        %to_s = OpTypePointer Private %s
        %to_u32 = OpTypePointer Private %u32
        %to_double = OpTypePointer Private %double
        %v = OpVariable %to_s Private",
        "%p = OpAccessChain %to_u32 %v %zero
        OpStore %p %one
        %q = OpAccessChain %to_double %v %one
        %x = OpLoad %double %q
        OpStore %q %x",
    );
    let site = first_use(&words, "vulkan-1.1", "OpTypeFloat").unwrap();
    assert_eq!(site.opcode, "OpLoad");
}

/// Of the accesses to a block, the one to the member counts.
#[test]
fn a_decorated_member_is_used_where_it_is_accessed() {
    let words = stage(
        3,
        "Vertex",
        "",
        "OpCapability ClipDistance",
        "OpMemberDecorate %block 0 BuiltIn Position
        OpMemberDecorate %block 1 BuiltIn ClipDistance
        OpDecorate %block Block
        %v4 = OpTypeVector %f32 4
        %place = OpConstantNull %v4
        %distance = OpConstantNull %f32
        %distances = OpTypeArray %f32 %one
        %block = OpTypeStruct %v4 %distances
        %to_block = OpTypePointer Output %block
        %to_place = OpTypePointer Output %v4
        %to_distance = OpTypePointer Output %f32
        %v = OpVariable %to_block Output",
        "%p = OpAccessChain %to_place %v %zero
        OpStore %p %place
        %q = OpAccessChain %to_distance %v %one %zero
        OpStore %q %distance",
    );
    let mut device = Target::built_in("vulkan-1.0").unwrap().describe();
    device.comment.clear();
    let (_, report) = filtered(&words, &device.build(), &Options::default());
    let mut needs = report.unsupported.iter();
    let one = needs.find(|one| one.opcode == "OpMemberDecorate").unwrap();
    let site = one.first_use.as_ref().unwrap();
    assert_eq!(site.opcode, "OpAccessChain");
    let function = site.function.as_ref().unwrap();
    let at = site.offset as usize;
    assert_eq!(
        words[at] >> 16,
        6,
        "{function}: the access with two indices"
    );
}
