//! A module that its target takes as it is, and of which the caller wants parts away: names, lines, debug information.
//!
//! Input: a module without a constant to set, whose declarations the target has and whose conditions it grants
//! ([`Plan::is_granted`]). Output: a plan that removes what the caller wants away, and declarations that nothing needs.
//!
//! Nothing is folded and nothing is lowered, so neither values nor flow are asked for, and the instructions are looked at
//! for one question only: is each declaration needed? That is often answered early. A declaration is *pinned* when
//! something needs it that no other declaration meets; once all are pinned they all stay, whatever else is in the module,
//! and the rest of it is not looked at. Where some are not pinned at the end, they are chosen as in every other plan.
//! Either way the answer depends on what the module holds and not on where the walk ended, so a second run repeats it.

use super::needs::{implicit, Place};
use super::notes::stripped;
use super::{alternative_set, closure, Plan, Scene};
use crate::facts::Gates;
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::specialize::Values;
use crate::tables::{capability_row, CapabilitySet};

/// How many instructions are looked at between two questions whether that is enough.
const STRIDE: usize = 512;

impl Plan {
    /// Plans.
    pub fn pare(&mut self, scene: &Scene<'_>, values: &Values) {
        let facts = scene.facts;
        self.reset(scene);
        let declared = closure(&facts.capabilities);
        let looks = implicit::Looks::of(&declared);
        let contents = self.take_contents(scene, &looks);
        let place = Place {
            words: scene.words,
            facts,
            declared: &declared,
            stages: &[],
            contents: &contents,
            values: Some(values),
            looks,
            closer: Gates::NONE,
            lacking: Gates::NONE,
        };
        for inst in Insts::new(scene.words, facts.preamble_end, facts.first_function) {
            self.pare_one(scene, &place, inst, false);
        }
        let debug = matches!(scene.options.strip, Strip::Debug | Strip::All);
        let mut sets = facts.imports.iter();
        let strips =
            debug && (facts.gates.meets(Gates::LINES) || sets.any(|import| import.set.is_debug()));
        let mut code = Insts::new(scene.words, facts.first_function, scene.words.len() as u32);
        let (mut asked, mut settled) = (None, false);
        while !code.is_at_end() {
            if !settled && asked != Some(self.used) {
                asked = Some(self.used);
                settled = self.is_settled(scene);
            }
            let part = code.by_ref().take(STRIDE);
            if !settled || strips {
                part.for_each(|inst| self.pare_one(scene, &place, inst, settled));
            } else if self.imports_used.iter().any(|used| !used) {
                part.for_each(|inst| self.count_import(scene, inst));
            } else {
                break;
            }
        }
        self.notes(scene, values);
        if settled {
            self.capabilities = facts.capabilities;
            self.extensions = facts.extensions;
        } else {
            self.declare(scene, &place);
        }
        self.contents = contents;
    }

    fn pare_one(&mut self, scene: &Scene<'_>, place: &Place<'_>, inst: Inst<'_>, settled: bool) {
        if stripped(scene, inst) {
            return self.remove(scene, inst.offset(), inst.end());
        }
        if !settled {
            // Whatever is not met was not declared either: the target takes the module as it is, and so does this.
            let _ = self.check(scene, place, inst, None);
        }
        self.count_import(scene, inst);
    }

    /// Whether every capability and extension is pinned. Imports are told by their use alone.
    fn is_settled(&mut self, scene: &Scene<'_>) -> bool {
        let facts = scene.facts;
        let declared = &facts.capabilities;
        let mut left = *declared;
        for capability in declared.iter().filter(|&one| implicit::is_opaque(one)) {
            left.remove(capability);
        }
        for set in self.used.alternatives.iter() {
            if let Some(capability) = only_one_of(alternative_set(set), declared) {
                left.remove(capability);
            }
        }
        if !left.is_empty() {
            return false;
        }
        self.capabilities = *declared;
        self.choose_extensions(scene);
        facts.extensions.is_subset(&self.extensions)
    }
}

/// The declared capability that is in a set of alternatives or implies one of them, if there is exactly one.
fn only_one_of(any_of: &[u16], declared: &CapabilitySet) -> Option<u16> {
    let mut meets = declared.iter().filter(|&capability| {
        let implied = capability_row(capability).map_or(&[][..], |row| row.implies);
        any_of.contains(&capability) || implied.iter().any(|one| any_of.contains(one))
    });
    let one = meets.next()?;
    meets.next().is_none().then_some(one)
}
