//! Emulated subgroups, formed from a workgroup's invocations where the device's own are not sufficient.
//!
//! Operations, built-ins, specialization constants and the report must all refer to the same subgroups, so they are emulated
//! for the whole module or not at all.
//!
//! SOS chooses their size unless the caller asks for one: any is legal in Vulkan, and the shader sees it by its built-ins and constants. Subgroups of one
//! invocation always work. Where invocations exchange values through workgroup memory, a subgroup is the whole workgroup of
//! up to [`MAX_WHOLE`] invocations, rounded up to a power of two and at least a quad, and [`DEFAULT_SIZE`] invocations in larger
//! workgroups or where the size is open. Where entry points differ in workgroup size, it is the largest power of two up to
//! [`DEFAULT_SIZE`] that divides all sizes, so that all subgroups are full and functions need not know who calls them:
//! - shaders that keep a ballot in one or two words work with it;
//! - the widest operation of the shader library spans 32 invocations, and so does every segment of Kepler's shuffles;
//! - in a workgroup that is one subgroup, as in code written for one wavefront that loops until all are done, votes and
//!   ballots are the same for the whole workgroup, so more control flow is proven uniform.

use super::{alternative_set, Need};
use crate::facts::{built_in_of, local_size, product, Facts, Gates};
use crate::inst::Inst;
use crate::specialize::{each_use, is_derivative, is_group_beyond_quad, Values};
use crate::tables::{
    built_in, capability, capability_index, capability_row, execution_mode as mode,
    execution_model, extension_index, group_operation, is_quad, op, storage_class, ExtInstSet,
};
use crate::target::Target;
use crate::views;
use arrayvec::ArrayVec;

/// The largest workgroup that becomes a single subgroup.
const MAX_WHOLE: u32 = 64;

/// The subgroup size in other workgroups.
const DEFAULT_SIZE: u32 = 32;

/// The least subgroup size: quad operations need a quad.
const QUAD: u32 = 4;

/// The most variables in which ballots may be kept until they are counted.
const MOST_KEEPING: usize = 16;

/// The limit of a device that does not state one (Vulkan, "Required Limits").
const REQUIRED_INVOCATIONS: u32 = 128;

/// Emulated subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emulated {
    /// Invocations in a subgroup, a power of two.
    pub size: u32,
    /// Invocations in every workgroup, if known and the same in all entry points.
    pub invocations: Option<u32>,
    /// A number that divides the number of invocations of every workgroup.
    pub unit: u32,
    /// The largest possible number of invocations in a workgroup, rounded up to whole subgroups.
    pub slots: u32,
    /// Whether subgroups of one invocation do for the module, so that nobody has to allow them.
    pub any: bool,
    /// Whether exchanges use two parts of the arrays in turn, so that one barrier suffices for each.
    pub in_turn: bool,
}

impl Emulated {
    /// Subgroups of one invocation.
    pub const ALONE: Self = Self {
        size: 1,
        invocations: None,
        unit: 1,
        slots: 0,
        any: false,
        in_turn: false,
    };

    /// The same for a module that any size does for ([`takes_any_size`]).
    pub const ANY: Self = Self {
        any: true,
        ..Self::ALONE
    };

    /// The size that constants get while the workgroup size, which may depend on it, is not known.
    pub const FIRST_SIZE: u32 = DEFAULT_SIZE;

    /// Returns the subgroup size for workgroups of `invocations`, `None` if there is none: the one that is asked for, if any.
    pub fn size_for(invocations: Invocations, asked: Option<u32>) -> Option<u32> {
        match invocations {
            Invocations::Unknown => None,
            // Functions need not know who calls them if all subgroups are full.
            Invocations::Various { unit, .. } if asked.is_some_and(|size| unit % size != 0) => None,
            _ if asked.is_some() => asked,
            Invocations::Known(count) if count <= MAX_WHOLE => {
                Some(count.next_power_of_two().max(QUAD))
            }
            Invocations::Known(_) | Invocations::Open => Some(DEFAULT_SIZE),
            Invocations::Various { unit, .. } => {
                let size = 1 << unit.trailing_zeros().min(DEFAULT_SIZE.trailing_zeros());
                (size >= QUAD).then_some(size)
            }
        }
    }

    /// Returns subgroups of a size in workgroups of `invocations`.
    pub fn new(size: u32, invocations: Invocations, target: &Target) -> Self {
        let limit = target.properties().max_compute_work_group_invocations;
        let (count, unit, most) = match invocations {
            Invocations::Known(count) => (Some(count), count, count),
            Invocations::Various { unit, most } => (None, unit, most),
            Invocations::Open | Invocations::Unknown => {
                (None, 1, limit.unwrap_or(REQUIRED_INVOCATIONS))
            }
        };
        Self {
            size,
            invocations: count,
            unit,
            slots: most.checked_next_multiple_of(size).unwrap_or(most),
            any: false,
            in_turn: true,
        }
    }

