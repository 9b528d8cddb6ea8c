//! Tests of limits.

use super::memory::TEXTURE;
use super::{everything, run, Came};
use crate::assemble::{compute, stage};
use crate::Options;

#[test]
fn texel_offsets_stay_within_limits() {
    let mut device = everything();
    device.properties.min_texel_offset = Some(-8);
    device.properties.max_texel_offset = Some(7);
    device.properties.min_texel_gather_offset = Some(-8);
    device.properties.max_texel_gather_offset = None;
    let device = device.build();
    let sample = "OpImageSampleImplicitLod %v4 %t %where ConstOffset";
    let bias = "OpImageSampleImplicitLod %v4 %t %where Bias|ConstOffset %level";
    let grad = "OpImageSampleExplicitLod %v4 %t %where Grad|ConstOffset %where %where";
    let gather = "OpImageGather %v4 %t %where %zero ConstOffset";
    for inst in [sample, bias, grad, gather] {
        for (offset, came) in [
            ("%near", Came::Unchanged),
            ("%below", Came::Unsupported),
            ("%above", Came::Unsupported),
        ] {
            let globals = format!("{TEXTURE}\n%level = OpConstantNull %f32");
            let body = format!("%t = OpLoad %sampled %v\n%r = {inst} {offset}");
            let words = stage(
                5,
                "Fragment",
                "OpExecutionMode %main OriginUpperLeft",
                "",
                &globals,
                &body,
            );
            assert_eq!(run(&words, &device).0, came, "{inst} {offset}");
        }
    }
}

#[test]
fn workgroups_stay_within_limits() {
    let mut device = everything();
    device.properties.max_compute_work_group_size = Some([256, 128, 64]);
    device.properties.max_compute_work_group_invocations = Some(256);
    device.properties.max_compute_shared_memory_size = Some(1024);
    let device = device.build();
    let sized = |mode: &str| {
        stage(
            6,
            "GLCompute",
            mode,
            "",
            "%k = OpConstant %u32 257\n%o = OpSpecConstant %u32 300",
            "",
        )
    };
    let shared = |length: u32, used: &str| {
        let globals = format!(
            "%n = OpConstant %u32 {length}
            %a = OpTypeArray %u32 %n
            %to_a = OpTypePointer Workgroup %a
            %to_u = OpTypePointer Workgroup %u32
            %v = OpVariable %to_a Workgroup
            %w = OpVariable %to_u Workgroup"
        );
        compute(5, "", &globals, used)
    };
    let both = "%x = OpAccessChain %to_u %v %zero\n%y = OpLoad %u32 %w";
    let object = |length: u32| {
        let globals = format!(
            "OpDecorate %size BuiltIn WorkgroupSize
            %v3 = OpTypeVector %u32 3
            %n = OpConstant %u32 {length}
            %size = OpConstantComposite %v3 %n %one %one"
        );
        compute(5, "", &globals, "")
    };
    for (name, words, came) in [
        (
            "256 × 1 × 1",
            sized("OpExecutionMode %main LocalSize 256 1 1"),
            Came::Unchanged,
        ),
        (
            "257 × 1 × 1",
            sized("OpExecutionMode %main LocalSize 257 1 1"),
            Came::Unsupported,
        ),
        (
            "1 × 1 × 65",
            sized("OpExecutionMode %main LocalSize 1 1 65"),
            Came::Unsupported,
        ),
        (
            "16 × 16 × 2",
            sized("OpExecutionMode %main LocalSize 16 16 2"),
            Came::Unsupported,
        ),
        (
            "by constants",
            sized("OpExecutionModeId %main LocalSizeId %k %one %one"),
            Came::Unsupported,
        ),
        (
            "open",
            sized("OpExecutionModeId %main LocalSizeId %o %one %one"),
            Came::Unchanged,
        ),
        ("1024 bytes", shared(255, both), Came::Unchanged),
        ("1028 bytes", shared(256, both), Came::Unsupported),
        (
            "1024 of 1028 bytes in use",
            shared(256, "%x = OpAccessChain %to_u %v %zero"),
            Came::Unchanged,
        ),
        ("an object of 256", object(256), Came::Unchanged),
        ("an object of 257", object(257), Came::Unsupported),
    ] {
        assert_eq!(run(&words, &device).0, came, "{name}");
    }
}

#[test]
fn streams_and_meshes_stay_within_limits() {
    let mut device = everything();
    device.properties.max_transform_feedback_streams = Some(2);
    device.properties.max_mesh_output_vertices = Some(64);
    device.properties.max_mesh_work_group_invocations = Some(32);
    let device = device.build();
    let geometry = "OpCapability Geometry\nOpCapability GeometryStreams";
    let mesh = "OpCapability MeshShadingEXT\nOpExtension \"SPV_EXT_mesh_shader\"";
    let vertices = |count: u32| {
        let modes = format!(
            "OpExecutionMode %main LocalSize 32 1 1\nOpExecutionMode %main OutputVertices {count}"
        );
        stage(5, "MeshEXT", &modes, mesh, "", "")
    };
    for (name, words, came) in [
        (
            "stream 1",
            stage(5, "Geometry", "", geometry, "", "OpEmitStreamVertex %one"),
            Came::Unchanged,
        ),
        (
            "stream 2",
            stage(5, "Geometry", "", geometry, "", "OpEmitStreamVertex %two"),
            Came::Unsupported,
        ),
        ("64 vertices", vertices(64), Came::Unchanged),
        ("65 vertices", vertices(65), Came::Unsupported),
        (
            "33 invocations",
            stage(
                5,
                "MeshEXT",
                "OpExecutionMode %main LocalSize 33 1 1",
                mesh,
                "",
                "",
            ),
            Came::Unsupported,
        ),
    ] {
        assert_eq!(run(&words, &device).0, came, "{name}");
    }
}

#[test]
fn a_stream_is_known_where_its_constant_is_set() {
    let mut device = everything();
    device.properties.max_transform_feedback_streams = Some(2);
    let device = device.build();
    let names = "OpCapability Geometry\nOpCapability GeometryStreams";
    let open = "OpDecorate %open SpecId 3\n%open = OpSpecConstant %u32 0";
    let words = stage(5, "Geometry", "", names, open, "OpEmitStreamVertex %open");
    for (stream, fits) in [(1, true), (2, false)] {
        let options = Options {
            constants: vec![(3, stream)],
            ..Options::default()
        };
        let (out, _) = crate::filtered::filtered(&words, &device, &options);
        assert_eq!(!out.is_empty(), fits, "stream {stream}");
    }
}
