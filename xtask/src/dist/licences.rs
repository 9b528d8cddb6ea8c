//! The licences of all crates that are compiled in, as one text.
//!
//! Input: the crates, with the licence files that their packages carry. A package without one is given the text that its licence names, if
//! that is one of this project's own; otherwise the archive is refused, since it must not be given away so. Equal texts are
//! written once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{bail, Context, Result};

use super::crates::{Crates, Package};

/// How the names of files begin that hold licences or notices.
const FILES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// Writes the licences.
pub fn write(crates: &Crates, root: &Path) -> Result<String> {
    let own = root.join("LICENSE-APACHE");
    let apache = fs::read_to_string(&own).context(own.display().to_string())?;
    let mut texts: BTreeMap<String, Vec<&Package>> = BTreeMap::new();
    let foreign = || crates.all.iter().filter(|package| package.source.is_some());
    for package in foreign() {
        for text in files(package, &apache)? {
            texts.entry(text).or_default().push(package);
        }
    }
    let mut out = String::from(
        "SOS is licensed under MIT or Apache-2.0, at your choice: see LICENSE-MIT and LICENSE-APACHE.\n\n\
         What is in this archive was compiled from it, from the crates below, and from Rust's standard library\n\
         (MIT OR Apache-2.0, https://github.com/rust-lang/rust). The source of each crate is on crates.io.\n\n",
    );
    for package in foreign() {
        let licence = package.license.as_deref().unwrap_or_default();
        let repository = package.repository.as_deref().unwrap_or_default();
        writeln!(
            out,
            "{} {}: {licence} {repository}",
            package.name, package.version
        )?;
    }
    // The licences of most crates come first.
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|(_, of)| std::cmp::Reverse(of.len()));
    for (text, of) in texts {
        let mut names: Vec<String> = of
            .iter()
            .map(|one| format!("{} {}", one.name, one.version))
            .collect();
        names.dedup();
        writeln!(out, "\n{}\n{}\n\n{text}", "=".repeat(80), names.join(", "))?;
    }
    Ok(out)
}

/// The licences of a package.
fn files(package: &Package, apache: &str) -> Result<Vec<String>> {
    let folder = package.folder();
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if path.is_file() && FILES.iter().any(|start| name.starts_with(start)) {
            paths.push(path);
        }
    }
    paths.sort();
    let texts: Result<Vec<String>> = paths
        .iter()
        .map(|path| {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            Ok(text.trim_matches('\n').to_owned())
        })
        .collect();
    let mut texts = texts?;
    if texts.is_empty() {
        let licence = package.license.as_deref().unwrap_or_default();
        if licence
            .split([' ', '/', '(', ')'])
            .all(|word| word != "Apache-2.0")
        {
            bail!(
                "{} {} has no licence file, and its licence ({licence}) is not Apache-2.0, whose text is here",
                package.name,
                package.version
            );
        }
        texts.push(apache.trim_matches('\n').to_owned());
    }
    Ok(texts)
}
