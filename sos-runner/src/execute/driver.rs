//! The Vulkan drivers that shaders are run on, and their location on this machine.
//!
//! None of the named drivers needs a graphics card: two execute on the CPU, and RADV's null device compiles pipelines for a
//! chosen chip without executing them.

use std::path::{Path, PathBuf};

use super::session::{Failure, Session};

/// A Vulkan driver found on this machine.
#[derive(Clone, Debug)]
pub struct Driver {
    name: String,
    /// `None` for a device of the system's own drivers, which the loader finds.
    manifest: Option<PathBuf>,
    index: usize,
    environment: &'static [(&'static str, &'static str)],
    executes: bool,
    finder: Finder,
}

/// Locates and opens drivers.
#[derive(Clone, Debug)]
pub struct Finder {
    /// The program that opens them.
    pub worker: Program,
    /// A folder with drivers and layers that are not installed in the system: `swiftshader/` and `layers/`.
    pub unpacked: Option<PathBuf>,
}

/// A program that calls [`worker::serve`](super::worker::serve).
#[derive(Clone, Debug)]
pub struct Program {
    /// The path of the executable.
    pub path: PathBuf,
    /// The argument that makes it run as a worker, if it needs one.
    pub argument: Option<&'static str>,
}

/// A known driver, independent of its location.
#[derive(Debug)]
struct Kind {
    name: &'static str,
    /// File names of its loader manifest.
    manifests: &'static [&'static str],
    /// Environment variables that its process needs.
    environment: &'static [(&'static str, &'static str)],
    executes: bool,
    package: &'static str,
}

const RADV: &[&str] = &["radeon_icd.x86_64.json", "radeon_icd.json"];

const KINDS: &[Kind] = &[
    Kind {
        name: "lavapipe",
        manifests: &[
            "lvp_icd.x86_64.json",
            "lvp_icd.aarch64.json",
            "lvp_icd.json",
        ],
        environment: &[],
        executes: true,
        package: "mesa-vulkan-drivers",
    },
    Kind {
        name: "swiftshader",
        manifests: &["vk_swiftshader_icd.json"],
        environment: &[],
        executes: true,
        package: "chromium-common",
    },
    radv("radv-pitcairn", &[("RADV_FORCE_FAMILY", "pitcairn")]),
    radv("radv-bonaire", &[("RADV_FORCE_FAMILY", "bonaire")]),
    radv("radv-stoney", &[("RADV_FORCE_FAMILY", "stoney")]),
    radv("radv-polaris10", &[("RADV_FORCE_FAMILY", "polaris10")]),
    radv("radv-vega10", &[("RADV_FORCE_FAMILY", "vega10")]),
    radv("radv-navi10", &[("RADV_FORCE_FAMILY", "navi10")]),
];

const fn radv(name: &'static str, environment: &'static [(&'static str, &'static str)]) -> Kind {
    Kind {
        name,
        manifests: RADV,
        environment,
        executes: false,
        package: "mesa-vulkan-drivers",
    }
}

/// Drivers that execute shaders: Mesa's lavapipe, which supports nearly every feature, and SwiftShader, which supports few.
pub const EXECUTING: [&str; 2] = ["lavapipe", "swiftshader"];

/// RADV's null device as a GCN1, a GCN4 and a GCN5 chip. These only compile.
pub const COMPILING: [&str; 3] = ["radv-pitcairn", "radv-polaris10", "radv-vega10"];

impl Driver {
    /// The name by which it was found.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it can execute shaders. The others support only [`Work::Create`](super::job::Work::Create).
    pub fn executes(&self) -> bool {
        self.executes
    }

    /// The loader manifest; `None` for a device of the system's own drivers.
    pub fn manifest(&self) -> Option<&Path> {
        self.manifest.as_deref()
    }

    /// The index of the device among those that the loader lists.
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// Environment variables that its process needs.
    pub(crate) fn environment(&self) -> &'static [(&'static str, &'static str)] {
        self.environment
    }

    /// The program that opens it.
    pub(crate) fn worker(&self) -> &Program {
        &self.finder.worker
    }

    /// The folder with drivers and layers that are not installed in the system.
    pub(crate) fn unpacked(&self) -> Option<&Path> {
        self.finder.unpacked.as_deref()
    }
}

/// Names of all supported drivers.
pub fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.name)
}

impl Finder {
    /// Locates the driver of this name, one of [`names`], or `vulkan:N` for one of the system's devices, and verifies that it
    /// opens with the validation layer.
    ///
    /// # Errors
    /// [`Failure::Missing`] if the driver, the loader or the layer is not installed; any other [`Failure`] if opening it fails.
    pub fn find(&self, name: &str) -> Result<Driver, Failure> {
        let driver = match name.strip_prefix("vulkan:").map(str::parse) {
            Some(Ok(index)) => Driver {
                name: name.to_owned(),
                manifest: None,
                index,
                environment: &[],
                executes: true,
                finder: self.clone(),
            },
            _ => self.locate(name)?,
        };
        Session::new(&driver).device()?;
        Ok(driver)
    }

    /// Locates the driver of this name, one of [`names`], without opening it.
    ///
    /// # Errors
    /// [`Failure::Missing`] if it is not installed.
    pub fn locate(&self, name: &str) -> Result<Driver, Failure> {
        let kind = KINDS.iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| Failure::Missing(format!("no driver is called {name}")))?;
        let manifest = self.folders().find_map(|folder| {
            let files = kind.manifests.iter().map(|name| folder.join(name));
            files.into_iter().find(|manifest| manifest.is_file())
        });
        let missing = || {
            Failure::Missing(format!(
                "the driver {name} (Debian package {}, or `swiftshader` in the folder that SOS_DRIVER_DIR names)",
                kind.package
            ))
        };
        Ok(Driver {
            name: name.to_owned(),
            manifest: Some(manifest.ok_or_else(missing)?),
            index: 0,
            environment: kind.environment,
            executes: kind.executes,
            finder: self.clone(),
        })
    }

    /// The folders to search for manifests: the unpacked drivers, then those of the loader, then that of Chromium.
    fn folders(&self) -> impl Iterator<Item = PathBuf> {
        let unpacked = self
            .unpacked
            .iter()
            .map(|folder| folder.join("swiftshader"))
            .collect::<Vec<_>>();
        let fixed = [
            "/etc/vulkan/icd.d",
            "/usr/local/share/vulkan/icd.d",
            "/usr/share/vulkan/icd.d",
            "/usr/lib/chromium",
        ];
        unpacked
            .into_iter()
            .chain(fixed.into_iter().map(PathBuf::from))
    }
}
