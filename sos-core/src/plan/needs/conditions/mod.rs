//! Conditions of the Vulkan environment that no capability stands for ("Vulkan Environment for SPIR-V", the rules
//! called `RuntimeSpirv`).
//!
//! Input: an instruction and its surroundings. Output: the conditions that it is under, by number in the
//! [table](CONDITIONS), each with its words for the report and its question to the target. Limits that compare a number
//! are in [`super::limits`].
//!
//! The way here is short for most modules: [`granted`] answers from bits of the scan whether a target grants all that
//! a module could ask for, and [`Lacking`] tells [`needs`] which questions are worth a look for this target at all.
//!
//! # What is not judged here
//!
//! - 8- and 16-bit data by storage class, dot products, format-less reads: capabilities stand for these ([`super::implicit`]).
//! - Shapes of cooperative matrices and vectors, tensors' stages, execution-graph payloads, block-match sizes: the
//!   answers come from queries and structures that no description of a device holds.
//! - Values that only the running shader has: ray parameters, uniformity, alignment of pointers, interpolation offsets,
//!   group counts of task shaders, whether an image is sparse.
//! - What takes two stages or the pipeline: interface matching, `maintenance4` component counts, combined output
//!   resources, YCbCr samplers, flags of pipelines.
//! - `dynamicRenderingLocalRead` and `InputAttachmentIndex`: an attachment without an index is right in a pipeline for
//!   local reads only, and no module says which it is for.
//! - Sizes of payloads, mesh outputs and transform-feedback buffers: layouts in memory are not computed here.
//! - Dialects of layout: [`super::dialects`] does.

mod atomics;
mod images;
mod memory;
mod modes;
mod operations;
mod subgroups;
mod table;
#[cfg(test)]
mod tests;

pub use atomics::lacks_float_atomic;
pub use table::{Condition, Is, CONDITIONS, CONDITION_COUNT};

use super::{by_id, Need, Place};
use crate::facts::{gates_of_opcode, Facts, Gates, Scalar};
use crate::inst::Inst;
use crate::sets::BitSet;
use crate::tables::{extension_index, is_atomic, op, op_hot, OpFlags, OPCODE_END};
use crate::target::Target;

/// A set of conditions.
pub type ConditionSet = BitSet<{ CONDITION_COUNT.div_ceil(64) }>;

impl Condition {
    /// Whether a target meets it, for an output of SPIR-V 1.`minor`.
    pub fn is_met(&self, target: &Target, minor: u8) -> bool {
        let has = |&feature| target.has_feature(feature);
        self.features.iter().any(has) || (self.or)(target, minor)
    }

    /// What would meet it, as a device says it: the features with their structures, or the words of the need.
    pub fn provided_by(&self) -> String {
        if self.features.is_empty() {
            return self.need.to_owned();
        }
        let mut names: Vec<String> = self.features.iter().map(ToString::to_string).collect();
        if !self.otherwise.is_empty() {
            names.push(self.otherwise.to_owned());
        }
        names.join(" | ")
    }
}

/// The conditions that a target does not meet, for an output of SPIR-V 1.`minor`.
pub fn unmet(target: &Target, minor: u8) -> ConditionSet {
    let numbers = 0..CONDITION_COUNT as u16;
    let lacks = |condition: &Condition| !condition.is_met(target, minor);
    let all = CONDITIONS.iter().zip(numbers);
    all.filter_map(|(condition, number)| lacks(condition).then_some(number))
        .collect()
}

/// Of these, the dialects of layout.
pub fn unmet_layouts(target: &Target) -> ConditionSet {
    let numbers = 0..CONDITION_COUNT as u16;
    let lacks =
        |condition: &Condition| condition.gates == Gates::NONE && !condition.is_met(target, 0);
    let all = CONDITIONS.iter().zip(numbers);
    all.filter_map(|(condition, number)| lacks(condition).then_some(number))
        .collect()
}

/// Whether a condition is a dialect of layout: no bit of the scan tells those, they are asked for apart.
pub fn is_layout(number: u8) -> bool {
    let condition = CONDITIONS.get(usize::from(number));
    condition.is_some_and(|condition| condition.gates == Gates::NONE)
}

/// What brings the mode `SubgroupUniformControlFlowKHR`, which asks for subgroups in its stage without a group operation.
const UNIFORM_CONTROL_FLOW: u16 = extension_index("SPV_KHR_subgroup_uniform_control_flow");

/// Whether a target surely grants a module all that conditions could refuse: by the scan's bits alone.
pub fn granted(facts: &Facts, lacking: &Lacking) -> bool {
    let gates = facts.gates;
    if !gates.meets(lacking.all) {
        return true;
    }
    let numbers = gates.meets(Gates::XFB) || gates.contains(Gates::MODE.with(Gates::MESH));
    let stages = facts.extensions.contains(UNIFORM_CONTROL_FLOW);
    !numbers && !stages && lacking.refused(gates) == Gates::NONE
}

