//! Finding a type or constant by what it says.
//!
//! The tables are asked at nearly every instruction that a rule or a pass writes. Their hash is a multiplication for every
//! two words, with the halves of the product folded together. The factors are drawn once for each table, so that nobody can
//! write a module whose constants all fall together; and since what is found is compared with what was asked for, they
//! decide nothing else.

use crate::inst::Inst;
use crate::tables::{op, op_hot, OpFlags};
use std::hash::{BuildHasher as _, RandomState};

/// How many declarations a table has room for at first, twice.
const FIRST: usize = 64;

/// Where declarations stand, by a hash of what they say. At most half of the slots are taken: from where its hash says, a
/// declaration stands in the first slot that was free. Slots of earlier modules have another stamp, and are free.
#[derive(Clone, Debug)]
pub struct Declared<Place> {
    slots: Vec<Slot<Place>>,
    stamp: u32,
    taken: usize,
    seed: u64,
    factor: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot<Place> {
    key: u64,
    stamp: u32,
    /// None, if it was removed.
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
        let random = RandomState::new();
        Self {
            slots: Vec::new(),
            stamp: 1,
            taken: 0,
            seed: random.hash_one(0),
            factor: random.hash_one(1) | 1,
        }
    }
}

impl<Place: Copy> Declared<Place> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.taken = 0;
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::FREE);
            1
        });
    }

    /// The hash of what a declaration says.
    pub fn key(&self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u64 {
        let start = u64::from(ty.unwrap_or(0)) << 32 | (operands.len() as u64) << 16;
        let mut hash = self.folded(self.seed, start | u64::from(opcode));
        for pair in operands.chunks(2) {
            let pair = match *pair {
                [a, b] => u64::from(b) << 32 | u64::from(a),
                [a] => u64::from(a),
                _ => 0,
            };
            hash = self.folded(hash, pair);
        }
        hash
    }

    fn folded(&self, hash: u64, bits: u64) -> u64 {
        let product = u128::from(hash ^ bits) * u128::from(self.factor);
        (product as u64) ^ (product >> 64) as u64
    }

    /// Where the declaration with this hash stands.
    pub fn get(&self, key: u64) -> Option<Place> {
        let slot = self.slots.get(self.slot(key))?;
        slot.place.filter(|_| slot.stamp == self.stamp)
    }

    /// Notes where it stands.
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

    /// Notes where it stands, unless another with its hash stands somewhere.
    pub fn insert_first(&mut self, key: u64, at: Place) {
        if self.get(key).is_none() {
            self.insert(key, at);
        }
    }

    /// Forgets it.
    pub fn remove(&mut self, key: u64) {
        let (index, stamp) = (self.slot(key), self.stamp);
        if let Some(slot) = self.slots.get_mut(index) {
            // Others may stand behind it, which are found past a slot that is taken.
            if slot.stamp == stamp {
                slot.place = None;
            }
        }
    }

    /// The slot of a hash, or the free one where it belongs.
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

    /// Doubles the slots, of which there are a power of two.
    fn grow(&mut self) {
        let len = (self.slots.len() * 2).max(FIRST);
        let old = std::mem::replace(&mut self.slots, vec![Slot::FREE; len]);
        self.taken = 0;
        for slot in old {
            if let Some(place) = slot.place.filter(|_| slot.stamp == self.stamp) {
                self.insert(slot.key, place);
            }
        }
    }
}

/// Whether a declaration can be found by what it says.
pub fn may_be_one(opcode: u16) -> bool {
    must_be_one(opcode)
        || matches!(
            opcode,
            op::OpConstant
                | op::OpConstantTrue
                | op::OpConstantFalse
                | op::OpConstantComposite
                | op::OpConstantNull
        )
}

/// Whether a module may declare it only once: types that are neither aggregates nor pointers.
pub fn must_be_one(opcode: u16) -> bool {
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

/// The result type of a declaration, if it has one, and the words behind its result.
pub fn parts(inst: Inst<'_>) -> (Option<u32>, &[u32]) {
    if op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE) {
        (Some(inst.word(1)), inst.from(3))
    } else {
        (None, inst.from(2))
    }
}

/// The result of a declaration, if it says just this.
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
    fn what_is_noted_is_found_until_all_is_forgotten() {
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
