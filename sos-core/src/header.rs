//! The five words that open a module (SPIR-V specification, section 2.3).

use crate::error::{Error, ErrorKind};
use crate::options::Limits;

/// SPIR-V's magic number.
pub const MAGIC: u32 = 0x0723_0203;

/// Number of words of the header: the offset of the first instruction.
pub const LEN: usize = 5;

/// The newest minor version of SPIR-V 1 that SOS knows.
pub const NEWEST_MINOR: u8 = 6;

/// The fields of the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The minor number of SPIR-V 1.x.
    pub minor: u8,
    /// The tool that generated the module.
    pub generator: u32,
    /// All ids are below this.
    pub bound: u32,
    /// Reserved.
    pub schema: u32,
}

impl Header {
    /// Reads and checks the header.
    pub fn read(words: &[u32], limits: &Limits) -> Result<Self, Error> {
        let &[magic, version, generator, bound, schema, ..] = words else {
            return Err(Error::new(ErrorKind::NotSpirv, 0, 0));
        };
        if magic != MAGIC {
            return Err(Error::new(ErrorKind::NotSpirv, 0, 0));
        }
        if words.len() > limits.words as usize {
            return Err(Error::new(ErrorKind::ModuleTooLarge, 0, 0));
        }
        let minor = (version >> 8) as u8;
        if version != version_word(minor) || minor > NEWEST_MINOR {
            return Err(Error::unknown_version(version));
        }
        // Every id is defined by an instruction of at least two words, so a generator has no reason for a bound far above the
        // word count. The specification does not forbid such a bound, so only the limit applies.
        if bound == 0 || bound > limits.bound {
            return Err(Error::new(ErrorKind::BoundTooLarge, 3, 0));
        }
        Ok(Self {
            minor,
            generator,
            bound,
            schema,
        })
    }
}

/// The header's version word for SPIR-V 1.`minor`.
pub const fn version_word(minor: u8) -> u32 {
    0x0001_0000 | (minor as u32) << 8
}
