//! From C's pointers to Rust's references, with every check that can be made.
//!
//! What cannot be checked — that a pointer which is neither NULL nor misaligned leads to live memory of the size that
//! the caller says — is the caller's part, and the safety condition of each function here.

use std::ffi::{c_char, CStr};

use crate::memory;
use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_NULL};
use crate::status::Failure;

/// The object behind a pointer.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` leads to a `T` that nobody changes during `'a`.
pub(crate) unsafe fn object<'a, T>(pointer: *const T) -> Result<&'a T, Failure> {
    check(pointer)?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition a live `T`.
    Ok(unsafe { &*pointer })
}

/// The object behind a pointer, for this call alone.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` leads to a `T` that nobody else uses during `'a`.
pub(crate) unsafe fn exclusive<'a, T>(pointer: *mut T) -> Result<&'a mut T, Failure> {
    check(pointer.cast_const())?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition a live `T`.
    Ok(unsafe { &mut *pointer })
}

/// The elements behind a pointer; it may be NULL if there are none.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` leads to `count` values of `T` that nobody changes during `'a`.
pub(crate) unsafe fn elements<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer)?;
    // No object of C is larger, and Rust's slices must not be.
    if count
        .checked_mul(size_of::<T>())
        .is_none_or(|bytes| bytes > isize::MAX as usize)
    {
        return Err(Failure(SOS_ERROR_ARGUMENT));
    }
    // SAFETY: neither NULL nor misaligned, not too large, and by this function's condition live.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// A text that ends with a NUL.
///
/// # Safety
/// If not NULL, `pointer` leads to bytes up to a NUL that nobody changes during `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, Failure> {
    check(pointer)?;
    // SAFETY: not NULL, and by this function's condition live up to a NUL.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure(SOS_ERROR_ARGUMENT))
}

/// The place for a new object, with NULL written to it.
///
/// # Safety
/// If neither NULL nor misaligned, `place` leads to a pointer that may be written during `'a`.
pub(crate) unsafe fn place<'a, T>(place: *mut *mut T) -> Result<&'a mut *mut T, Failure> {
    check(place.cast_const())?;
    // A write without a read first: the caller need not have set the pointer to anything.
    // SAFETY: neither NULL nor misaligned, so by this function's condition writable.
    unsafe { place.write(std::ptr::null_mut()) };
    // SAFETY: as above, and set to a value by the line above.
    Ok(unsafe { &mut *place })
}

/// Gives an object to the caller, to be taken back with [`free`]; an error if the context had no memory for all of it.
pub(crate) fn give<T>(object: T) -> Result<*mut T, Failure> {
    let object = Box::new(object);
    memory::check()?;
    Ok(Box::into_raw(object))
}

/// Takes an object back and frees it.
///
/// # Safety
/// `pointer` is NULL or came from [`give`], is freed once, and is not used afterwards.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: by this function's condition this is the box that `give` took apart.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Whether a pointer can lead to a `T` at all.
pub(crate) fn check<T>(pointer: *const T) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure(SOS_ERROR_NULL));
    }
    if !pointer.is_aligned() {
        return Err(Failure(SOS_ERROR_ARGUMENT));
    }
    Ok(())
}
