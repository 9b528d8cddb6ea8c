//! `--depfile`: what an output is made from, as Make and Ninja read it.
//!
//! ```text
//! out.spv: fog.spv phone.json
//! fog.spv:
//! phone.json:
//! ```
//!
//! As with compilers' `-MP`, each source is a target without sources too, since Make would end at one that has been removed. There is one
//! other target, because Ninja accepts only targets that the build statement names: the output, or the report where a folder is
//! written and there is one, since a folder is no target with a useful time. Folders and lists are among what it is made from, so that
//! a new file in a folder runs the command again.

use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use sos_runner::files;

/// Writes a depfile.
///
/// # Errors
/// A path cannot be written in one, or the file cannot be written.
pub(crate) fn write(file: &Path, target: &Path, mut sources: Vec<PathBuf>) -> Result<()> {
    sources.sort_unstable();
    sources.dedup();
    let mut text = escaped(target)?;
    text.push(b':');
    for source in &sources {
        text.extend(b" \\\n  ");
        text.extend(escaped(source)?);
    }
    text.push(b'\n');
    for source in &sources {
        text.extend(escaped(source)?);
        text.extend(b":\n");
    }
    files::write(file, &text)
}

/// Names are bytes to these programs.
fn escaped(path: &Path) -> Result<Vec<u8>> {
    let mut made = Vec::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b' ' | b'#' => made.push(b'\\'),
            // Of a drive, it needs nothing.
            b':' if !cfg!(windows) => made.push(b'\\'),
            b'$' => made.push(b'$'),
            b'\n' | b'\r' => bail!("a depfile cannot name {:?}", path.display().to_string()),
            _ => {}
        }
        made.push(byte);
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_make_takes_for_something_else_is_escaped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("d");
        let sources = ["b c.spv", "a#$.spv", "b c.spv", "d:.spv"].map(PathBuf::from);
        write(&file, Path::new("out dir"), sources.to_vec()).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let expected = "out\\ dir: \\\n  a\\#$$.spv \\\n  b\\ c.spv \\\n  d\\:.spv\na\\#$$.spv:\nb\\ c.spv:\nd\\:.spv:\n";
        assert_eq!(text, expected);
        assert!(write(&file, Path::new("a\nb"), Vec::new()).is_err());
    }
}
