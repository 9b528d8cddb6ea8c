//! The resulting types, operands and results, and damaged modules.

use super::TEXEL_POINTER;
use crate::assemble::assemble;
use crate::header::LEN;
use crate::inst::Insts;
use crate::passes::testing::{all, corrupt_every_word, instructions, lowered};
use crate::passes::{LowerError, Passes};
use crate::tables::op;
use crate::{Options, Target};

/// An image of halves beside the same one of floats, and a function with a parameter of the former. Tests replace `BODY`.
const MODULE: &str = "
    OpCapability Shader
    OpCapability Float16
    OpCapability Float16ImageAMD
    OpCapability SparseResidency
    OpCapability ImageQuery
    OpExtension \"SPV_AMD_gpu_shader_half_float_fetch\"
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\"
    OpExecutionMode %main OriginUpperLeft
    OpName %narrow \"narrow\"
    OpDecorate %narrow DescriptorSet 0
    OpDecorate %narrow Binding 0
    OpDecorate %plain DescriptorSet 0
    OpDecorate %plain Binding 1
    OpDecorate %page DescriptorSet 0
    OpDecorate %page Binding 2
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %half = OpTypeFloat 16
    %h2 = OpTypeVector %half 2
    %h4 = OpTypeVector %half 4
    %float = OpTypeFloat 32
    %f2 = OpTypeVector %float 2
    %f4 = OpTypeVector %float 4
    %int = OpTypeInt 32 1
    %i2 = OpTypeVector %int 2
    %bool = OpTypeBool
    %told = OpTypeStruct %int %h4
    %int_0 = OpConstant %int 0
    %at = OpConstantNull %i2
    %fat = OpConstantNull %f2
    %hat = OpConstantNull %h2
    %lod = OpConstantNull %half
    %half_image = OpTypeImage %half 2D 0 0 0 1 Unknown
    %image = OpTypeImage %float 2D 0 0 0 1 Unknown
    %stored = OpTypeImage %half 2D 0 0 0 2 Rgba16f
    %half_sampled = OpTypeSampledImage %half_image
    %sampled = OpTypeSampledImage %image
    %to_half = OpTypePointer UniformConstant %half_sampled
    %to_plain = OpTypePointer UniformConstant %sampled
    %to_stored = OpTypePointer UniformConstant %stored
    %to_texel = OpTypePointer Image %half
    %take_half_fn = OpTypeFunction %h4 %to_half
    %take_fn = OpTypeFunction %f4 %to_plain
    %narrow = OpVariable %to_half UniformConstant
    %plain = OpVariable %to_plain UniformConstant
    %page = OpVariable %to_stored UniformConstant
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %s = OpLoad %half_sampled %narrow
    %p = OpLoad %sampled %plain
    %i = OpLoad %stored %page
    BODY
    OpReturn
    OpFunctionEnd
    %take_half = OpFunction %h4 None %take_half_fn
    %of_half = OpFunctionParameter %to_half
    %half_start = OpLabel
    %half_taken = OpLoad %half_sampled %of_half
    %half_texel = OpImageSampleImplicitLod %h4 %half_taken %fat
    OpReturnValue %half_texel
    OpFunctionEnd
";

fn module(body: &str) -> Vec<u32> {
    assemble(0, &MODULE.replace("BODY", body))
}

/// The result of the passes for a device with halves or for one without, or the refusal.
fn run(words: &[u32], device: &str) -> Result<Vec<u32>, LowerError> {
    let target = Target::built_in(device).unwrap();
    lowered(words, &mut Passes::default(), &target, &Options::default())
}

/// The number of bits of a value's type, or of its components.
fn width(words: &[u32], id: u32) -> u32 {
    let insts = || instructions(words);
    let of = |id: u32| {
        insts()
            .find(|inst| crate::plan::result(*inst) == Some(id))
            .unwrap()
    };
    let mut ty = of(of(id).word(1));
    if ty.opcode() == op::OpTypeVector {
        ty = of(ty.word(2));
    }
    assert!([op::OpTypeFloat, op::OpTypeInt].contains(&ty.opcode()));
    ty.word(2)
}

const WITH_HALVES: &str = "lavapipe-25.0.7";

