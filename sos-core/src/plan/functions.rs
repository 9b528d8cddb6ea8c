//! Functions that rules write, for replacements of many instructions or with loops: written once and called.
//!
//! A function is written when the first call of it is, and found again by its [`Key`]. It is placed behind the input's
//! functions. A loop in a function of its own never splits a block of the caller, so the caller's phis and merge instructions
//! stay valid; and a call keeps the set of active invocations.

use crate::hash::Map;
use alloc::vec::Vec;

/// The identity of a function: calls with the same key call the same function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The rule's name for what the function does.
    pub name: &'static str,
    /// The id of its result type.
    pub ty: u32,
    /// The other parameters that it depends on, in the rule's own order.
    pub variant: [u32; 2],
}

/// Functions written so far.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    words: Vec<u32>,
    /// The function's id by key and by the stages that it is written for. There may be as many as a module has instructions.
    known: Map<(Key, u32), u32>,
    /// The keys of `known` in the order in which they were added.
    order: Vec<(Key, u32)>,
}

impl Functions {
    /// Removes all functions.
    pub fn reset(&mut self) {
        self.words.clear();
        self.known.clear();
        self.order.clear();
    }

    /// Their words, each from `OpFunction` to `OpFunctionEnd`.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the current sizes, for [`Functions::rewind`].
    pub fn mark(&self) -> (usize, usize) {
        (self.words.len(), self.order.len())
    }

    /// Removes what was added since a mark.
    pub fn rewind(&mut self, mark: (usize, usize)) {
        self.words.truncate(mark.0);
        for key in self.order.drain(mark.1.min(self.order.len())..) {
            self.known.remove(&key);
        }
    }

    /// Returns the id of the function with a key that was written for these stages.
    pub fn find(&self, key: Key, stages: u32) -> Option<u32> {
        self.known.get(&(key, stages)).copied()
    }

    /// Adds a function, given by its words.
    pub fn push(&mut self, key: Key, stages: u32, function: u32, words: &[u32]) {
        self.words.extend_from_slice(words);
        self.known.insert((key, stages), function);
        self.order.push((key, stages));
    }
}
