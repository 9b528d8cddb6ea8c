//! What goes wrong, as Python's exceptions.
//!
//! A [`Failure`] can be made while the interpreter's lock is released; it becomes an exception where the lock is held again.
//! A value of the wrong type is a `TypeError`, as everywhere in Python.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sos_core::tables::op_name;
use sos_core::{Error as FilterError, ErrorKind};

create_exception!(
    ship_one_shader,
    Error,
    PyValueError,
    "What all other errors of this module are."
);
create_exception!(
    ship_one_shader,
    ModuleError,
    Error,
    "The bytes are no SPIR-V module that can be read, or exceed a limit.

`kind` is the name of the reason, such as \"BadWordCount\"; `offset` is the place, in 32-bit words from the start of the module; `opcode` is the
name of the instruction there, or None."
);
create_exception!(
    ship_one_shader,
    TargetError,
    Error,
    "No device has this name, or a text does not describe one."
);
create_exception!(
    ship_one_shader,
    OptionError,
    Error,
    "The value of an option is not one that it takes, or does not fit the module.

`option` is the option's name."
);

/// Why there is no result.
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

    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let filled = match self {
            Self::Target(why) => Ok(TargetError::new_err(why)),
            Self::Option { name, why } => {
                let error = OptionError::new_err(format!("{name}: {why}"));
                error.value(py).setattr("option", name).map(|()| error)
            }
            Self::Module {
                kind,
                offset,
                opcode,
                text,
            } => {
                let error = ModuleError::new_err(text);
                let value = error.value(py);
                let name = op_name(opcode).filter(|_| opcode != 0);
                value
                    .setattr("kind", format!("{kind:?}"))
                    .and_then(|()| value.setattr("offset", offset))
                    .and_then(|()| value.setattr("opcode", name))
                    .map(|()| error)
            }
        };
        filled.unwrap_or_else(|error| error)
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

impl From<FilterError> for Failure {
    fn from(error: FilterError) -> Self {
        let kind = error.kind();
        Self::Module {
            kind,
            offset: error.offset(),
            opcode: error.opcode(),
            text: format!("{error}{}", hint(kind)),
        }
    }
}
