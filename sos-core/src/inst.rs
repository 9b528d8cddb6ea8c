//! An instruction as a slice of words, and iteration over instructions.
//!
//! The scan checks every word count once ([`Facts::scan`](crate::facts::Facts::scan)). All other files read through the
//! accessors here, which return 0 for a missing word: 0 is no valid id, so a missing operand refers to nothing.

use crate::tables::{op, op_hot, OpFlags};
use alloc::string::String;
use alloc::vec::Vec;

/// An instruction and its word offset in the module.
#[derive(Clone, Copy, Debug)]
pub struct Inst<'w> {
    words: &'w [u32],
    offset: u32,
}

impl<'w> Inst<'w> {
    /// Whether it is an instruction of an extended instruction set.
    #[inline]
    pub fn is_extended(&self) -> bool {
        matches!(
            self.opcode(),
            op::OpExtInst | op::OpExtInstWithForwardRefsKHR
        )
    }

    /// Whether it has a result, and in front of that the id of its type.
    #[inline]
    pub fn has_type(&self) -> bool {
        op_hot(self.opcode()).flags.contains(OpFlags::RESULT_TYPE)
    }

    /// Whether it is an access chain into what a typed pointer points to.
    #[inline]
    pub fn is_chain(&self) -> bool {
        matches!(self.opcode(), op::OpAccessChain | op::OpInBoundsAccessChain)
    }

    /// The first word, which holds the word count and the opcode.
    #[inline]
    pub fn header(&self) -> u32 {
        self.word(0)
    }

    /// The result type of an instruction that has one.
    #[inline]
    pub fn result_type(&self) -> u32 {
        debug_assert!(self.has_type(), "opcode {} has no type", self.opcode());
        self.word(1)
    }

    /// The result id of an instruction that also has a result type. What has only a result, such as a type or a label, has a
    /// view ([`crate::views`]).
    #[inline]
    pub fn result(&self) -> u32 {
        debug_assert!(self.has_type(), "opcode {} has no type", self.opcode());
        self.word(2)
    }

    /// The first of [`operands`](Self::operands), or 0 if there is none.
    #[inline]
    pub fn operand(&self) -> u32 {
        debug_assert!(self.has_type(), "opcode {} has no type", self.opcode());
        self.word(3)
    }

    /// The words behind the result of an instruction that has a result type.
    #[inline]
    pub fn operands(&self) -> &'w [u32] {
        debug_assert!(self.has_type(), "opcode {} has no type", self.opcode());
        self.from(3)
    }

    /// The id that a decoration, a name or an execution mode is about: for a member, its structure; for what applies a
    /// decoration group, the group.
    #[inline]
    pub fn target(&self) -> u32 {
        debug_assert!(self.has_target(), "opcode {} has no target", self.opcode());
        self.word(1)
    }

    /// Whether it is a decoration, a name or an execution mode.
    fn has_target(&self) -> bool {
        let opcode = self.opcode();
        op_hot(opcode).flags.contains(OpFlags::ANNOTATION)
            || matches!(
                opcode,
                op::OpName | op::OpMemberName | op::OpExecutionMode | op::OpExecutionModeId
            )
    }

    /// Returns the instruction at a word offset, or `None` if it is truncated or its word count is 0.
    #[inline]
    pub fn at(words: &'w [u32], offset: u32) -> Option<Self> {
        let mut rest = words.get(offset as usize..)?;
        let len = (rest.first()? >> 16) as usize;
        Self::split_off(&mut rest, offset, len).filter(|_| len != 0)
    }

    /// Splits the first instruction off `rest`, the words of a module from `offset` on. `len` is its word count, which the
    /// caller has read; `None` if there are fewer words.
    #[inline(always)]
    pub fn split_off(rest: &mut &'w [u32], offset: u32, len: usize) -> Option<Self> {
        let (words, behind) = rest.split_at_checked(len)?;
        *rest = behind;
        Some(Self { words, offset })
    }

    #[inline]
    pub fn opcode(&self) -> u16 {
        self.word(0) as u16
    }

    /// All words; the first holds the word count and the opcode.
    #[inline]
    pub fn words(&self) -> &'w [u32] {
        self.words
    }

    /// Word `index`, or 0 if the instruction has fewer words.
    #[inline]
    pub fn word(&self, index: usize) -> u32 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The bits of the number that an `OpConstant` or `OpSpecConstant` defines, of at most 64; narrower ones are extended to 32.
    pub fn literal(&self) -> u64 {
        u64::from(self.word(3)) | u64::from(self.word(4)) << 32
    }

    /// The words from `index` on.
    #[inline]
    pub fn from(&self, index: usize) -> &'w [u32] {
        self.words.get(index..).unwrap_or(&[])
    }

    /// The word offset of the instruction in the module.
    #[inline]
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// The word offset of the next instruction.
    #[inline]
    pub fn end(&self) -> u32 {
        self.offset + self.words.len() as u32
    }
}

/// Iterates over the instructions between two word offsets.
#[derive(Clone, Debug)]
pub struct Insts<'w> {
    /// The remaining words.
    rest: &'w [u32],
    at: u32,
}

impl<'w> Insts<'w> {
    /// Iterates over the instructions that start in `from..to`. Both offsets must be starts of instructions or the end of the
    /// module.
    #[inline]
    pub fn new(words: &'w [u32], from: u32, to: u32) -> Self {
        let words = words.get(..to as usize).unwrap_or(words);
        Self {
            rest: words.get(from as usize..).unwrap_or(&[]),
            at: from,
        }
    }
}

