//! Paths in this repository.

use std::path::{Path, PathBuf};

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// The folder of the shader corpus.
pub fn corpus() -> PathBuf {
    root().join("corpus")
}

/// Where `scripts/test` unpacks drivers that are not installed: `$SOS_DRIVER_DIR`, else `target/drivers`.
pub fn drivers() -> PathBuf {
    std::env::var_os("SOS_DRIVER_DIR").map_or_else(|| root().join("target/drivers"), PathBuf::from)
}
