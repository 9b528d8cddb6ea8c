//! A scanned module: its words and what the scan found in them. Independent of targets and options.

mod select;

pub use select::{EntryPoint, Removed, Selection};

use crate::error::Error;
use crate::facts::Facts;
use crate::header::Header;
use crate::options::Limits;
use alloc::boxed::Box;

/// A scanned module: words and facts, ready for any target.
///
/// ```
/// use sos_core::{Limits, Module};
///
/// # fn main() -> Result<(), sos_core::Error> {
/// # let bytes = include_bytes!("../../corpus/shaders/demo/wave_min.comp.spv");
/// let words = sos_core::words::from_bytes(bytes)?;
/// let module = Module::scan(&words, &Limits::default())?;
/// assert_eq!(module.words(), words);
/// // What is no module is an error, and never a panic.
/// assert!(Module::scan(&words[..100], &Limits::default()).is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Module<'w> {
    pub(crate) words: &'w [u32],
    /// Boxed, since the tables are passed from module to module.
    pub(crate) facts: Box<Facts>,
    /// What [`Module::select`] has left out.
    pub(crate) removed: Removed,
}

impl<'w> Module<'w> {
    /// Scans a module once and checks everything that later stages rely on.
    ///
    /// Allocates tables of a few bytes per id and per block, within the limits.
    ///
    /// # Errors
    /// If the words are malformed or exceed the limits: see [`ErrorKind`](crate::ErrorKind).
    pub fn scan(words: &'w [u32], limits: &Limits) -> Result<Self, Error> {
        Self::scan_with(words, limits, ScanTables::default())
    }

    /// Like [`Module::scan`], reusing the tables of an earlier scan: allocates nothing where they are large enough.
    ///
    /// # Errors
    /// As for [`Module::scan`]. The tables are lost then.
    pub fn scan_with(words: &'w [u32], limits: &Limits, tables: ScanTables) -> Result<Self, Error> {
        let header = Header::read(words, limits)?;
        let mut facts = tables.0.unwrap_or_default();
        facts.scan_behind(words, header)?;
        Ok(Self {
            words,
            facts,
            removed: Removed::default(),
        })
    }

    /// Scans the words of a [`Selection`]. Errors and reports about the result state positions in the original
    /// module.
    ///
    /// # Errors
    /// As for [`Module::scan`].
    pub fn scan_selection(
        words: &'w [u32],
        removed: Removed,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let module = Self::scan(words, limits).map_err(|error| removed.in_original(error))?;
        Ok(Self { removed, ..module })
    }

    /// The words.
    pub fn words(&self) -> &'w [u32] {
        self.words
    }

    /// The number of its entry points.
    pub fn entry_point_count(&self) -> usize {
        self.facts.entries(self.words).count()
    }

    /// Whether [`Module::select`] has left out entry points.
    pub fn is_selection(&self) -> bool {
        !self.removed.is_empty()
    }

    /// Returns the tables for the next scan.
    pub fn into_tables(self) -> ScanTables {
        ScanTables(Some(self.facts))
    }
}

/// The tables of a scan, for reuse.
#[derive(Clone, Debug, Default)]
pub struct ScanTables(pub(crate) Option<Box<Facts>>);
