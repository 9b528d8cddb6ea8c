//! The device-independent needs of a module, as JSON: for tools and messages.

use alloc::ffi::CString;
use core::ffi::c_char;

use crate::context::{ContextRef, SosContext};
use crate::options::SosOptions;
use crate::status::SosStatus;
use crate::{guard, memory, pointer};

/// `sos_inspection`: opaque.
pub struct SosInspection {
    json: CString,
}

/// The header states that threads may share one; this checks it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosInspection>();
};

#[cfg(feature = "json")]
fn inspect(words: &[u32], options: SosOptions) -> Result<SosInspection, crate::status::Failure> {
    let limits = options.limits();
    let words = sos_core::words::to_native(words, &limits)?;
    let module = sos_core::Module::scan(&words, &limits)?;
    let json = crate::result::text(&sos_core::Inspection::new(&module))?;
    Ok(SosInspection { json })
}

#[cfg(not(feature = "json"))]
fn inspect(_: &[u32], _: SosOptions) -> Result<SosInspection, crate::status::Failure> {
    Err(crate::status::Failure::without_feature("json"))
}

/// Inspects a module.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `words` points to `word_count` words, `options` is NULL
/// or points to options, `inspection` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_inspect(
    context: *const SosContext,
    words: *const u32,
    word_count: usize,
    options: *const SosOptions,
    inspection: *mut *mut SosInspection,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(inspection, "inspection") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        pointer::check(words, "words")?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count, "words") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        *place = pointer::into_raw(inspect(words, options)?)?;
        Ok(())
    })
}

/// The inspection as JSON.
///
/// # Safety
/// `inspection` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_inspection_json(inspection: *const SosInspection) -> *const c_char {
    // SAFETY: guaranteed by the caller, by this function's condition.
    unsafe { pointer::object(inspection, "inspection") }.map_or(c"".as_ptr(), |it| it.json.as_ptr())
}

/// Frees an inspection.
///
/// # Safety
/// `inspection` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_inspection_free(inspection: *mut SosInspection) {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { pointer::free(inspection) };
        Ok(())
    });
}
