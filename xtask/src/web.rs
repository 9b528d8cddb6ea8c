//! `cargo xtask web`: the filter for JavaScript, as an npm package.
//!
//! Input: `sos-web`, Rust's library for `wasm32-unknown-unknown`, and Binaryen's `wasm-opt`. Output: `target/web/ship-one-shader-VERSION.tgz`, and
//! what it holds in `target/web/package`, so that tests and pages take it from there. The bytes depend on nothing but the sources and these
//! tools. Refused are a machine without one of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{ensure, Context, Result};

use crate::dist::{self, archive, crates::Crates, licences};

/// What it is built for.
const TARGET: &str = "wasm32-unknown-unknown";

/// What compilers for that target use of WebAssembly, as every engine has it since 2022.
const FEATURES: [&str; 6] = [
    "bulk-memory",
    "nontrapping-float-to-int",
    "sign-ext",
    "mutable-globals",
    "reference-types",
    "multivalue",
];

/// Makes the package.
pub fn run() -> Result<()> {
    let root = dist::root()?;
    let to = root.join("target/web");
    let _alone = dist::alone(&root.join("target/web.lock"), "cargo xtask web")?;
    let package = to.join("package");
    dist::remove(&to)?;
    fs::create_dir_all(&package).context(package.display().to_string())?;
    build(&root, &package.join("sos.wasm"))?;
    let version = dist::version(&root)?;
    fill(&root, &package, &version)?;
    let packed = archive::pack(&package, &to, "package", false, archive::time(&root)?)?;
    let path = to.join(format!("ship-one-shader-{version}.tgz"));
    fs::rename(packed, &path).context(path.display().to_string())?;
    println!("{}", path.display());
    Ok(())
}

/// Builds the filter.
fn build(root: &Path, to: &Path) -> Result<()> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let library = dist::output(&mut rustc)?;
    let library = PathBuf::from(String::from_utf8_lossy(&library).trim());
    ensure!(
        library.is_dir(),
        "Rust's library for {TARGET} is missing: `rustup target add {TARGET}`, or a package such as Debian's libstd-rust-dev-wasm32"
    );
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root)
        .args(["rustc", "--quiet", "--locked"]);
    cargo.args([
        "--profile",
        "wasm",
        "--target",
        TARGET,
        "-p",
        "sos-web",
        "--lib",
    ]);
    // Alone: with other types beside it, it would not be optimized as a whole.
    cargo.args(["--crate-type", "cdylib"]);
    dist::run_command(&mut cargo)?;
    let built = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let built = root.join(built).join(TARGET).join("wasm/sos_web.wasm");
    let mut optimizer = Command::new("wasm-opt");
    optimizer
        .arg("-Oz")
        .args(FEATURES.map(|one| format!("--enable-{one}")));
    optimizer
        .arg("--strip-producers")
        .arg(built)
        .arg("-o")
        .arg(to);
    let there = Command::new("wasm-opt").arg("--version").output();
    ensure!(
        there.is_ok_and(|said| said.status.success()),
        "wasm-opt is missing: a package such as Debian's binaryen has it"
    );
    dist::run_command(&mut optimizer)
}

/// Adds the rest of the package.
fn fill(root: &Path, package: &Path, version: &str) -> Result<()> {
    let from = root.join("sos-web/package");
    for entry in fs::read_dir(&from).context(from.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().context("a file without name")?;
        let text = fs::read_to_string(&path).context(path.display().to_string())?;
        let text = match name.to_str() {
            Some("package.json") => {
                let place = "\"version\": \"0.0.0\"";
                ensure!(text.contains(place), "{} states no version", path.display());
                text.replace(place, &format!("\"version\": \"{version}\""))
            }
            _ => text,
        };
        dist::write(&package.join(name), text)?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(name), package.join(name)).context(name)?;
    }
    let crates = Crates::shipped(root, &["sos-web"], TARGET)?;
    let licences = licences::write(&crates, root)?;
    dist::write(&package.join("LICENSES-THIRD-PARTY.txt"), licences)
}
