//! The lines that reports name.

use crate::assemble::assemble;
use crate::filtered::filtered;
use crate::report::{Report, UseSite};
use crate::{Options, Target};

/// A shader that computes with doubles, rounded in two ways, so that nothing replaces them. `at` is what states the line of the product, and `behind` comes after it.
fn report(import: &str, debug: &str, at: &str, behind: &str) -> Report {
    let words = assemble(
        3,
        &format!(
            "OpCapability Shader
            OpCapability Float64
            OpExtension \"SPV_KHR_non_semantic_info\"
            {import}
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"main\"
            OpExecutionMode %main LocalSize 1 1 1
            OpExecutionMode %main RoundingModeRTZ 64
            OpExecutionMode %main RoundingModeRTE 64
            %file = OpString \"shaders/sum.comp\"
            OpName %main \"main\"
            %void = OpTypeVoid
            %fn = OpTypeFunction %void
            %u32 = OpTypeInt 32 0
            %seven = OpConstant %u32 7
            %nine = OpConstant %u32 9
            %double = OpTypeFloat 64
            %to_double = OpTypePointer Private %double
            %some = OpConstant %double 0 1071644672
            %v = OpVariable %to_double Private
            {debug}
            %main = OpFunction %void None %fn
            %start = OpLabel
            {at}
            %x = OpFMul %double %some %some
            {behind}
            OpStore %v %x
            OpReturn
            OpFunctionEnd"
        ),
    );
    let target = Target::built_in("vulkan-1.1").unwrap();
    filtered(&words, &target, &Options::default()).1
}

/// The first use of the type, and its line.
fn first_use(report: &Report) -> (UseSite, Option<String>) {
    let mut needs = report.unsupported.iter();
    let ty = needs.find(|one| one.opcode == "OpTypeFloat").unwrap();
    assert_eq!(ty.source, None);
    let site = ty.first_use.clone().unwrap();
    let source = site.source.as_ref().map(ToString::to_string);
    (site, source)
}

const SET: &str = "%debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"";
const SOURCE: &str = "%source = OpExtInst %void %debug 35 %file";

#[test]
fn a_type_names_its_first_use_with_the_line() {
    let (site, source) = first_use(&report("", "", "OpLine %file 7 3", ""));
    assert_eq!(site.opcode, "OpFMul");
    assert_eq!(source.as_deref(), Some("shaders/sum.comp:7"));
    let function = site.function.unwrap();
    assert_eq!(function.name.as_deref(), Some("main"));

    let line = "%l = OpExtInst %void %debug 103 %source %seven %nine %seven %seven";
    let (site, source) = first_use(&report(SET, SOURCE, line, ""));
    assert_eq!(site.opcode, "OpFMul");
    assert_eq!(source.as_deref(), Some("shaders/sum.comp:7"));
}

#[test]
fn a_line_ends_where_the_module_says_so() {
    for (at, source) in [
        ("", None),
        ("OpLine %file 7 3\nOpNoLine", None),
        (
            "OpLine %file 7 3\nOpLine %file 9 1",
            Some("shaders/sum.comp:9"),
        ),
        ("OpLine %file 7 3\nOpBranch %next\n%next = OpLabel", None),
        // No string, and no constant, have these ids.
        ("OpLine %seven 7 3", None),
        ("OpLine %void 7 3", None),
    ] {
        assert_eq!(
            first_use(&report("", "", at, "")).1.as_deref(),
            source,
            "{at}"
        );
    }
    let line = "%l = OpExtInst %void %debug 103 %source %seven %nine %seven %seven";
    for (at, source) in [
        (format!("{line}\n%n = OpExtInst %void %debug 104"), None),
        (
            format!("{line}\nOpLine %file 9 1"),
            Some("shaders/sum.comp:9"),
        ),
        (line.replace("%source", "%seven"), None),
        ("%l = OpExtInst %void %debug 103".to_owned(), None),
    ] {
        let report = report(SET, SOURCE, &at, "");
        assert_eq!(first_use(&report).1.as_deref(), source, "{at}");
    }
}

/// A set whose instructions have the same numbers states no lines.
#[test]
fn only_the_set_for_shaders_states_lines() {
    let other = "%debug = OpExtInstImport \"NonSemantic.Other\"";
    let line = "%l = OpExtInst %void %debug 103 %source %seven %nine %seven %seven";
    assert_eq!(first_use(&report(other, SOURCE, line, "")).1, None);
}