/// The gates behind which a module may have what a target does not grant: of its instructions, only those are worth a look
/// that can be behind one of them.
pub fn gates(facts: &Facts, lacking: &Lacking) -> Gates {
    let numbers = NUMBERS.among(facts.gates);
    lacking.refused(facts.gates).with(numbers)
}

/// What limits are behind: numbers are compared one by one.
const NUMBERS: Gates = Gates::OFFSET.with(Gates::XFB).with(Gates::MODE);

/// The gates behind which a target does not grant everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// All of them.
    pub all: Gates,
    /// Those of each condition that it does not meet, what conditions have in common once; then nothing.
    each: [Gates; CONDITION_COUNT],
}

impl Lacking {
    /// That of a target that does not meet these conditions.
    pub fn of(unmet: &ConditionSet) -> Self {
        let mut lacking = Self {
            all: NUMBERS,
            each: [Gates::NONE; CONDITION_COUNT],
        };
        for number in unmet.iter() {
            let condition = CONDITIONS.get(usize::from(number));
            let gates = condition.map_or(Gates::NONE, |condition| condition.gates);
            lacking.all.insert(gates);
            let mut each = lacking.each.iter_mut();
            if let Some(free) = each.find(|one| **one == gates || **one == Gates::NONE) {
                *free = gates;
            }
        }
        lacking
    }

    /// The gates of those unmet conditions that a module with these may be under.
    fn refused(&self, gates: Gates) -> Gates {
        let each = self.each.iter().take_while(|&&one| one != Gates::NONE);
        let concerned = each.filter(|&&one| gates.contains(one));
        concerned.fold(Gates::NONE, |all, &one| all.with(one))
    }
}

/// What the looks have in common: an instruction, where it stands, and where its needs go.
struct Checker<'p, 'v> {
    place: &'p Place<'p>,
    inst: Inst<'p>,
    /// The function that it stands in, by index.
    function: Option<usize>,
    visit: &'v mut dyn FnMut(Need),
}

impl Checker<'_, '_> {
    fn need(&mut self, condition: Is) {
        (self.visit)(Need::Condition(condition as u8));
    }

    /// A bit for each execution model that the instruction runs in. Asked of instructions of functions alone: there are as many
    /// functions as there may be instructions before them.
    fn stages(&self) -> u32 {
        let stages = self.place.stages;
        match self.function {
            Some(index) => stages.get(index).copied().unwrap_or(0),
            // What a rule writes can come to stand in any of them.
            None => stages.iter().fold(0, |all, stages| all | stages),
        }
    }

    /// The scalar that a type is made of.
    fn scalar(&self, ty: u32) -> Option<Scalar> {
        self.place.facts.scalar_of(self.place.words, ty)
    }

    /// The scalar that a value is made of.
    fn scalar_of_value(&self, id: u32) -> Option<Scalar> {
        self.scalar(self.place.type_of(id))
    }

    /// The value of a 32-bit constant, if it is known.
    fn constant(&self, id: u32) -> Option<u32> {
        by_id::constant(self.place, id)
    }
}

/// Calls `visit` with each condition and limit that an instruction is under, as far as the place wants to know.
#[inline]
pub fn needs(
    place: &Place<'_>,
    inst: Inst<'_>,
    function: Option<usize>,
    visit: &mut impl FnMut(Need),
) {
    if concern(place, inst) {
        check_opcode(place, inst, function, visit);
    }
}

/// Whether an instruction can be under a condition or a limit that the place wants to know of.
#[inline]
pub fn concern(place: &Place<'_>, inst: Inst<'_>) -> bool {
    place.gates != Gates::NONE && place.gates.meets(gate(inst.opcode()))
}

/// The gates that an opcode can be behind.
#[inline]
fn gate(opcode: u16) -> Gates {
    let gate = GATES.get(usize::from(opcode));
    gate.copied().unwrap_or(Gates::NONE)
}

static GATES: [Gates; OPCODE_END] = {
    let mut table = [Gates::NONE; OPCODE_END];
    let mut opcode = 0;
    while opcode < OPCODE_END {
        table[opcode] = gate_row(opcode as u16);
        opcode += 1;
    }
    table
};

/// The gates that execution modes can be behind.
pub const OF_MODES: Gates = gate_row(op::OpExecutionMode);

/// Those that other instructions before the functions can be behind.
pub const BEFORE_FUNCTIONS: Gates = gates_of_part(true);

/// Those that instructions in functions can be behind.
pub const IN_FUNCTIONS: Gates = gates_of_part(false);

