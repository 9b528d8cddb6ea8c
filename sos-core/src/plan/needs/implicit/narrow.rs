//! 8- and 16-bit types: which capabilities their declaration, their storage and their arithmetic need.
//!
//! A device may store such data and not compute with it. What storage alone allows is listed in SPV_KHR_16bit_storage and
//! SPV_KHR_8bit_storage, "Validation Rules"; everything else is arithmetic.

use super::super::Place;
use super::Set;
use crate::facts::{Facts, TypeView};
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::tables::{op, op_hot, storage_class, OpFlags};

/// What a type is made of, as bits of [`Place::contents`].
pub mod contents {
    /// 8-bit integers.
    pub const INT8: u8 = 1;
    /// 16-bit integers.
    pub const INT16: u8 = 2;
    /// 16-bit floats.
    pub const FLOAT16: u8 = 4;
    /// Anything of 16 bits.
    pub const ANY16: u8 = INT16 | FLOAT16;
}

/// Fills the table of what each type contains, and answers what all contain together; types come before their users, so
/// one walk is enough.
pub fn fill_contents(words: &[u32], facts: &Facts, table: &mut Vec<u8>) -> u8 {
    table.clear();
    table.resize(facts.def.len(), 0);
    let mut all = 0;
    for inst in crate::inst::Insts::new(words, facts.globals, facts.first_function) {
        let of = |id: u32| table.get(id as usize).copied().unwrap_or(0);
        let bits = match (inst.opcode(), inst.word(2)) {
            (op::OpTypeInt, 8) => contents::INT8,
            (op::OpTypeInt, 16) => contents::INT16,
            (op::OpTypeFloat, 16) if inst.words().len() == 3 => contents::FLOAT16,
            (
                op::OpTypeVector | op::OpTypeMatrix | op::OpTypeArray | op::OpTypeRuntimeArray,
                element,
            ) => of(element),
            (op::OpTypeStruct, _) => inst.from(2).iter().fold(0, |bits, &id| bits | of(id)),
            _ => continue,
        };
        all |= bits;
        if let Some(slot) = table.get_mut(inst.word(1) as usize) {
            *slot = bits;
        }
    }
    all
}

/// Narrow data that an untyped pointer loads or stores: the memory is not told by a type.
pub fn untyped(place: &Place<'_>, pointer: u32, ty: u32, need: &mut impl FnMut(Set)) {
    let pointer = place.facts.type_of(place.words, pointer);
    let pointer = place.facts.def(place.words, pointer);
    if let Some(inst) = pointer.filter(|inst| inst.opcode() == op::OpTypeUntypedPointerKHR) {
        stored(place, inst.word(2), ty, need);
    }
}

/// Narrow data in memory that is shared with something outside the shader.
pub fn stored(place: &Place<'_>, class: u32, pointee: u32, need: &mut impl FnMut(Set)) {
    let bits = place.contents.get(pointee as usize).copied().unwrap_or(0);
    if bits == 0 {
        return;
    }
    let (wide, narrow) = match class {
        storage_class::StorageBuffer
        | storage_class::PhysicalStorageBuffer
        | storage_class::ShaderRecordBufferKHR => (Some(Set::Buffer16), Some(Set::Buffer8)),
        // The old form of a storage buffer is told by BufferBlock; that needs less than a uniform buffer.
        storage_class::Uniform if place.facts.is_buffer_block(place.words, pointee) => {
            (Some(Set::Buffer16), Some(Set::Buffer8))
        }
        storage_class::Uniform => (Some(Set::Uniform16), Some(Set::Uniform8)),
        storage_class::PushConstant => (Some(Set::PushConstant16), Some(Set::PushConstant8)),
        storage_class::Input | storage_class::Output => (Some(Set::InputOutput16), None),
        storage_class::Workgroup if place.looks.workgroup_layout => {
            (Some(Set::Workgroup16), Some(Set::Workgroup8))
        }
        _ => (None, None),
    };
    if bits & contents::ANY16 != 0 {
        wide.into_iter().for_each(&mut *need);
    }
    if bits & contents::INT8 != 0 {
        narrow.into_iter().for_each(need);
    }
}

