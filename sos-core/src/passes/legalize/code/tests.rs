//! Narrow operands of instructions on images, and lengths of arrays. Driver tests check results
//! (`tests/tests/drivers/operand_widths`).

use crate::assemble::stage;
use crate::filtered::words_for;
use crate::inst::Inst;
use crate::passes::testing::{all, instructions, without};
use crate::tables::op;
use crate::target::feature;

const GLOBALS: &str = "
    OpDecorate %picture DescriptorSet 0
    OpDecorate %picture Binding 0
    OpDecorate %table DescriptorSet 0
    OpDecorate %table Binding 1
    OpDecorate %open SpecId 0
    OpDecorate %in Location 0
    OpDecorate %in Flat
    %i16 = OpTypeInt 16 1
    %u16 = OpTypeInt 16 0
    %short2 = OpTypeVector %i16 2
    %s32 = OpTypeInt 32 1
    %f2 = OpTypeVector %f32 2
    %f4 = OpTypeVector %f32 4
    %at = OpConstantNull %f2
    %four = OpConstant %u32 4
    %open = OpSpecConstant %u16 2
    %nine = OpConstant %u16 9
    %length = OpSpecConstantOp %u16 IMul %open %nine
    %array = OpTypeArray %u32 %length
    %to_array = OpTypePointer Private %array
    %to_word = OpTypePointer Private %u32
    %held = OpVariable %to_array Private
    %minus = OpConstant %i16 4294967294
    %plus = OpConstant %i16 5
    %move = OpConstantComposite %short2 %minus %plus
    %none = OpConstantNull %short2
    %moves_ty = OpTypeArray %short2 %four
    %moves = OpConstantComposite %moves_ty %move %none %move %none
    %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %to_sampled = OpTypePointer UniformConstant %sampled
    %storage = OpTypeImage %u32 2D 0 0 0 2 R32ui
    %to_storage = OpTypePointer UniformConstant %storage
    %to_texel = OpTypePointer Image %u32
    %to_in = OpTypePointer Input %s32
    %picture = OpVariable %to_sampled UniformConstant
    %table = OpVariable %to_storage UniformConstant
    %in = OpVariable %to_in Input
";

fn run(body: &str) -> Vec<u32> {
    let words = stage(
        3,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "OpCapability Int16\nOpCapability ImageGatherExtended\nOpCapability ImageQuery",
        GLOBALS,
        &format!("%s = OpLoad %sampled %picture\n%given = OpLoad %s32 %in\n{body}"),
    );
    words_for(&words, &without(&[feature::shaderInt16])).unwrap()
}

fn def(words: &[u32], id: u32) -> Inst<'_> {
    let mut all = instructions(words);
    all.find(|inst| inst.has_type() && inst.word(2) == id)
        .unwrap()
}

#[test]
fn four_offsets_stay_constant_and_keep_their_signs() {
    let words = run("%r = OpImageGather %f4 %s %at %zero ConstOffsets %moves");
    let four = def(&words, all(&words, op::OpImageGather)[0].word(7));
    let first = def(&words, four.word(3));
    let numbers = [3, 4].map(|at| def(&words, first.word(at)).word(3));
    assert_eq!(numbers, [u32::MAX - 1, 5]);
}

#[test]
fn pointers_to_texels_have_extended_coordinates() {
    let words = run("%x = OpSConvert %i16 %given
        %y = OpIAdd %i16 %x %plus
        %place = OpCompositeConstruct %short2 %x %y
        %texel = OpImageTexelPointer %to_texel %table %place %nine
        %r = OpAtomicIAdd %u32 %texel %one %zero %one");
    let pointer = all(&words, op::OpImageTexelPointer)[0];
    let place = def(&words, pointer.word(4)).opcode();
    assert_eq!(place, op::OpBitFieldSExtract);
}

/// The product of two 16-bit numbers may exceed 16 bits in its 32-bit form.
#[test]
fn lengths_of_arrays_are_extended() {
    let words = run("%p = OpAccessChain %to_word %held %one\n%r = OpLoad %u32 %p");
    let length = def(&words, all(&words, op::OpTypeArray)[0].word(3));
    assert_eq!(length.opcode(), op::OpSpecConstantOp);
    assert_eq!(length.word(3), u32::from(op::OpBitwiseAnd));
}

#[test]
fn streams_are_extended_constants() {
    let words = stage(
        3,
        "Geometry",
        "OpExecutionMode %main InputPoints\nOpExecutionMode %main Invocations 1
        OpExecutionMode %main OutputPoints\nOpExecutionMode %main OutputVertices 1",
        "OpCapability Geometry\nOpCapability GeometryStreams\nOpCapability Int16",
        "%u16 = OpTypeInt 16 0\n%stream = OpConstant %u16 1",
        "OpEmitStreamVertex %stream\nOpEndStreamPrimitive %stream",
    );
    let words = words_for(&words, &without(&[feature::shaderInt16])).unwrap();
    let stream = def(&words, all(&words, op::OpEmitStreamVertex)[0].word(1));
    assert_eq!((stream.opcode(), stream.word(3)), (op::OpConstant, 1));
}
