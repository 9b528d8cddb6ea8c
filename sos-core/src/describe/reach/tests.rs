//! Entry points of instructions within and outside of functions.

use crate::assemble::assemble;
use crate::filtered::filtered;
use crate::{Options, Target};

/// Two entry points share a function; one also has a type, a mode and a built-in of its own that the device lacks.
#[test]
fn needs_are_those_of_the_entry_points_that_reach_them() {
    let words = assemble(
        3,
        "OpCapability Shader
        OpCapability Float64
        OpCapability SampleRateShading
        OpCapability StencilExportEXT
        OpCapability Int64
        OpExtension \"SPV_EXT_shader_stencil_export\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %first \"first\" %sample %colour %stencil
        OpEntryPoint Fragment %second \"second\" %colour
        OpExecutionMode %first OriginUpperLeft
        OpExecutionMode %first StencilRefReplacingEXT
        OpExecutionMode %second OriginUpperLeft
        OpDecorate %sample BuiltIn SampleId
        OpDecorate %sample Flat
        OpDecorate %stencil BuiltIn FragStencilRefEXT
        OpDecorate %colour Location 0
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %i32 = OpTypeInt 32 1
        %f32 = OpTypeFloat 32
        %to_in = OpTypePointer Input %i32
        %sample = OpVariable %to_in Input
        %double = OpTypeFloat 64
        %half = OpConstant %double 0 1071644672
        %i64 = OpTypeInt 64 1
        %three = OpConstant %i64 3 0
        %to_out = OpTypePointer Output %f32
        %colour = OpVariable %to_out Output
        %to_stencil = OpTypePointer Output %i32
        %stencil = OpVariable %to_stencil Output
        %shared = OpFunction %void None %signature
        %begin = OpLabel
        %long = OpIAdd %i64 %three %three
        %short = OpConvertSToF %f32 %long
        OpStore %colour %short
        OpReturn
        OpFunctionEnd
        %first = OpFunction %void None %signature
        %entry = OpLabel
        %a = OpFunctionCall %void %shared
        %b = OpLoad %i32 %sample
        OpStore %stencil %b
        %number = OpConvertSToF %f32 %b
        OpStore %colour %number
        OpReturn
        OpFunctionEnd
        %second = OpFunction %void None %signature
        %start = OpLabel
        %c = OpFunctionCall %void %shared
        %d = OpFAdd %double %half %half
        %single = OpFConvert %f32 %d
        OpStore %colour %single
        OpReturn
        OpFunctionEnd",
    );
    let target = Target::built_in("vulkan-1.0").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let of = |need: &str| {
        let mut of = report.unsupported.iter();
        let one = of.find(|one| one.need.contains(need));
        one.unwrap_or_else(|| panic!("{need}: {report:#?}"))
            .entry_points
            .clone()
    };
    assert_eq!(of("Float64"), ["second"]);
    assert_eq!(of("SampleRateShading"), ["first"]);
    assert_eq!(of("StencilExportEXT"), ["first"]);
    assert_eq!(of("Int64"), ["first", "second"]);
}
