//! What a target takes at one SPIR-V version, as bit sets over the tables' rows.
//!
//! Whether an instruction is fine is asked for every instruction; so every set of alternatives and every availability
//! row is answered once, ahead, and the question is two bits.

use super::needs::conditions::{self, ConditionSet};
use super::needs::implicit::{IMPLICIT, IMPLICIT_SETS};
use crate::facts::Gates;
use crate::sets::BitSet;
use crate::tables::{
    alternatives, availability, capability_index, capability_row, extension_by_name, CapabilitySet,
    ExtensionSet, ALTERNATIVE_SETS, AVAILABILITY_ROWS,
};
use crate::target::Target;

/// Sets of alternatives: those of the grammar, then those that only the specification's text has.
pub const SETS: usize = ALTERNATIVE_SETS + IMPLICIT_SETS;

/// A set of sets of alternatives.
pub type Alternatives = BitSet<{ SETS.div_ceil(64) }>;

/// A set of availability rows.
pub type Availabilities = BitSet<{ AVAILABILITY_ROWS.div_ceil(64) }>;

/// The capabilities of a set of alternatives, by index in the joined table.
pub fn alternative_set(index: u16) -> &'static [u16] {
    match usize::from(index).checked_sub(ALTERNATIVE_SETS) {
        None => alternatives(index),
        Some(implicit) => IMPLICIT.get(implicit).copied().unwrap_or(&[]),
    }
}

/// Offers that were worked out, by the number of the target, the last two for each version of SPIR-V: modules for several come one after another, and
/// plans for a target alternate with those for one that is pretended to have more.
#[derive(Clone, Debug, Default)]
pub struct Offers([[Option<(u64, Offer)>; 2]; MINORS]);

/// The versions of SPIR-V that there are, 1.0 to 1.6.
const MINORS: usize = 7;

impl Offers {
    /// The offer of a target at SPIR-V 1.`minor`.
    pub fn get(&mut self, target: &Target, minor: u8) -> Offer {
        let Some([first, second]) = self.0.get_mut(usize::from(minor)) else {
            return Offer::new(target, minor);
        };
        for (known, offer) in [&*first, &*second].into_iter().flatten() {
            if *known == target.number() {
                return *offer;
            }
        }
        let offer = Offer::new(target, minor);
        *second = first.replace((target.number(), offer));
        offer
    }
}

/// What a target takes at one SPIR-V version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// SPIR-V 1.`minor`.
    pub minor: u8,
    /// Capabilities that the target has and this version or an extension of the target's knows.
    pub capabilities: CapabilitySet,
    /// Extensions that the target takes.
    pub extensions: ExtensionSet,
    /// Whether non-semantic instruction sets can be imported.
    pub non_semantic: bool,
    /// Conditions of the Vulkan environment that the target does not meet.
    pub unmet: ConditionSet,
    /// The gates behind which it does not grant everything: only these are worth a look.
    pub lacking: Gates,
    /// Sets of alternatives of which it has one.
    pub alternatives: Alternatives,
    /// Availability rows that are fulfilled.
    pub availability: Availabilities,
}

impl Offer {
    /// The offer of a target at SPIR-V 1.`minor`.
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
            non_semantic: minor >= 6
                || extension_by_name(b"SPV_KHR_non_semantic_info")
                    .is_some_and(|extension| extensions.contains(extension)),
            lacking: conditions::gates_of(&unmet),
            unmet,
            alternatives: Alternatives::EMPTY,
            availability: Availabilities::EMPTY,
        };
        for row in 0..AVAILABILITY_ROWS as u16 {
            let when = availability(row);
            let core = when.min_minor <= minor && minor <= when.last_minor;
            // Never core and no extension of its own: whatever brings its capabilities brings it.
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

    /// Whether it has a capability, given by its value.
    pub fn has(&self, capability: u32) -> bool {
        capability_index(capability).is_some_and(|index| self.capabilities.contains(index))
    }

    /// Whether one capability of a set of alternatives is there.
    #[inline]
    pub fn has_capability_of(&self, set: u16) -> bool {
        self.alternatives.contains(set)
    }

    /// Whether something with this availability exists here.
    #[inline]
    pub fn is_available(&self, row: u16) -> bool {
        self.availability.contains(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{capability, extension_index};

    #[test]
    fn an_extension_that_wants_a_newer_version_is_not_offered_below_it() {
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
        // What passes take away later may be in a module of any version.
        let mut description = target.describe();
        description.pretended = true;
        assert!(description.build().extensions().contains(layout));
    }
}
