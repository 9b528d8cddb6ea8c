//! What an instruction needs of a device.
//!
//! The needs come from three sources: the grammar (capabilities, versions and extensions of opcodes and enumerants, by
//! table); the text of the SPIR-V specification where the grammar is silent ([`implicit`]: widths of types, image shapes, …);
//! and the Vulkan environment, which makes some things depend on features and properties without a capability
//! ([`conditions`]).
//!
//! Smaller parts of the text have files of their own: enumerants given by constants ([`by_id`]), and later additions to
//! existing instructions ([`versions`]).
//!
//! Needs are collected from the instructions that remain, never from declarations, and each is checked against the target's
//! offer.

mod atomics;
mod by_id;
pub mod conditions;
pub mod dialects;
pub mod implicit;
pub mod limits;
mod plain;
mod versions;

use super::accessed::is_excusable;
use super::new::{NewIds, NO_IDS};
use super::offer::{alternative_set, Alternatives, Availabilities, Offer};
use super::stages::Stages;
use crate::facts::{scalar_of, Facts, Gates, Scalar, TypeView};
use crate::inst::Inst;
use crate::operands::operands;
use crate::sets::BitSet;
use crate::specialize::{switch_literal_words, Values};
use crate::tables::{
    enumerant, ext_inst, op, op_hot, CapabilitySet, EnumerantRow, ExtInstSet, OpFlags, OpHot,
    OperandKind, OPCODE_END,
};
use crate::target::Target;
use crate::views;
pub use by_id::{lacks_subgroup_memory, named_by};
use conditions::ConditionSet;
pub use dialects::Dialects;
use dialects::NO_DIALECTS;
pub use limits::{Leeway, Limit};
pub use plain::{is_needless, kind, plain_needs, INST_KINDS, OPCODE_KINDS};

/// A requirement of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// One capability of a set of alternatives, by number.
    Capability(u16),
    /// A version or an extension, by availability row.
    Availability(u16),
    /// A condition of the Vulkan environment, by index.
    Condition(u8),
    /// A value that a limit must allow.
    Limit(Limit, i32),
    /// Non-semantic instruction sets: SPIR-V 1.6 or SPV_KHR_non_semantic_info.
    NonSemantic,
    /// An unknown extended instruction or instruction set.
    UnknownExtInst,
    /// An unknown capability.
    UnknownCapability,
    /// An unknown extension.
    UnknownExtension,
    /// A declared capability, by index, whose use cannot be detected.
    Opaque(u16),
}

impl Need {
    /// Returns the need of an unsigned number.
    pub fn limit(limit: Limit, value: u32) -> Self {
        Self::Limit(limit, limits::clamp(u64::from(value)))
    }
}

/// All needs counted so far, as sets. Limits are not included: an allowed number has no consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// Sets of alternatives.
    pub alternatives: Alternatives,
    /// Availability rows.
    pub availability: Availabilities,
    /// Conditions.
    pub conditions: ConditionSet,
}

impl Default for Used {
    fn default() -> Self {
        Self {
            alternatives: Alternatives::EMPTY,
            availability: Availabilities::EMPTY,
            conditions: ConditionSet::EMPTY,
        }
    }
}

impl Used {
    /// Adds a need.
    #[inline]
    pub fn insert(&mut self, need: Need) {
        match need {
            Need::Capability(set) => {
                self.alternatives.insert(set);
            }
            Need::Availability(row) => {
                self.availability.insert(row);
            }
            Need::Condition(number) => {
                self.conditions.insert(u16::from(number));
            }
            _ => {}
        }
    }

    /// Whether a need is counted already.
    #[inline]
    pub fn contains(&self, need: Need) -> bool {
        match need {
            Need::Capability(set) => self.alternatives.contains(set),
            Need::Availability(row) => self.availability.contains(row),
            Need::Condition(number) => self.conditions.contains(u16::from(number)),
            _ => false,
        }
    }
}

