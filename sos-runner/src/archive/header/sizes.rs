//! Which numbers of a header state the size of one of its arrays.
//!
//! A number does if it is given to a name that begins with the array's, in either case (`fog_size = 1664`, `#define FOG_WORDS 416`), and
//! is the array's number of elements or of bytes. Branches of the preprocessor may have an array of one name each: a number belongs
//! to the one of its own branch, or else to the nearest. Names are looked up by their beginnings, which are few, since longer names
//! than [`LONGEST`] are left out: they cost no more than the text is long.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::Array;

/// The longest name in bytes; compilers need not tell longer ones apart.
const LONGEST: usize = 255;

/// How many arrays of one name are looked at on each side of a number.
const NEAR: usize = 8;

/// A number that is given to a name.
pub(super) struct Stated {
    pub(super) name: Range<usize>,
    pub(super) value: u64,
    pub(super) range: Range<usize>,
    /// How many conditions of the preprocessor are before it.
    pub(super) region: usize,
}

/// Notes each number that is the size of an array with the array.
pub(super) fn attribute(text: &str, arrays: &mut [Array], stated: Vec<Stated>) {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, array) in arrays.iter().enumerate() {
        let name = array.name.to_ascii_lowercase();
        by_name.entry(name).or_default().push(index);
    }
    let lengths: BTreeSet<usize> = by_name.keys().map(String::len).collect();
    for number in stated {
        let name = text.get(number.name.clone()).unwrap_or_default();
        if name.len() > LONGEST {
            continue;
        }
        let lower = name.to_ascii_lowercase();
        let starts = lengths.range(..lower.len()).rev();
        let called = starts.filter_map(|&length| by_name.get(lower.get(..length)?));
        let Some(called) = called.into_iter().next() else {
            continue;
        };
        let Some(index) = nearest(arrays, called, name, &number) else {
            continue;
        };
        if let Some(array) = arrays.get_mut(index) {
            match number.value == array.count(&array.words) as u64 {
                true => array.counts.push(number.range),
                false => array.sizes.push(number.range),
            }
        }
    }
}

/// The array among these that has the number's value as its size: of the same case and branch, if there is one, and the nearest.
fn nearest(arrays: &[Array], called: &[usize], name: &str, number: &Stated) -> Option<usize> {
    // In the order of the text: those far away are in other branches.
    let begin = called.partition_point(|&index| {
        arrays
            .get(index)
            .is_some_and(|array| array.range.start < number.range.start)
    });
    let near = called.get(begin.saturating_sub(NEAR)..).unwrap_or_default();
    let near = near.get(..2 * NEAR).unwrap_or(near).iter().copied();
    let with = near.filter_map(|index| Some((index, arrays.get(index)?)));
    let of_size = with.filter(|(_, array)| {
        let (count, bytes) = (array.count(&array.words), array.words.len() * 4);
        number.value == count as u64 || number.value == bytes as u64
    });
    let best = of_size.min_by_key(|(_, array)| {
        let before = array.range.start.saturating_sub(number.range.end);
        let behind = number.range.start.saturating_sub(array.range.end);
        (
            !name.starts_with(&array.name),
            array.region.abs_diff(number.region),
            before.max(behind),
        )
    });
    best.map(|(index, _)| index)
}
