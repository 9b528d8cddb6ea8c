//! A bit set of what a module contains that no capability expresses.
//!
//! Vulkan makes some instructions depend on features and properties that have no capability (the stages in which subgroup
//! operations work, the storage classes of 64-bit atomics, …). The scan sets a bit, a *gate*, if a module might use one of
//! them; whether it does is then checked for each instruction. A target that meets every condition behind a gate needs no
//! such check. The bits may be set without need but are never missing; the tests of the conditions ensure that.

/// A set of gates: what to check more closely, and the stages of the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gates(u64);

macro_rules! gates {
    ($($(#[$doc:meta])* $name:ident;)+) => {
        /// The number of each.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Bit { $($name),+ }

        impl Gates { $($(#[$doc])* pub const $name: Self = Self(1 << Bit::$name as u32);)+ }
    };
}

gates! {
    /// `OpGroupNonUniform*` and other subgroup operations: stages, operand types.
    SUBGROUP;
    /// Atomic instructions on anything but single 32-bit integers: widths, storage classes.
    WIDE_ATOMIC;
    /// Memory scopes `Device` and `QueueFamily`.
    SCOPE;
    /// `OpReadClockKHR`: scopes.
    CLOCK;
    /// Image operands that are texel offsets.
    OFFSET;
    /// The image operand `Offset` in instructions other than gathers.
    SAMPLE_OFFSET;
    /// Storage images without a format.
    FORMATLESS;
    /// Execution modes with a feature or a limit of their own.
    MODE;
    /// Execution modes of `SPV_KHR_float_controls`.
    FLOAT_MODE;
    /// Fast-math modes and decorations of `SPV_KHR_float_controls2`.
    FAST_MATH;
    /// Storage buffers and storage images.
    STORAGE;
    /// Extended instructions with forward references.
    FORWARD_EXT_INST;
    /// Bit instructions on widths other than 32.
    BIT;
    /// Workgroup memory with an initializer.
    ZERO_INIT;
    /// `OpFmaKHR`: widths.
    FMA;
    /// Interpolation functions.
    INTERPOLATION;
    /// Uniform blocks that end in a runtime array.
    UNSIZED;
    /// Streams and strides of transform feedback.
    XFB;
    /// Opcodes that no table has.
    UNKNOWN;
    /// Extensions that add nothing by which their use could be detected.
    EXTENSION;
    /// Quad operations.
    QUAD;
    /// `OpGroupNonUniformRotateKHR` in clusters.
    ROTATE;
    /// Non-semantic instruction sets.
    NON_SEMANTIC;
    /// `OpLine` or `OpNoLine`.
    LINES;
    /// Entry points for vertices, tessellation or geometry.
    VERTEX_PIPELINE;
    /// Fragment entry points.
    FRAGMENT;
    /// Compute entry points.
    COMPUTE;
    /// Task and mesh entry points.
    MESH;
    /// Ray-tracing entry points, and every other.
    RAY;
    /// Extended instructions.
    EXTENDED;
    /// Broadcasts of the value of one invocation: constant ids.
    BROADCAST;
    /// Physical addresses.
    ADDRESSES;
    /// Source languages that older tools do not know.
    LANGUAGE;
}

impl Gates {
    /// No bits.
    pub const NONE: Self = Self(0);
    /// Stages with user-defined inputs and outputs.
    pub const WITH_INTERFACES: Self = Self::VERTEX_PIPELINE
        .with(Self::FRAGMENT)
        .with(Self::MESH)
        .with(Self::RAY);
    pub const ALL: Self = Self(u64::MAX);

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

    /// Returns the bits of a set of the first 32 gates. Those that opcodes alone set are among them, for the scan's table.
    pub const fn first(self) -> u32 {
        assert!(self.0 <= u32::MAX as u64);
        self.0 as u32
    }

    /// Returns the set with these bits.
    pub const fn of_first(bits: u32) -> Self {
        Self(bits as u64)
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
