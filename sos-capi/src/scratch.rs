//! What a thread filters in, to be used again.

use sos_core::{Options, Scratch};

use crate::context::{ContextRef, SosContext};
use crate::status::{Failure, SosStatus};
use crate::{guard, memory, pointer};

/// `sos_scratch`: opaque.
pub struct SosScratch {
    /// Where it was made, and where results are made in it.
    context: ContextRef,
    /// The core's own.
    pub(crate) core: Scratch,
    /// The options of the last run, for the room of their lists.
    pub(crate) options: Options,
}

impl SosScratch {
    pub(crate) fn new(context: ContextRef) -> Self {
        Self {
            context,
            core: Scratch::default(),
            options: Options::default(),
        }
    }

    /// Works in the scratch, and in its context. If that runs out of memory the scratch is left empty: what came from the
    /// system in its place does not stay.
    pub(crate) fn work<T>(
        &mut self,
        body: impl FnOnce(&mut Scratch, &mut Options) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        memory::enter(&self.context);
        let done = body(&mut self.core, &mut self.options);
        if memory::failed() {
            self.core = Scratch::default();
            self.options = Options::default();
        }
        done
    }
}

/// A scratch may move to another thread between two calls: the header says so, and this line proves it.
const _: () = {
    const fn movable<T: Send>() {}
    movable::<SosScratch>();
};

/// Makes a scratch.
///
/// # Safety
/// As the header says: `context` is NULL or came from this library, `scratch` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_scratch_create(
    context: *const SosContext,
    scratch: *mut *mut SosScratch,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(scratch) }?;
        // SAFETY: the caller's part, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        *place = pointer::give(SosScratch::new(context))?;
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
