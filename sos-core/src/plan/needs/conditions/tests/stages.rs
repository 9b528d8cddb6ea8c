//! Subgroups and execution modes.

use super::{case, lacking, Case};
use crate::assemble::{compute, stage};
use crate::plan::needs::conditions::Is;
use crate::target::{feature, stage as bit, ApiVersion};

pub const SUBGROUPS: &str = "OpCapability GroupNonUniform
    OpCapability GroupNonUniformBallot
    OpCapability GroupNonUniformArithmetic
    OpCapability GroupNonUniformQuad";

pub fn subgroups() -> Vec<Case> {
    let elect = "%r = OpGroupNonUniformElect %bool %three";
    let stages = [
        (Is::SubgroupVertex, "Vertex", "Shader", bit::VERTEX),
        (
            Is::SubgroupTessellationControl,
            "TessellationControl",
            "Tessellation",
            bit::TESSELLATION_CONTROL,
        ),
        (
            Is::SubgroupTessellationEvaluation,
            "TessellationEvaluation",
            "Tessellation",
            bit::TESSELLATION_EVALUATION,
        ),
        (Is::SubgroupGeometry, "Geometry", "Geometry", bit::GEOMETRY),
        (Is::SubgroupFragment, "Fragment", "Shader", bit::FRAGMENT),
        (Is::SubgroupCompute, "GLCompute", "Shader", bit::COMPUTE),
        (Is::SubgroupTask, "TaskEXT", "MeshShadingEXT", bit::TASK),
        (Is::SubgroupMesh, "MeshEXT", "MeshShadingEXT", bit::MESH),
        (
            Is::SubgroupRayGeneration,
            "RayGenerationKHR",
            "RayTracingKHR",
            bit::RAYGEN,
        ),
        (
            Is::SubgroupIntersection,
            "IntersectionKHR",
            "RayTracingKHR",
            bit::INTERSECTION,
        ),
        (
            Is::SubgroupAnyHit,
            "AnyHitKHR",
            "RayTracingKHR",
            bit::ANY_HIT,
        ),
        (
            Is::SubgroupClosestHit,
            "ClosestHitKHR",
            "RayTracingKHR",
            bit::CLOSEST_HIT,
        ),
        (Is::SubgroupMiss, "MissKHR", "RayTracingKHR", bit::MISS),
        (
            Is::SubgroupCallable,
            "CallableKHR",
            "RayTracingKHR",
            bit::CALLABLE,
        ),
    ];
    let mut cases = Vec::new();
    for (is, model, capability, bit) in stages {
        let extension = match capability {
            "MeshShadingEXT" => "OpExtension \"SPV_EXT_mesh_shader\"",
            "RayTracingKHR" => "OpExtension \"SPV_KHR_ray_tracing\"",
            _ => "",
        };
        let preamble = format!("{SUBGROUPS}\nOpCapability {capability}\n{extension}");
        let words = stage(5, model, "", &preamble, "", elect);
        cases.push(lacking(is, words, move |device| {
            device.properties.subgroup_supported_stages = Some(!bit);
        }));
    }
    cases.push(lacking(
        Is::QuadsEverywhere,
        stage(
            5,
            "Vertex",
            "",
            SUBGROUPS,
            "",
            "%r = OpGroupNonUniformQuadSwap %u32 %three %one %zero",
        ),
        |device| device.properties.subgroup_quad_operations_in_all_stages = Some(false),
    ));
    let types = [
        "OpCapability Int8|%t = OpTypeInt 8 0|%c = OpConstant %t 1",
        "OpCapability Int16|%t = OpTypeInt 16 0|%c = OpConstant %t 1",
        "OpCapability Int64|%t = OpTypeInt 64 0|%c = OpConstant %t 1 0",
        "OpCapability Float16|%t = OpTypeFloat 16|%c = OpConstant %t 15360",
    ];
    for declarations in types {
        let mut lines = declarations.split('|');
        let preamble = format!("{SUBGROUPS}\n{}", lines.next().unwrap());
        let globals: Vec<&str> = lines.collect();
        let word = if declarations.contains("Float16") {
            "F"
        } else {
            "I"
        };
        for body in [
            format!("%r = OpGroupNonUniform{word}Add %t %three Reduce %c"),
            "%r = OpGroupNonUniformBroadcastFirst %t %three %c".to_owned(),
            "%r = OpGroupNonUniformAllEqual %bool %three %c".to_owned(),
        ] {
            let preamble = format!("{preamble}\nOpCapability GroupNonUniformVote");
            let words = compute(5, &preamble, &globals.join("\n"), &body);
            cases.push(case(Is::SubgroupExtendedTypes, words));
        }
    }
    let dynamic = |broadcast: &str| {
        let body = format!(
            "%i = OpIAdd %u32 %one %two\n%r = OpGroupNonUniform{broadcast} %u32 %three %one %i"
        );
        lacking(
            Is::BroadcastDynamicId,
            compute(5, SUBGROUPS, "", &body),
            |device| device.set_feature(feature::subgroupBroadcastDynamicId, false),
        )
    };
    cases.extend([dynamic("Broadcast"), dynamic("QuadBroadcast")]);
    let mut older = dynamic("Broadcast");
    older.is = Is::BroadcastVersion;
    older.lack = Box::new(|device| device.api_version = ApiVersion::V1_1);
    cases.push(older);
    cases.push(case(
        Is::RotateClustered,
        compute(
            5,
            "OpCapability GroupNonUniformRotateKHR\nOpExtension \"SPV_KHR_subgroup_rotate\"",
            "%four = OpConstant %u32 4",
            "%r = OpGroupNonUniformRotateKHR %u32 %three %one %two %four",
        ),
    ));
    cases
}

