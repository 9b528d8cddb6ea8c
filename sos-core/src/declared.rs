//! A hash table that finds types and constants by their contents.
//!
//! It is queried for nearly every instruction that a rule or pass emits. Callers compare the declaration found with the one looked for, so
//! that a hash (`hash.rs`) decides nothing.

use crate::hash::Random;
use crate::inst::Inst;
use crate::tables::{op, op_hot, OpFlags};
use alloc::vec;
use alloc::vec::Vec;

/// Initial number of slots.
const INITIAL_SLOTS: usize = 64;

/// Maps the hash of a declaration's contents to its place. Open addressing with linear probing, at most half full. Slots whose
/// stamp is not the table's own belong to earlier modules and count as free, so that clearing takes constant time.
#[derive(Clone, Debug)]
pub struct Declared<Place> {
    slots: Vec<Slot<Place>>,
    stamp: u32,
    taken: usize,
    random: Random,
}

#[derive(Clone, Copy, Debug)]
struct Slot<Place> {
    key: u64,
    stamp: u32,
    /// `None` if the declaration was removed.
    place: Option<Place>,
}

impl<Place> Slot<Place> {
    const FREE: Self = Self {
        key: 0,
        stamp: 0,
        place: None,
    };
}

impl<Place> Default for Declared<Place> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            stamp: 1,
            taken: 0,
            random: Random::default(),
        }
    }
}

impl<Place: Copy> Declared<Place> {
    /// Removes all entries.
    pub fn clear(&mut self) {
        self.taken = 0;
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::FREE);
            1
        });
    }

    /// The hash of a declaration's contents.
    pub fn key(&self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u64 {
        let start = u64::from(ty.unwrap_or(0)) << 32 | (operands.len() as u64) << 16;
        let mut hash = self
            .random
            .mix(self.random.start(), start | u64::from(opcode));
        let mut rest = operands;
        while let &[a, b, ref behind @ ..] = rest {
            hash = self.random.mix(hash, u64::from(b) << 32 | u64::from(a));
            rest = behind;
        }
        if let &[last] = rest {
            hash = self.random.mix(hash, last.into());
        }
        Random::finish(hash)
    }

    /// The place of the declaration with this hash.
    pub fn get(&self, key: u64) -> Option<Place> {
        let slot = self.slots.get(self.slot(key))?;
        slot.place.filter(|_| slot.stamp == self.stamp)
    }

    /// Records the place of a declaration; replaces an entry with the same hash.
    pub fn insert(&mut self, key: u64, at: Place) {
        if self.taken * 2 >= self.slots.len() {
            self.grow();
        }
        let (index, stamp) = (self.slot(key), self.stamp);
        if let Some(slot) = self.slots.get_mut(index) {
            self.taken += usize::from(slot.stamp != stamp);
            *slot = Slot {
                key,
                stamp,
                place: Some(at),
            };
        }
    }

    /// Returns the place of the declaration with this hash; if there is none, records this one.
    pub fn insert_first(&mut self, key: u64, at: Place) -> Option<Place> {
        if self.taken * 2 >= self.slots.len() {
            self.grow();
        }
        let (index, stamp) = (self.slot(key), self.stamp);
        let slot = self.slots.get_mut(index)?;
        let is_taken = slot.stamp == stamp;
        if is_taken && slot.place.is_some() {
            return slot.place;
        }
        self.taken += usize::from(!is_taken);
        *slot = Slot {
            key,
            stamp,
            place: Some(at),
        };
        None
    }

    /// Removes the entry with this hash.
    pub fn remove(&mut self, key: u64) {
        let (index, stamp) = (self.slot(key), self.stamp);
        if let Some(slot) = self.slots.get_mut(index) {
            // The slot stays occupied, because entries after it in the probe sequence must stay reachable.
            if slot.stamp == stamp {
                slot.place = None;
            }
        }
    }

    /// The index of the slot with this hash, or of the free slot where it would be inserted.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        let mut index = key as usize & mask;
        while let Some(slot) = self.slots.get(index) {
            if slot.stamp != self.stamp || slot.key == key {
                break;
            }
            index = (index + 1) & mask;
        }
        index
    }

    /// Doubles the number of slots, which is always a power of two.
    fn grow(&mut self) {
        let len = (self.slots.len() * 2).max(INITIAL_SLOTS);
        let old = core::mem::replace(&mut self.slots, vec![Slot::FREE; len]);
        self.taken = 0;
        for slot in old {
            if let Some(place) = slot.place.filter(|_| slot.stamp == self.stamp) {
                self.insert(slot.key, place);
            }
        }
    }
}

/// Whether declarations with this opcode are identified by their contents: equal ones are interchangeable.
pub fn is_shareable(opcode: u16) -> bool {
    must_be_unique(opcode)
        || matches!(
            opcode,
            op::OpConstant
                | op::OpConstantTrue
                | op::OpConstantFalse
                | op::OpConstantComposite
                | op::OpConstantNull
        )
}

/// Whether the specification forbids duplicate declarations with this opcode: non-aggregate types that are no pointers.
pub fn must_be_unique(opcode: u16) -> bool {
    op_hot(opcode).flags.contains(OpFlags::TYPE)
        && !matches!(
            opcode,
            op::OpTypeStruct
                | op::OpTypeArray
                | op::OpTypeRuntimeArray
                | op::OpTypePointer
                | op::OpTypeUntypedPointerKHR
                | op::OpTypeForwardPointer
        )
}

/// The result type of a declaration, if it has one, and the operand words after the result id.
pub fn parts(inst: Inst<'_>) -> (Option<u32>, &[u32]) {
    if inst.has_type() {
        (Some(inst.result_type()), inst.operands())
    } else {
        (None, inst.from(2))
    }
}

/// The result id of `inst` if it has exactly this opcode, result type and operands. Without `ty` it has no result type.
pub fn id_of(inst: Inst<'_>, opcode: u16, ty: Option<u32>, operands: &[u32]) -> Option<u32> {
    let result = 1 + usize::from(ty.is_some());
    let is_same = inst.opcode() == opcode
        && ty.is_none_or(|ty| inst.word(1) == ty)
        && inst.from(result + 1) == operands;
    is_same.then(|| inst.word(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_until_the_table_is_cleared() {
        let mut declared = Declared::default();
        for round in 0..3 {
            for at in 0..1000_u32 {
                let key = declared.key(op::OpConstant, Some(1), &[at]);
                assert_eq!(declared.get(key), None);
                declared.insert(key, at + round);
                declared.insert_first(key, 0);
            }
            for at in (0..1000).step_by(3) {
                let key = declared.key(op::OpConstant, Some(1), &[at]);
                declared.remove(key);
            }
            for at in 0..1000 {
                let key = declared.key(op::OpConstant, Some(1), &[at]);
                let found = (at % 3 != 0).then_some(at + round);
                assert_eq!(declared.get(key), found);
            }
            let removed = declared.key(op::OpConstant, Some(1), &[3]);
            declared.insert(removed, 7);
            assert_eq!(declared.get(removed), Some(7));
            declared.clear();
        }
    }

    #[test]
    fn the_last_stamp_is_followed_by_the_first() {
        let mut declared = Declared::default();
        declared.insert(5, ());
        declared.stamp = u32::MAX;
        declared.insert(6, ());
        declared.clear();
        assert_eq!((declared.get(5), declared.get(6)), (None, None));
    }
}
