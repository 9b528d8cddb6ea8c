//! A copy of an instruction in which rules change some words.

use super::Refusal;
use crate::inst::Inst;

/// The maximum number of words.
const MAX_WORDS: usize = 40;

/// The words of a copied instruction.
pub struct InstCopy {
    words: [u32; MAX_WORDS],
    len: usize,
}

impl Default for InstCopy {
    fn default() -> Self {
        Self {
            words: [0; MAX_WORDS],
            len: 0,
        }
    }
}

impl InstCopy {
    /// Copies an instruction unchanged.
    ///
    /// # Errors
    /// The instruction has more words than fit.
    pub fn of(inst: Inst<'_>) -> Result<Self, Refusal> {
        let mut copy = Self::default();
        copy.extend(inst.words())?;
        Ok(copy)
    }

    /// Appends words.
    ///
    /// # Errors
    /// There are more words than fit.
    pub fn extend(&mut self, words: &[u32]) -> Result<(), Refusal> {
        let slot = self.words.get_mut(self.len..self.len + words.len());
        slot.ok_or(Refusal("too many operands"))?
            .copy_from_slice(words);
        self.len += words.len();
        self.seal();
        Ok(())
    }

    /// Replaces a word.
    pub fn set(&mut self, at: usize, word: u32) {
        if let Some(slot) = self.words.get_mut(at) {
            *slot = word;
        }
    }

    /// Removes the last `masks` words if all of them are 0. An empty mask operand followed by a nonempty one must stay.
    pub fn drop_empty_masks(&mut self, masks: usize) {
        let len = self.len.saturating_sub(masks);
        if self
            .words
            .get(len..self.len)
            .is_some_and(|masks| masks.iter().all(|&mask| mask == 0))
        {
            self.len = len;
            self.seal();
        }
    }

    /// Updates the word count in the header.
    fn seal(&mut self) {
        let len = self.len as u32;
        if let Some(header) = self.words.first_mut() {
            *header = len << 16 | *header & 0xFFFF;
        }
    }

    /// The words of the instruction.
    pub fn get(&self) -> &[u32] {
        self.words.get(..self.len).unwrap_or(&[])
    }
}
