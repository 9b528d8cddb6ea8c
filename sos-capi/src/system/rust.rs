//! The system by Rust's standard library.
//!
//! The pointer per thread has no destructor. Access does not allocate through the global allocator: where the system has no native
//! thread-local storage, as on Android, Rust allocates the pointer on first use, from 1.93 on from the system (before that, from the
//! global allocator, which would recurse endlessly).

use core::cell::Cell;
use core::ffi::c_void;
use core::ptr;

pub(crate) use std::alloc::System;

thread_local! {
    static POINTER: Cell<*const c_void> = const { Cell::new(ptr::null()) };
}

/// The thread's pointer, at first NULL.
pub(crate) fn pointer() -> *const c_void {
    POINTER.try_with(Cell::get).unwrap_or(ptr::null())
}

/// Changes the thread's pointer. Returns whether it did.
pub(crate) fn set_pointer(pointer: *const c_void) -> bool {
    // Cannot fail: the pointer has no destructor, so it is never destroyed.
    POINTER.try_with(|cell| cell.set(pointer)).is_ok()
}
