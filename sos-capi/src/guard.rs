//! The frame of every call: no panic crosses into C.
//!
//! Nothing in the core panics because of a module's contents. If it happens anyway, a pipeline that was not created is better
//! than a crash, and unwinding into C is undefined behaviour: every function that does more than a lookup runs inside [`call`],
//! where a panic becomes `SOS_ERROR_INTERNAL`. It is logged to the call's context (`defect.rs`). Without the feature `std` nothing unwinds:
//! a panic is logged, and ends the process.

use crate::memory;
use crate::status::constants::{SOS_ERROR_INTERNAL, SOS_ERROR_OUT_OF_MEMORY, SOS_OK};
use crate::status::{logged_failure, Failure, SosStatus};

/// Runs the body of a function of the C API.
///
/// A panic may end the body anywhere, so it must leave nothing incomplete that the caller can see: every body creates a new
/// value and publishes it last.
pub(crate) fn call(body: impl FnOnce() -> Result<(), Failure>) -> SosStatus {
    memory::nested(|| {
        let failure = match caught(body) {
            Ok(()) => return SOS_OK,
            Err(defect @ Failure::Status(SOS_ERROR_INTERNAL)) => defect,
            // Running out of memory takes precedence: it may be the cause of the other failure.
            Err(_) if memory::failed() => Failure::Status(SOS_ERROR_OUT_OF_MEMORY),
            Err(failure) => failure,
        };
        logged_failure(failure.status(), &failure).status()
    })
    .unwrap_or(SOS_ERROR_OUT_OF_MEMORY)
}

#[cfg(feature = "std")]
fn caught(body: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    use std::panic::{catch_unwind, AssertUnwindSafe};
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // Dropping the payload may panic again.
        core::mem::forget(payload);
        Err(Failure::Status(SOS_ERROR_INTERNAL))
    })
}

#[cfg(not(feature = "std"))]
fn caught(body: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    body()
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status() {
        assert_eq!(
            call(|| panic!("this panic is part of a test")),
            SOS_ERROR_INTERNAL
        );
        assert_eq!(call(|| Ok(())), SOS_OK);
        assert_eq!(call(|| Err(Failure::Status(9))), 9);
    }
}
