//! Text that arrives in another order than it is to be written in: several lanes, each read back from its start to its end.
//!
//! JUnit wants all tests of a device together, and results arrive by module. A lane collects some kilobytes in memory, and then
//! appends them to one temporary file, without a name, that all lanes share. So memory and open files do not grow with the results;
//! what grows is a list of the blocks, 16 bytes for [`BLOCK`] of them.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

use anyhow::{Context as _, Result};

/// The size at which a lane's text is moved to the file.
const BLOCK: usize = 32 << 10;

/// The lanes, and the file behind them.
#[derive(Debug)]
pub(super) struct Spool {
    file: Option<File>,
    end: u64,
    lanes: Vec<Lane>,
}

#[derive(Debug, Default)]
struct Lane {
    /// Places and sizes of blocks in the file.
    blocks: Vec<(u64, usize)>,
    /// What follows them.
    rest: Vec<u8>,
}

impl Spool {
    /// With this many empty lanes. There is no file before it is needed.
    pub(super) fn new(lanes: usize) -> Self {
        Self {
            file: None,
            end: 0,
            lanes: (0..lanes).map(|_| Lane::default()).collect(),
        }
    }

    /// Appends to a lane.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub(super) fn push(&mut self, lane: usize, bytes: &[u8]) -> Result<()> {
        let lane = self.lanes.get_mut(lane).context("no such lane")?;
        lane.rest.extend_from_slice(bytes);
        if lane.rest.len() < BLOCK {
            return Ok(());
        }
        let cannot = || {
            format!(
                "cannot write a temporary file in {}",
                std::env::temp_dir().display()
            )
        };
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile().with_context(cannot)?),
        };
        file.write_all(&lane.rest).with_context(cannot)?;
        lane.blocks.push((self.end, lane.rest.len()));
        self.end += lane.rest.len() as u64;
        lane.rest.clear();
        Ok(())
    }

    /// Whether nothing was appended to a lane.
    pub(super) fn is_empty(&self, lane: usize) -> bool {
        let lane = self.lanes.get(lane);
        lane.is_none_or(|lane| lane.blocks.is_empty() && lane.rest.is_empty())
    }

    /// Writes all of a lane. Nothing may be appended to any lane afterwards.
    ///
    /// # Errors
    /// The temporary file cannot be read, or `to` not written.
    pub(super) fn copy(&mut self, lane: usize, to: &mut dyn Write) -> Result<()> {
        let lane = self.lanes.get(lane).context("no such lane")?;
        if let Some(file) = &mut self.file {
            for (place, size) in &lane.blocks {
                file.seek(SeekFrom::Start(*place))?;
                let copied = io::copy(&mut file.take(*size as u64), to)?;
                anyhow::ensure!(copied == *size as u64, "a temporary file has shrunk");
            }
        }
        Ok(to.write_all(&lane.rest)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_comes_back_whole() {
        let mut spool = Spool::new(3);
        let mut expected = vec![Vec::new(); 2];
        for n in 0..20_000_u32 {
            for (lane, expected) in expected.iter_mut().enumerate() {
                let text = format!("{lane}:{n}\n");
                spool.push(lane, text.as_bytes()).unwrap();
                expected.extend_from_slice(text.as_bytes());
            }
        }
        assert!(spool.file.is_some() && spool.is_empty(2) && !spool.is_empty(0));
        for lane in [1, 0] {
            let mut found = Vec::new();
            spool.copy(lane, &mut found).unwrap();
            assert_eq!(found, expected[lane]);
        }
        assert!(spool.push(3, b"").is_err());
    }
}
