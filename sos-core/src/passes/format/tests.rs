//! The resulting types, refusals with their reasons, and damaged modules.

use crate::assemble::assemble;
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::options::ImageFormat;
use crate::passes::testing::{corrupt_every_word, instructions};
use crate::tables::{image_format, op};
use crate::{Options, Target};

/// Two images of one type, one of them in an array, and a function with an image parameter. Tests replace `BODY` and
/// `CALLEE`.
const MODULE: &str = "
    OpCapability Shader
    OpCapability StorageImageWriteWithoutFormat
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main \"main\"
    OpExecutionMode %main LocalSize 1 1 1
    OpName %one \"one\"
    OpDecorate %one DescriptorSet 0
    OpDecorate %one Binding 1
    OpDecorate %many DescriptorSet 2
    OpDecorate %many Binding 3
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %f32 = OpTypeFloat 32
    %f4 = OpTypeVector %f32 4
    %int = OpTypeInt 32 1
    %i2 = OpTypeVector %int 2
    %bool = OpTypeBool
    %true = OpConstantTrue %bool
    %zero = OpConstant %int 0
    %two = OpConstant %int 2
    %at = OpConstantComposite %i2 %zero %two
    %texel = OpConstantNull %f4
    %known = OpTypeImage %f32 2D 0 0 0 2 Rgba8
    %image = OpTypeImage %f32 2D 0 0 0 2 Unknown
    %list = OpTypeArray %image %two
    %to_image = OpTypePointer UniformConstant %image
    %to_list = OpTypePointer UniformConstant %list
    %take_fn = OpTypeFunction %void %to_image %int
    %one = OpVariable %to_image UniformConstant
    %many = OpVariable %to_list UniformConstant
    %later = OpTypeImage %f32 2D 0 0 0 2 R32f
    %main = OpFunction %void None %fn
    %entry = OpLabel
    BODY
    OpReturn
    OpFunctionEnd
    %take = OpFunction %void None %take_fn
    %from = OpFunctionParameter %to_image
    %number = OpFunctionParameter %int
    %start = OpLabel
    %taken = OpLoad %image %from
    OpImageWrite %taken %at %texel
    OpReturn
    OpFunctionEnd
";

const BODY: &str = "
    %a = OpLoad %image %one
    OpImageWrite %a %at %texel
    %chain = OpAccessChain %to_image %many %two
    %copy = OpCopyObject %to_image %chain
    %b = OpLoad %image %copy
    OpImageWrite %b %at %texel
    %call = OpFunctionCall %void %take %chain %zero
";

fn named(set: u32, binding: u32, format: u32) -> ImageFormat {
    ImageFormat {
        set,
        binding,
        format,
    }
}

fn options(one: u32, many: u32) -> Options {
    Options {
        image_formats: vec![named(0, 1, one), named(2, 3, many)],
        ..Options::default()
    }
}

fn module(body: &str) -> Vec<u32> {
    assemble(0, &MODULE.replace("BODY", body))
}

/// The words for a device that lacks writes without a format, and the reasons if there are none.
fn run(words: &[u32], options: &Options) -> (Vec<u32>, String) {
    let target = Target::built_in("vulkan-1.0").unwrap();
    let (words, report) = filtered(words, &target, options);
    (words, format!("{:?}", report.unsupported))
}

