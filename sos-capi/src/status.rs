//! Statuses of calls: numbers that are stable and never reused.
//!
//! 1 to 255 are the numbers of [`ErrorKind`]; those of the C API itself start at 256.

use core::ffi::{c_char, CStr};
use core::fmt::{self, Display};

use sos_core::ErrorKind;

use crate::argument::{Argument, Fault};
use crate::context::constants::SOS_LOG_ERROR;
use crate::context::log;
use crate::memory;

/// `sos_status`
pub type SosStatus = u32;

/// The statuses of the C API itself.
pub mod constants {
    use super::SosStatus;

    /// Success.
    pub const SOS_OK: SosStatus = 0;
    /// NULL where an object, a string or array elements are required.
    pub const SOS_ERROR_NULL: SosStatus = 256;
    /// An impossible size; a misaligned pointer; a string that is not UTF-8; an unknown bit, flag or value.
    pub const SOS_ERROR_ARGUMENT: SosStatus = 257;
    /// `struct_size` is too small, or a field that this library does not know is set.
    pub const SOS_ERROR_STRUCT_SIZE: SosStatus = 258;
    /// No built-in target, device fact, feature or extension has this name.
    pub const SOS_ERROR_UNKNOWN_NAME: SosStatus = 259;
    /// Not a Vulkan Profiles file, or it does not contain the requested profile.
    pub const SOS_ERROR_PROFILE: SosStatus = 260;
    /// A defect in this library.
    pub const SOS_ERROR_INTERNAL: SosStatus = 261;
    /// The caller's buffer is too small for the module.
    pub const SOS_ERROR_BUFFER_TOO_SMALL: SosStatus = 262;
    /// A Vulkan call failed, or the device does not support Vulkan 1.x.
    pub const SOS_ERROR_VULKAN: SosStatus = 263;
    /// The context's allocator returned NULL.
    pub const SOS_ERROR_OUT_OF_MEMORY: SosStatus = 264;
    /// This build of the library lacks what the function needs.
    pub const SOS_ERROR_UNAVAILABLE: SosStatus = 265;
}

use constants::*;

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A status other than `SOS_OK`, whose reason was logged or is just its text.
    Status(SosStatus),
    /// An argument is wrong.
    Argument(Argument, Fault),
}

impl Failure {
    /// The status that the call returns.
    pub(crate) const fn status(self) -> SosStatus {
        match self {
            Self::Status(status) => status,
            Self::Argument(_, fault) => fault.status(),
        }
    }

    /// This build was made without a feature.
    pub(crate) fn without_feature(feature: &str) -> Self {
        let why = format_args!("this build of SOS lacks the feature `{feature}`");
        logged_failure(SOS_ERROR_UNAVAILABLE, &why)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Status(status) => f.write_str(text(status).to_str().unwrap_or_default()),
            Self::Argument(argument, fault) => fault.write(argument, f),
        }
    }
}

/// A failure whose reason is logged to the call's context.
pub(crate) fn logged_failure(status: SosStatus, why: &dyn Display) -> Failure {
    logged_failure_at(status, crate::context::constants::SOS_NO_OFFSET, why)
}

/// Likewise, about one place in a module.
pub(crate) fn logged_failure_at(status: SosStatus, word_offset: u32, why: &dyn Display) -> Failure {
    if !memory::mark_logged() {
        log(SOS_LOG_ERROR, status, word_offset, format_args!("{why}"));
    }
    Failure::Status(status)
}

/// Also logs where the module is invalid.
impl From<sos_core::Error> for Failure {
    fn from(error: sos_core::Error) -> Self {
        logged_failure_at(error.kind() as SosStatus, error.offset(), &worded(&error))
    }
}

/// What a log says of an error. Without reports the names of instructions are not in the library.
pub(crate) fn worded(error: &sos_core::Error) -> impl Display + '_ {
    #[cfg(feature = "report")]
    return error;
    #[cfg(not(feature = "report"))]
    return error.kind().text();
}

/// A `&'static CStr` with the text of an error kind, at compile time.
macro_rules! kind_text {
    ($kind:ident) => {{
        const TEXT: &str = ErrorKind::$kind.text();
        const WITH_NUL: [u8; TEXT.len() + 1] = {
            let mut bytes = [0; TEXT.len() + 1];
            let mut at = 0;
            while at < TEXT.len() {
                bytes[at] = TEXT.as_bytes()[at];
                at += 1;
            }
            bytes
        };
        const C_TEXT: &CStr = match CStr::from_bytes_with_nul(&WITH_NUL) {
            Ok(text) => text,
            Err(_) => panic!("a text has no NUL inside"),
        };
        C_TEXT
    }};
}

/// Selects the text of a status from these kinds.
macro_rules! kind_texts {
    ($status:expr, $($kind:ident)*) => {
        match $status {
            $(status if status == ErrorKind::$kind as SosStatus => Some(kind_text!($kind)),)*
            _ => None,
        }
    };
}

/// The text of a status that is an error kind of the core.
fn module_text(status: SosStatus) -> Option<&'static CStr> {
    kind_texts!(
        status,
        NotSpirv NotWords UnknownVersion BoundTooLarge ModuleTooLarge BadWordCount TruncatedInstruction BadId
        DuplicateId BadLayout BadString BadStructure BadConstantValue OutputTooLarge ConflictingConstant NoSuchEntryPoint
        MissingMemoryModel MissingEntryPoint MissingFunction UnfinishedFunction
    )
}

pub(crate) fn text(status: SosStatus) -> &'static CStr {
    match status {
        SOS_OK => c"no error",
        SOS_ERROR_NULL => c"NULL where an object, a string or array elements are required",
        SOS_ERROR_ARGUMENT => c"an argument is out of range",
        SOS_ERROR_STRUCT_SIZE => {
            c"struct_size is too small, or a field that this version does not know is set"
        }
        SOS_ERROR_UNKNOWN_NAME => {
            c"no built-in target, device fact, feature or extension has this name"
        }
        SOS_ERROR_PROFILE => c"not a Vulkan Profiles file, or it does not contain the profile",
        SOS_ERROR_INTERNAL => c"a defect in SOS",
        SOS_ERROR_BUFFER_TOO_SMALL => c"the buffer is too small for the module",
        SOS_ERROR_VULKAN => c"a Vulkan call failed, or the device does not support Vulkan 1.x",
        SOS_ERROR_OUT_OF_MEMORY => c"the context's allocator returned NULL",
        SOS_ERROR_UNAVAILABLE => c"this build of SOS lacks what the function needs",
        other => module_text(other).unwrap_or(c"unknown status"),
    }
}

/// The text of a status.
#[no_mangle]
pub extern "C" fn sos_status_text(status: SosStatus) -> *const c_char {
    text(status).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_has_its_text() {
        for kind in ErrorKind::ALL {
            assert_eq!(text(*kind as SosStatus).to_str(), Ok(kind.text()));
            assert!((*kind as SosStatus) < 256);
        }
        assert_eq!(text(255), c"unknown status");
        assert_eq!(text(u32::MAX), c"unknown status");
    }
}
