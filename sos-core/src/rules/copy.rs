//! An instruction that rules put together, often from the words of another.

use super::LowerError;
use crate::inst::Inst;
use arrayvec::ArrayVec;

/// The maximum number of words.
const MAX_WORDS: usize = 40;

/// The words of an instruction. The word count in its header is kept up to date.
#[derive(Default)]
pub struct InstCopy(ArrayVec<u32, MAX_WORDS>);

impl InstCopy {
    /// Copies an instruction unchanged.
    ///
    /// # Errors
    /// The instruction has more words than fit.
    pub fn of(inst: Inst<'_>) -> Result<Self, LowerError> {
        let mut copy = Self::default();
        copy.extend(inst.words())?;
        Ok(copy)
    }

    /// Appends words.
    ///
    /// # Errors
    /// There are more words than fit.
    pub fn extend(&mut self, words: &[u32]) -> Result<(), LowerError> {
        let done = self.0.try_extend_from_slice(words);
        done.map_err(|_| LowerError::Because("too many operands"))?;
        self.seal();
        Ok(())
    }

    /// Replaces a word.
    pub fn set(&mut self, at: usize, word: u32) {
        if let Some(slot) = self.0.get_mut(at) {
            *slot = word;
        }
    }

    /// Removes the last `masks` words if all of them are 0. An empty mask operand followed by a nonempty one must stay.
    pub fn drop_empty_masks(&mut self, masks: usize) {
        let len = self.0.len().saturating_sub(masks);
        if self.0.iter().skip(len).all(|&mask| mask == 0) {
            self.0.truncate(len);
            self.seal();
        }
    }

    /// Updates the word count in the header.
    fn seal(&mut self) {
        let len = self.0.len() as u32;
        if let Some(header) = self.0.first_mut() {
            *header = len << 16 | *header & 0xFFFF;
        }
    }

    /// The words of the instruction.
    pub fn get(&self) -> &[u32] {
        &self.0
    }
}
