//! The shaders of the corpus as SPIR-V modules.

use sos_core::{ImageFormat, Options};
use sos_runner::case::{Case, Directives};
use std::path::{Path, PathBuf};

use crate::{paths, tools};

/// A module of the corpus.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Its file name, relative to `corpus/shaders`.
    pub name: String,
    /// Its words.
    pub words: Vec<u32>,
    /// Whether every version of `spirv-val` accepts it: its source has no line `sos: novalidate REASON`.
    pub judged: bool,
    /// Whether a run of the corpus filters it with the options that it is filtered with here, the default ones.
    pub plain: bool,
    /// The image formats that the directives of its source name.
    pub image_formats: Vec<ImageFormat>,
}

/// Every module of the corpus, or of one family (`demo`, …), sorted by name.
///
/// # Panics
/// If a module cannot be read, or the family has none.
pub fn shaders(family: &str) -> Vec<Shader> {
    let root = paths::corpus().join("shaders");
    let files = modules(&root.join(family));
    assert!(
        !files.is_empty(),
        "no module is below {}",
        root.join(family).display()
    );
    let shader = |file: &PathBuf| Shader {
        name: file
            .strip_prefix(&root)
            .unwrap_or(file)
            .display()
            .to_string(),
        plain: is_plain(file),
        words: tools::read_module(file).unwrap_or_else(|error| panic!("{error:#}")),
        judged: !source(file).contains(" sos: novalidate "),
        image_formats: Directives::parse(&source(file))
            .unwrap_or_else(|error| panic!("{}: {error:#}", file.display()))
            .image_formats,
    };
    files.iter().map(shader).collect()
}

fn is_plain(file: &Path) -> bool {
    let case = Case::read(file, String::new()).unwrap_or_else(|error| panic!("{error:#}"));
    case.directives.sets.is_empty() && case.directives.options() == Options::default()
}

/// The text of a module's source file, empty if there is none.
fn source(module: &Path) -> String {
    let plain = module.with_extension("");
    std::fs::read_to_string(&plain)
        .or_else(|_| std::fs::read_to_string(module.with_extension("spvasm")))
        .unwrap_or_default()
}

/// All files `*.spv` below a folder, sorted.
///
/// # Panics
/// If a folder cannot be read.
pub fn modules(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "spv") {
            files.push(path);
        }
    }
}
