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
//! number, as one word or as four bytes in little-endian order; a text without one is no header. Preprocessor conditions are not
//! evaluated: all branches are read.

mod lexer;

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
    arrays: Vec<Array>,
}

/// An array that is a module.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    words: Vec<u32>,
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
            list.style.line.get_or_insert((gap.to_owned(), count));
        } else if list.style.gap.is_empty() {
            list.style.gap = gap.to_owned();
        }
        let (its_prefix, digits, _) = spelled(&range);
        list.style.upper |= digits.bytes().any(|digit| digit.is_ascii_uppercase());
        if its_prefix == prefix {
            list.style.digits = list.style.digits.min(digits.len());
        }
        list.values.push(value_of(text, &range)?);
        list.range.end = range.end;
        // Tables of other things may be long.
        if count == 4 && Array::kind(&list.values).is_none() {
            return None;
        }
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

    fn new(name: String, list: &List) -> Option<Self> {
        let is_bytes = Self::kind(&list.values)?;
        let words = match is_bytes {
            false => list.values.clone(),
            true => {
                let bytes = list.values.iter().map(|&value| u8::try_from(value).ok());
                let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
                sos_core::words::from_bytes(&bytes).ok()?
            }
        };
        let mut style = list.style.clone();
        if style.gap.is_empty() {
            style.gap = ", ".to_owned();
        }
        Some(Self {
            name,
            words,
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
        let text = std::str::from_utf8(bytes).ok()?;
        let mut arrays: Vec<Array> = Vec::new();
        // Numbers with the name before them: sizes, perhaps.
        let mut named: Vec<(Range<usize>, u64, Range<usize>)> = Vec::new();
        let mut lexer = Lexer { text, at: 0 };
        let mut before: Vec<(Token, Range<usize>)> = Vec::new();
        let mut pending = None;
        while let Some((token, range)) = pending.take().or_else(|| lexer.next()) {
            let is_list = match before.last() {
                None | Some((Token::Other(b'{'), _)) => true,
                Some(_) => false,
            };
            if matches!(token, Token::Number(_)) && is_list {
                let (name, bound) = declared(text, &before);
                let found = list(&mut lexer, range.clone());
                if let Some(list) = &found {
                    if let Some(mut array) = Array::new(name, list) {
                        let count = array.count(&array.words) as u64;
                        array
                            .counts
                            .extend(bound.filter(|bound| bound.1 == count).map(|bound| bound.0));
                        arrays.push(array);
                    }
                }
                pending = found.and_then(|list| list.next);
                before.push((token, range));
                continue;
            }
            if let (Token::Number(value), Some(name)) = (token, name_before(&before)) {
                named.push((name, value, range.clone()));
            }
            before.push((token, range));
            if before.len() > 64 {
                before.drain(..32);
            }
        }
        if arrays.is_empty() {
            return None;
        }
        for (name, value, range) in named {
            size(text, &mut arrays, &name, value, range);
        }
        make_distinct(&mut arrays);
        Some(Self {
            text: text.to_owned(),
            arrays,
        })
    }

    /// The names of its modules. One without a name is called `module`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.arrays.iter().map(|array| array.name.as_str())
    }

    /// The words of a module.
    pub fn words(&self, index: usize) -> Option<&[u32]> {
        Some(&self.arrays.get(index)?.words)
    }

    /// The text with other modules; without one, a module stays as it is.
    pub fn with(&self, modules: &[Option<Vec<u32>>]) -> String {
        let mut edits = Vec::new();
        for (array, words) in self.arrays.iter().zip(modules) {
            let Some(words) = words else { continue };
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
        made + self.text.get(done..).unwrap_or_default()
    }
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

/// The name of the array that begins here, and the number of elements that its declaration states.
fn declared(text: &str, before: &[(Token, Range<usize>)]) -> (String, Option<(Range<usize>, u64)>) {
    use Token::{Name, Number, Other};
    let mut rest = before;
    for mark in [b'{', b'='] {
        if let [first @ .., (Other(last), _)] = rest {
            if *last == mark {
                rest = first;
            }
        }
    }
    let mut bound = None;
    if let [first @ .., (Other(b'['), _), (Other(b']'), _)] = rest {
        rest = first;
    } else if let [first @ .., (Other(b'['), _), inner, (Other(b']'), _)] = rest {
        if let (Number(value), range) = inner {
            bound = Some((range.clone(), *value));
        }
        rest = first;
    }
    let name = match rest {
        [.., (Name, range)] => text.get(range.clone()),
        _ => None,
    };
    (name.unwrap_or("module").to_owned(), bound)
}

/// Notes a number as the size of the array whose name begins the number's name, if it is.
fn size(text: &str, arrays: &mut [Array], name: &Range<usize>, value: u64, range: Range<usize>) {
    let name = text.get(name.clone()).unwrap_or_default();
    let of = arrays.iter_mut().filter(|array| {
        let rest = name.strip_prefix(array.name.as_str());
        rest.is_some_and(|rest| !rest.is_empty())
    });
    let Some(array) = of.max_by_key(|array| array.name.len()) else {
        return;
    };
    if value == array.count(&array.words) as u64 {
        array.counts.push(range);
    } else if value == array.words.len() as u64 * 4 {
        array.sizes.push(range);
    }
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
mod tests {
    use super::*;

    fn with(text: &str, words: &[u32]) -> String {
        let header = Header::parse(text.as_bytes()).unwrap();
        header.with(&[Some(words.to_vec())])
    }

    #[test]
    fn words_keep_their_form_and_sizes_follow() {
        let text = "// 1\n#pragma once\n#define fog_WORDS 5u\nconst uint32_t fog[5] = {\n\t0x07230203,0x00010000,\n\t0x0000000b,0x00000003,\n\t0x00000000\n};\nstatic const size_t fog_size = sizeof(fog), fogBytes = 20, other = 20;\n";
        let header = Header::parse(text.as_bytes()).unwrap();
        assert_eq!(header.names().collect::<Vec<_>>(), ["fog"]);
        assert_eq!(header.words(0).unwrap(), [MAGIC, 0x10000, 11, 3, 0]);
        assert_eq!(header.with(&[None]), text);
        assert_eq!(with(text, header.words(0).unwrap()), text);
        assert_eq!(
            with(text, &[MAGIC, 0xABCD, 1]),
            "// 1\n#pragma once\n#define fog_WORDS 3u\nconst uint32_t fog[3] = {\n\t0x07230203,0x0000abcd,\n\t0x00000001\n};\nstatic const size_t fog_size = sizeof(fog), fogBytes = 12, other = 20;\n"
        );
    }

    #[test]
    fn bytes_and_lists_without_a_name_are_read() {
        let text = "unsigned char a_spv[] = {\n  0x03, 0x02, 0x23, 0x07, 0x00, 0x00,\n  0x01, 0x00\n};\nunsigned int a_spv_len = 8;\n";
        let header = Header::parse(text.as_bytes()).unwrap();
        assert_eq!(header.words(0).unwrap(), [MAGIC, 0x10000]);
        assert_eq!(
            with(text, &[MAGIC, 0x10000, 0xAB]),
            "unsigned char a_spv[] = {\n  0x03, 0x02, 0x23, 0x07, 0x00, 0x00,\n  0x01, 0x00, 0xab, 0x00, 0x00, 0x00\n};\nunsigned int a_spv_len = 12;\n"
        );
        assert_eq!(
            with("{0x07230203,0x00000001}\n", &[MAGIC]),
            "{0x07230203}\n"
        );
        assert_eq!(
            with("\t// 1\n\t119734787,65536", &[7, 5, 3]),
            "\t// 1\n\t7,5,3"
        );
    }

    #[test]
    fn several_arrays_have_names_of_their_own() {
        let text = "#ifdef A\nint a[] = {0x07230203, 1};\n#else\nint a[] = {0x07230203, 2};\n#endif\nint b[] = {1, 2, 3, 4, 5, 6};\nX a2[] {0X07230203U, 0X00000003U}; char c[] = \"{0x07230203}\"; /* {0x07230203} */";
        let header = Header::parse(text.as_bytes()).unwrap();
        assert_eq!(header.names().collect::<Vec<_>>(), ["a", "a-2", "a2"]);
        let made = header.with(&[None, Some(vec![MAGIC, 9]), Some(vec![10])]);
        assert!(made.contains("{0x07230203, 0x00000009}") && made.contains("{0X0000000aU}"));
    }

    /// Whatever a text is, it is read without a panic, and what is read can be written and read again.
    #[test]
    fn any_text_is_read() {
        let pieces = [
            "{",
            "}",
            "0x07230203",
            ",",
            " ",
            "\n",
            "3",
            "0x02",
            "0x23",
            "7",
            "a",
            "[",
            "]",
            "=",
            "/*",
            "*/",
            "//",
            "\"",
            "'",
            "\\",
            "é",
            "影",
            "#define a_size 4",
            "4294967296",
            "0x",
            "0u",
            ";",
        ];
        let mut state: u64 = 1;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut found = 0;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..random(24) {
                text += pieces[random(pieces.len())];
            }
            let Some(header) = Header::parse(text.as_bytes()) else {
                continue;
            };
            found += 1;
            let count = header.names().count();
            let modules: Vec<_> = (0..count).map(|_| Some(vec![MAGIC, 0xA0B0, 5])).collect();
            assert_eq!(header.with(&vec![None; count]), text);
            let made = header.with(&modules);
            let again = Header::parse(made.as_bytes()).expect(&made);
            assert_eq!(again.names().count(), count, "{text:?} {made:?}");
            assert!((0..count).all(|at| again.words(at) == modules[at].as_deref()));
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn other_text_is_no_header() {
        for text in [
            "",
            "#version 450\nvoid main() {}",
            "int a[] = {1, 2};",
            "{0x07230203",
            "é'\\é",
        ] {
            let found = Header::parse(text.as_bytes()).is_some();
            assert_eq!(found, text == "{0x07230203", "{text}");
        }
        assert!(Header::parse(&[0xFF, b'{']).is_none());
    }
}
