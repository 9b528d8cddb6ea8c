//! The allocator of the C library: every block comes from the context of the running call, or from the system if the call has
//! no context or its context cannot provide memory (`memory.rs`).
//!
//! A pointer to its owner precedes each block, so that the block is returned to where it came from, in whatever thread and call
//! it is freed. A block keeps its owner alive.
//!
//! ```text
//!   memory from the owner            memory that the library sees
//!   │◄──────── gap ────────►│◄────────── layout.size() ──────────►│
//!   ┌──────────────┬────────┬─────────────────────────────────────┐
//!   │   (unused)   │ owner  │               block                 │
//!   └──────────────┴────────┴─────────────────────────────────────┘
//! ```
//!
//! A Rust program that links this crate has an allocator of its own and disables the feature `standalone`.

use core::alloc::{GlobalAlloc, Layout};
use core::ptr;

use crate::context::Context;
use crate::memory;
use crate::system::System;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The library's allocator.
struct Allocator;

/// The minimum size of the gap before a block: the alignment that the system guarantees by default.
const LEAST_GAP: usize = 2 * size_of::<usize>();

/// The layout to request from the owner, and the block's offset in it; `None` if the size overflows.
fn with_gap(layout: Layout) -> Option<(Layout, usize)> {
    let gap = LEAST_GAP.max(layout.align());
    let align = layout.align().max(align_of::<*const Context>());
    let size = layout.size().checked_add(gap)?;
    Some((Layout::from_size_align(size, align).ok()?, gap))
}

/// The address of the owner pointer, in the gap before the block.
fn owner_of(block: *mut u8) -> *mut *const Context {
    block.cast::<*const Context>().wrapping_sub(1)
}

/// Allocates a block from the call's context, or from the system; NULL if that fails, too.
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
                // SAFETY: the callback provided that many bytes.
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
    // SAFETY: `base` points to at least that many bytes.
    let block = unsafe { base.add(gap) };
    // SAFETY: the block was just allocated; the owner pointer is aligned as the block, or as a pointer.
    unsafe { owner_of(block).write(owner) };
    // SAFETY: NULL or the call's context.
    if let Some(owner) = unsafe { owner.as_ref() } {
        owner.retain();
    }
    block
}

// SAFETY: blocks come from the system's allocator or from callbacks that give the same guarantees, moved by a gap that keeps
// their alignment; nothing here unwinds.
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
        // SAFETY: allocated by `obtain`, by this function's condition.
        let owner = unsafe { *owner_of(block) };
        // SAFETY: the block starts at this offset in the owner's memory.
        let base = unsafe { block.sub(gap) };
        match owner.is_null() {
            // SAFETY: with the layout that `obtain` requested.
            true => unsafe { System.dealloc(base, whole) },
            // SAFETY: the block itself keeps its owner alive until here.
            false => unsafe { Context::free_block(owner, base, whole) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: allocated by `obtain`, by this function's condition.
        let owner = unsafe { *owner_of(block) };
        let new = Layout::from_size_align(new_size, layout.align()).ok();
        let (Some((whole, gap)), Some(new)) = (with_gap(layout), new) else {
            return ptr::null_mut();
        };
        if owner.is_null() && memory::current().is_null() {
            let Some((new_whole, _)) = with_gap(new) else {
                return ptr::null_mut();
            };
            // SAFETY: the block starts at this offset in the system's memory.
            let base = unsafe { block.sub(gap) };
            // SAFETY: with the layout that `obtain` requested; the owner pointer is copied with the block.
            let base = unsafe { System.realloc(base, whole, new_whole.size()) };
            return match base.is_null() {
                true => base,
                // SAFETY: the gap depends only on the alignment.
                false => unsafe { base.add(gap) },
            };
        }
        let made = obtain(new, false);
        if !made.is_null() {
            let kept = layout.size().min(new_size);
            // SAFETY: two distinct blocks, each with at least that many bytes.
            unsafe { ptr::copy_nonoverlapping(block, made, kept) };
            // SAFETY: by this function's condition.
            unsafe { self.dealloc(block, layout) };
        }
        made
    }
}
