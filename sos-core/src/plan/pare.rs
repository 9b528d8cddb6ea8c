//! A module that its target takes as it is, and of which the caller wants parts away: names, lines, debug information.
//!
//! Input: a module without a constant to set, whose declarations the target has and whose conditions it grants
//! ([`Plan::is_granted`]). Output: a plan that removes what the caller wants away, and declarations that nothing needs.
//!
//! Nothing is folded and nothing is lowered, so neither values nor flow are asked for. What is left are three questions,
//! each of which ends its walk as soon as it is answered: what is to go, which declarations are needed, which imports.
//! A declaration is *pinned* when something needs it that no other declaration meets, and what it implies is pinned with
//! it; once all are pinned they all stay, whatever else is in the module, and the rest of it is not looked at. Where some
//! are not pinned at the end, they are chosen as in every other plan. Either way the answer depends on what the module
//! holds and not on where the walk ended, so a second run repeats it.

use super::needs::{implicit, Place, NO_DIALECTS};
use super::notes::stripped;
use super::{alternative_set, closure, Alternatives, Plan, Scene, Used};
use crate::facts::Gates;
use crate::inst::Insts;
use crate::options::Strip;
use crate::specialize::Values;
use crate::tables::{capability_row, CapabilitySet};

/// How many instructions are looked at before the first question whether that is enough. Each further one comes after
/// twice as many, up to [`STRIDE`]: most modules are settled by their entry points.
const FIRST_STRIDE: usize = 8;
const STRIDE: usize = 512;

/// What is pinned so far.
struct Pins {
    /// Capabilities that are not.
    left: CapabilitySet,
    /// The needs that were looked at.
    seen: Option<Used>,
}

impl Plan {
    /// Plans.
    pub fn pare(&mut self, scene: &Scene<'_>, values: &Values) {
        let facts = scene.facts;
        self.reset(scene);
        self.strip(scene);
        let declared = closure(&facts.capabilities);
        let looks = implicit::Looks::of(&declared);
        let contents = self.take_contents(scene, &looks);
        let place = Place {
            words: scene.words,
            facts,
            declared: &declared,
            stages: &[],
            contents: &contents,
            dialects: &NO_DIALECTS,
            values: Some(values),
            looks,
            closer: Gates::NONE,
            lacking: Gates::NONE,
        };
        self.count_imports(scene);
        let settled = self.settle(scene, &place);
        self.notes(scene, values);
        if settled {
            self.capabilities = facts.capabilities;
            self.extensions = facts.extensions;
        } else {
            self.declare(scene, &place);
        }
        self.contents = contents;
    }

    /// Removes what the caller wants away.
    fn strip(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        let debug = matches!(scene.options.strip, Strip::Debug | Strip::All);
        let mut sets = facts.imports.iter();
        let everywhere =
            debug && (facts.gates.meets(Gates::LINES) || sets.any(|import| import.set.is_debug()));
        let end = if everywhere {
            scene.words.len() as u32
        } else {
            facts.globals
        };
        for inst in Insts::new(scene.words, facts.preamble_end, end) {
            if stripped(scene, inst) {
                self.remove(scene, inst.offset(), inst.end());
            }
        }
    }

    /// Counts needs until every capability and extension is pinned; whether they are.
    fn settle(&mut self, scene: &Scene<'_>, place: &Place<'_>) -> bool {
        let end = scene.words.len() as u32;
        let mut insts = Insts::new(scene.words, scene.facts.preamble_end, end);
        let mut pins = Pins::new(&scene.facts.capabilities);
        let mut stride = FIRST_STRIDE;
        loop {
            if pins.add(self, scene) {
                return true;
            }
            if insts.is_at_end() {
                return false;
            }
            for inst in insts.by_ref().take(stride) {
                if !stripped(scene, inst) {
                    // Whatever is not met was not declared either: the target takes the module as it is, and so does this.
                    let _ = self.check(scene, place, inst, None);
                }
            }
            stride = STRIDE.min(stride * 2);
        }
    }

    /// Notes which imports stay, until all do.
    fn count_imports(&mut self, scene: &Scene<'_>) {
        let end = scene.words.len() as u32;
        let mut insts = Insts::new(scene.words, scene.facts.globals, end);
        while self.imports_used.iter().any(|used| !used) {
            let Some(inst) = insts.find(|inst| inst.is_extended()) else {
                return;
            };
            if !stripped(scene, inst) {
                self.count_import(scene, inst);
            }
        }
    }
}

impl Pins {
    fn new(declared: &CapabilitySet) -> Self {
        let visible = declared.iter().filter(|&one| !implicit::is_opaque(one));
        Self {
            left: visible.collect(),
            seen: None,
        }
    }

    /// Adds what is pinned by the needs that a plan has counted; whether every capability and extension is. Imports are
    /// told by their use alone.
    fn add(&mut self, plan: &mut Plan, scene: &Scene<'_>) -> bool {
        let facts = scene.facts;
        if self.seen == Some(plan.used) {
            return false;
        }
        let seen = self
            .seen
            .map_or(Alternatives::EMPTY, |used| used.alternatives);
        for set in plan.used.alternatives.difference(&seen).iter() {
            if let Some(capability) = only_one_of(alternative_set(set), &facts.capabilities) {
                self.left.remove(capability);
                for &implied in implied(capability) {
                    self.left.remove(implied);
                }
            }
        }
        self.seen = Some(plan.used);
        if !self.left.is_empty() {
            return false;
        }
        plan.capabilities = facts.capabilities;
        plan.choose_extensions(scene);
        facts.extensions.is_subset(&plan.extensions)
    }
}

/// The declared capability that is in a set of alternatives or implies one of them, if there is exactly one.
fn only_one_of(any_of: &[u16], declared: &CapabilitySet) -> Option<u16> {
    let mut meets = declared.iter().filter(|&capability| {
        any_of.contains(&capability) || implied(capability).iter().any(|one| any_of.contains(one))
    });
    let one = meets.next()?;
    meets.next().is_none().then_some(one)
}

fn implied(capability: u16) -> &'static [u16] {
    capability_row(capability).map_or(&[][..], |row| row.implies)
}
