//! The library's words, and where everything is in them: worked out by the compiler, so that nothing is parsed at run time.
//!
//! The indexing below cannot fail at run time, because none of it is executed there.

use crate::header;
use crate::inst::Inst;
use crate::tables::{decoration, op, op_hot, OpFlags};
use std::ops::Range;

const BYTES: &[u8] = include_bytes!("soft.spv");
static WORDS: [u32; BYTES.len() / 4] = words();

/// The ids below are those of decorated results, functions, types and constants. The others are in functions: in each, they are
/// consecutive ([`inside`]).
pub const SHARED: usize = first_in_functions();

/// By id below [`SHARED`]: the word offset of the type, constant, import or function; for results [`EXACT`].
static OFFSETS: [u16; SHARED] = offsets();

/// Marks ids that are decorated with `NoContraction`: an offset in the header.
const EXACT: u16 = 1;

/// Returns the words of an instruction behind the first, and whether each is an id.
pub fn words_of(inst: Inst<'static>) -> impl Iterator<Item = (u32, bool)> {
    let literals = match inst.opcode() {
        // The control.
        op::OpFunction => 3..4,
        // The instruction's number.
        op::OpExtInst => 4..5,
        // The indices.
        op::OpCompositeExtract => 4..u32::MAX,
        _ => 0..0,
    };
    let words = (1..).zip(inst.from(1));
    words.map(move |(at, &word)| (word, !literals.contains(&at)))
}

/// Returns the declaration or the head of the function with an id; `None` for ids within functions.
pub fn definition(id: u32) -> Option<Inst<'static>> {
    let offset = OFFSETS.get(id as usize).filter(|at| **at > EXACT)?;
    Inst::at(&WORDS, u32::from(*offset))
}

/// The ids that only a function uses, except decorated results.
pub fn inside(function: u32) -> Range<u32> {
    let result = |inst: Inst<'_>| match op_hot(inst.opcode()).flags {
        flags if flags.contains(OpFlags::RESULT_TYPE) => inst.word(2),
        flags if flags.contains(OpFlags::RESULT) => inst.word(1),
        _ => 0,
    };
    let ids = body(function).map(result);
    let mut ids = ids.filter(|&id| id as usize >= SHARED);
    let first = ids.next().unwrap_or(0);
    first..ids.fold(first, u32::max) + 1
}

/// The instructions of a function, from `OpFunction` to `OpFunctionEnd`.
pub fn body(function: u32) -> impl Iterator<Item = Inst<'static>> {
    let mut next = definition(function);
    std::iter::from_fn(move || {
        let inst = next?;
        next = Inst::at(&WORDS, inst.end()).filter(|_| inst.opcode() != op::OpFunctionEnd);
        Some(inst)
    })
}

/// Whether the result with an id, which is within a function, must not be contracted.
pub fn is_exact(id: u32) -> bool {
    OFFSETS.get(id as usize) == Some(&EXACT)
}

/// The id of the function that is exported under a name.
pub const fn function(name: &str) -> u32 {
    let mut at = header::LEN;
    while at < WORDS.len() {
        let is_export =
            WORDS[at] as u16 == op::OpDecorate && WORDS[at + 2] == decoration::LinkageAttributes;
        if is_export && is_string(at + 3, name.as_bytes()) {
            return WORDS[at + 1];
        }
        at += (WORDS[at] >> 16) as usize;
    }
    panic!("the soft library has no function of this name: run scripts/build-soft");
}

/// Whether the literal string at a word offset is this one.
const fn is_string(at: usize, text: &[u8]) -> bool {
    let mut index = 0;
    while index < text.len() {
        if BYTES[at * 4 + index] != text[index] {
            return false;
        }
        index += 1;
    }
    BYTES[at * 4 + index] == 0
}

const fn words() -> [u32; BYTES.len() / 4] {
    let mut words = [0; BYTES.len() / 4];
    let mut at = 0;
    while at < words.len() {
        let from = at * 4;
        words[at] = u32::from_le_bytes([
            BYTES[from],
            BYTES[from + 1],
            BYTES[from + 2],
            BYTES[from + 3],
        ]);
        at += 1;
    }
    words
}

/// The first parameter of the first function has the least id that belongs to a function alone: ids are numbered in the order in
/// which they first appear.
const fn first_in_functions() -> usize {
    let mut at = header::LEN;
    while WORDS[at] as u16 != op::OpFunctionParameter {
        at += (WORDS[at] >> 16) as usize;
    }
    WORDS[at + 2] as usize
}

const fn offsets() -> [u16; SHARED] {
    assert!(WORDS.len() <= 1 << 16, "offsets have 16 bits");
    let mut offsets = [0; SHARED];
    let mut at = header::LEN;
    while at < WORDS.len() {
        let opcode = WORDS[at] as u16;
        let id = match opcode {
            op::OpExtInstImport | op::OpTypeVoid..=op::OpTypeFunction => WORDS[at + 1],
            op::OpConstantTrue..=op::OpConstantNull | op::OpFunction => WORDS[at + 2],
            op::OpDecorate if WORDS[at + 2] == decoration::NoContraction => WORDS[at + 1],
            _ => 0,
        };
        offsets[id as usize] = match opcode {
            op::OpDecorate => EXACT,
            _ => at as u16,
        };
        at += (WORDS[at] >> 16) as usize;
    }
    offsets[0] = 0;
    offsets
}

/// The names and ids of all functions.
#[cfg(test)]
pub fn functions() -> Vec<(String, u32)> {
    let insts = crate::inst::Insts::new(&WORDS, header::LEN as u32, WORDS.len() as u32);
    let exports = insts.filter(|inst| {
        inst.opcode() == op::OpDecorate && inst.word(2) == decoration::LinkageAttributes
    });
    exports
        .map(|inst| {
            (
                crate::inst::string_lossy(inst.from(3)).unwrap(),
                inst.word(1),
            )
        })
        .collect()
}