/// The context in which needs are determined.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The module's words.
    pub words: &'a [u32],
    /// Its facts.
    pub facts: &'a Facts,
    /// The declared capabilities, including implied ones.
    pub declared: &'a CapabilitySet,
    /// The stages that functions run in.
    pub stages: Stages<'a>,
    /// By id: what a type or a value contains ([`implicit::fill_contents`]); empty unless narrow types are declared.
    pub contents: &'a [u8],
    /// The dialects of layout that blocks need, if the target does not accept all.
    pub dialects: &'a Dialects,
    /// The values of constants, if they are known.
    pub values: Option<&'a Values>,
    /// Which checks are necessary for the module.
    pub checks: implicit::Checks,
    /// The gates of the conditions to check.
    pub gates: Gates,
    /// The gates of all unmet conditions of the target, whether or not the module has them.
    pub lacking: Gates,
    /// Access chains and indices that are `NonUniform`, sorted by id; empty if the target supports all of them
    /// ([`super::non_uniform`]).
    pub non_uniform: &'a [u32],
    /// The new ids of what rules write.
    pub new: &'a NewIds,
}

impl<'a> Place<'a> {
    /// A place of which only the module is known, and in which nothing of the Vulkan environment is checked.
    pub fn new(words: &'a [u32], facts: &'a Facts, declared: &'a CapabilitySet) -> Self {
        Self {
            words,
            facts,
            declared,
            stages: Stages::default(),
            contents: &[],
            dialects: &NO_DIALECTS,
            values: None,
            checks: implicit::Checks::default(),
            gates: Gates::NONE,
            lacking: Gates::NONE,
            non_uniform: &[],
            new: &NO_IDS,
        }
    }

    /// Returns the id of the type of a value of the input or a new one, 0 if it has none.
    pub fn type_of(&self, id: u32) -> u32 {
        self.new.type_of(self.facts, self.words, id)
    }

    /// Returns the instruction that defines an id: any of the input, or a new type or constant.
    pub fn def(&self, id: u32) -> Option<Inst<'a>> {
        let own = self.facts.def(self.words, id);
        own.or_else(|| self.new.def(id))
    }

    /// Returns a view of a type of the input or a new one.
    pub fn type_view(&self, id: u32) -> TypeView<'a> {
        self.def(id).map_or(TypeView::Other, TypeView::of)
    }

    /// Returns the scalar type of a scalar, vector or matrix type of the input or a new one.
    pub fn scalar_of(&self, id: u32) -> Option<Scalar> {
        scalar_of(id, |id| self.def(id))
    }

    /// Whether the module declares a capability that meets a need, or the need is no capability.
    pub fn declares(&self, need: Need) -> bool {
        match need {
            Need::Capability(set) => {
                let mut any_of = alternative_set(set).iter();
                any_of.any(|&capability| self.declared.contains(capability))
            }
            _ => true,
        }
    }

    /// Whether a need of an instruction counts if the target meets it: the output then declares it. All do but those of
    /// excusable built-ins that the module does not declare: most of these are not accessed. That is determined only where
    /// the target lacks something ([`super::accessed`]), since making a module valid that is not is not the filter's task.
    ///
    /// What an opcode or any other enumerant needs counts whether the module declares it or not. A module that does not is
    /// invalid, and yet compilers write such modules, above all with subgroup operations. A device that lacks the capability
    /// cannot run the module anyway.
    #[inline]
    pub fn counts(&self, inst: Inst<'_>, need: Need) -> bool {
        !is_excusable(inst) || self.declares(need)
    }
}

/// Returns the capabilities that a module declares, implies, or uses without declaring any for it
/// ([`Facts::used_capabilities`]), including those of its numbers.
pub fn used_capabilities(facts: &Facts) -> CapabilitySet {
    let others = || implicit::of_numbers(facts).into_iter().map(alternative_set);
    facts.used_capabilities(others)
}

/// Whether a target meets a need.
#[inline]
pub fn is_met(need: Need, offer: &Offer, target: &Target) -> bool {
    match need {
        Need::Capability(set) => offer.has_capability_of(set),
        Need::Availability(row) => offer.is_available(row),
        Need::Condition(number) => !offer.unmet.contains(u16::from(number)),
        Need::Limit(limit, value) => limit.allows(target, value, offer.leeway),
        Need::NonSemantic => offer.non_semantic,
        _ => false,
    }
}

