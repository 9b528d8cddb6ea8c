//! Looks for SPIR-V modules in files of any kind: libraries, programs, resources, archives that are unpacked already.
//!
//! A module starts with the magic number in either byte order, at any offset. Its end is not recorded anywhere: it is the last
//! end of a function up to which known instructions follow one another. Streams of zlib and gzip are inflated and searched as
//! well (Qt's baked shaders, ANGLE's internal ones).

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use flate2::read::{GzDecoder, ZlibDecoder};
use memchr::memmem;
use sos_core::tables::{op, op_row};
use sos_core::words::to_bytes;

const MAGIC: u32 = 0x0723_0203;
const HEADER: usize = 5;
const NEWEST_VERSION: u32 = 0x0001_0600;

/// The longest stream that is inflated, in bytes.
const INFLATED: u64 = 64 << 20;

/// Writes each distinct module below a folder to another one, with a list of where it was found. Returns their number.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn collect(from: &Path, to: &Path) -> Result<usize> {
    std::fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    let (mut known, mut origins) = (HashSet::new(), String::new());
    for path in files(from) {
        // What cannot be read is no reason to give the others up.
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let name = path.strip_prefix(from).unwrap_or(&path).display();
        search_all(&bytes, &mut |words, place| {
            let bytes = to_bytes(&words);
            let hash = blake3::hash(&bytes).to_hex()[..16].to_owned();
            let _ = writeln!(origins, "{hash}\t{name}\t{place}");
            if known.insert(hash.clone()) {
                std::fs::write(to.join(format!("{hash}.spv")), bytes)?;
            }
            Ok(())
        })?;
    }
    // Last, because it marks the folder as complete.
    std::fs::write(to.join("origins.tsv"), origins)?;
    Ok(known.len())
}

/// All files below a folder, sorted; links are not followed.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Calls `found` with each module in a file, and where it is.
fn search_all(bytes: &[u8], found: &mut dyn FnMut(Vec<u32>, String) -> Result<()>) -> Result<()> {
    search(bytes, &mut |words, at| found(words, at.to_string()))?;
    let mut from = 0;
    while let Some((at, inflated, used)) = inflate(bytes, from) {
        search(&inflated, &mut |words, inner| {
            found(words, format!("{at}, inflated: {inner}"))
        })?;
        from = at + used.max(1);
    }
    Ok(())
}

/// Calls `found` with each module in bytes, and its offset.
fn search(bytes: &[u8], found: &mut dyn FnMut(Vec<u32>, usize) -> Result<()>) -> Result<()> {
    for (order, read) in [
        (
            MAGIC.to_le_bytes(),
            u32::from_le_bytes as fn([u8; 4]) -> u32,
        ),
        (MAGIC.to_be_bytes(), u32::from_be_bytes),
    ] {
        for at in memmem::find_iter(bytes, &order) {
            if let Some(words) = module(&bytes[at..], read) {
                found(words, at)?;
            }
        }
    }
    Ok(())
}

/// The module at the start of bytes that start with the magic number.
fn module(bytes: &[u8], read: fn([u8; 4]) -> u32) -> Option<Vec<u32>> {
    let word = |index: usize| Some(read(*bytes.get(index * 4..)?.first_chunk()?));
    let (version, bound, schema) = (word(1)?, word(3)?, word(4)?);
    if version & 0xFFFF_00FF != 0x0001_0000 || version > NEWEST_VERSION || bound == 0 || schema != 0
    {
        return None;
    }
    let (mut at, mut end, mut has_model) = (HEADER, None, false);
    while let Some(first) = word(at) {
        let (opcode, length) = (first as u16, (first >> 16) as usize);
        if length == 0 || op_row(opcode).is_none() || word(at + length - 1).is_none() {
            break;
        }
        at += length;
        has_model |= opcode == op::OpMemoryModel;
        if opcode == op::OpFunctionEnd {
            end = Some(at);
        }
    }
    let end = end.filter(|_| has_model)?;
    (0..end).map(word).collect()
}

/// The next stream of zlib or gzip from an offset on: where it starts, what it holds, and its length.
fn inflate(bytes: &[u8], mut from: usize) -> Option<(usize, Vec<u8>, usize)> {
    loop {
        let at = from + memchr::memchr2(0x78, 0x1F, bytes.get(from..)?)?;
        let rest = &bytes[at..];
        let mut inflated = Vec::new();
        let used = match rest {
            [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] => {
                let mut stream = ZlibDecoder::new(rest).take(INFLATED);
                let whole = stream.read_to_end(&mut inflated).is_ok();
                whole.then(|| stream.into_inner().total_in())
            }
            [0x1F, 0x8B, 8, ..] => {
                let mut stream = GzDecoder::new(rest).take(INFLATED);
                // Its length does not matter: the next search starts behind its header.
                stream.read_to_end(&mut inflated).is_ok().then_some(1)
            }
            _ => None,
        };
        match used {
            Some(used) => return Some((at, inflated, usize::try_from(used).unwrap_or(1))),
            None => from = at + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{write::ZlibEncoder, Compression};
    use std::io::Write as _;

    /// The smallest thing that looks like a module.
    const WORDS: [u32; 9] = [MAGIC, 0x0001_0300, 7, 9, 0, 0x0003_000E, 0, 1, 0x0001_0038];

    fn found(bytes: &[u8]) -> Vec<(Vec<u32>, String)> {
        let mut all = Vec::new();
        search_all(bytes, &mut |words, place| {
            all.push((words, place));
            Ok(())
        })
        .unwrap();
        all
    }

    #[test]
    fn modules_are_found_in_either_order_and_end_with_a_function() {
        let little = to_bytes(&WORDS);
        let big: Vec<u8> = WORDS.iter().flat_map(|word| word.to_be_bytes()).collect();
        // A known instruction behind the last function, then none.
        let after = [0x11, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0];
        let file = [&[1, 2, 3], &little[..], &after, &big, &little[..20]].concat();
        let modules = found(&file);
        assert_eq!(modules.len(), 2, "{modules:?}");
        assert!(modules.iter().all(|(words, _)| words == &WORDS));
        assert_eq!(modules[0].1, "3");
    }

    #[test]
    fn what_is_compressed_is_found() {
        let mut stream = ZlibEncoder::new(Vec::new(), Compression::best());
        stream.write_all(&to_bytes(&WORDS)).unwrap();
        let file = [&[0x78, 0x9C, 0, 0][..], &stream.finish().unwrap(), &[7; 9]].concat();
        let modules = found(&file);
        assert_eq!(modules.len(), 1);
        assert_eq!(modules[0], (WORDS.to_vec(), "4, inflated: 0".to_owned()));
    }
}
