//! Names and lists of tables, without pointers.
//!
//! A `&'static str` takes sixteen bytes of a table, and in a shared library another twenty-four for the relocation that the loader
//! applies in every process. The tables have thousands of names, so they contain a [`Name`] of two bytes instead: its position
//! in the sorted list of all names, which `xtask gen` collects. Lists of other items are one array each, divided by [`Lists`].
//!
//! Both are built at compile time from readable tables: a name that the list lacks is a compile error.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Deref, Range};

use crate::generated::names::NAMES;

/// Lists of items, one after the other in one array.
pub(crate) struct Lists<T: 'static, const LISTS: usize, const ITEMS: usize> {
    items: [T; ITEMS],
    /// Where each list ends.
    ends: [u32; LISTS],
}

/// A column of a table, at compile time: `column!(TABLE, row => row.name)`.
macro_rules! column {
    ($table:expr, $row:ident => $value:expr) => {{
        let mut column = {
            let $row = &$table[0];
            [$value; $table.len()]
        };
        let mut at = 1;
        while at < $table.len() {
            let $row = &$table[at];
            column[at] = $value;
            at += 1;
        }
        column
    }};
}
pub(crate) use column;

/// How many items lists have together.
pub(crate) const fn total<T>(lists: &[&[T]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].len();
        at += 1;
    }
    sum
}

impl<T: Copy, const LISTS: usize, const ITEMS: usize> Lists<T, LISTS, ITEMS> {
    /// Joins lists; `fill` is any item.
    pub(crate) const fn join(lists: &[&[T]; LISTS], fill: T) -> Self {
        let (mut items, mut ends) = ([fill; ITEMS], [0; LISTS]);
        let (mut end, mut at) = (0, 0);
        while at < LISTS {
            let mut item = 0;
            while item < lists[at].len() {
                items[end] = lists[at][item];
                end += 1;
                item += 1;
            }
            ends[at] = end as u32;
            at += 1;
        }
        Self { items, ends }
    }

    /// The list at this position; empty if there is none.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> &[T] {
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = start.map_or(0, |end| *end as usize);
        let end = self.ends.get(at).map_or(0, |end| *end as usize);
        self.items.get(start..end).unwrap_or(&[])
    }
}

/// A name that Khronos or this project gave to something, in a table. Names are ordered as their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u16);

/// The names that modules contain, those of device facts (`SOS_…`) and of extensions (`SPV_…`), and those of Vulkan's extensions are runs
/// of the list. Their texts are apart, so that a program which never prints the others is linked without these.
const IN_MODULES: Range<usize> = first_from("SOS_")..first_from("SPV`");
const OF_VULKAN: Range<usize> = first_from("VK_")..first_from("VK`");

/// The texts of a run, by place in the list.
macro_rules! run {
    ($name:ident, $from:expr, $to:expr) => {
        fn $name(at: usize) -> &'static [u8] {
            static RUN: Texts<{ $to - $from }, { length($from, $to) }> = texts($from);
            at.checked_sub($from).map_or(&[], |at| RUN.get(at))
        }
    };
}
run!(first, 0, IN_MODULES.start);
run!(in_modules, IN_MODULES.start, IN_MODULES.end);
run!(between, IN_MODULES.end, OF_VULKAN.start);
run!(of_vulkan, OF_VULKAN.start, OF_VULKAN.end);
run!(last, OF_VULKAN.end, NAMES.len());

fn anywhere(at: usize) -> &'static [u8] {
    match at {
        _ if at < IN_MODULES.start => first(at),
        _ if at < IN_MODULES.end => in_modules(at),
        _ if at < OF_VULKAN.start => between(at),
        _ if at < OF_VULKAN.end => of_vulkan(at),
        _ => last(at),
    }
}

type Texts<const LISTS: usize, const BYTES: usize> = Lists<u8, LISTS, BYTES>;

#[allow(clippy::large_const_arrays)] // Only tables computed at compile time read it.
const BYTES: [&[u8]; NAMES.len()] = column!(NAMES, name => name.as_bytes());

/// The position of the first name that is not before this text.
const fn first_from(text: &str) -> usize {
    let mut at = 0;
    while at < NAMES.len() && compare(NAMES[at].as_bytes(), text.as_bytes()) == 2 {
        at += 1;
    }
    at
}

/// How many bytes a run of names has.
const fn length(from: usize, to: usize) -> usize {
    let (mut sum, mut at) = (0, from);
    while at < to {
        sum += NAMES[at].len();
        at += 1;
    }
    sum
}

