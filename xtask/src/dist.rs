//! `cargo xtask dist`: archives for people who have no Rust, one for each machine.
//!
//! Input: this checkout, a target, and the toolchain for it. Output, below `target/dist/out`: `sos-VERSION-TARGET.tar.gz` (`.zip` for
//! Windows) and `SHA256SUMS`. In an archive are the program with its manual pages and completions; the C library, the Vulkan layer, and what
//! CMake, Meson and pkg-config need; the documents; the licences of everything that was compiled into these; and a bill of materials.
//! `--lean` makes `sos-lean-VERSION-TARGET.tar.gz` of the lean library alone, with its header, what the same tools need, and the licences.
//!
//! The layout of the libraries is not described here: `sos-capi/CMakeLists.txt` installs them into the folder that is packed, as it does for
//! everybody else. What cannot be built is refused with what is missing: Rust's standard library for the target, or a C compiler.
//!
//! The same sources and toolchain give the same bytes: files are sorted, times are `SOURCE_DATE_EPOCH` or that of the last commit, owners
//! are 0, and the paths of this machine are replaced in what is compiled. What is built lies in folders that all runs share, so that one
//! waits for another.

pub mod archive;
pub mod crates;
mod documents;
pub mod licences;
mod machine;
mod sbom;
mod wheel;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{ensure, Context, Result};

use self::crates::Crates;
use self::machine::Machine;

/// What goes to the top of an archive besides what is built.
const TOP: &[&str] = &[
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "xtask/dist/CMakeLists.txt",
    "xtask/dist/meson.build",
];

/// Completions, where shells look for them below a prefix.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/sos"),
    ("fish", "share/fish/vendor_completions.d/sos.fish"),
    ("zsh", "share/zsh/site-functions/_sos"),
    // PowerShell looks nowhere: its profile loads this.
    ("powershell", "share/powershell/sos.ps1"),
];

/// The packages whose products are in an archive.
const SHIPPED: [&str; 3] = ["sos-capi", "sos-cli", "sos-layer"];

/// What is made for a target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The archive with everything.
    Everything,
    /// The archive with the lean library.
    Lean,
    /// The Python wheel.
    Wheel,
}

/// Makes it for these targets, or for this machine's.
pub fn run(targets: &[String], compiler: Option<&str>, what: What) -> Result<()> {
    let root = root()?;
    let host = machine::host()?;
    let this = [host.clone()];
    let wanted = if targets.is_empty() {
        &this[..]
    } else {
        targets
    };
    ensure!(
        compiler.is_none() || wanted.len() == 1,
        "--cc is the compiler of one target: name one with --target"
    );
    // All are looked at before the first is built, which takes minutes.
    let found: Result<Vec<Machine>> = wanted
        .iter()
        .map(|target| Machine::find(target, compiler, &host))
        .collect();
    let found = found?;
    if what != What::Wheel {
        machine::find_cmake("cmake")?;
    }
    for machine in found.iter().filter(|_| what == What::Lean) {
        let target = &machine.target;
        ensure!(
            has_lean(machine),
            "the lean library has not been tried on {target} yet"
        );
    }
    let time = archive::time(&root)?;
    let named = named_version(&root)?;
    let out = root.join("target/dist/out");
    fs::create_dir_all(&out).context(out.display().to_string())?;
    let _alone = alone(&root.join("target/dist/lock"), "cargo xtask dist")?;
    for machine in found {
        let dist = Dist {
            root: &root,
            machine: &machine,
            host: &host,
            version: &named,
        };
        let file = match what {
            What::Everything => dist.archive("sos", &out, time, Dist::fill)?,
            What::Lean => dist.archive("sos-lean", &out, time, Dist::fill_lean)?,
            What::Wheel => dist.wheel(&out, time)?,
        };
        println!("{}", file.display());
    }
    archive::sums(&out)
}

/// Whether the lean library has been built for such a machine, and run.
fn has_lean(machine: &Machine) -> bool {
    machine.system() == "Linux"
}

/// One target to build for.
struct Dist<'a> {
    root: &'a Path,
    machine: &'a Machine,
    host: &'a str,
    /// The version that programs state.
    version: &'a str,
}

