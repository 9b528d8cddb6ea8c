//! What the scan does for each opcode, as a table: one load for each instruction instead of several comparisons.
//!
//! Computed at compile time from the generated tables and the lists here, so nothing is listed twice.

use super::gates::Gates;
use super::layout::{section, Section};
use crate::tables::{is_atomic, is_quad, op, op_hot, OpFlags, OPCODE_END};

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
    /// Records that a pointer may be selected.
    Choice,
    /// Only records the needs of the opcode and of its enumerants.
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
    Decorate,
    Pointer,
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
    /// The gates of the opcode alone.
    pub gates: Gates,
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
    /// Whether operands can be enumerants with needs.
    pub has_enumerants: bool,
    /// The word count up to which nothing is to do within a block.
    pub passes: u16,
}

impl Step {
    /// Returns the row of an opcode.
    #[inline(always)]
    pub fn of(opcode: u16) -> &'static Self {
        static UNKNOWN: Step = Step::new(u16::MAX);
        STEPS.get(usize::from(opcode)).unwrap_or(&UNKNOWN)
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
        let task = match task(opcode, hot.flags) {
            Task::Pass if has_needs => Task::Needs,
            task => task,
        };
        // The storage class of a variable is that of its pointer type, and selection controls have no needs.
        let has_enumerants = hot.flags.contains(OpFlags::ENUMERANTS)
            && !matches!(opcode, op::OpVariable | op::OpSelectionMerge);
        let passes = match task {
            Task::Pass if has_enumerants => hot.id_words as u16,
            Task::Pass => u16::MAX,
            _ => 0,
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
            gates: gates_of_opcode(opcode),
            min_words: hot.min_words,
            result,
            task,
            note,
            section: section(opcode),
            has_needs,
            has_enumerants,
            passes,
        }
    }
}

static STEPS: [Step; OPCODE_END] = {
    let mut table = [Step::new(u16::MAX); OPCODE_END];
    let mut opcode = 0;
    while opcode < OPCODE_END {
        table[opcode] = Step::new(opcode as u16);
        opcode += 1;
    }
    table
};

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
        op::OpSelect | op::OpPhi => Task::Choice,
        op::OpLine | op::OpNoLine => Task::Line,
        _ if is_atomic(opcode) => Task::Atomic,
        _ if flags.contains(OpFlags::TERMINATOR) => Task::Terminator,
        _ if flags.contains(OpFlags::UNKNOWN) => Task::Unknown,
        _ => Task::Pass,
    }
}

const fn note(opcode: u16, flags: OpFlags) -> Note {
    match opcode {
        op::OpName | op::OpMemberName => Note::Name,
        op::OpDecorate | op::OpMemberDecorate => Note::Decorate,
        op::OpTypePointer => Note::Pointer,
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
