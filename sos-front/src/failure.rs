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
        let text = format!("{} (at word 0)", kind.text());
        Self::Module {
            kind,
            offset: 0,
            opcode: 0,
            text,
        }
    }
}

/// What to add about a limit that is exceeded, where a language calls the options for ids and for words so.
pub fn limit_hint(kind: ErrorKind, [bound, words]: [&str; 2]) -> String {
    match kind {
        ErrorKind::BoundTooLarge => format!("; {bound} sets the limit"),
        ErrorKind::ModuleTooLarge | ErrorKind::OutputTooLarge => {
            format!("; {words} sets the limit")
        }
        _ => String::new(),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let kind = error.kind();
        Self::Module {
            kind,
            offset: error.offset(),
            opcode: error.opcode(),
            text: error.to_string(),
        }
    }
}
