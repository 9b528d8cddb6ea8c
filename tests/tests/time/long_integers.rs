//! Filtering time is linear in the size of the module, for modules of many shapes.

use sos_core::{Options, OutcomeKind, Target};
use sos_tests::linear::{self, lines};
use sos_tests::{tools, Tools};

/// A compute shader with the given annotations, declarations and body.
fn module(annotations: &str, globals: &str, body: &str) -> String {
    format!(
        "OpCapability Shader
OpCapability Int64
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
{annotations}
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%long = OpTypeInt 64 0
%long3 = OpTypeVector %long 3
%zero = OpConstant %uint 0
%seven = OpConstant %long 7
%threes = OpConstantComposite %long3 %seven %seven %seven
%to = OpTypePointer Private %long
%held = OpVariable %to Private
{globals}
%main = OpFunction %void None %fn
%entry = OpLabel
%first = OpLoad %long %held
{body}
OpStore %held %last
OpReturn
OpFunctionEnd"
    )
}

fn check_linear(tools: Tools, name: &str, size: u32, shape: impl Fn(u32) -> String) {
    let target = Target::built_in("swiftshader").unwrap();
    let on = (&target, &Options::default());
    linear::is_linear(name, on, Some(OutcomeKind::Rewritten), size, |size| {
        tools
            .assemble(&shape(size), "spv1.3")
            .unwrap_or_else(|error| panic!("{name}: {error:#}"))
    });
}

#[test]
fn time_is_linear_in_operations() {
    let Some(tools) = tools() else { return };
    check_linear(tools, "sums", 8_000, |size| {
        let sums = lines(size, |at| {
            let before = match at {
                0 => "first".into(),
                _ => format!("s{}", at - 1),
            };
            format!("%s{at} = OpIAdd %long %{before} %seven")
        });
        module(
            "",
            "",
            &format!("{sums}%last = OpCopyObject %long %s{}", size - 1),
        )
    });
    check_linear(tools, "divisions", 4_000, |size| {
        let sums = lines(size, |at| {
            let before = match at {
                0 => "first".into(),
                _ => format!("s{}", at - 1),
            };
            format!("%s{at} = OpUDiv %long %{before} %first")
        });
        module(
            "",
            "",
            &format!("{sums}%last = OpCopyObject %long %s{}", size - 1),
        )
    });
}

#[test]
fn time_is_linear_in_switches_and_phis() {
    let Some(tools) = tools() else { return };
    check_linear(tools, "cases", 4_000, |size| {
        let cases =
            lines(size, |at| format!("{} %case{at}", u64::from(at) << 31)).replace('\n', " ");
        let blocks = lines(size, |at| format!("%case{at} = OpLabel\nOpBranch %join"));
        let edges = lines(size, |at| format!("%seven %case{at}")).replace('\n', " ");
        module(
            "",
            "",
            &format!(
                "OpSelectionMerge %join None
OpSwitch %first %join {cases}
{blocks}%join = OpLabel
%last = OpPhi %long %first %entry {edges}"
            ),
        )
    });
}

#[test]
fn time_is_linear_in_types_and_constants() {
    let Some(tools) = tools() else { return };
    check_linear(tools, "structures", 2_000, |size| {
        let annotations = lines(size, |at| {
            format!("OpMemberDecorate %s{at} 0 Offset 0\nOpMemberDecorate %s{at} 1 Offset 32")
        });
        let globals = lines(size, |at| {
            format!(
                "%s{at} = OpTypeStruct %long3 %long
%p{at} = OpTypePointer Private %s{at}
%c{at} = OpConstantComposite %s{at} %threes %seven
%v{at} = OpVariable %p{at} Private %c{at}"
            )
        });
        let loads = lines(size, |at| {
            format!("%l{at} = OpLoad %s{at} %v{at}\n%e{at} = OpCompositeExtract %long %l{at} 0 1\nOpStore %held %e{at}")
        });
        module(
            &annotations,
            &globals,
            &format!("{loads}%last = OpCopyObject %long %e0"),
        )
    });
    check_linear(tools, "one structure of many members", 4_000, |size| {
        let annotations = lines(size, |at| {
            format!("OpMemberDecorate %s {at} Offset {}", 32 * at)
        })
            + "OpDecorate %s Block\nOpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0";
        let members = "%long3 ".repeat(size as usize);
        let globals = format!(
            "%s = OpTypeStruct {members}
%p = OpTypePointer Uniform %s
%p3 = OpTypePointer Uniform %long3
%int = OpTypeInt 32 1
%v = OpVariable %p Uniform
{}",
            lines(size, |at| format!("%n{at} = OpConstant %int {at}"))
        );
        let loads = lines(size, |at| {
            format!("%a{at} = OpAccessChain %p3 %v %n{at}\n%l{at} = OpLoad %long3 %a{at}\n%e{at} = OpCompositeExtract %long %l{at} 1\nOpStore %held %e{at}")
        });
        module(
            &annotations,
            &globals,
            &format!("{loads}%last = OpCopyObject %long %e0"),
        )
    });
    check_linear(tools, "functions", 2_000, |size| {
        let globals = "%f = OpTypeFunction %long3 %long %long3";
        let calls = lines(size, |at| {
            format!("%r{at} = OpFunctionCall %long3 %f{at} %first %threes\n%e{at} = OpCompositeExtract %long %r{at} 2\nOpStore %held %e{at}")
        });
        let functions = lines(size, |at| {
            format!(
                "%f{at} = OpFunction %long3 None %f
%x{at} = OpFunctionParameter %long
%y{at} = OpFunctionParameter %long3
%b{at} = OpLabel
%z{at} = OpCompositeInsert %long3 %x{at} %y{at} 2
OpReturnValue %z{at}
OpFunctionEnd"
            )
        });
        let main = module(
            "",
            globals,
            &format!("{calls}%last = OpCopyObject %long %e0"),
        );
        format!("{main}\n{functions}")
    });
}
