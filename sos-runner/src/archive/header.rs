//! C headers with modules: arrays of numbers, as compilers write them to be included into programs.
//!
//! ```text
//! const uint32_t fog[] = {             glslangValidator --vn fog
//!     0x07230203,0x00010000,…
//! };
//! {0x07230203,0x00010000,…}            glslc -mfmt=c
//! 0x07230203,0x00010000,…              glslc -mfmt=num, glslangValidator -x
//! unsigned char fog_spv[] = {          xxd -i
//!   0x03, 0x02, 0x23, 0x07, …
//! };
//! unsigned int fog_spv_len = 1348;
//! ```
//!
//! Input: text. Output: the modules in it, by the names of the arrays, and the text with other modules in their place: numbers are
//! spelled and broken into lines as they were, and numbers that state the array's size, in the declaration or under a name that begins
//! with the array's, are changed with it. Everything else stays byte for byte. An array is a module if it begins with SPIR-V's magic
//! number, as one word or as four bytes in little-endian order; a text without one is no header. One that begins so and goes on with
//! something else than numbers is damaged, and named as such, because a part of it cannot be replaced. Preprocessor conditions are not
//! evaluated: all branches are read, and a size belongs to an array of its branch. Comments within a list are lost if it is replaced.

mod lexer;
mod sizes;

use std::ops::Range;

use sos_core::Limits;

use lexer::{number, parts, Lexer, Token};

const MAGIC: u32 = 0x0723_0203;

/// The longest text that is read, in bytes.
pub(super) fn limit(limits: &Limits) -> u64 {
    (u64::from(limits.words) * 16 + 4096).min(256 << 20)
}

/// A header.
#[derive(Clone, Debug)]
pub struct Header {
    text: String,
    /// Whether the text is not UTF-8: a character is a byte.
    is_bytewise: bool,
    arrays: Vec<Array>,
}

/// An array that is a module, or ought to be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name; `module` if it has none.
    pub name: String,
    /// Why it is none, if it is not.
    pub damage: Option<&'static str>,
}

/// An array that is a module.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    words: Vec<u32>,
    /// Why they are not those of a module, if they are not.
    damage: Option<&'static str>,
    /// Whether it is in an array of arrays, which has one size for all.
    is_row: bool,
    /// How many conditions of the preprocessor are before it.
    region: usize,
    /// Whether an element is a byte.
    is_bytes: bool,
    /// From the first number to the last.
    range: Range<usize>,
    style: Style,
    /// Numbers elsewhere that state its size in elements, and in bytes.
    counts: Vec<Range<usize>>,
    sizes: Vec<Range<usize>>,
}

/// How the numbers of an array are written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Style {
    /// `0x` or `0X`; empty for decimal numbers.
    prefix: String,
    /// The least number of digits.
    digits: usize,
    upper: bool,
    suffix: String,
    /// What is between two numbers of a line.
    gap: String,
    /// What is between two lines, and how many numbers are on one.
    line: Option<(String, usize)>,
}

/// Numbers of a list: from the first of them on, as many as there are with commas between them.
struct List {
    values: Vec<u32>,
    range: Range<usize>,
    style: Style,
    /// Whether a number is too large for a word.
    is_large: bool,
    /// What follows.
    next: Option<(Token, Range<usize>)>,
}

