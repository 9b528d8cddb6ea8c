//! What a target accepts at one SPIR-V version, as bit sets over the tables' rows.
//!
//! Whether an instruction is supported is checked for every instruction. So the answer for every set of alternatives and
//! every availability row is computed once in advance, and a check reads two bits.

use super::needs::conditions::{self, ConditionSet, Lacking};
use super::needs::implicit::{implicit as implicit_set, IMPLICIT, IMPLICIT_SETS};
use super::needs::Leeway;
use crate::generated::spirv::{ALTERNATIVES as GRAMMAR_SETS, CAPABILITIES};
use crate::sets::BitSet;
use crate::tables::{
    alternatives, availability, capability_index, capability_row, extension_index, CapabilitySet,
    ExtensionSet, ALTERNATIVE_SETS, AVAILABILITY_ROWS, CAPABILITY_COUNT,
};
use crate::target::Target;
use alloc::vec::Vec;

/// The number of sets of alternatives: those of the grammar, then those that only the specification's text defines.
pub const SETS: usize = ALTERNATIVE_SETS + IMPLICIT_SETS;

const NON_SEMANTIC: u16 = extension_index("SPV_KHR_non_semantic_info");

/// A set of sets of alternatives.
pub type Alternatives = BitSet<{ SETS.div_ceil(64) }>;

/// A set of availability rows.
pub type Availabilities = BitSet<{ AVAILABILITY_ROWS.div_ceil(64) }>;

/// Returns the capabilities of a set of alternatives, by index in the joined table.
pub fn alternative_set(index: u16) -> &'static [u16] {
    match usize::from(index).checked_sub(ALTERNATIVE_SETS) {
        None => alternatives(index),
        Some(implicit) => implicit_set(implicit),
    }
}

/// Returns the sets of alternatives that a capability meets, itself or by a capability that it implies.
pub fn met_by(capability: u16) -> &'static Alternatives {
    static MET: [Alternatives; CAPABILITY_COUNT] = {
        let mut names = [Alternatives::EMPTY; CAPABILITY_COUNT];
        let tables: [&[&[u16]]; 2] = [&GRAMMAR_SETS, &IMPLICIT];
        let (mut table, mut number) = (0, 0);
        while table < tables.len() {
            let mut set = 0;
            while set < tables[table].len() {
                let any_of = tables[table][set];
                let mut at = 0;
                while at < any_of.len() {
                    let capability = any_of[at] as usize;
                    names[capability] = names[capability].with(number);
                    at += 1;
                }
                (set, number) = (set + 1, number + 1);
            }
            table += 1;
        }
        let mut met = names;
        let mut index = 0;
        while index < CAPABILITY_COUNT {
            let implies = CAPABILITIES[index].implies;
            let mut at = 0;
            while at < implies.len() {
                met[index] = met[index].union(&names[implies[at] as usize]);
                at += 1;
            }
            index += 1;
        }
        met
    };
    static NONE: Alternatives = Alternatives::EMPTY;
    MET.get(usize::from(capability)).unwrap_or(&NONE)
}

/// A cache of offers by the number of the target and the version of SPIR-V. It holds the last few, since modules for several versions
/// come one after another, and plans for a target alternate with plans for its pretended targets.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// Each with the target's number.
    known: Vec<(usize, Offer)>,
    /// The place of the one that goes next.
    oldest: usize,
    /// How far modules may exceed limits: part of every offer from now on.
    pub leeway: Leeway,
}

/// The number of offers that are held.
const MOST: usize = 16;

impl Offers {
    /// Returns the offer of a target at SPIR-V 1.`minor`, computed on first use.
    pub fn get(&mut self, target: &Target, minor: u8) -> &Offer {
        let number = target.number();
        let is_known = |of: &(usize, Offer)| of.0 == number && of.1.minor == minor && number != 0;
        let place = match self.known.iter().position(is_known) {
            Some(place) => place,
            None => self.enter((number, Offer::new(target, minor))),
        };
        let offer = &mut self.known[place].1;
        offer.leeway = self.leeway;
        offer
    }

    /// Enters an offer, if need be in the place of the oldest. Returns the place.
    #[cold]
    fn enter(&mut self, offer: (usize, Offer)) -> usize {
        if self.known.len() < MOST {
            self.known.push(offer);
            return self.known.len() - 1;
        }
        let place = self.oldest;
        self.known[place] = offer;
        self.oldest = (place + 1) % MOST;
        place
    }
}

