//! Why a target cannot run a module, from a report, as numbers and names that a program can act on.
//!
//! Input: the report of a run. Output: `sos_refusal`, one for each unmet need, which points into the result. Capabilities are
//! SPIR-V's numbers; what has no number in any of Khronos's registries (features, limits) has Khronos's name.

use alloc::ffi::CString;
use core::ffi::c_char;
use core::mem::offset_of;

use sos_core::report::{NeedKind, Unsupported};
use sos_core::tables::{capability_by_name, capability_row};
use sos_core::Report;

use crate::needs::Texts;
use crate::result::SosResult;
use crate::sized::SizedStruct;
use crate::status::constants::SOS_ERROR_ARGUMENT;
use crate::status::{logged_failure, SosStatus};
use crate::{guard, pointer};

/// `sos_need_kind`
pub type SosNeedKind = u32;

/// Kinds of needs.
pub mod constants {
    use super::SosNeedKind;

    /// What this version of the library does not know.
    pub const SOS_NEED_UNKNOWN: SosNeedKind = 0;
    /// One of some capabilities.
    pub const SOS_NEED_CAPABILITY: SosNeedKind = 1;
    /// A version of SPIR-V, or an extension of it.
    pub const SOS_NEED_VERSION: SosNeedKind = 2;
    /// A feature or property that Vulkan demands without a capability.
    pub const SOS_NEED_CONDITION: SosNeedKind = 3;
    /// A number within a limit.
    pub const SOS_NEED_LIMIT: SosNeedKind = 4;
}

use alloc::string::String;
use alloc::vec::Vec;
use constants::*;

/// `sos_refusal`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosRefusal {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// What kind of need it is.
    pub kind: SosNeedKind,
    /// The instruction that has it, in words from the start of the module.
    pub word_offset: u32,
    /// The function that contains it, or 0.
    pub function: u32,
    /// 1 if nothing replaces it here.
    pub blocking: u32,
    /// Number of capabilities.
    pub capability_count: u32,
    /// Number of ways to provide it.
    pub provider_count: u32,
    /// 0.
    pub reserved: u32,
    /// The capabilities, any one of which is needed.
    pub capabilities: *const u32,
    /// What would provide it, any one of these.
    pub providers: *const *const c_char,
    /// The name of the limit, or NULL.
    pub limit: *const c_char,
    /// The module's number.
    pub limit_value: i64,
    /// The number closest to it that would fit.
    pub limit_allowed: i64,
    /// The need as a clause.
    pub text: *const c_char,
}

// SAFETY: integers and raw pointers.
unsafe impl SizedStruct for SosRefusal {
    const FIRST: usize = offset_of!(Self, text) + size_of::<*const c_char>();
}

/// The refusals of a result, and what they point to.
#[derive(Default)]
pub(crate) struct Refusals {
    list: Vec<Refusal>,
}

/// One unmet need.
struct Refusal {
    kind: SosNeedKind,
    word_offset: u32,
    function: u32,
    blocking: bool,
    capabilities: Vec<u32>,
    providers: Texts,
    limit: Option<(CString, i64, i64)>,
    text: CString,
}

impl Refusals {
    pub(crate) fn new(report: Option<&Report>) -> Self {
        let unsupported = report.map_or(&[][..], |report| &report.unsupported);
        Self {
            list: unsupported.iter().map(Refusal::new).collect(),
        }
    }
}

impl Refusal {
    fn new(unmet: &Unsupported) -> Self {
        let limit = unmet.limit.as_ref();
        let limit = limit.map(|limit| (c_text(&limit.name), limit.value, limit.allowed));
        Self {
            kind: match unmet.kind {
                NeedKind::Capability => SOS_NEED_CAPABILITY,
                NeedKind::Version => SOS_NEED_VERSION,
                NeedKind::Condition => SOS_NEED_CONDITION,
                NeedKind::Limit => SOS_NEED_LIMIT,
                _ => SOS_NEED_UNKNOWN,
            },
            word_offset: unmet.offset,
            function: unmet.function.as_ref().map_or(0, |function| function.id),
            blocking: unmet.blocking,
            capabilities: capabilities(&unmet.capabilities),
            providers: Texts::listed(&unmet.provided_by),
            limit,
            text: c_text(&unmet.need),
        }
    }

    fn filled(&self, struct_size: u32) -> SosRefusal {
        let (limit, limit_value, limit_allowed) = match &self.limit {
            Some((name, value, allowed)) => (name.as_ptr(), *value, *allowed),
            None => (core::ptr::null(), 0, 0),
        };
        SosRefusal {
            struct_size,
            kind: self.kind,
            word_offset: self.word_offset,
            function: self.function,
            blocking: self.blocking.into(),
            capability_count: self.capabilities.len() as u32,
            provider_count: self.providers.count(),
            reserved: 0,
            capabilities: first(&self.capabilities),
            providers: self.providers.first(),
            limit,
            limit_value,
            limit_allowed,
            text: self.text.as_ptr(),
        }
    }
}

/// SPIR-V's numbers of capabilities.
pub(crate) fn capabilities<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<u32> {
    let names = names.into_iter();
    let rows = names.filter_map(|name| capability_row(capability_by_name(name)?));
    rows.map(|row| row.value).collect()
}

/// A text of a report. One that quotes a name of the module's may hold a NUL in no case: SPIR-V's strings end there.
fn c_text(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

/// The first of some values, or NULL.
pub(crate) fn first<T>(all: &[T]) -> *const T {
    match all {
        [] => core::ptr::null(),
        all => all.as_ptr(),
    }
}

/// The number of refusals.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_refusal_count(result: *const SosResult) -> u32 {
    // SAFETY: guaranteed by the caller, by this function's condition.
    unsafe { pointer::object(result, "result") }
        .map_or(0, |result| result.refusals().list.len() as u32)
}

/// One refusal.
///
/// # Safety
/// As the header requires: `result` came from this library, `refusal` points to a struct of `struct_size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sos_result_get_refusal(
    result: *const SosResult,
    index: u32,
    refusal: *mut SosRefusal,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let size = unsafe { SosRefusal::begin(refusal, "refusal") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let result = unsafe { pointer::object(result, "result") }?;
        let list = &result.refusals().list;
        let Some(found) = list.get(index as usize) else {
            let why = format_args!("index is {index}, and there are {} refusals", list.len());
            return Err(logged_failure(SOS_ERROR_ARGUMENT, &why));
        };
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { found.filled(size).write_to(refusal) };
        Ok(())
    })
}
