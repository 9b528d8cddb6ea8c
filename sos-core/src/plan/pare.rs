//! A module that its target takes as it is, and of which the caller wants parts away: names, lines, debug information.
//!
//! Input: a module without a constant to set, whose declarations the target has and whose conditions it grants
//! ([`Plan::is_granted`]). Output: a plan that removes what the caller wants away, and declarations that nothing needs.
//!
//! Or a module that passes have made, with declarations that the target may lack: whether something needs them is what
//! [`Plan::is_met`] tells then.
//!
//! Nothing is folded and nothing is lowered, so neither values nor flow are asked for. What is left are three questions,
//! each of which ends its walk as soon as it is answered: what is to go, which declarations are needed, which imports.
//! A declaration is *pinned* when something needs it that no other declaration meets, and what it implies is pinned with
//! it; once all are pinned they all stay, whatever else is in the module, and the rest of it is not looked at. Where some
//! are not pinned at the end, they are chosen as in every other plan. Either way the answer depends on what the module
//! holds and not on where the walk ended, so a second run repeats it. That leaves the order free: what most often pins comes
//! first, which is what the scan has noted of opcodes and types anyway, and entry points; for most modules that is all. Where
//! not, values of narrow types are looked for apart, since any instruction of any function may be the first to have one.

use super::needs::{implicit, needs, plain_needs, visit_row, Need, Place, NO_DIALECTS};
use super::notes::{stripped, Kept};
use super::{alternative_set, closure, result, Offer, Plan, Scene, NO_TYPES};
use crate::facts::{Gates, Import};
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::specialize::Values;
use crate::tables::{capability_row, CapabilitySet, ExtInstSet, CAPABILITIES, CAPABILITY_COUNT};

/// What is pinned so far.
struct Pins {
    /// Capabilities that are not.
    left: CapabilitySet,
}

impl Plan {
    /// Plans; whether anything goes.
    pub fn pare(&mut self, scene: &Scene<'_>, values: &Values) -> bool {
        let facts = scene.facts;
        self.reset(scene);
        self.strip(scene);
        let declared = closure(&facts.capabilities);
        let mut looks = implicit::Looks::of(&declared);
        let mut contents = self.take_contents(scene, &mut looks);
        let mut place = Place {
            words: scene.words,
            facts,
            declared: &declared,
            stages: &[],
            contents: &[],
            dialects: &NO_DIALECTS,
            values: Some(values),
            looks: implicit::Looks::default(),
            closer: Gates::NONE,
            lacking: Gates::NONE,
            new: &NO_TYPES,
        };
        self.count_imports(scene);
        let mut pins = Pins::new(&facts.capabilities);
        let mut settled = self.settle_early(scene, &place, &mut pins);
        let mut kept = 0;
        if !settled {
            kept = self.pin_values(scene, &place, looks, &mut contents, &mut pins);
            place.contents = &contents;
            place.looks = implicit::Looks { values: 0, ..looks };
            settled = self.settle(scene, &place, &mut pins);
        }
        // Where all stays declared, there is none to tell from others.
        let bits = if settled { 0 } else { kept };
        let kept = Kept {
            contents: &contents,
            bits,
        };
        self.notes(scene, values, kept);
        if settled {
            self.capabilities = facts.capabilities;
            self.extensions = facts.extensions;
        } else {
            self.declare(scene, &place);
        }
        self.contents = contents;
        !self.edits.is_empty() || !self.keeps_preamble(facts)
    }

    /// Whether an offer holds all that a paring has found to be needed, and all that stays declared. Not told where dynamic
    /// indices into descriptors are a matter: they count although no module declares them.
    pub fn is_met(&self, offer: &Offer) -> bool {
        let used = &self.used;
        self.unmet.is_empty()
            && !implicit::lacks_indexing(offer)
            && self.capabilities.is_subset(&offer.capabilities)
            && self.extensions.is_subset(&offer.extensions)
            && used.alternatives.is_subset(&offer.alternatives)
            && used.availability.is_subset(&offer.availability)
            && used.conditions.intersection(&offer.unmet).is_empty()
    }

