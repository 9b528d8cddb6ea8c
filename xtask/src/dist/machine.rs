//! The machines that archives are made for, and whether this one has what building for them takes.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{bail, ensure, Context, Result};

use super::output;

/// A machine that archives are made for.
pub struct Machine {
    /// Rust's name of the target.
    pub target: String,
    /// The C compiler, which links too.
    pub compiler: String,
}

/// Targets with the C compiler that builds for each, and how to get that.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "x86_64-unknown-linux-gnu",
        "x86_64-linux-gnu-gcc",
        "Debian's gcc-x86-64-linux-gnu",
    ),
    (
        "aarch64-unknown-linux-gnu",
        "aarch64-linux-gnu-gcc",
        "Debian's gcc-aarch64-linux-gnu and libc6-dev-arm64-cross",
    ),
    (
        "x86_64-pc-windows-gnu",
        "x86_64-w64-mingw32-gcc",
        "Debian's gcc-mingw-w64-x86-64",
    ),
    (
        "aarch64-linux-android",
        "aarch64-linux-android30-clang",
        "the Android NDK, whose toolchains/llvm/prebuilt/*/bin must be in PATH",
    ),
    (
        "aarch64-apple-darwin",
        "oa64-clang",
        "osxcross; or build on a Mac, or take that of scripts/apple-cc",
    ),
    (
        "x86_64-apple-darwin",
        "o64-clang",
        "osxcross; or build on a Mac, or take that of scripts/apple-cc",
    ),
];

impl Machine {
    /// Looks up a target. `compiler` takes the place of the usual one; on the machine itself that is `cc`.
    pub fn find(target: &str, compiler: Option<&str>, host: &str) -> Result<Self> {
        let row = KNOWN.iter().find(|row| row.0 == target);
        let (usual, from) = match row {
            Some(&(_, compiler, from)) if target != host => (compiler, from),
            _ if target == host => ("cc", "Debian's gcc, or another C compiler"),
            _ => {
                let known: Vec<&str> = KNOWN.iter().map(|row| row.0).collect();
                bail!(
                    "no archives are made for {target}, only for this machine ({host}) and {}",
                    known.join(", ")
                );
            }
        };
        let library = standard_library(target)?;
        ensure!(
            library.is_dir(),
            "for {target}, Rust's standard library is missing ({}): `rustup target add {target}`",
            library.display()
        );
        let compiler = compiler.unwrap_or(usual);
        let there = Command::new(compiler).arg("--version").output();
        ensure!(
            there.is_ok_and(|said| said.status.success()),
            "for {target}, a C compiler that links is missing: `{compiler}` does not run. It comes with {from}; --cc names another"
        );
        let machine = Self {
            target: target.to_owned(),
            compiler: compiler.to_owned(),
        };
        // It makes the import library for Microsoft's linker: sos-capi/CMakeLists.txt.
        let tool = Command::new("llvm-dlltool").arg("--help").output();
        ensure!(
            !machine.is_windows() || tool.is_ok(),
            "for {target}, `llvm-dlltool` is missing. It comes with Debian's llvm"
        );
        Ok(machine)
    }

    fn is_windows(&self) -> bool {
        self.target.contains("windows")
    }

    /// CMake's name of the system.
    pub fn system(&self) -> &'static str {
        match self.target.as_str() {
            target if target.contains("android") => "Android",
            target if target.contains("apple") => "Darwin",
            _ if self.is_windows() => "Windows",
            _ => "Linux",
        }
    }

    /// Whether people there expect a zip file.
    pub fn packs_zip(&self) -> bool {
        self.is_windows()
    }

    /// How a program's file name ends there.
    pub fn program_suffix(&self) -> &'static str {
        if self.is_windows() {
            ".exe"
        } else {
            ""
        }
    }
}

/// Whether there is a CMake, which installs the libraries.
pub fn find_cmake(program: &str) -> Result<()> {
    let there = Command::new(program).arg("--version").output();
    ensure!(
        there.is_ok_and(|said| said.status.success()),
        "for archives, CMake is missing: `{program}` does not run. It comes with Debian's cmake, which needs make or ninja-build beside it"
    );
    Ok(())
}

/// Rust's name of this machine.
pub fn host() -> Result<String> {
    let said = output(Command::new("rustc").arg("-vV"))?;
    let said = String::from_utf8_lossy(&said).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc -vV names no host")
}

/// Where Rust's standard library for a target lies, if it is there.
fn standard_library(target: &str) -> Result<PathBuf> {
    let said =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]))?;
    Ok(String::from_utf8_lossy(&said).trim_end().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reason why there is no archive.
    fn refusal(target: &str, compiler: Option<&str>) -> String {
        let found = Machine::find(target, compiler, "riscv64gc-unknown-linux-gnu");
        found
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn what_is_missing_is_named() {
        let host = host().expect("rustc runs");
        assert!(Machine::find(&host, None, &host).is_ok());
        let cmake = find_cmake("no-such-cmake")
            .expect_err("no CMake")
            .to_string();
        assert!(cmake.contains("`no-such-cmake` does not run"), "{cmake}");
        let unknown = refusal("sparc64-unknown-linux-gnu", None);
        assert!(
            unknown.contains("only for this machine (riscv64gc-"),
            "{unknown}"
        );
        let compiler = Machine::find(&host, Some("no-such-compiler"), &host);
        let compiler = compiler.err().expect("no compiler").to_string();
        assert!(
            compiler.contains("`no-such-compiler` does not run"),
            "{compiler}"
        );
    }
}
