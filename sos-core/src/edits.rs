//! The list of edits over the input, and the one walk that applies them.
//!
//! An edit replaces a range of input words by words of a side buffer. An empty range is an insertion, an empty replacement a
//! removal. Everything between edits is copied slice by slice, so that writing costs about as much as copying.

use crate::order::Order;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// The largest word count of an instruction.
const MAX_INSTRUCTION: u32 = 0xFFFF;

/// Replaces the input words `at..end` by the side words `first..last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    at: u32,
    end: u32,
    first: u32,
    last: u32,
}

impl Edit {
    /// The order of application: by start; insertions before the words in front of which they go; edits of longer ranges
    /// before those that they contain; later edits before those that they override.
    fn order(&self) -> (u32, bool, Reverse<(u32, u32)>) {
        let Self { at, end, first, .. } = *self;
        (at, at != end, Reverse((end, first)))
    }
}

/// The edits of one run, in any order, and the side buffer.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    list: Vec<Edit>,
    side: Vec<u32>,
    /// Whether the output cannot be written.
    overlong: bool,
}

impl Edits {
    /// Removes all edits.
    pub fn reset(&mut self) {
        self.list.clear();
        self.side.clear();
        self.overlong = false;
    }

    /// Whether there are no edits.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Removes input words.
    pub fn remove(&mut self, at: u32, end: u32) {
        if let Some(last) = self.list.last_mut() {
            if last.end == at && last.first == last.last && last.at < last.end {
                last.end = end;
                return;
            }
        }
        self.replace(at, end, &[]);
    }

    /// Replaces input words.
    pub fn replace(&mut self, at: u32, end: u32, words: &[u32]) {
        let first = self.mark();
        self.side.extend_from_slice(words);
        self.close(at, end, first);
    }

    /// Returns the end of the side buffer, which is the start of a replacement to be pushed word by word.
    pub fn mark(&self) -> u32 {
        self.side.len() as u32
    }

    /// Appends words to the current replacement.
    pub fn push(&mut self, words: &[u32]) {
        self.side.extend_from_slice(words);
    }

    /// Completes an instruction that was pushed since a mark with a 0 as its first word: writes the opcode and the word count
    /// there.
    pub fn seal(&mut self, mark: u32, opcode: u16) {
        let len = self.side.len() as u32 - mark;
        self.overlong |= len > MAX_INSTRUCTION;
        if let Some(header) = self.side.get_mut(mark as usize) {
            *header = len << 16 | u32::from(opcode);
        }
    }

    /// Notes that the output would be larger than is allowed: the rest of the edits does not matter.
    pub fn give_up(&mut self) {
        self.overlong = true;
    }

    /// Whether an instruction is longer than its 16-bit word count can express, or the output larger than is allowed.
    pub fn overlong(&self) -> bool {
        self.overlong
    }

    /// Returns what was pushed since a mark.
    pub fn since(&self, mark: u32) -> &[u32] {
        self.side.get(mark as usize..).unwrap_or(&[])
    }

    /// Removes what was pushed since a mark.
    pub fn rewind(&mut self, mark: u32) {
        self.side.truncate(mark as usize);
    }

    /// Adds the edit whose replacement began at a mark.
    pub fn close(&mut self, at: u32, end: u32, mark: u32) {
        self.list.push(Edit {
            at,
            end,
            first: mark,
            last: self.side.len() as u32,
        });
    }

    /// Returns the number of edits.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Moves the edits from index `from` on before the others if they begin earlier in the input: edits in the order of the
    /// input need no sorting.
    pub fn put_first(&mut self, from: usize) {
        let (first, next) = (self.list.first(), self.list.get(from));
        if first
            .zip(next)
            .is_some_and(|(first, next)| next.at < first.at)
        {
            self.list.rotate_left(from);
        }
    }