/// The type that an instruction moves between memory and values, if it is more than storage alone can move: a structure or
/// an array (SPV_KHR_16bit_storage: loads and stores are of scalars, vectors and matrices; there are no copies).
fn whole(place: &Place<'_>, inst: Inst<'_>) -> Option<u32> {
    let Place { words, facts, .. } = *place;
    let ty = match inst.opcode() {
        op::OpLoad => inst.word(1),
        op::OpStore => facts.type_of(words, inst.word(2)),
        op::OpCopyMemory => {
            let pointer = facts.type_of(words, inst.word(1));
            return match facts.type_view(words, pointer) {
                TypeView::Pointer { pointee, .. } => Some(pointee),
                _ => None,
            };
        }
        _ => return None,
    };
    match facts.type_view(words, ty) {
        TypeView::Struct(_) | TypeView::Array { .. } => Some(ty),
        _ => None,
    }
}

/// What computing with each narrow type needs.
pub(super) const VALUES: [(u8, Set); 3] = [
    (contents::INT8, Set::Int8Value),
    (contents::INT16, Set::Int16Value),
    (contents::FLOAT16, Set::Float16Value),
];

/// Whether an instruction computes with narrow types, beyond what storage alone allows: loads, stores, conversions of
/// width, copies, and addresses (SPV_KHR_16bit_storage and SPV_KHR_8bit_storage, "Validation Rules").
pub fn narrow_value(place: &Place<'_>, inst: Inst<'_>, need: &mut impl FnMut(Set)) {
    let (opcode, flags) = (inst.opcode(), op_hot(inst.opcode()).flags);
    let storage_only = matches!(
        opcode,
        op::OpLoad
            | op::OpStore
            | op::OpCopyObject
            | op::OpCopyMemory
            | op::OpFConvert
            | op::OpUConvert
            | op::OpSConvert
            | op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpVariable
            | op::OpFunction
            | op::OpFunctionCall
    );
    if flags.contains(OpFlags::TYPE) {
        return;
    }
    let of = |ty: u32| place.contents.get(ty as usize).copied().unwrap_or(0);
    let mut bits = 0;
    if !storage_only {
        if flags.contains(OpFlags::RESULT_TYPE) {
            bits |= of(inst.word(1));
        }
        let ids = match opcode {
            op::OpExtInst => inst.from(5),
            op::OpCompositeExtract => inst.words().get(3..4).unwrap_or(&[]),
            op::OpSwitch => inst.words().get(1..2).unwrap_or(&[]),
            // Of constants, whose types tell as much.
            op::OpSpecConstantOp => &[],
            _ if !flags.contains(OpFlags::IDS_ONLY) => {
                for_each_use(inst.words(), 1, |_, id| {
                    bits |= of(place.facts.type_of(place.words, id));
                });
                &[]
            }
            _ => inst.from(if flags.contains(OpFlags::RESULT_TYPE) {
                3
            } else {
                1
            }),
        };
        for &id in ids {
            bits |= of(place.facts.type_of(place.words, id));
        }
    } else if let Some(ty) = whole(place, inst) {
        bits |= of(ty);
    } else if matches!(opcode, op::OpVariable) {
        // Variables of the shader's own memory hold values like any other; with a layout, workgroup memory is storage.
        if let TypeView::Pointer { class, pointee } =
            place.facts.type_view(place.words, inst.word(1))
        {
            let own = match class {
                storage_class::Function | storage_class::Private => true,
                storage_class::Workgroup => !place.looks.workgroup_layout,
                _ => false,
            };
            if own {
                bits |= of(pointee);
            }
        }
    }
    let bits = bits & place.looks.values;
    for (bit, set) in VALUES {
        if bits & bit != 0 {
            need(set);
        }
    }
}
