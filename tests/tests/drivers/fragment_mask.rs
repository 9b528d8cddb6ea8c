//! Driver tests of SPV_AMD_shader_fragment_mask, which no driver at hand supports: a shader stores a color to each sample of a
//! storage image, and reads it back through the fragment index of the mask.

use sos_core::{Options, Target};
use sos_runner::execute::image::{Access, Dim, Image, SAMPLES};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filtered};
use sos_tests::images::{filled, image};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

const SIDE: u32 = 8;

/// Sample `s` of texel `i` is stored as `10 i + s`, and read through the fragment index in bits `4 s` to `4 s + 3` of the mask.
fn shader() -> String {
    let each = |line: fn(u32) -> String| (0..SAMPLES).map(line).collect::<String>();
    let constants =
        each(|s| format!("%n{s} = OpConstant %uint {s}\n%f{s} = OpConstant %float {s}\n"));
    let shifts = each(|s| format!("%b{s} = OpConstant %uint {}\n", 4 * s));
    let stores = each(|s| {
        format!(
            "%x{s} = OpFAdd %float %base %f{s}
            %c{s} = OpCompositeConstruct %v4float %x{s} %x{s} %x{s} %x{s}
            OpImageWrite %image %at %c{s} Sample %n{s}\n"
        )
    });
    let reads = each(|s| {
        format!(
            "%s{s} = OpShiftRightLogical %uint %mask %b{s}
            %i{s} = OpBitwiseAnd %uint %s{s} %n15
            %t{s} = OpFragmentFetchAMD %v4float %image %at %i{s}
            %r{s} = OpCompositeExtract %float %t{s} 0
            %k{s} = OpIAdd %uint %first %n{s}
            %p{s} = OpAccessChain %to_float %result %zero %k{s}
            OpStore %p{s} %r{s}\n"
        )
    });
    format!(
        "OpCapability Shader
        OpCapability StorageImageMultisample
        OpCapability FragmentMaskAMD
        OpExtension \"SPV_AMD_shader_fragment_mask\"
        OpExtension \"SPV_KHR_storage_buffer_storage_class\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %id
        OpExecutionMode %main LocalSize {SIDE} {SIDE} 1
        OpDecorate %id BuiltIn GlobalInvocationId
        OpDecorate %samples DescriptorSet 0
        OpDecorate %samples Binding 0
        OpDecorate %result DescriptorSet 0
        OpDecorate %result Binding 1
        OpDecorate %Out Block
        OpMemberDecorate %Out 0 Offset 0
        OpDecorate %floats ArrayStride 4
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %v2uint = OpTypeVector %uint 2
        %v3uint = OpTypeVector %uint 3
        %float = OpTypeFloat 32
        %v4float = OpTypeVector %float 4
        %Image = OpTypeImage %float 2D 0 0 1 2 Rgba32f
        %to_image = OpTypePointer UniformConstant %Image
        %samples = OpVariable %to_image UniformConstant
        %floats = OpTypeRuntimeArray %float
        %Out = OpTypeStruct %floats
        %to_out = OpTypePointer StorageBuffer %Out
        %to_float = OpTypePointer StorageBuffer %float
        %result = OpVariable %to_out StorageBuffer
        %to_id = OpTypePointer Input %v3uint
        %id = OpVariable %to_id Input
        %zero = OpConstant %uint 0
        %n15 = OpConstant %uint 15
        %side = OpConstant %uint {SIDE}
        %count = OpConstant %uint {SAMPLES}
        %ten = OpConstant %float 10
        {constants}{shifts}
        %main = OpFunction %void None %fn
        %start = OpLabel
        %place = OpLoad %v3uint %id
        %at = OpVectorShuffle %v2uint %place %place 0 1
        %x = OpCompositeExtract %uint %place 0
        %y = OpCompositeExtract %uint %place 1
        %row = OpIMul %uint %y %side
        %i = OpIAdd %uint %row %x
        %first = OpIMul %uint %i %count
        %fi = OpConvertUToF %float %i
        %base = OpFMul %float %fi %ten
        %image = OpLoad %Image %samples
        {stores}
        %mask = OpFragmentMaskFetchAMD %uint %image %at
        {reads}
        OpReturn
        OpFunctionEnd"
    )
}

fn lowered(tools: Tools, target: &Target) -> Vec<u32> {
    let text = shader();
    let words = tools.assemble(&text, "spv1.0").unwrap();
    let words = filtered(&words, target, &Options::default()).unwrap();
    check(tools, &words, target).unwrap();
    words
}

fn check_fragments(name: &str) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let words = lowered(tools, &session.device().unwrap().target());
    let image = Image {
        multisampled: true,
        ..image(Access::Storage, Dim::Two, "Rgba32f", [SIDE, SIDE, 1])
    };
    let buffers = vec![
        filled(0, image, |_| 0),
        Buffer::storage(1, vec![0; (SIDE * SIDE * SAMPLES) as usize]),
    ];
    let job = Job::compute(&words, buffers, 1);
    let output = session.run(&job).unwrap();
    let expected = (0..SIDE * SIDE * SAMPLES).map(|at| {
        let (texel, sample) = (at / SAMPLES, at % SAMPLES);
        (10.0 * texel as f32 + sample as f32).to_bits()
    });
    assert!(output.buffers[1].iter().copied().eq(expected));
}

#[test]
fn each_sample_is_a_fragment_on_lavapipe() {
    check_fragments(EXECUTING[0]);
}

#[test]
fn each_sample_is_a_fragment_on_swiftshader() {
    check_fragments(EXECUTING[1]);
}
