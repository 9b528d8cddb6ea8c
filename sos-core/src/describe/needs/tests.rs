//! The descriptions of unmet needs.

use super::excess;
use crate::assemble::stage;
use crate::filtered::filtered;
use crate::plan::Limit;
use crate::{Options, Target};

/// The unmet needs of a mesh shader of SPIR-V 1.`minor` on a device: the need, what would provide it, and what was tried; each
/// once. With `asks`, the shader also reads the number of multiprocessors, which NVIDIA's devices provide.
fn lacking(minor: u32, asks: bool, device: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let (capability, load) = match asks {
        true => ("OpCapability ShaderSMBuiltinsNV", "%r = OpLoad %u32 %count"),
        false => ("", ""),
    };
    let words = stage(
        minor,
        "MeshEXT",
        "OpExecutionMode %main LocalSize 8 1 1
        OpExecutionMode %main OutputVertices 3
        OpExecutionMode %main OutputPrimitivesEXT 1
        OpExecutionMode %main OutputTrianglesEXT",
        &format!(
            "OpCapability MeshShadingEXT
            {capability}
            OpExtension \"SPV_EXT_mesh_shader\"
            OpExtension \"SPV_NV_shader_sm_builtins\""
        ),
        "OpDecorate %count BuiltIn SMCountNV
        %to_count = OpTypePointer Input %u32
        %count = OpVariable %to_count Input",
        &format!("OpSetMeshOutputsEXT %three %one\n{load}"),
    );
    let target = Target::built_in(device).unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let needs = report.unsupported.into_iter();
    let mut needs: Vec<_> = needs
        .map(|one| (one.need, one.provided_by, one.tried))
        .collect();
    needs.sort();
    needs.dedup();
    needs
}

#[test]
fn an_extension_that_the_device_has_is_not_listed() {
    let too_old = "a module of SPIR-V 1.4 or later, for SPV_EXT_mesh_shader";
    let by_version = (too_old.to_owned(), Vec::new(), Vec::new());
    let with = "lavapipe-25.0.7";
    assert_eq!(lacking(3, false, with), std::slice::from_ref(&by_version));
    assert!(lacking(4, false, with).is_empty());
    let both = lacking(3, true, with);
    assert!(both.len() > 1 && both.contains(&by_version), "{both:?}");

    let without = lacking(3, false, "swiftshader");
    let names = |text: &str| without.iter().any(|one| one.0 == text);
    assert!(names("capability MeshShadingEXT") && !names(too_old));
}

#[test]
fn what_exceeds_a_limit_says_in_which_direction() {
    let target = Target::built_in("vulkan-1.0").unwrap();
    let text = |value| excess(Limit::TexelOffset, value, &target).1;
    let low = "minTexelOffset of -30: the target allows at least -8, exceeded by 22 (";
    assert!(text(-30).starts_with(low), "{}", text(-30));
    let high = "maxTexelOffset of 12: the target allows at most 7, exceeded by 5 (";
    assert!(text(12).starts_with(high), "{}", text(12));
}
