//! What a thread filters in, to be used again.

use sos_core::{Options, Scratch};

use crate::status::SosStatus;
use crate::{guard, pointer};

/// `sos_scratch`: opaque.
#[derive(Default)]
pub struct SosScratch {
    /// The core's own.
    pub(crate) core: Scratch,
    /// The options of the last run, for the room of their lists.
    pub(crate) options: Options,
}

/// A scratch may move to another thread between two calls: the header says so, and this line proves it.
const _: () = {
    const fn movable<T: Send>() {}
    movable::<SosScratch>();
};

/// Makes a scratch.
///
/// # Safety
/// As the header says: `scratch` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_scratch_create(scratch: *mut *mut SosScratch) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(scratch) }?;
        *place = pointer::give(SosScratch::default());
        Ok(())
    })
}

/// Frees a scratch.
///
/// # Safety
/// `scratch` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_scratch_free(scratch: *mut SosScratch) {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        unsafe { pointer::free(scratch) };
        Ok(())
    });
}
