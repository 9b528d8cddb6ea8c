//! The reusable memory of a thread's filter runs.

use alloc::sync::Arc;

use sos_core::{Options, Scratch};

use crate::context::{ContextRef, SosContext};
use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_BUFFER_TOO_SMALL};
use crate::status::{logged_failure, Failure, SosStatus};
use crate::{guard, memory, pointer};

/// `sos_scratch`: opaque.
pub struct SosScratch {
    /// The context in which it was created, and in which its results are created.
    context: ContextRef,
    /// The core's scratch.
    pub(crate) core: Scratch,
    /// The options of the last run, kept to reuse the memory of their lists.
    pub(crate) options: Options,
    /// Where the words are that the last run had no room for.
    pub(crate) left: Left,
}

/// Words that a run had no room for.
#[derive(Default)]
pub(crate) enum Left {
    /// None.
    #[default]
    Nothing,
    /// Those that the core wrote.
    Written,
    /// The module's own.
    Module(Arc<[u32]>),
}

impl SosScratch {
    pub(crate) fn new(context: ContextRef) -> Self {
        Self {
            context,
            core: Scratch::default(),
            options: Options::default(),
            left: Left::Nothing,
        }
    }

    /// The context in which it was created.
    pub(crate) fn context(&self) -> &ContextRef {
        &self.context
    }

    /// The words that the last run had no room for.
    fn left(&self) -> Option<&[u32]> {
        match &self.left {
            Left::Nothing => None,
            Left::Written => self.core.output(),
            Left::Module(words) => Some(words),
        }
    }

    /// Runs `body` with the scratch, in its context. If the context runs out of memory, the scratch is reset, so that it keeps
    /// no blocks that came from the system instead.
    pub(crate) fn work<T>(
        &mut self,
        body: impl FnOnce(&mut Scratch, &mut Options) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        memory::enter(&self.context);
        self.left = Left::Nothing;
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

/// Copies the words that the last run had no room for.
///
/// # Safety
/// As the header requires: `scratch` came from this library, no other thread uses it, `words` points to `capacity` words.
#[no_mangle]
pub unsafe extern "C" fn sos_scratch_get_words(
    scratch: *const SosScratch,
    words: *mut u32,
    capacity: usize,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let scratch = unsafe { pointer::object(scratch, "scratch") }?;
        memory::enter(&scratch.context);
        pointer::check(words.cast_const(), "words")?;
        let Some(left) = scratch.left() else {
            let why = "scratch: its last run was not of sos_filter_into, had room, or failed";
            return Err(logged_failure(SOS_ERROR_ARGUMENT, &why));
        };
        if capacity < left.len() {
            memory::mark_logged();
            return Err(Failure::Status(SOS_ERROR_BUFFER_TOO_SMALL));
        }
        // SAFETY: not NULL; the capacity suffices, by this function's condition; and our memory does not overlap the caller's.
        unsafe { core::ptr::copy_nonoverlapping(left.as_ptr(), words, left.len()) };
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
