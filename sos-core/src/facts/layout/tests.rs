//! Tests of where instructions may stand, for every opcode of the grammar.

use super::{section, Section};
use crate::assemble::assemble;
use crate::error::ErrorKind;
use crate::facts::scanned;
use crate::header::LEN;
use crate::tables::{op, op_hot, op_name, OPCODE_END};

/// The section of an opcode outside of functions, by its name; `None` for instructions of functions and graphs.
fn expected(name: &str) -> Option<Section> {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    Some(match name {
        "OpCapability" | "OpConditionalCapabilityINTEL" => Section::Capabilities,
        "OpExtension" | "OpConditionalExtensionINTEL" => Section::Extensions,
        "OpExtInstImport" => Section::Imports,
        "OpMemoryModel" | "OpSamplerImageAddressingModeNV" => Section::MemoryModel,
        "OpEntryPoint" | "OpConditionalEntryPointINTEL" => Section::EntryPoints,
        "OpExecutionMode" | "OpExecutionModeId" => Section::ExecutionModes,
        "OpString" | "OpName" | "OpMemberName" | "OpModuleProcessed" => Section::Debug,
        "OpLine" | "OpNoLine" | "OpExtInst" => Section::Any,
        "OpVariable" | "OpUntypedVariableKHR" | "OpNop" | "OpUndef" | "OpPoisonKHR" => {
            Section::Globals
        }
        "OpFunction" => Section::Functions,
        _ if starts(&["OpSource"]) => Section::Debug,
        _ if name.contains("Decorat") => Section::Annotations,
        _ if starts(&[
            "OpType",
            "OpConstant",
            "OpSpecConstant",
            "OpAsmTarget",
            "OpAsmINTEL",
        ]) =>
        {
            Section::Globals
        }
        _ if starts(&["OpAliasDomain", "OpAliasScope"]) => Section::Globals,
        _ => return None,
    })
}

/// Instructions of extended sets depend on the set, which has tests of its own.
const OF_SETS: [u16; 2] = [op::OpExtInst, op::OpExtInstWithForwardRefsKHR];

#[test]
fn every_opcode_stands_where_the_specification_has_it() {
    let base = assemble(
        6,
        "OpCapability Shader
        OpExtension \"SPV_KHR_storage_buffer_storage_class\"
        %set = OpExtInstImport \"GLSL.std.450\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpName %main \"main\"
        OpDecorate %void RelaxedPrecision
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd",
    );
    let places = [
        Section::Capabilities,
        Section::Extensions,
        Section::Imports,
        Section::MemoryModel,
        Section::EntryPoints,
        Section::ExecutionModes,
        Section::Debug,
        Section::Annotations,
        Section::Globals,
    ];
    let mut checked = 0;
    for opcode in 0..OPCODE_END as u16 {
        let Some(name) = op_name(opcode).filter(|_| !OF_SETS.contains(&opcode)) else {
            continue;
        };
        checked += 1;
        assert_eq!(
            section(opcode),
            expected(name).unwrap_or(Section::Globals),
            "{name}"
        );
        let mut at = LEN;
        for place in places {
            // Behind one instruction of each section, and there behind the first of two.
            at += (base[at] >> 16) as usize;
            let mut words = base.clone();
            let len = usize::from(op_hot(opcode).min_words);
            let mut inst = vec![99; len];
            inst[0] = (len as u32) << 16 | u32::from(opcode);
            words[3] = 100;
            words.splice(at..at, inst);
            let found = scanned(&words) == Err(ErrorKind::BadLayout);
            let stands = match expected(name) {
                Some(Section::Any) => true,
                // What ends the globals makes the rest of the module a function.
                Some(Section::Functions) => continue,
                Some(section) => section == place || section as u8 == place as u8 + 1,
                None => false,
            };
            assert_eq!(
                found,
                !stands,
                "{name} behind {place:?}: {:?}",
                scanned(&words)
            );
        }
    }
    assert!(checked > 800);
}
