//! Determines what the output declares, from what it uses: capabilities, extensions and imports.
//!
//! A declared capability stays if a remaining instruction needs it. A capability that is not declared is added if nothing
//! else meets a need. Needs with one possible capability are settled first, so that needs with several can use what is
//! declared already. Among several, the module's own declarations come first, then the order of the grammar.

use super::emulated::AMD_BALLOT;
use super::{alternative_set, implicit, needs, Alternatives, Need, Place, Plan, Scene};
use crate::facts::Facts;
use crate::generated::spirv::AVAILABILITY;
use crate::inst::{Inst, Insts};
use crate::tables::{
    availability, capability, capability_index, capability_row, extension_index, op_hot,
    CapabilitySet, ExtInstSet, ExtensionSet, EXTENSION_COUNT,
};

/// Extensions that add nothing by which their use could be detected. Those that the target has stay. Those that it lacks are
/// removed, which is safe:
/// - `SPV_AMD_gpu_shader_half_float`, `SPV_AMD_gpu_shader_int16` let existing instructions use 16-bit operands: where one
///   does, that is a condition ([`super::conditions`]).
/// - `SPV_HUAWEI_subpass_shading`, `SPV_HUAWEI_cluster_culling_shader` come with capabilities, whose use is detected.
/// - `SPV_KHR_non_semantic_info` depends on the imports.
static SILENT: ExtensionSet = {
    let mut silent = ExtensionSet::EMPTY;
    let mut extension = 0;
    while extension < EXTENSION_COUNT {
        silent = silent.with(extension as u16);
        extension += 1;
    }
    let mut row = 0;
    while row < AVAILABILITY.len() {
        let mut at = 0;
        while at < AVAILABILITY[row].extensions.len() {
            silent = silent.without(AVAILABILITY[row].extensions[at]);
            at += 1;
        }
        row += 1;
    }
    silent
};

/// The first extension for physical addresses, which are 64-bit integers in it.
const ADDRESSES: u16 = extension_index("SPV_EXT_physical_storage_buffer");

/// The second one, which also allows `OpBitcast` of addresses to and from pairs of words. Core since SPIR-V 1.5.
const ADDRESSES_AS_PAIRS: u16 = extension_index("SPV_KHR_physical_storage_buffer");

const NON_SEMANTIC: u16 = extension_index("SPV_KHR_non_semantic_info");

impl Plan {
    /// Determines the output's capabilities, extensions and imports.
    pub(super) fn declare(&mut self, scene: &Scene<'_>, place: &Place<'_>) {
        let ids = core::mem::take(&mut self.new.ids);
        let of_new = Place {
            new: &ids,
            ..*place
        };
        let mut unmet = None;
        for new in [self.new.annotations(), ids.globals()] {
            for inst in Insts::new(new, 0, new.len() as u32) {
                needs(&of_new, inst, None, &mut |need| match scene.meets(need) {
                    true => self.used.insert(need),
                    false => unmet = Some(need),
                });
            }
        }
        self.new.ids = ids;
        if let Some(need) = unmet {
            self.record_unmet(0, 0, need);
        }
        self.choose_capabilities(scene);
        self.choose_extensions(scene);
        let facts = scene.facts;
        let declaration = Inst::at(scene.words, facts.unknown_capability);
        let of_declaration = match declaration.map(|inst| op_hot(inst.opcode()).alternatives) {
            None | Some(0) => Need::UnknownCapability,
            Some(set) => Need::Capability(set),
        };
        for (offset, what) in [
            (facts.unknown_capability, of_declaration),
            (facts.unknown_extension, Need::UnknownExtension),
        ] {
            if offset != 0 {
                self.record_unmet(offset, 0, what);
            }
        }
    }

    /// Whether the output has exactly the capabilities, extensions and imports of the input.
    pub fn keeps_preamble(&self, facts: &Facts) -> bool {
        self.keeps_declarations(facts)
            && !self.imports_used.contains(&false)
            && self.new.imports().is_empty()
    }

    /// Whether the output has exactly the capabilities and extensions of the input.
    pub fn keeps_declarations(&self, facts: &Facts) -> bool {
        self.capabilities == facts.capabilities
            && self.extensions == facts.extensions
            && (facts.unknown_capability, facts.unknown_extension) == (0, 0)
    }

    /// Determines the output's capabilities by what it uses.
    pub(super) fn choose_capabilities(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        let offered = &scene.offer.capabilities;
        for capability in facts
            .capabilities
            .iter()
            .filter(|&capability| implicit::is_opaque(capability))
        {
            if !offered.contains(capability) {
                self.record_unmet(0, 0, Need::Opaque(capability));
            }
        }
        // A module without entry points is a library or holds graphs (SPIR-V specification, section 2.16.1).
        if facts.entry_points.is_empty() && facts.declares(capability::Linkage) {
            let need = Need::Capability(implicit::Set::Library.number());
            self.used.insert(need);
            if !scene.offer.has(capability::Linkage) {
                self.record_unmet(0, 0, need);
            }
        }
        self.capabilities =
            choose_capabilities(&self.used.alternatives, &facts.capabilities, offered);
    }