/// Calls `visit` with each need of an instruction. `function` is the index of the function that contains it.
#[inline]
pub fn needs(
    place: &Place<'_>,
    inst: Inst<'_>,
    function: Option<usize>,
    visit: &mut impl FnMut(Need),
) {
    match plain_needs(place, inst, place.checks.everywhere()) {
        Some(rows) => rows.iter().for_each(|&row| visit_row(row, visit)),
        None => needs_closely(place, inst, function, visit),
    }
}

/// As [`needs()`], for instructions for which [`plain_needs`] returns `None`.
#[inline]
pub fn needs_closely(
    place: &Place<'_>,
    inst: Inst<'_>,
    function: Option<usize>,
    visit: &mut dyn FnMut(Need),
) {
    let hot = op_hot(inst.opcode());
    visit_row((hot.alternatives, hot.availability), visit);
    if has_enumerants(inst, hot) {
        enumerant_needs(place, inst, visit);
    }
    if has_text_needs(inst.opcode()) {
        versions::needs(place, inst, visit);
        by_id::needs(place, inst, visit);
        implicit::of_opcode(place, inst, visit);
        dialects::needs(place, inst, visit);
    }
    if place.checks.everywhere() && may_depend(place, inst.opcode(), hot) {
        implicit::of_module(place, inst, visit);
    }
    conditions::needs(place, inst, function, visit);
}

/// Calls `visit` with the needs of a table row: a set of alternatives and an availability row, 0 for none.
#[inline]
pub fn visit_row(
    (alternatives, availability): (u16, u16),
    visit: &mut (impl FnMut(Need) + ?Sized),
) {
    if alternatives != 0 {
        visit(Need::Capability(alternatives));
    }
    if availability != 0 {
        visit(Need::Availability(availability));
    }
}

/// Whether an instruction may have needs that depend on the module's declarations ([`implicit::of_module`]). Annotations have
/// none, except two that validators take for arithmetic on narrow values, and of types only those that name a scope.
#[inline]
pub fn may_depend(place: &Place<'_>, opcode: u16, hot: OpHot) -> bool {
    match hot.flags.intersects(OpFlags::ANNOTATION | OpFlags::DEBUG) {
        true => matches!(opcode, op::OpGroupDecorate | op::OpDecorateString),
        false => place.checks.device_scope || !hot.flags.contains(OpFlags::TYPE),
    }
}

#[inline]
fn has_enumerants(inst: Inst<'_>, hot: OpHot) -> bool {
    hot.flags.contains(OpFlags::ENUMERANTS) && inst.words().len() > usize::from(hot.id_words)
}

/// Whether the needs of an opcode's instructions can go beyond the grammar's tables.
#[inline]
fn has_text_needs(opcode: u16) -> bool {
    TEXT_NEEDS.contains(opcode)
}

/// A bit for each opcode with needs that only the specification's text defines.
static TEXT_NEEDS: BitSet<{ OPCODE_END.div_ceil(64) }> = {
    let mut bits = BitSet::EMPTY;
    let lists = [versions::OPCODES, by_id::OPCODES, implicit::OPCODES];
    let mut list = 0;
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            let mut opcode = *lists[list][at].start();
            while opcode <= *lists[list][at].end() {
                bits = bits.with(opcode);
                opcode += 1;
            }
            at += 1;
        }
        list += 1;
    }
    bits
};

