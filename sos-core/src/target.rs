//! What a Vulkan device offers to shaders.
//!
//! A [`Target`] is made from a description in JSON ([`Target::from_json`]), from a built-in one ([`Target::built_in`]),
//! from a live device or from what was enabled on one (`vulkan`, with the feature of that name). All of them fill a
//! [`Description`]; [`Description::build`] derives from it which SPIR-V capabilities, extensions and version the device
//! accepts. What a description does not mention counts as unsupported and is listed by [`Target::unknowns`].
//!
//! The conditions come from `vk.xml`. Requirements that no capability expresses (stages of subgroup operations, widths of
//! atomics, storage classes of narrow types, …) are found by [`Target::has_feature`] and [`Target::properties`].

#[cfg(feature = "json")]
mod aliases;
#[cfg(feature = "json")]
mod built_in;
#[cfg(feature = "devices")]
pub(crate) mod captured;
#[cfg(feature = "devices")]
mod catalog;
mod condition;
mod description;
#[cfg(feature = "find")]
pub mod find;
#[cfg(feature = "devices")]
mod groups;
#[cfg(feature = "json")]
mod json;
mod properties;
mod provide;
mod sources;
mod subgroup_size;
pub(crate) use subgroup_size::LARGEST_PART;
pub(crate) mod tables;
mod unknowns;
mod version;
#[cfg(feature = "vulkan")]
pub mod vulkan;
mod without;

pub use crate::generated::vulkan::feature;
#[cfg(feature = "json")]
pub use built_in::{built_in_aliases, built_in_name, built_in_names};
#[cfg(feature = "devices")]
pub use catalog::{known_devices, Form, Known};
pub use condition::{Condition, Feature, VulkanExtension};
pub use description::Description;
#[cfg(feature = "devices")]
pub use groups::{device_groups, devices_of_group, Group, GroupError};
#[cfg(feature = "json")]
pub use json::{text_of_file, DescriptionError, MAX_JSON_BYTES};
pub use properties::{independence, stage, subgroup, FloatControl, Properties, PropertyValue};
pub(crate) use tables::place_of_member;
pub use tables::{
    extension_provided_by, is_property_available, provided_by, PropertyCondition, Structure,
};
pub use unknowns::Unknown;
pub(crate) use unknowns::COUNTS_AS;
pub use version::ApiVersion;
pub use without::{parts, subgroup_operations, PartKind, UnknownPart};

#[cfg(feature = "key")]
use crate::late::LateWords;
use crate::options::SubgroupSize;
use crate::tables::{capability_index, CapabilitySet, ExtensionSet};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};
use once_cell::race::OnceBox;

/// Whether a target is one device, or requirements that many devices meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TargetKind {
    /// One device: its properties are facts.
    Device,
    /// Requirements on devices: lower bounds. Properties such as a subgroup size are not facts about the device that the
    /// shader will run on, so no specialization constant is derived from them.
    Requirements,
}

/// What a device offers to shaders. Immutable; clones share it.
///
/// ```
/// use sos_core::target::feature;
/// use sos_core::Target;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let phone = Target::built_in("Pixel 6").ok_or("no such device")?;
/// assert!(phone.has_feature(feature::shaderFloat16));
/// // Its driver is suspected to do them wrong.
/// let less = phone.without(["shaderFloat16"])?;
/// assert!(!less.has_feature(feature::shaderFloat16));
/// // A Vulkan Profiles file says the same, as one from vulkan.gpuinfo.org does.
/// let same = Target::from_json(&less.to_profile_json())?;
/// assert!(same == less);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Target(Arc<Inner>);

struct Inner {
    description: Description,
    capabilities: CapabilitySet,
    extensions: ExtensionSet,
    spirv_minor: u8,
    /// A unique number: see [`Target::number`].
    number: usize,
    /// See [`Target::changed`].
    changed: [OnceBox<Target>; Slot::COUNT],
    /// See [`Target::with_subgroups`].
    with_subgroups: [OnceBox<Target>; 4 * SUBGROUP_SIZES],
    /// See [`Target::cached_key`].
    #[cfg(feature = "key")]
    key: LateWords<2>,
}

fn next_number() -> usize {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    let next = |last: usize| last.checked_add(1);
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    last.map_or(0, |last| last + 1)
}

impl PartialEq for Target {
    /// All other fields are derived from the description.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.description == other.0.description
    }
}

/// `VK_SHADER_STAGE_COMPUTE_BIT`.
const COMPUTE_STAGE: u32 = 0x20;