    pub(super) fn choose_extensions(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        let mut chosen = ExtensionSet::EMPTY;
        let mut rows = self.used.availability;
        for capability in self.capabilities.iter() {
            rows.insert(capability_row(capability).map_or(0, |row| row.availability));
        }
        for row in rows.iter() {
            let when = availability(row);
            if when.min_minor <= self.minor {
                continue;
            }
            let takes = |&&extension: &&u16| scene.offer.extensions.contains(extension);
            let own = when
                .extensions
                .iter()
                .filter(takes)
                .find(|&&extension| facts.extensions.contains(extension));
            if let Some(&extension) = own.or_else(|| when.extensions.iter().find(takes)) {
                chosen.insert(extension);
            }
        }
        // Both have the same availability row. The second allows more, which a module that declares it may use.
        let has_pairs = facts.header.minor >= 5 || facts.extensions.contains(ADDRESSES_AS_PAIRS);
        if has_pairs
            && chosen.contains(ADDRESSES)
            && scene.offer.extensions.contains(ADDRESSES_AS_PAIRS)
        {
            chosen.remove(ADDRESSES);
            chosen.insert(ADDRESSES_AS_PAIRS);
        }
        // In Vulkan, nothing else brings the collective instructions of SPIR-V 1.0, to which the grammar gives no extension.
        let has_groups = capability_index(capability::Groups)
            .is_some_and(|groups| self.capabilities.contains(groups));
        if has_groups && scene.offer.extensions.contains(AMD_BALLOT) {
            chosen.insert(AMD_BALLOT);
        }
        for extension in facts.extensions.intersection(&SILENT).iter() {
            if scene.offer.extensions.contains(extension) {
                chosen.insert(extension);
            }
        }
        // Core since 1.6, so a module for that version need not have declared it. Where the target lacks it, all its uses are
        // already removed.
        let mut imports = facts.imports.iter().zip(&self.imports_used);
        if self.minor < 6
            && scene.offer.extensions.contains(NON_SEMANTIC)
            && imports.any(|(import, &used)| used && import.set == ExtInstSet::NonSemantic)
        {
            chosen.insert(NON_SEMANTIC);
        } else {
            chosen.remove(NON_SEMANTIC);
        }
        self.extensions = chosen;
    }
}

/// Returns the capabilities to declare for the used sets of alternatives.
///
/// A capability that is chosen for one set can turn out to be implied by one that is chosen later for another set. Choosing
/// again among the chosen ones drops it and makes the choice idempotent. Each round leaves fewer capabilities or is the last.
pub fn choose_capabilities(
    used: &Alternatives,
    declared: &CapabilitySet,
    offered: &CapabilitySet,
) -> CapabilitySet {
    let mut chosen = choose_once(used, declared, offered);
    loop {
        let fewer = choose_once(used, &chosen, offered);
        if fewer == chosen {
            return chosen;
        }
        if !fewer.is_subset(&chosen) {
            return fewer;
        }
        chosen = fewer;
    }
}

fn choose_once(
    used: &Alternatives,
    declared: &CapabilitySet,
    offered: &CapabilitySet,
) -> CapabilitySet {
    let own = offered.intersection(declared);
    let mut chosen = CapabilitySet::EMPTY;
    let mut given = CapabilitySet::EMPTY;
    for capability in own
        .iter()
        .filter(|&capability| implicit::is_opaque(capability))
    {
        choose(capability, &mut chosen, &mut given);
    }
    // Sets with fewer declared candidates come first, those with none last.
    for round in [1, 2, usize::MAX] {
        for set in used.iter() {
            let any_of = alternative_set(set);
            if any_of.is_empty() || any_of.iter().any(|&capability| given.contains(capability)) {
                continue;
            }
            let candidates = any_of
                .iter()
                .filter(|&&capability| own.contains(capability))
                .count();
            if candidates > round || candidates == 0 && round != usize::MAX {
                continue;
            }
            let first_of = |set: &CapabilitySet| {
                any_of
                    .iter()
                    .copied()
                    .find(|&capability| set.contains(capability))
            };
            let implies = |&capability: &u16| {
                capability_row(capability)
                    .is_some_and(|row| row.implies.iter().any(|one| any_of.contains(one)))
            };
            let capability = first_of(&own)
                .or_else(|| own.iter().find(implies))
                .or_else(|| first_of(offered));
            if let Some(capability) = capability {
                choose(capability, &mut chosen, &mut given);
            }
        }
    }
    chosen
}

/// Capabilities whose implied capabilities are only in newer grammars. Drivers and validators with an older grammar need both
/// declared.
const LATE_IMPLICATIONS: &[u32] = &[capability::Int64ImageEXT];

fn choose(capability: u16, chosen: &mut CapabilitySet, given: &mut CapabilitySet) {
    chosen.insert(capability);
    given.insert(capability);
    let row = capability_row(capability).filter(|row| !LATE_IMPLICATIONS.contains(&row.value));
    for &implied in row.map_or(&[][..], |row| row.implies) {
        given.insert(implied);
    }
}

#[cfg(test)]
mod tests;
