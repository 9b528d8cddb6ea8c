//! The version of the library, as one number.

/// A number out of decimal digits; the package's version has nothing else between its dots.
const fn number(text: &str) -> u32 {
    let digits = text.as_bytes();
    let (mut value, mut at) = (0, 0);
    while at < digits.len() {
        value = value * 10 + (digits[at] - b'0') as u32;
        at += 1;
    }
    value
}

/// `SOS_VERSION` of the header that belongs to this library.
const VERSION: u32 = number(env!("CARGO_PKG_VERSION_MAJOR")) << 22
    | number(env!("CARGO_PKG_VERSION_MINOR")) << 12
    | number(env!("CARGO_PKG_VERSION_PATCH"));

/// The version of the library.
#[no_mangle]
pub extern "C" fn sos_version() -> u32 {
    VERSION
}
