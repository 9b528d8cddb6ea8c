//! One instruction as a slice of words, and the walk from one to the next.
//!
//! The scan checks every word count once ([`Facts::scan`](crate::facts::Facts::scan)). All other files read through
//! the accessors here, which answer 0 for a word that is not there: no id is 0, so a missing operand names nothing.

use crate::tables::op;

/// An instruction and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Inst<'w> {
    words: &'w [u32],
    offset: u32,
}

impl<'w> Inst<'w> {
    /// Whether it is an instruction of an imported set.
    #[inline]
    pub fn is_extended(&self) -> bool {
        matches!(
            self.opcode(),
            op::OpExtInst | op::OpExtInstWithForwardRefsKHR
        )
    }

    /// The instruction at a word offset, if there is a whole one.
    #[inline]
    pub fn at(words: &'w [u32], offset: u32) -> Option<Self> {
        let mut rest = words.get(offset as usize..)?;
        let len = (rest.first()? >> 16) as usize;
        Self::split_off(&mut rest, offset, len).filter(|_| len != 0)
    }

    /// The first instruction of what is left of a module from a word offset on, whose word count was read; if the words are
    /// there.
    #[inline(always)]
    pub fn split_off(rest: &mut &'w [u32], offset: u32, len: usize) -> Option<Self> {
        let (words, behind) = rest.split_at_checked(len)?;
        *rest = behind;
        Some(Self { words, offset })
    }

    /// The opcode.
    #[inline]
    pub fn opcode(&self) -> u16 {
        self.word(0) as u16
    }

    /// All words, the one with opcode and count first.
    #[inline]
    pub fn words(&self) -> &'w [u32] {
        self.words
    }

    /// Word `index`, or 0 where there is none.
    #[inline]
    pub fn word(&self, index: usize) -> u32 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The words from `index` on.
    #[inline]
    pub fn from(&self, index: usize) -> &'w [u32] {
        self.words.get(index..).unwrap_or(&[])
    }

    /// Where it starts, in words.
    #[inline]
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Where the next one starts.
    #[inline]
    pub fn end(&self) -> u32 {
        self.offset + self.words.len() as u32
    }
}

/// The instructions between two word offsets.
#[derive(Clone, Debug)]
pub struct Insts<'w> {
    /// The words that are left.
    rest: &'w [u32],
    at: u32,
}

impl<'w> Insts<'w> {
    /// Those that start in `from..to`, both of which must be starts of instructions or the end.
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

/// The bytes of a literal string: the UTF-8 before the first NUL, packed little end first into words (specification,
/// section 2.2.1), with the number of words it takes; `None` if no NUL ends it.
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

/// The longest name of an extension, an instruction set or a device fact, in bytes.
pub const NAME_LEN: usize = 128;

/// The bytes of a name, or `None` in it for one too long to be known; `None` if it has no end.
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

/// Whether the literal string in `words` starts with `prefix`.
pub fn string_starts_with(words: &[u32], prefix: &[u8]) -> bool {
    string(words).is_some_and(|(bytes, _)| {
        let mut bytes = bytes;
        prefix.iter().all(|&byte| bytes.next() == Some(byte))
    })
}

/// The literal string in `words` for people: what is not UTF-8 is replaced.
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
    fn a_name_is_known_up_to_its_longest_and_no_further() {
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
}
