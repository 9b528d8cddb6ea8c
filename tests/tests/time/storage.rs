//! Filtering time is linear in the size of the module, for modules of many shapes.

use std::fmt::Write as _;

use sos_core::target::feature;
use sos_core::{Options, OutcomeKind, Target};
use sos_tests::linear::{self, lines};
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{tools, Tools};

const HEAD: &str = "
OpCapability Shader
OpCapability Int16
OpCapability StorageBuffer16BitAccess
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
";

const TYPES: &str = "
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%short = OpTypeInt 16 0
%zero = OpConstant %uint 0
%two = OpConstant %uint 2
%to_short = OpTypePointer StorageBuffer %short
";

/// A module with the given annotations, declarations and body.
fn module(annotations: &str, globals: &str, body: &str) -> String {
    format!(
        "{HEAD}{annotations}{TYPES}{globals}
%main = OpFunction %void None %fn
%entry = OpLabel
{body}
OpReturn
OpFunctionEnd"
    )
}

fn check_linear(
    tools: Tools,
    name: &str,
    size: u32,
    supported: bool,
    shape: impl Fn(u32) -> String,
) {
    let lavapipe = Target::built_in("lavapipe").expect("a built-in device");
    let target = without(&lavapipe, STORAGE);
    let expected = Some(match supported {
        true => OutcomeKind::Rewritten,
        false => OutcomeKind::Unsupported,
    });
    let on = (&target, &Options::default());
    linear::is_linear(name, on, expected, size, |size| {
        tools.assemble(&shape(size), "vulkan1.1").unwrap()
    });
}

#[test]
fn time_is_linear_in_blocks_and_accesses() {
    let Some(tools) = tools() else { return };
    // Many blocks, each with a variable, an array, an access chain, a load and a store.
    check_linear(tools, "blocks", 4_000, true, |size| {
        let (mut decorations, mut globals, mut body) =
            (String::new(), String::new(), String::new());
        for at in 0..size {
            let _ = write!(
                decorations,
                "OpDecorate %a{at} ArrayStride 2
OpDecorate %b{at} Block
OpMemberDecorate %b{at} 0 Offset {}
OpDecorate %v{at} DescriptorSet 0
OpDecorate %v{at} Binding {at}
",
                2 * at
            );
            let _ = write!(
                globals,
                "%a{at} = OpTypeRuntimeArray %short
%b{at} = OpTypeStruct %a{at}
%p{at} = OpTypePointer StorageBuffer %b{at}
%v{at} = OpVariable %p{at} StorageBuffer
"
            );
            let _ = write!(
                body,
                "%c{at} = OpAccessChain %to_short %v{at} %zero %two
%x{at} = OpLoad %short %c{at}
OpStore %c{at} %x{at}
"
            );
        }
        module(&decorations, &globals, &body)
    });
}

#[test]
fn time_is_linear_in_physical_pointers() {
    let Some(tools) = tools() else { return };
    // Many structures, each with a physical pointer type, a decoration to process, access chains and accesses.
    check_linear(tools, "addresses", 4_000, true, |size| {
        let (mut decorations, mut globals, mut body) =
            (String::new(), String::new(), String::new());
        for at in 0..size {
            let _ = write!(
                decorations,
                "OpDecorate %b{at} Block
OpMemberDecorate %b{at} 0 Offset {0}
OpMemberDecorate %b{at} 1 Offset {1}
OpMemberDecorate %b{at} 0 Coherent
OpMemberDecorate %b{at} 1 Coherent
",
                2 * at,
                2 * at + 2
            );
            let _ = write!(
                globals,
                "%b{at} = OpTypeStruct %short %short
%p{at} = OpTypePointer PhysicalStorageBuffer %b{at}
%n{at} = OpConstantNull %p{at}
"
            );
            let _ = write!(
                body,
                "%c{at} = OpAccessChain %physical_short %n{at} %zero
%x{at} = OpLoad %short %c{at} Aligned 2
%d{at} = OpAccessChain %physical_short %n{at} %one
OpStore %d{at} %x{at} Aligned 2
"
            );
        }
        let globals = format!(
            "%one = OpConstant %uint 1
%physical_short = OpTypePointer PhysicalStorageBuffer %short
{globals}"
        );
        module(&decorations, &globals, &body)
            .replace(
                "OpMemoryModel Logical",
                "OpExtension \"SPV_KHR_physical_storage_buffer\"\nOpMemoryModel PhysicalStorageBuffer64",
            )
            .replace("OpCapability Int16", "OpCapability Int16\nOpCapability PhysicalStorageBufferAddresses")
    });
}

