//! Which doubles are removed and which are not; damaged modules.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::passes::testing::{corrupt_every_word, instructions, without};
use crate::tables::op;
use crate::target::feature;
use crate::{Allow, Options, Target};

const TYPES: &str = "
    OpDecorate %wide RelaxedPrecision
    %i64 = OpTypeInt 64 1
    %f64 = OpTypeFloat 64
    %d2 = OpTypeVector %f64 2
    %f2 = OpTypeVector %f32 2
    %u2 = OpTypeVector %u32 2";

const BODY: &str = "
    %x = OpConvertUToF %f32 %three
    %wide = OpFConvert %f64 %x
    %n = OpConvertFToS %i64 %wide
    %pair = OpCompositeConstruct %f2 %x %x
    %both = OpFConvert %d2 %pair
    %words = OpConvertFToU %u2 %both
    %r = OpSConvert %u32 %n";

/// A device that has everything except doubles.
fn target() -> Target {
    without(&[feature::shaderFloat64])
}

fn module(body: &str) -> Vec<u32> {
    let capabilities = "OpCapability Float64\nOpCapability Int64";
    let modes = "OpExecutionMode %main LocalSize 8 1 1";
    stage(5, "GLCompute", modes, capabilities, TYPES, body)
}

#[test]
fn doubles_on_the_way_to_integers_are_removed_with_their_types() {
    let (words, report) = filtered(&module(BODY), &target(), &Options::default());
    let rules: Vec<_> = report.rules.iter().map(|used| used.rule.as_str()).collect();
    assert_eq!(rules, ["double-detour"], "{:?}", report.unsupported);
    let insts = || instructions(&words);
    assert!(insts().all(|inst| inst.opcode() != op::OpFConvert));
    assert!(insts().all(|inst| inst.opcode() != op::OpTypeFloat || inst.word(2) == 32));
    let of = |opcode| insts().find(|inst| inst.opcode() == opcode).unwrap();
    let from = of(op::OpConvertUToF).word(2);
    assert_eq!(of(op::OpConvertFToS).word(3), from);
}

#[test]
fn debug_information_on_such_doubles_is_removed_with_them() {
    let capabilities = "OpCapability Float64
        OpCapability Int64
        OpExtension \"SPV_KHR_non_semantic_info\"
        %debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"";
    let noted = BODY.replace(
        "%n = OpConvert",
        "%note = OpExtInst %void %debug 29 %three %wide %three
        %more = OpExtInst %void %debug 29 %three %x %note
        %n = OpConvert",
    );
    let modes = "OpExecutionMode %main LocalSize 8 1 1";
    let words = stage(5, "GLCompute", modes, capabilities, TYPES, &noted);
    let (words, report) = filtered(&words, &target(), &Options::default());
    assert!(!words.is_empty(), "{:?}", report.unsupported);
    let mut insts = instructions(&words);
    assert!(insts.all(|inst| !inst.is_extended()));
}

#[test]
fn doubles_with_other_uses_remain() {
    let body = BODY.replace(
        "%r = OpSConvert %u32 %n",
        "%sum = OpFAdd %f64 %wide %wide\n%r = OpFConvert %f32 %sum",
    );
    let (words, report) = filtered(&module(&body), &target(), &Options::default());
    let said = format!("{:?}", report.rules);
    assert!(
        !words.is_empty() && said.contains("float64-words"),
        "{said}"
    );
    let allowed = Options {
        allow: Allow::F64_TO_F32,
        ..Options::default()
    };
    let (words, report) = filtered(&module(&body), &target(), &allowed);
    assert!(!words.is_empty(), "{:?}", report.unsupported);
}

#[test]
fn damaged_modules_do_no_harm() {
    corrupt_every_word(&module(BODY), 40, &target(), &Options::default());
}
