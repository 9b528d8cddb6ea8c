//! Descriptors that may differ between invocations, on devices that cannot index arrays of descriptors that way.
//!
//! The decoration `NonUniform` stands on the operand of an access: a pointer, an image or a sampler (Vulkan specification,
//! "Validation Rules within a Module", VUID-RuntimeSpirv-NonUniform-06274). What has to be replaced is the access chain with the
//! index, from which the operand is derived:
//!
//! ```text
//! %p = OpAccessChain %to_image %pictures %i     the chain that selects
//! %s = OpLoad %sampled %p
//!      OpDecorate %s NonUniform
//! %t = OpImageSampleImplicitLod %vec4 %s %at
//! ```
//!
//! So before functions are planned, the chains behind each decoration are determined. Their needs are those of the decoration,
//! because of which a rule defers their results ([`super::deferred`]). Some compilers decorate an index and not what it
//! selects; a chain with such an index is treated alike.

use super::{implicit, Place, Scene};
use crate::facts::{Facts, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::{capability, decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The maximum number of instructions between a decorated value and the variable of its descriptor.
const MAX_STEPS: u32 = 8;

/// What selects one of the descriptors that a value accesses.
#[derive(Clone, Copy, Debug)]
pub enum Selector<'w> {
    /// An access chain whose index into the array is not a constant.
    Chain(Inst<'w>),
    /// Something else, such as a caller that passes the pointer.
    Unknown,
}

/// Fills a list with the access chains and indices that are `NonUniform`, sorted by id. It stays empty if the target supports all
/// that the module declares of them.
pub(super) fn fill(scene: &Scene<'_>, place: &Place<'_>, list: &mut Vec<u32>) {
    let (words, facts) = (scene.words, scene.facts);
    list.clear();
    if !facts.uses(capability::ShaderNonUniform) {
        return;
    }
    let lacks_any = implicit::lacks_non_uniform(facts, scene.offer);
    // What an index selects is seen at the chain.
    let lacks = |inst: Inst<'_>| {
        scene.lacks(place, inst) || lacks_any && is_index(words, facts, inst.target())
    };
    let mut decorations = facts.decorations(words);
    if decorations.any(|inst| is_non_uniform(inst) && lacks(inst)) {
        fill_all(words, facts, list);
    }
}

/// Fills a list with the access chains and indices that are `NonUniform`, sorted by id.
pub fn fill_all(words: &[u32], facts: &Facts, list: &mut Vec<u32>) {
    list.clear();
    for id in ids(words, facts) {
        if is_index(words, facts, id) {
            list.push(id);
        }
        visit_selectors(facts, words, id, &mut |selector| {
            if let Selector::Chain(chain) = selector {
                list.push(chain.result());
            }
        });
    }
    list.order();
    list.dedup();
}

fn is_index(words: &[u32], facts: &Facts, id: u32) -> bool {
    facts.scalar_of(words, facts.type_of(words, id)).is_some()
}

/// Returns the ids that are decorated with `NonUniform` themselves.
fn ids<'w>(words: &'w [u32], facts: &'w Facts) -> impl Iterator<Item = u32> + 'w {
    let all = facts.decorations(words);
    all.filter(|&inst| is_non_uniform(inst))
        .map(|inst| inst.target())
}

/// Whether an instruction decorates a value with `NonUniform`.
pub fn is_non_uniform(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpDecorate && views::Decorate(inst).decoration() == decoration::NonUniform
}

/// Calls `visit` with everything that selects the descriptors which a value accesses. A variable that is not an array is a
/// single descriptor, a constant index selects one, and a value that is neither pointer nor image nor sampler accesses none.
pub fn visit_selectors<'w>(
    facts: &Facts,
    words: &'w [u32],
    id: u32,
    visit: &mut impl FnMut(Selector<'w>),
) {
    visit_within(facts, words, id, MAX_STEPS, visit);
}

fn visit_within<'w>(
    facts: &Facts,
    words: &'w [u32],
    id: u32,
    mut steps: u32,
    visit: &mut impl FnMut(Selector<'w>),
) {
    let def = facts.def(words, id).filter(|_| steps > 0);
    let Some(def) = def.filter(Inst::has_type) else {
        return visit(Selector::Unknown);
    };
    let mut view = facts.type_view(words, def.result_type());
    for _ in 0..MAX_STEPS {
        match view {
            TypeView::Array { element, .. } => view = facts.type_view(words, element),
            _ => break,
        }
    }
    match view {
        // Vulkan has no structures with images (VUID-StandaloneSpirv-None-04667 and its neighbours).
        TypeView::Scalar(_) | TypeView::Vector { .. } | TypeView::Struct(_) => return,
        TypeView::Pointer { class, .. } => match class {
            // A pointer loaded from memory could be any.
            storage_class::UniformConstant
            | storage_class::Uniform
            | storage_class::StorageBuffer
            | storage_class::Image
                if def.opcode() != op::OpLoad => {}
            storage_class::Function
            | storage_class::Private
            | storage_class::Workgroup
            | storage_class::Input
            | storage_class::Output
            | storage_class::PushConstant
            | storage_class::PhysicalStorageBuffer => return,
            _ => return visit(Selector::Unknown),
        },
        _ => {}
    }
    let from: &[u32] = match def.opcode() {
        op::OpVariable => return,
        op::OpAccessChain | op::OpInBoundsAccessChain if selects(facts, words, def) => {
            return visit(Selector::Chain(def));
        }
        // Few steps remain for either operand, because the number of paths doubles.
        op::OpSampledImage => {
            steps = steps.div_ceil(2);
            def.operands().get(..2).unwrap_or(&[])
        }
        op::OpCopyObject
        | op::OpLoad
        | op::OpImage
        | op::OpImageTexelPointer
        | op::OpAccessChain
        | op::OpInBoundsAccessChain => def.operands().get(..1).unwrap_or(&[]),
        _ => return visit(Selector::Unknown),
    };
    for &id in from {
        visit_within(facts, words, id, steps - 1, visit);
    }
}

/// Whether an access chain selects a descriptor by an index that is not a constant. An array in a block is no array of
/// descriptors: of pointers into blocks, only variables and what is passed to a function point to descriptors.
fn selects(facts: &Facts, words: &[u32], chain: Inst<'_>) -> bool {
    let Some(base) = facts.def(
        words,
        facts.original(words, views::AccessChain(chain).base()),
    ) else {
        return false;
    };
    let pointee = facts.pointee(words, base.word(1));
    let is_array = matches!(
        facts.type_view(words, pointee),
        TypeView::Array { .. } | TypeView::RuntimeArray { .. }
    );
    let index = views::AccessChain(chain).indexes().first();
    let is_constant = index.is_some_and(|&index| facts.is_constant(words, index));
    !base.is_chain() && is_array && !is_constant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::compute;
    use crate::options::Limits;

    /// A sampled image of itself, with thousands of operands, would otherwise have billions of paths.
    #[test]
    fn a_sampled_image_has_two_operands() {
        let body = format!("%s = OpSampledImage %type {}", "%s ".repeat(4000));
        let globals = "OpDecorate %s NonUniform
            %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
            %type = OpTypeSampledImage %image";
        let words = compute(3, "OpCapability ShaderNonUniform", globals, &body);
        let (mut facts, mut list) = (Facts::default(), Vec::new());
        facts.scan(&words, &Limits::default()).unwrap();
        fill_all(&words, &facts, &mut list);
        assert!(list.is_empty(), "{list:?}");
        let mut count = 0;
        let id = ids(&words, &facts).next().unwrap();
        visit_selectors(&facts, &words, id, &mut |_| count += 1);
        assert_eq!(count, 8, "two at each of three steps");
    }
}
