//! Pointers, images and samplers that a rule has taken over, until the instructions that use them are rewritten.
//!
//! An index into an array of descriptors cannot be lowered in place: its result is a pointer or an image, and neither can be
//! selected between. So a rule *takes over* that result and, one by one, those derived from it, and writes the selection
//! where a value is produced or memory is written. The definition of a taken-over value is removed. Instructions that use it
//! are passed to the rules ([`super::Lowering::consume`]) whatever their own needs are.

use super::{Need, Scene};
use crate::inst::Inst;
use crate::specialize::uses;
use std::collections::HashMap;
use std::hash::RandomState;

/// A value that was taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
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

/// The values taken over so far.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    of: HashMap<u32, Take, RandomState>,
    /// What the target lacks for the first of them.
    pub need: Option<Need>,
}

impl Taken {
    /// Removes all.
    pub fn reset(&mut self) {
        self.of.clear();
        self.need = None;
    }

    /// Whether none was taken over.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Returns what was taken over under an id.
    pub fn get(&self, id: u32) -> Option<Take> {
        self.of.get(&id).copied()
    }

    /// Records what is taken over under an id.
    pub fn insert(&mut self, id: u32, take: Take) {
        self.of.insert(id, take);
    }

    /// Records what the target lacks for a result, if it was taken over.
    pub fn lacks(&mut self, id: Option<u32>, need: Need) {
        if id.is_some_and(|id| self.of.contains_key(&id)) {
            self.need = self.need.or(Some(need));
        }
    }

    /// Whether an instruction uses a taken-over value.
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
