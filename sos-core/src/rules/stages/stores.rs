//! Storage buffers and images that a graphics stage only reads, for devices without stores in that stage.
//!
//! ```text
//! %data = OpVariable %pointer StorageBuffer
//!                                                    OpDecorate %data NonWritable
//! %p = OpAccessChain %to_word %data %int_0 %i        the same
//! %v = OpLoad %uint %p
//! ```
//!
//! Without `vertexPipelineStoresAndAtomics` or `fragmentStoresAndAtomics`, storage variables in these stages must be
//! `NonWritable` (Vulkan specification, VUID-RuntimeSpirv-NonWritable-06340 and -06341), even if they are never written, and
//! front ends only decorate those that the author declares `readonly`. Exact: the decoration states that nothing is written
//! through the variable (SPIR-V specification, section 3.20), which is true if no instruction of the module does.
//!
//! Refused: variables that stores or atomics write, and variables whose pointer is passed to a function or otherwise escapes
//! the analysis.

use crate::emit::Builder;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::plan::conditions::Is;
use crate::plan::{is_storage, Need};
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{decoration, op};
use arrayvec::ArrayVec;

/// `NonWritable` for variables that are never written.
pub const READ_ONLY: Rule = Rule {
    name: "read-only",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "storage that is never written is declared NonWritable",
    action: Action::Lower { claims, lower },
};

const STORES: [Need; 2] = [
    Need::Condition(Is::VertexPipelineStores as u8),
    Need::Condition(Is::FragmentStores as u8),
];

/// Whether the rule applies to a need: instructions that it claims can have many other needs.
pub fn is_for(need: Need) -> bool {
    STORES.contains(&need)
}

fn claims(_: &Facts, inst: Inst<'_>) -> bool {
    matches!(
        inst.opcode(),
        op::OpLoad
            | op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpCopyObject
            | op::OpArrayLength
    )
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let scene = build.scene;
    let mut variables = ArrayVec::<u32, 2>::new();
    for_each_use(inst.words(), 1, |_, id| {
        let def = scene.facts.def(scene.words, id);
        if def.is_some_and(|def| is_storage(&def)) {
            let _ = variables.try_push(id);
        }
    });
    if variables.is_empty() {
        return Err(Refusal("it is not about storage"));
    }
    for &variable in &variables {
        if !build.plan.read_only.holds(scene, variable) {
            return Err(Refusal("the storage is written, or may be"));
        }
    }
    build.keep(inst, is_for);
    if build.failed().is_none() {
        for variable in variables {
            if build.plan.read_only.is_first(variable) {
                build
                    .plan
                    .new
                    .decorate(variable, &[decoration::NonWritable]);
            }
        }
    }
    Ok(())
}
