//! Creates pipelines from a job's stages.

use std::ffi::CString;

use anyhow::{bail, Context as _, Result};
use ash::vk;

use super::draw;
use super::scope::Scope;
use crate::execute::job::{Job, Stage, StageKind};

/// A pipeline that is ready to be bound.
pub(super) struct Pipeline {
    pub(super) handle: vk::Pipeline,
    pub(super) layout: vk::PipelineLayout,
    pub(super) point: vk::PipelineBindPoint,
    /// The render pass of a graphics pipeline.
    pub(super) pass: Option<vk::RenderPass>,
}

impl StageKind {
    fn flags(self) -> vk::ShaderStageFlags {
        match self {
            Self::Compute => vk::ShaderStageFlags::COMPUTE,
            Self::Vertex => vk::ShaderStageFlags::VERTEX,
            Self::Fragment => vk::ShaderStageFlags::FRAGMENT,
        }
    }
}

/// The specialization data of a stage.
struct Constants {
    entries: Vec<vk::SpecializationMapEntry>,
    data: Vec<u8>,
}

impl Constants {
    fn of(stage: &Stage) -> Result<Self> {
        let mut constants = Self {
            entries: Vec::new(),
            data: Vec::new(),
        };
        for constant in &stage.specialization {
            let bytes = match constant.size {
                1 => vec![constant.value as u8],
                2 => (constant.value as u16).to_ne_bytes().to_vec(),
                4 => (constant.value as u32).to_ne_bytes().to_vec(),
                8 => constant.value.to_ne_bytes().to_vec(),
                size => bail!("specialization constant {} of {size} bytes", constant.id),
            };
            constants.entries.push(
                vk::SpecializationMapEntry::default()
                    .constant_id(constant.id)
                    .offset(u32::try_from(constants.data.len())?)
                    .size(bytes.len()),
            );
            constants.data.extend(bytes);
        }
        Ok(constants)
    }
}

/// Creates the job's pipeline.
pub(super) fn create(
    scope: &Scope<'_>,
    job: &Job,
    sets: &[vk::DescriptorSetLayout],
) -> Result<Pipeline> {
    let layout = layout(scope, job, sets)?;
    let constants: Vec<_> = job
        .stages
        .iter()
        .map(Constants::of)
        .collect::<Result<_>>()?;
    let specializations: Vec<_> = constants
        .iter()
        .map(|constants| {
            vk::SpecializationInfo::default()
                .map_entries(&constants.entries)
                .data(&constants.data)
        })
        .collect();
    let names: Vec<_> = job
        .stages
        .iter()
        .map(|stage| CString::new(stage.entry.as_str()))
        .collect::<Result<_, _>>()?;
    let mut sizes: Vec<_> = job
        .stages
        .iter()
        .map(|stage| {
            vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default()
                .required_subgroup_size(stage.subgroup_size.unwrap_or(0))
        })
        .collect();
    let mut stages = Vec::new();
    for (((stage, name), specialization), size) in job
        .stages
        .iter()
        .zip(&names)
        .zip(&specializations)
        .zip(&mut sizes)
    {
        let module = module(scope, stage)?;
        let mut info = vk::PipelineShaderStageCreateInfo::default()
            .stage(stage.kind.flags())
            .module(module)
            .name(name)
            .specialization_info(specialization);
        if stage.subgroup_size.is_some() {
            info = info.push_next(size);
        }
        stages.push(info);
    }
    let kinds: Vec<_> = job.stages.iter().map(|stage| stage.kind).collect();
    match (kinds.as_slice(), stages.as_slice()) {
        ([StageKind::Compute], [stage]) => Ok(Pipeline {
            handle: compute(scope, layout, *stage)?,
            layout,
            point: vk::PipelineBindPoint::COMPUTE,
            pass: None,
        }),
        ([StageKind::Vertex, StageKind::Fragment], stages) => {
            let pass = draw::render_pass(scope, &draw::colors(job))?;
            let made = draw::pipelines(scope, layout, stages, pass, job);
            let handle = one(scope, made, "vkCreateGraphicsPipelines")?;
            Ok(Pipeline {
                handle,
                layout,
                point: vk::PipelineBindPoint::GRAPHICS,
                pass: Some(pass),
            })
        }
        (other, _) => bail!("no pipeline is made of the stages {other:?}"),
    }
}

/// Creates a stage's shader module.
pub(super) fn module(scope: &Scope<'_>, stage: &Stage) -> Result<vk::ShaderModule> {
    let info = vk::ShaderModuleCreateInfo::default().code(&stage.words);
    // SAFETY: the caller is responsible for the words: this process exists to test how a driver handles them.
    let module = unsafe { scope.device.handle.create_shader_module(&info, None) };
    Ok(scope.keep(module.with_context(|| format!("vkCreateShaderModule, {:?}", stage.kind))?))
}

fn layout(
    scope: &Scope<'_>,
    job: &Job,
    sets: &[vk::DescriptorSetLayout],
) -> Result<vk::PipelineLayout> {
    let size = u32::try_from(4 * job.push_constants.len())?;
    let ranges = [vk::PushConstantRange::default()
        .stage_flags(push_stages(job))
        .size(size)];
    let mut info = vk::PipelineLayoutCreateInfo::default().set_layouts(sets);
    if size > 0 {
        info = info.push_constant_ranges(&ranges);
    }
    // SAFETY: the device and the set layouts are valid.
    let layout = unsafe { scope.device.handle.create_pipeline_layout(&info, None) };
    Ok(scope.keep(layout.context("vkCreatePipelineLayout")?))
}

/// The stages that access the push constants: all of the job's.
pub(super) fn push_stages(job: &Job) -> vk::ShaderStageFlags {
    job.stages
        .iter()
        .fold(vk::ShaderStageFlags::empty(), |flags, stage| {
            flags | stage.kind.flags()
        })
}

fn compute(
    scope: &Scope<'_>,
    layout: vk::PipelineLayout,
    stage: vk::PipelineShaderStageCreateInfo<'_>,
) -> Result<vk::Pipeline> {
    let info = vk::ComputePipelineCreateInfo::default()
        .layout(layout)
        .stage(stage);
    // SAFETY: the device, the layout and the module are valid.
    let made = unsafe {
        scope
            .device
            .handle
            .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    one(scope, made, "vkCreateComputePipelines")
}

/// Takes ownership of the only pipeline that a call created.
fn one(
    scope: &Scope<'_>,
    made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
    call: &'static str,
) -> Result<vk::Pipeline> {
    let made = made.map_err(|(_, error)| error).context(call)?;
    let made: Vec<_> = made
        .into_iter()
        .map(|pipeline| scope.keep(pipeline))
        .collect();
    made.first().copied().context(call)
}
