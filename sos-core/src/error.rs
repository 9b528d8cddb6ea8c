//! Errors in a module or in the options.
//!
//! An [`Error`] means that there is no result: the words are not a module that SOS can read, or a limit was exceeded. A
//! valid module that the target cannot run is not an error: that is [`crate::Outcome::Unsupported`].

use core::fmt;

/// The kind of an [`Error`]. Numbers are public, stable and never reused: the C API exposes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Shorter than the five words of a header, or the magic number is not SPIR-V's.
    NotSpirv = 1,
    /// The length in bytes is not a multiple of four.
    NotWords = 2,
    /// A SPIR-V version that SOS does not know.
    UnknownVersion = 3,
    /// The id bound is zero or above [`crate::Limits::bound`].
    BoundTooLarge = 4,
    /// The module has more words than [`crate::Limits::words`].
    ModuleTooLarge = 5,
    /// An instruction has a word count of zero or reaches past the end of the module.
    BadWordCount = 6,
    /// An instruction has fewer words than its opcode requires.
    TruncatedInstruction = 7,
    /// An id is zero or not below the bound.
    BadId = 8,
    /// Two instructions define one id.
    DuplicateId = 9,
    /// An instruction where the logical layout of a module does not allow it.
    BadLayout = 10,
    /// A literal string is not terminated, or the name of an extension, an import or an entry point is not UTF-8.
    BadString = 11,
    /// Types, constants or functions refer to each other in a way that no valid module does.
    BadStructure = 12,
    /// The value given for a specialization constant does not fit its type.
    BadConstantValue = 13,
    /// The output would have more words than [`crate::Limits::words`].
    OutputTooLarge = 14,
    /// One constant was given two values or two sources.
    ConflictingConstant = 15,
    /// The module has no entry point of this name and execution model.
    NoSuchEntryPoint = 16,
    /// The module has no `OpMemoryModel`.
    MissingMemoryModel = 17,
    /// The module has no entry point, and is neither a library (capability `Linkage`) nor a graph (`GraphARM`).
    MissingEntryPoint = 18,
    /// An entry point or a call names a function that the module does not define.
    MissingFunction = 19,
    /// The module ends inside a function.
    UnfinishedFunction = 20,
}

impl ErrorKind {
    /// Every kind, by number.
    pub const ALL: &'static [Self] = &[
        Self::NotSpirv,
        Self::NotWords,
        Self::UnknownVersion,
        Self::BoundTooLarge,
        Self::ModuleTooLarge,
        Self::BadWordCount,
        Self::TruncatedInstruction,
        Self::BadId,
        Self::DuplicateId,
        Self::BadLayout,
        Self::BadString,
        Self::BadStructure,
        Self::BadConstantValue,
        Self::OutputTooLarge,
        Self::ConflictingConstant,
        Self::NoSuchEntryPoint,
        Self::MissingMemoryModel,
        Self::MissingEntryPoint,
        Self::MissingFunction,
        Self::UnfinishedFunction,
    ];

    /// What went wrong, in one clause without a full stop.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotSpirv => "not a SPIR-V module",
            Self::NotWords => "the length is not a whole number of 32-bit words",
            Self::UnknownVersion => "unknown SPIR-V version",
            Self::BoundTooLarge => "the id bound is zero or above the limit",
            Self::ModuleTooLarge => "the module is larger than the limit",
            Self::BadWordCount => "the instruction's word count is zero or reaches past the end",
            Self::TruncatedInstruction => {
                "the instruction has fewer words than its opcode requires"
            }
            Self::BadId => "an id is zero or not below the bound",
            Self::DuplicateId => "the id is defined twice",
            Self::BadLayout => "the instruction is not allowed in this part of a module",
            Self::BadString => "a literal string is not terminated, or a name is not UTF-8",
            Self::BadStructure => {
                "definitions refer to each other in a way that no valid module does"
            }
            Self::BadConstantValue => "the value does not fit the specialization constant's type",
            Self::OutputTooLarge => "the output would be larger than the limit",
            Self::ConflictingConstant => {
                "one specialization constant is given two values or sources"
            }
            Self::NoSuchEntryPoint => {
                "the module has no entry point of this name and execution model"
            }
            Self::MissingMemoryModel => "the module has no memory model; it may be cut off",
            Self::MissingEntryPoint => {
                "the module has no entry point, and is not a library (Linkage); it may be cut off"
            }
            Self::MissingFunction => {
                "the module does not define the function named here; it may be cut off"
            }
            Self::UnfinishedFunction => "the module ends inside a function; it may be cut off",
        }
    }
}

/// Why there is no result, and where: small and `Copy`, formatted only when displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    offset: u32,
    opcode: u16,
    /// Of [`ErrorKind::UnknownVersion`], the version's major and minor number in a byte each; 0 if it has no such form.
    version: u16,
}

impl Error {
    /// An error at a word offset, in an instruction with this opcode (0 outside any instruction).
    #[cold]
    pub(crate) const fn new(kind: ErrorKind, offset: usize, opcode: u16) -> Self {
        Self {
            kind,
            offset: offset as u32,
            opcode,
            version: 0,
        }
    }

    /// A header with this version.
    #[cold]
    pub(crate) const fn unknown_version(word: u32) -> Self {
        let version = match word.to_be_bytes() {
            [0, major, minor, 0] => u16::from_be_bytes([major, minor]),
            _ => 0,
        };
        Self {
            version,
            ..Self::new(ErrorKind::UnknownVersion, 1, 0)
        }
    }

    /// The same error at another word offset.
    pub(crate) const fn at(self, offset: u32) -> Self {
        Self { offset, ..self }
    }

    /// The kind of the error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where, in 32-bit words from the start of the module.
    pub const fn offset(&self) -> u32 {
        self.offset
    }

    /// The opcode of the instruction at [`Error::offset`], 0 where there is none.
    pub const fn opcode(&self) -> u16 {
        self.opcode
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.text())?;
        if self.version != 0 {
            let [major, minor] = self.version.to_be_bytes();
            write!(f, " {major}.{minor}")?;
        }
        write!(f, " (at word {}", self.offset)?;
        if self.opcode != 0 {
            match crate::tables::op_name(self.opcode) {
                Some(name) => write!(f, ", {name}")?,
                None => write!(f, ", opcode {}", self.opcode)?,
            }
        }
        f.write_str(")")
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_version_is_named() {
        let said = |word| Error::unknown_version(word).to_string();
        assert_eq!(said(0x0001_0700), "unknown SPIR-V version 1.7 (at word 1)");
        assert_eq!(said(0x0203_0001), "unknown SPIR-V version (at word 1)");
    }
}
