//! Modules as `rspirv` has them.

use rspirv::binary::ParseState;
use rspirv::dr::{load_bytes, Module};

/// Reads a module. `rspirv` reads bytes in one order only and takes the machine's bytes for words: so it is given bytes.
pub(crate) fn load(words: &[u32]) -> Result<Module, ParseState> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    load_bytes(bytes)
}