impl Dist<'_> {
    /// Makes an archive, and returns its path.
    fn archive(
        &self,
        name: &str,
        out: &Path,
        time: u64,
        fill: fn(&Self, &Path) -> Result<()>,
    ) -> Result<PathBuf> {
        let name = format!("{name}-{}-{}", version(self.root)?, self.machine.target);
        let stage = self.root.join("target/dist/stage").join(&name);
        remove(&stage)?;
        fill(self, &stage)?;
        archive::pack(&stage, out, &name, self.machine.packs_zip(), time)
    }

    /// Builds everything into a new folder.
    fn fill(&self, stage: &Path) -> Result<()> {
        // First, because CMake looks for tools before anything is compiled.
        let libraries = match has_lean(self.machine) {
            true => "static;shared;lean",
            false => "static;shared",
        };
        self.libraries(stage, libraries, "ON")?;
        self.program(stage)?;
        self.manual(stage)?;
        let readme = self.root.join("xtask/dist/README.txt");
        copy(&readme, &stage.join("README.txt"))?;
        let crates = self.top(stage, &SHIPPED)?;
        let documents = stage.join("share/doc/sos");
        for path in documents::documents(self.root)? {
            copy(&self.root.join(&path), &documents.join(&path))?;
        }
        self.shader_library(stage)?;
        crate::book::pack(self.root, &documents.join("book"))?;
        let materials = sbom::write(&crates, &self.machine.target)?;
        write(&stage.join("share/doc/sos/sos.cdx.json"), &materials)
    }

    /// Builds the lean library into a new folder.
    fn fill_lean(&self, stage: &Path) -> Result<()> {
        self.libraries(stage, "lean", "OFF")?;
        self.top(stage, &["sos-capi"])?;
        Ok(())
    }

    /// What goes to the top of every archive, and the crates whose licences are there.
    fn top(&self, stage: &Path, shipped: &[&str]) -> Result<Crates> {
        for from in TOP {
            let from = self.root.join(from);
            copy(&from, &stage.join(from.file_name().unwrap_or_default()))?;
        }
        let crates = Crates::shipped(self.root, shipped, &self.machine.target)?;
        let licences = licences::write(&crates, self.root)?;
        write(&stage.join("LICENSES-THIRD-PARTY.txt"), &licences)?;
        Ok(crates)
    }

    fn program(&self, stage: &Path) -> Result<()> {
        let mut cargo = self.cargo();
        cargo.args(["build", "--locked", "--profile", "dist", "-p", "sos-cli"]);
        cargo.args(["--target", &self.machine.target, "--target-dir"]);
        cargo.arg(self.built());
        run_command(&mut cargo)?;
        let name = format!("sos{}", self.machine.program_suffix());
        let built = self.built().join(&self.machine.target).join("dist");
        copy(&built.join(&name), &stage.join("bin").join(&name))
    }

    /// What CMake installs: these C libraries and the layer, where `SOS_TARGET` is the one difference from what everybody gets.
    fn libraries(&self, stage: &Path, libraries: &str, layer: &str) -> Result<()> {
        let build = self.built().join("cmake").join(&self.machine.target);
        // With another compiler than the last time, CMake would forget for which system it is.
        remove(&build)?;
        let define = |name: &str, value: &OsStr| {
            let mut text = std::ffi::OsString::from(format!("-D{name}="));
            text.push(value);
            text
        };
        let mut configure = self.command("cmake");
        configure.arg("-S").arg(self.root.join("sos-capi"));
        configure.arg("-B").arg(&build);
        for (name, value) in [
            ("CMAKE_C_COMPILER", self.machine.compiler.as_str()),
            ("CMAKE_INSTALL_LIBDIR", "lib"),
            ("SOS_LIBRARIES", libraries),
            ("SOS_LAYER", layer),
            ("SOS_LAYER_IMPLICIT", "ON"),
            ("SOS_TARGET", &self.machine.target),
        ] {
            configure.arg(define(name, value.as_ref()));
        }
        configure.arg(define("SOS_TARGET_DIR", self.built().as_ref()));
        if self.machine.target != self.host {
            configure.arg(define("CMAKE_SYSTEM_NAME", self.machine.system().as_ref()));
        }
        run_command(&mut configure)?;
        run_command(self.command("cmake").arg("--build").arg(&build))?;
        let mut install = self.command("cmake");
        install
            .arg("--install")
            .arg(&build)
            .arg("--prefix")
            .arg(stage);
        run_command(&mut install)
    }

    /// Manual pages and completions, which are the same for all machines: written by a program that runs here.
    fn manual(&self, stage: &Path) -> Result<()> {
        let sos = || {
            let mut cargo = self.cargo();
            cargo.args([
                "run",
                "--quiet",
                "--locked",
                "--profile",
                "dist",
                "-p",
                "sos-cli",
            ]);
            cargo.args(["--target", self.host, "--target-dir"]);
            cargo.arg(self.built()).arg("--");
            cargo
        };
        let pages = stage.join("share/man/man1");
        fs::create_dir_all(&pages).context(pages.display().to_string())?;
        run_command(sos().arg("manual").arg(&pages))?;
        for (shell, place) in COMPLETIONS {
            let script = output(sos().args(["completions", shell]))?;
            write(&stage.join(place), &script)?;
        }
        Ok(())
    }

    /// What authors of shaders include. The folder below it is the filter's own.
    fn shader_library(&self, stage: &Path) -> Result<()> {
        let to = stage.join("share/sos/shaderlib");
        for path in documents::files_in(self.root, Path::new("shaderlib"))? {
            let name = path.file_name().unwrap_or_default();
            copy(&self.root.join(&path), &to.join(name))?;
        }
        Ok(())
    }

    /// Where cargo builds: apart from other builds, which have other flags.
    fn built(&self) -> PathBuf {
        self.root.join("target/dist/build")
    }

    fn cargo(&self) -> Command {
        self.command(cargo())
    }

    /// A command that builds for the target: with its linker, and without the paths of this machine.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.root);
        // This machine's is always the same: with another, cargo would compile everything anew for the manual pages.
        for (target, linker) in [
            (self.host, "cc"),
            (self.machine.target.as_str(), self.machine.compiler.as_str()),
        ] {
            let variable = target.replace('-', "_").to_uppercase();
            command.env(format!("CARGO_TARGET_{variable}_LINKER"), linker);
        }
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let user = std::env::var_os("HOME").map(|user| Path::new(&user).join(".cargo"));
        let mut flags = vec![format!("--remap-path-prefix={}=/sos", self.root.display())];
        if let Some(home) = home.or(user) {
            flags.push(format!("--remap-path-prefix={}=/cargo", home.display()));
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        command.env("SOS_VERSION", self.version);
        command
    }
}