/// Reads a list whose first number has been read. `None` if it cannot be a module.
fn list(lexer: &mut Lexer<'_>, first: Range<usize>) -> Option<List> {
    let text = lexer.text;
    let spelled = |range: &Range<usize>| parts(text.get(range.clone()).unwrap_or_default());
    let (prefix, digits, suffix) = spelled(&first);
    let mut list = List {
        values: vec![value_of(text, &first)?],
        range: first.clone(),
        style: Style {
            prefix: prefix.to_owned(),
            digits: if prefix.is_empty() { 1 } else { digits.len() },
            upper: false,
            suffix: suffix.to_owned(),
            gap: String::new(),
            line: None,
        },
        is_large: false,
        next: None,
    };
    list.style.upper = digits.bytes().any(|digit| digit.is_ascii_uppercase());
    loop {
        list.next = lexer.next();
        if !matches!(list.next, Some((Token::Other(b','), _))) {
            return Some(list);
        }
        let next = lexer.next();
        let Some((Token::Number(_), range)) = next else {
            list.next = next;
            return Some(list);
        };
        let gap = text.get(list.range.end..range.start).unwrap_or_default();
        let count = list.values.len();
        if gap.contains('\n') {
            let line = &mut list.style.line;
            line.get_or_insert_with(|| (without_comments(gap), count));
        } else if list.style.gap.is_empty() {
            list.style.gap = without_comments(gap);
        }
        let (its_prefix, digits, _) = spelled(&range);
        list.style.upper |= digits.bytes().any(|digit| digit.is_ascii_uppercase());
        if its_prefix == prefix {
            list.style.digits = list.style.digits.min(digits.len());
        }
        let value = value_of(text, &range);
        list.is_large |= value.is_none();
        list.values.push(value.unwrap_or(u32::MAX));
        list.range.end = range.end;
        // Tables of other things may be long.
        if count == 4 && Array::kind(&list.values).is_none() {
            return None;
        }
    }
}

/// What is between two numbers, without comments, which would be repeated: the comma, and the rest behind the last line's end.
fn without_comments(gap: &str) -> String {
    let is_plain = |c: char| c == ',' || c.is_whitespace();
    if gap.chars().all(is_plain) {
        return gap.to_owned();
    }
    match gap.rsplit_once('\n') {
        Some((before, indent)) => {
            let end = if before.ends_with('\r') { "\r\n" } else { "\n" };
            let indent: String = indent.chars().filter(|c| c.is_whitespace()).collect();
            format!(",{end}{indent}")
        }
        None => ", ".to_owned(),
    }
}

fn value_of(text: &str, range: &Range<usize>) -> Option<u32> {
    number(text.get(range.clone())?)?.try_into().ok()
}

impl Array {
    /// Whether elements are bytes, if they are those of a module.
    fn kind(values: &[u32]) -> Option<bool> {
        match values {
            [MAGIC, ..] => Some(false),
            [3, 2, 0x23, 7, ..] => Some(true),
            _ => None,
        }
    }

    /// An array of these numbers, if they begin as a module; `is_open` if it began with a brace.
    fn new(name: String, list: &List, is_open: bool, region: usize) -> Option<Self> {
        let is_bytes = Self::kind(&list.values)?;
        let is_whole = match &list.next {
            Some((token, _)) => is_open && *token == Token::Other(b'}'),
            None => !is_open,
        };
        let (mut words, mut damage) = (list.values.clone(), None);
        if is_bytes {
            let bytes = list.values.iter().map(|&value| u8::try_from(value).ok());
            let bytes: Option<Vec<u8>> = bytes.collect();
            let read = bytes.and_then(|bytes| sos_core::words::from_bytes(&bytes).ok());
            if read.is_none() {
                damage = Some("its numbers are not the bytes of whole words");
            }
            words = read.unwrap_or_default();
        }
        if list.is_large {
            damage = Some("a number has more than 32 bits");
        }
        if !is_whole {
            damage = Some("its list does not end after the last number: it has something else in it, or is cut off");
        }
        let mut style = list.style.clone();
        if style.gap.is_empty() {
            style.gap = ", ".to_owned();
        }
        Some(Self {
            name,
            words,
            damage,
            is_row: false,
            region,
            is_bytes,
            range: list.range.clone(),
            style,
            counts: Vec::new(),
            sizes: Vec::new(),
        })
    }

    fn count(&self, words: &[u32]) -> usize {
        words.len() * if self.is_bytes { 4 } else { 1 }
    }

