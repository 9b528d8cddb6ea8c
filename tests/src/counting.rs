//! An allocator that counts, to prove that something allocates nothing.
//!
//! A test binary makes it its own: `#[global_allocator] static ALLOCATOR: Counting = Counting;`. Counts are kept for each
//! thread, so tests that run beside each other do not mix.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What a thread asked of the allocator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Allocations, those that grow or shrink one included.
    pub allocations: u64,
    /// Their sizes in bytes; of one that grows, what it grows by.
    pub bytes: u64,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { allocations: 0, bytes: 0 }) };
}

/// The system's allocator, counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

fn count(bytes: usize) {
    // A thread that ends may free and allocate after its locals are gone: nobody asks for those.
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

// SAFETY: every call is handed on to the system's allocator as it is; counting allocates nothing, because the counter
// is a thread-local with a constant first value and without a destructor.
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

/// What this thread allocates while something runs. Zero also where the binary has another allocator: prove first that
/// it counts.
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