/// The folder of the workspace.
pub fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.map(Path::to_owned)
        .context("xtask lies in the workspace")
}

/// The version that the workspace, or the package, in a folder states.
pub fn version(root: &Path) -> Result<String> {
    let path = root.join("Cargo.toml");
    let text = fs::read_to_string(&path).context(path.display().to_string())?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("version = "));
    let version = line.with_context(|| format!("{} states no version", path.display()))?;
    Ok(version.trim_matches('"').to_owned())
}

/// The version with the commit that it is made from, where there is git to ask.
fn named_version(root: &Path) -> Result<String> {
    let version = version(root)?;
    let mut git = Command::new("git");
    git.current_dir(root)
        .args(["describe", "--always", "--dirty", "--exclude=*"]);
    Ok(match output(&mut git) {
        Ok(said) => format!("{version} ({})", String::from_utf8_lossy(&said).trim()),
        Err(_) => version,
    })
}

/// Waits until no other process has this file, which is then this one's as long as the value lives.
pub fn alone(path: &Path, what: &str) -> Result<File> {
    let place = || path.display().to_string();
    let file = File::create(path).with_context(place)?;
    if file.try_lock().is_err() {
        eprintln!("waiting for another `{what}`");
        file.lock().with_context(place)?;
    }
    Ok(file)
}

/// The cargo that runs this.
fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a command, which says itself what it does.
pub fn run_command(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// Runs a command for what it prints.
pub fn output(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{command:?}: {}: {said}",
        output.status
    );
    Ok(output.stdout)
}

