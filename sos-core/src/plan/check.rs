//! Checks of single instructions: what they need is counted, or the first need that the target does not meet is returned.
//!
//! A need that was counted before is met, so nearly every instruction costs one look-up by its kind.

use super::accessed::is_excusable;
use super::needs::{
    implicit, is_needless, kind, needs, needs_closely, plain_needs, visit_row, Need, INST_KINDS,
    OPCODE_KINDS,
};
use super::{Place, Plan, Scene};
use crate::facts::Gates;
use crate::inst::Inst;

impl Plan {
    /// Counts the needs of an instruction of the input that remains.
    pub(super) fn count_needs(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) {
        needs(place, inst, function, &mut |need| {
            // A need that is not met is excused.
            if place.counts(inst, need) && (scene.meets(need) || !is_excusable(inst)) {
                self.used.insert(need);
            }
        });
    }

    /// Whether an instruction has a need, because of the module's declarations, that is not counted yet.
    #[inline]
    pub(super) fn depends(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        !self.settled && self.has_uncounted_needs(place, inst)
    }

    #[inline(never)]
    fn has_uncounted_needs(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        let mut more = false;
        implicit::of_module(place, inst, &mut |need| {
            more |= !self.used.contains(need);
        });
        more
    }

    /// Whether all needs of an instruction are counted that do not depend on the module's declarations: one look-up by its
    /// kind, which for most instructions is the opcode.
    #[inline(always)]
    pub(super) fn is_counted(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        let opcode = usize::from(inst.opcode());
        place.gates == Gates::NONE && is_needless(inst.opcode(), inst.words().len())
            || opcode < OPCODE_KINDS && self.is_kind_counted(opcode, inst)
            || self.is_counted_by_kind(inst)
    }

    #[inline(never)]
    fn is_counted_by_kind(&self, inst: Inst<'_>) -> bool {
        kind(inst).is_some_and(|(kind, _)| self.is_kind_counted(kind, inst))
    }

    #[inline]
    fn is_kind_counted(&self, kind: usize, inst: Inst<'_>) -> bool {
        let counted = self.counted.get(kind);
        counted.is_some_and(|&most| short(inst) <= most)
    }

    /// Checks an instruction that remains: counts its needs, or returns the first one that is not met.
    ///
    /// A need that was counted before is met, so nearly every instruction costs one look-up by its kind.
    #[inline(always)]
    pub(super) fn check(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Option<Need> {
        let depends = self.depends(place, inst);
        if !depends && self.is_counted(place, inst) {
            return None;
        }
        self.check_needs(scene, place, inst, function, depends)
    }

    #[inline(never)]
    fn check_needs(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        depends: bool,
    ) -> Option<Need> {
        let Some(rows) = plain_needs(place, inst, depends) else {
            return self.check_closely(scene, place, inst, function);
        };
        let unmet = self.check_rows(scene, rows);
        if unmet.is_none() {
            self.count_kind(inst);
        }
        unmet
    }

    /// Records for the kind of an instruction that all its needs are counted.
    pub(super) fn count_kind(&mut self, inst: Inst<'_>) {
        if let Some((kind, most)) = kind(inst).filter(|kind| short(inst) <= kind.1) {
            if self.counted.is_empty() {
                self.counted.resize(INST_KINDS, 0);
            }
            if let Some(slot) = self.counted.get_mut(kind) {
                *slot = most;
            }
        }
    }

    /// Checks an instruction that a rule writes: counts its needs, or returns the first one that is not met.
    pub fn check_new(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Option<Need> {
        match plain_needs(place, inst, !self.settled) {
            Some(rows) => self.check_rows(scene, rows),
            None => {
                let ids = core::mem::take(&mut self.new.ids);
                let place = Place {
                    new: &ids,
                    ..*place
                };
                let unmet = self.check_closely(scene, &place, inst, function);
                self.new.ids = ids;
                unmet
            }
        }
    }

    /// Counts the needs of table rows, or returns the first one that is not met.
    #[inline]
    fn check_rows(&mut self, scene: &Scene<'_>, rows: [(u16, u16); 2]) -> Option<Need> {
        let mut any = false;
        let mut is_new = |need| any |= !self.used.contains(need);
        rows.iter().for_each(|&row| visit_row(row, &mut is_new));
        if !any {
            return None;
        }
        let mut unmet = None;
        let mut check = |need| {
            if unmet.is_none() && !scene.meets(need) {
                unmet = Some(need);
            }
        };
        rows.iter().for_each(|&row| visit_row(row, &mut check));
        if unmet.is_none() {
            let mut count = |need| self.used.insert(need);
            rows.iter().for_each(|&row| visit_row(row, &mut count));
        }
        unmet
    }

    /// Counts the needs of an instruction, or returns the first one that is not met. New needs are buffered in a short list and
    /// only counted once all needs of the instruction are known to be met.
    #[inline(never)]
    fn check_closely(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Option<Need> {
        let (mut fresh, mut len) = ([Need::UnknownExtInst; 8], 0);
        let mut unmet = None;
        let used = &self.used;
        needs_closely(place, inst, function, &mut |need| {
            if unmet.is_some() || used.contains(need) {
                return;
            }
            if !scene.meets(need) {
                unmet = Some(need);
                return;
            }
            if !place.counts(inst, need) {
                return;
            }
            if let Some(slot) = fresh.get_mut(len) {
                *slot = need;
            }
            len += 1;
        });
        if unmet.is_none() && len != 0 {
            match fresh.get(..len) {
                Some(fresh) => fresh.iter().for_each(|&need| self.used.insert(need)),
                None => needs_closely(place, inst, function, &mut |need| {
                    if place.counts(inst, need) {
                        self.used.insert(need);
                    }
                }),
            }
            self.settled = implicit::is_counted(&place.checks, &self.used);
        }
        unmet
    }
}

/// The word count of an instruction, clamped to what the table of kinds stores.
#[inline]
fn short(inst: Inst<'_>) -> u8 {
    inst.words().len().min(usize::from(u8::MAX)) as u8
}
