//! Structs that start with their size, so that programs and libraries of different versions are compatible.
//!
//! Reading: fields beyond the program's struct are zero, which is each field's default; fields beyond the library's must be
//! zero, since the library does not support them. Writing: the program gets as many fields as its struct has, and zero in those
//! that this library does not know.

use core::mem::MaybeUninit;

use crate::argument::{Argument, Fault};
use crate::pointer;
use crate::status::Failure;

/// A struct whose first field, a `u32`, is the struct's size in the caller's version.
///
/// # Safety
/// All-zero bytes are a valid value, as are the bytes of any C struct with the same declaration: integers and raw pointers
/// only.
pub(crate) unsafe trait SizedStruct: Copy {
    /// The size of the first version, which is the minimum.
    const FIRST: usize;

    /// A value with every field zero.
    fn zero() -> Self {
        // SAFETY: by the trait's condition.
        unsafe { MaybeUninit::zeroed().assume_init() }
    }

    /// Copies the caller's struct of any version.
    ///
    /// # Safety
    /// If neither NULL nor misaligned, `pointer` points to as many bytes as its `struct_size` says.
    unsafe fn read_from(pointer: *const Self, name: impl Into<Argument>) -> Result<Self, Failure> {
        let name = name.into();
        // SAFETY: by this function's condition.
        let size = unsafe { size_of_struct(pointer, name) }?;
        let known = size.min(size_of::<Self>());
        let after = pointer.cast::<u8>().wrapping_add(known);
        // SAFETY: by this function's condition there are `size` bytes, and `known` is no more.
        let rest = unsafe { pointer::elements(after, size - known, name) }?;
        if rest.iter().any(|&byte| byte != 0) {
            let fault = Fault::UnknownField { given: size, known };
            return Err(Failure::Argument(name, fault));
        }
        let mut value = Self::zero();
        let to = core::ptr::from_mut(&mut value).cast::<u8>();
        // SAFETY: both have `known` bytes, one is the caller's and one is here.
        unsafe { core::ptr::copy_nonoverlapping(pointer.cast::<u8>(), to, known) };
        Ok(value)
    }

    /// Sets the caller's struct to zero except for its size, which is returned. The fields are filled in later, unless the call
    /// fails.
    ///
    /// # Safety
    /// If neither NULL nor misaligned, `pointer` points to as many writable bytes as its `struct_size` says.
    unsafe fn begin(pointer: *mut Self, name: impl Into<Argument>) -> Result<u32, Failure> {
        // SAFETY: by this function's condition.
        let size = unsafe { size_of_struct(pointer.cast_const(), name) }?;
        let first = size_of::<u32>();
        let after = pointer.cast::<u8>().wrapping_add(first);
        // SAFETY: by this function's condition there are `size` bytes, of which the first are the size itself.
        unsafe { after.write_bytes(0, size - first) };
        Ok(size as u32)
    }

    /// Fills the caller's struct of any version; `self` has the size that was read from it.
    ///
    /// # Safety
    /// [`begin`](Self::begin) or [`read_from`](Self::read_from) accepted `pointer`, and it points to as many writable bytes as its
    /// `struct_size` says.
    unsafe fn write_to(self, pointer: *mut Self) {
        // SAFETY: by this function's condition.
        let size = unsafe { *pointer.cast::<u32>() } as usize;
        let known = size.min(size_of::<Self>());
        let from = core::ptr::from_ref(&self).cast::<u8>();
        let to = pointer.cast::<u8>();
        // SAFETY: both have `known` bytes, one is the caller's and one is here.
        unsafe { core::ptr::copy_nonoverlapping(from, to, known) };
        let after = to.wrapping_add(known);
        // SAFETY: by this function's condition there are `size` bytes.
        unsafe { after.write_bytes(0, size - known) };
    }
}

/// The size in the first field.
///
/// # Safety
/// If neither NULL nor misaligned, `pointer` points to a `u32` at least.
unsafe fn size_of_struct<T: SizedStruct>(
    pointer: *const T,
    name: impl Into<Argument>,
) -> Result<usize, Failure> {
    let name = name.into();
    pointer::check(pointer, name)?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition there is the first field.
    let size = *unsafe { pointer::object(pointer.cast::<u32>(), name) }? as usize;
    // The size of a struct is a multiple of its alignment.
    if size < T::FIRST || !size.is_multiple_of(align_of::<T>()) {
        let (given, first) = (size, T::FIRST);
        return Err(Failure::Argument(name, Fault::StructSize { given, first }));
    }
    Ok(size)
}
