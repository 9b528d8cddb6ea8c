//! Specialization constants and their values in Vulkan's form: `VkSpecializationInfo`.

use alloc::collections::BTreeSet;
use core::ffi::c_void;
use core::mem::offset_of;
use core::ptr;

use sos_core::SpecConstant;

use crate::sized::SizedStruct;
use alloc::vec::Vec;

/// `sos_map_entry`: `VkSpecializationMapEntry`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosMapEntry {
    /// `SpecId`.
    pub constant_id: u32,
    /// Offset of its value in the data, in bytes.
    pub offset: u32,
    /// Size of the value in bytes.
    pub size: usize,
}

/// `sos_specialization`: `VkSpecializationInfo`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosSpecialization {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// Number of entries.
    pub map_entry_count: u32,
    /// The entries.
    pub map_entries: *const SosMapEntry,
    /// Size of the data in bytes.
    pub data_size: usize,
    /// The values.
    pub data: *const c_void,
}

// SAFETY: integers and raw pointers.
unsafe impl SizedStruct for SosSpecialization {
    const FIRST: usize = offset_of!(Self, data) + size_of::<*const c_void>();
}

/// The data that a `sos_specialization` points to.
#[derive(Default)]
pub(crate) struct Specialization {
    entries: Vec<SosMapEntry>,
    data: Vec<u8>,
}

impl Specialization {
    /// An entry for each `SpecId`: several constants may share one, and then have the same value.
    pub(crate) fn new(constants: &[SpecConstant]) -> Self {
        let mut made = Self::default();
        let mut seen = BTreeSet::new();
        for constant in constants {
            if seen.insert(constant.spec_id) {
                made.add(constant);
            }
        }
        made
    }

    fn add(&mut self, constant: &SpecConstant) {
        let value = constant.default;
        // The least significant bytes, in native byte order.
        let bytes = match constant.width {
            8 => (value as u8).to_ne_bytes().to_vec(),
            16 => (value as u16).to_ne_bytes().to_vec(),
            32 => (value as u32).to_ne_bytes().to_vec(),
            64 => value.to_ne_bytes().to_vec(),
            _ => return,
        };
        let offset = self.data.len().next_multiple_of(bytes.len());
        self.data.resize(offset, 0);
        self.data.extend_from_slice(&bytes);
        self.entries.push(SosMapEntry {
            constant_id: constant.spec_id,
            offset: offset as u32,
            size: bytes.len(),
        });
    }

    /// The struct for the caller, whose version has this size.
    pub(crate) fn filled(&self, struct_size: u32) -> SosSpecialization {
        let none = self.entries.is_empty();
        SosSpecialization {
            struct_size,
            map_entry_count: self.entries.len() as u32,
            map_entries: match none {
                true => ptr::null(),
                false => self.entries.as_ptr(),
            },
            data_size: self.data.len(),
            data: match none {
                true => ptr::null(),
                false => self.data.as_ptr().cast(),
            },
        }
    }
}
