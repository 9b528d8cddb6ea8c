//! Which ways to meet a need help the instruction that has it.
//!
//! The grammar has one set of capabilities for an opcode, whatever the width, the memory or the stage: `OpAtomicFMaxEXT` needs
//! one of four, and these come with eight features. An instruction has further needs, which the report does not list, since
//! only the first unmet one is. What does not meet them all does not help:
//! - a capability that another, narrower set of alternatives of the instruction does not contain,
//! - a feature of a capability that a condition on the instruction does not name: `shaderBufferFloat32AtomicMinMax` for an
//!   image,
//! - a capability that exists only in other stages, or only for pointers into other memory,
//! - a capability that no Vulkan device has, and what the device has already.
//!
//! Types, stages and built-ins have no use of their own. For them, the needs of the whole module count: a type of 16-bit floats
//! that the module computes with needs `Float16`, although `StorageBuffer16BitAccess` allows the type.

use crate::facts::{Facts, TypeView};
use crate::inspect::Context;
use crate::inst::{Inst, Insts};
use crate::plan::{alternative_set, conditions, stages, Alternatives, Need, Stages};
use crate::rows::CapabilityRow;
use crate::specialize::{Flow, Values};
use crate::tables::{
    capability as c, capability_row, decoration, execution_model as m, op, op_hot, storage_class,
    OpFlags,
};
use crate::target::{provided_by, ApiVersion, Condition, Feature, Target, VulkanExtension};
use crate::views;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// What of the target's ways to meet a need helps.
pub(super) struct Helps<'a> {
    words: &'a [u32],
    facts: &'a Facts,
    flow: &'a Flow,
    target: &'a Target,
    context: Context<'a>,
    /// By function: a bit for each execution model of the entry points that reach it.
    stages: Vec<u32>,
    /// Those of all functions together.
    all_stages: u32,
    /// The sets of alternatives of all instructions that stay; computed on first use.
    module: OnceCell<Alternatives>,
}

impl<'a> Helps<'a> {
    pub(super) fn new(
        words: &'a [u32],
        facts: &'a Facts,
        flow: &'a Flow,
        values: &'a Values,
        target: &'a Target,
    ) -> Self {
        let mut of_functions = Vec::new();
        let is_kept = |block| flow.is_kept(block);
        stages(words, facts, is_kept, &mut of_functions, &mut Vec::new());
        Self {
            words,
            facts,
            flow,
            target,
            context: Context::new(words, facts, Some(values)),
            all_stages: Stages::new(&of_functions).all,
            stages: of_functions,
            module: OnceCell::new(),
        }
    }

