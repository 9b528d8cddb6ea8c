//! Conditions of the Vulkan environment that no capability expresses ("Vulkan Environment for SPIR-V", the rules called
//! `RuntimeSpirv`).
//!
//! Input: an instruction and its context. Output: the conditions that apply to it, by index in the [table](CONDITIONS), which
//! has the wording for the report and the predicate on the target. Limits on numbers are in [`super::limits`].
//!
//! Most modules take a shortcut: [`granted`] decides from bits of the scan whether a target meets every condition that can
//! apply to a module, and [`Lacking`] restricts the checks of [`needs`] to conditions that the target does not meet.
//!
//! # What is not checked here
//!
//! - 8- and 16-bit data by storage class, dot products, format-less reads: capabilities express these ([`super::implicit`]).
//! - Shapes of cooperative matrices and vectors, stages of tensors, execution-graph payloads, block-match sizes: devices
//!   report these by queries and structures that no description of a device contains.
//! - Values that are only known at run time: ray parameters, uniformity, alignment of pointers, interpolation offsets, group
//!   counts of task shaders, whether an image is sparse.
//! - What depends on two stages or the pipeline: interface matching, `maintenance4` component counts, combined output
//!   resources, YCbCr samplers, pipeline flags.
//! - `dynamicRenderingLocalRead` and `InputAttachmentIndex`: an attachment without an index is valid only in a pipeline for
//!   local reads, which the module does not state.
//! - Sizes of payloads, mesh outputs and transform-feedback buffers: layouts in memory are not computed here.
//! - Dialects of layout: checked by [`super::dialects`].

mod atomics;
mod images;
mod memory;
mod modes;
mod operations;
mod subgroups;
mod table;
#[cfg(test)]
mod tests;
mod watched;

pub use atomics::lacks_float_atomic;
pub use table::{Condition, Is, CONDITIONS, CONDITION_COUNT};
pub use watched::{BEFORE_FUNCTIONS, IN_FUNCTIONS, OF_MODES};

use super::{by_id, Need, Place};
use crate::facts::{Facts, Gates, Scalar};
use crate::inst::Inst;
use crate::packed::Name;
use crate::sets::BitSet;
use crate::tables::extension_index;
use crate::target::{place_of_member, Target};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// A set of conditions.
pub type ConditionSet = BitSet<{ CONDITION_COUNT.div_ceil(64) }>;

impl Condition {
    /// Whether a target meets the condition, for an output of SPIR-V 1.`minor`.
    pub fn is_met(&self, target: &Target, minor: u8) -> bool {
        let has = |&feature| target.has_feature(feature);
        self.features.iter().any(has) || (self.or)(target, minor)
    }

    /// Whether only a property meets the condition.
    pub fn is_property(&self) -> bool {
        self.features.is_empty() && self.otherwise.is_empty()
    }

    /// Returns what would meet the condition, by Vulkan's names: any one of these.
    pub fn provided_by(&self) -> Vec<String> {
        if self.is_property() {
            return self.properties();
        }
        let features = self.features.iter().map(ToString::to_string);
        let others = self.otherwise.split(" | ").filter(|way| !way.is_empty());
        features.chain(others.map(str::to_owned)).collect()
    }

    /// Returns the property that meets the condition, once for each of its values that does.
    fn properties(&self) -> Vec<String> {
        let mut words = self.need.split(' ');
        let Some((structure, member)) = words.next().and_then(Name::find).and_then(place_of_member)
        else {
            return Vec::new();
        };
        let values = words.filter(|word| word.starts_with("VK_"));
        let ways: Vec<String> = values
            .map(|value| format!("{structure}::{member} ({value})"))
            .collect();
        match ways.is_empty() {
            true => vec![format!("{structure}::{member}")],
            false => ways,
        }
    }
}

/// Returns the conditions that a target does not meet, for an output of SPIR-V 1.`minor`.
pub fn unmet(target: &Target, minor: u8) -> ConditionSet {
    conditions_where(|condition| !condition.is_met(target, minor))
}

/// Returns the dialects of layout that a target does not accept. These conditions have no gate and are checked separately.
pub fn unmet_layouts(target: &Target) -> ConditionSet {
    conditions_where(|condition| condition.gates == Gates::NONE && !condition.is_met(target, 0))
}

fn conditions_where(is: impl Fn(&Condition) -> bool) -> ConditionSet {
    let all = (0..).zip(&CONDITIONS);
    all.filter_map(|(number, condition)| is(condition).then_some(number))
        .collect()
}

/// The extension of the mode `SubgroupUniformControlFlowKHR`, which needs subgroup support in its stage without a group
/// operation.
const UNIFORM_CONTROL_FLOW: u16 = extension_index("SPV_KHR_subgroup_uniform_control_flow");

