//! What a test asks of a Vulkan device and what comes back, as it travels to the worker process and back.
//!
//! The worker reads one JSON value a line: first a [`Setup`], answered by a [`Hello`], then any number of [`Job`]s, each
//! answered by a [`Reply`]. Data travels as 32-bit words, so that bits are kept whatever their type.

use serde::{Deserialize, Serialize};
use sos_core::Target;

use super::image::{Format, Image, Sampler};

/// How the worker makes its instance and device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Whether the Khronos validation layer watches.
    pub validation: bool,
    /// What to enable on the device.
    pub enable: Enable,
    /// Which of the loader's devices; a [`Session`](super::session::Session) sets it to its driver's.
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
    /// Every feature and every extension that has to do with shaders and that the physical device supports.
    Everything,
    /// These and nothing else; one that the device lacks is an error.
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
    /// Invocations in a subgroup, or 0 before Vulkan 1.1.
    pub subgroup_size: u32,
    /// Enabled device extensions.
    pub extensions: Vec<String>,
    /// What was enabled, in the Vulkan Profiles schema.
    pub profile: String,
    /// Version of the validation layer's Vulkan headers, if it is on.
    pub validation: Option<(u32, u32, u32)>,
}

impl DeviceInfo {
    /// The device as the filter sees it: what was enabled.
    ///
    /// # Panics
    /// If the worker wrote no target.
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
    /// Something else went wrong.
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
    /// Addresses of buffers, in the place of words of other content.
    pub addresses: Vec<Address>,
    /// What to do once the pipeline stands.
    pub work: Work,
}

impl Job {
    /// A compute shader with these buffers, run by `groups` workgroups in a row.
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
    pub words: Vec<u32>,
    /// The entry point.
    pub entry: String,
    /// Values for specialization constants.
    pub specialization: Vec<Specialization>,
    /// Invocations to require in a subgroup.
    pub subgroup_size: Option<u32>,
}

impl Stage {
    /// A stage whose entry point is `main`, with the module's own constants.
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
    /// Bytes of the value; a Boolean has 4.
    pub size: u32,
}

/// A buffer, an image or a sampler bound to one descriptor. Memory is filled before the work and read back after. Several of
/// one binding are an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Kind of descriptor.
    pub kind: BufferKind,
    /// Content: at least one word of a buffer, [`Image::words`] of an image, none of a sampler.
    pub words: Vec<u32>,
    /// How many bytes of a buffer the descriptor names, if not all.
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

/// A place where the device's address of a buffer stands when the work begins: 64 bits, the lower word first.
///
/// A device without `bufferDeviceAddress` finds what [`told`](Self::told) gives there: it runs nothing that follows addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// What it stands in.
    pub place: Place,
    /// The first of its two words there.
    pub word: usize,
    /// Whose address it is, by the number in [`Job::buffers`]; no image's and no sampler's.
    pub buffer: usize,
    /// Bytes from the start of that buffer on.
    pub offset: u32,
}

impl Address {
    /// What an [`Output`] has in the place of an address: where it points, the same in each run and on each driver.
    pub const fn told(buffer: usize, offset: u32) -> [u32; 2] {
        [offset, 0xADD0_0000 | buffer as u32 & 0xFFFF]
    }
}

/// What an address stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// [`Job::push_constants`]
    Push,
    /// The buffer with this number in [`Job::buffers`], which is no image.
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
    /// Make no pipeline, only the shader modules: what the validation layer says of them, whatever the driver can bear.
    Modules,
    /// Create it and destroy it. Works on drivers without hardware behind them.
    Create,
    /// Run it.
    Dispatch {
        /// Workgroups in x, y and z.
        groups: [u32; 3],
    },
    /// Draw triangles without vertex buffers, into a cleared image of four 32-bit channels a pixel for each location
    /// that the fragment stage writes: floats, unsigned or signed integers, as its outputs are.
    Draw {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// `vertexCount`
        vertices: u32,
    },
}

/// What a job left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The content of buffers and images in the job's order; empty after [`Work::Create`]. Wherever an address of a buffer
    /// stands whose address the job names, in it or at its end, this has [`Address::told`].
    pub buffers: Vec<Vec<u32>>,
    /// Four words a pixel, row by row from the top, one color attachment after the other, after [`Work::Draw`].
    pub image: Vec<u32>,
}

/// What the validation layer said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Whether it is an error, and no mere warning.
    pub error: bool,
    /// The rule's name, `VUID-…`.
    pub id: String,
    /// The text.
    pub text: String,
}

/// The worker's answer to a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// What came out, or which Vulkan call failed and how.
    pub output: Result<Output, String>,
    /// What the validation layer said since the last answer.
    pub messages: Vec<Message>,
}
