//! What a pipeline needs besides the words, from a report: features and extensions, a subgroup size.
//!
//! The struct returned to C points into the result.

use alloc::collections::BTreeSet;
use alloc::ffi::CString;
use core::ffi::c_char;
use core::mem::offset_of;

use sos_core::target::ApiVersion;
use sos_core::Report;

use crate::refusals::{capabilities, first};
use crate::sized::SizedStruct;
use alloc::string::String;
use alloc::vec::Vec;

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
    /// SPIR-V's numbers of the capabilities.
    pub capabilities: *const u32,
    /// Number of capabilities.
    pub capability_count: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: integers and raw pointers.
unsafe impl SizedStruct for SosNeeds {
    const FIRST: usize = offset_of!(Self, extensions) + size_of::<*const *const c_char>();
}

/// Subgroup sizes that a module requires or emulates; 0 for none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SubgroupSizes {
    /// The size to require of the pipeline.
    pub(crate) required: u32,
    /// The size of emulated subgroups.
    pub(crate) made: u32,
}

/// The data that a `sos_needs` points to.
#[derive(Default)]
pub(crate) struct Needs {
    sizes: SubgroupSizes,
    api_version: u32,
    features: Texts,
    extensions: Texts,
    capabilities: Vec<u32>,
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
        self.capabilities = capabilities(entry_points().flat_map(|entry| &entry.capabilities));
        self.capabilities.sort_unstable();
        self.capabilities.dedup();
        self.features = Texts::new(entry_points().flat_map(|entry| &entry.features));
        self.extensions = Texts::new(entry_points().flat_map(|entry| &entry.vulkan_extensions));
    }

    pub(crate) fn needs(&self, struct_size: u32) -> SosNeeds {
        SosNeeds {
            struct_size,
            required_subgroup_size: self.sizes.required,
            api_version: self.api_version,
            feature_count: self.features.count(),
            extension_count: self.extensions.count(),
            made_subgroup_size: self.sizes.made,
            features: self.features.first(),
            extensions: self.extensions.first(),
            capabilities: first(&self.capabilities),
            capability_count: self.capabilities.len() as u32,
            reserved: 0,
        }
    }
}

/// Strings as an array of pointers.
#[derive(Default)]
pub(crate) struct Texts {
    /// Points into `_texts`, whose contents do not move with this struct.
    pointers: Vec<*const c_char>,
    _texts: Vec<CString>,
}

impl Texts {
    /// Sorted and deduplicated.
    fn new<'a>(texts: impl Iterator<Item = &'a String>) -> Self {
        Self::listed(texts.collect::<BTreeSet<_>>())
    }

    /// In their order.
    pub(crate) fn listed<'a>(texts: impl IntoIterator<Item = &'a String>) -> Self {
        // Names from Khronos's registry: none contains a NUL.
        let texts = texts
            .into_iter()
            .filter_map(|text| CString::new(text.as_str()).ok());
        let texts: Vec<CString> = texts.collect();
        Self {
            pointers: texts.iter().map(|text| text.as_ptr()).collect(),
            _texts: texts,
        }
    }

    pub(crate) fn count(&self) -> u32 {
        self.pointers.len() as u32
    }

    pub(crate) fn first(&self) -> *const *const c_char {
        first(&self.pointers)
    }
}