#[test]
fn equal_image_types_are_merged() {
    let body = "%call = OpFunctionCall %h4 %take_half %narrow
        %x = OpImageSampleImplicitLod %f4 %p %fat
        OpImageWrite %i %at %call";
    let out = run(&module(body), WITH_HALVES).unwrap();
    assert_eq!(all(&out, op::OpTypeImage).len(), 2);
    assert_eq!(all(&out, op::OpTypeSampledImage).len(), 1);
    // Beside the unused pointer type to texels.
    assert_eq!(all(&out, op::OpTypePointer).len(), 3);
    let [_, function] = all(&out, op::OpTypeFunction)[..] else {
        panic!("functions have two types");
    };
    let texel = all(&out, op::OpFunctionCall)[0];
    assert_eq!(texel.word(1), function.word(2));
    assert_eq!(width(&out, texel.word(2)), 16);
}

#[test]
fn every_half_operand_is_widened_and_every_half_result_narrowed() {
    for (access, results) in [
        ("OpImageSampleImplicitLod %h4 %s %hat Bias %lod", 1),
        ("OpImageSampleExplicitLod %h4 %s %fat Lod %lod", 1),
        ("OpImageSampleExplicitLod %h4 %s %hat Grad %hat %hat", 1),
        ("OpImageSampleImplicitLod %f4 %p %hat", 0),
        ("OpImageQueryLod %h2 %s %hat", 1),
        ("OpImageRead %h4 %i %at", 1),
    ] {
        let words = module(&format!("%x = {access}"));
        let opcode = all(&words, op::OpReturn)[0].offset();
        let before = Insts::new(&words, LEN as u32, opcode).last().unwrap();
        let out = run(&words, WITH_HALVES).unwrap();
        let taken = all(&out, before.opcode())[0];
        assert_eq!(width(&out, taken.word(2)), 32, "{access}");
        assert_eq!(width(&out, taken.word(4)), 32, "{access}");
        let narrowed = all(&out, op::OpFConvert);
        let narrowed = narrowed.iter().filter(|inst| inst.word(3) == taken.word(2));
        assert_eq!(narrowed.count(), results, "{access}");
    }
}

#[test]
fn written_texels_are_widened() {
    let words = module("%x = OpImageRead %h4 %i %at\nOpImageWrite %i %at %x");
    let out = run(&words, WITH_HALVES).unwrap();
    assert_eq!(width(&out, all(&out, op::OpImageWrite)[0].word(3)), 32);
}

#[test]
fn sparse_results_are_rebuilt() {
    let words = module(
        "%alone = OpImage %half_image %s
        %x = OpImageSparseSampleImplicitLod %told %s %hat
        %y = OpImageSparseFetch %told %alone %at
        %code = OpCompositeExtract %int %x 0
        %texel = OpCompositeExtract %h4 %y 1
        %resident = OpImageSparseTexelsResident %bool %code",
    );
    let out = run(&words, WITH_HALVES).unwrap();
    // One structure for both, beside the module's own.
    assert_eq!(all(&out, op::OpTypeStruct).len(), 2);
    let made = all(&out, op::OpCompositeConstruct);
    assert_eq!(made.len(), 2);
    for inst in made {
        assert_eq!(width(&out, inst.word(4)), 16);
    }
}

#[test]
fn without_halves_no_16_bit_value_remains() {
    let words = module(
        "%x = OpImageSampleExplicitLod %h4 %s %hat Lod %lod
        %y = OpFAdd %h4 %x %x
        OpImageWrite %i %at %y",
    );
    let out = run(&words, "radv-pitcairn").unwrap();
    let floats = all(&out, op::OpTypeFloat);
    assert!(floats.iter().all(|ty| ty.word(2) == 32));
}

#[test]
fn pointers_to_texels_are_refused() {
    let words = module("%x = OpImageTexelPointer %to_texel %page %at %int_0");
    assert_eq!(run(&words, WITH_HALVES), Err(TEXEL_POINTER));
}

#[test]
fn damaged_modules_do_no_harm() {
    let words = module(
        "%x = OpImageSampleExplicitLod %h4 %s %hat Lod %lod
        %r = OpImageSparseSampleImplicitLod %told %s %hat
        OpImageWrite %i %at %x",
    );
    let target = Target::built_in(WITH_HALVES).unwrap();
    corrupt_every_word(&words, 50, &target, &Options::default());
}
