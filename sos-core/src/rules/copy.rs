//! An instruction that rules write anew with some of its words changed.

use super::Refusal;
use crate::inst::Inst;

/// The most words of such an instruction.
const MOST_WORDS: usize = 40;

/// The words of an instruction that is written anew.
pub struct Copy {
    words: [u32; MOST_WORDS],
    len: usize,
}

impl Default for Copy {
    fn default() -> Self {
        Self {
            words: [0; MOST_WORDS],
            len: 0,
        }
    }
}

impl Copy {
    /// As they are.
    ///
    /// # Errors
    /// There are more than fit.
    pub fn of(inst: Inst<'_>) -> Result<Self, Refusal> {
        let mut copy = Self::default();
        copy.extend(inst.words())?;
        Ok(copy)
    }

    /// Adds words at the end.
    ///
    /// # Errors
    /// There are more than fit.
    pub fn extend(&mut self, words: &[u32]) -> Result<(), Refusal> {
        let slot = self.words.get_mut(self.len..self.len + words.len());
        slot.ok_or(Refusal("too many operands"))?
            .copy_from_slice(words);
        self.len += words.len();
        self.seal();
        Ok(())
    }

    /// Exchanges one.
    pub fn set(&mut self, at: usize, word: u32) {
        if let Some(slot) = self.words.get_mut(at) {
            *slot = word;
        }
    }

    /// Takes masks away from the end if they all say nothing: one that does is not as much as none behind another.
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

    /// Says in the header how many words there are.
    fn seal(&mut self) {
        let len = self.len as u32;
        if let Some(header) = self.words.first_mut() {
            *header = len << 16 | *header & 0xFFFF;
        }
    }

    /// All of them.
    pub fn get(&self) -> &[u32] {
        self.words.get(..self.len).unwrap_or(&[])
    }
}
