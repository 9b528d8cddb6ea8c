//! What is said when the program ends without having destroyed its devices, as many do.

use crate::device;
use std::ffi::c_int;
use std::sync::Once;

extern "C" {
    fn atexit(call: extern "C" fn()) -> c_int;
}

extern "C" fn say_summaries() {
    for device in device::all() {
        device.filter.say_summary();
    }
}

/// Sees to it that the summaries of devices that still exist then are said.
pub fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the function lives as long as this library: when it is unloaded, C libraries call what it has registered.
        // Where they cannot, the summary is lost.
        let _ = unsafe { atexit(say_summaries) };
    });
}
