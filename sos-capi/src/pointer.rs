//! Converts C pointers to Rust references, with every check that is possible.
//!
//! What cannot be checked is the caller's responsibility and the safety condition of each function here: that a pointer which
//! is neither NULL nor misaligned points to live memory of the stated size. Each function is told the argument's name, for the
//! log.

use core::ffi::{c_char, CStr};

use crate::argument::{Argument, Fault};
use crate::memory;
use crate::status::Failure;
use alloc::boxed::Box;

/// A shared reference to an object.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` points to a `T` that nobody changes during `'a`.
pub(crate) unsafe fn object<'a, T>(
    pointer: *const T,
    name: impl Into<Argument>,
) -> Result<&'a T, Failure> {
    check(pointer, name)?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition a live `T`.
    Ok(unsafe { &*pointer })
}

/// An exclusive reference to an object.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` points to a `T` that nobody else uses during `'a`.
pub(crate) unsafe fn exclusive<'a, T>(
    pointer: *mut T,
    name: impl Into<Argument>,
) -> Result<&'a mut T, Failure> {
    check(pointer.cast_const(), name)?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition a live `T`.
    Ok(unsafe { &mut *pointer })
}

/// An array as a slice; the pointer may be NULL if the count is 0.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` points to `count` values of `T` that nobody changes during `'a`.
pub(crate) unsafe fn elements<'a, T>(
    pointer: *const T,
    count: usize,
    name: impl Into<Argument>,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    let name = name.into();
    check(pointer, name)?;
    // No C object is larger, and Rust's slices must not be.
    if count
        .checked_mul(size_of::<T>())
        .is_none_or(|bytes| bytes > isize::MAX as usize)
    {
        return Err(Failure::Argument(name, Fault::TooLarge));
    }
    // SAFETY: neither NULL nor misaligned, not too large, and by this function's condition live.
    Ok(unsafe { core::slice::from_raw_parts(pointer, count) })
}

/// A NUL-terminated string.
///
/// # Safety
/// If not NULL, `pointer` points to bytes up to a NUL that nobody changes during `'a`.
pub(crate) unsafe fn text<'a>(
    pointer: *const c_char,
    name: impl Into<Argument>,
) -> Result<&'a str, Failure> {
    let name = name.into();
    check(pointer, name)?;
    // SAFETY: not NULL, and by this function's condition live up to a NUL.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str()
        .map_err(|_| Failure::Argument(name, Fault::NotUtf8))
}

/// An output for a new object, set to NULL.
///
/// # Safety
/// If neither NULL nor misaligned, `place` points to a pointer that may be written during `'a`.
pub(crate) unsafe fn place<'a, T>(
    place: *mut *mut T,
    name: impl Into<Argument>,
) -> Result<&'a mut *mut T, Failure> {
    check(place.cast_const(), name)?;
    // Written without reading it first: the caller need not have initialized the pointer.
    // SAFETY: neither NULL nor misaligned, so by this function's condition writable.
    unsafe { place.write(core::ptr::null_mut()) };
    // SAFETY: as above, and initialized by the line above.
    Ok(unsafe { &mut *place })
}

/// Passes ownership of an object to the caller, who returns it to [`free`]; an error if the context ran out of memory.
pub(crate) fn into_raw<T>(object: T) -> Result<*mut T, Failure> {
    let object = Box::new(object);
    memory::check()?;
    Ok(Box::into_raw(object))
}

/// Frees an object.
///
/// # Safety
/// `pointer` is NULL or came from [`into_raw`], is freed once, and is not used afterwards.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: by this function's condition, `into_raw` created this pointer from a box.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Checks that a pointer is neither NULL nor misaligned.
pub(crate) fn check<T>(pointer: *const T, name: impl Into<Argument>) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::Argument(name.into(), Fault::Null));
    }
    if !pointer.is_aligned() {
        return Err(Failure::Argument(name.into(), Fault::Misaligned));
    }
    Ok(())
}
