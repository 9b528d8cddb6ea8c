//! Physical pointers to narrow data that themselves count as narrow data, on devices that can store such data but not
//! compute with it.
//!
//! On such a device, narrow values may be loaded, stored and converted, and hardly anything else (SPV_KHR_16bit_storage and
//! SPV_KHR_8bit_storage, "Validation Rules"). SPIRV-Tools apply these rules also to values that contain pointers to narrow
//! data. They exempt pointers themselves, and pointer types that are declared ahead (`OpTypeForwardPointer`, as GLSL's
//! buffer references always are), whose pointees they do not examine.
//!
//! ```text
//! struct Node { half* p; uint n; };
//!
//! %x = OpLoad %Node %from                      a load, store, copy, phi, extract or constant of a type that contains a pointer
//! %y = OpVariable %to_Node Function            a function or private variable of such a type
//! %z = OpVariable %to_Push PushConstant        other memory, if the device does not support narrow data there
//! %p = OpBitcast %to_half %uvec2               a bitcast: without 64-bit integers, also conversions and chains by wide indices
//! ```
//!
//! If a module contains any of these, pointers to such data become addresses ([`super::address`]), as if the device could
//! not access the data. A structure then contains a 64-bit integer instead, of the same size and alignment. Accesses use
//! pointers converted from the address, so narrow data is loaded and stored natively ([`Code::native`]). Without 64-bit
//! integers, a pointer to narrow data could only be created by a bitcast. So accesses then use words, and once any pointer
//! of the kind becomes an address, all of them do.
//!
//! Pointers to other kinds of data are not changed, nor are those that are declared ahead.
//!
//! Exact: an address has the bits of the pointer.

use super::place::Place;
use super::{Code, Lacks};
use crate::facts::closure;
use crate::facts::{Scalar, TypeView};
use crate::inst::Insts;
use crate::passes::access::Access;
use crate::passes::{Input, LowerError};
use crate::plan::implicit::{self, contents};
use crate::tables::{capability as c, op, storage_class};
use crate::target::Target;
use crate::views;
use alloc::vec::Vec;

/// The kinds of data, as bits of [`contents`], that a device cannot compute with, and whether it has 64-bit integers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arithmetic {
    pub lacks: u8,
    pub has_long: bool,
}

impl Arithmetic {
    /// Returns what a target supports.
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

    /// Whether a type contains pointers to data that the device cannot compute with, by its entry in the table of contents.
    pub fn may_matter(&self, entry: u8) -> bool {
        implicit::pointed(entry) & self.lacks != 0
    }
}

/// Determines the kinds of data to which pointers have to become addresses, from the table of contents. The second table is
/// working memory.
pub fn find(
    input: Input<'_>,
    arithmetic: Arithmetic,
    lacks: &Lacks,
    (contents, pointed): (&[u8], &mut Vec<u8>),
) -> u8 {
    let Input { words, facts } = input;
    let entry = |id: u32| contents.get(id as usize).copied().unwrap_or(0);
    let may_matter = |&entry: &u8| arithmetic.may_matter(entry);
    if !facts.uses(c::PhysicalStorageBufferAddresses) || !contents.iter().any(may_matter) {
        return 0;
    }
    implicit::fill_pointed(contents, pointed);
    let checks = implicit::Checks {
        values: arithmetic.lacks,
        ..implicit::Checks::of(facts, &closure(&facts.capabilities))
    };
    let all = || Insts::new(words, facts.globals, words.len() as u32);
    // Bitcasts only matter without 64-bit integers; see below.
    let others = all().filter(|inst| inst.opcode() != op::OpBitcast);
    let mut held = implicit::computed((words, facts), &checks, pointed, others);
    for inst in facts.declarations(words) {
        if inst.opcode() == op::OpVariable {
            let pointee = facts.pointee(words, inst.result_type());
            let lacks = match views::Variable(inst).storage_class() {
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
            let of_operand = || facts.type_of(words, inst.operand());
            let types = match inst.opcode() {
                op::OpBitcast | op::OpConvertUToPtr | op::OpConvertPtrToU => {
                    [inst.result_type(), of_operand()]
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

/// Whether an index may exceed 32 bits. Without 64-bit integers, the base of such a chain is bitcast as well.
fn exceeds_i32(input: Input<'_>, index: u32) -> bool {
    let is_long = matches!(
        input.scalar_of(input.type_of(index)),
        Some(Scalar::Int { width: 64, .. })
    );
    is_long && !input.fits_i32(index)
}

impl Code<'_> {
    /// Returns a pointer for accessing a scalar or vector at an address natively, if it is narrow and the device supports
    /// that.
    pub fn native(&mut self, place: &Place, scalar: Scalar) -> Result<Option<u32>, LowerError> {
        let kind = match scalar {
            Scalar::Int { width: 8, .. } => contents::INT8,
            Scalar::Int { width: 16, .. } | Scalar::Float { width: 16 } => contents::ANY16,
            _ => 0,
        };
        if !place.is_address || self.blocks.native_data & kind == 0 {
            return Ok(None);
        }
        self.pointer_at_address(place).map(Some)
    }

    /// As [`Code::native`], for a vector with the alignment of a vector, accessed by itself: `depth` is greater than 0 for
    /// parts of composites.
    pub fn native_vector(
        &mut self,
        place: &Place,
        access: &Access,
        depth: u32,
    ) -> Result<Option<u32>, LowerError> {
        let TypeView::Vector { component, count } = self.input.view(place.part.ty) else {
            return Ok(None);
        };
        let TypeView::Scalar(scalar) = self.input.view(component) else {
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