/// Whether the bits of the scan alone show that a target meets every condition that can apply to a module.
pub fn granted(facts: &Facts, lacking: &Lacking) -> bool {
    let gates = facts.gates;
    if !gates.meets(lacking.all) {
        return true;
    }
    let numbers = gates.meets(Gates::XFB) || gates.contains(Gates::MODE.with(Gates::MESH));
    let stages = facts.extensions.contains(UNIFORM_CONTROL_FLOW);
    !numbers && !stages && lacking.refused(gates) == Gates::NONE
}

/// Returns the gates behind which a module may have something that a target does not grant: only instructions behind these
/// have to be checked.
pub fn gates(facts: &Facts, lacking: &Lacking) -> Gates {
    let numbers = NUMBERS.among(facts.gates);
    lacking.refused(facts.gates).with(numbers)
}

/// The gates of limits, whose numbers are compared individually.
const NUMBERS: Gates = Gates::OFFSET.with(Gates::XFB).with(Gates::MODE);

/// By condition: the first condition that has the same gates.
static FIRST: [u8; CONDITION_COUNT] = {
    let mut first = [0; CONDITION_COUNT];
    let mut at = 0;
    while at < CONDITION_COUNT {
        let (gates, mut before) = (CONDITIONS[at].gates, 0);
        while !(CONDITIONS[before].gates.contains(gates)
            && gates.contains(CONDITIONS[before].gates))
        {
            before += 1;
        }
        first[at] = before as u8;
        at += 1;
    }
    first
};

/// The gates of a target's unmet conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// The union of all gates.
    pub all: Gates,
    /// Those of the unmet conditions that differ in their gates.
    each: ConditionSet,
}

impl Lacking {
    /// Collects the gates of a target's unmet conditions.
    pub fn of(unmet: &ConditionSet) -> Self {
        let mut lacking = Self {
            all: NUMBERS,
            each: ConditionSet::EMPTY,
        };
        for number in unmet.iter() {
            lacking.all.insert(gates_of(number));
            let first = FIRST.get(usize::from(number));
            lacking.each.extend(first.map(|&first| first.into()));
        }
        lacking
    }

    /// Returns the gates of those unmet conditions that may apply to a module with these gates.
    fn refused(&self, gates: Gates) -> Gates {
        let concerned = self
            .each
            .iter()
            .map(gates_of)
            .filter(|&one| gates.contains(one));
        concerned.fold(Gates::NONE, Gates::with)
    }
}

/// Returns the gates of a condition, by its index.
fn gates_of(number: u16) -> Gates {
    let condition = CONDITIONS.get(usize::from(number));
    condition.map_or(Gates::NONE, |condition| condition.gates)
}

/// The context of all checks: an instruction, its place, and the receiver of its needs.
struct Checker<'p, 'v> {
    place: &'p Place<'p>,
    inst: Inst<'p>,
    /// The index of the function that contains the instruction.
    function: Option<usize>,
    visit: &'v mut dyn FnMut(Need),
}

impl Checker<'_, '_> {
    fn need(&mut self, condition: Is) {
        (self.visit)(Need::Condition(condition as u8));
    }

    /// Returns a bit for each execution model in which the instruction runs.
    fn stages(&self) -> u32 {
        let stages = self.place.stages;
        match self.function {
            Some(index) => stages.of.get(index).copied().unwrap_or(0),
            // What a rule writes outside of a function may be used in any of them.
            None => stages.all,
        }
    }

    /// Returns the scalar type that a type consists of.
    fn scalar(&self, ty: u32) -> Option<Scalar> {
        self.place.scalar_of(ty)
    }

    /// Returns the scalar type that a value consists of.
    fn scalar_of_value(&self, id: u32) -> Option<Scalar> {
        self.scalar(self.place.type_of(id))
    }

    /// Returns the value of a 32-bit constant, if it is known.
    fn constant(&self, id: u32) -> Option<u32> {
        by_id::constant(self.place, id)
    }
}

/// Calls `visit` with each condition and limit that applies to an instruction, restricted to the gates of `place`.
#[inline]
pub fn needs(
    place: &Place<'_>,
    inst: Inst<'_>,
    function: Option<usize>,
    visit: &mut dyn FnMut(Need),
) {
    if concern(place, inst) {
        watched::check(&mut Checker {
            place,
            inst,
            function,
            visit,
        });
    }
}

/// Whether a condition or limit behind the gates of `place` can apply to an instruction.
#[inline]
pub fn concern(place: &Place<'_>, inst: Inst<'_>) -> bool {
    place.gates != Gates::NONE && place.gates.meets(watched::gates(inst.opcode()))
}