/// A change of a device, under which passes see a module.
pub(crate) struct Change {
    /// Where the changed target is cached. Each change has its own.
    pub slot: Slot,
    /// Makes the change.
    pub apply: fn(&mut Description),
}

/// The places of changed targets.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    Pretended,
    WithIndexing,
    WithoutDotProducts,
    WithoutExtendedTypes,
    WithoutGroupArithmetic,
    WithoutHalves,
    WithoutDoubles,
    WithoutUntyped,
    BeforeSubgroups,
}

impl Slot {
    const COUNT: usize = [
        Self::Pretended,
        Self::WithIndexing,
        Self::WithoutDotProducts,
        Self::WithoutExtendedTypes,
        Self::WithoutGroupArithmetic,
        Self::WithoutHalves,
        Self::WithoutDoubles,
        Self::WithoutUntyped,
        Self::BeforeSubgroups,
    ]
    .len();
}

/// Number of subgroup sizes.
const SUBGROUP_SIZES: usize = SubgroupSize::ALL.len();

impl Target {
    fn new(
        description: Description,
        capabilities: CapabilitySet,
        extensions: ExtensionSet,
        spirv_minor: u8,
    ) -> Self {
        Self(Arc::new(Inner {
            description,
            capabilities,
            extensions,
            spirv_minor,
            number: next_number(),
            changed: Default::default(),
            with_subgroups: Default::default(),
            #[cfg(feature = "key")]
            key: LateWords::default(),
        }))
    }

    /// A number that clones share and no other target has, so that results about a target can be cached without a reference to
    /// the target. On machines of 32 bits numbers can run out: 0 is for all targets from there on.
    pub(crate) fn number(&self) -> usize {
        self.0.number
    }

    fn description(&self) -> &Description {
        &self.0.description
    }

    /// The same device with subgroups of this size, a power of two, and with all core subgroup operations in compute shaders or
    /// with none. Built on the first call and cached.
    pub(crate) fn with_subgroups(&self, size: u32, all: bool) -> &Self {
        self.with_size(size, usize::from(all), || {
            self.make_with_subgroups(size, all)
        })
    }

    /// The same device with subgroups of this size alone, and its own operations on them. Built on the first call and cached.
    pub(crate) fn with_own_subgroups(&self, size: u32) -> &Self {
        self.with_size(size, 2, || self.requiring_subgroup_size(size))
    }

    /// The same device with subgroups of this size, which are parts of its own, and with the operations that work on these, too
    /// ([`crate::passes::Split`]). Built on the first call and cached.
    pub(crate) fn with_split_subgroups(&self, size: u32) -> &Self {
        self.with_size(size, 3, || {
            let properties = self.properties();
            let mut operations = subgroup::BASIC | subgroup::BALLOT | subgroup::SHUFFLE;
            operations |= subgroup::SHUFFLE_RELATIVE | subgroup::CLUSTERED;
            if size >= 4 {
                operations |= subgroup::QUAD;
            }
            let own = properties.subgroup_supported_operations.unwrap_or(0);
            let stages = properties.subgroup_supported_stages.unwrap_or(0);
            self.make_with_operations(size, operations & own, stages)
        })
    }

    fn with_size(&self, size: u32, kind: usize, make: impl FnOnce() -> Self) -> &Self {
        let place = size.trailing_zeros() as usize % SUBGROUP_SIZES * 4 + kind;
        match self.0.with_subgroups.get(place) {
            Some(kept) => kept.get_or_init(|| Box::new(make())),
            None => self,
        }
    }

    fn make_with_subgroups(&self, size: u32, all: bool) -> Self {
        match all {
            true => self.make_with_operations(size, subgroup::ALL, COMPUTE_STAGE),
            false => self.make_with_operations(size, 0, 0),
        }
    }

    fn make_with_operations(&self, size: u32, operations: u32, stages: u32) -> Self {
        let mut description = self.describe();
        for name in [
            "VK_AMD_shader_ballot",
            "VK_EXT_shader_subgroup_ballot",
            "VK_EXT_shader_subgroup_vote",
            "VK_KHR_shader_quad_control",
            "VK_KHR_shader_subgroup_rotate",
            "VK_NV_shader_subgroup_partitioned",
        ] {
            if let Some(extension) = VulkanExtension::find(name) {
                description.set_extension(extension, false);
            }
        }
        for feature in [
            feature::shaderSubgroupRotate,
            feature::shaderSubgroupPartitioned,
        ] {
            description.set_feature(feature, false);
        }
        let properties = &mut description.properties;
        properties.subgroup_size = Some(size);
        properties.min_subgroup_size = Some(size);
        properties.max_subgroup_size = Some(size);
        properties.subgroup_supported_operations = Some(operations);
        properties.subgroup_supported_stages = Some(stages);
        description.build()
    }