/// Writes a file and the folders above it.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).context(folder.display().to_string())?;
    }
    fs::write(path, contents).context(path.display().to_string())
}

/// Removes a folder, if it is there.
pub fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context(folder.display().to_string())
        }
        _ => Ok(()),
    }
}

/// Copies a file, and makes the folders above it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).context(folder.display().to_string())?;
    }
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_python_package_has_the_same_version() {
        let root = root().expect("the workspace");
        let own = version(&root.join("sos-python")).expect("a version");
        assert_eq!(own, version(&root).expect("a version"));
    }

    /// What cannot read `Cargo.toml`; Conan's recipe and `CMakeLists.txt` do.
    #[test]
    fn files_for_other_tools_have_the_same_version() {
        let root = root().expect("the workspace");
        let version = version(&root).expect("a version");
        for (path, line) in [
            ("meson.build", "    version: '@',"),
            ("xtask/dist/meson.build", "    version: '@',"),
            ("packaging/meson/sos.wrap", "directory = sos-@"),
            (
                "packaging/meson/sos.wrap",
                "source_url = https://…/sos-@.tar.gz",
            ),
            ("packaging/meson/sos.wrap", "source_filename = sos-@.tar.gz"),
            (
                "packaging/vcpkg/ports/sos/vcpkg.json",
                "  \"version\": \"@\",",
            ),
        ] {
            let text = fs::read_to_string(root.join(path)).expect(path);
            let line = line.replace('@', &version);
            assert!(text.lines().any(|one| one == line), "{path} lacks: {line}");
        }
    }

    #[test]
    fn one_run_waits_for_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let first = alone(&path, "first").expect("nobody has it");
        let (done, is_done) = std::sync::mpsc::channel();
        let other = std::thread::spawn(move || done.send(alone(&path, "second").is_ok()));
        let wait = std::time::Duration::from_millis(50);
        assert!(is_done.recv_timeout(wait).is_err());
        drop(first);
        assert!(is_done.recv().expect("the other has it"));
        other.join().expect("no panic").expect("received");
    }

    #[test]
    fn the_version_has_the_commit() {
        let root = root().expect("the workspace");
        let named = named_version(&root).expect("a version");
        let (own, commit) = named.split_once(" (").expect("a checkout has a commit");
        assert_eq!(own, version(&root).expect("a version"));
        assert!(commit.len() > 7 && commit.ends_with(')'), "{named}");
    }

    #[test]
    fn what_is_compiled_in_is_listed_and_licensed() {
        let root = root().expect("the workspace");
        let target = "x86_64-unknown-linux-gnu";
        let crates = Crates::shipped(&root, &SHIPPED, target).expect("cargo metadata");
        let has = |name: &str| crates.all.iter().any(|one| one.name == name);
        // Of the program, of the library; and what only tests or other systems need.
        assert!(has("sos-core") && has("clap") && has("ash") && has("serde"));
        assert!(!has("cbindgen") && !has("sos-tests") && !has("windows-sys"));

        let licences = licences::write(&crates, &root).expect("licences");
        for text in ["Permission is hereby granted", "Version 2.0, January 2004"] {
            assert!(licences.contains(text), "{text}");
        }
        // What ships asks for no more than a notice.
        assert!(!licences.contains("Mozilla Public License"));
        let materials = sbom::write(&crates, target).expect("a bill");
        let materials: serde_json::Value = serde_json::from_str(&materials).expect("JSON");
        let components = materials["components"].as_array().expect("components");
        assert_eq!(components.len(), crates.all.len());
        let is_known = |id: &serde_json::Value| components.iter().any(|one| one["bom-ref"] == *id);
        for edges in materials["dependencies"].as_array().expect("edges") {
            let on = edges["dependsOn"].as_array().expect("a list");
            assert!(
                is_known(&edges["ref"]) && on.iter().all(is_known),
                "{edges}"
            );
        }
        let foreign = components.iter().filter(|one| one["name"] != "sos-core");
        assert!(foreign.filter(|one| one["hashes"].is_null()).count() <= 5);
    }
}
