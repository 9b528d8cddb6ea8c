//! Needs without a declaration, where nothing else is missing.

use crate::assemble::assemble;
use crate::filtered::words_for;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::tables::op;
use crate::Target;

#[test]
fn instructions_between_functions_and_behind_them_are_checked() {
    let device = Target::built_in("nvk-kepler").unwrap();
    let without = device.without(["VK_KHR_shader_non_semantic_info"]).unwrap();
    let note = "%note = OpExtInst %void %set 1 %one";
    let function = "OpFunction %void None %signature
         %entry = OpLabel
         OpReturn
         OpFunctionEnd";
    let other = function.replace("%entry", "%start");
    for (between, behind) in [(note, ""), ("", note)] {
        let words = assemble(
            0,
            &format!(
                "OpCapability Shader
                 OpExtension \"SPV_KHR_non_semantic_info\"
                 %set = OpExtInstImport \"NonSemantic.ClspvReflection.5\"
                 OpMemoryModel Logical GLSL450
                 OpEntryPoint GLCompute %main \"main\"
                 OpExecutionMode %main LocalSize 1 1 1
                 %void = OpTypeVoid
                 %uint = OpTypeInt 32 0
                 %one = OpConstant %uint 1
                 %signature = OpTypeFunction %void
                 %main = {function}
                 {between}
                 %other = {other}
                 {behind}"
            ),
        );
        let of_set = |inst: Inst<'_>| {
            matches!(
                inst.opcode(),
                op::OpExtInst | op::OpExtInstImport | op::OpExtension
            )
        };
        assert!(words_for(&words, &device).is_ok_and(|out| out == words));
        let out = words_for(&words, &without).unwrap();
        assert!(!Insts::new(&out, LEN as u32, out.len() as u32).any(of_set));
    }
}

/// A compute shader that declares nothing but `Shader`, with a buffer of words.
fn bare(annotations: &str, globals: &str, body: &str, end: &str) -> Vec<u32> {
    assemble(
        4,
        &format!(
            "OpCapability Shader
             OpMemoryModel Logical GLSL450
             OpEntryPoint GLCompute %main \"main\" %id %data
             OpExecutionMode %main LocalSize 1 1 1
             OpDecorate %id BuiltIn LocalInvocationIndex
             OpDecorate %block Block
             OpMemberDecorate %block 0 Offset 0
             OpDecorate %data DescriptorSet 0
             OpDecorate %data Binding 0
             {annotations}
             %void = OpTypeVoid
             %signature = OpTypeFunction %void
             %uint = OpTypeInt 32 0
             %bool = OpTypeBool
             %zero = OpConstant %uint 0
             %three = OpConstant %uint 3
             %words = OpTypeArray %uint %three
             %block = OpTypeStruct %words
             %blocks = OpTypeArray %block %three
             %to_block = OpTypePointer StorageBuffer %block
             %to_blocks = OpTypePointer StorageBuffer %blocks
             %to_word = OpTypePointer StorageBuffer %uint
             %to_input = OpTypePointer Input %uint
             %id = OpVariable %to_input Input
             {globals}
             %main = OpFunction %void None %signature
             %entry = OpLabel
             %i = OpLoad %uint %id
             {body}
             OpReturn
             OpFunctionEnd
             {end}"
        ),
    )
}

#[test]
fn what_is_used_and_not_declared_is_seen() {
    let data = "%data = OpVariable %to_block StorageBuffer";
    let at = "%p = OpAccessChain %to_word %data %zero %i";
    let pointers = &[
        "variablePointers",
        "variablePointersStorageBuffer",
        "VK_KHR_variable_pointers",
    ][..];
    let shared = format!(
        "%in_shared = OpTypePointer Workgroup %block\n%to_shared = OpTypePointer Workgroup %uint\n%shared = OpVariable %in_shared Workgroup\n{data}"
    );
    let cases = [
        (
            &["shaderStorageBufferArrayNonUniformIndexing"][..],
            bare(
                "OpDecorate %i NonUniform",
                "%data = OpVariable %to_blocks StorageBuffer",
                "%p = OpAccessChain %to_word %data %i %zero %zero\nOpStore %p %i",
                "",
            ),
        ),
        (
            pointers,
            bare("", data, &format!("{at}\n%q = OpAccessChain %to_word %data %zero %zero\n%same = OpPtrEqual %bool %p %q"), ""),
        ),
        (
            pointers,
            bare("OpDecorate %to_word ArrayStride 4", data, &format!("{at}\n%q = OpPtrAccessChain %to_word %p %i\nOpStore %q %i"), ""),
        ),
        (
            pointers,
            bare(
                "",
                &format!("%get = OpTypeFunction %to_word\n{data}"),
                "%p = OpFunctionCall %to_word %other\nOpStore %p %i",
                "%other = OpFunction %to_word None %get
                 %start = OpLabel
                 %r = OpAccessChain %to_word %data %zero %zero
                 OpReturnValue %r
                 OpFunctionEnd",
            ),
        ),
        (
            pointers,
            bare(
                "",
                &format!("%holder = OpTypePointer Private %to_word\n%held = OpVariable %holder Private\n{data}"),
                &format!("{at}\nOpStore %held %p"),
                "",
            ),
        ),
        (
            &["runtimeDescriptorArray"],
            bare(
                "",
                "%many = OpTypeRuntimeArray %block
                 %to_many = OpTypePointer StorageBuffer %many
                 %data = OpVariable %to_many StorageBuffer",
                "%p = OpAccessChain %to_word %data %zero %zero %zero\nOpStore %p %i",
                "",
            ),
        ),
        (
            &["workgroupMemoryExplicitLayout"],
            bare("", &shared, "%p = OpAccessChain %to_shared %shared %zero %i\nOpStore %p %i", ""),
        ),
    ];
    let device = Target::built_in("radv-navi21").unwrap();
    for (names, words) in cases {
        let with = words_for(&words, &device).unwrap();
        let less = device.without(names).unwrap();
        // Lowered or refused.
        assert_ne!(words_for(&words, &less), Ok(words), "{names:?}");
        assert_ne!(words_for(&with, &less).as_ref(), Ok(&with), "{names:?}");
    }
}
