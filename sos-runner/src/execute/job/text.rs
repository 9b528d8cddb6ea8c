//! Words in JSON: the Base64 of their bytes in little-endian order.

use base64::prelude::{Engine as _, BASE64_STANDARD};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::Serializer;

/// Writes words.
pub(super) fn serialize<S: Serializer>(words: &[u32], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&encode(words))
}

/// Reads words.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u32>, D::Error> {
    decode(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// Several lists of words.
pub(super) mod list {
    use super::{decode, encode, Deserialize, Deserializer, Serializer};
    use serde::de::Error as _;

    /// Writes lists.
    pub(in super::super) fn serialize<S: Serializer>(
        lists: &[Vec<u32>],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(lists.iter().map(|words| encode(words)))
    }

    /// Reads lists.
    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Vec<u32>>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        let lists = texts.iter().map(|text| decode(text));
        lists.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

fn encode(words: &[u32]) -> String {
    BASE64_STANDARD.encode(sos_core::words::to_bytes(words))
}

fn decode(text: &str) -> Result<Vec<u32>, String> {
    let bytes = BASE64_STANDARD
        .decode(text)
        .map_err(|why| why.to_string())?;
    if bytes.len() % 4 != 0 {
        return Err(format!("{} bytes are not words", bytes.len()));
    }
    let words = bytes
        .chunks_exact(4)
        .map(|word| word.try_into().unwrap_or_default());
    Ok(words.map(u32::from_le_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive() {
        for words in [&[][..], &[1], &[0, u32::MAX, 0x0102_0304]] {
            assert_eq!(decode(&encode(words)).unwrap(), words);
        }
        assert_eq!(encode(&[0x0403_0201]), "AQIDBA==");
        assert!(decode("AQID").is_err() && decode("!").is_err());
    }
}
