//! Arrays that the program passes.

/// The elements of an array; none, whatever the count, where there is no array.
///
/// # Safety
/// The array is valid, and stays so while the result is in use.
pub unsafe fn slice<'a, T>(first: *const T, count: u32) -> &'a [T] {
    match first.is_null() {
        true => &[],
        false => std::slice::from_raw_parts(first, count as usize),
    }
}