/// What a target accepts at one SPIR-V version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// SPIR-V 1.`minor`.
    pub minor: u8,
    /// Capabilities that the target has and that exist at this version or by one of the target's extensions.
    pub capabilities: CapabilitySet,
    /// Extensions that the target accepts.
    pub extensions: ExtensionSet,
    /// Whether non-semantic instruction sets can be imported.
    pub non_semantic: bool,
    /// Conditions of the Vulkan environment that the target does not meet.
    pub unmet: ConditionSet,
    /// The gates of the unmet conditions: only instructions behind these have to be checked.
    pub lacking: Lacking,
    /// Sets of alternatives of which the target has at least one capability.
    pub alternatives: Alternatives,
    /// Availability rows that are met.
    pub availability: Availabilities,
    /// Extensions that a need can require: something is available at this version only by one of them.
    pub brought: ExtensionSet,
    /// How far the module may exceed limits, because the caller allows it.
    pub leeway: Leeway,
}

impl Offer {
    /// Computes the offer of a target at SPIR-V 1.`minor`.
    pub fn new(target: &Target, minor: u8) -> Self {
        let capabilities = target.capabilities();
        let mut extensions = *target.extensions();
        for (extension, _) in target.too_new(minor) {
            extensions.remove(extension);
        }
        let unmet = conditions::unmet(target, minor);
        let mut offer = Self {
            minor,
            capabilities: CapabilitySet::EMPTY,
            extensions,
            non_semantic: minor >= 6 || extensions.contains(NON_SEMANTIC),
            lacking: Lacking::of(&unmet),
            unmet,
            alternatives: Alternatives::EMPTY,
            availability: Availabilities::EMPTY,
            brought: ExtensionSet::EMPTY,
            leeway: Leeway::NONE,
        };
        for row in 0..AVAILABILITY_ROWS as u16 {
            let when = availability(row);
            let core = when.min_minor <= minor && minor <= when.last_minor;
            if when.min_minor > minor {
                offer.brought.extend(when.extensions.iter().copied());
            }
            // Never core and without an extension of its own: it comes with its capabilities.
            let by_capability = when.min_minor == u8::MAX && when.extensions.is_empty();
            if core
                || by_capability
                || when
                    .extensions
                    .iter()
                    .any(|&extension| extensions.contains(extension))
            {
                offer.availability.insert(row);
            }
        }
        for capability in capabilities.iter() {
            let row = capability_row(capability).map_or(0, |row| row.availability);
            if offer.availability.contains(row) {
                offer.capabilities.insert(capability);
            }
        }
        for set in 0..SETS as u16 {
            let any_of = alternative_set(set);
            if any_of.is_empty()
                || any_of
                    .iter()
                    .any(|&capability| offer.capabilities.contains(capability))
            {
                offer.alternatives.insert(set);
            }
        }
        offer
    }

    /// Whether the target has a capability, given by its value.
    pub fn has(&self, capability: u32) -> bool {
        capability_index(capability).is_some_and(|index| self.capabilities.contains(index))
    }

    /// Whether the target has a capability of a set of alternatives.
    #[inline]
    pub fn has_capability_of(&self, set: u16) -> bool {
        self.alternatives.contains(set)
    }

    /// Whether what has this availability row exists at this version.
    #[inline]
    pub fn is_available(&self, row: u16) -> bool {
        self.availability.contains(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::capability;

    #[test]
    fn an_extension_that_requires_a_newer_version_is_not_offered_below_it() {
        let mesh = extension_index("SPV_EXT_mesh_shader");
        let target = Target::built_in("lavapipe-25.0.7").unwrap();
        for (minor, is_there) in [(3, false), (4, true)] {
            let offer = Offer::new(&target, minor);
            assert_eq!(offer.extensions.contains(mesh), is_there, "1.{minor}");
            assert_eq!(offer.has(capability::MeshShadingEXT), is_there, "1.{minor}");
        }
    }

    #[test]
    fn a_device_whose_version_is_too_old_for_an_extension_has_nothing_of_it() {
        // Vulkan 1.0, so SPIR-V 1.0, with an extension that allows a layout from SPIR-V 1.4 on.
        let target = Target::built_in("nvk-kepler").unwrap();
        let layout = extension_index("SPV_KHR_workgroup_memory_explicit_layout");
        assert_eq!(target.spirv_minor(), 0);
        assert!(!target.extensions().contains(layout));
        assert!(!target.has_capability(capability::WorkgroupMemoryExplicitLayoutKHR));
        // What passes later replace may be in a module of any version.
        let mut description = target.describe();
        description.pretended = true;
        assert!(description.build().extensions().contains(layout));
    }
}
