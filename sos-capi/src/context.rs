//! Contexts: a caller's memory and a caller's log.
//!
//! A context is counted: by whoever made it, by the objects that remember it, and by each block of its memory that is in use
//! (`allocator.rs`). So it may be freed in any order, and lives until the last block has gone back. It is itself a block of
//! its own memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_char, c_void};
use std::fmt::{self, Write as _};
use std::mem::offset_of;
use std::ptr;
use std::sync::atomic::{fence, AtomicUsize, Ordering};

use crate::sized::SizedStruct;
use crate::status::constants::{
    SOS_ERROR_ARGUMENT, SOS_ERROR_OUT_OF_MEMORY, SOS_ERROR_UNAVAILABLE,
};
use crate::status::{Failure, SosStatus};
use crate::{defect, guard, memory, pointer};

/// Levels of what a log is told, and what stands for no place.
pub mod constants {
    /// A call failed.
    pub const SOS_LOG_ERROR: u32 = 1;
    /// A target cannot run a module: one reason.
    pub const SOS_LOG_WARNING: u32 = 2;
    /// A run ended.
    pub const SOS_LOG_INFO: u32 = 3;
    /// What is told is not about one place in a module.
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
    /// The highest level that the log is told, or 0 for all.
    pub log_level: u32,
    /// Handed to each of the functions.
    pub user: *mut c_void,
    /// Gives memory, or `None` for the system's.
    pub allocate: SosAllocateFunction,
    /// Takes memory back.
    pub release: SosReleaseFunction,
    /// Is told what happens, or `None`.
    pub log: SosLogFunction,
}

// SAFETY: integers, a raw pointer, and optional functions, which are zero if there are none.
unsafe impl SizedStruct for SosContextInfo {
    const FIRST: usize = offset_of!(Self, log) + size_of::<SosLogFunction>();
}

/// `sos_context`: opaque.
pub type SosContext = Context;

/// What stands behind a `sos_context`.
pub struct Context {
    info: SosContextInfo,
    /// Those that keep it: the caller, objects, blocks.
    count: AtomicUsize,
}

// SAFETY: nothing in it changes but the count; the header asks for functions that any thread may call.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

/// Memory of the kind that a context asks for, from its callback; NULL if that has none.
fn obtain(info: &SosContextInfo, layout: Layout) -> Option<*mut u8> {
    let allocate = info.allocate?;
    // SAFETY: the header's condition for the callback.
    let given = unsafe { allocate(info.user, layout.size(), layout.align()) }.cast::<u8>();
    if (given as usize).is_multiple_of(layout.align()) {
        return Some(given);
    }
    // Not what was asked for: given back, and none had.
    // SAFETY: as the callback gave it.
    unsafe { give_back(info, given, layout) };
    Some(ptr::null_mut())
}

/// Gives back what [`obtain`] gave.
///
/// # Safety
/// `base` came from the `allocate` of the same info, for the same layout, and is not used any more.
unsafe fn give_back(info: &SosContextInfo, base: *mut u8, layout: Layout) {
    if let Some(release) = info.release {
        // SAFETY: by this function's condition, and the header's for the callback.
        unsafe { release(info.user, base.cast(), layout.size(), layout.align()) };
    }
}

impl Context {
    /// `None` if the context has no memory of its own, NULL if there is none left.
    #[cfg(feature = "standalone")]
    pub(crate) fn allocate(&self, layout: Layout) -> Option<*mut u8> {
        obtain(&self.info, layout)
    }

