//! Where a panic is told: in the log of the context whose call it ends.
//!
//! The hook belongs to the process's Rust. In a C library that is the library alone; in a program in Rust, without the feature
//! `standalone`, it stays whatever the program made it.

use std::panic::{self, PanicHookInfo};
use std::sync::Once;

use crate::context::constants::{SOS_LOG_ERROR, SOS_NO_OFFSET};
use crate::context::{log, wants_log};
use crate::memory;
use crate::status::constants::SOS_ERROR_INTERNAL;

/// From now on, panics in calls of a context with a log go there, all others where they went.
pub(crate) fn tell_contexts() {
    static ONCE: Once = Once::new();
    if cfg!(feature = "standalone") {
        ONCE.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |info| match wants_log(SOS_LOG_ERROR) {
                true => tell(info),
                false => usual(info),
            }));
        });
    }
}

fn tell(info: &PanicHookInfo<'_>) {
    if !memory::tell() {
        log(
            SOS_LOG_ERROR,
            SOS_ERROR_INTERNAL,
            SOS_NO_OFFSET,
            format_args!("{info}"),
        );
    }
}
