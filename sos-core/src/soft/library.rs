//! The library's words, and where everything is in them: worked out by the compiler, so that nothing is parsed at run time.
//!
//! In the program are the declarations of types and constants, and the functions in half the space: a word within a function is an
//! id, a small literal, or the head of an instruction, and all fit into 16 bits.
//!
//! The indexing of [`WHOLE`] cannot fail at run time, because none of it is executed there.

use crate::header;
use crate::inst::Inst;
use crate::tables::{decoration, op, op_hot, OpFlags};
use core::ops::Range;

const BYTES: &[u8] = include_bytes!("soft.spv");

/// The whole library, for tables computed at compile time.
static WHOLE: [u32; BYTES.len() / 4] = words();

/// Where the declarations of types and constants begin, and where the functions do.
const PARTS: (usize, usize) = parts();

/// The declarations.
static DECLARED: [u32; PARTS.1 - PARTS.0] = declared();

/// The words of the functions; a head has the opcode in the lower ten bits.
static CODE: [u16; WHOLE.len() - PARTS.1] = code();

/// The id of the import of `GLSL.std.450`.
pub const IMPORT: u32 = import();

const OPCODE_BITS: u32 = 10;

/// The ids below are those of decorated results, functions, types and constants. The others are in functions: in each, they are
/// consecutive ([`inside`]).
pub const SHARED: usize = first_in_functions();

/// By id below [`SHARED`]: the word offset of the type, constant or function; for results [`EXACT`].
static OFFSETS: [u16; SHARED] = offsets();

/// Marks ids that are decorated with `NoContraction`: an offset in the header.
const EXACT: u16 = 1;

/// Returns the declaration with an id; `None` for functions and what is in them.
pub fn definition(id: u32) -> Option<Inst<'static>> {
    let offset = OFFSETS.get(id as usize).filter(|at| **at > EXACT)?;
    let within = usize::from(*offset).checked_sub(PARTS.0)?;
    Inst::at(&DECLARED, within as u32)
}

/// An instruction of a function.
#[derive(Clone, Copy)]
pub struct Code {
    opcode: u16,
    /// Behind the head.
    words: &'static [u16],
}

impl Code {
    /// Its first word.
    pub fn header(self) -> u32 {
        (self.words.len() as u32 + 1) << 16 | u32::from(self.opcode)
    }

    /// Its other words, and whether each is an id.
    #[inline]
    pub fn words(self) -> impl ExactSizeIterator<Item = (u32, bool)> {
        let literals = match self.opcode {
            // The control.
            op::OpFunction => 2..3,
            // The instruction's number.
            op::OpExtInst => 3..4,
            // The indices.
            op::OpCompositeExtract => 3..usize::MAX,
            _ => 0..0,
        };
        let words = self.words.iter().enumerate();
        words.map(move |(at, &word)| (word.into(), !literals.contains(&at)))
    }
}

/// By id of a function: the first id that only it uses, except decorated results, and the number of these.
static INSIDE: [(u16, u16); SHARED] = insides();

/// The ids that only a function uses, except decorated results.
pub fn inside(function: u32) -> Range<u32> {
    let (first, count) = INSIDE.get(function as usize).copied().unwrap_or((0, 0));
    first.into()..u32::from(first) + u32::from(count)
}

/// The instructions of a function, from `OpFunction` to `OpFunctionEnd`.
#[inline]
pub fn body(function: u32) -> impl Iterator<Item = Code> {
    let start = OFFSETS.get(function as usize).copied().unwrap_or(0);
    let start = usize::from(start).checked_sub(PARTS.1);
    let mut rest = start.and_then(|start| CODE.get(start..)).unwrap_or(&[]);
    core::iter::from_fn(move || {
        let head = *rest.first()?;
        let (opcode, len) = (head & ((1 << OPCODE_BITS) - 1), head >> OPCODE_BITS);
        let (inst, behind) = rest.split_at_checked(len.into())?;
        rest = match opcode {
            op::OpFunctionEnd => &[],
            _ => behind,
        };
        let words = inst.get(1..)?;
        Some(Code { opcode, words })
    })
}

/// The functions that a function calls.
pub fn callees(function: u32) -> impl Iterator<Item = u32> {
    let calls = body(function).filter(|code| code.opcode == op::OpFunctionCall);
    calls.filter_map(|call| call.words.get(2).map(|&callee| callee.into()))
}

/// Whether the result with an id, which is within a function, must not be contracted.
pub fn is_exact(id: u32) -> bool {
    OFFSETS.get(id as usize) == Some(&EXACT)
}

