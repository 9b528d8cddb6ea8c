//! Finding a type or constant by what it says.
//!
//! The tables are asked at nearly every instruction that a rule or a pass writes. Its hash is a multiplication for every two words, with
//! the halves of the product folded together. The factors are drawn once for each table, so that nobody can write a module
//! whose constants all fall together; and since what is found is compared with what was asked for, they decide nothing else.

use crate::inst::Inst;
use crate::tables::{op, op_hot, OpFlags};
use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, Hasher, RandomState};

/// Where declarations stand, by a hash of what they say.
#[derive(Clone, Debug)]
pub struct Declared<Place> {
    places: HashMap<u64, Place, BuildHasherDefault<AsItIs>>,
    seed: u64,
    factor: u64,
}

impl<Place> Default for Declared<Place> {
    fn default() -> Self {
        let random = RandomState::new();
        Self {
            places: HashMap::default(),
            seed: random.hash_one(0),
            factor: random.hash_one(1) | 1,
        }
    }
}

impl<Place: Copy> Declared<Place> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.places.clear();
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
        self.places.get(&key).copied()
    }

    /// Notes where it stands.
    pub fn insert(&mut self, key: u64, at: Place) {
        self.places.insert(key, at);
    }

    /// Notes where it stands, unless another with its hash stands somewhere.
    pub fn insert_first(&mut self, key: u64, at: Place) {
        self.places.entry(key).or_insert(at);
    }

    /// Forgets it.
    pub fn remove(&mut self, key: u64) {
        self.places.remove(&key);
    }
}

/// A hash that is its own.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
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
