//! What the scan does for each opcode, as a table: one load for each instruction instead of several comparisons.
//!
//! Computed at compile time from the generated tables and the lists here, so nothing is listed twice.

use super::gates::Gates;
use super::layout::{section, Section};
use crate::packed::column;
use crate::tables::{is_atomic, is_quad, op, op_at, op_hot, OpFlags, OPCODES, OP_ROWS};

/// What the scan does for an instruction within the functions section, besides entering its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Nothing: the instruction only has to be in a block.
    Pass,
    Function,
    FunctionParameter,
    FunctionEnd,
    Label,
    Merge,
    Terminator,
    Call,
    Atomic,
    ControlBarrier,
    MemoryBarrier,
    Rotate,
    Bits,
    Texels,
    /// Only records the needs of the opcode and of its enumerants, except masks.
    Needs,
    /// The instruction may be outside of blocks.
    Line,
    Unknown,
}

/// What the scan does for an instruction before the functions, besides entering its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    Nothing,
    Name,
    Source,
    Decorate,
    Variable,
    SpecConstant,
    Integer,
    /// Only records the needs of the opcode.
    Needs,
    /// Only records the needs of the opcode and of its enumerants.
    Enumerants,
    /// Instructions that are rare in a module.
    Other,
    /// The instruction must be in a function or a graph.
    Misplaced,
}

/// What the scan needs to know about an opcode.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The gates of the opcode alone, as [`Gates::first`] has them: the row stays small.
    pub gates: u32,
    /// The minimum word count.
    pub min_words: u8,
    /// The word index of the result id, or 0 if there is none.
    pub result: u8,
    /// What to do within the functions section.
    pub task: Task,
    /// What to do before it.
    pub note: Note,
    /// The section that it belongs to there.
    pub section: Section,
    /// Whether the opcode alone has needs by its table row.
    pub has_needs: bool,
    /// Whether operands may be enumerants with needs.
    pub has_enumerants: bool,
}

impl Step {
    /// Returns the row of an opcode.
    #[inline(always)]
    pub fn of(opcode: u16) -> &'static Self {
        &STEPS[op_at(opcode)]
    }

    const fn new(opcode: u16) -> Self {
        let hot = op_hot(opcode);
        assert!(hot.min_words != 0, "the first word is always there");
        let result = if !hot.flags.contains(OpFlags::RESULT) {
            0
        } else if hot.flags.contains(OpFlags::RESULT_TYPE) {
            2
        } else {
            1
        };
        let has_needs = hot.alternatives != 0 || hot.availability != 0;
        let has_enumerants = hot.flags.contains(OpFlags::ENUMERANTS) && !is_needless(opcode);
        let task = match task(opcode, hot.flags) {
            Task::Pass if has_needs || has_enumerants => Task::Needs,
            task => task,
        };
        let note = match note(opcode, hot.flags) {
            Note::Nothing if has_enumerants => Note::Enumerants,
            Note::Nothing if has_needs => Note::Needs,
            note => note,
        };
        assert!(
            !has_needs
                || matches!(
                    note,
                    Note::Needs | Note::Enumerants | Note::Other | Note::Misplaced
                ),
            "these note it"
        );
        Self {
            gates: gates_of_opcode(opcode).first(),
            min_words: hot.min_words,
            result,
            task,
            note,
            section: section(opcode),
            has_needs,
            has_enumerants,
        }
    }
}

static STEPS: [Step; OP_ROWS] = column!(OPCODES, opcode => Step::new(*opcode));

const fn task(opcode: u16, flags: OpFlags) -> Task {
    match opcode {
        op::OpFunction => Task::Function,
        op::OpFunctionParameter => Task::FunctionParameter,
        op::OpFunctionEnd => Task::FunctionEnd,
        op::OpLabel => Task::Label,
        op::OpSelectionMerge | op::OpLoopMerge => Task::Merge,
        op::OpFunctionCall => Task::Call,
        op::OpControlBarrier => Task::ControlBarrier,
        op::OpMemoryBarrier => Task::MemoryBarrier,
        op::OpGroupNonUniformRotateKHR => Task::Rotate,
        op::OpBitFieldInsert..=op::OpBitCount => Task::Bits,
        op::OpImageSampleImplicitLod..=op::OpImageDrefGather
        | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather => Task::Texels,
        op::OpLine | op::OpNoLine => Task::Line,
        _ if is_atomic(opcode) => Task::Atomic,
        _ if flags.contains(OpFlags::TERMINATOR) => Task::Terminator,
        _ if flags.contains(OpFlags::UNKNOWN) => Task::Unknown,
        _ => Task::Pass,
    }
}

