//! Needs without a declaration, where nothing else is missing.

use crate::assemble::assemble;
use crate::filtered::words_for;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::tables::op;
use crate::Target;

#[test]
fn instructions_between_functions_and_behind_them_are_checked() {
    let device = Target::built_in("nvk-kepler").unwrap();
    let without = device.without(["VK_KHR_shader_non_semantic_info"]).unwrap();
    let note = "%note = OpExtInst %void %set 1 %one";
    let function = "OpFunction %void None %signature
         %entry = OpLabel
         OpReturn
         OpFunctionEnd";
    let other = function.replace("%entry", "%start");
    for (between, behind) in [(note, ""), ("", note)] {
        let words = assemble(
            0,
            &format!(
                "OpCapability Shader
                 OpExtension \"SPV_KHR_non_semantic_info\"
                 %set = OpExtInstImport \"NonSemantic.ClspvReflection.5\"
                 OpMemoryModel Logical GLSL450
                 OpEntryPoint GLCompute %main \"main\"
                 OpExecutionMode %main LocalSize 1 1 1
                 %void = OpTypeVoid
                 %uint = OpTypeInt 32 0
                 %one = OpConstant %uint 1
                 %signature = OpTypeFunction %void
                 %main = {function}
                 {between}
                 %other = {other}
                 {behind}"
            ),
        );
        let of_set = |inst: Inst<'_>| {
            matches!(
                inst.opcode(),
                op::OpExtInst | op::OpExtInstImport | op::OpExtension
            )
        };
        assert!(words_for(&words, &device).is_ok_and(|out| out == words));
        let out = words_for(&words, &without).unwrap();
        assert!(!Insts::new(&out, LEN as u32, out.len() as u32).any(of_set));
    }
}
