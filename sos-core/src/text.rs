//! Text for people: one item a line, the longest column last, no colours, so that it suits terminals, logs and `grep`.
//!
//! Names chosen by others (files, functions of a module, devices in a profile) may contain anything, but must neither break a line nor
//! control a terminal: what is written here is escaped.

use crate::half::half_to_f32;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt::{Arguments, Display};

/// The text as one line, with control characters and other invisible characters escaped.
pub fn one_line(text: impl Display) -> String {
    let mut shown = String::new();
    for character in text.to_string().chars() {
        if is_invisible(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Appends a line, escaped as by [`one_line`].
pub fn line(text: &mut String, what: Arguments<'_>) {
    *text += &one_line(what);
    text.push('\n');
}

/// Width of the column of titles.
const TITLES: usize = 22;

/// Appends a title and its items, one a line.
pub fn items(text: &mut String, title: &str, items: &[impl AsRef<str>]) {
    for (index, item) in items.iter().enumerate() {
        let title = if index == 0 { title } else { "" };
        line(text, format_args!("{title:TITLES$}  {}", item.as_ref()));
    }
}

/// The bits of a scalar, zero-extended, given its type's name in a report, such as `uint32`: as a program writes the number. NaNs
/// and bits of other types are in hexadecimal.
pub fn literal(bits: u64, type_name: &str) -> String {
    let half = half_to_f32(bits as u16);
    let (single, double) = (f32::from_bits(bits as u32), f64::from_bits(bits));
    match type_name {
        "bool" => (bits != 0).to_string(),
        "int8" => (bits as i8).to_string(),
        "int16" => (bits as i16).to_string(),
        "int32" => (bits as i32).to_string(),
        "int64" => (bits as i64).to_string(),
        "float16" if !half.is_nan() => format!("{half:?}"),
        "float32" if !single.is_nan() => format!("{single:?}"),
        "float64" if !double.is_nan() => format!("{double:?}"),
        unsigned if unsigned.starts_with('u') => bits.to_string(),
        _ => format!("{bits:#x}"),
    }
}

/// Control characters, line separators and bidirectional controls.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{061C}')
        || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            one_line("a\nb\r\t\u{1B}[31m\u{7F}"),
            r"a\nb\r\t\u{1b}[31m\u{7f}"
        );
        assert_eq!(one_line("gpj\u{202E}.spv\u{85}"), r"gpj\u{202e}.spv\u{85}");
    }

    #[test]
    fn halves_are_numbers() {
        for (bits, shown) in [
            (0x3C01, "1.0009766"),
            (0xFBFF, "-65504.0"),
            (0x0001, "5.9604645e-8"),
            (0x0400, "6.1035156e-5"),
            (0x8000, "-0.0"),
            (0xFC00, "-inf"),
            (0x7C01, "0x7c01"),
        ] {
            assert_eq!(literal(bits, "float16"), shown);
        }
    }

    #[test]
    fn visible_characters_are_kept() {
        let name = r#"größer 影 "C:\a b".spv"#;
        assert_eq!(one_line(name), name);
    }
}
