//! Whether a plan is bound to fail: asked before one is begun, where passes could take what is in its way.
//!
//! A plan that only finds out that passes are needed costs as much as one that is used, and most modules that need them
//! show it at once: an instruction that can run stores a number of a type that the target lacks. No rule takes a type of
//! numbers away, and none gives what is stored another type: so this one stays alive and in the way, whatever else a plan
//! does. Of a module that stores no such number nothing is said here.

use super::needs::{implicit, needs, Place, NO_DIALECTS};
use super::{closure, is_met, Scene};
use crate::facts::Gates;
use crate::inst::{Inst, Insts};
use crate::options::Allow;
use crate::specialize::Values;
use crate::tables::op;

/// Whether every plan fails that follows the branches of this flow, or more of them, at this version of SPIR-V or an
/// earlier one.
pub fn is_bound_to_fail(scene: &Scene<'_>, values: &Values) -> bool {
    // With leave to give instructions up, a store may go.
    if scene.options.allow.contains(Allow::UNDEF) {
        return false;
    }
    let (words, facts) = (scene.words, scene.facts);
    let declared = closure(&facts.capabilities);
    let place = Place {
        words,
        facts,
        declared: &declared,
        stages: &[],
        contents: &[],
        dialects: &NO_DIALECTS,
        values: Some(values),
        looks: implicit::Looks::default(),
        closer: Gates::NONE,
        lacking: Gates::NONE,
    };
    (0..)
        .zip(&facts.blocks)
        .filter(|&(number, _)| scene.flow.is_live(number))
        .flat_map(|(_, block)| Insts::new(words, block.label, block.end))
        .filter(|inst| inst.opcode() == op::OpStore)
        .filter_map(|inst| number(scene, facts.type_of(words, inst.word(2))))
        .any(|ty| lacks(scene, &place, ty))
}

/// The type of the numbers that a scalar, a vector or a matrix is made of, but for those of 32 bits, which every target has.
fn number<'a>(scene: &Scene<'a>, ty: u32) -> Option<Inst<'a>> {
    let mut ty = scene.facts.def(scene.words, ty)?;
    for _ in 0..2 {
        if matches!(ty.opcode(), op::OpTypeVector | op::OpTypeMatrix) {
            ty = scene.facts.def(scene.words, ty.word(2))?;
        }
    }
    let is_number = matches!(ty.opcode(), op::OpTypeInt | op::OpTypeFloat);
    (is_number && ty.word(2) != 32).then_some(ty)
}

/// Whether a target lacks a type of numbers.
fn lacks(scene: &Scene<'_>, place: &Place<'_>, ty: Inst<'_>) -> bool {
    let mut lacks = false;
    needs(place, ty, None, &mut |need| {
        lacks |= place.declares(need) && !is_met(need, scene.offer, scene.target);
    });
    lacks
}