#[inline(never)]
fn enumerant_needs(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    let Place { words, facts, .. } = *place;
    let mut from_tables =
        |alternatives: u16, availability: u16| visit_row((alternatives, availability), visit);
    match inst.opcode() {
        op::OpExtInst | op::OpExtInstWithForwardRefsKHR => {
            let set = import_set(facts, views::ExtInst(inst).set());
            match set {
                ExtInstSet::NonSemantic => visit(Need::NonSemantic),
                _ if set.is_debug() => {}
                _ => match ext_inst(set, views::ExtInst(inst).instruction()) {
                    Some(row) => from_tables(row.alternatives, row.availability),
                    None => visit(Need::UnknownExtInst),
                },
            }
            return;
        }
        op::OpSpecConstantOp => {
            let hot = op_hot(views::SpecConstantOp(inst).opcode() as u16);
            from_tables(hot.alternatives, hot.availability);
        }
        _ => {}
    }
    if let Some((kind, value)) = only_enumerant(inst) {
        match enumerant(kind, value).map(|row| (row, row.parameters.list())) {
            Some((row, &[(next, _)])) if next.is_value_enum() => {
                from_tables(row.alternatives, row.availability);
                let parameter = inst.words().last().copied().unwrap_or(0);
                if let Some(row) = enumerant(next, parameter) {
                    from_tables(row.alternatives, row.availability);
                }
                return;
            }
            Some((row, parameters))
                if !parameters
                    .iter()
                    .any(|(next, _)| next.is_value_enum() || next.is_bit_enum()) =>
            {
                return from_tables(row.alternatives, row.availability)
            }
            _ if kind.is_bit_enum() && value == 0 => return,
            _ => {}
        }
    }
    let literal_words = switch_literal_words(facts, words, inst);
    let mut masked = false;
    for operand in operands(inst.words(), literal_words) {
        let value = inst.word(operand.index);
        let kind: OperandKind = operand.kind;
        if kind == OperandKind::IdScope && masked {
            // The scope of the availability or visibility operations in the mask.
            by_id::memory_scope(place, value, visit);
            continue;
        }
        masked |= kind.is_bit_enum();
        let mut from_tables =
            |row: &EnumerantRow| visit_row((row.alternatives, row.availability), visit);
        if kind.is_value_enum() {
            if let Some(row) = enumerant(kind, value) {
                from_tables(row);
            }
        } else if kind.is_bit_enum() {
            let mut left = value;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                if let Some(row) = enumerant(kind, bit) {
                    from_tables(row);
                }
            }
        }
    }
}

/// Returns the enumerant of a frequent instruction that has only one, apart from the parameters of the enumerant: such
/// instructions need no walk over the operands.
fn only_enumerant(inst: Inst<'_>) -> Option<(OperandKind, u32)> {
    let (kind, at) = match inst.opcode() {
        op::OpDecorate => (OperandKind::Decoration, 2),
        op::OpMemberDecorate => (OperandKind::Decoration, 3),
        op::OpTypePointer => (OperandKind::StorageClass, 2),
        op::OpVariable => (OperandKind::StorageClass, 3),
        op::OpFunction => (OperandKind::FunctionControl, 3),
        op::OpLoopMerge => (OperandKind::LoopControl, 3),
        op::OpSelectionMerge => (OperandKind::SelectionControl, 2),
        op::OpEntryPoint => (OperandKind::ExecutionModel, 1),
        op::OpExecutionMode => (OperandKind::ExecutionMode, 2),
        // The mask follows the ids. Most have one image operand.
        op::OpImageSampleImplicitLod..=op::OpImageWrite => {
            let ids = op_hot(inst.opcode()).id_words;
            (OperandKind::ImageOperands, usize::from(ids))
        }
        _ => return None,
    };
    Some((kind, inst.word(at)))
}

/// Whether an instruction is a non-semantic extended one.
pub fn is_non_semantic(facts: &Facts, inst: Inst<'_>) -> bool {
    inst.is_extended() && import_set(facts, views::ExtInst(inst).set()).is_debug()
}

/// Returns the set that an import's id names. The only import that rules add is `GLSL.std.450`.
pub fn import_set(facts: &Facts, id: u32) -> ExtInstSet {
    let own = facts.import_of(id).and_then(|at| facts.imports.get(at));
    match own {
        Some(import) => import.set,
        None if id >= facts.header.bound => ExtInstSet::GlslStd450,
        None => ExtInstSet::Unknown,
    }
}
