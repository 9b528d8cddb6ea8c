//! Targets as C sees them.

use std::ffi::c_char;

use sos_core::Target;

use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_PROFILE, SOS_ERROR_UNKNOWN_NAME};
use crate::status::{Failure, SosStatus};
use crate::{guard, pointer};

/// `sos_target`: opaque.
pub struct SosTarget(pub(crate) Target);

/// Many threads may use one target at once: the header says so, and this line proves it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosTarget>();
};

/// Makes a target from the text of a Vulkan Profiles file.
///
/// # Safety
/// As the header says: `json` leads to `length` bytes, `profile` is NULL or a text, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_json(
    json: *const c_char,
    length: usize,
    profile: *const c_char,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(target) }?;
        pointer::check(json)?;
        // SAFETY: the caller's part, by this function's condition.
        let bytes = unsafe { pointer::elements(json.cast::<u8>(), length) }?;
        let profile = match profile.is_null() {
            true => None,
            // SAFETY: not NULL, so the caller's part, by this function's condition.
            false => Some(unsafe { pointer::text(profile) }?),
        };
        let text = std::str::from_utf8(bytes).map_err(|_| Failure(SOS_ERROR_ARGUMENT))?;
        let made = Target::from_json_profile(text, profile, &mut |_| None)
            .map_err(|_| Failure(SOS_ERROR_PROFILE))?;
        *place = pointer::give(SosTarget(made));
        Ok(())
    })
}

/// Makes a built-in target.
///
/// # Safety
/// As the header says: `name` is a text, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_name(
    name: *const c_char,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(target) }?;
        // SAFETY: the caller's part, by this function's condition.
        let name = unsafe { pointer::text(name) }?;
        let made = Target::built_in(name).ok_or(Failure(SOS_ERROR_UNKNOWN_NAME))?;
        *place = pointer::give(SosTarget(made));
        Ok(())
    })
}

/// Frees a target.
///
/// # Safety
/// `target` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_target_free(target: *mut SosTarget) {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        unsafe { pointer::free(target) };
        Ok(())
    });
}
