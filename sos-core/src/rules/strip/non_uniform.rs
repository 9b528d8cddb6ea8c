//! `NonUniform` on devices without nonuniform indexing: on values that are not descriptors, or on descriptors that no dynamic index
//! selects.
//!
//! ```text
//! OpDecorate %image NonUniform     →   (nothing)
//! %image = OpLoad %type %variable      %image = OpLoad %type %variable
//! ```
//!
//! The decoration is required on the pointer, image or sampler operand of an access whose descriptor is not dynamically uniform
//! (Vulkan specification, "Validation Rules within a Module", VUID-RuntimeSpirv-NonUniform-06274). A variable that is not an array is
//! a single descriptor, and a constant index selects one; a value that is neither pointer nor image nor sampler accesses none. Some
//! compilers decorate every image anyway.
//!
//! Refused: descriptors whose variable is unknown, such as function parameters, and selected pointers.

use super::rule;
use crate::emit::Builder;
use crate::facts::{Facts, TypeView};
use crate::inst::Inst;
use crate::plan::{result, Refusal};
use crate::rules::{Action, Rule};
use crate::tables::{decoration, op, storage_class};

/// The maximum number of instructions between the descriptor's variable and the decorated value.
const MAX_STEPS: u32 = 8;

/// `NonUniform` on descriptors that are the same for all invocations.
pub const NON_UNIFORM: Rule = rule(
    "non-uniform",
    "NonUniform is dropped where no dynamic index selects a descriptor",
    Action::Lower {
        claims: |_, inst| inst.opcode() == op::OpDecorate && inst.word(2) == decoration::NonUniform,
        lower,
    },
);

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    if is_uniform(facts, words, inst.word(1), MAX_STEPS) {
        Ok(())
    } else {
        Err(Refusal("the descriptor may differ between invocations"))
    }
}

/// Whether an id accesses only descriptors that are the same for all invocations; false after `steps` instructions.
fn is_uniform(facts: &Facts, words: &[u32], id: u32, steps: u32) -> bool {
    let Some(def) = facts.def(words, id).filter(|_| steps > 0) else {
        return false;
    };
    let same = |id| is_uniform(facts, words, id, steps - 1);
    let ty = match result(def) {
        Some(id) if id == def.word(2) => def.word(1),
        _ => return false,
    };
    match facts.type_view(words, ty) {
        TypeView::Scalar(_) | TypeView::Vector { .. } => return true,
        TypeView::Pointer { class, .. } => match class {
            storage_class::UniformConstant
            | storage_class::Uniform
            | storage_class::StorageBuffer => {
                // A pointer loaded from memory could be any.
                if def.opcode() == op::OpLoad {
                    return false;
                }
            }
            storage_class::Function
            | storage_class::Private
            | storage_class::Workgroup
            | storage_class::Input
            | storage_class::Output
            | storage_class::PushConstant
            | storage_class::PhysicalStorageBuffer => return true,
            _ => return false,
        },
        _ => {}
    }
    match def.opcode() {
        op::OpVariable => true,
        op::OpCopyObject | op::OpLoad | op::OpImage => same(def.word(3)),
        op::OpSampledImage => same(def.word(3)) && same(def.word(4)),
        op::OpAccessChain | op::OpInBoundsAccessChain => {
            !has_dynamic_index(facts, words, def) && same(def.word(3))
        }
        _ => false,
    }
}

/// Whether an access chain selects a descriptor by a non-constant index.
fn has_dynamic_index(facts: &Facts, words: &[u32], chain: Inst<'_>) -> bool {
    let base = facts.def(words, chain.word(3));
    let mut at = facts.pointee(words, base.map_or(0, |base| base.word(1)));
    for &index in chain.from(4) {
        let index = facts.def(words, index);
        match facts.type_view(words, at) {
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element }
                if index.is_some_and(|index| index.opcode() == op::OpConstant) =>
            {
                at = element;
            }
            TypeView::Array { .. } | TypeView::RuntimeArray { .. } => return true,
            _ => break,
        }
    }
    false
}
