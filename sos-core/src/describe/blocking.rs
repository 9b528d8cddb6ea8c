//! Which unmet needs block a module, and which only wait for those.
//!
//! What passes replace is replaced in the whole module or not at all: one need that nothing meets leaves all others unmet. A need
//! waits if SOS has a replacement that it did not get to, and blocks otherwise.

use super::needs::{features_of, need_of, AnyVersion};
use super::tried::WOULD_NEED;
use super::unsupported::MAX_UNSUPPORTED;
use crate::filter::{Scratch, LACKS_REST};
use crate::inst::Inst;
use crate::module::Module;
use crate::passes;
use crate::plan::{
    is_float_control, is_met, needs_subgroups, LowerError, Need, Offer, Refused, Unmet,
};
use crate::target::Target;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a target offers at a SPIR-V version.
struct Offered<'t> {
    target: &'t Target,
    offer: Offer,
}

impl<'t> Offered<'t> {
    fn new(target: &'t Target, minor: u8) -> Self {
        let offer = Offer::new(target, minor);
        Self { target, offer }
    }

    fn meets(&self, need: Need) -> bool {
        is_met(need, &self.offer, self.target)
    }
}

/// An unmet need to be listed.
pub(super) struct Listed {
    pub(super) unmet: Unmet,
    /// Whether it blocks the module.
    pub(super) blocks: bool,
    /// Whether passes replace what it needs.
    pub(super) by_passes: bool,
}

impl Scratch {
    /// The unmet needs to list: all, or the first [`MAX_UNSUPPORTED`]. Those that block come first: thousands of others would
    /// otherwise hide them. `refused` is sorted by offset.
    pub(super) fn listed(
        &self,
        module: &Module<'_>,
        target: &Target,
        any_version: &AnyVersion<'_>,
        refused: &[Refused],
    ) -> Vec<Listed> {
        let (facts, minor) = (&module.facts, self.plan.minor);
        let pretended = Offered::new(passes::pretended_for(facts, target), minor);
        let concerned = self.concerned(target);
        let concerned = concerned.as_ref().map(|with| Offered::new(with, minor));
        let emulates = self.not_emulated.is_some_and(|(_, why)| why == LACKS_REST)
            && self.lacks_for_emulation(target).is_none();
        let mode = self.error_location().mode;
        let is_blamed = |unmet: &Unmet| {
            let inst = Inst::at(module.words(), unmet.offset);
            inst.is_some_and(|inst| is_float_control(inst) && inst.from(2) == mode)
        };
        let blames = self.plan.unmet.iter().any(is_blamed);
        let blocks = |unmet: &Unmet, by_passes: bool| {
            let need = unmet.need;
            if any_version.explain(need).is_some() {
                return true;
            }
            if emulates && needs_subgroups(need) {
                return false;
            }
            match (&concerned, self.refusal) {
                // The passes ran, so that only what the refusal is about is left.
                _ if blames => is_blamed(unmet),
                (Some(concerned), _) => concerned.meets(need),
                (None, Some(_)) => true,
                (None, None) if self.lasting.known => self.lasting.contains(unmet.offset),
                (None, None) => {
                    let from = refused.partition_point(|one| one.offset < unmet.offset);
                    let here = refused.get(from..).unwrap_or(&[]).iter();
                    let mut here = here.take_while(|one| one.offset == unmet.offset);
                    let lowered = |one: &Refused| matches!(one.why, LowerError::Lacks(need) if pretended.meets(need));
                    !by_passes && !here.any(lowered)
                }
            }
        };
        let mut list: Vec<Listed> = Vec::new();
        for &unmet in &self.plan.unmet {
            let by_passes = pretended.meets(unmet.need);
            let blocks = blocks(&unmet, by_passes);
            list.push(Listed {
                unmet,
                blocks,
                by_passes,
            });
        }
        // Where nothing is known to block, none can be said to wait.
        if !list.iter().any(|one| one.blocks) {
            list.iter_mut().for_each(|one| one.blocks = true);
        }
        let (mut list, waiting): (Vec<_>, Vec<_>) = list.into_iter().partition(|one| one.blocks);
        list.extend(waiting);
        list.truncate(MAX_UNSUPPORTED);
        list
    }

    /// Why subgroups are not emulated in workgroup memory, if that is something which the module with the device's own does not
    /// need.
    pub(super) fn lacks_for_emulation(&self, target: &Target) -> Option<String> {
        let is_unmet = |need: &Need| self.plan.unmet.iter().any(|unmet| unmet.need == *need);
        let would_need = |need| format!("{WOULD_NEED} {}", need_of(need, target));
        match (self.emulation_lacks, self.refusal) {
            (Some(need), _) => Some(need).filter(|need| !is_unmet(need)).map(would_need),
            (None, Some(refusal)) => {
                let others = |unmet: &Unmet| !needs_subgroups(unmet.need);
                let only = !self.plan.unmet.iter().any(others);
                let why = || self.lacking().map_or(refusal.text().to_owned(), would_need);
                only.then(why)
            }
            (None, None) => None,
        }
    }

    /// The target with what a pass could not replace, if a pass refused the module and that is expressed by features.
    fn concerned(&self, target: &Target) -> Option<Target> {
        self.refusal?;
        let features = match self.lacking() {
            Some(need) => features_of(need),
            None => self.error_location().features.to_vec(),
        };
        if features.is_empty() {
            return None;
        }
        let mut description = target.describe();
        description.pretended = true;
        for feature in features {
            description.set_feature(feature, true);
            for &extension in feature.extensions() {
                description.set_extension(extension, true);
            }
        }
        Some(description.build())
    }
}

#[cfg(test)]
mod tests;
