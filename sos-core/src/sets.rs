//! Bit sets of table indices: capabilities, extensions.

use core::fmt;

/// A set of indices below `WORDS * 64`, stored inline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> BitSet<WORDS> {
    pub(crate) const WORDS: usize = WORDS;

    /// The set without members.
    pub const EMPTY: Self = Self([0; WORDS]);

    pub(crate) const fn of_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    pub(crate) const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The set with one more index, for tables computed at compile time. An index out of range is ignored.
    #[must_use]
    pub const fn with(mut self, index: u16) -> Self {
        let word = (index / 64) as usize;
        if word < WORDS {
            self.0[word] |= 1 << (index % 64);
        }
        self
    }

    /// The set without an index; an index out of range is ignored.
    #[must_use]
    pub const fn without(mut self, index: u16) -> Self {
        let word = (index / 64) as usize;
        if word < WORDS {
            self.0[word] &= !(1 << (index % 64));
        }
        self
    }

    /// Adds an index. Returns whether it was not yet a member; an index out of range is ignored.
    #[inline]
    pub fn insert(&mut self, index: u16) -> bool {
        let (word, bit) = split(index);
        match self.0.get_mut(word) {
            Some(word) => {
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            None => false,
        }
    }

    /// Removes an index. Returns whether it was a member.
    pub fn remove(&mut self, index: u16) -> bool {
        let (word, bit) = split(index);
        match self.0.get_mut(word) {
            Some(word) => {
                let old = *word & bit != 0;
                *word &= !bit;
                old
            }
            None => false,
        }
    }

    /// Whether the index is a member.
    #[inline]
    pub const fn contains(&self, index: u16) -> bool {
        let word = (index / 64) as usize;
        word < WORDS && self.0[word] >> (index % 64) & 1 != 0
    }

    /// The union of both sets.
    #[must_use]
    #[inline]
    pub const fn union(mut self, other: &Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        self
    }

    /// The members of this set that are not in the other.
    #[must_use]
    pub fn difference(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
        self
    }

    /// Whether every member is also in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(word, other)| word & !other == 0)
    }

    /// The same members in a set with at least as many words.
    #[must_use]
    pub fn widened<const MORE: usize>(&self) -> BitSet<MORE> {
        let mut wide = BitSet::EMPTY;
        wide.absorb(self);
        wide
    }

    /// Adds every member of a set with at most as many words.
    pub fn absorb<const FEWER: usize>(&mut self, other: &BitSet<FEWER>) {
        const { assert!(FEWER <= WORDS) };
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Whether every member of a set with at most as many words is in this one.
    pub fn has_all<const FEWER: usize>(&self, other: &BitSet<FEWER>) -> bool {
        const { assert!(FEWER <= WORDS) };
        let mut words = other.0.iter().zip(&self.0);
        words.all(|(other, word)| other & !word == 0)
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let mut words = self.0.iter();
        let (mut rest, mut first) = (0_u64, 0_u16.wrapping_sub(64));
        core::iter::from_fn(move || {
            while rest == 0 {
                rest = *words.next()?;
                first = first.wrapping_add(64);
            }
            let bit = rest.trailing_zeros() as u16;
            rest &= rest - 1;
            Some(first + bit)
        })
    }
}

#[inline]
fn split(index: u16) -> (usize, u64) {
    (usize::from(index / 64), 1 << (index % 64))
}

impl<const WORDS: usize> Default for BitSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> fmt::Debug for BitSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<const WORDS: usize> Extend<u16> for BitSet<WORDS> {
    fn extend<T: IntoIterator<Item = u16>>(&mut self, indices: T) {
        for index in indices {
            self.insert(index);
        }
    }
}

impl<const WORDS: usize> FromIterator<u16> for BitSet<WORDS> {
    fn from_iter<T: IntoIterator<Item = u16>>(indices: T) -> Self {
        let mut set = Self::EMPTY;
        set.extend(indices);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order_across_words() {
        let set: BitSet<3> = [191, 0, 63, 64, 5].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 191]);
        assert_eq!(set.len(), 5);
        let constant = BitSet::<3>::EMPTY
            .with(191)
            .with(0)
            .with(5)
            .with(192)
            .without(5);
        assert_eq!(constant.iter().collect::<Vec<_>>(), [0, 191]);
    }

    #[test]
    fn an_index_out_of_range_is_ignored() {
        let mut set = BitSet::<1>::EMPTY;
        assert!(!set.insert(64));
        assert!(!set.contains(64) && set.is_empty());
    }

    #[test]
    fn algebra() {
        let a: BitSet<2> = [1, 2, 100].into_iter().collect();
        let b: BitSet<2> = [2, 100].into_iter().collect();
        assert!(b.is_subset(&a) && !a.is_subset(&b));
        assert_eq!(a.difference(&b).iter().collect::<Vec<_>>(), [1]);
        assert_eq!(a.intersection(&b), b);
        assert_eq!(a.union(&b), a);
    }
}
