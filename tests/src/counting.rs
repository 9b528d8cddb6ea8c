//! A counting allocator, to prove that code allocates nothing.
//!
//! A test binary installs it with `#[global_allocator] static ALLOCATOR: Counting = Counting;`. Counts are kept for each thread,
//! so tests that run in parallel do not affect each other.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What a thread requested from the allocator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Allocations, including reallocations.
    pub allocations: u64,
    /// The sum of their sizes in bytes; a reallocation counts only the bytes by which the block grows.
    pub bytes: u64,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { allocations: 0, bytes: 0 }) };
}

/// The system's allocator with counting.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

fn count(bytes: usize) {
    // An ending thread may allocate after its thread-locals are destroyed; those allocations are not counted.
    let _ = COUNTS.try_with(|counts| {
        let Counts {
            allocations,
            bytes: sum,
        } = counts.get();
        counts.set(Counts {
            allocations: allocations + 1,
            bytes: sum + bytes as u64,
        });
    });
}

// SAFETY: every call is passed on unchanged to the system's allocator. Counting does not allocate, because the counter is a
// thread-local with a constant initializer and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.saturating_sub(layout.size()));
        // SAFETY: as above.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}

/// Counts what this thread allocates while `run` executes. Also zero if the binary has another global allocator, so a test must
/// first show that a known allocation is counted.
pub fn counted<T>(run: impl FnOnce() -> T) -> (Counts, T) {
    let before = COUNTS.get();
    let result = run();
    let after = COUNTS.get();
    let counts = Counts {
        allocations: after.allocations - before.allocations,
        bytes: after.bytes - before.bytes,
    };
    (counts, result)
}
