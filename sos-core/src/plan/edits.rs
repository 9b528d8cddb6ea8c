//! What changes, as a list of edits over the input, and the one walk that applies them.
//!
//! An edit replaces a range of input words by words of a side buffer; the range may be empty (an insertion) and so may
//! the replacement (a removal). Everything between edits is copied as it is, slice by slice, so that writing costs
//! what copying costs.

use std::cmp::Reverse;
use std::ops::Range;

/// The most words that an instruction can have.
const MAX_INSTRUCTION: u32 = 0xFFFF;

/// Input words `at..end` become side words `first..last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    at: u32,
    end: u32,
    first: u32,
    last: u32,
}

impl Edit {
    /// The order of the input: by start, insertions before what they stand in front of, wide ones before those that they
    /// swallow, later ones before those that they take back.
    fn order(&self) -> (u32, bool, Reverse<(u32, u32)>) {
        let Self { at, end, first, .. } = *self;
        (at, at != end, Reverse((end, first)))
    }
}

/// The edits of one run, in any order, and their words.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    list: Vec<Edit>,
    side: Vec<u32>,
    overlong: bool,
}

impl Edits {
    /// Forgets all edits.
    pub fn reset(&mut self) {
        self.list.clear();
        self.side.clear();
        self.overlong = false;
    }

    /// Whether there is none.
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

    /// Where the side buffer ends: the start of a replacement to be pushed word by word.
    pub fn mark(&self) -> u32 {
        self.side.len() as u32
    }

    /// Adds words to the replacement that was begun.
    pub fn push(&mut self, words: &[u32]) {
        self.side.extend_from_slice(words);
    }

    /// Writes the opcode and the word count of an instruction that was pushed since a mark with a 0 in front.
    pub fn seal(&mut self, mark: u32, opcode: u16) {
        let len = self.side.len() as u32 - mark;
        self.overlong |= len > MAX_INSTRUCTION;
        if let Some(header) = self.side.get_mut(mark as usize) {
            *header = len << 16 | u32::from(opcode);
        }
    }

    /// Whether an instruction got longer than a word count can say.
    pub fn overlong(&self) -> bool {
        self.overlong
    }

    /// What was pushed since a mark.
    pub fn since(&self, mark: u32) -> &[u32] {
        self.side.get(mark as usize..).unwrap_or(&[])
    }

    /// Takes back what was pushed since a mark.
    pub fn rewind(&mut self, mark: u32) {
        self.side.truncate(mark as usize);
    }

    /// Ends the replacement that began at a mark.
    pub fn close(&mut self, at: u32, end: u32, mark: u32) {
        self.list.push(Edit {
            at,
            end,
            first: mark,
            last: self.side.len() as u32,
        });
    }

    /// How many edits there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Puts the edits from this one on before the others, if they begin in front of them: edits that come in the order of
    /// the input need no sorting.
    pub fn put_first(&mut self, from: usize) {
        let (first, next) = (self.list.first(), self.list.get(from));
        if first
            .zip(next)
            .is_some_and(|(first, next)| next.at < first.at)
        {
            self.list.rotate_left(from);
        }
    }

    /// Adds words in front of what stands at a place; the edits must be sorted, and stay so.
    pub fn insert(&mut self, place: u32, words: &[u32]) {
        self.replace(place, place, words);
        if let Some(edit) = self.list.pop() {
            let before = |other: &Edit| other.order() < edit.order();
            let behind = self.list.partition_point(before);
            self.list.insert(behind, edit);
        }
    }

    /// The words of all replacements, to be looked through for ids that they use.
    pub fn side(&self) -> &[u32] {
        &self.side
    }

    /// Brings the edits into the order of the input.
    pub fn sort(&mut self) {
        self.list.sort_unstable_by_key(Edit::order);
    }

    /// The first edit, by number, that ends behind a place; the edits must be sorted.
    pub fn first_at(&self, place: u32) -> usize {
        self.list.partition_point(|edit| edit.end <= place)
    }

    /// The edits, by number, that end behind one place and begin before another; the edits must be sorted.
    pub fn between(&self, from: u32, to: u32) -> Range<usize> {
        self.first_at(from)..self.list.partition_point(|edit| edit.at < to)
    }

    /// The input words that an edit replaces.
    pub fn range(&self, number: usize) -> Option<(u32, u32)> {
        self.list.get(number).map(|edit| (edit.at, edit.end))
    }

    /// Where an edit begins, and the range of side words that it writes.
    pub fn get(&self, number: usize) -> Option<(u32, u32, u32)> {
        self.list
            .get(number)
            .map(|edit| (edit.at, edit.first, edit.last))
    }

    /// The range of side words that stand for the instruction at a place, if it is edited; the edits must be sorted.
    pub fn replacement(&self, place: u32) -> Option<(u32, u32)> {
        let (at, first, last) = self.get(self.first_at(place))?;
        (at <= place).then_some((first, last))
    }

    /// The edits that are applied, as by [`Edits::get`]: those that lie in a range which is gone are not. Sorted.
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

    /// Writes the words from `from` on, with the edits applied; the edits must be sorted.
    pub fn apply(&self, input: &[u32], from: u32, out: &mut Vec<u32>) {
        let mut at = from;
        for edit in &self.list {
            // Inside a range that is gone, nothing is left to edit; but a removal may reach further.
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
        // One that begins in what is gone already and ends behind it.
        edits.remove(8, 9);
        edits.remove(9, 10);
        edits.sort();
        edits.apply(&input, 1, &mut out);
        assert_eq!(out, [1, 100, 101, 102, 200, 4, 5, 6]);
        assert_eq!(edits.side().len(), 5);
    }
}