pub fn modes() -> Vec<Case> {
    let mode = |model: &str, mode: &str, preamble: &str| stage(5, model, mode, preamble, "", "");
    let mut cases = vec![
        case(
            Is::SubgroupUniformControlFlow,
            mode(
                "GLCompute",
                "OpExecutionMode %main SubgroupUniformControlFlowKHR",
                "OpExtension \"SPV_KHR_subgroup_uniform_control_flow\"",
            ),
        ),
        case(
            Is::MaximalReconvergence,
            mode(
                "GLCompute",
                "OpExecutionMode %main MaximallyReconvergesKHR",
                "OpExtension \"SPV_KHR_maximal_reconvergence\"",
            ),
        ),
        case(
            Is::LocalSizeId,
            mode(
                "GLCompute",
                "OpExecutionModeId %main LocalSizeId %one %two %three",
                "",
            ),
        ),
        case(
            Is::Isolines,
            mode(
                "TessellationEvaluation",
                "OpExecutionMode %main Isolines",
                "OpCapability Tessellation",
            ),
        ),
        case(
            Is::PointMode,
            mode(
                "TessellationEvaluation",
                "OpExecutionMode %main PointMode",
                "OpCapability Tessellation",
            ),
        ),
        lacking(
            Is::MeshDerivatives,
            mode(
                "MeshEXT",
                "OpExecutionMode %main DerivativeGroupLinearKHR",
                "OpCapability MeshShadingEXT\nOpCapability ComputeDerivativeGroupLinearKHR
                OpExtension \"SPV_EXT_mesh_shader\"\nOpExtension \"SPV_KHR_compute_shader_derivatives\"",
            ),
            |device| device.properties.mesh_and_task_shader_derivatives = Some(false),
        ),
    ];
    for name in [
        "EarlyAndLateFragmentTestsAMD",
        "StencilRefUnchangedFrontAMD",
        "StencilRefLessBackAMD",
    ] {
        cases.push(case(
            Is::EarlyAndLateTests,
            mode(
                "Fragment",
                &format!("OpExecutionMode %main {name}"),
                "OpCapability StencilExportEXT\nOpExtension \"SPV_EXT_shader_stencil_export\"
                OpExtension \"SPV_AMD_shader_early_and_late_fragment_tests\"",
            ),
        ));
    }
    cases
}
