//! The C API of the filter. `include/sos.h` is its manual; this crate implements the declarations there.
//!
//! Input: pointers from a caller that is trusted to follow the header, and modules that are not trusted. Output: statuses, and
//! opaque objects. Refused: NULL, impossible sizes, unknown bits.
//!
//! All unsafe code of the library except the Vulkan query is here, in the thin layer that converts C pointers to references;
//! `sos-core` then works on the references in safe code. No panic crosses into C: see `guard.rs`.
#![deny(
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block
)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

#[cfg(any(feature = "standalone", not(feature = "std")))]
mod allocator;
mod argument;
mod context;
mod defect;
mod filter;
mod guard;
mod inspect;
mod key;
mod memory;
mod module;
mod needs;
mod options;
mod pointer;
mod refusals;
mod result;
mod scratch;
mod sized;
mod specialization;
mod specializer;
mod status;
mod system;
mod target;
mod version;
mod vulkan;

pub use context::{
    sos_context_create, sos_context_free, SosAllocateFunction, SosContext, SosContextInfo,
    SosLogFunction, SosReleaseFunction,
};
pub use filter::{sos_filter, sos_filter_into, sos_filter_module, SosOutput};
pub use inspect::{sos_inspect, sos_inspection_free, sos_inspection_json, SosInspection};
pub use key::{sos_filter_get_key, sos_module_get_key, sos_target_get_key, SosKey};
pub use module::{
    sos_module_diagnose, sos_module_free, sos_module_get_specialization, sos_module_scan,
    sos_module_select, SosDefect, SosEntryPoint, SosModule,
};
pub use needs::SosNeeds;
pub use options::{SosConstant, SosImageFormat, SosOptions, SosSource};
pub use refusals::{sos_result_get_refusal, sos_result_refusal_count, SosNeedKind, SosRefusal};
pub use result::{
    sos_result_free, sos_result_get_needs, sos_result_get_specialization, sos_result_outcome,
    sos_result_report, sos_result_text, sos_result_word_count, sos_result_words, SosOutcome,
    SosResult,
};
pub use scratch::{sos_scratch_create, sos_scratch_free, sos_scratch_get_words, SosScratch};
pub use specialization::{SosMapEntry, SosSpecialization};
pub use specializer::{
    sos_specialize_into, sos_specializer_create, sos_specializer_free, SosSpecializer,
};
pub use status::{sos_status_text, SosStatus};
pub use target::{
    sos_target_extended, sos_target_free, sos_target_from_json, sos_target_from_name,
    sos_target_get_info, sos_target_get_json, sos_target_has_capability, sos_target_has_extension,
    sos_target_has_feature, sos_target_without, SosTarget, SosTargetInfo,
};
pub use version::sos_version;
pub use vulkan::{
    sos_target_from_device_create_info, sos_target_from_physical_device, SosFunction, SosVulkan,
};

/// Every number that the header names.
pub mod constants {
    pub use crate::context::constants::*;
    pub use crate::module::constants::*;
    pub use crate::options::constants::*;
    pub use crate::refusals::constants::*;
    pub use crate::result::constants::*;
    pub use crate::status::constants::*;
    pub use crate::target::constants::*;
}

/// The README's Rust is compiled: `cargo test --doc`.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
