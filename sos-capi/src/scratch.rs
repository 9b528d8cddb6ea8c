//! The reusable memory of a thread's filter runs.

use sos_core::{Options, Scratch};

use crate::context::{ContextRef, SosContext};
use crate::status::{Failure, SosStatus};
use crate::{guard, memory, pointer};

/// `sos_scratch`: opaque.
pub struct SosScratch {
    /// The context in which it was created, and in which its results are created.
    context: ContextRef,
    /// The core's scratch.
    pub(crate) core: Scratch,
    /// The options of the last run, kept to reuse the memory of their lists.
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

    /// Runs `body` with the scratch, in its context. If the context runs out of memory, the scratch is reset, so that it keeps
    /// no blocks that came from the system instead.
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

/// The header states that a scratch may move between threads; this checks it.
const _: () = {
    const fn movable<T: Send>() {}
    movable::<SosScratch>();
};

/// Creates a scratch.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `scratch` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_scratch_create(
    context: *const SosContext,
    scratch: *mut *mut SosScratch,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(scratch, "scratch") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        *place = pointer::into_raw(SosScratch::new(context))?;
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
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { pointer::free(scratch) };
        Ok(())
    });
}
