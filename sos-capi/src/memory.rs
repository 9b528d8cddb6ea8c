//! The state of the call that runs on a thread: its context, and which failures have occurred.
//!
//! The standard library's collections do not support an allocator per object. But a C library is linked by itself: its global
//! allocator serves nothing else, and allocates from the context that the running call has [entered](enter) (`allocator.rs`).
//! If the callback fails, the process must not be aborted, and the collections cannot report the failure. So the block comes
//! from the system instead, and the call is marked here: it ends with `SOS_ERROR_OUT_OF_MEMORY`, returns no objects, and frees
//! what it allocated.
//!
//! The state is on the stack of the call, and the thread points to it (`system.rs`). Calls nest, because a callback may call the
//! library: [`nested`] then leads back to the outer call.

use core::cell::Cell;
use core::ffi::c_void;
use core::ptr;

use crate::context::{Context, ContextRef};
use crate::status::constants::SOS_ERROR_OUT_OF_MEMORY;
use crate::status::Failure;
use crate::system;

/// The state of a call.
struct Call {
    /// NULL outside of contexts.
    context: Cell<*const Context>,
    /// The context's allocator failed.
    failed: Cell<bool>,
    /// The failure was already logged.
    logged: Cell<bool>,
}

/// Asks the state of this thread's call; outside of calls there is none.
fn of_call<T>(ask: impl FnOnce(&Call) -> T) -> Option<T> {
    // SAFETY: NULL, or the state of a call that has not ended, by `nested`.
    unsafe { system::pointer().cast::<Call>().as_ref() }.map(ask)
}

/// Runs a call of the API with fresh state, and restores the outer call's state afterwards. `None` if the system keeps no pointer for
/// this thread, for lack of memory.
pub(crate) fn nested<T>(body: impl FnOnce() -> T) -> Option<T> {
    struct Outer(*const c_void);
    impl Drop for Outer {
        fn drop(&mut self) {
            // What was changed once can be changed again.
            system::set_pointer(self.0);
        }
    }
    let call = Call {
        context: Cell::new(ptr::null()),
        failed: Cell::new(false),
        logged: Cell::new(false),
    };
    let outer = Outer(system::pointer());
    let kept = system::set_pointer(ptr::from_ref(&call).cast());
    let done = kept.then(body);
    drop(outer);
    done
}

/// Makes a context the current one for the rest of this call.
pub(crate) fn enter(context: &ContextRef) {
    of_call(|call| call.context.set(context.pointer()));
}

/// The context of this call. It is live until the call ends, because an object of the caller's refers to it.
pub(crate) fn current() -> *const Context {
    of_call(|call| call.context.get()).unwrap_or(ptr::null())
}

/// Whether the allocator of this call's context failed.
pub(crate) fn failed() -> bool {
    of_call(|call| call.failed.get()).unwrap_or(false)
}

/// An error if the allocator of this call's context failed. Must be called before an object is returned.
pub(crate) fn check() -> Result<(), Failure> {
    match failed() {
        true => Err(Failure::Status(SOS_ERROR_OUT_OF_MEMORY)),
        false => Ok(()),
    }
}

/// Marks the failure as logged. Returns whether it already was.
pub(crate) fn mark_logged() -> bool {
    of_call(|call| call.logged.replace(true)).unwrap_or(false)
}

/// Marks that the allocator of this call's context failed.
#[cfg(any(feature = "standalone", not(feature = "std")))]
pub(crate) fn fail() {
    of_call(|call| call.failed.set(true));
}

/// Whether contexts with an allocator of their own are supported.
pub(crate) const SERVES_CONTEXTS: bool = cfg!(any(feature = "standalone", not(feature = "std")));