/// The gates of all opcodes that stand before the functions and are no modes, or in them.
const fn gates_of_part(before: bool) -> Gates {
    let mut gates = Gates::NONE;
    let mut opcode = 0;
    while opcode < OPCODE_END as u16 {
        let is_there = match opcode {
            op::OpExecutionMode | op::OpExecutionModeId => false,
            op::OpDecorate | op::OpMemberDecorate | op::OpSpecConstantOp => before,
            op::OpVariable | op::OpExtInst | op::OpExtInstWithForwardRefsKHR => true,
            _ => !before,
        };
        if is_there {
            gates = gates.with(gate_row(opcode));
        }
        opcode += 1;
    }
    gates
}

const fn gate_row(opcode: u16) -> Gates {
    match opcode {
        op::OpLoad
        | op::OpStore
        | op::OpAccessChain
        | op::OpInBoundsAccessChain
        | op::OpPtrAccessChain
        | op::OpCopyMemory
        | op::OpCopyMemorySized
        | op::OpImageTexelPointer
        | op::OpFunctionCall
        | op::OpArrayLength
        | op::OpCopyObject
        | op::OpSelect
        | op::OpPhi => Gates::STORAGE,
        op::OpVariable => Gates::ZERO_INIT
            .with(Gates::FORMATLESS)
            .with(Gates::UNSIZED),
        op::OpUntypedVariableKHR => Gates::ZERO_INIT,
        op::OpDecorate | op::OpMemberDecorate => Gates::FAST_MATH.with(Gates::XFB),
        op::OpExecutionMode | op::OpExecutionModeId => Gates::MODE
            .with(Gates::FLOAT_MODE)
            .with(Gates::FAST_MATH)
            .with(Gates::XFB),
        op::OpEmitStreamVertex | op::OpEndStreamPrimitive => Gates::XFB,
        op::OpExtInst => Gates::EXTENSION
            .with(Gates::NON_SEMANTIC)
            .with(Gates::INTERPOLATION),
        op::OpExtInstWithForwardRefsKHR => Gates::NON_SEMANTIC.with(Gates::FORWARD_EXT_INST),
        op::OpSpecConstantOp => Gates::EXTENSION,
        op::OpDPdx..=op::OpFwidthCoarse => Gates::EXTENSION,
        op::OpBitcast => Gates::ADDRESSES,
        op::OpControlBarrier | op::OpMemoryBarrier => Gates::SCOPE,
        op::OpReadClockKHR => Gates::CLOCK,
        op::OpBitFieldInsert..=op::OpBitCount => Gates::BIT,
        op::OpFmaKHR => Gates::FMA,
        op::OpImageSampleImplicitLod..=op::OpImageDrefGather
        | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather => {
            Gates::OFFSET.with(Gates::SAMPLE_OFFSET)
        }
        _ if is_atomic(opcode) => Gates::WIDE_ATOMIC.with(Gates::SCOPE).with(Gates::STORAGE),
        op::OpGroupNonUniformRotateKHR => Gates::SUBGROUP.with(Gates::ROTATE),
        _ if subgroups::is_group_operation(opcode) => gates_of_opcode(opcode),
        _ => Gates::NONE,
    }
}

#[inline(never)]
fn check_opcode(
    place: &Place<'_>,
    inst: Inst<'_>,
    function: Option<usize>,
    visit: &mut dyn FnMut(Need),
) {
    let mut checker = Checker {
        place,
        inst,
        function,
        visit,
    };
    match inst.opcode() {
        op::OpVariable => checker.variable(),
        op::OpUntypedVariableKHR => checker.untyped_variable(),
        op::OpDecorate | op::OpMemberDecorate => checker.decoration(),
        op::OpExecutionMode | op::OpExecutionModeId => checker.mode(),
        op::OpEmitStreamVertex | op::OpEndStreamPrimitive => checker.stream(),
        op::OpControlBarrier | op::OpMemoryBarrier => checker.barrier(),
        op::OpReadClockKHR => checker.clock(),
        op::OpFmaKHR => checker.fma(),
        op::OpBitFieldInsert..=op::OpBitCount => checker.bits(),
        op::OpExtInst | op::OpExtInstWithForwardRefsKHR => checker.extended(),
        op::OpSpecConstantOp => checker.constant_operation(),
        op::OpDPdx..=op::OpFwidthCoarse => checker.derivative(),
        op::OpBitcast => checker.cast(),
        op::OpImageSampleImplicitLod..=op::OpImageDrefGather
        | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather => checker.offsets(),
        opcode if subgroups::is_group_operation(opcode) => checker.group_operation(),
        opcode => {
            if is_atomic(opcode) {
                checker.atomic();
            }
            checker.storage(op_hot(opcode).flags.contains(OpFlags::RESULT_TYPE));
        }
    }
}
