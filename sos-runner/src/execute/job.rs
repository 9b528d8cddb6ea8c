//! The protocol between a session and its worker process.
//!
//! The worker reads one JSON value per line: first a [`Setup`], answered by a [`Hello`], then any number of [`Job`]s, each
//! answered by a [`Reply`]. Data are 32-bit words, which preserves the bits of every type; in JSON, many words are one string
//! (`text`), since arrays of numbers take longer to write and read than most jobs to run.

mod text;

use serde::{Deserialize, Serialize};
use sos_core::Target;

use super::image::{Format, Image, Sampler};

/// How the worker creates its instance and device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Whether to enable the Khronos validation layer.
    pub validation: bool,
    /// What to enable on the device.
    pub enable: Enable,
    /// The index of the device in the loader's list; a [`Session`](super::session::Session) sets it from its driver.
    pub device: usize,
}

impl Default for Setup {
    /// With the validation layer and everything enabled.
    fn default() -> Self {
        Self {
            validation: true,
            enable: Enable::Everything,
            device: 0,
        }
    }
}

/// What to enable on the device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Enable {
    /// Every supported feature and extension that concerns shaders.
    Everything,
    /// Only these; one that the device lacks is an error.
    Only {
        /// Features, as `structure::member`.
        features: Vec<String>,
        /// Device extensions.
        extensions: Vec<String>,
    },
}

/// The device that a worker opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// `VkPhysicalDeviceProperties::deviceName`.
    pub name: String,
    /// Major and minor version.
    pub api_version: (u32, u32),
    /// `VkPhysicalDeviceSubgroupProperties::subgroupSize`.
    pub subgroup_size: u32,
    /// Enabled device extensions.
    pub extensions: Vec<String>,
    /// What was enabled, in the Vulkan Profiles schema.
    pub profile: String,
    /// Version of the Vulkan headers of the validation layer, if enabled.
    pub validation: Option<(u32, u32, u32)>,
}

impl DeviceInfo {
    /// The target for the filter: what was enabled.
    ///
    /// # Panics
    /// If the worker sent an invalid profile.
    pub fn target(&self) -> Target {
        Target::from_json(&self.profile).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// The worker's answer to a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hello {
    /// The device is open.
    Ready(DeviceInfo),
    /// The Vulkan loader or the validation layer is not installed.
    Missing(String),
    /// The device could not be opened for another reason.
    Failed(String),
}

/// One pipeline and what to do with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// One compute stage, or a vertex and a fragment stage.
    pub stages: Vec<Stage>,
    /// Buffers, images and samplers to bind.
    pub buffers: Vec<Buffer>,
    /// The push constants, from offset 0, visible to every stage.
    pub push_constants: Vec<u32>,
    /// Buffer addresses to write over words of buffers or push constants.
    pub addresses: Vec<Address>,
    /// What to do with the created pipeline.
    pub work: Work,
}

impl Job {
    /// A compute shader with these buffers, dispatched with `groups` workgroups in x.
    pub fn compute(words: &[u32], buffers: Vec<Buffer>, groups: u32) -> Self {
        Self {
            stages: vec![Stage::new(StageKind::Compute, words)],
            buffers,
            push_constants: Vec::new(),
            addresses: Vec::new(),
            work: Work::Dispatch {
                groups: [groups, 1, 1],
            },
        }
    }
}

/// A shader stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// Which stage.
    pub kind: StageKind,
    /// The SPIR-V module.
    #[serde(with = "text")]
    pub words: Vec<u32>,
    /// The entry point.
    pub entry: String,
    /// Values for specialization constants.
    pub specialization: Vec<Specialization>,
    /// The subgroup size to require.
    pub subgroup_size: Option<u32>,
}

impl Stage {
    /// A stage with the entry point `main` and default specialization constants.
    pub fn new(kind: StageKind, words: &[u32]) -> Self {
        Self {
            kind,
            words: words.to_vec(),
            entry: "main".into(),
            specialization: Vec::new(),
            subgroup_size: None,
        }
    }
}

