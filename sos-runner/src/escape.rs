//! Escapes names chosen by others (files, functions of a module, devices in a profile) for messages: they may contain anything,
//! but must neither break a line nor control a terminal.

use std::fmt::Display;

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
    fn visible_characters_are_kept() {
        let name = r#"größer 影 "C:\a b".spv"#;
        assert_eq!(one_line(name), name);
    }
}