/// The id of the function that is exported under a name.
pub const fn function(name: &str) -> u32 {
    let mut at = header::LEN;
    while at < WHOLE.len() {
        let is_export =
            WHOLE[at] as u16 == op::OpDecorate && WHOLE[at + 2] == decoration::LinkageAttributes;
        if is_export && is_string(at + 3, name.as_bytes()) {
            return WHOLE[at + 1];
        }
        at += (WHOLE[at] >> 16) as usize;
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

const fn parts() -> (usize, usize) {
    let mut at = header::LEN;
    let mut declarations = 0;
    while WHOLE[at] as u16 != op::OpFunction {
        if declarations == 0
            && WHOLE[at] as u16 >= op::OpTypeVoid
            && WHOLE[at] as u16 <= op::OpTypeFunction
        {
            declarations = at;
        }
        at += (WHOLE[at] >> 16) as usize;
    }
    (declarations, at)
}

const fn import() -> u32 {
    let mut at = header::LEN;
    while WHOLE[at] as u16 != op::OpExtInstImport {
        at += (WHOLE[at] >> 16) as usize;
    }
    WHOLE[at + 1]
}

const fn declared() -> [u32; PARTS.1 - PARTS.0] {
    let (mut words, mut at) = ([0; PARTS.1 - PARTS.0], 0);
    while at < words.len() {
        words[at] = WHOLE[PARTS.0 + at];
        at += 1;
    }
    words
}

const fn code() -> [u16; WHOLE.len() - PARTS.1] {
    let mut halves = [0; WHOLE.len() - PARTS.1];
    let mut at = PARTS.1;
    while at < WHOLE.len() {
        let (opcode, len) = (WHOLE[at] as u16, (WHOLE[at] >> 16) as usize);
        assert!(opcode < 1 << OPCODE_BITS && len < 1 << (16 - OPCODE_BITS));
        halves[at - PARTS.1] = (len as u16) << OPCODE_BITS | opcode;
        let mut word = 1;
        while word < len {
            assert!(WHOLE[at + word] <= u16::MAX as u32);
            halves[at - PARTS.1 + word] = WHOLE[at + word] as u16;
            word += 1;
        }
        at += len;
    }
    halves
}

/// The first parameter of the first function has the least id that belongs to a function alone: ids are numbered in the order in
/// which they first appear.
const fn first_in_functions() -> usize {
    let mut at = header::LEN;
    while WHOLE[at] as u16 != op::OpFunctionParameter {
        at += (WHOLE[at] >> 16) as usize;
    }
    WHOLE[at + 2] as usize
}

const fn insides() -> [(u16, u16); SHARED] {
    let mut insides = [(0, 0); SHARED];
    let (mut function, mut at) = (0, PARTS.1);
    while at < WHOLE.len() {
        let opcode = WHOLE[at] as u16;
        let flags = op_hot(opcode).flags;
        let id = if flags.contains(OpFlags::RESULT_TYPE) {
            WHOLE[at + 2]
        } else if flags.contains(OpFlags::RESULT) {
            WHOLE[at + 1]
        } else {
            0
        };
        if opcode == op::OpFunction {
            function = id as usize;
        } else if id as usize >= SHARED {
            let (first, count) = insides[function];
            insides[function] = match count {
                0 => (id as u16, 1),
                _ => (first, id as u16 - first + 1),
            };
        }
        at += (WHOLE[at] >> 16) as usize;
    }
    insides
}

const fn offsets() -> [u16; SHARED] {
    assert!(WHOLE.len() <= 1 << 16, "offsets have 16 bits");
    let mut offsets = [0; SHARED];
    let mut at = header::LEN;
    while at < WHOLE.len() {
        let opcode = WHOLE[at] as u16;
        let id = match opcode {
            op::OpTypeVoid..=op::OpTypeFunction => WHOLE[at + 1],
            op::OpConstantTrue..=op::OpConstantNull | op::OpFunction => WHOLE[at + 2],
            op::OpDecorate if WHOLE[at + 2] == decoration::NoContraction => WHOLE[at + 1],
            _ => 0,
        };
        offsets[id as usize] = match opcode {
            op::OpDecorate => EXACT,
            _ => at as u16,
        };
        at += (WHOLE[at] >> 16) as usize;
    }
    offsets[0] = 0;
    offsets
}

/// The names and ids of all functions.
#[cfg(test)]
pub fn functions() -> Vec<(String, u32)> {
    let insts = crate::inst::Insts::new(&WHOLE, header::LEN as u32, WHOLE.len() as u32);
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
