//! The allocator of the C library: every block comes from the context of the running call, or from the system where the call
//! has none or where its context has nothing to give (`memory.rs`).
//!
//! Before each block stands its owner, so that it goes back to where it came from, whoever frees it, on whatever thread, in
//! whatever call. A block keeps its owner alive.
//!
//! ```text
//!   what the owner gave              what the library sees
//!   │◄──────── gap ────────►│◄────────── layout.size() ──────────►│
//!   ┌──────────────┬────────┬─────────────────────────────────────┐
//!   │   (unused)   │ owner  │               block                 │
//!   └──────────────┴────────┴─────────────────────────────────────┘
//! ```
//!
//! A program in Rust that links this crate has an allocator of its own: it leaves the feature `standalone` out.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;

use crate::context::Context;
use crate::memory;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The library's allocator.
struct Allocator;

/// The room before a block: as much as the system aligns to without being asked.
const LEAST_GAP: usize = 2 * size_of::<usize>();

/// What the owner is asked for, and where the block begins in it. `None` for what no memory holds.
fn with_gap(layout: Layout) -> Option<(Layout, usize)> {
    let gap = LEAST_GAP.max(layout.align());
    let align = layout.align().max(align_of::<*const Context>());
    let size = layout.size().checked_add(gap)?;
    Some((Layout::from_size_align(size, align).ok()?, gap))
}

/// The place of a block's owner, in the gap before it.
fn owner_of(block: *mut u8) -> *mut *const Context {
    block.cast::<*const Context>().wrapping_sub(1)
}

/// A block of the call's context, or of the system's; NULL if not even that has one.
fn obtain(layout: Layout, zeroed: bool) -> *mut u8 {
    let Some((whole, gap)) = with_gap(layout) else {
        return ptr::null_mut();
    };
    let mut owner = memory::current();
    // SAFETY: the context of a call lives until the call ends.
    let given = unsafe { owner.as_ref() }.map(|context| context.allocate(whole));
    let base = match given {
        Some(Some(base)) if !base.is_null() => {
            if zeroed {
                // SAFETY: the callback gave as many bytes.
                unsafe { base.write_bytes(0, whole.size()) };
            }
            base
        }
        other => {
            if other.is_some_and(|asked| asked.is_some()) {
                memory::fail();
            }
            owner = ptr::null();
            match zeroed {
                // SAFETY: the gap is not zero, so the size is not.
                true => unsafe { System.alloc_zeroed(whole) },
                // SAFETY: as above.
                false => unsafe { System.alloc(whole) },
            }
        }
    };
    if base.is_null() {
        return base;
    }
    // SAFETY: `base` leads to at least as many bytes.
    let block = unsafe { base.add(gap) };
    // SAFETY: the block is made; the owner's place is aligned as the block is, or as a pointer.
    unsafe { owner_of(block).write(owner) };
    // SAFETY: NULL or the call's context.
    if let Some(owner) = unsafe { owner.as_ref() } {
        owner.retain();
    }
    block
}

// SAFETY: blocks are those of the system's allocator or of callbacks that promise the same, moved by a gap that keeps their
// alignment; nothing here unwinds.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        obtain(layout, false)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        obtain(layout, true)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some((whole, gap)) = with_gap(layout) else {
            return;
        };
        // SAFETY: made by `obtain`, by this function's condition.
        let owner = unsafe { *owner_of(block) };
        // SAFETY: the block began this far into what the owner gave.
        let base = unsafe { block.sub(gap) };
        match owner.is_null() {
            // SAFETY: as `obtain` asked for it.
            true => unsafe { System.dealloc(base, whole) },
            // SAFETY: the block itself keeps its owner, until here.
            false => unsafe { Context::take_back(owner, base, whole) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: made by `obtain`, by this function's condition.
        let owner = unsafe { *owner_of(block) };
        let new = Layout::from_size_align(new_size, layout.align()).ok();
        let (Some((whole, gap)), Some(new)) = (with_gap(layout), new) else {
            return ptr::null_mut();
        };
        if owner.is_null() && memory::current().is_null() {
            let Some((new_whole, _)) = with_gap(new) else {
                return ptr::null_mut();
            };
            // SAFETY: the block began this far into what the system gave.
            let base = unsafe { block.sub(gap) };
            // SAFETY: as `obtain` asked for it; the owner's place is kept with the rest.
            let base = unsafe { System.realloc(base, whole, new_whole.size()) };
            return match base.is_null() {
                true => base,
                // SAFETY: the gap depends on the alignment alone.
                false => unsafe { base.add(gap) },
            };
        }
        let made = obtain(new, false);
        if !made.is_null() {
            let kept = layout.size().min(new_size);
            // SAFETY: two blocks, each with as many bytes.
            unsafe { ptr::copy_nonoverlapping(block, made, kept) };
            // SAFETY: by this function's condition.
            unsafe { self.dealloc(block, layout) };
        }
        made
    }
}
