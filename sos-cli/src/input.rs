//! Reads files and standard input, up to the largest size that the filter accepts. A C header with one module is that module.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{anyhow, bail, Context, Result};
use sos_core::{Error, ErrorKind, Limits};
use sos_runner::archive::header::{Header, Named};
use sos_runner::archive::{foz, has_end};

/// Whether an argument denotes standard input or output.
pub(crate) fn is_dash(argument: &OsStr) -> bool {
    argument == "-"
}

/// The name of a file or of `-` in messages.
pub(crate) fn name(argument: &OsStr) -> String {
    if is_dash(argument) {
        "standard input".to_owned()
    } else {
        Path::new(argument).display().to_string()
    }
}

/// Reads a file or standard input.
///
/// Reads at most one word more than a module may have, so that endless input ends in a "module too large" error.
pub(crate) fn read(argument: &OsStr, limits: &Limits) -> Result<Vec<u8>> {
    if argument.is_empty() {
        bail!("the name of a file to read is empty");
    }
    // Not every system refuses to open one, or says why.
    if !is_dash(argument) && Path::new(argument).is_dir() {
        bail!("{} is a folder, and a file is wanted", name(argument));
    }
    let limit = u64::from(limits.words) * 4 + 4;
    let mut bytes = Vec::new();
    let read = if is_dash(argument) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(argument).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read {}", name(argument)))?;
    Ok(bytes)
}

/// Reads a module into words of this machine's byte order.
///
/// # Errors
/// The file cannot be read, or its bytes are not words of a SPIR-V module.
pub(crate) fn module(argument: &OsStr, limits: &Limits) -> Result<Vec<u32>> {
    words(&read(argument, limits)?, &name(argument))
}

/// The words of a module in this machine's byte order. A C header with one module is that module.
///
/// # Errors
/// The bytes are no words of a SPIR-V module.
pub(crate) fn words(bytes: &[u8], name: &str) -> Result<Vec<u32>> {
    sos_core::words::from_bytes(bytes).or_else(|error| {
        if error.kind() != ErrorKind::NotSpirv {
            return Err(anyhow!("{name}: {error}"));
        }
        let Some(header) = Header::parse(bytes) else {
            let hint = guess_content(bytes, name);
            return Err(anyhow!("{name}: {error}{hint}"));
        };
        let arrays = header.named();
        match (header.words(0), arrays.as_slice()) {
            (_, [Named { name: array, damage: Some(why) }]) => bail!("{name}: {array}: {why}"),
            (Some(words), [_]) => Ok(words.to_vec()),
            _ => {
                let names: Vec<String> = arrays.into_iter().map(|array| array.name).collect();
                bail!(
                    "{name} is a header with {} modules ({}); they become a header (-o OUT.h) or files in a folder (-o DIR)",
                    names.len(),
                    names.join(", ")
                )
            }
        }
    })
}

/// The error message about a module, with a hint at the option that raises an exceeded limit.
pub(crate) fn module_error(name: &str, error: Error) -> anyhow::Error {
    let hint = match error.kind() {
        ErrorKind::BoundTooLarge => "; --max-bound sets the limit",
        ErrorKind::ModuleTooLarge | ErrorKind::OutputTooLarge => "; --max-words sets the limit",
        _ => "",
    };
    anyhow!("{name}: {error}{hint}")
}

/// A guess, for the error message, at the content of a file that is not a module.
fn guess_content(bytes: &[u8], name: &str) -> &'static str {
    let head = bytes.get(..256).unwrap_or(bytes);
    let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    match head {
        [] => ": it is empty",
        _ if bytes.starts_with(foz::MAGIC) => {
            ": it is a Fossilize database, whose modules `sos filter` and `sos corpus run` read"
        }
        _ if bytes.starts_with(b"PK\x03\x04") => {
            ": it is a zip archive, whose modules `sos filter` and `sos corpus run` read"
        }
        _ if bytes.trim_ascii_start().starts_with(b"{") => {
            ": it is JSON; a device is given with --device"
        }
        _ if has_end(name, "zip") => ": it is no zip archive either",
        _ if has_end(name, "foz") => ": it is no Fossilize database either",
        _ if head.iter().all(is_text) => ": it is text, to be compiled or assembled first",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_empty_files_are_recognized() {
        let guess = |bytes: &[u8]| guess_content(bytes, "a.spv");
        assert!(guess(b"").contains("empty"));
        assert!(guess("#version 450\r\n\t// é\n".as_bytes()).contains("text"));
        assert!(guess(b"; SPIR-V\n").contains("text"));
        assert!(guess(b"\n{ \"profiles\": {} }").contains("--device"));
        assert!(guess(b"\x81FOSSILIZEDB\0\0\0\x06").contains("database"));
        assert!(guess(b"PK\x03\x04").contains("zip"));
        assert_eq!(guess(b"DXBC\0\x01"), "");
    }
}
