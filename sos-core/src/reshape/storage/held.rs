//! Physical pointers to narrow data that count as such data, where the device can store it and not compute with it.
//!
//! A device that reaches halves in memory and cannot compute with them may load, store and convert them, and hardly more
//! (SPV_KHR_16bit_storage and SPV_KHR_8bit_storage, "Validation Rules"). What that says of values, SPIRV-Tools hold against
//! whatever holds a pointer to halves, too; only a pointer by itself is none, and where the pointer's type is declared ahead of
//! what it points to (`OpTypeForwardPointer`, as GLSL's references always are), they do not look behind it.
//!
//! ```text
//! struct Node { half* p; uint n; };
//!
//! %x = OpLoad %Node %from                      a load, a store, a copy, a phi, a part, a constant of what holds a pointer
//! %y = OpVariable %to_Node Function            a variable of the shader's own that does
//! %z = OpVariable %to_Push PushConstant        one in other memory, where the device lacks that for narrow data
//! %p = OpBitcast %to_half %uvec2               a cast: without 64-bit integers, conversions are such, and chains by such indices
//! ```
//!
//! Where a module has one of these, pointers to such data become addresses ([`super::address`]), as if the device could not
//! reach the data: a structure then holds a 64-bit integer, of the same size and alignment. Accesses go by pointers made of
//! it, so what is narrow is loaded and stored as it was ([`Code::native`]). Without 64-bit integers a pointer to halves could
//! be made by a cast alone, so accesses go by words there, and every pointer of the kind becomes an address once one does.
//!
//! Pointers to data of another kind stay as they are, and so do those that are declared ahead.
//!
//! Exact: an address has the bits of the pointer.

use super::place::Place;
use super::{Code, Lacks};
use crate::facts::{Scalar, TypeView};
use crate::inst::Insts;
use crate::plan::closure;
use crate::plan::implicit::{self, contents};
use crate::reshape::access::Access;
use crate::reshape::{Input, Refusal};
use crate::tables::{capability as c, op, storage_class};
use crate::target::Target;

/// The kinds of data, as bits of [`contents`], that a device cannot compute with, and whether it has 64-bit integers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arithmetic {
    pub lacks: u8,
    pub has_long: bool,
}

impl Arithmetic {
    /// What a target has.
    pub fn of(target: &Target) -> Self {
        let kinds = [
            (c::Int8, contents::INT8),
            (c::Int16, contents::INT16),
            (c::Float16, contents::FLOAT16),
        ];
        let lacks = kinds.iter().filter(|(one, _)| !target.has_capability(*one));
        Self {
            lacks: lacks.fold(0, |bits, (_, kind)| bits | kind),
            has_long: target.has_capability(c::Int64),
        }
    }

    /// Whether a type may matter, by its entry in the table of contents.
    pub fn may_matter(&self, entry: u8) -> bool {
        implicit::pointed(entry) & self.lacks != 0
    }
}

/// The kinds of data to which pointers have to become addresses, by the table of contents; the second table is space.
pub fn find(
    input: Input<'_>,
    arithmetic: Arithmetic,
    lacks: &Lacks,
    (contents, pointed): (&[u8], &mut Vec<u8>),
) -> u8 {
    let Input { words, facts } = input;
    let entry = |id: u32| contents.get(id as usize).copied().unwrap_or(0);
    let may_matter = |&entry: &u8| arithmetic.may_matter(entry);
    if !facts.declares(c::PhysicalStorageBufferAddresses) || !contents.iter().any(may_matter) {
        return 0;
    }
    implicit::fill_pointed(contents, pointed);
    let checks = implicit::Checks {
        values: arithmetic.lacks,
        ..implicit::Checks::of(&closure(&facts.capabilities))
    };
    let all = || Insts::new(words, facts.globals, words.len() as u32);
    // Of casts, those without 64-bit integers matter.
    let others = all().filter(|inst| inst.opcode() != op::OpBitcast);
    let mut held = implicit::computed((words, facts), &checks, pointed, others);
    for inst in facts.declarations(words) {
        if inst.opcode() == op::OpVariable {
            let pointee = facts.pointee(words, inst.word(1));
            let lacks = match inst.word(3) {
                storage_class::Uniform if facts.is_buffer_block(words, pointee) => 0,
                class @ (storage_class::Uniform | storage_class::PushConstant) => {
                    lacks.of_block(class, false)
                }
                storage_class::Workgroup => lacks.shared,
                _ => 0,
            };
            held |= implicit::pointed(entry(pointee)) & lacks;
        }
    }
    if !arithmetic.has_long {
        for inst in facts.code(words) {
            let of_operand = || facts.type_of(words, inst.word(3));
            let types = match inst.opcode() {
                op::OpBitcast | op::OpConvertUToPtr | op::OpConvertPtrToU => {
                    [inst.word(1), of_operand()]
                }
                op::OpAccessChain
                | op::OpInBoundsAccessChain
                | op::OpPtrAccessChain
                | op::OpInBoundsPtrAccessChain
                    if inst.from(4).iter().any(|&index| exceeds_i32(input, index)) =>
                {
                    [of_operand(), 0]
                }
                _ => continue,
            };
            let led_to = types.map(|ty| implicit::pointed(entry(ty)));
            held |= led_to.iter().fold(0, |bits, led_to| bits | led_to);
        }
    }
    held & arithmetic.lacks
}

/// Whether an index may be one that 32 bits do not tell: then the base of a chain is cast, too.
fn exceeds_i32(input: Input<'_>, index: u32) -> bool {
    let Input { words, facts } = input;
    let is_long = matches!(
        facts.scalar_of(words, facts.type_of(words, index)),
        Some(Scalar::Int { width: 64, .. })
    );
    is_long && !input.fits_i32(index)
}

impl Code<'_> {
    /// A pointer by which the device reaches a number or a vector at an address as it is; where it can, and where something
    /// would have to be cut out of words otherwise.
    pub fn native(&mut self, place: &Place, scalar: Scalar) -> Result<Option<u32>, Refusal> {
        let kind = match scalar {
            Scalar::Int { width: 8, .. } => contents::INT8,
            Scalar::Int { width: 16, .. } | Scalar::Float { width: 16 } => contents::ANY16,
            _ => 0,
        };
        if !place.is_address || self.blocks.reached_data & kind == 0 {
            return Ok(None);
        }
        self.pointer_at_address(place).map(Some)
    }

    /// The same for a vector that is accessed by itself, and said to be aligned as one: `depth` tells what is a part of
    /// something.
    pub fn native_vector(
        &mut self,
        place: &Place,
        access: &Access,
        depth: u32,
    ) -> Result<Option<u32>, Refusal> {
        let Input { words, facts } = self.input;
        let TypeView::Vector { component, count } = facts.type_view(words, place.part.ty) else {
            return Ok(None);
        };
        let TypeView::Scalar(scalar) = facts.type_view(words, component) else {
            return Ok(None);
        };
        let whole = count.checked_next_power_of_two().unwrap_or(u32::MAX);
        let aligned = access.alignment() >= whole.saturating_mul(scalar.width() / 8);
        match depth == 0 && place.part.component_stride == 0 && aligned {
            true => self.native(place, scalar),
            false => Ok(None),
        }
    }
}
