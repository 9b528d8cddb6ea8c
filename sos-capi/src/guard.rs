//! The frame of every call: no panic crosses into C.
//!
//! Nothing in the core panics on what a module says. Should it happen all the same, a pipeline that was not created beats a
//! game that ended, and unwinding into C would be undefined behaviour: every function that does more than look
//! something up runs inside [`call`], and a panic there becomes `SOS_ERROR_INTERNAL`. The log of the call's context is told of it
//! (`defect.rs`).

use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::context::constants::{SOS_LOG_ERROR, SOS_NO_OFFSET};
use crate::context::log;
use crate::memory;
use crate::status::constants::{SOS_ERROR_INTERNAL, SOS_ERROR_OUT_OF_MEMORY, SOS_OK};
use crate::status::{text, Failure, SosStatus};

/// Runs the body of a function of the C API.
///
/// The body may be broken off anywhere: it must leave nothing half-made that the caller can see. All of ours make a new
/// value and hand it over last.
pub(crate) fn call(body: impl FnOnce() -> Result<(), Failure>) -> SosStatus {
    memory::nested(|| {
        let status = match catch_unwind(AssertUnwindSafe(body)) {
            Ok(Ok(())) => return SOS_OK,
            // Whatever else is wrong, without that memory nobody knows it.
            Ok(Err(_)) if memory::failed() => SOS_ERROR_OUT_OF_MEMORY,
            Ok(Err(Failure(status))) => status,
            Err(payload) => {
                // Dropping what a panic carries may panic again.
                std::mem::forget(payload);
                SOS_ERROR_INTERNAL
            }
        };
        if !memory::tell() {
            let text = text(status).to_str().unwrap_or_default();
            log(SOS_LOG_ERROR, status, SOS_NO_OFFSET, format_args!("{text}"));
        }
        status
    })
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