    /// The same with half of the memory and more barriers.
    pub fn in_place(self) -> Self {
        Self {
            in_turn: false,
            ..self
        }
    }

    /// The number of elements of an array.
    pub fn elements(&self) -> u32 {
        match self.in_turn {
            true => self.slots.saturating_mul(2),
            false => self.slots,
        }
    }

    /// Whether every group of `size` invocations in the order of their indices is full. `size` is not 0.
    pub fn fills(&self, size: u32) -> bool {
        self.unit % size.max(1) == 0
    }

    /// The device whose values constants have: one with all operations, unless invocations are alone.
    pub fn values_on<'t>(&self, target: &'t Target) -> &'t Target {
        target.with_subgroups(self.size, !self.is_alone())
    }

    /// Whether each invocation is a subgroup of its own.
    pub fn is_alone(&self) -> bool {
        self.size == 1
    }

    /// Whether every workgroup is a single subgroup.
    pub fn is_whole(&self) -> bool {
        self.invocations.is_some_and(|count| count <= self.size)
    }
}

/// The number of invocations in the workgroups of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invocations {
    /// This many, in all entry points.
    Known(u32),
    /// It depends on a constant that is left open.
    Open,
    /// Entry points differ.
    Various {
        /// A number that divides all of theirs.
        unit: u32,
        /// The largest of them.
        most: u32,
    },
    /// Entry points differ in a way that is not known, or none has a workgroup size.
    Unknown,
}

impl Invocations {
    /// The number for entry points of both kinds.
    fn join(self, other: Self) -> Self {
        let parts = |of: Self| match of {
            Self::Known(count) => Some((count, count)),
            Self::Various { unit, most } => Some((unit, most)),
            Self::Open | Self::Unknown => None,
        };
        match (parts(self), parts(other)) {
            (Some(_), Some(_)) if self == other => self,
            (Some((unit, most)), Some((unit2, most2))) => Self::Various {
                unit: 1 << unit.trailing_zeros().min(unit2.trailing_zeros()).min(31),
                most: most.max(most2),
            },
            _ => Self::Unknown,
        }
    }
}

/// Returns the number of invocations in the module's workgroups; `fixed` if constants with a value are baked in.
pub fn invocations(facts: &Facts, words: &[u32], values: &mut Values, fixed: bool) -> Invocations {
    let whole = |size: [Option<u64>; 3]| match size {
        [Some(x), Some(y), Some(z)] => {
            let size = [x, y, z].map(|size| u32::try_from(size).unwrap_or(u32::MAX));
            Invocations::Known(u32::try_from(product(size)).unwrap_or(u32::MAX))
        }
        _ => Invocations::Open,
    };
    let mut found: Option<Invocations> = None;
    for_each_size(facts, words, values, fixed, &mut |size| {
        let here = whole(size);
        found = Some(found.map_or(here, |before| before.join(here)));
    });
    found.unwrap_or(Invocations::Unknown)
}

/// Returns the width of all workgroups of the module, if it is known; `fixed` as in [`invocations`].
pub fn width(facts: &Facts, words: &[u32], values: &mut Values, fixed: bool) -> Option<u32> {
    let mut found = None;
    for_each_size(facts, words, values, fixed, &mut |[x, ..]| {
        found = match found {
            None => Some(x),
            Some(before) => Some(before.filter(|_| before == x)),
        };
    });
    u32::try_from(found??).ok()
}

/// Calls `visit` with each size of workgroups that the module states, as far as it is known.
fn for_each_size(
    facts: &Facts,
    words: &[u32],
    values: &mut Values,
    fixed: bool,
    visit: &mut dyn FnMut([Option<u64>; 3]),
) {
    let is_plain = |id: u32| {
        facts
            .def(words, id)
            .is_some_and(|def| def.opcode() == op::OpConstant)
    };
    if let Some(object) = facts.def(words, facts.workgroup.object) {
        let node = values.node(facts, words, object.word(2));
        let fixed = fixed || object.opcode() == op::OpConstantComposite;
        return visit([0, 1, 2].map(|at| {
            let constituent = object.word(3 + at as usize);
            let part = values
                .part(node, at)
                .filter(|_| fixed || is_plain(constituent));
            part.and_then(|part| values.bits(part))
        }));
    }
    for inst in facts.modes(words) {
        match (inst.opcode(), views::ExecutionMode(inst).mode()) {
            (op::OpExecutionMode, mode::LocalSize) => {
                visit(local_size(inst).map(|size| Some(u64::from(size))));
            }
            (op::OpExecutionModeId, mode::LocalSizeId) => visit(local_size(inst).map(|id| {
                let known = fixed || is_plain(id);
                known.then(|| values.scalar(facts, words, id)).flatten()
            })),
            _ => {}
        }
    }
}