    /// The device with a change, built on the first call and cached.
    pub(crate) fn changed(&self, change: &Change) -> &Self {
        let build = || {
            let mut description = self.describe();
            (change.apply)(&mut description);
            Box::new(description.build())
        };
        match self.0.changed.get(change.slot as usize) {
            Some(kept) => kept.get_or_init(build),
            None => self,
        }
    }

    /// The target's key for caches, made on the first call.
    #[cfg(feature = "key")]
    pub(crate) fn cached_key(&self, make: impl FnOnce() -> [u8; 16]) -> [u8; 16] {
        let halves = || {
            let whole = u128::from_le_bytes(make());
            [whole as u64, (whole >> 64) as u64]
        };
        let [low, high] = self.0.key.get_or_init(halves);
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }

    /// The extensions for which SPIR-V 1.`minor` is too old, and the versions that they require.
    pub(crate) fn too_new(&self, minor: u8) -> impl Iterator<Item = (u16, u8)> + '_ {
        self.0.description.too_new(minor)
    }

    /// The name, for display.
    pub fn name(&self) -> &str {
        &self.0.description.name
    }

    /// The origin of the description, as a sentence for display; may be empty.
    pub fn comment(&self) -> &str {
        &self.0.description.comment
    }

    /// What the description leaves out, as phrases for display: structures of which it says nothing although the device has them,
    /// or what its origin is known not to have. It counts as absent, unless the phrase says as what. Single
    /// values are not among them unless something is assumed for them: see [`Target::unknowns`].
    pub fn gaps(&self) -> &[String] {
        &self.0.description.gaps
    }

    /// Whether it is one device, or requirements that many devices meet.
    pub fn kind(&self) -> TargetKind {
        self.0.description.kind
    }

    /// The version of Vulkan that can be used.
    pub fn api_version(&self) -> ApiVersion {
        self.0.description.api_version
    }

    /// The highest minor version of SPIR-V 1 that is accepted.
    pub fn spirv_minor(&self) -> u8 {
        self.0.spirv_minor
    }

    /// SPIR-V capabilities that modules may declare, by index in [`crate::tables::capabilities`].
    pub fn capabilities(&self) -> &CapabilitySet {
        &self.0.capabilities
    }

    /// Whether modules may declare the capability with this value.
    pub fn has_capability(&self, capability: u32) -> bool {
        capability_index(capability).is_some_and(|index| self.0.capabilities.contains(index))
    }

    /// SPIR-V extensions that modules may declare, by index in [`crate::tables::EXTENSIONS`].
    pub fn extensions(&self) -> &ExtensionSet {
        &self.0.extensions
    }

    /// Whether the target meets a condition.
    pub fn meets(&self, condition: &Condition) -> bool {
        self.0.description.meets(condition)
    }

    /// Whether the target has the Vulkan feature.
    pub fn has_feature(&self, feature: Feature) -> bool {
        self.0.description.features.contains(feature.index())
    }

    /// Whether the description mentions the Vulkan feature at all.
    pub fn knows_feature(&self, feature: Feature) -> bool {
        self.0.description.known.contains(feature.index())
    }

    /// Whether the target has the Vulkan device extension. Promotion to core does not count.
    pub fn has_vulkan_extension(&self, extension: VulkanExtension) -> bool {
        self.0.description.extensions.contains(extension.index())
    }

    /// The target's Vulkan device extensions that matter to shaders, by name.
    pub fn vulkan_extensions(&self) -> impl Iterator<Item = VulkanExtension> + '_ {
        self.0
            .description
            .extensions
            .iter()
            .map(VulkanExtension::new)
    }

    /// Sizes, limits, float controls, vendor and driver.
    pub fn properties(&self) -> &Properties {
        &self.0.description.properties
    }

    /// The description, to modify it and build another target.
    pub fn describe(&self) -> Description {
        self.0.description.clone()
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Target");
        out.field("name", &self.name())
            .field("kind", &self.kind())
            .field("api_version", &self.api_version());
        out.finish_non_exhaustive()
    }
}
