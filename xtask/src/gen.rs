//! Runs the generators: reads the registry, renders every output to a string, and writes or compares it.
//!
//! Every output is rendered before the first one is written, so that nothing changes if a generator fails on the registry. A
//! generator fails on everything that it does not know; it never guesses.

mod grammar;
mod names;
mod registry;
mod spec_constants;
mod spirv;
mod spirv_flags;
mod spirv_index;
mod views;
mod vulkan;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{bail, ensure, Context, Result};

use registry::Registry;

/// How a rendered file is formatted before it is written.
enum Layout {
    /// By rustfmt, with the workspace's configuration.
    Rust,
    /// As it is.
    Verbatim,
}

/// One generated file.
struct Generator {
    /// The path of the file, relative to the workspace.
    path: &'static str,
    layout: Layout,
    render: fn(&Registry) -> Result<String>,
}

/// Every generated file.
const GENERATORS: &[Generator] = &[
    Generator {
        path: "sos-core/src/generated/spirv.rs",
        layout: Layout::Rust,
        render: spirv::render,
    },
    Generator {
        path: "sos-core/src/generated/views.rs",
        layout: Layout::Rust,
        render: views::render,
    },
    Generator {
        path: "sos-core/src/generated/vulkan.rs",
        layout: Layout::Rust,
        render: vulkan::render,
    },
    Generator {
        path: "sos-core/src/generated/spec_constants.rs",
        layout: Layout::Rust,
        render: spec_constants::table,
    },
    Generator {
        path: "sos-core/src/generated/names.rs",
        layout: Layout::Rust,
        render: names::render,
    },
    Generator {
        path: "shaderlib/sos.glsl",
        layout: Layout::Verbatim,
        render: spec_constants::glsl,
    },
    Generator {
        path: "shaderlib/sos.hlsli",
        layout: Layout::Verbatim,
        render: spec_constants::hlsl,
    },
];

/// Writes every generated file, or with `check` compares each with what would be written.
pub fn run(registry: &Path, check: bool) -> Result<()> {
    let root = workspace_root()?;
    let registry = Registry::open(registry, &root)?;
    let mut outputs = Vec::new();
    for generator in GENERATORS {
        let text = (generator.render)(&registry)
            .with_context(|| format!("generating {}", generator.path))?;
        let text = match generator.layout {
            Layout::Verbatim => text,
            Layout::Rust => {
                rustfmt(&root, &text).with_context(|| format!("formatting {}", generator.path))?
            }
        };
        outputs.push((generator.path, text));
    }
    if check {
        return compare(&root, &outputs);
    }
    for (path, text) in outputs {
        let file = root.join(path);
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            println!("unchanged {path}");
            continue;
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        }
        fs::write(&file, text).with_context(|| format!("writing {path}"))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Fails if a file differs from what would be written, or if git does not track it.
fn compare(root: &Path, outputs: &[(&'static str, String)]) -> Result<()> {
    let mut stale = Vec::new();
    for (path, text) in outputs {
        match fs::read_to_string(root.join(path)) {
            Ok(old) if old != *text => stale.push(format!("{path}: differs")),
            Ok(_) if !tracked(root, path)? => stale.push(format!("{path}: not tracked by git")),
            Ok(_) => {}
            Err(error) => stale.push(format!("{path}: {error}")),
        }
    }
    if stale.is_empty() {
        println!("{} generated files are up to date", outputs.len());
        return Ok(());
    }
    bail!(
        "generated files are not up to date:\n  {}\nrun `cargo xtask gen --registry DIR` and commit what it writes",
        stale.join("\n  ")
    )
}

/// Whether git tracks the file. True where there is no repository (a source archive).
fn tracked(root: &Path, path: &str) -> Result<bool> {
    if !root.join(".git").exists() {
        return Ok(true);
    }
    let output = Command::new("git")
        .current_dir(root)
        .args(["status", "--porcelain", "--untracked-files=all", "--", path])
        .output()
        .context("running git")?;
    ensure!(
        output.status.success(),
        "git status failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(!output.stdout.starts_with(b"??"))
}

fn workspace_root() -> Result<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(manifest
        .parent()
        .context("xtask has no parent folder")?
        .to_path_buf())
}

fn rustfmt(root: &Path, text: &str) -> Result<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2021", "--emit", "stdout", "--config-path"])
        .arg(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("starting rustfmt")?;
    let mut input = child
        .stdin
        .take()
        .context("rustfmt has no standard input")?;
    let text = text.to_owned();
    // In a thread, since rustfmt may write before it has read everything.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().context("running rustfmt")?;
    ensure!(
        output.status.success(),
        "rustfmt: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    writer
        .join()
        .map_err(|_| anyhow::anyhow!("the writer to rustfmt panicked"))?
        .context("writing to rustfmt")?;
    String::from_utf8(output.stdout).context("rustfmt's output is not UTF-8")
}
