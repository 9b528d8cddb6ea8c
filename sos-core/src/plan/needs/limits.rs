//! Limits of a device on numbers in a module ("Limits", and the rules `RuntimeSpirv` that name them).
//!
//! One table lists them. If a description does not state a limit, the value that the specification requires of every device
//! applies ("Required Limits").
//!
//! A caller may allow a module to exceed them, by a [`Leeway`]. Numbers that rules and passes add get none: they add workgroup
//! memory, and nothing else that is limited.

use crate::facts::{Facts, Gates};
use crate::target::{Properties, Target};

/// The minimum and maximum allowed value.
type Range = (i64, i64);

macro_rules! limits {
    ($($name:ident: $rule:literal, $need:literal $(/ $most:literal)?, $range:expr;)+) => {
        /// A limit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Limit { $(#[doc = concat!("`", $need, "`" $(, ", `", $most, "`")?)] $name),+ }

        impl Limit {
            /// Returns the limit on a value in Vulkan's terms, where there is a second one on values that are not negative.
            pub fn need(self, value: i32) -> &'static str {
                match self {
                    $($(Self::$name if value >= 0 => $most,)? Self::$name => $need),+
                }
            }

            /// Returns the identifier of the rule, as in `RuntimeSpirv-x-06429`.
            pub fn rule(self) -> &'static str {
                match self { $(Self::$name => $rule),+ }
            }

            /// Returns the range of values that a target allows.
            pub fn range(self, target: &Target) -> Range {
                let range: fn(&Properties) -> Range = match self { $(Self::$name => $range),+ };
                range(target.properties())
            }

            /// Returns what is closest to a value that a target does not allow.
            pub fn allowed(self, target: &Target, value: i32) -> i64 {
                let (least, most) = self.range(target);
                match i64::from(value) < least {
                    true => least,
                    false => most,
                }
            }

            /// Whether it limits the bytes of workgroup memory.
            pub fn is_on_shared_memory(self) -> bool {
                matches!(self, Self::SharedMemory | Self::TaskSharedMemory | Self::MeshSharedMemory)
            }

            /// Whether a target allows a value, or the caller does.
            pub fn allows(self, target: &Target, value: i32, leeway: Leeway) -> bool {
                let (least, most) = self.range(target);
                (least..=most).contains(&i64::from(value)) || leeway.covers(self, value)
            }
        }
    };
}

/// How far the numbers of a module may exceed the limits of its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leeway {
    /// Whether they may at all.
    any: bool,
    /// Bytes of workgroup memory up to which they may.
    bytes: u64,
}

impl Leeway {
    /// Not at all.
    pub const NONE: Self = Self {
        any: false,
        bytes: 0,
    };
    /// As far as the module goes by itself.
    pub const FULL: Self = Self {
        any: true,
        bytes: u64::MAX,
    };

    /// The leeway of a module in which memory was added, or could have been, where the input uses this many bytes: it may not
    /// exceed a limit further than the input does.
    pub fn within(self, bytes: u64) -> Self {
        Self {
            bytes: self.bytes.min(bytes),
            ..self
        }
    }

    fn covers(self, limit: Limit, value: i32) -> bool {
        let fits = || u64::try_from(value).is_ok_and(|value| value <= self.bytes);
        self.any && (!limit.is_on_shared_memory() || fits())
    }
}

fn up_to(stated: Option<u32>, required: u32) -> Range {
    (0, i64::from(stated.unwrap_or(required)))
}

fn axis(stated: Option<[u32; 3]>, axis: usize, required: u32) -> Range {
    up_to(stated.and_then(|sizes| sizes.get(axis).copied()), required)
}

fn between(least: Option<i32>, most: Option<u32>) -> Range {
    (i64::from(least.unwrap_or(-8)), i64::from(most.unwrap_or(7)))
}

