//! Splits C into tokens: names, numbers and marks, without comments and strings. Whatever the text is, it is read to its end.

use std::ops::Range;

/// A piece of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name,
    Number(u64),
    Other(u8),
}

/// Splits C into tokens, without comments and strings.
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    /// Where the next token is looked for.
    pub(super) at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        let byte = self.text.as_bytes().get(self.at + ahead);
        byte.copied().unwrap_or(0)
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Moves behind the next occurrence of a text, or to the end.
    fn skip_past(&mut self, end: &str) {
        let found = self.rest().find(end).map(|at| at + end.len());
        self.at += found.unwrap_or(self.rest().len());
    }

    fn skip_string(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.text.len() && self.peek(0) != quote && self.peek(0) != b'\n' {
            self.at += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(self.text.len());
    }

    /// The next token and where it is.
    pub(super) fn next(&mut self) -> Option<(Token, Range<usize>)> {
        loop {
            let begin = self.at;
            // The tokens are ASCII, and within comments and strings nothing is looked at: this is a boundary of characters.
            let byte = *self.text.as_bytes().get(begin)?;
            match byte {
                b'/' if self.peek(1) == b'/' => self.skip_past("\n"),
                b'/' if self.peek(1) == b'*' => {
                    self.at += 2;
                    self.skip_past("*/");
                }
                b'"' | b'\'' => self.skip_string(byte),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ if byte.is_ascii_alphanumeric() || byte == b'_' => {
                    while matches!(self.peek(0), b'_') || self.peek(0).is_ascii_alphanumeric() {
                        self.at += 1;
                    }
                    let word = self.text.get(begin..self.at).unwrap_or_default();
                    let token = match byte.is_ascii_digit() {
                        true => number(word).map_or(Token::Other(b'0'), Token::Number),
                        false => Token::Name,
                    };
                    return Some((token, begin..self.at));
                }
                _ => {
                    self.at += 1;
                    while !self.text.is_char_boundary(self.at) {
                        self.at += 1;
                    }
                    return Some((Token::Other(byte), begin..self.at));
                }
            }
            // A string may end within a character, if a backslash is before it.
            while !self.text.is_char_boundary(self.at) {
                self.at += 1;
            }
            self.at = self.at.min(self.text.len());
        }
    }
}

/// Splits a number into its prefix, digits and suffix.
pub(super) fn parts(word: &str) -> (&str, &str, &str) {
    let (prefix, rest) = match word.get(..2) {
        Some(prefix @ ("0x" | "0X")) => (prefix, word.get(2..).unwrap_or_default()),
        _ => ("", word),
    };
    let digits = rest.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = rest.get(digits.len()..).unwrap_or_default();
    (prefix, digits, suffix)
}

/// The value of a decimal or hexadecimal number. Others, octal ones as well, are none of interest.
pub(super) fn number(word: &str) -> Option<u64> {
    let (prefix, digits, _) = parts(word);
    match prefix {
        "" if digits.len() > 1 && digits.starts_with('0') => None,
        "" => digits.parse().ok(),
        _ => u64::from_str_radix(digits, 16).ok(),
    }
}
