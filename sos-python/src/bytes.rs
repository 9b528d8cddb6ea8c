//! What Python passes as bytes: `bytes`, or anything else with a buffer, such as `bytearray`, `memoryview`, `mmap` and NumPy arrays of any type
//! and shape.
//!
//! `bytes` cannot change, so they are read where they are while other threads run. Everything else is copied first, in its logical
//! order. Lengths are compared with the limit before that.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};

/// The bytes of an object, or `None` if there are more than `limit`.
///
/// # Errors
/// The object has no buffer: Python's own exception.
pub fn of<'py>(object: &Bound<'py, PyAny>, limit: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        let fits = bytes.as_bytes().len() <= limit;
        return Ok(fits.then(|| bytes.clone()));
    }
    let view = PyMemoryView::from(object)?;
    let length: usize = view.getattr("nbytes")?.extract()?;
    if length > limit {
        return Ok(None);
    }
    let copy = view.call_method0("tobytes")?;
    Ok(Some(copy.cast_into::<PyBytes>()?))
}
