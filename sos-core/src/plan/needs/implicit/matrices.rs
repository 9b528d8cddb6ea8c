//! Cooperative matrices: the memory model, types of their components, and conversions that change what a matrix is used for.
//!
//! A module for Vulkan that declares the matrices must use the Vulkan memory model (SPV_KHR_cooperative_matrix, "Validation Rules").
//! SPV_KHR_cooperative_matrix demands that the operand and the result of a conversion have the same use.
//! `CooperativeMatrixConversionsNV` allows conversions from an accumulator, `CooperativeMatrixConversionsEXT` also those to one.
//! The same holds for `OpCooperativeMatrixConvertUseEXT`, whose operands may also differ in signedness with the second: the
//! grammar calls either sufficient.

use super::super::{by_id, Need, Place};
use super::{encoding, Set};
use crate::inst::Inst;
use crate::tables::{capability, cooperative_matrix_use, fp_encoding, op};
use crate::views;

/// Adds the needs of a matrix type.
pub fn matrix_type(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    if place.facts.declares(capability::Shader) {
        need(Set::MatrixMemory);
    }
    match encoding(
        place,
        views::TypeCooperativeMatrixKHR(inst).component_type(),
    ) {
        Some(fp_encoding::BFloat16KHR) => need(Set::Bfloat16Matrix),
        Some(fp_encoding::Float8E4M3EXT | fp_encoding::Float8E5M2EXT) => need(Set::Float8Matrix),
        _ => {}
    }
}

/// Adds the needs of a conversion. Where a use is a specialization constant without a value, everything counts that the module
/// declares.
pub fn conversion(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let types = [inst.result_type(), place.type_of(inst.operand())];
    let [Some(to), Some(from)] = types.map(|ty| place.def(ty).filter(|ty| is_matrix(*ty))) else {
        return;
    };
    if views::TypeCooperativeMatrixKHR(to).matrix_use()
        == views::TypeCooperativeMatrixKHR(from).matrix_use()
    {
        return;
    }
    let [to_use, from_use] = [to, from]
        .map(|ty| by_id::constant(place, views::TypeCooperativeMatrixKHR(ty).matrix_use()));
    if to_use == from_use && to_use.is_some() {
        return;
    }
    let are_known = to_use.is_some() && from_use.is_some();
    let mut count = |set: Set| {
        if are_known || place.declares(Need::Capability(set.number())) {
            need(set);
        }
    };
    count(Set::MatrixConversions);
    let changes_type = inst.opcode() == op::OpCooperativeMatrixConvertUseEXT
        && views::TypeCooperativeMatrixKHR(to).component_type()
            != views::TypeCooperativeMatrixKHR(from).component_type();
    if from_use != Some(cooperative_matrix_use::MatrixAccumulatorKHR) || changes_type {
        count(Set::MatrixConversionsBack);
    }
}

fn is_matrix(ty: Inst<'_>) -> bool {
    ty.opcode() == op::OpTypeCooperativeMatrixKHR
}

#[cfg(test)]
mod tests;
