//! Whether an execution mode has an effect on the code that remains: computed for all modes in one walk when the first is asked
//! for.
//!
//! | mode | affects |
//! |---|---|
//! | `PixelInterlock…`, `SampleInterlock…`, `ShadingRateInterlock…` | `OpBeginInvocationInterlockEXT`, `OpEndInvocationInterlockEXT` |
//! | `DerivativeGroup…`, `SubgroupUniformControlFlowKHR`, `MaximallyReconvergesKHR` | derivatives, implicit levels of detail, group operations, the index in a subgroup |
//! | `NonCoherent…AttachmentReadEXT` | reads of that attachment |
//! | `PostDepthCoverage` | `SampleMask`, `FullyCoveredEXT`, inputs at centroids |
//! | `StencilRefReplacingEXT` | `FragStencilRefEXT` |
//!
//! Without the code in the right column, a mode in the left one has no effect (SPIR-V specification, section 3.6, "Execution
//! Mode", and the extensions that define them). A built-in counts as used if an instruction in a block that stays refers to its
//! variable.

use super::{is_mask, Scene};
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::specialize::{is_derivative, is_group_beyond_quad};
use crate::tables::{
    built_in, decoration, execution_mode as mode, glsl_std_450 as glsl, is_quad, op, ExtInstSet,
};
use crate::views;
use arrayvec::ArrayVec;

/// The most variables of built-ins that are looked for; if there are more, they count as used.
const MOST: usize = 16;

/// What modes affect.
mod affects {
    pub const INTERLOCK: u8 = 1;
    pub const GROUPS: u8 = 1 << 1;
    pub const COLOR: u8 = 1 << 2;
    pub const DEPTH: u8 = 1 << 3;
    pub const STENCIL: u8 = 1 << 4;
    pub const COVERAGE: u8 = 1 << 5;
    pub const REFERENCE: u8 = 1 << 6;
}

/// What the remaining code contains that modes affect.
#[derive(Clone, Debug, Default)]
pub struct Idle {
    /// Bits of [`affects`], if they were computed.
    found: Option<u8>,
}

/// What an execution mode affects, 0 if that is not known here.
pub fn affected(mode: u32) -> u8 {
    match mode {
        mode::PixelInterlockOrderedEXT
        | mode::PixelInterlockUnorderedEXT
        | mode::SampleInterlockOrderedEXT
        | mode::SampleInterlockUnorderedEXT
        | mode::ShadingRateInterlockOrderedEXT
        | mode::ShadingRateInterlockUnorderedEXT => affects::INTERLOCK,
        mode::DerivativeGroupQuadsKHR
        | mode::DerivativeGroupLinearKHR
        | mode::SubgroupUniformControlFlowKHR
        | mode::MaximallyReconvergesKHR => affects::GROUPS,
        mode::NonCoherentColorAttachmentReadEXT => affects::COLOR,
        mode::NonCoherentDepthAttachmentReadEXT => affects::DEPTH,
        mode::NonCoherentStencilAttachmentReadEXT => affects::STENCIL,
        mode::PostDepthCoverage => affects::COVERAGE,
        mode::StencilRefReplacingEXT => affects::REFERENCE,
        _ => 0,
    }
}

impl Idle {
    /// Forgets what was found.
    pub fn reset(&mut self) {
        self.found = None;
    }

    /// Whether a mode has no effect on the code that remains.
    pub fn is_idle(&mut self, scene: &Scene<'_>, mode: u32) -> bool {
        let affected = affected(mode);
        let found = *self.found.get_or_insert_with(|| find(scene));
        affected != 0 && found & affected == 0
    }
}

fn find(scene: &Scene<'_>) -> u8 {
    let (facts, words) = (scene.facts, scene.words);
    let mut found = 0;
    let mut variables = ArrayVec::<(u32, u8), MOST>::new();
    for inst in facts.decorations(words) {
        let (of_member, at) = match inst.opcode() {
            op::OpDecorate => (false, 2),
            op::OpMemberDecorate => (true, 3),
            // The decorations of its group precede it.
            op::OpGroupDecorate | op::OpGroupMemberDecorate => {
                let of_group = variables.iter().filter(|one| one.0 == inst.target());
                found |= of_group.fold(0, |all, one| all | one.1);
                continue;
            }
            _ => continue,
        };
        match inst.word(at) {
            decoration::BuiltIn => match of_built_in(inst.word(at + 1)) {
                0 => {}
                bits if of_member => found |= bits,
                bits => {
                    if variables.try_push((inst.target(), bits)).is_err() {
                        found |= bits;
                    }
                }
            },
            decoration::Centroid => found |= affects::COVERAGE,
            _ => {}
        }
    }
    for inst in scene.kept_code() {
        found |= of_code(scene, inst);
        if !variables.is_empty() {
            for_each_use(inst.words(), 1, |_, id| {
                let used = variables.iter().filter(|one| one.0 == id);
                found |= used.fold(0, |all, one| all | one.1);
            });
        }
    }
    found
}

fn of_built_in(value: u32) -> u8 {
    match value {
        built_in::SampleMask | built_in::FullyCoveredEXT => affects::COVERAGE,
        built_in::FragStencilRefEXT => affects::REFERENCE,
        built_in::SubgroupLocalInvocationId => affects::GROUPS,
        _ if is_mask(value) => affects::GROUPS,
        _ => 0,
    }
}

fn of_code(scene: &Scene<'_>, inst: Inst<'_>) -> u8 {
    match inst.opcode() {
        op::OpBeginInvocationInterlockEXT | op::OpEndInvocationInterlockEXT => affects::INTERLOCK,
        op::OpColorAttachmentReadEXT => affects::COLOR,
        op::OpDepthAttachmentReadEXT => affects::DEPTH,
        op::OpStencilAttachmentReadEXT => affects::STENCIL,
        // With a bias they may have an implicit level (SPV_AMD_texture_gather_bias_lod).
        op::OpImageGather | op::OpImageSparseGather => affects::GROUPS,
        opcode if is_derivative(opcode) || is_quad(opcode) => affects::GROUPS,
        _ if is_group_beyond_quad(scene.facts, inst) => affects::GROUPS,
        op::OpExtInst if views::ExtInst(inst).instruction() == glsl::InterpolateAtCentroid => {
            let facts = scene.facts;
            let import = facts.import_of(views::ExtInst(inst).set());
            let set = import.and_then(|at| facts.imports.get(at));
            match set.map(|import| import.set) {
                Some(ExtInstSet::GlslStd450) => affects::COVERAGE,
                _ => 0,
            }
        }
        _ => 0,
    }
}
