//! Parses the content of a buffer in a directive, and expands it to words.

use anyhow::{anyhow, bail, ensure, Result};
use half::f16;

use super::address::BufferAddress;

/// Limit of a content; a larger one is surely a typing error.
const MAX_BYTES: u64 = 1 << 26;

/// The initial content of a buffer: a sequence of parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Content(Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
enum Part {
    /// This number of zero words.
    Zero(u32),
    /// 0, 1, 2, …, one word each; the number of words.
    Iota(u32),
    /// Pseudorandom words: their number, and the seed.
    Random(u32, u64),
    /// Explicit words.
    Words(Vec<u32>),
    /// Buffer addresses, two words each.
    Addresses(Vec<BufferAddress>),
}

impl Content {
    /// Parses `zero BYTES`, `iota COUNT`, `random COUNT SEED`, `u32 …`, `f32 …`, `f16 …`, `hex …` (bytes in memory order, two
    /// digits each), `address …` (each `SET:BINDING` or `SET:BINDING+BYTES`), or several of these separated by commas.
    ///
    /// # Errors
    /// The text does not have this form, or the content is too large.
    pub fn parse(text: &str) -> Result<Self> {
        let parts = text.split(',').map(Part::parse).collect::<Result<_>>()?;
        let content = Self(parts);
        ensure!(content.bytes() <= MAX_BYTES, "more than {MAX_BYTES} bytes");
        Ok(content)
    }

    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|part| 4 * part.count()).sum()
    }

    /// The words in memory order, with zeros in place of addresses.
    pub fn words(&self) -> Vec<u32> {
        self.0.iter().flat_map(Part::words).collect()
    }

    /// The addresses, each with the index of its first word.
    pub(super) fn addresses(&self) -> impl Iterator<Item = (usize, &BufferAddress)> {
        let mut behind = 0;
        self.0.iter().flat_map(move |part| {
            let at = behind;
            behind += part.count() as usize;
            let named = match part {
                Part::Addresses(named) => named.as_slice(),
                _ => &[],
            };
            (at..).step_by(2).zip(named)
        })
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self> {
        let mut words = text.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let content = match (kind, rest.as_slice()) {
            ("zero", [bytes]) => Self::Zero(int(bytes)?.div_ceil(4)),
            ("iota", [count]) => Self::Iota(int(count)?),
            ("random", [count, seed]) => Self::Random(int(count)?, u64::from(int(seed)?)),
            ("u32", [_, ..]) => Self::Words(rest.iter().map(|n| int(n)).collect::<Result<_>>()?),
            ("f32", [_, ..]) => {
                let float = |text: &&str| Ok(float(text)?.to_bits());
                Self::Words(rest.iter().map(float).collect::<Result<_>>()?)
            }
            ("f16", [_, ..]) => {
                let halves = rest
                    .iter()
                    .map(|text| Ok(f16::from_f32(float(text)?).to_bits()));
                let bytes = halves
                    .collect::<Result<Vec<u16>>>()?
                    .into_iter()
                    .flat_map(u16::to_le_bytes)
                    .collect::<Vec<u8>>();
                Self::Words(pack(&bytes))
            }
            ("hex", [_, ..]) => Self::Words(pack(&hex(&rest.concat())?)),
            ("address", [_, ..]) => {
                let named = rest.iter().map(|text| BufferAddress::parse(text));
                Self::Addresses(named.collect::<Result<_>>()?)
            }
            _ => bail!("no content is called `{}`", text.trim()),
        };
        ensure!(content.count() > 0, "a buffer holds at least a word");
        Ok(content)
    }

    fn count(&self) -> u64 {
        match self {
            Self::Zero(count) | Self::Iota(count) | Self::Random(count, _) => u64::from(*count),
            Self::Words(words) => words.len() as u64,
            Self::Addresses(named) => 2 * named.len() as u64,
        }
    }

    fn words(&self) -> Vec<u32> {
        match self {
            Self::Zero(count) => vec![0; *count as usize],
            Self::Iota(count) => (0..*count).collect(),
            Self::Random(count, seed) => random(*seed).take(*count as usize).collect(),
            Self::Words(words) => words.clone(),
            Self::Addresses(named) => vec![0; 2 * named.len()],
        }
    }
}

/// The high halves of SplitMix64 (Steele, Lea and Flood, 2014): the same on every machine and in every version.
fn random(seed: u64) -> impl Iterator<Item = u32> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    })
}

/// Parses a 32-bit integer, signed or unsigned, decimal or hexadecimal.
fn int(text: &str) -> Result<u32> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let number = number.map_err(|_| anyhow!("`{text}` is not a number"))?;
    u32::try_from(number)
        .or_else(|_| i32::try_from(number).map(|negative| negative as u32))
        .map_err(|_| anyhow!("`{text}` does not fit into 32 bits"))
}

fn float(text: &str) -> Result<f32> {
    text.parse()
        .map_err(|_| anyhow!("`{text}` is not a number"))
}

fn hex(digits: &str) -> Result<Vec<u8>> {
    ensure!(
        digits.len() % 2 == 0 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        "expected two hexadecimal digits per byte"
    );
    let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
    Ok(digits
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| pair.iter().fold(0, |byte, &digit| byte << 4 | value(digit)))
        .collect())
}

/// Packs bytes into little-endian words, padded with zeros.
fn pack(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        for (to, from) in word.iter_mut().zip(chunk) {
            *to = *from;
        }
        u32::from_le_bytes(word)
    };
    bytes.chunks(4).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<u32> {
        Content::parse(text).unwrap().words()
    }

    #[test]
    fn every_kind_expands_to_its_words() {
        assert_eq!(words("zero 6"), [0, 0]);
        assert_eq!(words("iota 3"), [0, 1, 2]);
        assert_eq!(words("u32 1 -1 0xFF"), [1, u32::MAX, 255]);
        assert_eq!(
            words("f32 1 -0.5 inf"),
            [0x3F80_0000, 0xBF00_0000, 0x7F80_0000]
        );
        assert_eq!(words("f16 1 2 0.5"), [0x4000_3C00, 0x3800]);
        assert_eq!(words("hex 0102 03040500"), [0x0403_0201, 5]);
        // The first values that the published generator yields for this seed.
        assert_eq!(words("random 2 1234567"), [0x599e_d017, 0x2c73_f084]);
    }

    #[test]
    fn parts_are_concatenated() {
        assert_eq!(words("u32 7, zero 6 , hex 05"), [7, 0, 0, 5]);
        let content = Content::parse("f16 1, address 0:1 2:3+8,u32 7,address 0:1").unwrap();
        assert_eq!(content.words(), [0x3C00, 0, 0, 0, 0, 7, 0, 0]);
        assert_eq!(content.bytes(), 32);
        let places: Vec<_> = content.addresses().map(|(word, _)| word).collect();
        assert_eq!(places, [1, 3, 6]);
        let last = content.addresses().last().unwrap().1;
        assert_eq!(*last, BufferAddress::parse("0:1").unwrap());
    }

    #[test]
    fn invalid_contents_are_refused() {
        for wrong in [
            "",
            "zero",
            "zero 0",
            "iota x",
            "random 3",
            "u32",
            "hex 123",
            "hex xy",
            "zero 99999999999",
            "iota 20000000",
            "f32 a",
            "u32 1,",
            "u32 1,,u32 2",
            "u32 1, 2",
            "u32 1 address 0:1",
            "address",
            "address 0",
            "zero 60000000, zero 60000000",
        ] {
            assert!(Content::parse(wrong).is_err(), "{wrong}");
        }
    }
}
