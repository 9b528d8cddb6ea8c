//! `NonUniform` on devices without nonuniform indexing, or without that of one kind of descriptors: on values that are not
//! descriptors, on descriptors that no dynamic index selects, and on those that the rule `descriptor-index` selects by a switch.
//!
//! ```text
//! OpDecorate %image NonUniform     →   (nothing)
//! %image = OpLoad %type %variable      %image = OpLoad %type %variable
//! ```
//!
//! The decoration is required on the pointer, image or sampler operand of an access whose descriptor is not dynamically uniform
//! ([`crate::plan::visit_selectors`]). Some compilers decorate every image anyway. On numbers it means nothing, but drivers follow
//! it from an index to the access, so it stays there if the device knows it at all.
//!
//! Refused: descriptors whose variable is unknown, such as function parameters, and selected pointers.
//!
//! `non-uniform` is shown by `corpus/shaders/images/non_uniform_single.spvasm`.

use super::rule;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::{implicit, is_non_uniform, visit_selectors, LowerError, Selector};
use crate::rules::{Action, Claims, Rule};
use crate::tables::capability;
use crate::views;

/// `NonUniform` on descriptors that are the same for all invocations.
pub const NON_UNIFORM: Rule = rule(
    "non-uniform",
    "NonUniform is dropped where no dynamic index selects a descriptor, or a switch does",
    Action::Lower {
        claims: Claims::of(opcodes![OpDecorate]).when(|_, inst| is_non_uniform(inst)),
        lower,
    },
);

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let id = views::Decorate(inst).target();
    let is_number = facts.scalar_of(words, facts.type_of(words, id)).is_some();
    if is_number && build.scene.offer.has(capability::ShaderNonUniform) {
        build.keep(inst, implicit::is_non_uniform_index);
        return Ok(());
    }
    let mut refusal = None;
    visit_selectors(facts, words, id, &mut |selector| {
        let is_replaced =
            matches!(selector, Selector::Chain(chain) if build.plan.is_removed(chain.result()));
        if !is_replaced {
            refusal = Some(LowerError::Because(
                "the descriptor may differ between invocations",
            ));
        }
    });
    refusal.map_or(Ok(()), Err)
}