    /// Inserts words in front of a position. The edits must be sorted, and stay so.
    pub fn insert(&mut self, place: u32, words: &[u32]) {
        self.replace(place, place, words);
        if let Some(edit) = self.list.pop() {
            let before = |other: &Edit| other.order() < edit.order();
            let behind = self.list.partition_point(before);
            self.list.insert(behind, edit);
        }
    }

    /// Returns the words of all replacements.
    pub fn side(&self) -> &[u32] {
        &self.side
    }

    /// Sorts the edits by [`Edit::order`].
    pub fn sort(&mut self) {
        self.list.order_by_key(Edit::order);
    }

    /// Returns the index of the first edit that ends behind a position. The edits must be sorted.
    pub fn first_at(&self, place: u32) -> usize {
        self.list.partition_point(|edit| edit.end <= place)
    }

    /// Returns the indices of the edits that end behind `from` and begin before `to`. The edits must be sorted.
    pub fn between(&self, from: u32, to: u32) -> Range<usize> {
        self.first_at(from)..self.list.partition_point(|edit| edit.at < to)
    }

    /// Returns the range of input words that an edit replaces.
    pub fn range(&self, number: usize) -> Option<(u32, u32)> {
        self.list.get(number).map(|edit| (edit.at, edit.end))
    }

    /// Returns where an edit begins, and its range of side words.
    pub fn get(&self, number: usize) -> Option<(u32, u32, u32)> {
        self.list
            .get(number)
            .map(|edit| (edit.at, edit.first, edit.last))
    }

    /// Returns the range of input words that an edit replaces, and its words.
    pub fn get_range(&self, number: usize) -> Option<(u32, u32, &[u32])> {
        let edit = self.list.get(number)?;
        let side = self.side.get(edit.first as usize..edit.last as usize);
        Some((edit.at, edit.end, side.unwrap_or(&[])))
    }

    /// Returns the range of side words that replaces the instruction at a position, if it is edited. The edits must be
    /// sorted.
    pub fn replacement(&self, place: u32) -> Option<(u32, u32)> {
        let (at, first, last) = self.get(self.first_at(place))?;
        (at <= place).then_some((first, last))
    }

    /// Iterates over the edits that are applied, as by [`Edits::get`]; edits within a removed range are skipped. The edits
    /// must be sorted.
    pub fn effective(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let mut end = 0;
        let applies = move |edit: &&Edit| {
            let applies = edit.at >= end;
            end = end.max(edit.end);
            applies
        };
        self.list
            .iter()
            .filter(applies)
            .map(|edit| (edit.at, edit.first, edit.last))
    }

    /// Writes the words from `from` on with the edits applied. The edits must be sorted.
    pub fn apply(&self, input: &[u32], from: u32, out: &mut Vec<u32>) {
        let mut at = from;
        for edit in &self.list {
            // Edits within a removed range are skipped, but a removal that begins there may end further behind.
            if edit.at < at {
                at = at.max(edit.end);
                continue;
            }
            out.extend_from_slice(input.get(at as usize..edit.at as usize).unwrap_or(&[]));
            out.extend_from_slice(
                self.side
                    .get(edit.first as usize..edit.last as usize)
                    .unwrap_or(&[]),
            );
            at = edit.end;
        }
        out.extend_from_slice(input.get(at as usize..).unwrap_or(&[]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_order_of_place() {
        let input: Vec<u32> = (0..10).collect();
        let mut edits = Edits::default();
        edits.remove(7, 8);
        edits.remove(8, 9);
        edits.replace(2, 4, &[100, 101, 102]);
        edits.replace(4, 4, &[200]);
        edits.replace(7, 8, &[300]);
        let mut out = vec![];
        // An edit that begins in a removed range and ends behind it.
        edits.remove(8, 9);
        edits.remove(9, 10);
        edits.sort();
        edits.apply(&input, 1, &mut out);
        assert_eq!(out, [1, 100, 101, 102, 200, 4, 5, 6]);
        assert_eq!(edits.side().len(), 5);
    }
}
