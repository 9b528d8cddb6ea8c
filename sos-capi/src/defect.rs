//! Reports panics to the log of the context whose call they end.

use crate::context::constants::{SOS_LOG_ERROR, SOS_NO_OFFSET};
use crate::context::log;
use crate::memory;
use crate::status::constants::SOS_ERROR_INTERNAL;

/// The panic hook is global to the process's Rust runtime. In a C library that is only the library itself; in a Rust program,
/// without the feature `standalone`, the program's hook stays.
#[cfg(feature = "std")]
mod hook {
    use crate::context::wants_log;
    use std::panic;
    use std::sync::Once;

    /// Installs a hook that logs panics in calls of a context with a log; all others go to the previous hook.
    pub(crate) fn log_panics() {
        static ONCE: Once = Once::new();
        if cfg!(feature = "standalone") {
            ONCE.call_once(|| {
                let usual = panic::take_hook();
                panic::set_hook(Box::new(move |info| {
                    match wants_log(super::SOS_LOG_ERROR) {
                        true => super::log_panic(format_args!("{info}")),
                        false => usual(info),
                    }
                }));
            });
        }
    }
}
#[cfg(feature = "std")]
pub(crate) use hook::log_panics;

/// Without a standard library, a panic is logged and then ends the process. That of the tests is there.
#[cfg(all(not(feature = "std"), not(test)))]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    match cfg!(feature = "report") {
        true => log_panic(format_args!("{info}")),
        // To write its place and reason takes 33 kB.
        false => log_panic(format_args!("a defect in SOS ends the process")),
    }
    crate::system::abort()
}

fn log_panic(text: core::fmt::Arguments<'_>) {
    if !memory::mark_logged() {
        log(SOS_LOG_ERROR, SOS_ERROR_INTERNAL, SOS_NO_OFFSET, text);
    }
}
