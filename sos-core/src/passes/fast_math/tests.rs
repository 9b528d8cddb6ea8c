//! The controls that are emitted, and what the pass refuses.

use super::*;
use crate::assemble::stage;
use crate::filtered::filtered;
use crate::options::Options;
use crate::passes::testing::{instructions, without};
use crate::report::OutcomeKind;

const PREAMBLE: &str = "
    OpCapability Float16
    OpCapability FloatControls2
    OpExtension \"SPV_KHR_float_controls2\"
";

/// `SPV_KHR_float_controls` and a 16-bit float type, beside the assembler's own 32-bit type.
const CONTROLS: &str = "
    OpCapability Float16
    OpCapability FloatControls2
    OpCapability SignedZeroInfNanPreserve
    OpExtension \"SPV_KHR_float_controls2\"
    OpExtension \"SPV_KHR_float_controls\"
";

const GLOBALS: &str = "
    %half = OpTypeFloat 16
    %to_local = OpTypePointer Function %f32
    %fone = OpConstant %f32 1
    %hone = OpConstant %half 15360
    %none = OpConstant %u32 0
    %loose = OpConstant %u32 458767
    %numbers = OpConstant %u32 7
    %open = OpSpecConstant %u32 0
";

/// A device without fast-math modes that preserves NaN in 32-bit floats, or in none.
fn target(keeps: bool) -> Target {
    let mut description = without(&[feature::shaderFloatControls2]).describe();
    let properties = &mut description.properties;
    properties.shader_signed_zero_inf_nan_preserve_float16 = Some(false);
    properties.shader_signed_zero_inf_nan_preserve_float32 = Some(keeps);
    description.build()
}