limits! {
    TexelOffset: "OpImageSample-06435", "minTexelOffset" / "maxTexelOffset",
        |p| between(p.min_texel_offset, p.max_texel_offset);
    GatherOffset: "OpImage-06376", "minTexelGatherOffset" / "maxTexelGatherOffset",
        |p| between(p.min_texel_gather_offset, p.max_texel_gather_offset);
    WorkgroupSizeX: "x-06429", "maxComputeWorkGroupSize[0]", |p| axis(p.max_compute_work_group_size, 0, 128);
    WorkgroupSizeY: "y-06430", "maxComputeWorkGroupSize[1]", |p| axis(p.max_compute_work_group_size, 1, 128);
    WorkgroupSizeZ: "z-06431", "maxComputeWorkGroupSize[2]", |p| axis(p.max_compute_work_group_size, 2, 64);
    WorkgroupInvocations: "x-06432", "maxComputeWorkGroupInvocations",
        |p| up_to(p.max_compute_work_group_invocations, 128);
    SharedMemory: "Workgroup-06530", "maxComputeSharedMemorySize (bytes)",
        |p| up_to(p.max_compute_shared_memory_size, 16_384);
    TaskSizeX: "TaskEXT-07291", "maxTaskWorkGroupSize[0]", |p| axis(p.max_task_work_group_size, 0, 128);
    TaskSizeY: "TaskEXT-07292", "maxTaskWorkGroupSize[1]", |p| axis(p.max_task_work_group_size, 1, 128);
    TaskSizeZ: "TaskEXT-07293", "maxTaskWorkGroupSize[2]", |p| axis(p.max_task_work_group_size, 2, 128);
    TaskInvocations: "TaskEXT-07294", "maxTaskWorkGroupInvocations",
        |p| up_to(p.max_task_work_group_invocations, 128);
    TaskSharedMemory: "maxTaskSharedMemorySize-08759", "maxTaskSharedMemorySize (bytes)",
        |p| up_to(p.max_task_shared_memory_size, 32_768);
    MeshSizeX: "MeshEXT-07295", "maxMeshWorkGroupSize[0]", |p| axis(p.max_mesh_work_group_size, 0, 128);
    MeshSizeY: "MeshEXT-07296", "maxMeshWorkGroupSize[1]", |p| axis(p.max_mesh_work_group_size, 1, 128);
    MeshSizeZ: "MeshEXT-07297", "maxMeshWorkGroupSize[2]", |p| axis(p.max_mesh_work_group_size, 2, 128);
    MeshInvocations: "MeshEXT-07298", "maxMeshWorkGroupInvocations",
        |p| up_to(p.max_mesh_work_group_invocations, 128);
    MeshSharedMemory: "maxMeshSharedMemorySize-08754", "maxMeshSharedMemorySize (bytes)",
        |p| up_to(p.max_mesh_shared_memory_size, 28_672);
    MeshOutputVertices: "MeshEXT-07115", "maxMeshOutputVertices", |p| up_to(p.max_mesh_output_vertices, 256);
    MeshOutputPrimitives: "MeshEXT-07116", "maxMeshOutputPrimitives", |p| up_to(p.max_mesh_output_primitives, 256);
    TransformFeedbackStreams: "Stream-06312", "maxTransformFeedbackStreams",
        |p| up_to(p.max_transform_feedback_streams, 1);
    TransformFeedbackStride: "XfbStride-06313", "maxTransformFeedbackBufferDataStride",
        |p| up_to(p.max_transform_feedback_buffer_data_stride, 512);
}

/// The limits on a workgroup of one stage: three dimensions, invocations, bytes of shared memory.
pub type WorkgroupLimits = [Limit; 5];

/// The limits of compute shaders.
pub const COMPUTE: WorkgroupLimits = [
    Limit::WorkgroupSizeX,
    Limit::WorkgroupSizeY,
    Limit::WorkgroupSizeZ,
    Limit::WorkgroupInvocations,
    Limit::SharedMemory,
];

/// The limits of task shaders.
pub const TASK: WorkgroupLimits = [
    Limit::TaskSizeX,
    Limit::TaskSizeY,
    Limit::TaskSizeZ,
    Limit::TaskInvocations,
    Limit::TaskSharedMemory,
];

/// The limits of mesh shaders.
pub const MESH: WorkgroupLimits = [
    Limit::MeshSizeX,
    Limit::MeshSizeY,
    Limit::MeshSizeZ,
    Limit::MeshInvocations,
    Limit::MeshSharedMemory,
];

/// Clamps a number to the range of [`Need::Limit`](super::Need).
pub fn clamp(value: u64) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// Whether the sizes of a module's workgroups and its texel offsets are within a target's limits, as far as plain constants
/// determine them, or as far beyond as the caller allows.
pub fn sizes_fit(facts: &Facts, target: &Target, leeway: Leeway) -> bool {
    let gates = facts.gates;
    let sizes = facts.workgroup.sizes();
    let fits = |limits: WorkgroupLimits| {
        let mut pairs = limits.into_iter().zip(sizes);
        pairs.all(|(limit, size)| limit.allows(target, clamp(size), leeway))
    };
    let offsets = || {
        let (least, most) = facts.offsets;
        [Limit::TexelOffset, Limit::GatherOffset]
            .iter()
            .all(|limit| {
                [least, most]
                    .iter()
                    .all(|&value| limit.allows(target, value, leeway))
            })
    };
    (!gates.meets(Gates::OFFSET) || offsets())
        && (!gates.meets(Gates::COMPUTE) || fits(COMPUTE))
        && (!gates.meets(Gates::MESH) || fits(TASK) && fits(MESH))
}
