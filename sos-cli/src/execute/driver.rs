//! The Vulkan drivers that shaders are run on, and where they are on this machine.
//!
//! All of them run without a graphics card: two compute on the processor, and RADV's null device compiles pipelines for
//! a chip of choice without running them.

use std::path::{Path, PathBuf};

use super::session::{Failure, Session};

/// A Vulkan driver found on this machine.
#[derive(Clone, Debug)]
pub struct Driver {
    name: String,
    /// `None` for the system's own drivers, as its loader finds them.
    manifest: Option<PathBuf>,
    index: usize,
    environment: &'static [(&'static str, &'static str)],
    executes: bool,
    finder: Finder,
}

/// How drivers are found and opened.
#[derive(Clone, Debug)]
pub struct Finder {
    /// The program that opens them.
    pub worker: Program,
    /// A folder with drivers and layers that are in no directory of the system: `swiftshader/` and `layers/`.
    pub unpacked: Option<PathBuf>,
}

/// A program that calls [`worker::serve`](super::worker::serve).
#[derive(Clone, Debug)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// What makes it do so, if anything must.
    pub argument: Option<&'static str>,
}

/// What is known of a driver wherever it lies.
#[derive(Debug)]
struct Kind {
    name: &'static str,
    /// Names of its loader manifest.
    manifests: &'static [&'static str],
    /// Variables that its process needs.
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

/// Drivers that run shaders: Mesa's on LLVM, which has nearly everything, and Google's, which has nearly nothing.
pub const EXECUTING: [&str; 2] = ["lavapipe", "swiftshader"];

/// RADV without hardware, for a GCN1, a GCN4 and a GCN5 chip. They compile and do not run.
pub const COMPILING: [&str; 3] = ["radv-pitcairn", "radv-polaris10", "radv-vega10"];

impl Driver {
    /// Its name here.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it runs shaders. The others take [`Work::Create`](super::job::Work::Create) only.
    pub fn executes(&self) -> bool {
        self.executes
    }

    /// The loader's manifest; `None` for a device of the system's own drivers.
    pub fn manifest(&self) -> Option<&Path> {
        self.manifest.as_deref()
    }

    /// Which of the loader's devices it is.
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// Variables that its process needs.
    pub(crate) fn environment(&self) -> &'static [(&'static str, &'static str)] {
        self.environment
    }

    /// The program that opens it.
    pub(crate) fn worker(&self) -> &Program {
        &self.finder.worker
    }

    /// A folder with more than the system has.
    pub(crate) fn unpacked(&self) -> Option<&Path> {
        self.finder.unpacked.as_deref()
    }
}

/// Names of all drivers that can be found.
pub fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.name)
}

impl Finder {
    /// Finds the driver of this name, one of [`names`], or `vulkan:N` for one of the system's devices, and sees that it
    /// opens with the validation layer.
    ///
    /// # Errors
    /// [`Failure::Missing`] if the driver, the loader or the layer is not installed; something else if it does not work.
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

    /// Finds the driver of this name, one of [`names`], without opening it.
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
                "{name} (Debian package {}; scripts/test gets it)",
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

    /// Where manifests lie: what was unpacked, then where the loader looks, then Chromium's own folder.
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
