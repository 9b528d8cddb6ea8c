//! Which extensions and capabilities stay.

use super::*;
use crate::assemble::compute;
use crate::filtered::filtered;
use crate::options::{Options, Strip};
use crate::tables::extension_name;
use crate::target::Target;

#[test]
fn what_only_newer_grammars_imply_is_declared() {
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
fn the_silent_extensions_are_those_that_were_looked_at() {
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
