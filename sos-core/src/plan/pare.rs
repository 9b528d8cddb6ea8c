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
//! holds and not on where the walk ended, so a second run repeats it. That leaves the order free: what most often pins comes
//! first, entry points and the instructions whose opcodes tell a need, and annotations, many and of little need, last.

use super::needs::{implicit, Place, NO_DIALECTS};
use super::notes::stripped;
use super::{alternative_set, closure, result, Alternatives, Plan, Scene};
use crate::facts::{Gates, Import};
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::sets::BitSet;
use crate::specialize::Values;
use crate::tables::{capability_row, op, op_hot, CapabilitySet, ExtInstSet, OPCODE_END};

/// The opcodes by which alone a need is told, and types of numbers.
static TELLING: BitSet<{ OPCODE_END.div_ceil(64) }> = {
    let mut bits = BitSet::EMPTY.with(op::OpTypeInt).with(op::OpTypeFloat);
    let mut opcode = 0;
    while opcode < OPCODE_END as u16 {
        let hot = op_hot(opcode);
        if hot.alternatives != 0 || hot.availability != 0 {
            bits = bits.with(opcode);
        }
        opcode += 1;
    }
    bits
};

/// How many instructions are looked through for those before all are: a large module is not walked twice.
const FIRST: usize = 1024;

/// What is pinned so far.
struct Pins {
    /// Capabilities that are not.
    left: CapabilitySet,
    /// The sets of alternatives that were looked at.
    seen: Alternatives,
}

impl Plan {
    /// Plans nothing: the target takes the module as it is, and nobody wants anything away. What was planned is forgotten.
    pub fn leave(&mut self, rules: usize) {
        self.edits.reset();
        self.unmet.clear();
        self.refused.clear();
        self.leaned.clear();
        self.counts.clear();
        self.counts.resize(rules, 0);
    }

    /// Plans.
    pub fn pare(&mut self, scene: &Scene<'_>, values: &Values) {
        let facts = scene.facts;
        self.reset(scene);
        self.strip(scene);
        let declared = closure(&facts.capabilities);
        let mut looks = implicit::Looks::of(&declared);
        let contents = self.take_contents(scene, &mut looks);
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
        self.settled = !looks.everywhere();
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
                self.edits.remove(inst.offset(), inst.end());
                if let Some(id) = result(inst) {
                    self.mark_gone(id);
                }
            }
        }
    }

    /// Counts needs until every capability and extension is pinned; whether they are.
    fn settle(&mut self, scene: &Scene<'_>, place: &Place<'_>) -> bool {
        let (words, facts) = (scene.words, scene.facts);
        let mut pins = Pins::new(&facts.capabilities);
        let end = words.len() as u32;
        let entries = facts.entry_points.iter();
        let entries = entries.filter_map(|&offset| Inst::at(words, offset));
        let rest = || Insts::new(words, facts.globals, end);
        let telling = rest()
            .take(FIRST)
            .filter(|inst| TELLING.contains(inst.opcode()));
        let annotations = Insts::new(words, facts.preamble_end, facts.globals);
        pins.add(self, scene)
            || self.pin(scene, place, entries, &mut pins)
            || self.pin(scene, place, telling, &mut pins)
            || self.pin(scene, place, rest(), &mut pins)
            || self.pin(scene, place, annotations, &mut pins)
    }

    /// Counts needs of instructions until all is pinned; whether it is.
    fn pin<'w>(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        mut insts: impl Iterator<Item = Inst<'w>>,
        pins: &mut Pins,
    ) -> bool {
        insts.any(|inst| {
            let counted = self.is_counted(place, inst) && !self.depends(place, inst);
            if counted || stripped(scene, inst) {
                return false;
            }
            // Whatever is not met was not declared either: the target takes the module as it is, and so does this.
            let _ = self.check(scene, place, inst, None);
            std::mem::take(&mut self.grown) && pins.add(self, scene)
        })
    }

    /// Notes which imports stay, until all do.
    fn count_imports(&mut self, scene: &Scene<'_>) {
        let (facts, end) = (scene.facts, scene.words.len() as u32);
        // Before the functions, only instructions without effect on results are extended ones.
        let has_early =
            |import: &Import| import.set.is_debug() || import.set == ExtInstSet::Unknown;
        let start = match facts.imports.iter().any(has_early) {
            true => facts.globals,
            false => facts.first_function,
        };
        let mut insts = Insts::new(scene.words, start, end);
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
        Self {
            left: implicit::visible(declared),
            seen: Alternatives::EMPTY,
        }
    }

    /// Adds what is pinned by the needs that a plan has counted; whether every capability and extension is. Imports are
    /// told by their use alone.
    fn add(&mut self, plan: &mut Plan, scene: &Scene<'_>) -> bool {
        let facts = scene.facts;
        for set in plan.used.alternatives.difference(&self.seen).iter() {
            let any_of = alternative_set(set);
            let found = self.left.iter().find(|&one| meets(one, any_of));
            let Some(capability) = found else {
                continue;
            };
            let mut declared = facts.capabilities.iter();
            if !declared.any(|other| other != capability && meets(other, any_of)) {
                self.left.remove(capability);
                for &implied in implied(capability) {
                    self.left.remove(implied);
                }
            }
        }
        self.seen = plan.used.alternatives;
        if !self.left.is_empty() {
            return false;
        }
        if facts.extensions.is_empty() {
            return true;
        }
        plan.capabilities = facts.capabilities;
        plan.choose_extensions(scene);
        facts.extensions.is_subset(&plan.extensions)
    }
}

/// Whether a capability is in a set of alternatives or implies one of them.
fn meets(capability: u16, any_of: &[u16]) -> bool {
    any_of.contains(&capability) || implied(capability).iter().any(|one| any_of.contains(one))
}

fn implied(capability: u16) -> &'static [u16] {
    capability_row(capability).map_or(&[][..], |row| row.implies)
}
