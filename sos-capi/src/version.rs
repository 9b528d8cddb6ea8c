//! The version of the library, as one number.

/// Parses a number of the package's version, which consists of digits only.
const fn number(text: &str) -> u32 {
    let digits = text.as_bytes();
    let (mut value, mut at) = (0, 0);
    while at < digits.len() {
        value = value * 10 + (digits[at] - b'0') as u32;
        at += 1;
    }
    value
}

/// `SOS_VERSION` of the matching header.
const VERSION: u32 = number(env!("CARGO_PKG_VERSION_MAJOR")) << 22
    | number(env!("CARGO_PKG_VERSION_MINOR")) << 12
    | number(env!("CARGO_PKG_VERSION_PATCH"));

/// The version of the library.
#[no_mangle]
pub extern "C" fn sos_version() -> u32 {
    VERSION
}
