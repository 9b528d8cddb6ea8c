//! Driver tests of operands of 16 and 64 bits where nearly all shaders have 32: coordinates, offsets, levels, samples and sizes of
//! images, and indices of subgroup operations. Validators disagree on which of them Vulkan allows, so the filtered shader is
//! compared with one of 32-bit operands.

use sos_cli::execute::image::{Access, Dim, Image, Sampler};
use sos_core::target::feature;
use sos_core::Options;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filtered};
use sos_tests::images::{filled, image};
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// The types to be replaced, and their counterparts.
const TYPES: &[(&str, &str)] = &[
    ("%ulong", "%uint"),
    ("%ushort", "%uint"),
    ("%long", "%int"),
    ("%short", "%int"),
];

/// A shader of four invocations, each in a workgroup of its own; `from` is `OpSConvert` or, between 32 bits, `OpBitcast`, and
/// `to` `OpUConvert` or `OpBitcast`.
fn shader(types: &str, from: &str, to: &str) -> String {
    format!(
        "OpCapability Shader
OpCapability Int64
OpCapability Int16
OpCapability ImageGatherExtended
OpCapability ImageQuery
OpCapability GroupNonUniform
OpCapability GroupNonUniformBallot
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %index %picture %table %result
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %index BuiltIn WorkgroupId
OpDecorate %words ArrayStride 4
OpDecorate %Result Block
OpMemberDecorate %Result 0 Offset 0
OpDecorate %result DescriptorSet 0
OpDecorate %result Binding 0
OpDecorate %picture DescriptorSet 0
OpDecorate %picture Binding 1
OpDecorate %table DescriptorSet 0
OpDecorate %table Binding 2
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%true = OpConstantTrue %bool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
{types}
%uvec3 = OpTypeVector %uint 3
%uvec4 = OpTypeVector %uint 4
%vec2 = OpTypeVector %float 2
%vec4 = OpTypeVector %float 4
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u3 = OpConstant %uint 3
%u4 = OpConstant %uint 4
%u16 = OpConstant %uint 16
%f1 = OpConstant %float 1
%f8 = OpConstant %float 8
%l0 = OpConstant %long 0
%l1 = OpConstant %long 1
%lm = OpConstant %long -1
%lm2 = OpConstant %long -2
%ul0 = OpConstant %ulong 0
%s0 = OpConstant %short 0
%s1 = OpConstant %short 1
%sm = OpConstant %short -1
%us0 = OpConstant %ushort 0
%back = OpConstantComposite %long2 %lm %l1
%far = OpConstantComposite %long2 %lm2 %l0
%no = OpConstantNull %long2
%up2 = OpConstantComposite %long2 %l1 %lm
%before = OpConstantComposite %short2 %sm %s1
%after = OpConstantComposite %short2 %s1 %sm
%below = OpConstantComposite %short2 %s0 %sm
%nowhere = OpConstantNull %short2
%four_long = OpTypeArray %long2 %u4
%four_short = OpTypeArray %short2 %u4
%far_places = OpConstantComposite %four_long %back %far %no %up2
%near_places = OpConstantComposite %four_short %before %after %below %nowhere
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%sampled = OpTypeSampledImage %image
%storage = OpTypeImage %uint 2D 0 0 0 2 R32ui
%words = OpTypeRuntimeArray %uint
%Result = OpTypeStruct %words
%index_at = OpTypePointer Input %uvec3
%result_at = OpTypePointer StorageBuffer %Result
%word_at = OpTypePointer StorageBuffer %uint
%picture_at = OpTypePointer UniformConstant %sampled
%table_at = OpTypePointer UniformConstant %storage
%texel_at = OpTypePointer Image %uint
%index = OpVariable %index_at Input
%picture = OpVariable %picture_at UniformConstant
%table = OpVariable %table_at UniformConstant
%result = OpVariable %result_at StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel
%all = OpLoad %uvec3 %index
%at = OpCompositeExtract %uint %all 0
%first = OpIMul %uint %at %u16
%x_long = {from} %long %at
%minus = OpISub %long %l0 %x_long
%y_long = OpIAdd %long %minus %l1
%y_long1 = OpIAdd %long %y_long %l1
%y_long2 = OpIAdd %long %y_long1 %l1
%x_short = {from} %short %at
%less = OpISub %short %x_short %s1
%other = OpBitwiseXor %short %less %sm
%y_short = OpIAdd %short %other %s1
%y_short1 = OpIAdd %short %y_short %s1
%y_short2 = OpIAdd %short %y_short1 %s1
%at_long = OpCompositeConstruct %long2 %x_long %y_long2
%at_short = OpCompositeConstruct %short2 %x_short %y_short2
%both = OpLoad %sampled %picture
%texels = OpImage %image %both
%v0 = OpImageFetch %vec4 %texels %at_long Lod %us0
%x0 = OpCompositeExtract %float %v0 0
%v1 = OpImageFetch %vec4 %texels %at_short Lod %ul0
%x1 = OpCompositeExtract %float %v1 0
%fx = OpConvertUToF %float %at
%gx = OpFAdd %float %fx %f1
%jx = OpFDiv %float %gx %f8
%where = OpCompositeConstruct %vec2 %jx %jx
%g0 = OpImageGather %vec4 %both %where %u0 ConstOffset %before
%g1 = OpImageGather %vec4 %both %where %u0 ConstOffset %far
%g2 = OpImageGather %vec4 %both %where %u0 ConstOffsets %near_places
%g3 = OpImageGather %vec4 %both %where %u0 ConstOffsets %far_places
%move_short = OpCompositeConstruct %short2 %less %sm
%g4 = OpImageGather %vec4 %both %where %u0 Offset %move_short
%move_long = OpCompositeConstruct %long2 %y_long %l1
%g5 = OpImageGather %vec4 %both %where %u0 Offset %move_long
%t2 = OpVectorShuffle %vec4 %g0 %g1 1 5 3 7
%t3 = OpVectorShuffle %vec4 %g2 %g3 1 2 4 7
%t4 = OpVectorShuffle %vec4 %g4 %g5 0 3 4 6
%held = OpLoad %storage %table
%r0 = OpImageRead %uvec4 %held %at_long
%r1 = OpCompositeExtract %uint %r0 0
OpImageWrite %held %at_short %r0
%texel = OpImageTexelPointer %texel_at %table %at_short %us0
%was = OpAtomicIAdd %uint %texel %u1 %u0 %u3
%texel2 = OpImageTexelPointer %texel_at %table %at_long %ul0
%was2 = OpAtomicIAdd %uint %texel2 %u1 %u0 %u1
%size0 = OpImageQuerySizeLod %ulong2 %texels %us0
%size1 = OpImageQuerySize %ushort2 %held
%levels = OpImageQueryLevels %long %texels
%z0 = OpCompositeExtract %ulong %size0 1
%z1 = OpCompositeExtract %ushort %size1 0
%size0_word = {to} %uint %z0
%size1_word = {to} %uint %z1
%levels_word = {to} %uint %levels
%share = OpGroupNonUniformBroadcast %uint %u3 %first %ul0
%ballot = OpGroupNonUniformBallot %uvec4 %u3 %true
%count = OpGroupNonUniformBallotBitCount %ulong %u3 Reduce %ballot
%lowest = OpGroupNonUniformBallotFindLSB %ushort %u3 %ballot
%count_word = {to} %uint %count
%lowest_word = {to} %uint %lowest
%set = OpIAdd %uint %count_word %lowest_word
{stores}
OpReturn
OpFunctionEnd
",
        stores = stores()
    )
}

