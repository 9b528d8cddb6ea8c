//! What damage looks at: where instructions start, and which ids there are.

use sos_core::operands::result_index;
use sos_core::tables::{op_hot, OpFlags};
use std::ops::Range;

/// Words of a module's header.
pub const HEADER: usize = 5;
/// The header's word that all ids are below.
pub const BOUND: usize = 3;

/// Where instructions start, as far as word counts lead.
pub fn starts(words: &[u32]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = HEADER;
    while let Some(&word) = words.get(at) {
        let count = (word >> 16) as usize;
        if count == 0 || at + count > words.len() {
            break;
        }
        found.push(at);
        at += count;
    }
    found
}

/// Where the instructions start that some opcodes have.
pub fn starts_of(words: &[u32], wanted: impl Fn(u16) -> bool) -> Vec<usize> {
    let mut found = starts(words);
    found.retain(|&at| wanted(opcode(words, at)));
    found
}

/// The opcode of the instruction at a place.
pub fn opcode(words: &[u32], at: usize) -> u16 {
    word(words, at) as u16
}

/// A word, or 0.
pub fn word(words: &[u32], at: usize) -> u32 {
    words.get(at).copied().unwrap_or(0)
}

/// The words of the instruction at a place.
pub fn range(words: &[u32], at: usize) -> Range<usize> {
    let count = (word(words, at) >> 16) as usize;
    at..(at + count).min(words.len())
}

/// The id that the instruction at a place defines.
pub fn result(words: &[u32], at: usize) -> Option<u32> {
    let index = result_index(op_hot(opcode(words, at)))?;
    words.get(at + index).copied()
}

/// The type of what the instruction at a place defines, or 0.
pub fn type_of(words: &[u32], at: usize) -> u32 {
    let typed = op_hot(opcode(words, at))
        .flags
        .contains(OpFlags::RESULT_TYPE);
    if typed {
        word(words, at + 1)
    } else {
        0
    }
}

/// The ids that instructions of some opcodes define.
pub fn results(words: &[u32], wanted: impl Fn(u16) -> bool) -> Vec<u32> {
    starts_of(words, wanted)
        .into_iter()
        .filter_map(|at| result(words, at))
        .collect()
}

/// Writes a word, if there is such a place.
pub fn put(words: &mut [u32], at: usize, word: u32) {
    if let Some(slot) = words.get_mut(at) {
        *slot = word;
    }
}

/// Puts another opcode in front of the same words.
pub fn put_opcode(words: &mut [u32], at: usize, opcode: u16) {
    let old = word(words, at);
    put(words, at, old & 0xFFFF_0000 | u32::from(opcode));
}

/// An id that nothing has.
pub fn fresh_id(words: &mut [u32]) -> u32 {
    let id = word(words, BOUND);
    put(words, BOUND, id.wrapping_add(1));
    id
}
