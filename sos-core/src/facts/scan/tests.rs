//! What the scan accepts where.

use super::*;
use crate::assemble::{assemble, compute};
use crate::facts::scanned;

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
fn graphs_stand_before_functions() {
    for (capability, wanted) in [("GraphARM", Ok(())), ("Shader", Err(ErrorKind::BadLayout))] {
        let words = assemble(
            6,
            &format!(
                "OpCapability {capability}
                 OpMemoryModel Logical GLSL450
                 %type = OpTypeGraphARM 0
                 OpGraphEntryPointARM %graph \"graph\"
                 %graph = OpGraphARM %type
                 OpGraphEndARM"
            ),
        );
        assert_eq!(scanned(&words), wanted, "{capability}");
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
