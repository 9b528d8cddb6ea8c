//! Instructions whose needs are those of one or two rows of the grammar: nearly all.
//!
//! [`needs`](super::needs()) tries this first and stops if there is an answer, so the short and the full path cannot
//! disagree. Most instructions of one [`kind`] have the same answer, so one check covers them all.

use super::{
    conditions, has_enumerants, has_text_needs, implicit, import_set, may_depend, versions, Place,
    TEXT_NEEDS,
};
use crate::inst::Inst;
use crate::tables::{
    decoration, enumerant, ext_inst, memory_access, op, op_at, op_hot, storage_class, OpFlags,
    OperandKind, OPCODES, OP_ROWS,
};
use crate::views;

/// Returns the needs of an instruction that has none but those of its opcode's row and of one enumerant's row: sets of
/// alternatives and availability rows, 0 for none. `depends` states whether needs that depend on the module's declarations
/// are of interest ([`implicit::of_module`]).
#[inline]
pub fn plain_needs(place: &Place<'_>, inst: Inst<'_>, depends: bool) -> Option<[(u16, u16); 2]> {
    let opcode = inst.opcode();
    let hot = op_hot(opcode);
    if depends && may_depend(place, opcode, hot) || conditions::concern(place, inst) {
        return None;
    }
    let own = (hot.alternatives, hot.availability);
    if !has_enumerants(inst, hot) && !has_text_needs(opcode) {
        return Some([own, (0, 0)]);
    }
    let (kind, value) = match opcode {
        op::OpExtInst => {
            // Debug information has other kinds of needs, and so do unknown instructions.
            let set = import_set(place.facts, views::ExtInst(inst).set());
            let row =
                ext_inst(set, views::ExtInst(inst).instruction()).filter(|_| !set.is_debug())?;
            return Some([own, (row.alternatives, row.availability)]);
        }
        op::OpDecorate if is_plain_decoration(views::Decorate(inst).decoration()) => {
            (OperandKind::Decoration, views::Decorate(inst).decoration())
        }
        op::OpMemberDecorate if is_plain_decoration(views::MemberDecorate(inst).decoration()) => (
            OperandKind::Decoration,
            views::MemberDecorate(inst).decoration(),
        ),
        op::OpTypePointer
            if views::TypePointer(inst).storage_class() != storage_class::PhysicalStorageBuffer =>
        {
            (
                OperandKind::StorageClass,
                views::TypePointer(inst).storage_class(),
            )
        }
        op::OpMemoryModel => {
            let row = |kind, at| {
                enumerant(kind, inst.word(at)).map(|row| (row.alternatives, row.availability))
            };
            return Some([
                row(OperandKind::AddressingModel, 1)?,
                row(OperandKind::MemoryModel, 2)?,
            ]);
        }
        op::OpEntryPoint => (
            OperandKind::ExecutionModel,
            views::EntryPoint(inst).execution_model(),
        ),
        op::OpExecutionMode if views::ExecutionMode(inst).mode() < MODES => (
            OperandKind::ExecutionMode,
            views::ExecutionMode(inst).mode(),
        ),
        op::OpVariable if is_plain_class(place, views::Variable(inst).storage_class()) => (
            OperandKind::StorageClass,
            views::Variable(inst).storage_class(),
        ),
        op::OpLoad | op::OpStore
            if inst.word(usize::from(hot.id_words)) == memory_access::Aligned =>
        {
            (OperandKind::MemoryAccess, memory_access::Aligned)
        }
        // Float types with more words have an encoding.
        op::OpTypeInt | op::OpTypeFloat if opcode == op::OpTypeInt || inst.words().len() == 3 => {
            return Some([own, (implicit::of_number(inst), 0)]);
        }
        op::OpTypeVector if matches!(views::TypeVector(inst).component_count(), 2..=4) => {
            return Some([own, (0, 0)])
        }
        op::OpSelectionMerge if views::SelectionMerge(inst).selection_control() == 0 => {
            return Some([own, (0, 0)])
        }
        op::OpSelect if !versions::is_select_since_1_4(place, inst, 3) => {
            return Some([own, (0, 0)])
        }
        op::OpLoopMerge if views::LoopMerge(inst).loop_control() == 0 => {
            return Some([own, (0, 0)])
        }
        op::OpFunction if views::Function(inst).function_control() == 0 => {
            return Some([own, (0, 0)])
        }
        _ => return None,
    };
    let row = enumerant(kind, value)?;
    Some([own, (row.alternatives, row.availability)])
}

/// Whether an instruction of this length has no needs except those that may depend on the module's declarations.
#[inline]
pub fn is_needless(opcode: u16, len: usize) -> bool {
    len <= usize::from(NEEDLESS[op_at(opcode)])
}

