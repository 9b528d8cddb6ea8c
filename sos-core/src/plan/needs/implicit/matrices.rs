//! Cooperative matrices: types of their components, and conversions that change what a matrix is used for.
//!
//! SPV_KHR_cooperative_matrix demands that the operand and the result of a conversion have the same use.
//! `CooperativeMatrixConversionsNV` allows conversions from an accumulator, `CooperativeMatrixConversionsEXT` also those to one.
//! The same holds for `OpCooperativeMatrixConvertUseEXT`, whose operands may also differ in signedness with the second: the
//! grammar calls either sufficient.

use super::super::{by_id, Need, Place};
use super::{encoding, Set};
use crate::inst::Inst;
use crate::tables::{cooperative_matrix_use, fp_encoding, op};

/// Adds the needs of a matrix type.
pub fn matrix_type(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    match encoding(place, inst.word(2)) {
        Some(fp_encoding::BFloat16KHR) => need(Set::Bfloat16Matrix),
        Some(fp_encoding::Float8E4M3EXT | fp_encoding::Float8E5M2EXT) => need(Set::Float8Matrix),
        _ => {}
    }
}

/// Adds the needs of a conversion. Where a use is a specialization constant without a value, everything counts that the module
/// declares.
pub fn conversion(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let types = [inst.word(1), place.type_of(inst.word(3))];
    let [Some(to), Some(from)] = types.map(|ty| place.def(ty).filter(|ty| is_matrix(*ty))) else {
        return;
    };
    if to.word(6) == from.word(6) {
        return;
    }
    let [to_use, from_use] = [to, from].map(|ty| by_id::constant(place, ty.word(6)));
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
    let changes_type =
        inst.opcode() == op::OpCooperativeMatrixConvertUseEXT && to.word(2) != from.word(2);
    if from_use != Some(cooperative_matrix_use::MatrixAccumulatorKHR) || changes_type {
        count(Set::MatrixConversionsBack);
    }
}

fn is_matrix(ty: Inst<'_>) -> bool {
    ty.opcode() == op::OpTypeCooperativeMatrixKHR
}

#[cfg(test)]
mod tests;
