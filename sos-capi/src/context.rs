//! Contexts: the caller's memory and log callbacks.
//!
//! A context is reference-counted: by the caller that created it, by the objects made in it, and by each block of its memory
//! that is in use (`allocator.rs`). So it may be freed in any order, and lives until its last block is returned. It is itself a
//! block of its own memory.

use core::alloc::{GlobalAlloc, Layout};
use core::ffi::{c_char, c_void};
use core::fmt::{self, Write as _};
use core::mem::offset_of;
use core::ptr;
use core::sync::atomic::{fence, AtomicUsize, Ordering};

use crate::sized::SizedStruct;
use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_OUT_OF_MEMORY};
use crate::status::{Failure, SosStatus};
use crate::system::System;
use crate::{guard, memory, pointer};

/// Log levels, and the offset of messages without a position.
pub mod constants {
    /// A call failed.
    pub const SOS_LOG_ERROR: u32 = 1;
    /// A target cannot run a module: one reason.
    pub const SOS_LOG_WARNING: u32 = 2;
    /// A run ended.
    pub const SOS_LOG_INFO: u32 = 3;
    /// The message does not concern a position in a module.
    pub const SOS_NO_OFFSET: u32 = u32::MAX;
}

use constants::*;

/// `sos_allocate_function`
pub type SosAllocateFunction =
    Option<unsafe extern "C" fn(user: *mut c_void, size: usize, alignment: usize) -> *mut c_void>;

/// `sos_release_function`
pub type SosReleaseFunction = Option<
    unsafe extern "C" fn(user: *mut c_void, memory: *mut c_void, size: usize, alignment: usize),
>;

/// `sos_log_function`
pub type SosLogFunction = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        level: u32,
        code: SosStatus,
        word_offset: u32,
        text: *const c_char,
    ),
>;

/// `sos_context_info`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosContextInfo {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// The highest level to log, or 0 for all.
    pub log_level: u32,
    /// Passed to each of the functions.
    pub user: *mut c_void,
    /// Allocates memory; `None` for the system's allocator.
    pub allocate: SosAllocateFunction,
    /// Frees memory.
    pub release: SosReleaseFunction,
    /// Receives log messages, or `None`.
    pub log: SosLogFunction,
}

// SAFETY: integers, a raw pointer, and optional functions, for which zero is `None`.
unsafe impl SizedStruct for SosContextInfo {
    const FIRST: usize = offset_of!(Self, log) + size_of::<SosLogFunction>();
}

/// `sos_context`: opaque.
pub type SosContext = Context;

/// The object that a `sos_context` points to.
pub struct Context {
    info: SosContextInfo,
    /// The number of references: the caller, objects, blocks.
    count: AtomicUsize,
}

// SAFETY: only the count changes; the header requires functions that any thread may call.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

/// Allocates memory with the context's callback. `None` if it has none, NULL if the callback failed.
fn obtain(info: &SosContextInfo, layout: Layout) -> Option<*mut u8> {
    let allocate = info.allocate?;
    // SAFETY: the header's condition for the callback.
    let given = unsafe { allocate(info.user, layout.size(), layout.align()) }.cast::<u8>();
    if (given as usize).is_multiple_of(layout.align()) {
        return Some(given);
    }
    // The callback violated the alignment: return the memory and treat it as a failure.
    // SAFETY: as the callback returned it.
    unsafe { deallocate(info, given, layout) };
    Some(ptr::null_mut())
}

/// Returns memory from [`obtain`] to the context's callback.
///
/// # Safety
/// `base` came from `allocate` of the same info, for the same layout, and is no longer used.
unsafe fn deallocate(info: &SosContextInfo, base: *mut u8, layout: Layout) {
    if let Some(release) = info.release {
        // SAFETY: by this function's condition, and the header's for the callback.
        unsafe { release(info.user, base.cast(), layout.size(), layout.align()) };
    }
}

impl Context {
    /// Allocates from the context. `None` if it has no allocator of its own, NULL if that failed.
    #[cfg(any(feature = "standalone", not(feature = "std")))]
    pub(crate) fn allocate(&self, layout: Layout) -> Option<*mut u8> {
        obtain(&self.info, layout)
    }

    pub(crate) fn retain(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Frees a block of the context and drops its reference.
    ///
    /// # Safety
    /// `context` is live, and `base` is what its [`allocate`](Self::allocate) returned for the same layout, with a reference.
    #[cfg(any(feature = "standalone", not(feature = "std")))]
    pub(crate) unsafe fn free_block(context: *const Self, base: *mut u8, layout: Layout) {
        // SAFETY: by this function's condition.
        let info = unsafe { (*context).info };
        // SAFETY: by this function's condition.
        unsafe { deallocate(&info, base, layout) };
        // SAFETY: counted, by this function's condition.
        unsafe { Self::release(context) };
    }

    /// Drops a reference; frees the context with the last one.
    ///
    /// # Safety
    /// `context` is live; the caller owns a reference and no longer uses it.
    unsafe fn release(context: *const Self) {
        // SAFETY: by this function's condition.
        if unsafe { (*context).count.fetch_sub(1, Ordering::Release) } != 1 {
            return;
        }
        // Everything that other threads did with it happens before its destruction.
        fence(Ordering::Acquire);
        let layout = Layout::new::<Self>();
        // SAFETY: no references are left, so nobody else frees it.
        let info = unsafe { (*context).info };
        let base = context.cast_mut().cast::<u8>();
        match info.allocate {
            // SAFETY: allocated by `create` in the same way.
            Some(_) => unsafe { deallocate(&info, base, layout) },
            // SAFETY: as above.
            None => unsafe { System.dealloc(base, layout) },
        }
    }

    /// Creates a context with one reference, owned by the caller; NULL if there is no memory.
    fn create(info: SosContextInfo) -> *mut Self {
        let layout = Layout::new::<Self>();
        let base = match obtain(&info, layout) {
            Some(base) => base,
            // SAFETY: a context is not of size zero.
            None => unsafe { System.alloc(layout) },
        };
        let made = base.cast::<Self>();
        if !made.is_null() {
            let count = AtomicUsize::new(1);
            // SAFETY: the memory has the size and alignment of a context, by its layout.
            unsafe { made.write(Self { info, count }) };
        }
        made
    }

    fn wants(&self, level: u32) -> bool {
        self.info.log.is_some() && (self.info.log_level == 0 || level <= self.info.log_level)
    }
}

/// A reference to a context, or none.
pub(crate) struct ContextRef(*const Context);

// SAFETY: a context may be used and released on any thread.
unsafe impl Send for ContextRef {}
// SAFETY: as above.
unsafe impl Sync for ContextRef {}

impl ContextRef {
    /// Adds a reference to a context of the caller's, which may be NULL.
    ///
    /// # Safety
    /// If neither NULL nor misaligned, `context` points to a live context.
    pub(crate) unsafe fn of(context: *const Context) -> Result<Self, Failure> {
        if context.is_null() {
            return Ok(Self(context));
        }
        // SAFETY: by this function's condition.
        unsafe { pointer::object(context, "context") }?.retain();
        Ok(Self(context))
    }

