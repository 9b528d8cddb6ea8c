//! Tests of which extensions and capabilities stay declared.

use super::*;
use crate::assemble::{assemble, compute};
use crate::filtered::filtered;
use crate::options::{Options, Strip};
use crate::tables::extension_name;
use crate::target::Target;

#[test]
fn capabilities_implied_only_by_newer_grammars_are_declared() {
    let globals = "%l = OpTypeInt 64 0
        %image = OpTypeImage %l 2D 0 0 0 2 R64ui
        %to_image = OpTypePointer UniformConstant %image
        %v = OpVariable %to_image UniformConstant";
    let preamble = "OpCapability Int64ImageEXT\nOpCapability Int64
        OpExtension \"SPV_EXT_shader_image_int64\"";
    let words = compute(3, preamble, globals, "%i = OpLoad %image %v");
    let target = Target::built_in("radv-navi21").unwrap();
    let options = Options {
        strip: Strip::All,
        ..Options::default()
    };
    let (_, report) = filtered(&words, &target, &options);
    let after = report.capabilities.after;
    assert!(after.iter().any(|name| name == "Int64"), "{after:?}");
}

#[test]
fn a_capability_that_implies_the_type_in_use_stays_declared() {
    let globals = "%byte = OpTypeInt 8 0
        %Block = OpTypeStruct %byte
        %to_block = OpTypePointer StorageBuffer %Block
        %to_byte = OpTypePointer StorageBuffer %byte
        %block = OpVariable %to_block StorageBuffer
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0";
    let preamble = "OpCapability DotProduct\nOpCapability DotProductInput4x8Bit
        OpCapability StorageBuffer8BitAccess
        OpExtension \"SPV_KHR_integer_dot_product\"\nOpExtension \"SPV_KHR_8bit_storage\"";
    let body = "%p = OpAccessChain %to_byte %block %zero
        %x = OpLoad %byte %p
        %y = OpIAdd %byte %x %x
        OpStore %p %y";
    let words = compute(3, preamble, globals, body);
    let target = Target::built_in("radv-navi21").unwrap();
    for strip in [Strip::Nothing, Strip::All] {
        let options = Options {
            strip,
            ..Options::default()
        };
        let after = filtered(&words, &target, &options).1.capabilities.after;
        let has = |name: &str| after.iter().any(|one| one == name);
        assert!(has("DotProductInput4x8Bit"), "{strip:?}: {after:?}");
        assert_eq!(has("DotProduct"), strip == Strip::Nothing, "{after:?}");
    }
}

#[test]
fn the_silent_extensions_are_those_that_were_reviewed() {
    let names: Vec<&str> = SILENT.iter().filter_map(extension_name).collect();
    assert_eq!(
        names,
        [
            "SPV_AMD_gpu_shader_half_float",
            "SPV_AMD_gpu_shader_int16",
            "SPV_HUAWEI_cluster_culling_shader",
            "SPV_HUAWEI_subpass_shading",
            "SPV_KHR_non_semantic_info",
        ]
    );
}

/// A module without entry points is valid only with `Linkage`, which no Vulkan device accepts. Nothing else shows its use.
#[test]
fn a_library_needs_linkage() {
    let library = |declared: &str| {
        format!(
            "{declared}
            OpCapability Linkage
            OpMemoryModel Logical GLSL450
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %f = OpFunction %void None %signature
            %entry = OpLabel
            OpReturn
            OpFunctionEnd"
        )
    };
    for declared in [
        "OpCapability Shader",
        "OpCapability Shader\nOpCapability Int8",
    ] {
        let words = assemble(0, &library(declared));
        let target = Target::built_in("vulkan-1.0").unwrap();
        let (out, report) = filtered(&words, &target, &Options::default());
        assert!(out.is_empty(), "{declared}");
        let [need] = report.unsupported.as_slice() else {
            panic!("{:?}", report.unsupported);
        };
        assert_eq!(need.need, "capability Linkage");
        assert_eq!(need.opcode, "OpCapability");
        assert_eq!(words[need.offset as usize + 1], capability::Linkage);
        assert_eq!(need.reason.as_deref(), crate::reasons::reason("Linkage"));
    }
}
