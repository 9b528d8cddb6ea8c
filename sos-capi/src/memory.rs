//! The call that runs on a thread: the context it belongs to, and what has befallen it.
//!
//! Rust's collections cannot be given an allocator each. But a C library is linked by itself: its one global allocator serves
//! nothing else, and asks the context that the running call has [entered](enter) (`allocator.rs`). A callback that has nothing
//! to give must not end the process, and the collections have no other way to take a no. So the block comes from the system,
//! and the call is marked here: it ends with `SOS_ERROR_OUT_OF_MEMORY`, hands nothing out, and frees what it made.
//!
//! What is kept for a thread is a pointer and two marks, without a destructor. Reaching them asks the global allocator for
//! nothing: where the system has no thread-local storage of its own, as on Android, Rust makes room for them on first use, and
//! takes it from the system from 1.93 on (before that, from the global allocator, without end). Calls nest, because a callback may call the library: [`nested`] keeps the outer call's and puts it back.

use std::cell::Cell;
use std::ptr;

use crate::context::{Context, ContextRef};
use crate::status::constants::SOS_ERROR_OUT_OF_MEMORY;
use crate::status::Failure;

/// What is known of the call that runs on a thread.
#[derive(Clone, Copy)]
struct Call {
    /// NULL outside of contexts.
    context: *const Context,
    /// The context had no memory to give.
    failed: bool,
    /// The context's log was told what is wrong.
    told: bool,
}

impl Call {
    const NONE: Self = Self {
        context: ptr::null(),
        failed: false,
        told: false,
    };
}

thread_local! {
    static CALL: Cell<Call> = const { Cell::new(Call::NONE) };
}

fn call() -> Call {
    CALL.try_with(Cell::get).unwrap_or(Call::NONE)
}

fn change(change: impl FnOnce(&mut Call)) {
    // It never fails: there is no destructor, after which there would be nothing.
    let _ = CALL.try_with(|cell| {
        let mut call = cell.get();
        change(&mut call);
        cell.set(call);
    });
}

/// Runs a call of the API, in no context until it enters one, and gives the marks that it left.
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

/// The rest of this call belongs to a context.
pub(crate) fn enter(context: &ContextRef) {
    change(|call| call.context = context.pointer());
}

/// The context that this call belongs to. It is good until the call ends: an object of the caller's keeps it.
pub(crate) fn current() -> *const Context {
    call().context
}

/// Whether the context of this call had no memory to give.
pub(crate) fn failed() -> bool {
    call().failed
}

/// An error if the context of this call had no memory to give: to be asked before anything is handed out.
pub(crate) fn check() -> Result<(), Failure> {
    match failed() {
        true => Err(Failure(SOS_ERROR_OUT_OF_MEMORY)),
        false => Ok(()),
    }
}

/// The context's log is told what is wrong; whether it was told before.
pub(crate) fn tell() -> bool {
    let told = call().told;
    change(|call| call.told = true);
    told
}

/// The context of this call had no memory to give.
#[cfg(feature = "standalone")]
pub(crate) fn fail() {
    change(|call| call.failed = true);
}

/// Whether contexts with an allocator of their own can be had.
pub(crate) const SERVES_CONTEXTS: bool = cfg!(feature = "standalone");
