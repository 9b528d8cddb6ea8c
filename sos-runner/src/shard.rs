//! A part of a corpus, for machines that share a run.

use serde::{Deserialize, Serialize};

/// One of N parts of a corpus of about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of the part, from 0.
    index: usize,
    /// Number of parts.
    count: usize,
}

/// Parts of a corpus that a report is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The number of parts in all.
    pub(crate) count: usize,
    /// The parts that are in the report, counted from 1, in ascending order.
    pub(crate) parts: Vec<usize>,
}

impl Shard {
    /// Parses `I/N`, where I counts from 1.
    ///
    /// # Errors
    /// It is something else; a sentence says what is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wanted = || "expected I/N, with I from 1 to N".to_owned();
        let (index, count) = text.split_once('/').ok_or_else(wanted)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| wanted());
        let (index, count) = (number(index)?, number(count)?);
        if index == 0 || index > count {
            return Err(wanted());
        }
        Ok(Self {
            index: index - 1,
            count,
        })
    }

    /// Every N-th item, so that neighbours, which have similar costs, are spread over all parts.
    pub(crate) fn take<T>(self, items: Vec<T>) -> Vec<T> {
        let every = items.into_iter().skip(self.index).step_by(self.count);
        every.collect()
    }

    /// As reports state it.
    pub(crate) fn part(self) -> Part {
        Part {
            count: self.count,
            parts: vec![self.index + 1],
        }
    }
}

impl Part {
    /// The number of cases in these parts of a corpus of this size.
    pub(crate) fn cases(&self, all: usize) -> usize {
        let of =
            |part: &usize| all.saturating_add(self.count).saturating_sub(*part) / self.count.max(1);
        self.parts.iter().map(of).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_everything_once() {
        for count in 1..6 {
            let mut all: Vec<usize> = (1..=count)
                .flat_map(|index| {
                    let shard = Shard::parse(&format!("{index}/{count}")).unwrap();
                    let taken = shard.take((0..17).collect());
                    assert_eq!(taken.len(), shard.part().cases(17));
                    taken
                })
                .collect();
            all.sort_unstable();
            assert_eq!(all, (0..17).collect::<Vec<_>>());
        }
        for wrong in ["0/2", "3/2", "1", "a/2", "1/0", "-1/2"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_part_of_a_small_corpus_may_be_empty() {
        let part = Shard::parse("3/3").unwrap().part();
        assert_eq!((part.cases(2), part.cases(0), part.cases(3)), (0, 0, 1));
    }
}
