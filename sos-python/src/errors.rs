//! What goes wrong, as Python's exceptions.
//!
//! A [`Failure`] can be made while the interpreter's lock is released; it becomes an exception where the lock is held again.
//! A value of the wrong type is a `TypeError`, as everywhere in Python.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sos_core::tables::op_name;
use sos_front::failure::{limit_hint, Failure};

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

/// The exception for a failure.
pub fn raise(failure: Failure, py: Python<'_>) -> PyErr {
    let filled = match failure {
        Failure::Target(why) => Ok(TargetError::new_err(why)),
        Failure::Option { name, why } => {
            let error = OptionError::new_err(format!("{name}: {why}"));
            error.value(py).setattr("option", name).map(|()| error)
        }
        Failure::Module {
            kind,
            offset,
            opcode,
            text,
        } => {
            let hint = limit_hint(kind, ["max_bound", "max_words"]);
            let error = ModuleError::new_err(text + &hint);
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