    /// Removes what the caller wants away.
    fn strip(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        let debug = matches!(scene.options.strip, Strip::Debug | Strip::All);
        let lines = facts.gates.meets(Gates::LINES);
        let imports = |is: fn(&Import) -> bool| facts.imports.iter().any(is);
        if scene.options.strip == Strip::All && !lines && !imports(names_strings) {
            // The whole section goes, and nothing that stays names a string in it.
            if facts.debug < facts.annotations {
                self.edits.remove(facts.debug, facts.annotations);
            }
            return;
        }
        let everywhere = debug && (lines || imports(|import| import.set.is_debug()));
        let end = if everywhere {
            scene.words.len() as u32
        } else {
            facts.annotations
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

    /// Counts what the scan has noted, and what stands between the memory model and debug information: entry points and
    /// their modes; whether all is pinned.
    fn settle_early(&mut self, scene: &Scene<'_>, place: &Place<'_>, pins: &mut Pins) -> bool {
        let facts = scene.facts;
        self.settled = true;
        self.pin_told(place, pins);
        let heads = Insts::new(scene.words, facts.preamble_end, facts.debug);
        pins.are_all(self, scene) || self.pin(scene, place, heads, pins)
    }

    /// Counts what computing with narrow types needs, where that can pin anything: one quick walk of its own, since any
    /// instruction can. Answers the types that nothing computes with, as bits of [`implicit::contents`].
    fn pin_values(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        mut looks: implicit::Looks,
        contents: &mut [u8],
        pins: &mut Pins,
    ) -> u8 {
        let (words, facts) = (scene.words, scene.facts);
        looks.values &= implicit::values_of(&closure(&pins.left));
        if looks.values == 0 {
            return 0;
        }
        let insts = Insts::new(words, facts.globals, words.len() as u32);
        let insts = insts.filter(|&inst| !stripped(scene, inst));
        let found = implicit::computed((words, facts), &looks, contents, insts);
        implicit::of_values(&looks, found, &mut |set| {
            self.pin_need(place, Need::Capability(set.number()), pins);
        });
        looks.values & !found
    }

    /// Counts needs until every capability and extension is pinned; whether they are.
    fn settle(&mut self, scene: &Scene<'_>, place: &Place<'_>, pins: &mut Pins) -> bool {
        let (words, facts) = (scene.words, scene.facts);
        self.settled = !place.looks.everywhere();
        pins.are_all(self, scene)
            || [
                (facts.globals, facts.first_function),
                (facts.annotations, facts.globals),
                (facts.first_function, words.len() as u32),
            ]
            .iter()
            .any(|&(from, to)| self.pin(scene, place, Insts::new(words, from, to), pins))
    }

    /// Counts what the scan has noted: needs of opcodes, and of numbers for their widths.
    fn pin_told(&mut self, place: &Place<'_>, pins: &mut Pins) {
        let told = &place.facts.told;
        let sets = told.alternatives.iter();
        let sets = sets.chain(implicit::of_numbers(place.facts));
        let sets = sets.map(|set| (set, 0));
        let rows = told.availability.iter().map(|row| (0, row));
        for row in sets.chain(rows) {
            visit_row(row, &mut |need| {
                self.pin_need(place, need, pins);
            });
        }
    }

    /// Counts a need; whether it is new.
    fn pin_need(&mut self, place: &Place<'_>, need: Need, pins: &mut Pins) -> bool {
        let is_new = !self.used.contains(need) && place.declares(need);
        if is_new {
            self.used.insert(need);
            if let Need::Capability(set) = need {
                pins.add(place, set);
            }
        }
        is_new
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
            let depends = self.depends(place, inst);
            if !depends && self.is_counted(place, inst) || stripped(scene, inst) {
                return false;
            }
            self.pin_by(place, inst, depends, pins) && pins.are_all(self, scene)
        })
    }

    /// Counts the needs of an instruction; whether any is new. Whatever the target does not meet was not declared either: it
    /// takes the module as it is.
    fn pin_by(
        &mut self,
        place: &Place<'_>,
        inst: Inst<'_>,
        depends: bool,
        pins: &mut Pins,
    ) -> bool {
        let mut grown = false;
        let mut count = |need| grown |= self.pin_need(place, need, pins);
        match plain_needs(place, inst, depends) {
            Some(rows) => {
                rows.iter().for_each(|&row| visit_row(row, &mut count));
                self.count_kind(inst);
            }
            None => {
                needs(place, inst, None, &mut count);
                self.settled = implicit::is_counted(&place.looks, &self.used);
            }
        }
        grown
    }

    /// Notes which imports stay, until all do.
    fn count_imports(&mut self, scene: &Scene<'_>) {
        let (facts, end) = (scene.facts, scene.words.len() as u32);
        let early = facts.imports.iter().any(names_strings);
        match facts.imports.as_slice() {
            _ if !facts.gates.meets(Gates::EXTENDED) => return,
            // What is extended is of this one, and stays.
            [_] if !early => return self.imports_used.fill(true),
            _ => {}
        }
        // Before the functions, only instructions without effect on results are extended ones.
        let start = match early {
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
        }
    }

    /// Adds what is pinned by a need of a set of alternatives.
    fn add(&mut self, place: &Place<'_>, set: u16) {
        if implicit::is_narrow_type(set) {
            return;
        }
        let any_of = alternative_set(set).iter();
        let meeting = any_of.filter_map(|&one| MEETING.get(usize::from(one)));
        let meeting = meeting.fold(CapabilitySet::EMPTY, |all, one| all.union(one));
        let found = meeting.intersection(&place.facts.capabilities);
        let mut found = found.iter();
        if let (Some(only), None) = (found.next(), found.next()) {
            self.left.remove(only);
            for &implied in implied(only) {
                self.left.remove(implied);
            }
        }
    }

    /// Whether every capability and extension is pinned by the needs that a plan has counted. Imports are told by their use
    /// alone.
    fn are_all(&self, plan: &mut Plan, scene: &Scene<'_>) -> bool {
        let facts = scene.facts;
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

/// Whether instructions of an imported set may stand outside of functions, and name strings.
fn names_strings(import: &Import) -> bool {
    import.set.is_debug() || import.set == ExtInstSet::Unknown
}

/// By capability: those that are it or imply it.
static MEETING: [CapabilitySet; CAPABILITY_COUNT] = {
    let mut table = [CapabilitySet::EMPTY; CAPABILITY_COUNT];
    let mut index = 0;
    while index < CAPABILITY_COUNT {
        table[index] = table[index].with(index as u16);
        let implies = CAPABILITIES[index].implies;
        let mut at = 0;
        while at < implies.len() {
            let implied = implies[at] as usize;
            table[implied] = table[implied].with(index as u16);
            at += 1;
        }
        index += 1;
    }
    table
};

fn implied(capability: u16) -> &'static [u16] {
    capability_row(capability).map_or(&[][..], |row| row.implies)
}
