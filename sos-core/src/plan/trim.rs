//! The short path for modules of which nothing has to be lowered: planning without folding constants or following control
//! flow.
//!
//! It serves two cases. A module that the target accepts unmodified ([`Plan::is_granted`]), without set constants, from which
//! the caller wants names, lines or debug information stripped: the plan removes these, and declarations that nothing needs
//! any more. And a module with declarations that the target lacks, such as the output of passes: [`Plan::is_met`] then
//! reports whether anything needs them.
//!
//! Three questions remain, and the walk for each ends as soon as the answer is known: what to strip, which declarations are
//! needed, which imports are used. A declaration is *pinned* when something needs it that no other declaration meets; the
//! capabilities that it implies are pinned with it. Once everything is pinned, all declarations stay whatever else the module
//! contains, and the rest of it is not visited. If some are not pinned at the end, declarations are chosen as in every other
//! plan. Capabilities for numbers that the module does not have ([`implicit::of_absent_numbers`]) go without a walk: passes leave
//! them behind, and front ends declare them for all of a library. Either way the result depends on what the module contains and not
//! on where the walk ended, so a second run gives the same result.
//!
//! The order of the walks is therefore free. What most often pins comes first, and by the shortest code, since a small module
//! costs less than the code that reads it:
//! 1. the needs of opcodes and types that the scan has recorded, and entry points: sufficient for most modules;
//! 2. narrow data, by fast walks of its own, since any instruction of any function may be the first to compute with it;
//! 3. the table rows of decorations;
//! 4. all needs of all instructions, one after another.

use super::annotations::{names_stay, stripped, Kept, STRIPPABLE_ROWS};
use super::needs::{implicit, needs_closely, plain_needs, visit_row, Need, Place};
use super::offer::met_by;
use super::{result, Alternatives, Offer, Plan, Scene};
use crate::facts::{closure, Facts, Gates, Import, RowNeeds};
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::specialize::Values;
use crate::tables::{
    availability, capability, capability_row, decoration, op, CapabilitySet, ExtInstSet,
    OperandKind,
};

/// The declarations that are pinned so far.
struct Pins {
    /// Capabilities that are not pinned.
    left: CapabilitySet,
    /// The sets of alternatives that exactly one declared capability meets.
    sole: Alternatives,
    /// Those that are needed, as far as is known.
    needs: Alternatives,
}

impl Plan {
    /// Plans the stripping and trimming of a module. Returns whether the output differs from the input.
    pub fn trim(&mut self, scene: &Scene<'_>, values: &mut Values) -> bool {
        let facts = scene.facts;
        self.reset(scene);
        self.strip(scene);
        self.count_imports(scene);
        let mut pins = Pins::new(&facts.capabilities);
        if !self.is_noted(scene, &mut pins) {
            self.trim_by_instructions(scene, values, pins);
        } else if self.removes_named(scene) {
            self.annotations(scene, values, Kept::NOTHING);
        }
        !self.edits.is_empty() || !self.keeps_preamble(facts)
    }

    /// Continues where the needs recorded by the scan do not pin everything. Out of line, since most modules do not get here.
    #[inline(never)]
    fn trim_by_instructions(&mut self, scene: &Scene<'_>, values: &mut Values, mut pins: Pins) {
        let facts = scene.facts;
        let declared = closure(&facts.capabilities);
        let mut checks = scene.checks(&declared);
        let mut contents = self.take_contents(scene, &mut checks);
        let mut place = Place {
            checks,
            ..Place::new(scene.words, facts, &declared)
        };
        let (mut idle, mut settled) = (0, false);
        if checks.narrow {
            let (needs, bits) = narrow_needs(scene, &place, &mut contents, &pins);
            self.used.alternatives = needs;
            pins.add(&needs);
            settled = pins.are_all(self, scene);
            idle = bits;
        }
        if !settled {
            let annotations = Insts::new(scene.words, facts.annotations, facts.globals);
            let found = annotation_needs(annotations);
            pins.add(&found.alternatives.widened());
            self.used.availability.absorb(&found.availability);
            settled = pins.are_all(self, scene);
        }
        if !settled {
            scene.constants.fold(facts, scene.words, values);
            place.values = Some(values);
            place.contents = &contents;
            place.checks.values = 0;
            settled = self.settle(scene, &place, &mut pins);
        }
        // If every declaration is kept, the kinds of values need not be distinguished.
        let kept = match settled {
            true => Kept::NOTHING,
            false => Kept {
                contents: &contents,
                bits: idle,
            },
        };
        if self.removes_named(scene) || kept.bits != 0 {
            self.annotations(scene, values, kept);
        }
        if !settled {
            self.declare(scene, &place);
        }
        self.contents = contents;
    }

    /// Whether something is removed that remaining instructions may refer to.
    fn removes_named(&self, scene: &Scene<'_>) -> bool {
        self.any_removed || names_stay(scene) && self.imports_used.contains(&false)
    }