/// Whether the enumerants of an instruction need nothing that another instruction does not need as well, or the scan records
/// them on the way.
const fn is_needless(opcode: u16) -> bool {
    match opcode {
        // The bits of masks need the Vulkan memory model, or aliasing scopes, which have instructions of their own.
        op::OpLoad | op::OpStore | op::OpCopyMemory => true,
        // Selection controls need nothing. A pointer type is for variables, or physical, or for instructions with needs of
        // their own.
        op::OpSelectionMerge | op::OpVariable | op::OpTypePointer | op::OpTypeForwardPointer => {
            true
        }
        // The early exit looks for these where a target lacks what they need (`lacks_operations`).
        op::OpExtInst => true,
        // Their masks are recorded by tasks of their own.
        op::OpFunction | op::OpLoopMerge => true,
        op::OpImageSampleImplicitLod..=op::OpImageDrefGather
        | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather => true,
        _ => false,
    }
}

const fn note(opcode: u16, flags: OpFlags) -> Note {
    match opcode {
        op::OpName | op::OpMemberName => Note::Name,
        op::OpSource => Note::Source,
        op::OpDecorate | op::OpMemberDecorate => Note::Decorate,
        op::OpVariable => Note::Variable,
        op::OpTypeInt => Note::Integer,
        op::OpSpecConstantTrue
        | op::OpSpecConstantFalse
        | op::OpSpecConstant
        | op::OpSpecConstantComposite
        | op::OpSpecConstantOp => Note::SpecConstant,
        op::OpCapability
        | op::OpExtension
        | op::OpConditionalCapabilityINTEL
        | op::OpConditionalExtensionINTEL
        | op::OpExtInstImport
        | op::OpEntryPoint
        | op::OpExecutionMode
        | op::OpExecutionModeId
        | op::OpGroupDecorate
        | op::OpGroupMemberDecorate
        | op::OpTypeFloat
        | op::OpTypeImage
        | op::OpExtInst
        | op::OpExtInstWithForwardRefsKHR => Note::Other,
        _ if flags.contains(OpFlags::UNKNOWN) => Note::Other,
        _ if is_global(opcode, flags) => Note::Nothing,
        _ => Note::Misplaced,
    }
}

/// Whether an instruction may stand before the functions. A graph (SPV_ARM_graph) has other instructions there.
const fn is_global(opcode: u16, flags: OpFlags) -> bool {
    section(opcode) as u8 != Section::Globals as u8
        || flags.contains(OpFlags::TYPE)
        || flags.contains(OpFlags::CONSTANT)
        || matches!(
            opcode,
            op::OpNop
                | op::OpUndef
                | op::OpPoisonKHR
                | op::OpUntypedVariableKHR
                | op::OpAsmTargetINTEL
                | op::OpAsmINTEL
                | op::OpAliasDomainDeclINTEL
                | op::OpAliasScopeDeclINTEL
                | op::OpAliasScopeListDeclINTEL
        )
}

/// Returns the gates of an opcode alone.
pub const fn gates_of_opcode(opcode: u16) -> Gates {
    match opcode {
        op::OpGroupNonUniformBroadcast => Gates::SUBGROUP.with(Gates::BROADCAST),
        op::OpGroupNonUniformQuadBroadcast => {
            Gates::SUBGROUP.with(Gates::QUAD).with(Gates::BROADCAST)
        }
        _ if is_quad(opcode) => Gates::SUBGROUP.with(Gates::QUAD),
        op::OpGroupNonUniformElect..=op::OpGroupNonUniformLogicalXor
        | op::OpGroupNonUniformRotateKHR
        | op::OpGroupNonUniformPartitionEXT
        | op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD
        | op::OpSubgroupBallotKHR
        | op::OpSubgroupFirstInvocationKHR
        | op::OpSubgroupAllKHR
        | op::OpSubgroupAnyKHR
        | op::OpSubgroupAllEqualKHR
        | op::OpSubgroupReadInvocationKHR => Gates::SUBGROUP,
        op::OpLine | op::OpNoLine => Gates::LINES,
        op::OpUntypedVariableKHR => Gates::ZERO_INIT,
        op::OpReadClockKHR => Gates::CLOCK,
        op::OpFmaKHR => Gates::FMA,
        op::OpEmitStreamVertex | op::OpEndStreamPrimitive => Gates::XFB,
        op::OpExtInst => Gates::EXTENDED,
        op::OpExtInstWithForwardRefsKHR => Gates::FORWARD_EXT_INST.with(Gates::EXTENDED),
        _ => Gates::NONE,
    }
}