/// Which stage of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StageKind {
    /// `GLCompute`
    Compute,
    /// `Vertex`
    Vertex,
    /// `Fragment`
    Fragment,
}

/// A value for a specialization constant, as a `VkSpecializationMapEntry` with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Specialization {
    /// `constantID`
    pub id: u32,
    /// The value's bits, zero-extended.
    pub value: u64,
    /// Size of the value in bytes; a Boolean has 4.
    pub size: u32,
}

/// A buffer, an image or a sampler bound to one descriptor. Memory is filled before the work and read back after it. Several
/// with the same binding are an array of descriptors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Kind of descriptor.
    pub kind: BufferKind,
    /// Content: at least one word for a buffer, [`Image::words`] for an image, none for a sampler.
    #[serde(with = "text")]
    pub words: Vec<u32>,
    /// Bytes of the buffer that the descriptor covers, if not all.
    pub range: Option<u32>,
}

impl Buffer {
    /// A storage buffer in set 0.
    pub fn storage(binding: u32, words: Vec<u32>) -> Self {
        Self {
            set: 0,
            binding,
            kind: BufferKind::Storage,
            words,
            range: None,
        }
    }
}

/// A place where the worker writes the 64-bit device address of a buffer before the work, low word first.
///
/// On a device without `bufferDeviceAddress`, the place gets [`symbolic`](Self::symbolic) instead: such a device runs no
/// shader that dereferences addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Where the address is written.
    pub place: Place,
    /// Index of the low word in that place.
    pub word: usize,
    /// The buffer whose address is written, as an index into [`Job::buffers`]. Must not be an image or a sampler.
    pub buffer: usize,
    /// Offset to add to the address of the buffer, in bytes.
    pub offset: u32,
}

impl Address {
    /// A stable substitute for an address in an [`Output`]: buffer and offset, equal in each run and on each driver.
    pub const fn symbolic(buffer: usize, offset: u32) -> [u32; 2] {
        [offset, 0xADD0_0000 | buffer as u32 & 0xFFFF]
    }
}

/// What an address is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// [`Job::push_constants`]
    Push,
    /// The buffer with this index in [`Job::buffers`], which must not be an image.
    Buffer(usize),
}

/// Kind of descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BufferKind {
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`
    Storage,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`
    Uniform,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER`
    StorageTexels(Format),
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER`
    UniformTexels(Format),
    /// An image, with a sampler or without.
    Image(Image),
    /// `VK_DESCRIPTOR_TYPE_SAMPLER`
    Sampler(Sampler),
}

impl BufferKind {
    /// Whether it is a buffer, which has an address.
    pub const fn is_buffer(self) -> bool {
        !matches!(self, Self::Image(_) | Self::Sampler(_))
    }
}

/// What to do with a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// Only create the shader modules: validates them even if the driver could not compile them.
    Modules,
    /// Create and destroy the pipeline. Works on drivers without hardware.
    Create,
    /// Dispatch a compute pipeline.
    Dispatch {
        /// Workgroups in x, y and z.
        groups: [u32; 3],
    },
    /// Draw triangles without vertex buffers, into a cleared color attachment for each location that the fragment stage writes.
    /// Attachments have four 32-bit channels per pixel: floats, unsigned or signed integers, as the output variable.
    Draw {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// `vertexCount`
        vertices: u32,
    },
}

/// The memory after a job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The content of buffers and images in the job's order; empty after [`Work::Create`]. Every address within, or at the end
    /// of, a buffer whose address the job names is replaced by [`Address::symbolic`].
    #[serde(with = "text::list")]
    pub buffers: Vec<Vec<u32>>,
    /// After [`Work::Draw`]: four words per pixel, row by row from the top, one color attachment after the other.
    #[serde(with = "text")]
    pub image: Vec<u32>,
}

/// A message of the validation layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Whether it is an error; otherwise a warning.
    pub error: bool,
    /// The VUID.
    pub id: String,
    /// The text.
    pub text: String,
}

/// The worker's answer to a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The output, or the Vulkan call that failed and its error.
    pub output: Result<Output, String>,
    /// Messages of the validation layer since the last answer.
    pub messages: Vec<Message>,
}
