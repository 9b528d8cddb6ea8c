//! The result of a run, as an object of its own.

use alloc::ffi::CString;
use alloc::sync::Arc;
use core::ffi::c_char;

use sos_core::Report;

use crate::needs::{Needs, SosNeeds, SubgroupSizes};
use crate::refusals::Refusals;
use crate::sized::SizedStruct;
use crate::specialization::{SosSpecialization, Specialization};
#[cfg(feature = "json")]
use crate::status::constants::SOS_ERROR_INTERNAL;
use crate::status::{Failure, SosStatus};
use crate::{guard, pointer};

/// `sos_outcome`
pub type SosOutcome = u32;

/// How a run ended.
pub mod constants {
    use super::SosOutcome;

    /// There is no result.
    pub const SOS_NO_OUTCOME: SosOutcome = 0;
    /// The target accepts the module unmodified.
    pub const SOS_UNCHANGED: SosOutcome = 1;
    /// The result is the module for the target.
    pub const SOS_REWRITTEN: SosOutcome = 2;
    /// The target cannot run the module.
    pub const SOS_UNSUPPORTED: SosOutcome = 3;
}

use alloc::string::ToString as _;
use alloc::vec::Vec;
use constants::*;

/// `sos_result`: opaque.
pub struct SosResult {
    outcome: SosOutcome,
    pub(crate) words: Words,
    needs: Needs,
    refusals: Refusals,
    specialization: Specialization,
    report: CString,
    text: CString,
}

/// The words of a result.
pub(crate) enum Words {
    /// None: the module is unsupported.
    None,
    /// The caller's own, returned without a copy.
    Caller(*const u32, usize),
    /// Shared with a scanned module.
    Module(Arc<[u32]>),
    /// Made by the filter.
    Own(Vec<u32>),
}

impl Words {
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Caller(_, count) => *count,
            Self::Module(words) => words.len(),
            Self::Own(words) => words.len(),
        }
    }
}

impl SosResult {
    /// A result, without a report if none is wanted.
    pub(crate) fn new(
        outcome: SosOutcome,
        words: Words,
        sizes: SubgroupSizes,
        specialization: Specialization,
        report: Option<&Report>,
    ) -> Result<Self, Failure> {
        let needs = Needs::new(sizes, report);
        let refusals = Refusals::new(report);
        let shown = report.map_or_else(CString::default, shown);
        let report = match report {
            Some(report) => text(report)?,
            None => CString::default(),
        };
        Ok(Self {
            text: shown,
            outcome,
            words,
            needs,
            refusals,
            specialization,
            report,
        })
    }

    pub(crate) fn refusals(&self) -> &Refusals {
        &self.refusals
    }
}

/// The report in lines for people. Control characters are escaped there, NUL among them.
fn shown(report: &Report) -> CString {
    CString::new(report.to_string()).unwrap_or_default()
}

/// JSON escapes NUL, so the text has none.
#[cfg(feature = "json")]
pub(crate) fn text(value: &impl serde::Serialize) -> Result<CString, Failure> {
    let json = serde_json::to_vec(value).ok();
    let text = json.and_then(|json| CString::new(json).ok());
    text.ok_or(Failure::Status(SOS_ERROR_INTERNAL))
}

#[cfg(not(feature = "json"))]
fn text(_: &Report) -> Result<CString, Failure> {
    Ok(CString::default())
}

/// How the run ended.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_outcome(result: *const SosResult) -> SosOutcome {
    // SAFETY: guaranteed by the caller, by this function's condition.
    unsafe { pointer::object(result, "result") }.map_or(SOS_NO_OUTCOME, |result| result.outcome)
}

/// The words of the output.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_words(result: *const SosResult) -> *const u32 {
    // SAFETY: guaranteed by the caller, by this function's condition.
    match unsafe { pointer::object(result, "result") }.map(|result| &result.words) {
        Err(_) | Ok(Words::None) => core::ptr::null(),
        Ok(Words::Caller(words, _)) => *words,
        Ok(Words::Module(words)) => words.as_ptr(),
        Ok(Words::Own(words)) => words.as_ptr(),
    }
}

/// The size of the module in words.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_word_count(result: *const SosResult) -> usize {
    // SAFETY: guaranteed by the caller, by this function's condition.
    unsafe { pointer::object(result, "result") }.map_or(0, |result| result.words.count())
}

/// The report as JSON.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_report(result: *const SosResult) -> *const c_char {
    // SAFETY: guaranteed by the caller, by this function's condition.
    unsafe { pointer::object(result, "result") }
        .map_or(c"".as_ptr(), |result| result.report.as_ptr())
}

/// The report in lines for people.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_text(result: *const SosResult) -> *const c_char {
    // SAFETY: guaranteed by the caller, by this function's condition.
    unsafe { pointer::object(result, "result") }.map_or(c"".as_ptr(), |result| result.text.as_ptr())
}

/// What the output needs of Vulkan.
///
/// # Safety
/// As the header requires: `result` came from this library, `needs` points to a struct of `struct_size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sos_result_get_needs(
    result: *const SosResult,
    needs: *mut SosNeeds,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let size = unsafe { SosNeeds::begin(needs, "needs") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let result = unsafe { pointer::object(result, "result") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { result.needs.needs(size).write_to(needs) };
        Ok(())
    })
}

/// The constants that are still specialization constants, with their values.
///
/// # Safety
/// As the header requires: `result` came from this library, `specialization` points to a struct of `struct_size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sos_result_get_specialization(
    result: *const SosResult,
    specialization: *mut SosSpecialization,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let size = unsafe { SosSpecialization::begin(specialization, "specialization") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let result = unsafe { pointer::object(result, "result") }?;
        let filled = result.specialization.filled(size);
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { filled.write_to(specialization) };
        Ok(())
    })
}

/// Frees a result.
///
/// # Safety
/// `result` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_result_free(result: *mut SosResult) {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { pointer::free(result) };
        Ok(())
    });
}
