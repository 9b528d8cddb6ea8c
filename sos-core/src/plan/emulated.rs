//! Subgroups that the output makes of a workgroup's invocations, where the device's own will not do.
//!
//! All of a module speaks of the same subgroups: operations, built-ins, specialization constants and the report. So they
//! are made for the whole module or not at all.
//!
//! Their size is for SOS to choose: any is legal in Vulkan, and the shader is told it. Each invocation alone is the one
//! that always works. Where invocations exchange what they hold through workgroup memory, it is the whole workgroup up to
//! [`WHOLE`] invocations, rounded up to a power of two, no less than a quad; and [`USUAL`] in larger workgroups, or where
//! the size is open:
//! - shaders that hold a ballot in one or two words are right with it;
//! - the widest operation of the shader library is over 32 invocations, and so is every segment of Kepler's shuffles;
//! - in a workgroup that is one subgroup, as the code of one wavefront is that loops until all are done, what votes and
//!   ballots say is the same for the whole workgroup, so that more control flow is proven uniform.

use super::{alternative_set, Need};
use crate::facts::{lays_out_workgroup, product, Facts};
use crate::inst::Inst;
use crate::specialize::Values;
use crate::tables::{
    capability, capability_row, execution_mode as mode, execution_model, extension_by_name, op,
};
use crate::target::Target;

/// The most invocations of a workgroup that is one subgroup.
const WHOLE: u32 = 64;

/// The size in other workgroups.
const USUAL: u32 = 32;

/// What a device must have at least, if it does not say (Vulkan, "Required Limits").
const LEAST_INVOCATIONS: u32 = 128;

/// Subgroups that are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emulated {
    /// Invocations in a subgroup: a power of two.
    pub size: u32,
    /// Invocations in every workgroup, if that is known.
    pub invocations: Option<u32>,
    /// The most invocations that a workgroup can have, in whole subgroups.
    pub slots: u32,
}

impl Emulated {
    /// Each invocation is a subgroup of its own.
    pub const ALONE: Self = Self {
        size: 1,
        invocations: None,
        slots: 0,
    };

    /// All sizes that there are.
    pub const SIZES: [u32; 6] = [1, 4, 8, 16, 32, 64];

    /// The size to tell a module while the size of its workgroups, which may depend on it, is not known.
    pub const FIRST_SIZE: u32 = USUAL;

    /// The size for workgroups of so many invocations.
    pub fn size_for(invocations: Option<u32>) -> u32 {
        match invocations {
            Some(count) if count <= WHOLE => count.next_power_of_two().max(4),
            _ => USUAL,
        }
    }

    /// Subgroups of a size in such workgroups.
    pub fn new(size: u32, invocations: Option<u32>, target: &Target) -> Self {
        let limit = target.properties().max_compute_work_group_invocations;
        let most = invocations.unwrap_or(limit.unwrap_or(LEAST_INVOCATIONS));
        Self {
            size,
            invocations,
            slots: most.checked_next_multiple_of(size).unwrap_or(most),
        }
    }

    /// Whether each invocation is alone.
    pub fn is_alone(&self) -> bool {
        self.size == 1
    }

    /// Whether every workgroup is a single subgroup.
    pub fn is_whole(&self) -> bool {
        self.invocations.is_some_and(|count| count <= self.size)
    }
}

/// How many invocations the workgroups of a module have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invocations {
    /// So many, for all entry points.
    Known(u32),
    /// A constant is left open.
    Open,
    /// Entry points differ, or none has a workgroup.
    Various,
}

/// The invocations of a module's workgroups; `fixed` if constants that have a value keep it.
pub fn invocations(facts: &Facts, words: &[u32], values: &mut Values, fixed: bool) -> Invocations {
    let is_plain = |id: u32| {
        facts
            .def(words, id)
            .is_some_and(|def| def.opcode() == op::OpConstant)
    };
    let whole = |size: [Option<u64>; 3]| match size {
        [Some(x), Some(y), Some(z)] => {
            let size = [x, y, z].map(|size| u32::try_from(size).unwrap_or(u32::MAX));
            Invocations::Known(u32::try_from(product(size)).unwrap_or(u32::MAX))
        }
        _ => Invocations::Open,
    };
    if let Some(object) = facts.def(words, facts.workgroup.object) {
        if object.opcode() != op::OpConstantComposite && !fixed {
            return Invocations::Open;
        }
        let node = values.node(facts, words, object.word(2));
        let part = |at| values.part(node, at).and_then(|part| values.bits(part));
        return whole([0, 1, 2].map(part));
    }
    let mut found = None;
    for inst in facts.modes(words) {
        let here = match (inst.opcode(), inst.word(2)) {
            (op::OpExecutionMode, mode::LocalSize) => {
                whole([3, 4, 5].map(|at| Some(u64::from(inst.word(at)))))
            }
            (op::OpExecutionModeId, mode::LocalSizeId) => whole([3, 4, 5].map(|at| {
                let id = inst.word(at);
                let known = fixed || is_plain(id);
                known.then(|| values.scalar(facts, words, id)).flatten()
            })),
            _ => continue,
        };
        match found {
            None => found = Some(here),
            Some(before) if before == here && here != Invocations::Open => {}
            _ => return Invocations::Various,
        }
    }
    found.unwrap_or(Invocations::Various)
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

/// Whether a module may have to do with subgroups.
pub fn has_subgroups(facts: &Facts) -> bool {
    OPERATIONS.iter().any(|&one| facts.declares(one))
        || extension_by_name(b"SPV_AMD_shader_ballot")
            .is_some_and(|extension| facts.extensions.contains(extension))
}

/// Whether what is needed are operations on subgroups.
pub fn needs_subgroups(need: Need) -> bool {
    let Need::Capability(set) = need else {
        return false;
    };
    let given =
        |&index: &u16| capability_row(index).is_some_and(|row| OPERATIONS.contains(&row.value));
    alternative_set(set).iter().any(given)
}

/// Whether a module has quads in fragment shaders.
pub fn has_quads_of_fragments(facts: &Facts, words: &[u32]) -> bool {
    let quads = [capability::GroupNonUniformQuad, capability::QuadControlKHR];
    quads.iter().any(|&value| facts.declares(value)) && has_fragments(facts, words)
}

/// Whether an entry point is a fragment shader.
pub fn has_fragments(facts: &Facts, words: &[u32]) -> bool {
    let mut entries = facts.entries(words);
    entries.any(|entry| entry.word(1) == execution_model::Fragment)
}

/// Why the invocations of a module's workgroups cannot exchange what they hold through workgroup memory that a rule
/// declares, wherever they want to.
pub fn no_exchange(facts: &Facts, words: &[u32]) -> Option<&'static str> {
    // Built-ins and memory scopes of workgroups are for those.
    let is_compute = |entry: Inst<'_>| entry.word(1) == execution_model::GLCompute;
    if facts.entry_points.is_empty() || !facts.entries(words).all(is_compute) {
        Some("not all entry points are compute shaders")
    } else if lays_out_workgroup(&facts.capabilities) {
        Some("the module declares explicit layouts in workgroup memory")
    } else if facts.declares(capability::ComputeDerivativeGroupQuadsKHR) {
        Some("its quads are squares of invocations")
    } else {
        None
    }
}