impl<'w> Iterator for Insts<'w> {
    type Item = Inst<'w>;

    #[inline]
    fn next(&mut self) -> Option<Inst<'w>> {
        let len = (self.rest.first()? >> 16) as usize;
        let inst = Inst::split_off(&mut self.rest, self.at, len).filter(|_| len != 0)?;
        self.at += len as u32;
        Some(inst)
    }
}

/// Returns the bytes of a literal string, which is UTF-8 packed into words in little-endian order up to the first NUL
/// (specification, section 2.2.1), and the number of words that it occupies; `None` if it is not terminated.
pub fn string(words: &[u32]) -> Option<(impl Iterator<Item = u8> + Clone + '_, usize)> {
    let has_nul = |word: u32| word.to_le_bytes().contains(&0);
    let len = words.iter().position(|&word| has_nul(word))? + 1;
    let bytes = words
        .iter()
        .take(len)
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0);
    Some((bytes, len))
}

/// Whether the literal string in `words` is terminated, and UTF-8.
#[inline]
pub fn is_utf8(words: &[u32]) -> bool {
    let mut bits = 0;
    for (at, &word) in words.iter().enumerate() {
        bits |= word;
        // Whether a byte is 0: it becomes 0xff, and has not had its highest bit before.
        if word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080 != 0 {
            // Names are ASCII, but for some in languages that have more letters.
            return bits & 0x8080_8080 == 0 || is_utf8_beyond_ascii(words.get(..=at));
        }
    }
    false
}

#[cold]
fn is_utf8_beyond_ascii(words: Option<&[u32]>) -> bool {
    let bytes = words.and_then(string);
    let bytes: Option<Vec<u8>> = bytes.map(|(bytes, _)| bytes.collect());
    bytes.is_some_and(|bytes| core::str::from_utf8(&bytes).is_ok())
}

/// The length limit, in bytes, for names of extensions, instruction sets and device facts. Longer names are treated as unknown.
pub const NAME_LEN: usize = 128;

/// Reads a name into `buffer`. Returns `Some(None)` if it is longer than [`NAME_LEN`], `None` if it is not terminated.
pub fn short_name<'b>(words: &[u32], buffer: &'b mut [u8; NAME_LEN]) -> Option<Option<&'b [u8]>> {
    let mut slots = buffer.chunks_exact_mut(4);
    let mut len = 0;
    for word in words {
        let bytes = word.to_le_bytes();
        let end = bytes.iter().position(|&byte| byte == 0);
        match slots.next() {
            Some(slot) => slot.copy_from_slice(&bytes),
            None if end == Some(0) => {}
            None => return string(words).map(|_| None),
        }
        match end {
            Some(end) => return Some(buffer.get(..len + end)),
            None => len += 4,
        }
    }
    None
}

/// As [`short_name`], and `None` too if the name is not UTF-8.
pub fn checked_name<'b>(words: &[u32], buffer: &'b mut [u8; NAME_LEN]) -> Option<Option<&'b [u8]>> {
    short_name(words, buffer).filter(|_| is_utf8(words))
}

/// Whether the literal string in `words` starts with `prefix`.
pub fn string_starts_with(words: &[u32], prefix: &[u8]) -> bool {
    string(words).is_some_and(|(bytes, _)| {
        let mut bytes = bytes;
        prefix.iter().all(|&byte| bytes.next() == Some(byte))
    })
}

/// The literal string in `words`, for display: invalid UTF-8 is replaced.
pub fn string_lossy(words: &[u32]) -> Option<String> {
    string(words)
        .map(|(bytes, _)| String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u32> {
        bytes
            .chunks(4)
            .map(|part| {
                let mut word = [0; 4];
                word[..part.len()].copy_from_slice(part);
                u32::from_le_bytes(word)
            })
            .collect()
    }

    #[test]
    fn names_are_read_up_to_the_length_limit() {
        for len in 0..NAME_LEN + 9 {
            let mut bytes = vec![b'a'; len];
            let unended = packed(&bytes);
            bytes.push(0);
            let (words, mut buffer) = (packed(&bytes), [0; NAME_LEN]);
            let found = short_name(&words, &mut buffer);
            let expected = (len <= NAME_LEN).then_some(&bytes[..len]);
            assert_eq!(found, Some(expected), "{len}");
            if len % 4 == 0 {
                assert_eq!(short_name(&unended, &mut buffer), None, "{len}");
            }
        }
    }

    #[test]
    fn names_are_utf_8() {
        for (bytes, expected) in [
            (&b"main\0"[..], true),
            (b"\0", true),
            ("Schatten-Größe\0".as_bytes(), true),
            (b"GLSL.s\xd1d.450\0", false),
            (b"cut \xc3\0", false),
            // What is behind the end is not of the name.
            (b"abc\0\xd1\xd1", true),
            (b"ab\0\xd1", true),
            (b"endless.", false),
        ] {
            let words = packed(bytes);
            assert_eq!(is_utf8(&words), expected, "{bytes:?}");
            let mut buffer = [0; NAME_LEN];
            assert_eq!(checked_name(&words, &mut buffer).is_some(), expected);
        }
    }
}
