//! One run of the filter as C sees it.

use std::borrow::Cow;
use std::ffi::{c_char, CString};

use sos_core::{Module, Outcome, Scratch};

use crate::options::SosOptions;
use crate::status::constants::SOS_ERROR_INTERNAL;
use crate::status::{Failure, SosStatus};
use crate::target::SosTarget;
use crate::{guard, pointer};

/// `sos_outcome`
pub type SosOutcome = u32;

/// How a run ended.
pub mod constants {
    use super::SosOutcome;

    /// There is no result.
    pub const SOS_NO_OUTCOME: SosOutcome = 0;
    /// The target takes the module as it is.
    pub const SOS_UNCHANGED: SosOutcome = 1;
    /// The result is the module for the target.
    pub const SOS_REWRITTEN: SosOutcome = 2;
    /// The target cannot run the module.
    pub const SOS_UNSUPPORTED: SosOutcome = 3;
}

use constants::*;

/// `sos_result`: opaque.
pub struct SosResult {
    outcome: SosOutcome,
    words: Words,
    report: CString,
}

/// The words of a result.
enum Words {
    /// None: unsupported.
    None,
    /// The caller's own, handed back without a copy.
    Caller(*const u32, usize),
    /// Made by the filter.
    Own(Vec<u32>),
}

/// Filters a module for a target.
///
/// # Safety
/// As the header says: `target` came from this library, `words` leads to `word_count` words, `options` is NULL or leads
/// to options, `result` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_filter(
    target: *const SosTarget,
    words: *const u32,
    word_count: usize,
    options: *const SosOptions,
    result: *mut *mut SosResult,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(result) }?;
        // SAFETY: the caller's part, by this function's condition.
        let target = unsafe { pointer::object(target) }?;
        pointer::check(words)?;
        // SAFETY: the caller's part, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count) }?;
        // SAFETY: the caller's part, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        // SAFETY: the caller's part, by this function's condition.
        let core_options = unsafe { options.to_core() }?;
        *place = pointer::give(run(target, words, &core_options, options.wants_report())?);
        Ok(())
    })
}

fn run(
    target: &SosTarget,
    caller_words: &[u32],
    options: &sos_core::Options,
    wants_report: bool,
) -> Result<SosResult, Failure> {
    let words = sos_core::words::to_native(caller_words);
    let module = Module::scan(&words, &options.limits)?;
    let mut scratch = Scratch::default();
    let (outcome, made) = match sos_core::filter(&module, &target.0, options, &mut scratch)? {
        Outcome::Unsupported => (SOS_UNSUPPORTED, Words::None),
        Outcome::Rewritten(words) => (SOS_REWRITTEN, Words::Own(words.to_vec())),
        Outcome::Unchanged(same) => match &words {
            Cow::Borrowed(words) => (SOS_UNCHANGED, Words::Caller(words.as_ptr(), words.len())),
            // Turned round: the caller has no such words.
            Cow::Owned(_) => (SOS_UNCHANGED, Words::Own(same.to_vec())),
        },
    };
    let report = if wants_report {
        let json = serde_json::to_vec(&scratch.report(&module, &target.0, options));
        json.ok()
            .and_then(|json| CString::new(json).ok())
            .ok_or(Failure(SOS_ERROR_INTERNAL))?
    } else {
        CString::default()
    };
    Ok(SosResult {
        outcome,
        words: made,
        report,
    })
}

/// How the run ended.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_outcome(result: *const SosResult) -> SosOutcome {
    // SAFETY: the caller's part, by this function's condition.
    unsafe { pointer::object(result) }.map_or(SOS_NO_OUTCOME, |result| result.outcome)
}

/// The module.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_words(result: *const SosResult) -> *const u32 {
    // SAFETY: the caller's part, by this function's condition.
    match unsafe { pointer::object(result) }.map(|result| &result.words) {
        Err(_) | Ok(Words::None) => std::ptr::null(),
        Ok(Words::Caller(words, _)) => *words,
        Ok(Words::Own(words)) => words.as_ptr(),
    }
}

/// The size of the module in words.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_word_count(result: *const SosResult) -> usize {
    // SAFETY: the caller's part, by this function's condition.
    match unsafe { pointer::object(result) }.map(|result| &result.words) {
        Err(_) | Ok(Words::None) => 0,
        Ok(Words::Caller(_, count)) => *count,
        Ok(Words::Own(words)) => words.len(),
    }
}

/// The report as JSON.
///
/// # Safety
/// `result` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_result_report(result: *const SosResult) -> *const c_char {
    // SAFETY: the caller's part, by this function's condition.
    unsafe { pointer::object(result) }.map_or(c"".as_ptr(), |result| result.report.as_ptr())
}

/// Frees a result.
///
/// # Safety
/// `result` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_result_free(result: *mut SosResult) {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        unsafe { pointer::free(result) };
        Ok(())
    });
}