    /// The numbers of a module.
    fn write(&self, words: &[u32]) -> String {
        let mut text = String::new();
        let mut add = |index: usize, value: u32| {
            if index > 0 {
                text += match &self.style.line {
                    Some((line, count)) if index % count == 0 => line,
                    _ => &self.style.gap,
                };
            }
            self.style.write(&mut text, value);
        };
        match self.is_bytes {
            true => {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                bytes.enumerate().for_each(|(at, it)| add(at, it.into()));
            }
            false => words.iter().enumerate().for_each(|(at, &it)| add(at, it)),
        }
        text
    }
}

impl Style {
    fn write(&self, text: &mut String, value: u32) {
        let digits = self.digits;
        *text += &self.prefix;
        *text += &match (self.prefix.is_empty(), self.upper) {
            (true, _) => value.to_string(),
            (_, true) => format!("{value:0digits$X}"),
            (_, false) => format!("{value:0digits$x}"),
        };
        *text += &self.suffix;
    }
}

impl Header {
    /// Reads a header. `None` if the text has no array that is a module.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (text, is_bytewise) = match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), false),
            // Comments in some older encoding, all of which have ASCII in them.
            Err(_) if !bytes.contains(&0) => (bytes.iter().map(|&b| char::from(b)).collect(), true),
            Err(_) => return None,
        };
        let arrays = arrays_in(&text);
        (!arrays.is_empty()).then_some(Self {
            text,
            is_bytewise,
            arrays,
        })
    }

    /// Its arrays.
    pub fn named(&self) -> Vec<Named> {
        let arrays = self.arrays.iter().map(|array| Named {
            name: array.name.clone(),
            damage: array.damage,
        });
        arrays.collect()
    }

    /// Whether it has an array of arrays: modules of other sizes have no room in it.
    pub fn has_rows(&self) -> bool {
        self.arrays.iter().any(|array| array.is_row)
    }

    /// The names of its modules. One without a name is called `module`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.arrays.iter().map(|array| array.name.as_str())
    }

    /// The words of a module.
    pub fn words(&self, index: usize) -> Option<&[u32]> {
        Some(&self.arrays.get(index)?.words)
    }

    /// The text with other modules; without one, a module stays as it is, and so does one that is damaged.
    pub fn with(&self, modules: &[Option<Vec<u32>>]) -> Vec<u8> {
        let mut edits = Vec::new();
        for (array, words) in self.arrays.iter().zip(modules) {
            let Some(words) = words.as_ref().filter(|_| array.damage.is_none()) else {
                continue;
            };
            edits.push((array.range.clone(), array.write(words)));
            let mut state = |ranges: &[Range<usize>], number: usize| {
                for range in ranges {
                    let (prefix, digits, suffix) =
                        parts(self.text.get(range.clone()).unwrap_or_default());
                    let style = Style {
                        prefix: prefix.to_owned(),
                        digits: if prefix.is_empty() { 1 } else { digits.len() },
                        upper: digits.bytes().any(|digit| digit.is_ascii_uppercase()),
                        suffix: suffix.to_owned(),
                        gap: String::new(),
                        line: None,
                    };
                    let mut text = String::new();
                    style.write(&mut text, u32::try_from(number).unwrap_or(u32::MAX));
                    edits.push((range.clone(), text));
                }
            };
            state(&array.counts, array.count(words));
            state(&array.sizes, words.len() * 4);
        }
        edits.sort_by_key(|edit| edit.0.start);
        let mut made = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, text) in edits {
            made += self.text.get(done..range.start).unwrap_or_default();
            made += &text;
            done = range.end;
        }
        made += self.text.get(done..).unwrap_or_default();
        match self.is_bytewise {
            // All characters are those of single bytes.
            true => made.chars().map(|c| c as u8).collect(),
            false => made.into_bytes(),
        }
    }
}

