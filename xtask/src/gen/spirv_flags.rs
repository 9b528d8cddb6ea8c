//! The flags of an opcode, derived from its grammar class, its operands and lists of names.
//!
//! The grammar does not state which instructions end a block or have side effects. Classes decide where they are uniform; the
//! lists below are the exceptions. An instruction that nothing here covers is assumed to have side effects, which can only
//! prevent a removal, never cause a wrong one. An unknown class is an error.

use anyhow::{bail, Result};

use super::grammar::Instruction;

/// The flags, as `OpFlags` in `sos-core/src/rows.rs` names them.
pub const NAMES: [&str; 11] = [
    "RESULT_TYPE",
    "RESULT",
    "IDS_ONLY",
    "NO_IDS",
    "ENUMERANTS",
    "TERMINATOR",
    "PURE",
    "TYPE",
    "CONSTANT",
    "DEBUG",
    "ANNOTATION",
];

/// The properties of an operand that the flags depend on.
pub struct Operand<'a> {
    pub kind: &'a str,
    pub required: bool,
    pub pair: bool,
    /// An id, or a pair of ids.
    pub id: bool,
    pub can_hold_id: bool,
    pub has_needs: bool,
}

/// Instructions that end a block. `OpIgnoreIntersectionNV` and `OpTerminateRayNV` do not.
const TERMINATORS: [&str; 12] = [
    "OpBranch",
    "OpBranchConditional",
    "OpSwitch",
    "OpKill",
    "OpReturn",
    "OpReturnValue",
    "OpUnreachable",
    "OpTerminateInvocation",
    "OpIgnoreIntersectionKHR",
    "OpTerminateRayKHR",
    "OpEmitMeshTasksEXT",
    "OpAbortKHR",
];

/// Classes in which all instructions with a result are pure.
const PURE_CLASSES: [&str; 12] = [
    "Arithmetic",
    "Bit",
    "Composite",
    "Constant-Creation",
    "Conversion",
    "Derivative",
    "Image",
    "Miscellaneous",
    "Non-Uniform",
    "Relational_and_Logical",
    "Tensor",
    "Type-Declaration",
];

/// Classes in which only single instructions are pure: see [`is_pure`].
const OTHER_CLASSES: [&str; 16] = [
    "@exclude",
    "Annotation",
    "Atomic",
    "Barrier",
    "Control-Flow",
    "Debug",
    "Device-Side_Enqueue",
    "Extension",
    "Function",
    "Graph",
    "Group",
    "Memory",
    "Mode-Setting",
    "Pipe",
    "Primitive",
    "Reserved",
];

/// Instructions of the classes `Group` and `Memory` that have a result and side effects.
const IMPURE: [&str; 5] = [
    // Starts a copy.
    "OpGroupAsyncCopy",
    "OpUntypedGroupAsyncCopyKHR",
    // Stack discipline, paired with OpRestoreMemoryINTEL.
    "OpSaveMemoryINTEL",
    "OpVariableLengthArrayINTEL",
    "OpUntypedVariableLengthArrayINTEL",
];

/// Pure instructions of the classes `Reserved` and `@exclude`, by name.
const PURE_RESERVED: [&str; 21] = [
    "OpConvertUToAccelerationStructureKHR",
    "OpFragmentMaskFetchAMD",
    "OpFragmentFetchAMD",
    "OpNodePayloadArrayLengthAMDX",
    "OpIsNodePayloadValidAMDX",
    "OpCooperativeVectorMatrixMulNV",
    "OpCooperativeVectorMatrixMulAddNV",
    "OpFetchMicroTriangleVertexPositionNV",
    "OpFetchMicroTriangleVertexBarycentricNV",
    "OpCooperativeMatrixLoadNV",
    "OpCooperativeMatrixMulAddNV",
    "OpCooperativeMatrixLengthNV",
    "OpIsHelperInvocationEXT",
    "OpConvertUToImageNV",
    "OpConvertUToSamplerNV",
    "OpConvertImageToUNV",
    "OpConvertSamplerToUNV",
    "OpConvertUToSampledImageNV",
    "OpConvertSampledImageToUNV",
    "OpUCountLeadingZerosINTEL",
    "OpUCountTrailingZerosINTEL",
];

/// Likewise, by prefix: queries of ray state, tensor layouts, integer functions, dot products.
const PURE_RESERVED_PREFIXES: [&str; 21] = [
    "OpHitObjectGet",
    "OpHitObjectIs",
    "OpRayQueryGet",
    "OpRayQueryIs",
    "OpCreateTensor",
    "OpTensorLayout",
    "OpTensorView",
    "OpAbsISub",
    "OpAbsUSub",
    "OpIAddSat",
    "OpUAddSat",
    "OpIAverage",
    "OpUAverage",
    "OpISubSat",
    "OpUSubSat",
    "OpIMul32x16",
    "OpUMul32x16",
    "OpFDot",
    "OpType",
    "OpConstant",
    "OpSpecConstant",
];

/// The flags of an instruction, as names.
pub fn flags(instruction: &Instruction, operands: &[Operand]) -> Result<Vec<&'static str>> {
    let name = instruction.opname.as_str();
    let class = instruction.class.as_str();
    if !PURE_CLASSES.contains(&class) && !OTHER_CLASSES.contains(&class) {
        bail!("{name} is of the unknown class {class}");
    }
    let result = operands.iter().any(|operand| operand.kind == "IdResult");
    let after_result = || operands.iter().filter(|operand| !is_result(operand));
    let is_type = name.starts_with("OpType") && class != "Debug";
    let is_constant = name.starts_with("OpConstant") || name.starts_with("OpSpecConstant");
    let answers = [
        operands
            .iter()
            .any(|operand| operand.kind == "IdResultType"),
        result,
        after_result().all(|operand| operand.id),
        after_result().all(|operand| !operand.can_hold_id),
        operands.iter().any(|operand| operand.has_needs),
        TERMINATORS.contains(&name),
        result && is_pure(name, class),
        is_type,
        is_constant,
        class == "Debug",
        class == "Annotation",
    ];
    Ok(NAMES
        .into_iter()
        .zip(answers)
        .filter(|(_, answer)| *answer)
        .map(|(name, _)| name)
        .collect())
}

fn is_result(operand: &Operand) -> bool {
    operand.kind == "IdResultType" || operand.kind == "IdResult"
}

fn is_pure(name: &str, class: &str) -> bool {
    match class {
        "Group" | "Memory" => !IMPURE.contains(&name),
        "Control-Flow" => name == "OpPhi",
        "Reserved" | "@exclude" => {
            PURE_RESERVED.contains(&name)
                || PURE_RESERVED_PREFIXES
                    .iter()
                    .any(|prefix| name.starts_with(prefix))
        }
        _ => PURE_CLASSES.contains(&class),
    }
}

/// The minimum word count of an instruction, header included. Strings and numbers have at least one word.
pub fn min_words(operands: &[Operand]) -> u8 {
    let required = operands.iter().filter(|operand| operand.required);
    1 + required
        .map(|operand| if operand.pair { 2 } else { 1 })
        .sum::<u8>()
}

/// The number of leading words that are the header or certainly ids; 255 if all operands are ids.
pub fn id_words(operands: &[Operand]) -> u8 {
    let mut words = 1;
    for operand in operands {
        if !operand.id {
            return words;
        }
        words += if operand.pair { 2 } else { 1 };
    }
    u8::MAX
}
