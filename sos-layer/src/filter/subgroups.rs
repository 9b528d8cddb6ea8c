//! The size of a stage's subgroups: what its pipeline requires, or what the settings say.
//!
//! Where the device does not run a size that a compute stage needs, SOS makes subgroups of it, and the pipeline requires none; in other stages,
//! where these can be parts of the device's.

use super::{Filter, Stage};
use ash::vk;
use sos_core::target::stage;
use sos_core::{SubgroupSize, Target};
use std::sync::PoisonError;

/// How the subgroups of a stage get their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subgroups {
    /// They are the device's own.
    Own,
    /// The device runs what the pipeline requires.
    Required(u32),
    /// By the filter: it asks the device for them or emulates them.
    Made(SubgroupSize),
}

impl Subgroups {
    /// Those of a stage on a device, with the size that the settings ask for.
    ///
    /// # Errors
    /// Why the device does not run it with the size that its pipeline requires.
    pub fn of(
        stage: &Stage<'_>,
        setting: Option<SubgroupSize>,
        target: &Target,
    ) -> Result<Self, String> {
        let is_compute = stage.bit == vk::ShaderStageFlags::COMPUTE.as_raw();
        let can_make = |size: &SubgroupSize| is_compute || splits(target, *size);
        let made = |size: Option<_>| size.filter(can_make).map(Self::Made);
        let Some(size) = stage.subgroup_size else {
            return Ok(made(setting).unwrap_or(Self::Own));
        };
        match target.refuses_subgroup_size(size, stage.bit) {
            None => Ok(Self::Required(size)),
            Some(why) => made(SubgroupSize::new(size)).ok_or(why),
        }
    }

    /// What the filter has to make.
    pub fn made(self) -> Option<SubgroupSize> {
        match self {
            Self::Made(size) => Some(size),
            _ => None,
        }
    }
}

impl Filter {
    /// How the subgroups of a stage get their size on a device.
    pub(super) fn subgroups(
        &self,
        stage: &Stage<'_>,
        target: &Target,
    ) -> Result<Subgroups, String> {
        Subgroups::of(stage, self.settings.subgroup_size, target)
    }

    /// Whether SOS makes the subgroups of a stage.
    pub fn makes_subgroups(&self, stage: &Stage<'_>) -> bool {
        let subgroups = self.subgroups(stage, &self.below);
        subgroups.is_ok_and(|it| it.made().is_some())
    }

    /// The device with subgroups of the size that a pipeline requires.
    pub(super) fn target(&self, subgroups: Subgroups) -> Target {
        let Subgroups::Required(size) = subgroups else {
            return self.below.clone();
        };
        let mut sized = self.sized.lock().unwrap_or_else(PoisonError::into_inner);
        let made = sized.entry(size);
        made.or_insert_with(|| self.below.requiring_subgroup_size(size))
            .clone()
    }
}

/// Whether subgroups of a size are parts of the device's.
fn splits(device: &Target, size: SubgroupSize) -> bool {
    device.can_split_subgroups_into(size.get())
}

/// What a program is told of a device whose subgroups have another size than its own: they are in compute stages alone, unless they are
/// parts of its own, and a pipeline may require any size up to that one.
pub fn told_of(device: &Target, size: SubgroupSize) -> Target {
    let in_all_stages = splits(device, size);
    let size = size.get();
    let mut told = device.describe();
    let properties = &mut told.properties;
    let own = properties.subgroup_size;
    if own != Some(size) {
        let stages = properties.subgroup_supported_stages;
        let stages = stages.filter(|_| in_all_stages).unwrap_or(0);
        properties.subgroup_supported_stages = Some(stages | stage::COMPUTE);
        properties.subgroup_quad_operations_in_all_stages = Some(false);
    }
    properties.subgroup_size = Some(size);
    let least = properties.min_subgroup_size.or(own).unwrap_or(size);
    let most = properties.max_subgroup_size.or(own).unwrap_or(size);
    properties.min_subgroup_size = Some(least.min(size));
    properties.max_subgroup_size = Some(most.max(size));
    let stages = properties.required_subgroup_size_stages.unwrap_or(0);
    properties.required_subgroup_size_stages = Some(stages | stage::COMPUTE);
    let invocations = properties.max_compute_work_group_invocations;
    let subgroups = invocations.unwrap_or(0).div_ceil(least.min(size));
    let most = properties.max_compute_workgroup_subgroups.unwrap_or(0);
    properties.max_compute_workgroup_subgroups = Some(most.max(subgroups));
    told.build()
}