/// The formats of the image types, in their order.
fn formats(words: &[u32]) -> Vec<u32> {
    let all = instructions(words);
    let types = all.filter(|inst| inst.opcode() == op::OpTypeImage);
    types.map(|ty: Inst<'_>| ty.word(8)).collect()
}

#[test]
fn every_variable_has_the_type_of_its_format() {
    let words = module(BODY);
    // Types that exist already are reused, whether declared before or after the use.
    let (out, said) = run(&words, &options(image_format::Rgba8, image_format::R32f));
    assert!(!out.is_empty(), "{said}");
    assert_eq!(formats(&out), [image_format::Rgba8, image_format::R32f]);
    let (out, said) = run(&words, &options(image_format::Rgba16f, image_format::Rg16f));
    assert!(!out.is_empty(), "{said}");
    assert_eq!(formats(&out), [image_format::Rgba16f, image_format::Rg16f]);
    let (out, said) = run(
        &words,
        &options(image_format::Rgba16f, image_format::Rgba16f),
    );
    assert!(!out.is_empty(), "{said}");
    assert_eq!(formats(&out), [image_format::Rgba16f]);
}

#[test]
fn set_and_binding_may_be_those_of_a_group() {
    let direct = "OpDecorate %one DescriptorSet 0
    OpDecorate %one Binding 1";
    let group = "OpDecorate %group DescriptorSet 0
    OpDecorate %group Binding 1
    %group = OpDecorationGroup
    OpGroupDecorate %group %one";
    assert!(MODULE.contains(direct));
    let text = MODULE.replace(direct, group).replace("BODY", BODY);
    let options = options(image_format::Rgba8, image_format::R32f);
    let (out, said) = run(&assemble(0, &text), &options);
    assert!(!out.is_empty(), "{said}");
    assert_eq!(formats(&out), [image_format::Rgba8, image_format::R32f]);
}

/// A chain of `count` functions that pass an image on to a last one, which is declared after or before them.
fn chain_of_functions(count: u32, backward: bool) -> String {
    let function = |number: u32| {
        format!(
            "%chain_f{number} = OpFunction %void None %take_fn
            %chain_p{number} = OpFunctionParameter %to_image
            %chain_n{number} = OpFunctionParameter %int
            %chain_l{number} = OpLabel
            %chain_c{number} = OpFunctionCall %void %chain_f{} %chain_p{number} %chain_n{number}
            OpReturn
            OpFunctionEnd\n",
            number + 1
        )
    };
    let mut all: Vec<_> = (0..count).map(function).collect();
    if backward {
        all.reverse();
    }
    let all = all.concat().replace(&format!("%chain_f{count} "), "%take ");
    let body = "%call = OpFunctionCall %void %chain_f0 %one %zero";
    MODULE.replace("BODY", body) + &all
}

#[test]
fn an_image_goes_through_any_number_of_functions() {
    let options = options(image_format::Rgba8, image_format::R32f);
    for backward in [false, true] {
        let text = chain_of_functions(40, backward);
        let (out, said) = run(&assemble(0, &text), &options);
        assert!(!out.is_empty(), "{said}");
        assert_eq!(formats(&out), [image_format::Rgba8, image_format::R32f]);
    }
    // A function that calls itself: the chain has no end, and no first call.
    let text = chain_of_functions(2, false)
        .replace("%take %chain_p1", "%chain_f0 %chain_p1")
        .replace(
            "%call = ",
            "%also = OpFunctionCall %void %take %one %zero\n%call = ",
        );
    let words = assemble(0, &text);
    let (out, said) = run(&words, &options);
    assert!(out.is_empty());
    let reason = "a function is recursive: function %";
    let (_, ring) = said.split_once(reason).unwrap_or_else(|| panic!("{said}"));
    let id: u32 = ring
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let functions = instructions(&words).filter(|inst| inst.opcode() == op::OpFunction);
    // Main, the function with the image parameter, and the two of the cycle.
    let ids: Vec<u32> = functions.map(|inst| inst.word(2)).collect();
    assert!(
        ids.len() == 4 && ids[2..].contains(&id),
        "{id} of {ids:?}: {said}"
    );
}

#[test]
fn lines_may_stand_between_parameters() {
    let text = MODULE
        .replace("OpName %one", "%file = OpString \"f\"\nOpName %one")
        .replace(
            "%number = OpFunctionParameter",
            "OpNoLine\n%number = OpFunctionParameter",
        )
        .replace(
            "%from = OpFunctionParameter",
            "OpLine %file 1 2\n%from = OpFunctionParameter",
        )
        .replace("BODY", BODY);
    let options = options(image_format::Rgba8, image_format::R32f);
    let (out, said) = run(&assemble(0, &text), &options);
    assert!(!out.is_empty(), "{said}");
    assert_eq!(formats(&out), [image_format::Rgba8, image_format::R32f]);
}

#[test]
fn the_first_of_two_formats_for_a_binding_counts() {
    let mut options = options(image_format::Rgba8, image_format::R32f);
    options.image_formats.push(named(0, 1, image_format::R32ui));
    let (out, said) = run(&module(BODY), &options);
    assert!(!out.is_empty(), "{said}");
}

#[test]
fn what_is_refused_and_why() {
    let good = options(image_format::Rgba8, image_format::R32f);
    let both = format!("{BODY}\n%more = OpFunctionCall %void %take %one %zero");
    let chosen = "%chain = OpAccessChain %to_image %many %two
        %either = OpSelect %to_image %true %one %chain
        %e = OpLoad %image %either
        OpImageWrite %e %at %texel";
    let half = Options {
        image_formats: vec![named(2, 3, image_format::R32f)],
        ..Options::default()
    };
    for (body, options, reason) in [
        (
            BODY,
            options(image_format::Rgba8, image_format::R32ui),
            "another numeric type",
        ),
        (&both, good.clone(), "images of several formats"),
        (chosen, good.clone(), "other than an access"),
        (BODY, half, "StorageImageWriteWithoutFormat"),
        (BODY, Options::default(), "StorageImageWriteWithoutFormat"),
    ] {
        let (out, said) = run(&module(body), &options);
        assert!(out.is_empty(), "{reason}");
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn damaged_modules_do_no_harm() {
    let target = Target::built_in("vulkan-1.0").unwrap();
    let options = options(image_format::Rgba8, image_format::R32f);
    corrupt_every_word(&module(BODY), 64, &target, &options);
}
