//! What a pipeline says of one of its modules: the entry point, the values of constants, the size of subgroups.
//!
//! Input: a stage of a database's pipeline. Output: its name, which is the same wherever the same stage is found, and what of it
//! concerns the filter: a selection of the entry point, options and the target.

use std::borrow::Cow;

use sos_core::tables::{enumerant, execution_model as model, OperandKind};
use sos_core::{accepts, EntryPoint, Error, Module, Options, Scratch, Selection, Target};

use super::foz::object;
use super::foz::tag;

/// A stage of a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// `pName`
    pub entry_point: String,
    /// SPIR-V's execution model; `None` for tasks and meshes, which have two each.
    pub execution_model: Option<u32>,
    /// Values of specialization constants: `SpecId` and bits.
    pub constants: Vec<(u32, u64)>,
    /// The size of subgroups that it requires.
    pub subgroup_size: Option<u32>,
}

/// `VkShaderStageFlagBits` with the end that compilers give such shaders, and the execution model.
const STAGES: [(u32, &str, Option<u32>); 14] = [
    (0x1, "vert", Some(model::Vertex)),
    (0x2, "tesc", Some(model::TessellationControl)),
    (0x4, "tese", Some(model::TessellationEvaluation)),
    (0x8, "geom", Some(model::Geometry)),
    (0x10, "frag", Some(model::Fragment)),
    (0x20, "comp", Some(model::GLCompute)),
    (0x40, "task", None),
    (0x80, "mesh", None),
    (0x100, "rgen", Some(model::RayGenerationKHR)),
    (0x200, "rahit", Some(model::AnyHitKHR)),
    (0x400, "rchit", Some(model::ClosestHitKHR)),
    (0x800, "rmiss", Some(model::MissKHR)),
    (0x1000, "rint", Some(model::IntersectionKHR)),
    (0x2000, "rcall", Some(model::CallableKHR)),
];

/// The name of a module: its tag and hash.
pub fn module_name(hash: u64) -> String {
    format!("{:02x}.{hash:016x}", tag::SHADER_MODULE)
}

/// The name of a stage: that of its module and its kind, and a hash of what else distinguishes stages of the module.
pub fn name(stage: &object::Stage) -> String {
    let known = STAGES.iter().find(|known| known.0 == stage.stage);
    let mut name = module_name(stage.module);
    match known {
        Some((_, end, _)) => name += &format!(".{end}"),
        None => name += &format!(".{:x}", stage.stage),
    }
    let is_plain = stage.constants.is_empty() && stage.subgroup_size.is_none();
    if !is_plain || stage.entry_point != "main" {
        let of = (&stage.entry_point, &stage.constants, stage.subgroup_size);
        let hash = blake3::hash(format!("{of:?}").as_bytes()).to_hex();
        name += &format!("-{}", hash.get(..12).unwrap_or(&hash));
    }
    name
}

/// Whether a device takes a module as it is, with all of its entry points and whatever its constants are. Then it is not specialized:
/// pipelines share it.
pub fn is_taken(module: &Module<'_>, target: &Target, options: &Options) -> bool {
    accepts(module, target, options, &mut Scratch::new()) == Ok(true)
}

impl Stage {
    /// From a database.
    pub fn of(stage: &object::Stage) -> Self {
        let known = STAGES.iter().find(|known| known.0 == stage.stage);
        Self {
            entry_point: stage.entry_point.clone(),
            execution_model: known.and_then(|known| known.2),
            constants: stage.constants.clone(),
            subgroup_size: stage.subgroup_size,
        }
    }

    /// The module with only this entry point, if it has others.
    ///
    /// # Errors
    /// It does not have this one.
    pub fn select(&self, module: &Module<'_>) -> Result<Option<Selection>, Error> {
        let selection = module.select(&[EntryPoint {
            name: &self.entry_point,
            execution_model: self.execution_model,
        }])?;
        Ok((module.entry_point_count() > 1).then_some(selection))
    }

    /// Gives constants their values. Those of 64 bits that the pipeline leaves open get their defaults: that is what they are in it,
    /// and what stays open cannot be lowered.
    pub fn set_constants(&self, module: &Module<'_>, options: &mut Options) {
        options.constants.extend(&self.constants);
        for constant in sos_core::specialization_constants(module) {
            let id = constant.spec_id;
            let is_given = options.constants.iter().any(|given| given.0 == id);
            if constant.width == 64 && !is_given {
                options.constants.push((id, constant.default));
            }
        }
    }

    /// What the pipeline requires of a device besides the module, if the device lacks it: Vulkan's conditions on
    /// `VkPipelineShaderStageRequiredSubgroupSizeCreateInfo`.
    pub fn lacks(&self, target: &Target) -> Option<String> {
        let size = self.subgroup_size?;
        let model = self.execution_model;
        let known = STAGES
            .iter()
            .find(|known| model.is_some() && known.2 == model);
        target.refuses_subgroup_size(size, known.map_or(0, |known| known.0))
    }

    /// The device with the size of subgroups that the pipeline requires.
    pub fn target<'a>(&self, target: &'a Target) -> Cow<'a, Target> {
        match self.subgroup_size {
            Some(size) => Cow::Owned(target.requiring_subgroup_size(size)),
            None => Cow::Borrowed(target),
        }
    }

    /// In words, for reports and keys: lines such as `constant 3 = 0x10`.
    pub fn text(&self) -> Vec<String> {
        let model = self.execution_model;
        let model = model.and_then(|value| enumerant(OperandKind::ExecutionModel, value));
        let model = model.map_or_else(String::new, |model| format!("{}:", model.name));
        let mut lines = vec![format!("entry point {model}{}", self.entry_point)];
        let constants = self.constants.iter();
        lines.extend(constants.map(|(id, bits)| format!("constant {id} = {bits:#x}")));
        lines.extend(
            self.subgroup_size
                .map(|size| format!("subgroup size {size}")),
        );
        lines
    }
}
