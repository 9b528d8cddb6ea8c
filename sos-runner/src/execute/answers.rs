//! What drivers have answered to the same jobs before, for those who run the same tests again and again.
//!
//! Where the variable [`VARIABLE`] names a folder, an answer without errors is kept there, under the hash of all that it depends on: the
//! question, the device and how it is made, the driver's files, the variables that drivers read, and the code that runs jobs. A question
//! that was asked before starts no process. Failures are never kept, nor answers that are large. What the device is, the program tells
//! that runs jobs; with another program it is asked again.
//!
//! A driver gives the same answer to the same job, or a test that compares it fails at some time whether or not answers are kept. Continuous
//! integration keeps none.

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::driver::Driver;
use super::job::{DeviceInfo, Setup};
use super::session::environment;
use crate::files;

/// The variable that names the folder.
pub const VARIABLE: &str = "SOS_ANSWERS";

/// The length of an answer that is not kept, in bytes.
const LARGE: usize = 256 << 10;

/// The code that answers.
const CODE: [&str; 15] = [
    include_str!("image.rs"),
    include_str!("interface.rs"),
    include_str!("job.rs"),
    include_str!("job/text.rs"),
    include_str!("vulkan.rs"),
    include_str!("vulkan/addresses.rs"),
    include_str!("vulkan/descriptors.rs"),
    include_str!("vulkan/draw.rs"),
    include_str!("vulkan/features.rs"),
    include_str!("vulkan/images.rs"),
    include_str!("vulkan/instance.rs"),
    include_str!("vulkan/memory.rs"),
    include_str!("vulkan/pipeline.rs"),
    include_str!("vulkan/work.rs"),
    include_str!("worker.rs"),
];

/// Variables that drivers, the loader and layers read begin so.
const READ: [&str; 6] = ["GALLIVM", "LP_", "MESA", "RADV", "VK_", "LLVM"];

/// The answers for one device.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    folder: PathBuf,
    /// What determines answers, but for the device and the question.
    setup: blake3::Hasher,
    /// The same, and the program that tells what the device is.
    program: blake3::Hasher,
    /// What the device is, as JSON, once it is known.
    device: OnceCell<String>,
}

impl Answers {
    /// Where answers are kept, if they are, and if it can be told when the driver changes.
    pub(super) fn of(driver: &Driver, setup: &Setup) -> Option<Self> {
        let folder = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
        let folder = PathBuf::from(folder?);
        let mut hasher = blake3::Hasher::new();
        for code in CODE {
            add(&mut hasher, code.as_bytes());
        }
        add(&mut hasher, serde_json::to_string(setup).ok()?.as_bytes());
        let manifest = driver.manifest()?;
        add_manifest(&mut hasher, manifest)?;
        let layers = driver.unpacked().map(|folder| folder.join("layers"));
        let layer = layers.map(|folder| folder.join("VkLayer_khronos_validation.json"));
        if let Some(layer) = layer.filter(|layer| layer.is_file()) {
            add_manifest(&mut hasher, &layer)?;
        }
        let mut variables: Vec<_> = std::env::vars_os()
            .filter(|(name, _)| {
                let name = name.to_string_lossy();
                READ.iter().any(|start| name.starts_with(start))
            })
            .collect();
        let own = environment(driver).into_iter();
        variables.extend(own.map(|(name, value)| (name.into(), value)));
        variables.sort();
        for (name, value) in &variables {
            add(&mut hasher, name.as_encoded_bytes());
            add(&mut hasher, value.as_encoded_bytes());
        }
        let setup = hasher.clone();
        add_version(&mut hasher, &driver.worker().path)?;
        Some(Self {
            folder,
            setup,
            program: hasher,
            device: OnceCell::new(),
        })
    }

    /// What the device is.
    pub(super) fn device(&self) -> Option<DeviceInfo> {
        let text = match self.device.get() {
            Some(text) => text,
            None => {
                let text = fs::read_to_string(self.path(&self.program)).ok()?;
                self.device.get_or_init(|| text)
            }
        };
        serde_json::from_str(text).ok()
    }

    /// Keeps what the device is.
    pub(super) fn put_device(&mut self, device: &DeviceInfo) {
        if let Ok(text) = serde_json::to_string(device) {
            write(&self.path(&self.program), &text);
            self.device = OnceCell::from(text);
        }
    }

    /// The answer to a question that was asked before.
    pub(super) fn get<A: DeserializeOwned>(&self, question: &str) -> Option<A> {
        let text = fs::read_to_string(self.path(&self.asked(question)?)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps an answer. One that cannot be written is asked for again.
    pub(super) fn put(&self, question: &str, answer: &str) {
        if let Some(asked) = self.asked(question).filter(|_| answer.len() < LARGE) {
            write(&self.path(&asked), answer);
        }
    }

    /// What determines the answer to a question.
    fn asked(&self, question: &str) -> Option<blake3::Hasher> {
        let mut hasher = self.setup.clone();
        add(&mut hasher, self.device.get()?.as_bytes());
        add(&mut hasher, question.as_bytes());
        Some(hasher)
    }

    fn path(&self, hasher: &blake3::Hasher) -> PathBuf {
        let name = hasher.finalize().to_hex();
        let (start, rest) = name.split_at(2);
        self.folder.join(start).join(rest)
    }
}

fn write(path: &Path, text: &str) {
    let made = path.parent().map(fs::create_dir_all);
    if made.is_some_and(|made| made.is_ok()) {
        let _ = files::write(path, text.as_bytes());
    }
}

/// Adds a part of what an answer depends on.
fn add(hasher: &mut blake3::Hasher, part: &[u8]) {
    hasher.update(&part.len().to_le_bytes());
    hasher.update(part);
}

/// Adds a manifest and what tells versions of its library apart: size and time of the file, and the time of its folder, in which also
/// the libraries lie that it needs.
fn add_manifest(hasher: &mut blake3::Hasher, manifest: &Path) -> Option<()> {
    let text = fs::read(manifest).ok()?;
    add(hasher, &text);
    let json: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let mut parts = ["ICD", "layer"].into_iter();
    let library = parts.find_map(|part| json[part]["library_path"].as_str())?;
    let folder = manifest.parent()?;
    let system = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib",
    ];
    let folders = [folder.as_os_str()]
        .into_iter()
        .chain(system.map(OsStr::new));
    let library = folders
        .map(|folder| Path::new(folder).join(library))
        .find(|path| path.is_file())?;
    add_version(hasher, &library)?;
    add_version(hasher, library.parent()?)
}

/// Adds the size and the time of a file.
fn add_version(hasher: &mut blake3::Hasher, path: &Path) -> Option<()> {
    let about = fs::metadata(path).ok()?;
    let time = about.modified().ok()?;
    let time = time.duration_since(std::time::UNIX_EPOCH).ok()?;
    add(hasher, &about.len().to_le_bytes());
    add(hasher, &time.as_nanos().to_le_bytes());
    Some(())
}