    pub(crate) fn pointer(&self) -> *const Context {
        self.0
    }
}

impl Clone for ContextRef {
    fn clone(&self) -> Self {
        // SAFETY: NULL, or kept alive by this reference.
        if let Some(context) = unsafe { self.0.as_ref() } {
            context.retain();
        }
        Self(self.0)
    }
}

impl Drop for ContextRef {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: `self` owns a reference.
            unsafe { Context::release(self.0) };
        }
    }
}

/// Whether the context of the running call logs messages of this level.
pub(crate) fn wants_log(level: u32) -> bool {
    // SAFETY: NULL, or live until the call ends.
    unsafe { memory::current().as_ref() }.is_some_and(|context| context.wants(level))
}

/// Logs a message to the context of the running call, if it logs this level.
pub(crate) fn log(level: u32, code: SosStatus, word_offset: u32, text: fmt::Arguments<'_>) {
    // SAFETY: NULL, or live until the call ends.
    let Some(context) = (unsafe { memory::current().as_ref() }) else {
        return;
    };
    let (true, Some(log)) = (context.wants(level), context.info.log) else {
        return;
    };
    let mut line = Line::default();
    let _ = line.write_fmt(text);
    // SAFETY: the header's condition for the callback; the text is NUL-terminated.
    unsafe { log(context.info.user, level, code, word_offset, line.pointer()) };
}

/// One line of text on the stack; what does not fit is truncated.
struct Line {
    bytes: [u8; Self::ROOM],
    length: usize,
}

impl Line {
    const ROOM: usize = 1024;

    fn pointer(&self) -> *const c_char {
        self.bytes.as_ptr().cast()
    }
}

impl Default for Line {
    fn default() -> Self {
        Self {
            bytes: [0; Self::ROOM],
            length: 0,
        }
    }
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // The last byte stays zero: the terminator.
        let room = Self::ROOM - 1 - self.length;
        let cut = (0..=room.min(text.len())).rfind(|&at| text.is_char_boundary(at));
        let text = text.get(..cut.unwrap_or(0)).unwrap_or_default();
        for (to, byte) in self.bytes.iter_mut().skip(self.length).zip(text.bytes()) {
            // A NUL would end the text, and names from files may contain line breaks.
            *to = if byte.is_ascii_control() { b' ' } else { byte };
        }
        self.length += text.len();
        Ok(())
    }
}

/// Creates a context.
///
/// # Safety
/// As the header requires: `info` points to an info of `struct_size` bytes whose functions meet their requirements, `context`
/// may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_context_create(
    info: *const SosContextInfo,
    context: *mut *mut SosContext,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(context, "context") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let info = unsafe { SosContextInfo::read_from(info, "info") }?;
        let half = info.allocate.is_some() != info.release.is_some();
        if half || info.log_level > SOS_LOG_INFO {
            return Err(Failure::Status(SOS_ERROR_ARGUMENT));
        }
        if info.allocate.is_some() && !memory::SERVES_CONTEXTS {
            return Err(Failure::without_feature("standalone"));
        }
        #[cfg(feature = "std")]
        if info.log.is_some() {
            crate::defect::log_panics();
        }
        let made = Context::create(info);
        match made.is_null() {
            true => Err(Failure::Status(SOS_ERROR_OUT_OF_MEMORY)),
            false => {
                *place = made;
                Ok(())
            }
        }
    })
}

/// Frees a context, as soon as all objects made in it are freed.
///
/// # Safety
/// `context` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_context_free(context: *mut SosContext) {
    guard::call(|| {
        if !context.is_null() {
            // SAFETY: the caller owns the reference that `create` added.
            unsafe { Context::release(context) };
        }
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_between_characters() {
        let mut line = Line::default();
        write!(line, "{}é", "x".repeat(Line::ROOM - 2)).expect("it never fails");
        assert_eq!(line.length, Line::ROOM - 2);
        write!(line, "a\0b").expect("it never fails");
        assert_eq!(line.bytes.last(), Some(&0));
        assert_eq!(line.bytes.get(Line::ROOM - 2), Some(&b'a'));
    }

    #[test]
    fn a_text_is_one_line() {
        let mut line = Line::default();
        write!(line, "a\0b\nc\r\td").expect("it never fails");
        assert_eq!(line.bytes.get(..line.length), Some(&b"a b c  d"[..]));
    }
}
