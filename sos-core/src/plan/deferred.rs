//! Pointers, images and samplers that a rule has deferred, until the instructions that use them are rewritten.
//!
//! An index into an array of descriptors cannot be lowered in place: its result is a pointer or an image, and neither can be
//! selected between. So a rule *defers* that result and, one by one, those derived from it, and writes the selection
//! where a value is produced or memory is written. The definition of a deferred value is removed. Instructions that use it
//! are passed to the rules ([`super::Lowering::consume`]) whatever their own needs are.

use super::{Need, Scene};
use crate::hash::Map;
use crate::inst::Inst;
use crate::specialize::uses;

/// A value that was deferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeferredAccess {
    /// The word offset of its definition.
    pub offset: u32,
    /// The index that selects the descriptor. A sampled image may have two: its image's and its sampler's.
    pub indices: [Index; 2],
    /// For the access chain with the index: the array variable, which the chain may name by a copy. Else 0.
    pub array: u32,
}

/// An index into an array of descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its id, which is not that of a constant; 0 where there is no second index.
    pub id: u32,
    /// The number of descriptors it selects from; 1 where there is no second index.
    pub count: u32,
}

impl Index {
    /// No second index.
    pub const NONE: Self = Self { id: 0, count: 1 };
}

/// The values deferred so far.
#[derive(Clone, Debug, Default)]
pub struct Deferred {
    of: Map<u32, DeferredAccess>,
    /// What the target lacks for the first of them.
    pub need: Option<Need>,
}

impl Deferred {
    /// Removes all.
    pub fn reset(&mut self) {
        self.of.clear();
        self.need = None;
    }

    /// Whether none was deferred.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Returns what was deferred under an id.
    pub fn get(&self, id: u32) -> Option<DeferredAccess> {
        self.of.get(&id).copied()
    }

    /// Records what is deferred under an id.
    pub fn insert(&mut self, id: u32, access: DeferredAccess) {
        self.of.insert(id, access);
    }

    /// Records what the target lacks for a result, if it was deferred.
    pub fn lacks(&mut self, id: Option<u32>, need: Need) {
        if id.is_some_and(|id| self.of.contains_key(&id)) {
            self.need = self.need.or(Some(need));
        }
    }

    /// Whether an instruction uses a deferred value.
    #[inline]
    pub fn is_named(&self, scene: &Scene<'_>, inst: Inst<'_>) -> bool {
        !self.is_empty() && self.is_among(scene, inst)
    }

    #[inline(never)]
    fn is_among(&self, scene: &Scene<'_>, inst: Inst<'_>) -> bool {
        let mut named = false;
        uses(scene.facts, scene.words, inst, |_, id| {
            named |= self.of.contains_key(&id);
        });
        named
    }
}

#[cfg(test)]
mod tests;
