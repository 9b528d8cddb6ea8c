//! Capabilities of atomic instructions by the type they access: the grammar has one set of alternatives for all widths.

use super::implicit::Set;
use super::Place;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::op;
use crate::views;

/// Returns the set of alternatives that an atomic instruction needs for its type.
pub fn set_of(place: &Place<'_>, inst: Inst<'_>) -> Option<Set> {
    let ty = match inst.opcode() {
        op::OpAtomicStore => place.type_of(views::AtomicStore(inst).value()),
        _ => inst.result_type(),
    };
    let is_sum = match inst.opcode() {
        op::OpAtomicFAddEXT => true,
        op::OpAtomicFMinEXT | op::OpAtomicFMaxEXT => false,
        _ => {
            let wide = matches!(place.scalar_of(ty), Some(Scalar::Int { width: 64, .. }));
            return wide.then_some(Set::Atomic64);
        }
    };
    if matches!(place.type_view(ty), TypeView::Vector { .. }) {
        return Some(Set::AtomicHalfVector);
    }
    Some(match (place.scalar_of(ty)?.width(), is_sum) {
        (16, true) => Set::AtomicAdd16,
        (32, true) => Set::AtomicAdd32,
        (64, true) => Set::AtomicAdd64,
        (16, false) => Set::AtomicMinMax16,
        (32, false) => Set::AtomicMinMax32,
        (64, false) => Set::AtomicMinMax64,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
