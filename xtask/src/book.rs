//! `cargo xtask book`: the pages of `docs/` and of the root as a site that is searched and read from a folder, without a server.
//!
//! Input: the table of contents, `docs/SUMMARY.md`, the pages that it lists, and mdBook. Output: `target/book`, and in archives
//! `share/doc/sos/book`. Pages are plain Markdown, whose links work on a forge as they are. So the book lies as the repository does: its
//! `docs/layer.html` is made of `docs/layer.md`, and relative links stay. Only a source file that a page links becomes a page too
//! (`stage.rs`), since browsers download what they have no window for.
//!
//! Refused: a page that is not in the contents, a link to what is not there, an anchor without heading. A test refuses the same without
//! mdBook. Another version of mdBook is refused too, since each has its own files and names of settings.

mod links;
pub mod pages;
mod stage;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{ensure, Context, Result};

use self::pages::Pages;
use crate::dist;

/// The version of mdBook that the settings in `xtask/book` are for.
const MDBOOK: &str = "0.5.4";

/// Where the generator is looked for before `PATH`: below `target`.
const ROOT: &str = "target/mdbook";

/// Makes the book in `target/book`.
pub fn run() -> Result<()> {
    let root = dist::root()?;
    let to = root.join("target/book");
    build(&root, &generator(&root)?, &to)?;
    println!("{}", to.join("index.html").display());
    Ok(())
}

/// Makes the book of an archive. Without the generator there is none, and the reason is said: an archive without it is whole otherwise.
pub fn pack(root: &Path, to: &Path) -> Result<()> {
    match generator(root) {
        Ok(generator) => build(root, &generator, to),
        Err(missing) => {
            eprintln!("note: the archive has no book: {missing:#}");
            Ok(())
        }
    }
}

/// The program that makes the book.
fn generator(root: &Path) -> Result<PathBuf> {
    let own = root.join(ROOT).join("bin/mdbook");
    let program = if own.is_file() { own } else { "mdbook".into() };
    let install = format!(
        "`cargo install mdbook --version {MDBOOK} --locked --no-default-features --features search --root {ROOT}` installs it"
    );
    let output = Command::new(&program).arg("--version").output();
    let output = output.with_context(|| format!("mdBook is missing: {install}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let version = said.trim().trim_start_matches("mdbook v");
    ensure!(
        version == MDBOOK,
        "{} is mdBook {version:?}, and {MDBOOK} is needed: {install}",
        program.display()
    );
    Ok(program)
}

/// Makes the book in a folder, which is replaced.
fn build(root: &Path, generator: &Path, to: &Path) -> Result<()> {
    let pages = Pages::read(root)?;
    let wrong = pages.wrong();
    ensure!(
        wrong.is_empty(),
        "the pages are not as they must be:\n{}",
        wrong.join("\n")
    );
    let _alone = dist::alone(&root.join("target/book.lock"), "cargo xtask book")?;
    let staged = root.join("target/book-pages");
    if staged.exists() {
        fs::remove_dir_all(&staged).context(staged.display().to_string())?;
    }
    stage::fill(&pages, &staged)?;
    let mut command = Command::new(generator);
    command.arg("build").arg(&staged).arg("--dest-dir").arg(to);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{command:?}"))?;
    // It says what it does, and has no option to be silent: a warning is a fault of the pages.
    let said = String::from_utf8_lossy(&output.stderr);
    let is_good = output.status.success() && !said.contains("WARN") && !said.contains("ERROR");
    ensure!(is_good, "{command:?}: {}\n{said}", output.status);
    Ok(())
}