/// Stores of all results.
fn stores() -> String {
    let parts = |of: &str| (0..4).map(|at| format!("{of}_{at}")).collect::<Vec<_>>();
    let mut text = String::new();
    let mut values = vec!["%x0_bits".to_owned(), "%x1_bits".to_owned()];
    for value in ["x0", "x1"] {
        text += &format!("%{value}_bits = OpBitcast %uint %{value}\n");
    }
    for vector in ["t2", "t3", "t4"] {
        for (at, part) in parts(vector).iter().enumerate() {
            text += &format!("%{part} = OpCompositeExtract %float %{vector} {at}\n");
            text += &format!("%{part}_bits = OpBitcast %uint %{part}\n");
            values.push(format!("%{part}_bits"));
        }
    }
    for mixed in [
        ["%r1", "%was"],
        ["%was2", "%size0_word"],
        ["%size1_word", "%levels_word"],
        ["%share", "%set"],
    ] {
        values.extend(mixed.map(str::to_owned));
    }
    for (at, value) in values.iter().enumerate() {
        text += &format!(
            "%n{at} = OpIAdd %uint %first32 %k{at}
%p{at} = OpAccessChain %word_at %result %u0 %n{at}
OpStore %p{at} {value}\n"
        );
    }
    text
}

/// The module as written, or with 32-bit operands.
fn compiled(tools: Tools, by_hand: bool) -> Vec<u32> {
    let vectors = |name: &str| format!("%{name}2 = OpTypeVector %{name} 2\n");
    let own = "%long = OpTypeInt 64 1
%ulong = OpTypeInt 64 0
%short = OpTypeInt 16 1
%ushort = OpTypeInt 16 0\n";
    let mut types = if by_hand {
        vectors("int") + &vectors("uint")
    } else {
        let names = ["long", "ulong", "short", "ushort"];
        names
            .map(vectors)
            .iter()
            .fold(own.to_owned(), |all, one| all + one)
    };
    for at in 0..22 {
        types += &format!("%k{at} = OpConstant %uint {at}\n");
    }
    let (from, to) = match by_hand {
        true => ("OpBitcast", "OpBitcast"),
        false => ("OpSConvert", "OpUConvert"),
    };
    let mut text = shader(&types, from, to)
        .replace("%u16 = OpConstant %uint 16", "%u32 = OpConstant %uint 32")
        .replace(
            "%first = OpIMul %uint %at %u16",
            "%first32 = OpIMul %uint %at %u32\n%first = OpIAdd %uint %at %u3",
        );
    if by_hand {
        for (ty, now) in TYPES {
            text = text.replace(ty, now);
        }
        // An integer of 32 bits needs no conversion to itself.
        text = text.replace("OpBitcast %uint %z", "OpCopyObject %uint %z");
        text = text.replace("OpBitcast %uint %count", "OpCopyObject %uint %count");
        text = text.replace("OpBitcast %uint %lowest", "OpCopyObject %uint %lowest");
    }
    tools
        .assemble(&text, "vulkan1.2")
        .unwrap_or_else(|why| panic!("{why:#}\n{text}"))
}