    /// Whether an offer meets all needs found by [`Plan::trim`] and has all remaining declarations. Returns false for targets
    /// without dynamic descriptor indexing, since such indices need a capability even if no module declares it and are not
    /// searched for here.
    pub fn is_met(&self, facts: &Facts, offer: &Offer) -> bool {
        let used = &self.used;
        self.unmet.is_empty()
            && !implicit::lacks_indexing(facts, offer)
            && self.capabilities.is_subset(&offer.capabilities)
            && self.extensions.is_subset(&offer.extensions)
            && used.alternatives.is_subset(&offer.alternatives)
            && used.availability.is_subset(&offer.availability)
            && used.conditions.intersection(&offer.unmet).is_empty()
    }

    /// Removes what the caller wants stripped.
    fn strip(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        let debug = matches!(scene.options.strip, Strip::Debug | Strip::All);
        let lines = facts.gates.meets(Gates::LINES);
        let imports = |is: fn(&Import) -> bool| facts.imports.iter().any(is);
        if scene.options.strip == Strip::All && !lines && !imports(names_strings) {
            // The whole section is removed, and no remaining instruction refers to a string in it.
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
        self.strip_each(scene, Insts::new(scene.words, facts.preamble_end, end));
    }

    #[inline(never)]
    fn strip_each(&mut self, scene: &Scene<'_>, insts: Insts<'_>) {
        for inst in insts.filter(|&inst| stripped(scene, inst)) {
            self.edits.remove(inst.offset(), inst.end());
            if let Some(id) = result(inst) {
                self.mark_removed(id);
            }
        }
    }

    /// Whether the needs that the scan has recorded for opcodes, enumerants and types pin everything.
    fn is_noted(&mut self, scene: &Scene<'_>, pins: &mut Pins) -> bool {
        let facts = scene.facts;
        let mut found = facts.row_needs;
        found.availability = found.availability.difference(&STRIPPABLE_ROWS);
        let mut needs: Alternatives = found.alternatives.widened();
        needs.extend(implicit::of_numbers(facts));
        pins.add(&needs);
        self.used.availability = found.availability;
        pins.are_all(self, scene)
    }

    /// Counts needs until every capability and extension is pinned. Returns whether they are.
    fn settle(&mut self, scene: &Scene<'_>, place: &Place<'_>, pins: &mut Pins) -> bool {
        let (words, facts) = (scene.words, scene.facts);
        self.settled = !place.checks.everywhere();
        // What earlier walks have covered comes last.
        [
            (facts.globals, facts.first_function),
            (facts.first_function, words.len() as u32),
            (facts.annotations, facts.globals),
            (facts.preamble_end, facts.debug),
        ]
        .iter()
        .any(|&(from, to)| self.pin(scene, place, Insts::new(words, from, to), pins))
    }

    /// Counts a need. Returns whether it is new.
    fn pin_need(&mut self, place: &Place<'_>, inst: Inst<'_>, need: Need, pins: &mut Pins) -> bool {
        let is_new = !self.used.contains(need) && place.counts(inst, need);
        if is_new {
            self.used.insert(need);
            if let Need::Capability(set) = need {
                pins.add(&Alternatives::EMPTY.with(set));
            }
        }
        is_new
    }

    /// Counts needs of instructions until everything is pinned. Returns whether it is.
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

    /// Counts the needs of an instruction. Returns whether any is new. They are not checked against the target: either it
    /// accepts the module anyway, or [`Plan::is_met`] checks them afterwards.
    fn pin_by(
        &mut self,
        place: &Place<'_>,
        inst: Inst<'_>,
        depends: bool,
        pins: &mut Pins,
    ) -> bool {
        let mut grown = false;
        let mut count = |need| grown |= self.pin_need(place, inst, need, pins);
        match plain_needs(place, inst, depends) {
            Some(rows) => {
                rows.iter().for_each(|&row| visit_row(row, &mut count));
                self.count_kind(inst);
            }
            None => {
                needs_closely(place, inst, None, &mut count);
                self.settled = implicit::is_counted(&place.checks, &self.used);
            }
        }
        grown
    }

    /// Records which imports are used, until all are.
    fn count_imports(&mut self, scene: &Scene<'_>) {
        let (facts, end) = (scene.facts, scene.words.len() as u32);
        let early = facts.imports.iter().any(names_strings);
        match facts.imports.as_slice() {
            _ if !facts.gates.meets(Gates::EXTENDED) => return,
            // With a single import, every extended instruction belongs to it, so it stays.
            [_] if !early => return self.imports_used.fill(true),
            _ => {}
        }
        // Before the functions, only non-semantic extended instructions occur.
        let start = match early {
            true => facts.globals,
            false => facts.first_function,
        };
        self.count_each_import(scene, Insts::new(scene.words, start, end));
    }

    #[inline(never)]
    fn count_each_import(&mut self, scene: &Scene<'_>, mut insts: Insts<'_>) {
        let mut first = 0;
        loop {
            // Those in front are used, and stay so.
            let open = self.imports_used.iter().skip(first).position(|used| !used);
            first += match open {
                Some(open) => open,
                None => return,
            };
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
        let (mut once, mut twice) = (Alternatives::EMPTY, Alternatives::EMPTY);
        for capability in declared.iter() {
            let met = met_by(capability);
            twice = twice.union(&once.intersection(met));
            once = once.union(met);
        }
        Self {
            left: implicit::visible(declared),
            sole: once.difference(&twice).difference(&implicit::NARROW_TYPES),
            needs: Alternatives::EMPTY,
        }
    }

    /// Pins capabilities by needs, given as sets of alternatives.
    fn add(&mut self, needs: &Alternatives) {
        self.needs = self.needs.union(needs);
        let needs = needs.intersection(&self.sole);
        if needs.is_empty() {
            return;
        }
        let left = self.left;
        for capability in left.iter() {
            if !needs.intersection(met_by(capability)).is_empty() {
                self.left.remove(capability);
                for &implied in implied(capability) {
                    self.left.remove(implied);
                }
            }
        }
    }

    /// Whether what is not pinned can go without a walk, and which of the others stay is known: those that are needed themselves, and
    /// not only implied by others.
    fn may_leave(&self, facts: &Facts) -> bool {
        let needed = self.needs.with(implicit::SHADER).intersection(&self.sole);
        let is_needed = |capability| !needed.intersection(met_by(capability)).is_empty();
        let others = facts.capabilities.difference(&self.left);
        let is_shader = |capability| {
            capability_row(capability).is_some_and(|row| row.value == capability::Shader)
        };
        self.left.is_subset(&implicit::of_absent_numbers(facts))
            && others.iter().all(|one| is_needed(one) || is_shader(one))
    }

    /// Whether the counted needs pin every capability, and every extension that a need could still require. If so, sets the
    /// plan's declarations. Whether an import stays depends on its use alone.
    fn are_all(&self, plan: &mut Plan, scene: &Scene<'_>) -> bool {
        let facts = scene.facts;
        if self.left.is_empty() {
            plan.capabilities = facts.capabilities;
        } else if self.may_leave(facts) {
            let needs = self.needs.with(implicit::SHADER);
            plan.used.alternatives = plan.used.alternatives.union(&needs);
            plan.choose_capabilities(scene);
        } else {
            return false;
        }
        if facts.extensions.is_empty() {
            plan.extensions = facts.extensions;
            return true;
        }
        plan.choose_extensions(scene);
        plan.extensions = plan.extensions.intersection(&facts.extensions);
        let open = facts.extensions.difference(&plan.extensions);
        let mut open = open.intersection(&scene.offer.brought);
        for capability in self.left.iter() {
            let row = capability_row(capability).map_or(0, |row| row.availability);
            for &extension in availability(row).extensions {
                open.remove(extension);
            }
        }
        open.is_empty()
    }
}

/// Returns the needs of decorations by their table rows.
fn annotation_needs(insts: Insts<'_>) -> RowNeeds {
    let mut found = RowNeeds::default();
    for inst in insts {
        let at = match inst.opcode() {
            op::OpDecorate | op::OpDecorateString => 2,
            op::OpMemberDecorate | op::OpMemberDecorateString => 3,
            _ => continue,
        };
        found.insert_enumerant(OperandKind::Decoration, inst.word(at));
        if inst.word(at) == decoration::BuiltIn {
            found.insert_enumerant(OperandKind::BuiltIn, inst.word(at + 1));
        }
    }
    found
}

/// Returns the needs of narrow data: those of the memory that holds it, and those of computing with it where these can pin
/// anything. One fast walk for each, since any instruction can be the first to compute. Also returns the types that nothing
/// computes with, as bits of [`implicit::contents`].
fn narrow_needs(
    scene: &Scene<'_>,
    place: &Place<'_>,
    contents: &mut [u8],
    pins: &Pins,
) -> (Alternatives, u8) {
    let (words, facts) = (scene.words, scene.facts);
    let mut needs = Alternatives::EMPTY;
    if place.checks.narrow {
        let place = Place { contents, ..*place };
        let points = |inst: &Inst<'_>| matches!(inst.opcode(), op::OpVariable | op::OpTypePointer);
        for inst in facts.declarations(words).filter(points) {
            implicit::of_storage(&place, inst, &mut |need| {
                if let Need::Capability(set) = need {
                    needs.insert(set);
                }
            });
        }
    }
    let mut checks = place.checks;
    checks.values &= implicit::values_of(&closure(&pins.left));
    if checks.values == 0 {
        return (needs, 0);
    }
    let insts = Insts::new(words, facts.globals, words.len() as u32);
    let mut found = implicit::produced(&checks, contents, insts.clone());
    if found != checks.values {
        let insts = insts.filter(|&inst| !stripped(scene, inst));
        found = implicit::computed((words, facts), &checks, contents, insts);
    }
    needs.extend(implicit::of_arithmetic(found).map(implicit::Set::number));
    (needs, checks.values & !found)
}

/// Whether instructions of an imported set may occur outside of functions and refer to strings.
fn names_strings(import: &Import) -> bool {
    import.set.is_debug() || import.set == ExtInstSet::Unknown
}

fn implied(capability: u16) -> &'static [u16] {
    capability_row(capability).map_or(&[][..], |row| row.implies)
}