    pub(crate) fn retain(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes a block back, and with it what it kept.
    ///
    /// # Safety
    /// `context` lives, `base` is what its [`allocate`](Self::allocate) gave for the same layout, and was counted.
    #[cfg(feature = "standalone")]
    pub(crate) unsafe fn take_back(context: *const Self, base: *mut u8, layout: Layout) {
        // SAFETY: by this function's condition.
        let info = unsafe { (*context).info };
        // SAFETY: by this function's condition.
        unsafe { give_back(&info, base, layout) };
        // SAFETY: counted, by this function's condition.
        unsafe { Self::let_go(context) };
    }

    /// One less keeps it; with the last it goes.
    ///
    /// # Safety
    /// `context` lives, and whoever calls was counted and does not use it any more.
    unsafe fn let_go(context: *const Self) {
        // SAFETY: by this function's condition.
        if unsafe { (*context).count.fetch_sub(1, Ordering::Release) } != 1 {
            return;
        }
        // Whatever others did with it was before this.
        fence(Ordering::Acquire);
        let layout = Layout::new::<Self>();
        // SAFETY: nobody keeps it any more, so it is still here.
        let info = unsafe { (*context).info };
        let base = context.cast_mut().cast::<u8>();
        match info.allocate {
            // SAFETY: made by `make` in the same way.
            Some(_) => unsafe { give_back(&info, base, layout) },
            // SAFETY: as above.
            None => unsafe { System.dealloc(base, layout) },
        }
    }

    /// A context that its maker keeps, or NULL if there is no memory.
    fn make(info: SosContextInfo) -> *mut Self {
        let layout = Layout::new::<Self>();
        let base = match obtain(&info, layout) {
            Some(base) => base,
            // SAFETY: a context is not of size zero.
            None => unsafe { System.alloc(layout) },
        };
        let made = base.cast::<Self>();
        if !made.is_null() {
            let count = AtomicUsize::new(1);
            // SAFETY: as large and as aligned as a context, by the layout.
            unsafe { made.write(Self { info, count }) };
        }
        made
    }

    fn wants(&self, level: u32) -> bool {
        self.info.log.is_some() && (self.info.log_level == 0 || level <= self.info.log_level)
    }
}

/// What keeps a context, or stands for none.
pub(crate) struct ContextRef(*const Context);

// SAFETY: a context may be used and let go on any thread.
unsafe impl Send for ContextRef {}
// SAFETY: as above.
unsafe impl Sync for ContextRef {}

impl ContextRef {
    /// Keeps a context of the caller's, which may be NULL.
    ///
    /// # Safety
    /// If neither NULL nor misaligned, `context` leads to a live context.
    pub(crate) unsafe fn of(context: *const Context) -> Result<Self, Failure> {
        if context.is_null() {
            return Ok(Self(context));
        }
        // SAFETY: by this function's condition.
        unsafe { pointer::object(context) }?.retain();
        Ok(Self(context))
    }

    pub(crate) fn pointer(&self) -> *const Context {
        self.0
    }
}

impl Clone for ContextRef {
    fn clone(&self) -> Self {
        // SAFETY: NULL, or alive as long as this keeps it.
        if let Some(context) = unsafe { self.0.as_ref() } {
            context.retain();
        }
        Self(self.0)
    }
}

impl Drop for ContextRef {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: counted when this was made.
            unsafe { Context::let_go(self.0) };
        }
    }
}

/// Whether the context of the running call wants to be told what has this level.
pub(crate) fn wants_log(level: u32) -> bool {
    // SAFETY: NULL, or good until the call ends.
    unsafe { memory::current().as_ref() }.is_some_and(|context| context.wants(level))
}

/// Tells the log of the running call's context, if it wants to hear.
pub(crate) fn log(level: u32, code: SosStatus, word_offset: u32, text: fmt::Arguments<'_>) {
    // SAFETY: NULL, or good until the call ends.
    let Some(context) = (unsafe { memory::current().as_ref() }) else {
        return;
    };
    let (true, Some(log)) = (context.wants(level), context.info.log) else {
        return;
    };
    let mut line = Line::default();
    let _ = line.write_fmt(text);
    // SAFETY: the header's condition for the callback; the text ends with a NUL.
    unsafe { log(context.info.user, level, code, word_offset, line.pointer()) };
}

/// A text of one line, without memory: what does not fit is cut off.
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
        // One byte stays zero: the end.
        let room = Self::ROOM - 1 - self.length;
        let cut = (0..=room.min(text.len())).rfind(|&at| text.is_char_boundary(at));
        let text = text.get(..cut.unwrap_or(0)).unwrap_or_default();
        for (to, byte) in self.bytes.iter_mut().skip(self.length).zip(text.bytes()) {
            // A NUL would end the text, and names out of files may hold what would end the line.
            *to = if byte.is_ascii_control() { b' ' } else { byte };
        }
        self.length += text.len();
        Ok(())
    }
}

/// Makes a context.
///
/// # Safety
/// As the header says: `info` leads to an info of `struct_size` bytes whose functions keep their promises, `context` may be
/// written.
#[no_mangle]
pub unsafe extern "C" fn sos_context_create(
    info: *const SosContextInfo,
    context: *mut *mut SosContext,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(context) }?;
        // SAFETY: the caller's part, by this function's condition.
        let info = unsafe { SosContextInfo::read_from(info) }?;
        let half = info.allocate.is_some() != info.release.is_some();
        if half || info.log_level > SOS_LOG_INFO {
            return Err(Failure(SOS_ERROR_ARGUMENT));
        }
        if info.allocate.is_some() && !memory::SERVES_CONTEXTS {
            return Err(Failure(SOS_ERROR_UNAVAILABLE));
        }
        if info.log.is_some() {
            defect::tell_contexts();
        }
        let made = Context::make(info);
        match made.is_null() {
            true => Err(Failure(SOS_ERROR_OUT_OF_MEMORY)),
            false => {
                *place = made;
                Ok(())
            }
        }
    })
}

/// Frees a context, as soon as nothing is left of what was made in it.
///
/// # Safety
/// `context` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_context_free(context: *mut SosContext) {
    guard::call(|| {
        if !context.is_null() {
            // SAFETY: the caller's part, by this function's condition: this is what `make` counted.
            unsafe { Context::let_go(context) };
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