fn job(words: &[u32]) -> Job {
    let access = Access::Combined(Sampler::default());
    let picture = Image {
        levels: 2,
        ..image(access, Dim::Two, "R32f", [8, 8, 1])
    };
    let table = image(Access::Storage, Dim::Two, "R32ui", [8, 8, 1]);
    Job::compute(
        words,
        vec![
            Buffer::storage(0, vec![0; 128]),
            filled(1, picture, |at| (at as f32).to_bits()),
            filled(2, table, |at| 1000 + at),
        ],
        4,
    )
}

fn compare(name: &str, tools: Tools) {
    let Some(driver) = driver(name) else {
        return;
    };
    let mut session = Session::new(&driver);
    let own = session.device().unwrap().target();
    let integers = [feature::shaderInt16, feature::shaderInt64];
    let gathers = [&integers[..], &[feature::shaderImageGatherExtended]].concat();
    for hidden in [&integers[..], &gathers] {
        let target = without(&own, hidden);
        let mut run = |by_hand| {
            let words = filtered(&compiled(tools, by_hand), &target, &Options::default());
            let words = words.unwrap_or_else(|error| panic!("{name}: {error:#}"));
            check(tools, &words, &target).unwrap_or_else(|error| panic!("{name}: {error:#}"));
            let output = session.run(&job(&words));
            output.unwrap_or_else(|failure| panic!("{name}: {failure}"))
        };
        let (expected, found) = (run(true), run(false));
        assert_eq!(found, expected, "{name}");
        // Results differ between invocations, except those at the end.
        for at in 0..16 {
            let results = found.buffers[0].chunks(32).map(|words| words[at]);
            let mut results: Vec<u32> = results.collect();
            results.dedup();
            assert!(results.len() > 1, "{name}: {at}");
        }
    }
}

#[test]
fn results_are_those_of_32_bit_operands_on_lavapipe() {
    if let Some(tools) = tools() {
        compare(EXECUTING[0], tools);
    }
}

#[test]
fn results_are_those_of_32_bit_operands_on_swiftshader() {
    if let Some(tools) = tools() {
        compare(EXECUTING[1], tools);
    }
}
