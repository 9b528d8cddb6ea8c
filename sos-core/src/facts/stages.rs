//! Built-ins whose capability depends on the stage.
//!
//! The grammar lists for each built-in the capabilities of all stages that have it, any of which it calls sufficient. For some
//! that is not so in every stage: `RayTracingKHR` gives no fragment shader its `PrimitiveId`. Where the execution model itself
//! needs the right capability, nothing is to be added. For the rest, the scan finds which stages list the built-in in their
//! interface.

use super::sections::interface;
use super::Facts;
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::{built_in, execution_model};
use crate::views;

/// Whether the capability of a built-in depends on the stage.
pub fn depends_on_stage(value: u32) -> bool {
    matches!(
        value,
        built_in::PrimitiveId
            | built_in::Layer
            | built_in::ViewportIndex
            | built_in::DrawIndex
            | built_in::ViewportMaskNV
            | built_in::PositionPerViewNV
            | built_in::ViewportMaskPerViewNV
    )
}

impl Facts {
    /// Whether an entry point lists such a built-in.
    pub fn has_staged(&self) -> bool {
        !self.staged.is_empty()
    }

    /// Returns the execution models of vertices and fragments whose entry points list a variable with such a built-in, given
    /// the variable or the structure that has the built-in as a member.
    pub fn models_of(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.staged.partition_point(|&(other, _)| other < id);
        let rest = self.staged.get(first..).unwrap_or(&[]).iter();
        rest.take_while(move |&&(other, _)| other == id)
            .map(|&(_, model)| model)
    }

    /// Finds the entry points that list the decorated variables and structures.
    pub(super) fn find_stages(&mut self, words: &[u32]) {
        if self.with_staged.is_empty() {
            return;
        }
        self.with_staged.order();
        let mut found = core::mem::take(&mut self.staged);
        let is_noted = |id: &u32| self.with_staged.binary_search(id).is_ok();
        let of_vertices_or_fragments = |entry: &Inst<'_>| {
            views::EntryPoint(*entry).execution_model() <= execution_model::Fragment
        };
        for entry in self.entries(words).filter(of_vertices_or_fragments) {
            for &variable in interface(entry) {
                let held = self.pointee(words, self.type_of(words, variable));
                let ids = [variable, self.element(words, held)];
                found.extend(
                    ids.iter()
                        .filter(|id| is_noted(id))
                        .map(|&id| (id, views::EntryPoint(entry).execution_model())),
                );
            }
        }
        found.order();
        found.dedup();
        self.staged = found;
    }
}