    fn stages(&self) -> Stages<'_> {
        Stages {
            of: &self.stages,
            all: self.all_stages,
        }
    }

    /// All needs of an instruction.
    pub(super) fn needs(&self, inst: Inst<'_>) -> Vec<Need> {
        let function = self.facts.function_at(inst.offset());
        let function = function.and_then(|function| self.facts.function_of(function.id));
        let mut needs = Vec::new();
        self.context
            .needs(self.stages(), inst, function, |need| needs.push(need));
        needs
    }

    /// The capabilities of a set of alternatives that help an instruction with these needs, in these execution models.
    pub(super) fn capabilities(
        &self,
        set: u16,
        inst: Inst<'_>,
        needs: &[Need],
        models: &[u32],
    ) -> Vec<CapabilityRow> {
        let all = alternative_set(set);
        let is_part = |part: &[u16]| part.len() < all.len() && part.iter().all(|c| all.contains(c));
        let own = needs.iter().filter_map(|need| match need {
            Need::Capability(set) => Some(alternative_set(*set)),
            _ => None,
        });
        let narrowest = own
            .filter(|own| is_part(own))
            .min_by_key(|own| own.len())
            .or_else(|| {
                let sets = self.of_module().iter().filter(|_| is_for_module(inst));
                let sets = sets.map(alternative_set).filter(|other| is_part(other));
                sets.min_by_key(|other| other.len())
            });
        let rows = narrowest.unwrap_or(all).iter();
        let mut rows: Vec<_> = rows.filter_map(|&one| capability_row(one)).collect();
        keep_some(&mut rows, |row| !provided_by(row.value).is_empty());
        keep_some(&mut rows, |row| is_in_stage(row.value, models));
        keep_some(&mut rows, |row| self.is_for_memory(row.value, inst));
        rows
    }

    /// What would provide a capability that an instruction with these needs lacks.
    pub(super) fn providers(&self, row: &CapabilityRow, needs: &[Need]) -> Vec<&'static Condition> {
        let mut providers: Vec<_> = provided_by(row.value).iter().collect();
        let of_conditions = needs.iter().filter_map(|need| match need {
            Need::Condition(number) => conditions::CONDITIONS.get(usize::from(*number)),
            _ => None,
        });
        let ways: Vec<String> = of_conditions.flat_map(|one| one.provided_by()).collect();
        keep_some(&mut providers, |one| ways.contains(&one.to_string()));
        let missing = |one: &&Condition| !self.target.meets(one);
        if providers.iter().any(missing) {
            providers.retain(missing);
            return providers;
        }
        // The device lacks a type that the capability implies.
        let implied = row.implies.iter().filter_map(|&one| capability_row(one));
        let implied = implied
            .flat_map(|row| provided_by(row.value))
            .filter(missing);
        let implied: Vec<_> = implied.collect();
        if implied.is_empty() {
            providers
        } else {
            implied
        }
    }

    /// Keeps what the device lacks of the ways to meet a condition, by Vulkan's names: one that was hidden by the name of its
    /// feature has the others.
    pub(super) fn keep_missing(&self, ways: &mut Vec<String>) {
        let has = |name: &str| match (VulkanExtension::find(name), name.split_once("::")) {
            (Some(extension), _) => self.target.has_vulkan_extension(extension),
            (None, Some((structure, member))) => {
                let feature = Feature::find(structure, member);
                feature.is_some_and(|feature| self.target.has_feature(feature))
            }
            (None, None) => {
                let version = name.strip_prefix("Vulkan ").and_then(ApiVersion::parse);
                version.is_some_and(|version| self.target.api_version() >= version)
            }
        };
        keep_some(ways, |way| match way.strip_prefix("no ") {
            Some(name) => has(name),
            None => !has(way),
        });
    }

    fn of_module(&self) -> &Alternatives {
        self.module.get_or_init(|| {
            let (words, facts) = (self.words, self.facts);
            let mut all = Alternatives::EMPTY;
            let mut add = |need| {
                if let Need::Capability(set) = need {
                    all.insert(set);
                }
            };
            for inst in Insts::new(words, facts.preamble_end, facts.first_function) {
                self.context.needs(self.stages(), inst, None, &mut add);
            }
            for (index, function) in facts.functions.iter().enumerate() {
                for number in function.first_block..function.last_block {
                    let block = facts.blocks.get(number as usize);
                    let Some(block) = block.filter(|_| self.flow.is_kept(number)) else {
                        continue;
                    };
                    for inst in Insts::new(words, block.label, block.end) {
                        self.context
                            .needs(self.stages(), inst, Some(index), &mut add);
                    }
                }
            }
            all
        })
    }

    /// Whether a capability for pointer arithmetic is for the memory of an instruction's pointer.
    fn is_for_memory(&self, capability: u32, inst: Inst<'_>) -> bool {
        let pointer = match inst.opcode() {
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain | op::OpPtrDiff => inst.operand(),
            _ => return true,
        };
        let ty = self.facts.type_of(self.words, pointer);
        let TypeView::Pointer { class, .. } = self.facts.type_view(self.words, ty) else {
            return true;
        };
        match class {
            storage_class::PhysicalStorageBuffer => capability == c::PhysicalStorageBufferAddresses,
            storage_class::StorageBuffer => capability != c::PhysicalStorageBufferAddresses,
            storage_class::Workgroup => capability == c::VariablePointers,
            _ => true,
        }
    }
}

/// Keeps those that help, unless none does.
fn keep_some<T>(list: &mut Vec<T>, helps: impl Fn(&T) -> bool) {
    if list.iter().any(&helps) {
        list.retain(helps);
    }
}

/// Whether an instruction is of the module rather than a use by itself.
fn is_for_module(inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpEntryPoint
        | op::OpExecutionMode
        | op::OpConvertUToAccelerationStructureKHR
        | op::OpBeginInvocationInterlockEXT
        | op::OpEndInvocationInterlockEXT => true,
        op::OpDecorate => views::Decorate(inst).decoration() == decoration::BuiltIn,
        op::OpMemberDecorate => views::MemberDecorate(inst).decoration() == decoration::BuiltIn,
        opcode => op_hot(opcode).flags.contains(OpFlags::TYPE),
    }
}

/// Whether a capability that only some stages use is of use in any of these.
fn is_in_stage(capability: u32, models: &[u32]) -> bool {
    const VERTICES: &[u32] = &[m::Vertex, m::TessellationEvaluation, m::Fragment];
    let of: &[u32] = match capability {
        c::Geometry | c::MultiViewport => &[m::Geometry, m::Fragment],
        c::Tessellation => &[
            m::TessellationControl,
            m::TessellationEvaluation,
            m::Fragment,
        ],
        c::ShaderLayer | c::ShaderViewportIndex | c::ShaderViewportIndexLayerEXT => VERTICES,
        c::ShaderViewportMaskNV | c::PerViewAttributesNV => &[
            m::Vertex,
            m::TessellationControl,
            m::TessellationEvaluation,
            m::Geometry,
        ],
        c::DrawParameters => &[m::Vertex, m::TaskNV, m::MeshNV, m::TaskEXT, m::MeshEXT],
        c::MeshShadingNV | c::MeshShadingEXT => {
            &[m::TaskNV, m::MeshNV, m::TaskEXT, m::MeshEXT, m::Fragment]
        }
        c::RayTracingNV | c::RayTracingKHR => &[
            m::RayGenerationKHR,
            m::IntersectionKHR,
            m::AnyHitKHR,
            m::ClosestHitKHR,
            m::MissKHR,
            m::CallableKHR,
        ],
        _ => return true,
    };
    models.iter().any(|model| of.contains(model))
}

#[cfg(test)]
mod tests;
