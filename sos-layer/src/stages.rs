//! The stages of one call: filtered copies, and all that they point to.

use crate::chain::{self, Chain, Change};
use crate::device::Device;
use crate::draws::pipelines::{Known, State, Wanted};
use crate::filter::{Filtered, Stage, Written};
use crate::shaders::written_of;
use ash::vk;
use sos_core::tables::execution_model as model;
use sos_core::{specialization_value, EntryPoint};
use std::ffi::{c_char, c_void, CStr};
use std::sync::{Arc, OnceLock};

/// SPIR-V's `ExecutionModel` of a stage; `None` for tasks and meshes, which have two each.
fn execution_model(stage: vk::ShaderStageFlags) -> Option<u32> {
    Some(match stage {
        vk::ShaderStageFlags::VERTEX => model::Vertex,
        vk::ShaderStageFlags::TESSELLATION_CONTROL => model::TessellationControl,
        vk::ShaderStageFlags::TESSELLATION_EVALUATION => model::TessellationEvaluation,
        vk::ShaderStageFlags::GEOMETRY => model::Geometry,
        vk::ShaderStageFlags::FRAGMENT => model::Fragment,
        vk::ShaderStageFlags::COMPUTE => model::GLCompute,
        vk::ShaderStageFlags::RAYGEN_KHR => model::RayGenerationKHR,
        vk::ShaderStageFlags::INTERSECTION_KHR => model::IntersectionKHR,
        vk::ShaderStageFlags::ANY_HIT_KHR => model::AnyHitKHR,
        vk::ShaderStageFlags::CLOSEST_HIT_KHR => model::ClosestHitKHR,
        vk::ShaderStageFlags::MISS_KHR => model::MissKHR,
        vk::ShaderStageFlags::CALLABLE_KHR => model::CallableKHR,
        _ => return None,
    })
}

/// Values of specialization constants: `SpecId` and bits. Those that do not lie in the data are left out: they are invalid.
unsafe fn constants(info: *const vk::SpecializationInfo<'_>) -> Vec<(u32, u64)> {
    if info.is_null() || (*info).p_map_entries.is_null() || (*info).p_data.is_null() {
        return Vec::new();
    }
    let entries = (*info).p_map_entries;
    let entries = std::slice::from_raw_parts(entries, (*info).map_entry_count as usize);
    let data = std::slice::from_raw_parts((*info).p_data.cast::<u8>(), (*info).data_size);
    let value = |entry: &vk::SpecializationMapEntry| {
        let bytes = data.get(entry.offset as usize..)?.get(..entry.size)?;
        Some((entry.constant_id, specialization_value(bytes)?))
    };
    entries.iter().filter_map(value).collect()
}

/// The size of subgroups that a chain requires.
unsafe fn required_size(chain: *const c_void) -> Option<u32> {
    let found = chain::find::<vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo<'_>>(chain);
    found.map(|found| (*found).required_subgroup_size)
}

unsafe fn text<'a>(name: *const c_char) -> &'a str {
    match name.is_null() {
        true => "",
        false => CStr::from_ptr(name).to_str().unwrap_or_default(),
    }
}

/// Whether the driver can be given a result.
fn is_usable(filtered: &OnceLock<Filtered>) -> bool {
    matches!(
        filtered.get(),
        Some(Filtered::Unchanged | Filtered::Rewritten { .. })
    )
}

/// Whether a structure is the module of a stage, or its identifier: the stage has another.
fn is_module(one: vk::StructureType) -> bool {
    matches!(
        one,
        vk::StructureType::SHADER_MODULE_CREATE_INFO
            | vk::StructureType::PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT
    )
}

/// The structure that requires a size of subgroups.
const REQUIRED_SIZE: vk::StructureType =
    vk::StructureType::PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;