/// The arrays of a text that are modules, with the sizes that it states of them.
fn arrays_in(text: &str) -> Vec<Array> {
    let mut arrays: Vec<Array> = Vec::new();
    let mut stated = Vec::new();
    let mut lexer = Lexer { text, at: 0 };
    let mut before: Vec<(Token, Range<usize>)> = Vec::new();
    let mut pending = None;
    let mut region = 0;
    while let Some((token, range)) = pending.take().or_else(|| lexer.next()) {
        let is_open = matches!(before.last(), Some((Token::Other(b'{'), _)));
        if matches!(token, Token::Number(_)) && (is_open || before.is_empty()) {
            let (name, bound, is_row) = declared(text, &before);
            let found = list(&mut lexer, range.clone());
            if let Some(list) = &found {
                if let Some(mut array) = Array::new(name, list, is_open, region) {
                    let count = array.count(&array.words) as u64;
                    array.is_row = is_row;
                    let bound = bound.filter(|bound| bound.1 == count);
                    array.counts.extend(bound.map(|bound| bound.0));
                    arrays.push(array);
                }
            }
            pending = found.and_then(|list| list.next);
            before.push((token, range));
            continue;
        }
        if let (Token::Number(value), Some(name)) = (token, name_before(&before)) {
            stated.push(sizes::Stated {
                name,
                value,
                range: range.clone(),
                region,
            });
        }
        let is_directive = matches!(before.last(), Some((Token::Other(b'#'), _)));
        let word = text.get(range.clone()).unwrap_or_default();
        let conditions = ["if", "el", "endif"];
        if is_directive && conditions.iter().any(|start| word.starts_with(start)) {
            region += 1;
        }
        before.push((token, range));
        if before.len() > 64 {
            before.drain(..32);
        }
    }
    sizes::attribute(text, &mut arrays, stated);
    make_distinct(&mut arrays);
    arrays
}

/// The name that is given a number, right before it: `NAME 3`, `NAME = 3`.
fn name_before(before: &[(Token, Range<usize>)]) -> Option<Range<usize>> {
    match before {
        [.., (Token::Name, name)] | [.., (Token::Name, name), (Token::Other(b'='), _)] => {
            Some(name.clone())
        }
        _ => None,
    }
}

/// The name of the array that begins here, and the number of elements that its declaration states: `fog[5] = {`, or
/// `std::array<uint32_t, 5> fog = {{`. Also whether it is the first of several, with another bound before this one.
fn declared(
    text: &str,
    before: &[(Token, Range<usize>)],
) -> (String, Option<(Range<usize>, u64)>, bool) {
    use Token::{Name, Number, Other};
    let mut rest = before;
    while let [first @ .., (Other(b'{' | b'='), _)] = rest {
        rest = first;
    }
    let mut bound = None;
    let mut set = |token: &Token, range: &Range<usize>| {
        if let Number(value) = token {
            bound = Some((range.clone(), *value));
        }
    };
    if let [first @ .., (Other(b'['), _), (Other(b']'), _)] = rest {
        rest = first;
    } else if let [first @ .., (Other(b'['), _), (inner, range), (Other(b']'), _)] = rest {
        set(inner, range);
        rest = first;
    } else if let [.., (Other(b','), _), (inner, range), (Other(b'>'), _), (Name, _)] = rest {
        set(inner, range);
    }
    let is_row = matches!(rest, [.., (Other(b']'), _)]);
    let name = match rest {
        [.., (Name, range)] => text.get(range.clone()),
        _ => None,
    };
    (name.unwrap_or("module").to_owned(), bound, is_row)
}

/// Names of arrays are distinct, unless conditions of the preprocessor choose among them.
fn make_distinct(arrays: &mut [Array]) {
    let mut seen = std::collections::HashMap::new();
    for array in arrays {
        let count = seen.entry(array.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            array.name += &format!("-{count}");
        }
    }
}

#[cfg(test)]
mod tests;
