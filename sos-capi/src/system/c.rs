//! The system by C's library.
//!
//! A key of the threads' pointers is made on first use; of two threads that make one at the same time, one takes the other's.

use core::alloc::{GlobalAlloc, Layout};
use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

use calls::{allocate_aligned, free_aligned, free_key, make_key, Key};

#[cfg(unix)]
mod calls {
    use core::ffi::c_void;
    use core::ptr;

    pub(super) use libc::{pthread_getspecific as get, pthread_key_t as Key};

    pub(super) fn make_key() -> Option<Key> {
        let mut key = 0;
        // SAFETY: the key may be written; there is no destructor.
        (unsafe { libc::pthread_key_create(&mut key, None) } == 0).then_some(key)
    }

    /// # Safety
    /// The key came from [`make_key`] and is no longer used.
    pub(super) unsafe fn free_key(key: Key) {
        // SAFETY: by this function's condition.
        unsafe { libc::pthread_key_delete(key) };
    }

    /// # Safety
    /// The key came from [`make_key`].
    pub(super) unsafe fn set(key: Key, pointer: *const c_void) -> bool {
        // SAFETY: by this function's condition.
        unsafe { libc::pthread_setspecific(key, pointer) == 0 }
    }

    /// # Safety
    /// `align` is a power of two and a multiple of a pointer's size.
    pub(super) unsafe fn allocate_aligned(align: usize, size: usize) -> *mut c_void {
        let mut block = ptr::null_mut();
        // SAFETY: by this function's condition.
        match unsafe { libc::posix_memalign(&mut block, align, size) } {
            0 => block,
            _ => ptr::null_mut(),
        }
    }

    /// # Safety
    /// The block came from [`allocate_aligned`] and is no longer used.
    pub(super) unsafe fn free_aligned(block: *mut c_void) {
        // SAFETY: by this function's condition.
        unsafe { libc::free(block) };
    }
}

#[cfg(windows)]
mod calls {
    use core::ffi::c_void;

    pub(super) type Key = u32;

    #[link(name = "kernel32")]
    extern "system" {
        fn TlsAlloc() -> u32;
        fn TlsFree(key: u32) -> i32;
        fn TlsGetValue(key: u32) -> *mut c_void;
        fn TlsSetValue(key: u32, value: *const c_void) -> i32;
    }

    extern "C" {
        fn _aligned_malloc(size: usize, align: usize) -> *mut c_void;
        fn _aligned_free(block: *mut c_void);
    }

    const TLS_OUT_OF_INDEXES: u32 = u32::MAX;

    pub(super) fn make_key() -> Option<Key> {
        // SAFETY: it has no conditions.
        Some(unsafe { TlsAlloc() }).filter(|key| *key != TLS_OUT_OF_INDEXES)
    }

    /// # Safety
    /// The key came from [`make_key`] and is no longer used.
    pub(super) unsafe fn free_key(key: Key) {
        // SAFETY: by this function's condition.
        unsafe { TlsFree(key) };
    }

    /// # Safety
    /// The key came from [`make_key`].
    pub(super) unsafe fn get(key: Key) -> *mut c_void {
        // SAFETY: by this function's condition.
        unsafe { TlsGetValue(key) }
    }

    /// # Safety
    /// The key came from [`make_key`].
    pub(super) unsafe fn set(key: Key, pointer: *const c_void) -> bool {
        // SAFETY: by this function's condition.
        unsafe { TlsSetValue(key, pointer) != 0 }
    }

    /// # Safety
    /// `align` is a power of two.
    pub(super) unsafe fn allocate_aligned(align: usize, size: usize) -> *mut c_void {
        // SAFETY: by this function's condition.
        unsafe { _aligned_malloc(size, align) }
    }

    /// # Safety
    /// The block came from [`allocate_aligned`] and is no longer used.
    pub(super) unsafe fn free_aligned(block: *mut c_void) {
        // SAFETY: by this function's condition.
        unsafe { _aligned_free(block) };
    }
}

#[cfg(not(any(unix, windows)))]
compile_error!("without Rust's standard library, the C library needs the threads of POSIX or of Windows: use the feature `std`");

/// The key, plus one; 0 before there is one.
static KEY: AtomicUsize = AtomicUsize::new(0);

fn key() -> Option<Key> {
    match KEY.load(Ordering::Relaxed) {
        0 => None,
        kept => Some((kept - 1) as Key),
    }
}

fn key_or_make() -> Option<Key> {
    if let Some(kept) = key() {
        return Some(kept);
    }
    let made = make_key()?;
    let kept = KEY.compare_exchange(0, made as usize + 1, Ordering::Relaxed, Ordering::Relaxed);
    match kept {
        Ok(_) => Some(made),
        Err(other) => {
            // SAFETY: no thread knows this key.
            unsafe { free_key(made) };
            Some((other - 1) as Key)
        }
    }
}

/// The thread's pointer, at first NULL.
pub(crate) fn pointer() -> *const c_void {
    // SAFETY: a key that is kept is never freed.
    key().map_or(ptr::null(), |key| unsafe { calls::get(key) })
}

/// Changes the thread's pointer. Returns whether it did: the system may have no key or no memory left.
pub(crate) fn set_pointer(pointer: *const c_void) -> bool {
    // SAFETY: a key that is kept is never freed.
    key_or_make().is_some_and(|key| unsafe { calls::set(key, pointer) })
}

/// Ends the process.
pub(crate) fn abort() -> ! {
    extern "C" {
        fn abort() -> !;
    }
    // SAFETY: it has no conditions.
    unsafe { abort() }
}

extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// C's allocator.
pub(crate) struct System;

/// The alignment that `malloc` guarantees.
const USUAL_ALIGNMENT: usize = 2 * size_of::<usize>();

// SAFETY: C's functions guarantee what is asked here; blocks with a larger alignment are made and freed by a pair of their own.
unsafe impl GlobalAlloc for System {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (align, size) = (layout.align(), layout.size());
        match align <= USUAL_ALIGNMENT {
            // SAFETY: `malloc` has no conditions.
            true => unsafe { malloc(size) }.cast(),
            // SAFETY: a power of two that is larger than a pointer.
            false => unsafe { allocate_aligned(align, size) }.cast(),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= USUAL_ALIGNMENT {
            // SAFETY: `calloc` has no conditions.
            return unsafe { calloc(1, layout.size()) }.cast();
        }
        // SAFETY: by this function's condition.
        let block = unsafe { self.alloc(layout) };
        if !block.is_null() {
            // SAFETY: the block has that many bytes.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match layout.align() <= USUAL_ALIGNMENT {
            // SAFETY: came from `malloc`, `calloc` or `realloc`, by this function's condition.
            true => unsafe { free(block.cast()) },
            // SAFETY: came from `allocate_aligned`, by this function's condition.
            false => unsafe { free_aligned(block.cast()) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if layout.align() <= USUAL_ALIGNMENT {
            // SAFETY: as in `dealloc`.
            return unsafe { realloc(block.cast(), new_size) }.cast();
        }
        // SAFETY: the alignment is the old one, and the size is below `isize::MAX` by this function's condition.
        let new = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        // SAFETY: by this function's condition.
        let made = unsafe { self.alloc(new) };
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

/// Named by functions of Rust's core library, which were compiled to unwind, and never called: nothing unwinds here.
#[no_mangle]
extern "C" fn rust_eh_personality() {
    abort()
}
