//! Dot products: capabilities by the types of the operands.

use super::super::Place;
use super::{encoding, Set};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{fp_encoding, op};
use crate::views;

/// Adds the needs of a dot product of floats with an encoding of their own.
pub fn floats(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    if encoding_of_components(place, inst) == Some(Some(fp_encoding::BFloat16KHR)) {
        need(Set::Bfloat16Dot);
    }
}

/// Adds the needs of a dot product of integers.
pub fn integers(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let ty = place.type_of(views::Dot(inst).vector_1());
    let width = place.scalar_of(ty).map_or(0, Scalar::width);
    match place.type_view(ty) {
        TypeView::Scalar(_) => need(Set::DotPacked),
        TypeView::Vector { count: 4, .. } if width == 8 => need(Set::Dot4x8),
        _ => need(Set::DotAll),
    }
}

/// Adds the needs of a dot product of narrow floats with a wider sum.
pub fn mixed(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    match encoding_of_components(place, inst) {
        Some(Some(_)) => need(Set::Bfloat16MixedDot),
        Some(None) if inst.opcode() == op::OpFDot2MixAcc32VALVE => need(Set::HalfMixedDot),
        Some(None) => need(Set::HalfDot),
        None => {}
    }
}

/// Returns the encoding of the components of the first operand, if that is a vector.
fn encoding_of_components(place: &Place<'_>, inst: Inst<'_>) -> Option<Option<u32>> {
    match place.type_view(place.type_of(views::Dot(inst).vector_1())) {
        TypeView::Vector { component, .. } => Some(encoding(place, component)),
        _ => None,
    }
}
