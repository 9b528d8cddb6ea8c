//! Reads and writes instructions of a module that may be malformed: offsets out of range read 0 and are not written.

use sos_core::operands::result_index;
use sos_core::tables::{op_hot, OpFlags};
use std::ops::Range;

/// The number of words of the header.
pub const HEADER: usize = 5;
/// The index of the id bound in the header.
pub const BOUND: usize = 3;

/// The offsets of all instructions, up to the first invalid word count.
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

/// The offsets of the instructions with certain opcodes.
pub fn starts_of(words: &[u32], wanted: impl Fn(u16) -> bool) -> Vec<usize> {
    let mut found = starts(words);
    found.retain(|&at| wanted(opcode(words, at)));
    found
}

/// The opcode of the instruction at an offset.
pub fn opcode(words: &[u32], at: usize) -> u16 {
    word(words, at) as u16
}

/// The word at an offset, or 0.
pub fn word(words: &[u32], at: usize) -> u32 {
    words.get(at).copied().unwrap_or(0)
}

/// The range of words of the instruction at an offset.
pub fn range(words: &[u32], at: usize) -> Range<usize> {
    let count = (word(words, at) >> 16) as usize;
    at..(at + count).min(words.len())
}

/// The result id of the instruction at an offset.
pub fn result(words: &[u32], at: usize) -> Option<u32> {
    let index = result_index(op_hot(opcode(words, at)))?;
    words.get(at + index).copied()
}

/// The result type of the instruction at an offset, or 0.
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

/// The result ids of the instructions with certain opcodes.
pub fn results(words: &[u32], wanted: impl Fn(u16) -> bool) -> Vec<u32> {
    starts_of(words, wanted)
        .into_iter()
        .filter_map(|at| result(words, at))
        .collect()
}

/// Replaces the word at an offset, if it exists.
pub fn put(words: &mut [u32], at: usize, word: u32) {
    if let Some(slot) = words.get_mut(at) {
        *slot = word;
    }
}

/// Replaces the opcode of the instruction at an offset.
pub fn put_opcode(words: &mut [u32], at: usize, opcode: u16) {
    let old = word(words, at);
    put(words, at, old & 0xFFFF_0000 | u32::from(opcode));
}

/// A new id: increments the bound.
pub fn fresh_id(words: &mut [u32]) -> u32 {
    let id = word(words, BOUND);
    put(words, BOUND, id.wrapping_add(1));
    id
}
