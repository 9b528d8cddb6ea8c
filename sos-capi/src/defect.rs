//! Reports panics to the log of the context whose call they end.
//!
//! The panic hook is global to the process's Rust runtime. In a C library that is only the library itself; in a Rust program,
//! without the feature `standalone`, the program's hook stays.

use std::panic::{self, PanicHookInfo};
use std::sync::Once;

use crate::context::constants::{SOS_LOG_ERROR, SOS_NO_OFFSET};
use crate::context::{log, wants_log};
use crate::memory;
use crate::status::constants::SOS_ERROR_INTERNAL;

/// Installs a hook that logs panics in calls of a context with a log; all others go to the previous hook.
pub(crate) fn log_panics() {
    static ONCE: Once = Once::new();
    if cfg!(feature = "standalone") {
        ONCE.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |info| match wants_log(SOS_LOG_ERROR) {
                true => log_panic(info),
                false => usual(info),
            }));
        });
    }
}

fn log_panic(info: &PanicHookInfo<'_>) {
    if !memory::mark_logged() {
        log(
            SOS_LOG_ERROR,
            SOS_ERROR_INTERNAL,
            SOS_NO_OFFSET,
            format_args!("{info}"),
        );
    }
}
