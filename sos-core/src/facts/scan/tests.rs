//! What the scan accepts where.

use super::*;
use crate::assemble::{assemble, compute};
use crate::facts::scanned;
use crate::filtered::filtered;
use crate::inst::Insts;
use crate::target::Target;
use crate::Options;

#[test]
fn instructions_of_functions_do_not_stand_before_them() {
    for early in [
        "%early = OpLabel",
        "OpReturn",
        "OpFunctionEnd",
        "%early = OpFunctionParameter %void",
        "%early = OpFunctionCall %void %main",
        "OpSelectionMerge %entry None",
        "OpControlBarrier %one %one %one",
        "%early = OpAtomicLoad %f32 %one %one %one",
        "%early = OpIAdd %u32 %one %one",
        "OpStore %one %one",
    ] {
        let words = compute(3, "", early, "");
        let error = Facts::default()
            .scan(&words, &Limits::default())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadLayout, "{early}");
        let at = error.offset() as usize;
        assert!(early.contains(crate::tables::op_name(words[at] as u16).unwrap()));
    }
}

#[test]
fn graphs_stand_behind_globals_or_functions() {
    let function = "%void = OpTypeVoid
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";
    for (capability, wanted) in [("GraphARM", Ok(())), ("Shader", Err(ErrorKind::BadLayout))] {
        for functions in ["", function] {
            let words = assemble(
                6,
                &format!(
                    "OpCapability {capability}
                     OpMemoryModel Logical GLSL450
                     %type = OpTypeGraphARM 0
                     {functions}
                     OpGraphEntryPointARM %graph \"graph\"
                     %graph = OpGraphARM %type
                     OpGraphEndARM"
                ),
            );
            assert_eq!(scanned(&words), wanted, "{capability}, {functions}");
        }
    }
}

#[test]
fn blocks_of_graphs_are_none() {
    for stray in [
        "%stray = OpLabel",
        "OpReturn",
        "%stray = OpFunctionParameter %type",
    ] {
        let words = assemble(
            6,
            &format!(
                "OpCapability GraphARM
                 OpMemoryModel Logical GLSL450
                 %type = OpTypeGraphARM 0
                 {stray}"
            ),
        );
        // Before the first function everything of a graph is accepted.
        let function = "%main = OpFunction %type None %type\nOpFunctionEnd\n";
        let behind = assemble(
            6,
            &format!(
                "OpCapability GraphARM
                 OpMemoryModel Logical GLSL450
                 %type = OpTypeGraphARM 0
                 {function}{stray}"
            ),
        );
        assert_eq!(scanned(&words), Ok(()), "{stray}");
        assert_eq!(scanned(&behind), Err(ErrorKind::BadLayout), "{stray}");
    }
}

/// What is declared under a condition is reported by what the declaration itself needs, not as an error.
#[test]
fn declarations_that_depend_on_constants_are_refused() {
    for (declaration, opcode) in [
        (
            "OpConditionalCapabilityINTEL %yes Geometry",
            op::OpConditionalCapabilityINTEL,
        ),
        (
            "OpConditionalExtensionINTEL %yes \"SPV_NONE\"",
            op::OpConditionalExtensionINTEL,
        ),
    ] {
        let words = compute(
            3,
            &format!("OpCapability SpecConditionalINTEL\n{declaration}"),
            "%yes = OpSpecConstantTrue %bool",
            "",
        );
        let target = Target::built_in("lavapipe").unwrap();
        let (out, report) = filtered(&words, &target, &Options::default());
        assert!(out.is_empty());
        let opcodes: Vec<_> = report
            .unsupported
            .iter()
            .map(|need| need.opcode.clone())
            .collect();
        assert_eq!(opcodes, [crate::tables::op_name(opcode).unwrap()]);
    }
}

#[test]
fn extended_instructions_stand_in_blocks_unless_they_compute_nothing() {
    let early = "%early = OpExtInst %f32 %set FAbs %one";
    for (set, global, local, is_module) in [
        ("GLSL.std.450", "", early, false),
        ("GLSL.std.450", early, "", false),
        ("NonSemantic.Shader.DebugInfo.100", "", early, true),
        ("NonSemantic.Shader.DebugInfo.100", early, "", true),
    ] {
        let words = assemble(
            3,
            &format!(
                "OpCapability Shader
                 %set = OpExtInstImport \"{set}\"
                 OpMemoryModel Logical GLSL450
                 OpEntryPoint GLCompute %main \"main\"
                 %void = OpTypeVoid
                 %f32 = OpTypeFloat 32
                 %one = OpConstant %f32 1
                 %signature = OpTypeFunction %void
                 {global}
                 %main = OpFunction %void None %signature
                 {local}
                 %entry = OpLabel
                 OpReturn
                 OpFunctionEnd"
            ),
        );
        let scanned = Facts::default().scan(&words, &Limits::default());
        assert_eq!(scanned.is_ok(), is_module, "{set}, {global}: {scanned:?}");
    }
}

/// Each in front of an unused import: what nothing refers to is checked too.
#[test]
fn names_of_imports_extensions_and_entry_points_are_utf_8() {
    let words = compute(
        3,
        "OpExtension \"SPV_KHR_16bit_storage\"\n%unused = OpExtInstImport \"GLSL.std.450\"",
        "",
        "",
    );
    assert_eq!(scanned(&words), Ok(()));
    for opcode in [op::OpExtension, op::OpExtInstImport, op::OpEntryPoint] {
        let inst =
            Insts::new(&words, LEN as u32, words.len() as u32).find(|one| one.opcode() == opcode);
        let at = inst.unwrap().offset() as usize;
        let name = at + if opcode == op::OpEntryPoint { 3 } else { 1 };
        let name = name + usize::from(opcode == op::OpExtInstImport);
        let mut broken = words.clone();
        broken[name] = broken[name] & !0xff | 0xd1;
        let error = Facts::default()
            .scan(&broken, &Limits::default())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadString);
        assert_eq!(error.offset() as usize, at);
    }
}

#[test]
fn only_ids_are_decorated() {
    for line in [
        "OpDecorate 0 Block",
        "OpDecorate 999 Block",
        "OpDecorate -1 Block",
        "OpMemberDecorate 0 3 BuiltIn ClipDistance",
        "OpGroupDecorate 0 %u32",
        "OpGroupDecorate %u32 %void 0",
        "OpGroupDecorate %u32 -1 %void",
        "OpGroupMemberDecorate 999 %u32 0",
        "OpGroupMemberDecorate %u32 %void 0 0 1",
    ] {
        let words = compute(3, "", line, "");
        let error = Facts::default()
            .scan(&words, &Limits::default())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadId, "{line}");
        let name = crate::tables::op_name(words[error.offset() as usize] as u16).unwrap();
        assert!(line.starts_with(name), "{line}");
    }
    let words = compute(3, "", "OpDecorate %last NonWritable", "");
    let last = words[3] - 1;
    assert_eq!(scanned(&words), Ok(()));
    let at = words.iter().rposition(|&word| word == last).unwrap();
    assert!(at > 5, "the highest id is in use");
    let words = compute(3, "", "OpGroupMemberDecorate %u32 %void 0 %u32 999", "");
    assert_eq!(scanned(&words), Ok(()));
}
