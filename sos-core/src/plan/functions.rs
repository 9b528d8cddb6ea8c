//! Functions that rules write: what takes many instructions, or loops, stands once and is called.
//!
//! A function is written when it is first called for and found again by its [`Key`]. It goes behind the input's
//! functions. A loop in a function of its own never splits a block of the caller, whose phis and merges so stay as they
//! are; and a call keeps the set of invocations that are active.

/// What a function is written for: two calls with the same key are calls of the same function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The rule's own name for what the function does.
    pub name: &'static str,
    /// Type of its result, by id.
    pub ty: u32,
    /// What else it depends on, in the rule's own order.
    pub variant: [u32; 2],
}

/// Functions written so far.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    words: Vec<u32>,
    /// By key and the stages that it is written for: the function's id.
    known: Vec<(Key, u32, u32)>,
}

impl Functions {
    /// Forgets all.
    pub fn reset(&mut self) {
        self.words.clear();
        self.known.clear();
    }

    /// Their words, each from `OpFunction` to `OpFunctionEnd`.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// How much there is, to come back to.
    pub fn mark(&self) -> (usize, usize) {
        (self.words.len(), self.known.len())
    }

    /// Forgets what came since a mark.
    pub fn rewind(&mut self, mark: (usize, usize)) {
        self.words.truncate(mark.0);
        self.known.truncate(mark.1);
    }

    /// The function with a key that is written for these stages.
    pub fn find(&self, key: Key, stages: u32) -> Option<u32> {
        let known = self
            .known
            .iter()
            .find(|known| known.0 == key && known.1 == stages);
        known.map(|known| known.2)
    }

    /// Takes in a function, given by its words.
    pub fn push(&mut self, key: Key, stages: u32, function: u32, words: &[u32]) {
        self.words.extend_from_slice(words);
        self.known.push((key, stages, function));
    }
}
