//! Imports point one way. A module may use modules of its own layer or of lower ones, so that there are no cycles and every
//! module can be read with only the lower layers known.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first. Modules of one layer may use each other; each of these layers is small and has one subject.
const LAYERS: &[&[&str]] = &[
    // Words, and the tables of the registries.
    &[
        "assume",
        "build",
        "declared",
        "edits",
        "error",
        "words",
        "half",
        "hash",
        "header",
        "inst",
        "late",
        "operands",
        "options",
        "order",
        "packed",
        "rows",
        "sets",
        "soft",
        "source",
        "tables",
        "text",
        "views",
        "generated",
        "naming",
        "reasons",
        "report",
        // For tests; uses only tables.
        "assemble",
    ],
    &["target"],
    &["facts"],
    &["module"],
    &["specialize"],
    &["plan"],
    &["emit"],
    &["passes"],
    &["rules"],
    // A specializer works in the memory of the filter, and calls it where it cannot do with a copy.
    &["filter", "specializer"],
    // For tools; not on the filter's path.
    &[
        "inspect",
        "inspection",
        "describe",
        "draw_parameters",
        "extended",
        "key",
        "spec_constants",
    ],
    // Asks the filter again.
    &["diagnosis"],
    // For tests; calls the filter.
    &["filtered"],
];

/// Names that the crate's root re-exports from other modules.
const ROOT_NAMES: &[(&str, &str)] = &[
    ("DEFAULT_SPEC_BASE", "options"),
    ("Limits", "options"),
    ("Source", "source"),
    ("Target", "target"),
];

/// Exceptions: what a lower layer may use of a higher one, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "generated",
    "target",
    "rows of the Vulkan tables are typed by the target's own row types",
)];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Source files without tests, which may use anything.
fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tests") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The modules that a file names as `crate::…` in code. Comments may refer to any module.
fn named(text: &str) -> Vec<String> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut names = Vec::new();
    for line in code {
        for part in line.split("crate::").skip(1) {
            let end = part
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(part.len());
            names.push(part[..end].to_owned());
        }
    }
    names
}

#[test]
fn imports_run_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 40, "found {} files only", files.len());
    let mut wrong = Vec::new();
    let mut edges = 0;
    for file in &files {
        let relative = file.strip_prefix(&root).unwrap();
        let module = relative
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs")
            .to_owned();
        if module == "lib" {
            continue;
        }
        let own = layer(&module).unwrap_or_else(|| panic!("{module} is in no layer: add it"));
        for name in named(&fs::read_to_string(file).unwrap()) {
            let known = ROOT_NAMES
                .iter()
                .find(|known| known.0 == name)
                .map_or(name.as_str(), |known| known.1);
            let excepted = EXCEPTIONS
                .iter()
                .any(|exception| exception.0 == module && exception.1 == known);
            match layer(known) {
                Some(other) if other > own && !excepted => {
                    wrong.push(format!("{} names {known}", relative.display()));
                }
                Some(_) => edges += 1,
                // A type or a function that the root re-exports.
                None => wrong.push(format!(
                    "{} names {name} through the root of the crate",
                    relative.display()
                )),
            }
        }
    }
    assert!(edges > 100, "found {edges} imports only");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
