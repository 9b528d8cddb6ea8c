//! Reads a JSON file one value at a time, so that it need not fit into memory.
//!
//! Objects and arrays at the top are walked; what is in them is cut out by its brackets and quotes, and parsed by `serde_json`, which
//! judges it. A value that is cut out may have [`LARGEST`] bytes. Errors have the file and the byte.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{bail, Context as _, Result};
use serde::de::DeserializeOwned;

/// The most bytes of a value: a pair's report has some thousand.
const LARGEST: usize = 64 << 20;

#[derive(Debug)]
pub(super) struct Pull {
    path: PathBuf,
    input: BufReader<File>,
    at: u64,
}

impl Pull {
    /// Opens a file at a place.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn open(path: &Path, at: u64) -> Result<Self> {
        let cannot = || format!("cannot read {}", path.display());
        let mut file = File::open(path).with_context(cannot)?;
        file.seek(SeekFrom::Start(at)).with_context(cannot)?;
        Ok(Self {
            path: path.to_owned(),
            input: BufReader::with_capacity(64 << 10, file),
            at,
        })
    }

    /// The place of the next byte.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// An error here.
    pub(super) fn wrong(&self, what: &str) -> anyhow::Error {
        anyhow::anyhow!("{}, byte {}: {what}", self.path.display(), self.at)
    }

    fn peek(&mut self) -> Result<Option<u8>> {
        let bytes = self.input.fill_buf();
        let bytes = bytes.with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(bytes.first().copied())
    }

    fn skip_byte(&mut self) {
        self.input.consume(1);
        self.at += 1;
    }

    /// The next byte after white space.
    fn token(&mut self) -> Result<Option<u8>> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek()? {
            self.skip_byte();
        }
        self.peek()
    }

    /// Reads one byte, after white space.
    ///
    /// # Errors
    /// It is another one.
    pub(super) fn expect(&mut self, wanted: u8) -> Result<()> {
        match self.token()? {
            Some(found) if found == wanted => self.skip_byte(),
            None => return Err(self.wrong("the file ends early")),
            Some(_) => {
                let what = format!("expected `{}`", char::from(wanted));
                return Err(self.wrong(&what));
            }
        }
        Ok(())
    }

    /// Whether another item follows in an array or object that ends with `close`; reads the comma before it, or the end.
    ///
    /// # Errors
    /// Something else follows.
    pub(super) fn more(&mut self, is_first: bool, close: u8) -> Result<bool> {
        if self.token()? == Some(close) {
            self.skip_byte();
            return Ok(false);
        }
        if !is_first {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// Reads the end of the file.
    ///
    /// # Errors
    /// Something follows.
    pub(super) fn end(&mut self) -> Result<()> {
        match self.token()? {
            None => Ok(()),
            Some(_) => Err(self.wrong("expected the end of the file")),
        }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// It is not JSON, too large, or not of this type.
    pub(super) fn value<T: DeserializeOwned>(&mut self) -> Result<T> {
        let start = self.at;
        let mut bytes = Vec::new();
        self.cut(Some(&mut bytes))?;
        serde_json::from_slice(&bytes)
            .with_context(|| format!("{}, in the value at byte {start}", self.path.display()))
    }

    /// Passes over a value.
    ///
    /// # Errors
    /// It does not end.
    pub(super) fn skip(&mut self) -> Result<()> {
        self.cut(None)
    }

    /// Finds the end of a value, by brackets, quotes, and what follows others.
    fn cut(&mut self, mut to: Option<&mut Vec<u8>>) -> Result<()> {
        let mut scan = match self.token()? {
            Some(b',' | b':' | b']' | b'}') => return Err(self.wrong("expected a value")),
            _ => Scan::default(),
        };
        loop {
            let bytes = self.input.fill_buf();
            let bytes = bytes.with_context(|| format!("cannot read {}", self.path.display()))?;
            if bytes.is_empty() {
                return match scan.is_bare() {
                    true => Ok(()),
                    false => Err(self.wrong("the file ends early")),
                };
            }
            let (used, is_done) = scan.feed(bytes);
            if let Some(to) = &mut to {
                to.extend_from_slice(bytes.get(..used).unwrap_or_default());
                if to.len() > LARGEST {
                    bail!(
                        "{}, byte {}: a value is too large",
                        self.path.display(),
                        self.at
                    );
                }
            }
            self.input.consume(used);
            self.at += used as u64;
            if is_done {
                return Ok(());
            }
        }
    }
}

/// The state inside a value.
#[derive(Debug, Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Whether a number or a name has begun at the top.
    in_bare: bool,
}

impl Scan {
    fn is_bare(&self) -> bool {
        self.in_bare && self.depth == 0
    }

    /// Reads on; returns how many bytes belong to the value, and whether it is complete.
    fn feed(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (at, byte) in bytes.iter().enumerate() {
            if self.in_string {
                match byte {
                    _ if self.is_escaped => self.is_escaped = false,
                    b'\\' => self.is_escaped = true,
                    b'"' => {
                        self.in_string = false;
                        if self.depth == 0 {
                            return (at + 1, true);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n' if self.is_bare() => {
                    return (at, true);
                }
                b'"' => self.in_string = true,
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                _ => self.in_bare |= self.depth == 0,
            }
        }
        (bytes.len(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pull(text: &str) -> (tempfile::NamedTempFile, Pull) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let pull = Pull::open(file.path(), 0).unwrap();
        (file, pull)
    }

    #[test]
    fn values_are_cut_out_whatever_is_in_them() {
        let (_file, mut pull) = pull(" [ {\"a\\\"}\": [1, \"]\"]}, 12 ,null,\"x\\\\\"] ");
        pull.expect(b'[').unwrap();
        let mut found = Vec::new();
        while pull.more(found.is_empty(), b']').unwrap() {
            found.push(pull.value::<serde_json::Value>().unwrap());
        }
        pull.end().unwrap();
        let expected = serde_json::json!([{"a\"}": [1, "]"]}, 12, null, "x\\"]);
        assert_eq!(serde_json::Value::from(found), expected);
    }

    #[test]
    fn what_is_no_json_is_an_error_with_a_place() {
        for (text, says) in [
            ("[1 2]", "byte 3: expected `,`"),
            ("[,]", "expected a value"),
            ("[\"a", "the file ends early"),
            ("[{\"a\":1", "the file ends early"),
            ("[", "the file ends early"),
            ("[tru]", "in the value at byte 1"),
        ] {
            let (_file, mut pull) = pull(text);
            let mut read = || {
                pull.expect(b'[')?;
                let mut is_first = true;
                while pull.more(is_first, b']')? {
                    pull.value::<serde_json::Value>()?;
                    is_first = false;
                }
                Ok(()) as Result<()>
            };
            let why = format!("{:#}", read().unwrap_err());
            assert!(why.contains(says), "{text}: {why}");
        }
    }
}
