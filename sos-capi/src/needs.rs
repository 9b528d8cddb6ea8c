//! What a pipeline needs besides the words, from a report: features and extensions, a subgroup size, specialization data.
//!
//! The structs returned to C point into the result.

use std::collections::BTreeSet;
use std::ffi::{c_char, c_void, CString};
use std::mem::offset_of;

use sos_core::report::ConstantReport;
use sos_core::target::ApiVersion;
use sos_core::Report;

use crate::sized::SizedStruct;

/// `sos_needs`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosNeeds {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// The subgroup size that the pipeline must require, or 0.
    pub required_subgroup_size: u32,
    /// The lowest Vulkan version that accepts the module, packed, or 0.
    pub api_version: u32,
    /// Number of features.
    pub feature_count: u32,
    /// Number of extensions.
    pub extension_count: u32,
    /// The size of emulated subgroups, or 0.
    pub made_subgroup_size: u32,
    /// Features, as `structure::member`.
    pub features: *const *const c_char,
    /// Device extensions.
    pub extensions: *const *const c_char,
}

// SAFETY: integers and raw pointers.
unsafe impl SizedStruct for SosNeeds {
    const FIRST: usize = offset_of!(Self, extensions) + size_of::<*const *const c_char>();
}

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

/// Subgroup sizes that a module requires or emulates; 0 for none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SubgroupSizes {
    /// The size to require of the pipeline.
    pub(crate) required: u32,
    /// The size of emulated subgroups.
    pub(crate) made: u32,
}

/// The data that the two structs point to.
#[derive(Default)]
pub(crate) struct Needs {
    sizes: SubgroupSizes,
    api_version: u32,
    features: Texts,
    extensions: Texts,
    entries: Vec<SosMapEntry>,
    data: Vec<u8>,
}

impl Needs {
    /// Without a report, only the subgroup sizes are known.
    pub(crate) fn new(sizes: SubgroupSizes, report: Option<&Report>) -> Self {
        let mut needs = Self {
            sizes,
            ..Self::default()
        };
        if let Some(report) = report {
            needs.read(report);
        }
        needs
    }

    fn read(&mut self, report: &Report) {
        let entry_points = || report.entry_points.iter();
        let versions = entry_points().filter_map(|entry| ApiVersion::parse(&entry.api_version));
        self.api_version = versions.max().map_or(0, ApiVersion::packed);
        self.features = Texts::new(entry_points().flat_map(|entry| &entry.features));
        self.extensions = Texts::new(entry_points().flat_map(|entry| &entry.vulkan_extensions));
        let mut seen = BTreeSet::new();
        for constant in &report.constants {
            // Several constants may share an id, but an id may have only one entry.
            if constant.specializable && seen.insert(constant.spec_id) {
                self.add(constant);
            }
        }
    }

    fn add(&mut self, constant: &ConstantReport) {
        // The least significant bytes, in native byte order.
        let bytes = match constant.size {
            1 => (constant.value as u8).to_ne_bytes().to_vec(),
            2 => (constant.value as u16).to_ne_bytes().to_vec(),
            4 => (constant.value as u32).to_ne_bytes().to_vec(),
            8 => constant.value.to_ne_bytes().to_vec(),
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

    pub(crate) fn needs(&self, struct_size: u32) -> SosNeeds {
        SosNeeds {
            struct_size,
            required_subgroup_size: self.sizes.required,
            api_version: self.api_version,
            feature_count: self.features.pointers.len() as u32,
            extension_count: self.extensions.pointers.len() as u32,
            made_subgroup_size: self.sizes.made,
            features: self.features.first(),
            extensions: self.extensions.first(),
        }
    }

    pub(crate) fn specialization(&self, struct_size: u32) -> SosSpecialization {
        let none = self.entries.is_empty();
        SosSpecialization {
            struct_size,
            map_entry_count: self.entries.len() as u32,
            map_entries: match none {
                true => std::ptr::null(),
                false => self.entries.as_ptr(),
            },
            data_size: self.data.len(),
            data: match none {
                true => std::ptr::null(),
                false => self.data.as_ptr().cast(),
            },
        }
    }
}

/// Strings as an array of pointers: sorted and deduplicated.
#[derive(Default)]
struct Texts {
    /// Points into `_texts`, whose contents do not move with this struct.
    pointers: Vec<*const c_char>,
    _texts: Vec<CString>,
}

impl Texts {
    fn new<'a>(texts: impl Iterator<Item = &'a String>) -> Self {
        let texts: BTreeSet<&str> = texts.map(String::as_str).collect();
        // Names from Khronos's registry: none contains a NUL.
        let texts = texts.into_iter().filter_map(|text| CString::new(text).ok());
        let texts: Vec<CString> = texts.collect();
        Self {
            pointers: texts.iter().map(|text| text.as_ptr()).collect(),
            _texts: texts,
        }
    }

    fn first(&self) -> *const *const c_char {
        match self.pointers.is_empty() {
            true => std::ptr::null(),
            false => self.pointers.as_ptr(),
        }
    }
}
