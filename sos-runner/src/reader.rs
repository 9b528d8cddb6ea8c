//! Parsing of modules with `rspirv`.

use rspirv::binary::ParseState;
use rspirv::dr::{load_bytes, Module};

/// Parses a module. `rspirv` reads only little-endian bytes, and its `load_words` reinterprets words as bytes of the machine's
/// order, so the words are converted here.
pub(crate) fn load(words: &[u32]) -> Result<Module, ParseState> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    load_bytes(bytes)
}