#[test]
fn time_is_linear_in_members_and_decoration_groups() {
    let Some(tools) = tools() else { return };
    // A block with many members, each with a decoration group and accesses.
    check_linear(tools, "members", 4_000, true, |size| {
        let mut decorations = String::from(
            "OpDecorate %block Block
OpDecorate %v DescriptorSet 0
OpDecorate %v Binding 0
",
        );
        let (mut members, mut constants, mut body) = (String::new(), String::new(), String::new());
        for at in 0..size {
            let _ = write!(
                decorations,
                "OpDecorate %g{at} Offset {0}\n%g{at} = OpDecorationGroup\nOpGroupMemberDecorate %g{at} %block {at}\n",
                2 * at
            );
            members += " %short";
            let _ = writeln!(constants, "%k{at} = OpConstant %uint {at}");
            let _ = write!(
                body,
                "%c{at} = OpAccessChain %to_short %v %k{at}\n%x{at} = OpLoad %short %c{at}\nOpStore %c{at} %x{at}\n"
            );
        }
        // Declared by TYPES.
        let constants = constants
            .replace("%k0 = OpConstant %uint 0\n", "")
            .replace("%k2 = OpConstant %uint 2\n", "");
        let body = body.replace("%k0\n", "%zero\n").replace("%k2\n", "%two\n");
        let globals = format!(
            "{constants}%block = OpTypeStruct{members}
%p = OpTypePointer StorageBuffer %block
%v = OpVariable %p StorageBuffer
"
        );
        module(&decorations, &globals, &body)
    });
}

#[test]
fn exponentially_large_structs_are_rejected_in_linear_time() {
    let Some(tools) = tools() else { return };
    // Structures of two of the previous one, nested 26 deep: a load of the outermost has 2^26 parts.
    check_linear(tools, "doubling", 500, false, |size| {
        let (mut decorations, mut globals) = (String::new(), String::new());
        let mut last = "%short".to_owned();
        for level in 0..26 {
            let _ = write!(
                decorations,
                "OpMemberDecorate %s{level} 0 Offset 0\nOpMemberDecorate %s{level} 1 Offset {}\n",
                2u32 << level
            );
            let _ = writeln!(globals, "%s{level} = OpTypeStruct {last} {last}");
            last = format!("%s{level}");
        }
        decorations += "OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %v DescriptorSet 0
OpDecorate %v Binding 0
";
        let _ = write!(
            globals,
            "%block = OpTypeStruct {last}
%p = OpTypePointer StorageBuffer %block
%to_last = OpTypePointer StorageBuffer {last}
%v = OpVariable %p StorageBuffer
"
        );
        let mut body = "%c = OpAccessChain %to_last %v %zero\n".to_owned();
        for at in 0..size {
            let _ = write!(body, "%x{at} = OpLoad {last} %c\nOpStore %c %x{at}\n");
        }
        module(&decorations, &globals, &body)
    });
}

/// Each access uses a different block type, which must be found without searching all types.
#[test]
fn time_is_linear_in_coherent_accesses_through_physical_pointers() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("nvk-kepler").unwrap();
    let target = without(&target, &[feature::vulkanMemoryModel]);
    let on = (&target, &Options::default());
    let expected = Some(OutcomeKind::Rewritten);
    linear::is_linear("coherent accesses", on, expected, 80_000, |size| {
        let strides = lines(size, |at| format!("OpDecorate %a{at} ArrayStride 4"));
        let types = lines(size, |at| {
            format!(
                "%a{at} = OpTypeArray %uint %four
                %p{at} = OpTypePointer PhysicalStorageBuffer %a{at}"
            )
        });
        let loads = lines(size, |at| {
            format!(
                "%q{at} = OpBitcast %p{at} %address
                %x{at} = OpLoad %a{at} %q{at} Aligned|MakePointerVisible|NonPrivatePointer 4 %five"
            )
        });
        let text = format!(
            "OpCapability Shader
            OpCapability PhysicalStorageBufferAddresses
            OpCapability VulkanMemoryModel
            OpMemoryModel PhysicalStorageBuffer64 Vulkan
            OpEntryPoint GLCompute %main \"main\" %push
            OpExecutionMode %main LocalSize 1 1 1
            OpDecorate %Push Block
            OpMemberDecorate %Push 0 Offset 0
            {strides}
            %void = OpTypeVoid
            %fn = OpTypeFunction %void
            %uint = OpTypeInt 32 0
            %zero = OpConstant %uint 0
            %four = OpConstant %uint 4
            %five = OpConstant %uint 5
            {types}
            %Push = OpTypeStruct %p0
            %to_push = OpTypePointer PushConstant %Push
            %to_address = OpTypePointer PushConstant %p0
            %push = OpVariable %to_push PushConstant
            %main = OpFunction %void None %fn
            %entry = OpLabel
            %at = OpAccessChain %to_address %push %zero
            %address = OpLoad %p0 %at
            {loads}
            OpReturn
            OpFunctionEnd"
        );
        tools
            .assemble(&text, "spv1.5")
            .unwrap_or_else(|error| panic!("{error:#}"))
    });
}
