//! Conversion between bytes and 32-bit words.
//!
//! A SPIR-V module is a stream of 32-bit words in either byte order; the magic number distinguishes the two (specification,
//! section 3.1). All other files work on words in the host's byte order.

use alloc::borrow::Cow;

use crate::error::{Error, ErrorKind};
use crate::header::MAGIC;
use crate::options::Limits;
use alloc::vec::Vec;

/// Reads words from the bytes of a module of either byte order.
///
/// # Errors
/// [`ErrorKind::NotWords`] if the length is no multiple of four, [`ErrorKind::NotSpirv`] if the magic number is
/// missing. Nothing else is checked here: that is [`crate::Module::scan`]'s part.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<u32>, Error> {
    let chunks = bytes.chunks_exact(4);
    let rest = chunks.remainder().len();
    let mut chunks = chunks
        .filter_map(|chunk| <[u8; 4]>::try_from(chunk).ok())
        .peekable();
    let first = chunks.peek().copied().unwrap_or_default();
    let little = u32::from_le_bytes(first) == MAGIC;
    if !little && u32::from_be_bytes(first) != MAGIC {
        return Err(Error::new(ErrorKind::NotSpirv, 0, 0));
    }
    if rest != 0 {
        return Err(Error::new(ErrorKind::NotWords, bytes.len() / 4, 0));
    }
    let read = if little {
        u32::from_le_bytes
    } else {
        u32::from_be_bytes
    };
    Ok(chunks.map(read).collect())
}

/// Writes words as little-endian bytes, the order of practically every file in the wild.
pub fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Converts words of either byte order to the host's byte order; borrows the input if it already has it.
///
/// # Errors
/// [`ErrorKind::ModuleTooLarge`] before anything is copied.
pub fn to_native<'w>(words: &'w [u32], limits: &Limits) -> Result<Cow<'w, [u32]>, Error> {
    if words.len() > limits.words as usize {
        return Err(Error::new(ErrorKind::ModuleTooLarge, 0, 0));
    }
    Ok(match words.first() {
        Some(&magic) if magic == MAGIC.swap_bytes() => {
            Cow::Owned(words.iter().map(|w| w.swap_bytes()).collect())
        }
        _ => Cow::Borrowed(words),
    })
}