/// Capabilities for operations on subgroups.
const OPERATIONS: [u32; 16] = [
    capability::GroupNonUniform,
    capability::GroupNonUniformVote,
    capability::GroupNonUniformArithmetic,
    capability::GroupNonUniformBallot,
    capability::GroupNonUniformShuffle,
    capability::GroupNonUniformShuffleRelative,
    capability::GroupNonUniformClustered,
    capability::GroupNonUniformQuad,
    capability::GroupNonUniformPartitionedEXT,
    capability::GroupNonUniformRotateKHR,
    capability::SubgroupBallotKHR,
    capability::SubgroupVoteKHR,
    capability::SubgroupShuffleINTEL,
    capability::Groups,
    capability::GroupUniformArithmeticKHR,
    capability::QuadControlKHR,
];

/// What brings collective instructions to Vulkan.
pub(super) const AMD_BALLOT: u16 = extension_index("SPV_AMD_shader_ballot");

/// Whether a module may use subgroups.
pub fn has_subgroups(facts: &Facts) -> bool {
    let used = facts.shown_capabilities();
    let mut operations = OPERATIONS.iter().filter_map(|&one| capability_index(one));
    operations.any(|one| used.contains(one))
        || facts.extensions.contains(AMD_BALLOT)
        || facts
            .imports
            .iter()
            .any(|import| import.set == ExtInstSet::AmdShaderBallot)
}

/// Whether a need is one for subgroup operations.
pub fn needs_subgroups(need: Need) -> bool {
    needs_one_of(need, &OPERATIONS)
}

/// Capabilities for derivatives of compute shaders.
const DERIVATIVES: [u32; 2] = [
    capability::ComputeDerivativeGroupLinearKHR,
    capability::ComputeDerivativeGroupQuadsKHR,
];

/// Whether a module may have derivatives of compute shaders.
pub fn has_derivative_groups(facts: &Facts) -> bool {
    DERIVATIVES.iter().any(|&one| facts.uses(one))
}

/// Whether a need is one for derivatives of compute shaders.
pub fn needs_derivative_groups(need: Need) -> bool {
    needs_one_of(need, &DERIVATIVES)
}

fn needs_one_of(need: Need, capabilities: &[u32]) -> bool {
    let Need::Capability(set) = need else {
        return false;
    };
    let given =
        |&index: &u16| capability_row(index).is_some_and(|row| capabilities.contains(&row.value));
    alternative_set(set).iter().any(given)
}

/// Whether a module may use quad operations.
pub fn has_quads(facts: &Facts) -> bool {
    let quads = [capability::GroupNonUniformQuad, capability::QuadControlKHR];
    quads.iter().any(|&value| facts.uses(value))
}

/// Whether a module may use quads in fragment shaders.
pub fn has_quads_of_fragments(facts: &Facts) -> bool {
    has_quads(facts) && has_fragments(facts)
}

/// Whether an entry point is a fragment shader.
pub fn has_fragments(facts: &Facts) -> bool {
    facts.gates.meets(Gates::FRAGMENT)
}

/// Returns the reason why the invocations of a module's workgroups cannot exchange values through workgroup memory that a
/// rule declares, if there is one.
pub fn no_exchange(facts: &Facts, words: &[u32]) -> Option<&'static str> {
    // The built-ins and memory scopes of workgroups exist only in these.
    let is_compute =
        |entry: Inst<'_>| views::EntryPoint(entry).execution_model() == execution_model::GLCompute;
    if facts.entry_points.is_empty() || !facts.entries(words).all(is_compute) {
        Some("not all entry points are compute shaders: in other stages, subgroups are replaced only where no operation names an invocation or a size and ballots are only counted")
    } else if facts.has_workgroup_layout() {
        Some("the module declares explicit layouts in workgroup memory")
    } else if facts.modes(words).any(is_of_squares) {
        Some("its quads are squares of invocations")
    } else {
        None
    }
}

/// Whether an execution mode makes quads of two rows.
fn is_of_squares(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpExecutionMode
        && views::ExecutionMode(inst).mode() == mode::DerivativeGroupQuadsKHR
}

