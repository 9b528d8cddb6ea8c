//! The state of the call that runs on a thread: its context, and which failures have occurred.
//!
//! The standard library's collections do not support an allocator per object. But a C library is linked by itself: its global
//! allocator serves nothing else, and allocates from the context that the running call has [entered](enter) (`allocator.rs`).
//! If the callback fails, the process must not be aborted, and the collections cannot report the failure. So the block comes
//! from the system instead, and the call is marked here: it ends with `SOS_ERROR_OUT_OF_MEMORY`, returns no objects, and frees
//! what it allocated.
//!
//! The state per thread is a pointer and two flags, without a destructor. Access does not allocate through the global
//! allocator: where the system has no native thread-local storage, as on Android, Rust allocates the state on first use, from
//! 1.93 on from the system (before that, from the global allocator, which would recurse endlessly). Calls nest, because a
//! callback may call the library: [`nested`] saves and restores the outer call's state.

use std::cell::Cell;
use std::ptr;

use crate::context::{Context, ContextRef};
use crate::status::constants::SOS_ERROR_OUT_OF_MEMORY;
use crate::status::Failure;

/// The state of a call.
#[derive(Clone, Copy)]
struct Call {
    /// NULL outside of contexts.
    context: *const Context,
    /// The context's allocator failed.
    failed: bool,
    /// The failure was already logged.
    logged: bool,
}

impl Call {
    const NONE: Self = Self {
        context: ptr::null(),
        failed: false,
        logged: false,
    };
}

thread_local! {
    static CALL: Cell<Call> = const { Cell::new(Call::NONE) };
}

fn call() -> Call {
    CALL.try_with(Cell::get).unwrap_or(Call::NONE)
}

fn change(change: impl FnOnce(&mut Call)) {
    // Cannot fail: the value has no destructor, so it is never destroyed.
    let _ = CALL.try_with(|cell| {
        let mut call = cell.get();
        change(&mut call);
        cell.set(call);
    });
}

/// Runs a call of the API with fresh state, and restores the outer call's state afterwards.
pub(crate) fn nested<T>(body: impl FnOnce() -> T) -> T {
    struct Outer(Call);
    impl Drop for Outer {
        fn drop(&mut self) {
            change(|call| *call = self.0);
        }
    }
    let _outer = Outer(call());
    change(|call| *call = Call::NONE);
    body()
}

/// Makes a context the current one for the rest of this call.
pub(crate) fn enter(context: &ContextRef) {
    change(|call| call.context = context.pointer());
}

/// The context of this call. It is live until the call ends, because an object of the caller's refers to it.
pub(crate) fn current() -> *const Context {
    call().context
}

/// Whether the allocator of this call's context failed.
pub(crate) fn failed() -> bool {
    call().failed
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
    let logged = call().logged;
    change(|call| call.logged = true);
    logged
}

/// Marks that the allocator of this call's context failed.
#[cfg(feature = "standalone")]
pub(crate) fn fail() {
    change(|call| call.failed = true);
}

/// Whether contexts with an allocator of their own are supported.
pub(crate) const SERVES_CONTEXTS: bool = cfg!(feature = "standalone");
