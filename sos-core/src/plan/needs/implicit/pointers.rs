//! Variable pointers: selected, passed, stored, compared.

use super::super::Place;
use super::{class_of, Set};
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::tables::{op, storage_class};
use crate::views;

/// The arrays that are looked through for the pointers in a variable.
const MAX_NESTING: u32 = 4;

/// The members that are looked through for pointers, at each variable.
const MAX_MEMBERS: usize = 256;

/// Adds the needs of variable pointers. Parameters only need pointers into storage buffers: a parameter into workgroup memory
/// needs more only if a call passes something other than a variable. Whether the other pointers stay within one buffer is not
/// analysed, so a module that declares the wider capability keeps it for them.
pub fn needs(place: &Place<'_>, inst: Inst<'_>, need: &mut dyn FnMut(Set)) {
    let opcode = inst.opcode();
    if matches!(opcode, op::OpPtrEqual | op::OpPtrNotEqual | op::OpPtrDiff) {
        // Only pointers into these two kinds of memory can be compared or subtracted.
        let compared = place.type_of(views::PtrComparison(inst).operand_1());
        return match class_of(place, compared) {
            Some(storage_class::Workgroup) => need(Set::AnyPointers),
            _ => need(Set::BufferPointers),
        };
    }
    if opcode == op::OpFunctionCall {
        let mut passed = views::FunctionCall(inst).arguments().iter();
        if passed.any(|&id| is_into_workgroup(place, id)) {
            need(Set::AnyPointers);
        }
    }
    if opcode == op::OpVariable {
        let held = place.facts.pointee(place.words, inst.result_type());
        return match pointer_in(place, held) {
            Some(storage_class::Workgroup) => need(Set::AnyPointers),
            Some(storage_class::StorageBuffer) if place.checks.any_pointers => {
                need(Set::AnyPointers)
            }
            Some(storage_class::StorageBuffer) => need(Set::BufferPointers),
            _ => {}
        };
    }
    let produced = matches!(
        opcode,
        op::OpSelect
            | op::OpPhi
            | op::OpLoad
            | op::OpFunctionCall
            | op::OpConstantNull
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain
            | op::OpUntypedPtrAccessChainKHR
            | op::OpUntypedInBoundsPtrAccessChainKHR
    );
    if !produced && opcode != op::OpFunctionParameter {
        return;
    }
    let Some(class) = class_of(place, inst.result_type()) else {
        return;
    };
    match class {
        storage_class::StorageBuffer if produced && place.checks.any_pointers => {
            need(Set::AnyPointers)
        }
        storage_class::StorageBuffer => need(Set::BufferPointers),
        storage_class::Workgroup if produced => need(Set::AnyPointers),
        _ => {}
    }
}

/// Returns the storage class of a pointer that a value of a type is or contains; of several, one into workgroup memory.
fn pointer_in(place: &Place<'_>, ty: u32) -> Option<u32> {
    let Place { words, facts, .. } = *place;
    let mut ty = ty;
    for _ in 0..MAX_NESTING {
        match facts.type_view(words, ty) {
            TypeView::Array { element, .. } => ty = element,
            // More members may be any pointers.
            TypeView::Struct(members) if members.len() > MAX_MEMBERS => {
                return Some(storage_class::Workgroup);
            }
            TypeView::Struct(members) => {
                let classes = members.iter().filter_map(|&member| class_of(place, member));
                return classes.max_by_key(|&class| class == storage_class::Workgroup);
            }
            _ => return class_of(place, ty),
        }
    }
    None
}

/// Whether an id is a pointer into workgroup memory other than a variable. Parameters are judged at the calls.
fn is_into_workgroup(place: &Place<'_>, id: u32) -> bool {
    let Some(def) = place.facts.def(place.words, id) else {
        return false;
    };
    class_of(place, place.type_of(id)) == Some(storage_class::Workgroup)
        && !matches!(
            def.opcode(),
            op::OpVariable | op::OpUntypedVariableKHR | op::OpFunctionParameter
        )
}
