//! Pointers, images and samplers that a rule has taken out of the module, until the instructions that use them are written
//! anew.
//!
//! An index into an array of descriptors cannot be replaced where it stands: what it leads to is a pointer or an image, of
//! which no choice can be made. So a rule *takes* its result, and those that are made of it one by one, and writes the
//! choice where a value comes out or an effect is had. What is taken is defined no longer; an instruction that names it
//! goes to the rules ([`super::Lowering::consume`]) whatever its own needs are.

use super::{Need, Scene};
use crate::inst::Inst;
use crate::specialize::uses;
use std::collections::HashMap;
use std::hash::RandomState;

/// Something that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The word offset of its definition.
    pub offset: u32,
    /// The index that is no constant, and how many descriptors it chooses from.
    pub index: u32,
    /// How many descriptors there are.
    pub count: u32,
    /// Of the access chain with the index: the variable that is the array, which it may name by a copy. Else 0.
    pub array: u32,
}

/// What was taken so far.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    of: HashMap<u32, Take, RandomState>,
    /// What the target lacks for the first of them.
    pub need: Option<Need>,
}

impl Taken {
    /// Starts over.
    pub fn reset(&mut self) {
        self.of.clear();
        self.need = None;
    }

    /// Whether nothing was.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// What was taken under an id.
    pub fn get(&self, id: u32) -> Option<Take> {
        self.of.get(&id).copied()
    }

    /// Enters what is taken under an id.
    pub fn insert(&mut self, id: u32, take: Take) {
        self.of.insert(id, take);
    }

    /// Notes what the target lacks for a result, if it was taken.
    pub fn lacks(&mut self, id: Option<u32>, need: Need) {
        if id.is_some_and(|id| self.of.contains_key(&id)) {
            self.need = self.need.or(Some(need));
        }
    }

    /// Whether an instruction names something that was taken.
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
