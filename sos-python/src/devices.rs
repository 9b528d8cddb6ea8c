//! `devices()`: what is built in, as `sos device list all --json` lists it; and `find_device()`, as `sos device find --json` answers. Tests
//! compare them.

use serde_json::{json, Value};
use sos_front::devices;
use sos_front::failure::Failure;

/// The built-in devices.
pub fn list() -> Value {
    json!(devices::built_in().collect::<Vec<_>>())
}

/// The devices that are nearest to a text.
///
/// # Errors
/// The text is no name, or a number that several chips have.
pub fn nearest(text: &str) -> Result<Value, Failure> {
    Ok(json!(devices::nearest(text)?))
}