/// By opcode: the word count up to which an instruction is needless; `u16::MAX` if always.
static NEEDLESS: [u16; OP_ROWS] = {
    let mut table = [0; OP_ROWS];
    let mut row = 0;
    while row < OP_ROWS {
        let opcode = OPCODES[row];
        let hot = op_hot(opcode);
        let known = !hot.flags.contains(OpFlags::UNKNOWN);
        if known && hot.alternatives == 0 && hot.availability == 0 && !TEXT_NEEDS.contains(opcode) {
            table[row] = if hot.flags.contains(OpFlags::ENUMERANTS) {
                hot.id_words as u16
            } else {
                u16::MAX
            };
        }
        row += 1;
    }
    table
};

/// The number of kinds that [`kind`] distinguishes.
pub const INST_KINDS: usize = OPCODE_KINDS + 2 * DECORATIONS + 2 * CLASSES;
/// Opcodes below this one have a kind each, if any. Those of extensions are above and rare.
pub const OPCODE_KINDS: usize = 512;
/// Execution modes below this one have no parameters with needs.
const MODES: u32 = 64;
/// Decorations below this one have one kind for ids and one for members.
const DECORATIONS: usize = 64;
/// Storage classes below this one have one kind for pointer types and one for variables.
const CLASSES: usize = 16;

/// Returns the kind of an instruction, and the word count up to which an answer of [`plain_needs`] holds for all instructions
/// of that kind. `None` if the answer depends on more of the instruction than that.
#[inline]
pub fn kind(inst: Inst<'_>) -> Option<(usize, u8)> {
    let opcode = inst.opcode();
    let by = |value: u32, first: usize, count: usize| {
        let value = value as usize;
        (value < count).then_some((first + value, u8::MAX))
    };
    const CLASSED: usize = OPCODE_KINDS + 2 * DECORATIONS;
    match opcode {
        op::OpDecorate => by(
            views::Decorate(inst).decoration(),
            OPCODE_KINDS,
            DECORATIONS,
        ),
        op::OpMemberDecorate => by(
            views::MemberDecorate(inst).decoration(),
            OPCODE_KINDS + DECORATIONS,
            DECORATIONS,
        ),
        op::OpTypePointer => by(views::TypePointer(inst).storage_class(), CLASSED, CLASSES),
        op::OpVariable => by(
            views::Variable(inst).storage_class(),
            CLASSED + CLASSES,
            CLASSES,
        ),
        _ if usize::from(opcode) >= OPCODE_KINDS || has_text_needs(opcode) => None,
        _ => {
            let hot = op_hot(opcode);
            let all = !hot.flags.contains(OpFlags::ENUMERANTS);
            Some((
                usize::from(opcode),
                if all { u8::MAX } else { hot.id_words },
            ))
        }
    }
}

/// Decorations with needs beyond their row, or with parameters that have needs.
const NOT_PLAIN: [u32; 8] = [
    decoration::Block,
    decoration::BuiltIn,
    decoration::NonUniform,
    decoration::NonWritable,
    decoration::FuncParamAttr,
    decoration::FPRoundingMode,
    decoration::FPFastMathMode,
    decoration::LinkageAttributes,
];

/// Whether a variable of this storage class has no needs beyond those of the class, whatever its type is.
fn is_plain_class(place: &Place<'_>, class: u32) -> bool {
    match class {
        storage_class::Function | storage_class::Private => true,
        storage_class::Input | storage_class::Output => !place.checks.narrow,
        _ => false,
    }
}

fn is_plain_decoration(value: u32) -> bool {
    (value as usize) < DECORATIONS && !NOT_PLAIN.contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enumerants_whose_parameters_have_needs_are_not_plain() {
        let has_needs = |(kind, _): &(OperandKind, _)| kind.is_value_enum() || kind.is_bit_enum();
        for row in OperandKind::Decoration.enumerants() {
            let plain = is_plain_decoration(row.value);
            assert!(
                !plain || !row.parameters.iter().any(has_needs),
                "{}",
                row.name
            );
        }
        for row in OperandKind::ExecutionMode.enumerants() {
            assert!(
                row.value >= MODES || !row.parameters.iter().any(has_needs),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn the_answer_for_a_kind_holds_for_all_its_instructions() {
        // An opcode with several kinds is a decoration or names a storage class; the ranges of kinds do not overlap.
        for opcode in 0..u16::MAX {
            let words = [2 << 16 | u32::from(opcode), 1];
            let Some((kind, _)) = Inst::at(&words, 0).and_then(kind) else {
                continue;
            };
            let has_more = matches!(
                opcode,
                op::OpDecorate | op::OpMemberDecorate | op::OpTypePointer | op::OpVariable
            );
            assert_eq!(kind >= OPCODE_KINDS, has_more, "{opcode}");
            assert!(kind < INST_KINDS);
        }
    }
}