/// The size of subgroups that a result has to require.
fn required(filtered: &OnceLock<Filtered>) -> Option<u32> {
    match filtered.get() {
        Some(Filtered::Rewritten { subgroup_size, .. }) => *subgroup_size,
        _ => None,
    }
}

/// What the changed create infos of one call point to, for as long as the driver reads them.
pub struct Stages {
    /// Whose they are.
    pub device: Arc<Device>,
    arrays: Vec<Box<[vk::PipelineShaderStageCreateInfo<'static>]>>,
    sizes: Vec<Box<[vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo<'static>]>>,
    chains: Vec<Chain>,
    modules: Vec<vk::ShaderModule>,
    /// What shader objects are made of: their words.
    filtered: Vec<Made>,
    /// Vertex input states with hidden inputs.
    inputs: Vec<State>,
    /// What is known of the hidden inputs of each graphics pipeline of the call.
    hidden: Vec<Option<Known>>,
}

// SAFETY: the pointers are to what this owns, and to what the program keeps until a deferred operation has ended.
unsafe impl Send for Stages {}

/// What became of a stage.
type Made = Arc<OnceLock<Filtered>>;

impl Stages {
    /// Nothing yet.
    pub fn new(device: &Arc<Device>) -> Self {
        Self {
            device: Arc::clone(device),
            arrays: Vec::new(),
            sizes: Vec::new(),
            chains: Vec::new(),
            modules: Vec::new(),
            filtered: Vec::new(),
            inputs: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// Gives a graphics pipeline its hidden inputs, in the order of the infos.
    ///
    /// # Errors
    /// If they do not match; why has been said.
    pub unsafe fn hide(
        &mut self,
        info: &mut vk::GraphicsPipelineCreateInfo<'static>,
        wanted: Option<Wanted>,
    ) -> Result<(), vk::Result> {
        let applied = wanted.map(|wanted| wanted.apply(info)).transpose();
        let (result, (known, state)) = match applied {
            Ok(applied) => (Ok(()), applied.unwrap_or_default()),
            Err(why) => {
                self.device.filter.say_unlinked(why);
                (Err(vk::Result::ERROR_UNKNOWN), Default::default())
            }
        };
        self.hidden.push(known);
        self.inputs.extend(state);
        result
    }

    /// Sets the places for the pipelines with hidden inputs to none, so that it shows which of them exist later.
    pub unsafe fn expect(&self, made: *mut vk::Pipeline) {
        for (at, _) in self.hidden.iter().enumerate().filter(|it| it.1.is_some()) {
            *made.add(at) = vk::Pipeline::null();
        }
    }

    /// The pipelines of the call exist, or are none.
    pub unsafe fn created(&mut self, made: *const vk::Pipeline) {
        for (at, hidden) in self.hidden.drain(..).enumerate() {
            let hidden = hidden.filter(|_| *made.add(at) != vk::Pipeline::null());
            if let (Some(hidden), Some(draws)) = (hidden, &self.device.draws) {
                draws.insert(*made.add(at), hidden);
            }
        }
    }

    /// Filters a stage, given by its module and by what pipelines and shader objects say of it alike.
    ///
    /// Returns with it whether SOS makes its subgroups: the driver must not hear of what the stage requires of them.
    ///
    /// # Errors
    /// If it is refused, and nothing can be created of it.
    unsafe fn ask(
        &self,
        written: &Written,
        stage: vk::ShaderStageFlags,
        name: *const c_char,
        specialization: *const vk::SpecializationInfo<'_>,
        chain: *const c_void,
    ) -> Result<(Made, bool), vk::Result> {
        let filter = &self.device.filter;
        let asked = Stage {
            written,
            entry: EntryPoint {
                name: text(name),
                execution_model: execution_model(stage),
            },
            bit: stage.as_raw(),
            constants: constants(specialization),
            subgroup_size: required_size(chain),
        };
        let made = filter.filter(&asked);
        if made.get() == Some(&Filtered::Unsupported) && filter.refuses(&asked) {
            return Err(vk::Result::ERROR_UNKNOWN);
        }
        Ok((made, filter.makes_subgroups(&asked)))
    }

    /// Changes the stages of one pipeline. All remain as written if one does: what they pass to each other has to match.
    pub unsafe fn change(
        &mut self,
        stages: &mut [vk::PipelineShaderStageCreateInfo<'static>],
        wanted: &mut Option<Wanted>,
    ) -> Result<(), vk::Result> {
        let mut answers = Vec::new();
        for stage in stages.iter() {
            let Some(written) = written_of(&self.device, stage) else {
                answers.push(None);
                continue;
            };
            let (name, constants) = (stage.p_name, stage.p_specialization_info);
            // What the device takes as it is reads nothing that it cannot say.
            let is_plain = written.as_it_is && constants.is_null();
            let with_inputs = match stage.stage == vk::ShaderStageFlags::VERTEX && !is_plain {
                true => self.with_inputs(&written, name, wanted.as_mut()),
                false => None,
            };
            let asked = with_inputs.as_ref().unwrap_or(&written);
            let made = self.ask(asked, stage.stage, name, constants, stage.p_next)?;
            answers.push(Some((written, with_inputs, made)));
        }
        let mut made = answers.iter().flatten().map(|answer| &answer.2 .0);
        let all_usable = made.all(|made| is_usable(made));
        if let Some(wanted) = wanted.as_mut().filter(|_| !all_usable) {
            wanted.give_up();
        }
        for (stage, answer) in stages.iter_mut().zip(answers) {
            let Some((written, with_inputs, (made, makes_subgroups))) = answer else {
                continue;
            };
            if makes_subgroups && all_usable {
                self.leave_out(&mut stage.p_next, |one| one == REQUIRED_SIZE);
                if required(&made).is_none() {
                    stage.flags &= !vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS;
                }
            }
            match made.get() {
                Some(Filtered::Rewritten { words, .. }) if all_usable => {
                    stage.module = self.module(words)?;
                    stage.p_specialization_info = std::ptr::null();
                    self.leave_out(&mut stage.p_next, is_module);
                    if self.require(required(&made), &mut stage.p_next) {
                        stage.flags &=
                            !vk::PipelineShaderStageCreateFlags::ALLOW_VARYING_SUBGROUP_SIZE;
                    }
                }
                Some(Filtered::Unchanged) if all_usable && with_inputs.is_some() => {
                    let words = with_inputs.map(|it| Arc::clone(&it.words));
                    stage.module = self.module(&words.unwrap_or_default())?;
                    self.leave_out(&mut stage.p_next, is_module);
                }
                // A handle that stands for these words.
                _ if stage.module != vk::ShaderModule::null() && !written.is_in_driver => {
                    stage.module = self.module(&written.words)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The module of a vertex stage with hidden inputs, if it reads what they are for and there are any.
    unsafe fn with_inputs(
        &self,
        written: &Written,
        name: *const c_char,
        wanted: Option<&mut Wanted>,
    ) -> Option<Arc<Written>> {
        let wanted = wanted?;
        let entry = EntryPoint {
            name: text(name),
            execution_model: Some(model::Vertex),
        };
        let filter = &self.device.filter;
        let made = filter.with_inputs(written, entry, |inputs| wanted.choose(inputs));
        made.ok().flatten().map(Arc::new)
    }

    /// Leaves structures out of a chain.
    unsafe fn leave_out(
        &mut self,
        next: &mut *const c_void,
        is_left_out: impl Fn(vk::StructureType) -> bool,
    ) {
        let is = |one: chain::Structure| is_left_out((*one).s_type);
        if chain::structures(*next).any(is) {
            let changed = Chain::changed(*next, |one| match is(one) {
                true => Change::Drop,
                false => Change::Keep,
            });
            *next = changed.first();
            self.chains.push(changed);
        }
    }

    /// Requires a size of subgroups, if one is needed and the program requires none. Returns whether: then it may not vary.
    unsafe fn require(&mut self, size: Option<u32>, next: &mut *const c_void) -> bool {
        let Some(size) = size.filter(|_| required_size(*next).is_none()) else {
            return false;
        };
        let mut info = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo {
            required_subgroup_size: size,
            ..Default::default()
        };
        info.p_next = next.cast_mut();
        let info: Box<[_]> = Box::new([info]);
        *next = info.as_ptr().cast();
        self.sizes.push(info);
        true
    }

    /// Copies the stages of a pipeline and changes the copies, to which the pointer then points.
    pub unsafe fn copy(
        &mut self,
        count: u32,
        stages: &mut *const vk::PipelineShaderStageCreateInfo<'static>,
        wanted: &mut Option<Wanted>,
    ) -> Result<(), vk::Result> {
        if count == 0 || stages.is_null() {
            return Ok(());
        }
        let mut copies: Box<[_]> = std::slice::from_raw_parts(*stages, count as usize).into();
        self.change(&mut copies, wanted)?;
        *stages = copies.as_ptr();
        self.arrays.push(copies);
        Ok(())
    }

    unsafe fn module(&mut self, words: &[u32]) -> Result<vk::ShaderModule, vk::Result> {
        let create = self.device.next.create_shader_module;
        let create = create.ok_or(vk::Result::ERROR_INITIALIZATION_FAILED)?;
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        let mut made = vk::ShaderModule::null();
        create(self.device.handle, &info, std::ptr::null(), &mut made).result()?;
        self.modules.push(made);
        Ok(made)
    }

    /// Changes the shader objects of one call, all or none, since they may be linked. What the driver made of filtered words before is
    /// its own.
    pub unsafe fn change_objects(
        &mut self,
        infos: &mut [vk::ShaderCreateInfoEXT<'static>],
    ) -> Result<(), vk::Result> {
        let mut answers = Vec::new();
        for info in infos.iter() {
            if info.code_type != vk::ShaderCodeTypeEXT::SPIRV || info.p_code.is_null() {
                answers.push(None);
                continue;
            }
            let count = info.code_size / size_of::<u32>();
            let words = std::slice::from_raw_parts(info.p_code.cast::<u32>(), count);
            let written = self.device.filter.scan(words);
            let (name, constants) = (info.p_name, info.p_specialization_info);
            let made = self.ask(&written, info.stage, name, constants, info.p_next)?;
            answers.push(Some(made));
        }
        if !answers.iter().flatten().all(|answer| is_usable(&answer.0)) {
            return Ok(());
        }
        for (info, answer) in infos.iter_mut().zip(&answers) {
            let Some((made, makes_subgroups)) = answer else {
                continue;
            };
            if *makes_subgroups {
                self.leave_out(&mut info.p_next, |one| one == REQUIRED_SIZE);
                if required(made).is_none() {
                    info.flags &= !vk::ShaderCreateFlagsEXT::REQUIRE_FULL_SUBGROUPS;
                }
            }
            let Some(Filtered::Rewritten { words, .. }) = made.get() else {
                continue;
            };
            info.p_code = words.as_ptr().cast();
            info.code_size = size_of_val::<[u32]>(words);
            info.p_specialization_info = std::ptr::null();
            if self.require(required(made), &mut info.p_next) {
                info.flags &= !vk::ShaderCreateFlagsEXT::ALLOW_VARYING_SUBGROUP_SIZE;
            }
        }
        let made = answers.into_iter().flatten().map(|answer| answer.0);
        self.filtered.extend(made);
        Ok(())
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        if let Some(destroy) = self.device.next.destroy_shader_module {
            for &module in &self.modules {
                // SAFETY: made by this device, and nothing uses them any more.
                unsafe { destroy(self.device.handle, module, std::ptr::null()) };
            }
        }
    }
}
