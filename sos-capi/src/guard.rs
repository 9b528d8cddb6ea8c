//! The border: no panic crosses it.
//!
//! A panic would be a defect, and unwinding into C is undefined behaviour. So every function that does more than read a
//! field runs inside [`call`], and a panic there becomes `SOS_ERROR_INTERNAL`. Rust's panic hook, which belongs to the
//! process and not to this library, has then told the defect on standard error.

use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::status::constants::{SOS_ERROR_INTERNAL, SOS_OK};
use crate::status::{Failure, SosStatus};

/// Runs the body of a function of the C API.
///
/// The body may be broken off anywhere: it must leave nothing half-made that the caller can see. All of ours make a new
/// value and hand it over last.
pub(crate) fn call(body: impl FnOnce() -> Result<(), Failure>) -> SosStatus {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => SOS_OK,
        Ok(Err(Failure(status))) => status,
        Err(payload) => {
            // Dropping what a panic carries may panic again.
            std::mem::forget(payload);
            SOS_ERROR_INTERNAL
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status() {
        assert_eq!(
            call(|| panic!("this panic is part of a test")),
            SOS_ERROR_INTERNAL
        );
        assert_eq!(call(|| Ok(())), SOS_OK);
        assert_eq!(call(|| Err(Failure(9))), 9);
    }
}
