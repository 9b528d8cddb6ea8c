//! Which words and types the operands have. Driver tests check results (`tests/tests/drivers/operand_widths`).

use crate::assemble::stage;
use crate::filtered::words_for;
use crate::inst::Inst;
use crate::passes::testing::{all, instructions, without};
use crate::tables::op;
use crate::target::feature;

const GLOBALS: &str = "
    OpDecorate %picture DescriptorSet 0
    OpDecorate %picture Binding 0
    OpDecorate %in Location 0
    OpDecorate %in Flat
    %i64 = OpTypeInt 64 1
    %long2 = OpTypeVector %i64 2
    %s32 = OpTypeInt 32 1
    %f2 = OpTypeVector %f32 2
    %f4 = OpTypeVector %f32 4
    %at = OpConstantNull %f2
    %four = OpConstant %u32 4
    %minus = OpConstant %i64 4294967294 4294967295
    %plus = OpConstant %i64 5 0
    %move = OpConstantComposite %long2 %minus %plus
    %none = OpConstantNull %long2
    %moves_ty = OpTypeArray %long2 %four
    %moves = OpConstantComposite %moves_ty %move %none %move %none
    %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %to_sampled = OpTypePointer UniformConstant %sampled
    %to_in = OpTypePointer Input %s32
    %picture = OpVariable %to_sampled UniformConstant
    %in = OpVariable %to_in Input
";

fn run(body: &str) -> Result<Vec<u32>, String> {
    let words = stage(
        3,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "OpCapability Int64\nOpCapability ImageGatherExtended\nOpCapability ImageQuery",
        GLOBALS,
        &format!("%s = OpLoad %sampled %picture\n%given = OpLoad %s32 %in\n{body}"),
    );
    words_for(&words, &without(&[feature::shaderInt64]))
}

fn def(words: &[u32], id: u32) -> Inst<'_> {
    let mut all = instructions(words);
    all.find(|inst| inst.has_type() && inst.word(2) == id)
        .unwrap()
}

/// The words of a composite of constants, and the signedness of its type.
fn numbers(words: &[u32], id: u32) -> (Vec<u32>, u32) {
    let composite = def(words, id);
    let parts = composite.from(3).iter();
    let values = parts.clone().map(|&part| def(words, part).word(3));
    let mut all = instructions(words);
    let ty = def(words, composite.word(3)).word(1);
    let ty = all.find(|inst| inst.opcode() == op::OpTypeInt && inst.word(1) == ty);
    (values.collect(), ty.unwrap().word(3))
}

#[test]
fn constant_offsets_stay_constant_and_signed() {
    let words = run("%r = OpImageGather %f4 %s %at %zero ConstOffset %move").unwrap();
    let gather = all(&words, op::OpImageGather)[0];
    assert_eq!(numbers(&words, gather.word(7)), (vec![u32::MAX - 1, 5], 1));

    let words = run("%r = OpImageGather %f4 %s %at %zero ConstOffsets %moves").unwrap();
    let gather = all(&words, op::OpImageGather)[0];
    let four = def(&words, gather.word(7));
    assert_eq!(numbers(&words, four.word(3)), (vec![u32::MAX - 1, 5], 1));
    assert_eq!(def(&words, four.word(4)).opcode(), op::OpConstantNull);
}

#[test]
fn sizes_have_upper_words_of_zero() {
    let words = run("%i = OpImage %image %s
        %long = OpSConvert %i64 %given
        %size = OpImageQuerySizeLod %long2 %i %long
        %y = OpCompositeExtract %i64 %size 1
        %sum = OpIAdd %i64 %y %plus
        %r = OpConvertSToF %f32 %sum")
    .unwrap();
    // The level is signed again.
    let query = all(&words, op::OpImageQuerySizeLod)[0];
    let level = def(&words, query.word(4));
    assert_eq!(level.opcode(), op::OpBitcast);
}
