//! A bit set of what a module contains that no capability expresses.
//!
//! Vulkan makes some instructions depend on features and properties that have no capability (the stages in which subgroup
//! operations work, the storage classes of 64-bit atomics, …). The scan sets a bit, a *gate*, if a module might use one of
//! them; whether it does is then checked for each instruction. A target that meets every condition behind a gate needs no
//! such check. The bits may be set without need but are never missing; the tests of the conditions ensure that.

/// A set of gates: what to check more closely, and the stages of the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gates(u32);

macro_rules! gates {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)+) => {
        impl Gates { $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)+ }
    };
}

gates! {
    /// `OpGroupNonUniform*` and other subgroup operations: stages, operand types.
    SUBGROUP = 0;
    /// Atomic instructions on anything but single 32-bit integers: widths, storage classes.
    WIDE_ATOMIC = 1;
    /// Memory scopes `Device` and `QueueFamily`.
    SCOPE = 2;
    /// `OpReadClockKHR`: scopes.
    CLOCK = 3;
    /// Image operands that are texel offsets.
    OFFSET = 4;
    /// The image operand `Offset` in instructions other than gathers.
    SAMPLE_OFFSET = 5;
    /// Storage images without a format.
    FORMATLESS = 6;
    /// Execution modes with a feature or a limit of their own.
    MODE = 7;
    /// Execution modes of `SPV_KHR_float_controls`.
    FLOAT_MODE = 8;
    /// Fast-math modes and decorations of `SPV_KHR_float_controls2`.
    FAST_MATH = 9;
    /// Storage buffers and storage images.
    STORAGE = 10;
    /// Extended instructions with forward references.
    FORWARD_EXT_INST = 11;
    /// Bit instructions on widths other than 32.
    BIT = 12;
    /// Workgroup memory with an initializer.
    ZERO_INIT = 13;
    /// `OpFmaKHR`: widths.
    FMA = 14;
    /// Interpolation functions.
    INTERPOLATION = 15;
    /// Uniform blocks that end in a runtime array.
    UNSIZED = 16;
    /// Streams and strides of transform feedback.
    XFB = 17;
    /// Opcodes that no table has.
    UNKNOWN = 18;
    /// Extensions that add nothing by which their use could be detected.
    EXTENSION = 19;
    /// Quad operations.
    QUAD = 20;
    /// `OpGroupNonUniformRotateKHR` in clusters.
    ROTATE = 21;
    /// Non-semantic instruction sets.
    NON_SEMANTIC = 22;
    /// `OpLine` or `OpNoLine`.
    LINES = 23;
    /// Entry points for vertices, tessellation or geometry.
    VERTEX_PIPELINE = 24;
    /// Fragment entry points.
    FRAGMENT = 25;
    /// Compute entry points.
    COMPUTE = 26;
    /// Task and mesh entry points.
    MESH = 27;
    /// Ray-tracing entry points, and every other.
    RAY = 28;
    /// Extended instructions.
    EXTENDED = 29;
    /// Broadcasts of the value of one invocation: constant ids.
    BROADCAST = 30;
    /// Physical addresses.
    ADDRESSES = 31;
}

impl Gates {
    /// No bits.
    pub const NONE: Self = Self(0);
    /// Stages with user-defined inputs and outputs.
    pub const WITH_INTERFACES: Self = Self::VERTEX_PIPELINE
        .with(Self::FRAGMENT)
        .with(Self::MESH)
        .with(Self::RAY);
    pub const ALL: Self = Self(u32::MAX);

    /// Returns the union.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds `other`.
    #[inline]
    pub fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Returns the intersection.
    #[must_use]
    pub const fn among(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the two sets intersect.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether `other` is a subset.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the bit of an execution model.
    pub fn of_model(model: u32) -> Self {
        use crate::tables::execution_model as m;
        match model {
            m::Vertex | m::TessellationControl | m::TessellationEvaluation | m::Geometry => {
                Self::VERTEX_PIPELINE
            }
            m::Fragment => Self::FRAGMENT,
            m::GLCompute => Self::COMPUTE,
            m::TaskNV | m::MeshNV | m::TaskEXT | m::MeshEXT => Self::MESH,
            _ => Self::RAY,
        }
    }
}
