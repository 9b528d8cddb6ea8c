//! What goes wrong when other languages call, before it becomes an exception of theirs.

use sos_core::{Error, ErrorKind};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The module is at fault.
    Module {
        /// The kind of the fault.
        kind: ErrorKind,
        /// Where, in words.
        offset: u32,
        /// The opcode there, 0 for none.
        opcode: u16,
        /// The whole sentence.
        text: String,
    },
    /// The target is.
    Target(String),
    /// An option is.
    Option {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl Failure {
    /// An option with a value that it does not take.
    pub fn option(name: &'static str, why: impl Into<String>) -> Self {
        let why = why.into();
        Self::Option { name, why }
    }

    /// A module of more words than `max_words`, before any is read.
    pub fn too_large() -> Self {
        let kind = ErrorKind::ModuleTooLarge;
        let text = format!("{} (at word 0){}", kind.text(), hint(kind));
        Self::Module {
            kind,
            offset: 0,
            opcode: 0,
            text,
        }
    }
}

/// The option that raises an exceeded limit.
fn hint(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::BoundTooLarge => "; max_bound sets the limit",
        ErrorKind::ModuleTooLarge | ErrorKind::OutputTooLarge => "; max_words sets the limit",
        _ => "",
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let kind = error.kind();
        Self::Module {
            kind,
            offset: error.offset(),
            opcode: error.opcode(),
            text: format!("{error}{}", hint(kind)),
        }
    }
}
