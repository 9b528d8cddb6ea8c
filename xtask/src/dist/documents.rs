//! The documents of an archive: a part of this checkout, at the same paths below `share/doc/sos`.
//!
//! Input: the pages of the book. Output: the paths of what is packed: every page, every file that one links, and what the commands on them
//! read. So links lead somewhere with mdBook's site beside the pages or without, and commands run in that folder as they are printed.
//! What takes a whole checkout, because it builds SOS from source, is not here; the pages say so where they call Cargo.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};

use crate::book::pages::{Pages, CONTENTS};

/// What commands read, whether pages link it or not: files, and folders without those below. A module comes with its source.
const READ: &[&str] = &[
    "corpus/shaders/demo",
    "corpus/shaders/images/far_offsets.spv",
    "corpus/shaders/library/library.comp.hlsl.spv",
    "corpus/shaders/programs/half_blur.comp.spv",
    "corpus/shaders/programs/reduction.comp.spv",
    "corpus/shaders/programs/scan_subgroups.comp.spv",
    "corpus/shaders/stages/barycentric.frag.spv",
    "corpus/shaders/storage/byte_buffer.comp.spv",
    "examples/roots.c",
    "examples/roots.comp",
    "sos-capi/examples",
    "sos-capi/examples/engine",
    "shaderlib",
];

/// The paths of the documents, relative to the checkout.
pub fn documents(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let pages = Pages::read(root)?;
    let mut found = pages.files();
    found.insert(CONTENTS.into());
    for path in READ {
        let path = Path::new(path);
        if !root.join(path).is_dir() {
            found.insert(path.to_owned());
            let source = path.with_extension("");
            if root.join(&source).is_file() {
                found.insert(source);
            }
        } else {
            found.extend(files_in(root, path)?);
        }
    }
    found.extend(pages.pages.into_keys());
    for path in &found {
        let is_file = root.join(path).is_file();
        ensure!(is_file, "{} is no file of this checkout", path.display());
    }
    Ok(found)
}

/// The files of a folder without those below it, by their paths in the checkout.
pub fn files_in(root: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join(folder)).context(folder.display().to_string())? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            files.push(folder.join(entry.file_name()));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where what commands read is looked for.
    const FOLDERS: &[&str] = &["corpus/", "examples/", "shaderlib/", "sos-capi/examples/"];

    /// What a command on a page reads, but for those of Cargo, which take a checkout.
    fn read_by(command: &str) -> impl Iterator<Item = &str> {
        let words = command.split_whitespace();
        let words = words.filter(|_| !command.starts_with("cargo "));
        words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
    }

    #[test]
    fn what_the_commands_read_is_packed() {
        let root = crate::dist::root().expect("the workspace");
        let documents = documents(&root).expect("the documents");
        let pages = Pages::read(&root).expect("the pages");
        let mut seen = 0;
        for (path, page) in &pages.pages {
            for command in page.text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                for word in read_by(command) {
                    let word = word.split("/*").next().unwrap_or_default();
                    let is_there = documents.iter().any(|one| one.starts_with(word));
                    assert!(is_there, "{}: {word}", path.display());
                    seen += 1;
                }
            }
        }
        assert!(seen > 10, "{seen}");
        for part in ["README.md", "docs/SUMMARY.md", "LICENSE-MIT"] {
            assert!(documents.contains(Path::new(part)), "{part}");
        }
        // A module's source, and a folder without those below.
        assert!(documents.contains(Path::new("corpus/shaders/programs/half_blur.comp")));
        assert!(!documents
            .iter()
            .any(|one| one.starts_with("shaderlib/soft")));
    }
}
