//! Decorations of later versions that promise something and mean nothing for the result.
//!
//! Since 1.4, `NonWritable` may stand on a variable of the shader's own: a promise that nothing is stored there after its
//! initializer.

use crate::report::Exactness;
use crate::rules::{Action, Family, Rule};
use crate::tables::{decoration, op};

/// `NonWritable` on variables of the shader's own.
pub const NON_WRITABLE: Rule = Rule {
    name: "non-writable",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "a promise on a variable of the shader's own is dropped",
    action: Action::Remove {
        claims: |_, inst| {
            inst.opcode() == op::OpDecorate && inst.word(2) == decoration::NonWritable
        },
    },
};
