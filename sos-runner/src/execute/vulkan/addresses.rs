//! Buffer addresses: written where a job names them, and replaced by buffer and offset in its output.
//!
//! A driver may give a buffer a different address in each run, so an output must not contain one. Every pair of words that is
//! an address of a named buffer is replaced by [`Address::symbolic`], at any position, because shaders copy addresses. Other data
//! may look like an address, but that is unlikely: a buffer covers a tiny part of the 64-bit address space.

use anyhow::{ensure, Context as _, Result};

use crate::execute::job::{Address, Job, Place};

/// The address ranges of the buffers whose addresses a job names.
#[derive(Debug, Default)]
pub(super) struct Addresses(Vec<Range>);

#[derive(Clone, Copy, Debug)]
struct Range {
    /// Index of the buffer in the job.
    buffer: usize,
    first: u64,
    /// The address after its last byte. No other buffer begins there, because a guard area follows each buffer.
    end: u64,
}

impl Addresses {
    /// Whether a job names an address of this buffer.
    pub(super) fn are_used(job: &Job, buffer: usize) -> bool {
        job.addresses.iter().any(|one| one.buffer == buffer)
    }

    /// Records the address range of a buffer.
    pub(super) fn add(&mut self, buffer: usize, first: u64, words: usize) {
        let end = first + 4 * words as u64;
        self.0.push(Range { buffer, first, end });
    }

    /// Writes the addresses that a job names into a copy of a place's content; `None` if it names none there.
    ///
    /// # Errors
    /// The job names an address of something that is not a buffer, or a position outside of the content.
    pub(super) fn write(&self, job: &Job, place: Place, words: &[u32]) -> Result<Option<Vec<u32>>> {
        let mut here = job
            .addresses
            .iter()
            .filter(|one| one.place == place)
            .peekable();
        if here.peek().is_none() {
            return Ok(None);
        }
        let mut words = words.to_vec();
        for one in here {
            let named = job.buffers.get(one.buffer);
            ensure!(
                named.is_some_and(|buffer| buffer.kind.is_buffer()),
                "the address of number {} is named, which is no buffer",
                one.buffer
            );
            let range = self.0.iter().find(|range| range.buffer == one.buffer);
            let value = match range {
                Some(range) => halves(range.first + u64::from(one.offset)),
                // The device does not support buffer addresses.
                None => Address::symbolic(one.buffer, one.offset),
            };
            let behind = words.get_mut(one.word..).unwrap_or_default();
            let pair = behind.get_mut(..2);
            pair.with_context(|| format!("no address can stand in word {}: {place:?}", one.word))?
                .copy_from_slice(&value);
        }
        Ok(Some(words))
    }

    /// Replaces addresses of buffers by [`Address::symbolic`].
    pub(super) fn make_symbolic(&self, words: &mut [u32]) {
        if self.0.is_empty() {
            return;
        }
        let mut rest = words;
        while let [low, high, ..] = rest {
            let address = u64::from(*low) | u64::from(*high) << 32;
            let range = self
                .0
                .iter()
                .find(|range| (range.first..=range.end).contains(&address));
            let mut taken = 1;
            if let Some(range) = range {
                [*low, *high] = Address::symbolic(range.buffer, (address - range.first) as u32);
                taken = 2;
            }
            rest = rest.get_mut(taken..).unwrap_or_default();
        }
    }
}

/// The low and the high word.
fn halves(value: u64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::job::Buffer;

    const FIRST: u64 = 0x7F00_1234_FFFF_FFF8;

    fn job(addresses: Vec<Address>) -> Job {
        Job {
            addresses,
            ..Job::compute(
                &[],
                vec![
                    Buffer::storage(0, vec![0; 2]),
                    Buffer::storage(1, vec![9; 4]),
                ],
                1,
            )
        }
    }

    fn address(place: Place, word: usize, buffer: usize, offset: u32) -> Address {
        Address {
            place,
            word,
            buffer,
            offset,
        }
    }

    fn at_first() -> Addresses {
        let mut addresses = Addresses::default();
        addresses.add(1, FIRST, 4);
        addresses
    }

    #[test]
    fn addresses_are_written_and_made_symbolic() {
        let job = job(vec![
            address(Place::Push, 1, 1, 12),
            address(Place::Buffer(1), 0, 1, 0),
            address(Place::Buffer(1), 2, 1, 16),
        ]);
        let addresses = at_first();
        let write = |place, words: &[u32]| addresses.write(&job, place, words).unwrap();
        assert_eq!(write(Place::Buffer(0), &[1, 2]), None);
        assert_eq!(write(Place::Push, &[7; 4]).unwrap(), [7, 4, 0x7F00_1235, 7]);
        let mut words = write(Place::Buffer(1), &[9; 4]).unwrap();
        assert_eq!(words, [0xFFFF_FFF8, 0x7F00_1234, 8, 0x7F00_1235]);
        addresses.make_symbolic(&mut words);
        assert_eq!(
            words,
            [Address::symbolic(1, 0), Address::symbolic(1, 16)].concat()
        );
        // Found at any word offset; addresses just outside of the range are not replaced.
        let mut words = vec![
            5,
            9,
            0x7F00_1235,
            0,
            0x7F00_1235,
            0xFFFF_FFF7,
            0x7F00_1234,
            0,
        ];
        let [offset, number] = Address::symbolic(1, 8);
        addresses.make_symbolic(&mut words);
        assert_eq!(
            words,
            [
                5,
                9,
                0x7F00_1235,
                offset,
                number,
                0xFFFF_FFF7,
                0x7F00_1234,
                0
            ]
        );
        let mut short = [8];
        addresses.make_symbolic(&mut short);
        assert_eq!(short, [8]);
    }

    #[test]
    fn a_device_without_addresses_gets_symbolic_ones() {
        let job = job(vec![address(Place::Push, 0, 1, 4)]);
        let none = Addresses::default();
        let mut words = none.write(&job, Place::Push, &[0; 2]).unwrap().unwrap();
        assert_eq!(words, Address::symbolic(1, 4));
        none.make_symbolic(&mut words);
        assert_eq!(words, Address::symbolic(1, 4));
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        for (wrong, why) in [
            (
                address(Place::Push, 1, 1, 0),
                "no address can stand in word 1",
            ),
            (
                address(Place::Push, usize::MAX, 1, 0),
                "no address can stand",
            ),
            (address(Place::Push, 0, 2, 0), "the address of number 2"),
        ] {
            let error = at_first().write(&job(vec![wrong]), Place::Push, &[0; 2]);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