/// The result for a module: decorations `NoContraction`, modes that preserve NaN, and whether something was lost.
fn result(
    preamble: &str,
    annotations: &str,
    body: &str,
    keeps: bool,
    allow: Allow,
) -> Result<(usize, usize, bool), String> {
    let is_mode = |line: &&str| line.starts_with("OpExecutionMode");
    let modes: Vec<&str> = annotations.lines().filter(is_mode).collect();
    let notes: Vec<&str> = annotations.lines().filter(|line| !is_mode(line)).collect();
    let modes = format!(
        "OpExecutionMode %main LocalSize 8 1 1\n{}",
        modes.join("\n")
    );
    let globals = format!("{}\n{GLOBALS}", notes.join("\n"));
    let words = stage(3, "GLCompute", &modes, preamble, &globals, body);
    let options = Options {
        allow,
        ..Options::default()
    };
    let (out, report) = filtered(&words, &target(keeps), &options);
    assert_ne!(out, words, "it holds what the device lacks");
    if report.outcome == OutcomeKind::Unsupported {
        let tried = report.unsupported.iter().flat_map(|need| &need.tried);
        return Err(tried.cloned().collect());
    }
    let count = |is: fn(Inst<'_>) -> bool| instructions(&out).filter(|&inst| is(inst)).count();
    assert_eq!(
        count(
            |inst| inst.opcode() == op::OpDecorate && inst.word(2) == decoration::FPFastMathMode
                || inst.opcode() == op::OpExecutionModeId
        ),
        0
    );
    let decorated =
        count(|inst| inst.opcode() == op::OpDecorate && inst.word(2) == decoration::NoContraction);
    let modes = count(|inst| {
        inst.opcode() == op::OpExecutionMode && inst.word(2) == mode::SignedZeroInfNanPreserve
    });
    let lost = report
        .rules
        .iter()
        .any(|rule| rule.rule == "fast-math-relaxed");
    Ok((decorated, modes, lost))
}

/// A product, and a sum that uses it.
const SUM: &str = "%p = OpFMul %f32 %fone %fone\n%r = OpFAdd %f32 %p %fone";
const LOSS: Allow = Allow::FLOAT_CONTROLS;

#[test]
fn emitted_controls_are_never_looser() {
    let default = |flags: &str| format!("OpExecutionModeId %main FPFastMathDefault %f32 {flags}\n");
    for (annotations, body, expected) in [
        ("OpDecorate %r FPFastMathMode NotNaN|NotInf|NSZ\n".to_owned(), SUM, (1, 0)),
        ("OpDecorate %r FPFastMathMode Fast\n".to_owned(), SUM, (0, 0)),
        ("OpDecorate %r FPFastMathMode None\n".to_owned(), SUM, (1, 1)),
        (default("%loose"), SUM, (0, 0)),
        (default("%numbers"), SUM, (2, 0)),
        (default("%none"), SUM, (2, 1)),
        // A default for the other type only allows nothing for this one.
        (default("%loose").replace("%f32", "%half"), SUM, (2, 1)),
        // An instruction's own mode takes precedence.
        (default("%numbers") + "OpDecorate %r FPFastMathMode NotNaN|NotInf|NSZ|AllowRecip|AllowContract|AllowReassoc|AllowTransform\n", SUM, (1, 0)),
        // Instructions that are not arithmetic pass the requirement to those that compute their operands.
        (
            "OpDecorate %r FPFastMathMode NotNaN|NotInf|NSZ\n".to_owned(),
            "%p = OpFMul %f32 %fone %fone\n%o = OpCopyObject %f32 %p\n%r = OpFOrdLessThan %bool %o %fone",
            (1, 0),
        ),
        // A value loaded from writable memory can have been computed anywhere.
        (
            "OpDecorate %r FPFastMathMode NotNaN|NotInf|NSZ\n".to_owned(),
            "%v = OpVariable %to_local Function %fone\n%p = OpFMul %f32 %fone %fone\nOpStore %v %p
             %o = OpLoad %f32 %v\n%r = OpFOrdLessThan %bool %o %fone",
            (1, 0),
        ),
        // A variable with an initializer is not arithmetic.
        (
            default("%none"),
            "%v = OpVariable %to_local Function %fone\n%r = OpFAdd %f32 %fone %fone",
            (1, 1),
        ),
        // The decoration is not repeated.
        (
            "OpDecorate %p NoContraction\nOpDecorate %r FPFastMathMode NotNaN|NotInf|NSZ\n".to_owned(),
            "%p = OpFMul %f32 %fone %fone\n%r = OpFOrdLessThan %bool %p %fone",
            (1, 0),
        ),
    ] {
        let found = result(PREAMBLE, &annotations, body, true, Allow::default());
        assert_eq!(found, Ok((expected.0, expected.1, false)), "{annotations}{body}");
    }
    let mode =
        "OpExecutionMode %main SignedZeroInfNanPreserve 32\nOpDecorate %r FPFastMathMode None\n";
    let found = result(CONTROLS, mode, SUM, true, Allow::default());
    assert_eq!(found, Ok((1, 1, false)));
}

#[test]
fn inexpressible_requirements_are_refused_or_dropped() {
    let strict = |id: &str| format!("OpDecorate {id} FPFastMathMode None\n");
    // The device has no way to request it, and then no device has.
    for (annotations, body, keeps, modes) in [
        (strict("%r"), SUM, false, 0),
        (strict("%r"), "%r = OpFDiv %f32 %fone %fone", true, 1),
        (
            strict("%r"),
            "%r = OpFOrdLessThan %bool %fone %fone",
            true,
            1,
        ),
    ] {
        let refused = result(PREAMBLE, &annotations, body, keeps, Allow::default());
        assert!(refused.unwrap_err().contains("signs of zeros"), "{body}");
        let (_, found, lost) = result(PREAMBLE, &annotations, body, keeps, LOSS).unwrap();
        assert_eq!((found, lost), (modes, true), "{body}");
    }
}

#[test]
fn a_mode_that_does_not_fit_is_refused() {
    for annotations in [
        "OpExecutionModeId %main FPFastMathDefault %u32 %none\n",
        "OpExecutionModeId %main FPFastMathDefault %f32 %open\n",
    ] {
        assert!(
            result(PREAMBLE, annotations, SUM, true, Allow::default()).is_err(),
            "{annotations}"
        );
    }
}
