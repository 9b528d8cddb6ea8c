//! `cargo xtask dist --wheel`: the Python package of `sos-python`, by maturin.
//!
//! Input: a target, and maturin. Output: `ship_one_shader-VERSION-cp39-abi3-PLATFORM.whl` beside the archives. With it are the licences of everything
//! compiled in; maturin adds a bill of materials. The platform in its name states the oldest C library that it runs with, which maturin reads
//! from the symbols. Refused are a machine without maturin, and a package of another version than the rest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{ensure, Context, Result};

use super::crates::Crates;
use super::{licences, remove, run_command, version, write, Dist};

impl Dist<'_> {
    /// Makes the wheel, and returns its path.
    pub fn wheel(&self, out: &Path, time: u64) -> Result<PathBuf> {
        let there = Command::new("maturin").arg("--version").output();
        ensure!(
            there.is_ok_and(|said| said.status.success()),
            "for a wheel, maturin is missing: `pip install maturin`"
        );
        let package = self.root.join("sos-python");
        let (own, all) = (version(&package)?, version(self.root)?);
        ensure!(
            own == all,
            "sos-python/Cargo.toml is of version {own}, and the others are of {all}"
        );
        let crates = Crates::shipped(&package, &["sos-python"], &self.machine.target)?;
        let licences = licences::write(&crates, self.root)?;
        write(&package.join("LICENSES-THIRD-PARTY.txt"), licences)?;

        // Into a folder of its own, since only maturin knows the file's name.
        let made = self.root.join("target/dist/wheel");
        remove(&made)?;
        let mut maturin = self.command("maturin");
        maturin.current_dir(&package);
        maturin.args([
            "build",
            "--release",
            "--locked",
            "--target",
            &self.machine.target,
        ]);
        maturin.arg("--target-dir").arg(self.built());
        maturin.arg("--out").arg(&made);
        maturin.env("SOURCE_DATE_EPOCH", time.to_string());
        run_command(&mut maturin)?;

        let mut wheels = fs::read_dir(&made).context(made.display().to_string())?;
        let wheel = wheels.next().context("maturin made no wheel")??;
        let path = out.join(wheel.file_name());
        fs::rename(wheel.path(), &path).context(path.display().to_string())?;
        Ok(path)
    }
}