/// Whether a module computes what it is meant to whatever the size of its subgroups is, even one: nothing in it names an
/// invocation or a size, and Vulkan does not say which invocations of its stages form a subgroup. Those of compute shaders and
/// others with workgroups may rely on a subgroup that is the workgroup.
pub fn takes_any_size(facts: &Facts, words: &[u32]) -> bool {
    let has_none = |entry: Inst<'_>| {
        matches!(
            views::EntryPoint(entry).execution_model(),
            execution_model::Vertex
                | execution_model::TessellationEvaluation
                | execution_model::Geometry
                | execution_model::Fragment
                | execution_model::RayGenerationKHR..=execution_model::CallableKHR
        )
    };
    let names = |inst: Inst<'_>| built_in_of(inst).is_some_and(is_of_subgroup);
    if facts.entry_points.is_empty()
        || !facts.entries(words).all(has_none)
        || facts.decorations(words).any(names)
    {
        return false;
    }
    let Some(keeping) = keeping_ballots(facts, words) else {
        return false;
    };
    // Bits of a ballot are only counted, or kept until they are.
    let counts = |inst: Inst<'_>| {
        let (mut reads, mut at) = (false, false);
        each_use(facts, words, inst, &mut |_, id| {
            reads |= keeping.is_ballot(facts, words, id);
            at |= keeping.variables.contains(&id);
        });
        match inst.opcode() {
            op::OpStore => {
                let store = views::Store(inst);
                !reads && !at
                    || keeping.variables.contains(&store.pointer())
                        && (keeping.is_ballot(facts, words, store.object())
                            || is_none(facts, words, store.object()))
            }
            op::OpVariable => {
                let initializer = views::Variable(inst).initializer();
                !keeping.variables.contains(&inst.result())
                    || initializer == 0
                    || is_none(facts, words, initializer)
            }
            op::OpLoad => !reads,
            // Of anything else, the count may name invocations, or how many there are.
            op::OpGroupNonUniformBallotBitCount => keeping.is_ballot(facts, words, inst.word(5)),
            _ => !reads && !at,
        }
    };
    facts
        .code(words)
        .all(|inst| takes_any(facts, inst) && counts(inst))
}

/// Whether a value is the ballot of nobody.
fn is_none(facts: &Facts, words: &[u32], id: u32) -> bool {
    facts.def(words, id).is_some_and(|def| match def.opcode() {
        op::OpConstantNull => true,
        op::OpConstantComposite => def
            .from(3)
            .iter()
            .all(|&part| facts.index(words, part) == Some(0)),
        _ => false,
    })
}

/// The variables of functions in which ballots are kept.
#[derive(Default)]
struct Keeping {
    variables: ArrayVec<u32, MOST_KEEPING>,
}

impl Keeping {
    /// Whether a value may be a ballot.
    fn is_ballot(&self, facts: &Facts, words: &[u32], id: u32) -> bool {
        facts.def(words, id).is_some_and(|def| match def.opcode() {
            op::OpGroupNonUniformBallot | op::OpSubgroupBallotKHR => true,
            op::OpLoad => self.variables.contains(&views::Load(def).pointer()),
            _ => false,
        })
    }
}

/// Returns the variables in which a module keeps ballots; none if that is not only in few variables of functions.
fn keeping_ballots(facts: &Facts, words: &[u32]) -> Option<Keeping> {
    let mut keeping = Keeping::default();
    loop {
        let before = keeping.variables.len();
        for inst in facts
            .code(words)
            .filter(|inst| inst.opcode() == op::OpStore)
        {
            let store = views::Store(inst);
            let pointer = facts.def(words, store.pointer())?;
            if keeping.is_ballot(facts, words, store.object())
                && !keeping.variables.contains(&store.pointer())
            {
                let is_own = pointer.opcode() == op::OpVariable
                    && views::Variable(pointer).storage_class() == storage_class::Function;
                let kept = is_own.then(|| keeping.variables.try_push(store.pointer()));
                kept?.ok()?;
            }
        }
        if keeping.variables.len() == before {
            return Some(keeping);
        }
    }
}

/// Whether a built-in belongs to subgroups.
fn is_of_subgroup(value: u32) -> bool {
    matches!(
        value,
        built_in::SubgroupSize
            | built_in::NumSubgroups
            | built_in::SubgroupId
            | built_in::SubgroupLocalInvocationId
            | built_in::SubgroupEqMask..=built_in::SubgroupLtMask
    )
}

/// Whether an instruction names no invocation of the subgroup. Quads and derivatives may rely on a subgroup that has whole quads, which
/// decides for all of one alike.
fn takes_any(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpGroupNonUniformElect
        | op::OpGroupNonUniformAll
        | op::OpGroupNonUniformAny
        | op::OpGroupNonUniformAllEqual
        | op::OpGroupNonUniformBroadcastFirst
        | op::OpGroupNonUniformBallot
        | op::OpGroupNonUniformBallotBitCount
        | op::OpSubgroupBallotKHR
        | op::OpSubgroupFirstInvocationKHR
        | op::OpSubgroupAllKHR
        | op::OpSubgroupAnyKHR
        | op::OpSubgroupAllEqualKHR => true,
        op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor
        | op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD => {
            views::GroupOperation(inst).operation() <= group_operation::ExclusiveScan
        }
        opcode => !is_group_beyond_quad(facts, inst) && !is_derivative(opcode) && !is_quad(opcode),
    }
}

#[cfg(test)]
mod tests;
