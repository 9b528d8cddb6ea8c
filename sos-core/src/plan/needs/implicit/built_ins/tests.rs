//! Tests of built-ins whose capability depends on the stage.

use crate::assemble::assemble;
use crate::filtered::filtered;
use crate::target::{feature, Target};
use crate::{Module, Options};

/// Returns the capabilities that an inspection finds in use.
fn used(words: &[u32]) -> Vec<String> {
    let module = Module::scan(words, &Options::default().limits).unwrap();
    crate::inspect(&module)
        .into_iter()
        .flat_map(|entry| entry.capabilities)
        .collect()
}

/// A module with these entry points, given by model, name and interface, that loads a variable with a built-in, or a block with
/// it as a member.
fn module(
    minor: u32,
    capabilities: &[&str],
    entries: &[(&str, &str, &str)],
    class: &str,
    built_in: &str,
    in_block: bool,
) -> Vec<u32> {
    let declare = capabilities
        .iter()
        .map(|name| format!("OpCapability {name}\n"));
    let entries = entries
        .iter()
        .map(|(model, name, listed)| format!("OpEntryPoint {model} %main \"{name}\" {listed}\n"));
    let (decoration, ty) = match in_block {
        true => ("OpMemberDecorate %Block 0", "%Block"),
        false => ("OpDecorate %variable", "%u32"),
    };
    assemble(
        minor,
        &format!(
            "{}
            OpMemoryModel Logical GLSL450
            {}
            {decoration} BuiltIn {built_in}
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %u32 = OpTypeInt 32 0
            %Block = OpTypeStruct %u32
            %to_variable = OpTypePointer {class} {ty}
            %to_sink = OpTypePointer Private {ty}
            %variable = OpVariable %to_variable {class}
            %sink = OpVariable %to_sink Private
            %main = OpFunction %void None %signature
            %entry = OpLabel
            %value = OpLoad {ty} %variable
            OpStore %sink %value
            OpReturn
            OpFunctionEnd",
            declare.collect::<String>(),
            entries.collect::<String>(),
        ),
    )
}

/// The first capability suffices in the first stage, the second only in others.
#[test]
fn a_capability_counts_only_where_the_stage_allows_it() {
    for (right, wrong, model, class, built_in) in [
        (
            "Geometry",
            "RayTracingKHR",
            "Fragment",
            "Input",
            "PrimitiveId",
        ),
        (
            "Tessellation",
            "RayTracingNV",
            "Fragment",
            "Input",
            "PrimitiveId",
        ),
        (
            "DrawParameters",
            "MeshShadingEXT",
            "Vertex",
            "Input",
            "DrawIndex",
        ),
        ("ShaderLayer", "Geometry", "Vertex", "Output", "Layer"),
        (
            "ShaderLayer",
            "MeshShadingEXT",
            "TessellationEvaluation",
            "Output",
            "Layer",
        ),
        (
            "ShaderViewportIndex",
            "MultiViewport",
            "Vertex",
            "Output",
            "ViewportIndex",
        ),
        (
            "MultiViewport",
            "ShaderViewportIndex",
            "Geometry",
            "Output",
            "ViewportIndex",
        ),
        (
            "ShaderViewportMaskNV",
            "MeshShadingNV",
            "Geometry",
            "Output",
            "ViewportMaskNV",
        ),
        (
            "PerViewAttributesNV",
            "MeshShadingNV",
            "Vertex",
            "Output",
            "PositionPerViewNV",
        ),
        (
            "PerViewAttributesNV",
            "MeshShadingNV",
            "TessellationControl",
            "Output",
            "ViewportMaskPerViewNV",
        ),
    ] {
        for in_block in [false, true] {
            // In the grammar's order and in the other one.
            for declared in [["Shader", right, wrong], ["Shader", wrong, right]] {
                let entries = [(model, "main", "%variable")];
                let words = module(5, &declared, &entries, class, built_in, in_block);
                let used = used(&words);
                let has = |name: &str| used.iter().any(|used| used == name);
                assert!(has(right) && !has(wrong), "{built_in} in {model}: {used:?}");
            }
        }
    }
}

/// The name of an entry point may have the bits of an id: the interface is what follows it.
#[test]
fn a_layer_counts_for_vertices_where_these_list_it() {
    for (name, listed, is_used) in [
        ("\u{2}", "", false),
        ("v", "", false),
        ("v", "%variable", true),
    ] {
        let entries = [("Geometry", "main", "%variable"), ("Vertex", name, listed)];
        let declared = ["Geometry", "ShaderViewportIndexLayerEXT"];
        let words = module(3, &declared, &entries, "Output", "Layer", false);
        let of_vertices = used(&words).contains(&"ShaderViewportIndexLayerEXT".to_owned());
        assert_eq!(of_vertices, is_used, "{name:?} {listed}");
    }
}

#[test]
fn a_fragment_shader_does_not_get_its_primitive_from_ray_tracing() {
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::geometryShader, false);
    description.set_feature(feature::tessellationShader, false);
    let target = description.build();
    let entries = [("Fragment", "main", "%variable")];
    let words = |minor| {
        module(
            minor,
            &["Shader", "Geometry"],
            &entries,
            "Input",
            "PrimitiveId",
            false,
        )
    };
    // Mesh shaders need SPIR-V 1.4.
    let (_, report) = filtered(&words(3), &target, &Options::default());
    assert_eq!(report.unsupported.len(), 1);
    let (out, report) = filtered(&words(4), &target, &Options::default());
    assert_eq!(report.unsupported.len(), 0);
    assert_eq!(used(&out), ["Shader", "MeshShadingEXT"]);
}