/// The texts of the run of names from this one on.
const fn texts<const LISTS: usize, const ITEMS: usize>(from: usize) -> Texts<LISTS, ITEMS> {
    let mut lists: [&[u8]; LISTS] = [&[]; LISTS];
    let mut at = 0;
    while at < LISTS {
        lists[at] = BYTES[from + at];
        at += 1;
    }
    Lists::join(&lists, 0)
}

/// Finds a text in a sorted list from the first place to the last.
fn search(text: &[u8], run: Range<usize>, get: impl Fn(usize) -> &'static [u8]) -> Option<Name> {
    let (mut from, mut to) = (run.start, run.end);
    while from < to {
        let middle = (from + to) / 2;
        match get(middle).cmp(text) {
            Ordering::Equal => return Some(Name(middle as u16)),
            Ordering::Greater => to = middle,
            Ordering::Less => from = middle + 1,
        }
    }
    None
}

impl Name {
    /// The name with this text, at compile time: a text that is none is a compile error, until `xtask gen` has run.
    pub(crate) const fn of(text: &str) -> Self {
        let (mut from, mut to) = (0, NAMES.len());
        while from < to {
            let middle = (from + to) / 2;
            match compare(NAMES[middle].as_bytes(), text.as_bytes()) {
                0 => return Self(middle as u16),
                1 => to = middle,
                _ => from = middle + 1,
            }
        }
        panic!("no such name")
    }

    /// Whether this is the name with this text, at compile time.
    pub(crate) const fn is(self, text: &str) -> bool {
        compare(NAMES[self.0 as usize].as_bytes(), text.as_bytes()) == 0
    }

    /// The name with this text, if a table contains it.
    pub fn find(text: impl AsRef<[u8]>) -> Option<Self> {
        search(text.as_ref(), 0..NAMES.len(), anywhere)
    }

    /// The name of a device fact or an extension with this text.
    pub(crate) fn find_in_modules(text: &[u8]) -> Option<Self> {
        search(text, IN_MODULES, in_modules)
    }

    /// The name of an extension of Vulkan with this text.
    pub(crate) fn find_of_vulkan(text: &str) -> Option<Self> {
        search(text.as_bytes(), OF_VULKAN, of_vulkan)
    }

    /// The text.
    pub fn text(self) -> &'static str {
        core::str::from_utf8(anywhere(usize::from(self.0))).unwrap_or_default()
    }

    /// The text of the name of a device fact or an extension; of other names, none.
    pub(crate) fn text_in_modules(self) -> &'static str {
        core::str::from_utf8(in_modules(usize::from(self.0))).unwrap_or_default()
    }
}

/// 0 for equal texts, 1 if the first one comes after the second, 2 if before.
const fn compare(a: &[u8], b: &[u8]) -> u8 {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return if a[at] > b[at] { 1 } else { 2 };
        }
        at += 1;
    }
    match (at < a.len(), at < b.len()) {
        (true, _) => 1,
        (_, true) => 2,
        _ => 0,
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.text()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.text() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.text() == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back() {
        const PARTS: [&[u8]; 4] = [&[], &[1, 2], &[], &[3]];
        static JOINED: Lists<u8, 4, { total(&PARTS) }> = Lists::join(&PARTS, 0);
        for (at, list) in PARTS.iter().enumerate() {
            assert_eq!(JOINED.get(at), *list);
        }
        assert!(JOINED.get(4).is_empty());
    }

    #[test]
    fn every_name_is_found() {
        assert!(NAMES.is_sorted_by(|a, b| a < b));
        for text in NAMES {
            assert_eq!(Name::of(text).text(), text);
            assert_eq!(Name::find(text), Some(Name::of(text)));
        }
        for text in ["", "VkPhysicalDevice", "~"] {
            assert_eq!(Name::find(text), None);
        }
        for text in ["SOS_SUBGROUP_SIZE", "SPV_KHR_16bit_storage"] {
            assert_eq!(Name::of(text).text_in_modules(), text);
            assert_eq!(Name::find_in_modules(text.as_bytes()), Some(Name::of(text)));
        }
        for text in ["OpNop", "VK_KHR_16bit_storage"] {
            assert_eq!(Name::of(text).text_in_modules(), "");
            assert_eq!(Name::find_in_modules(text.as_bytes()), None);
        }
        let shown = "VK_KHR_16bit_storage";
        assert_eq!(Name::find_of_vulkan(shown), Some(Name::of(shown)));
        assert_eq!(Name::find_of_vulkan("OpNop"), None);
        const NOP: Name = Name::of("OpNop");
        assert_eq!(format!("{NOP} {NOP:?} {NOP:>6}"), "OpNop \"OpNop\"  OpNop");
        assert!(NOP == "OpNop" && NOP != *"OpNo");
    }
}
