//! Decorations of later versions that promise something and mean nothing for the result.
//!
//! - Since 1.4, `NonWritable` may stand on a variable of the shader's own: nothing is stored there after its initializer.
//! - `UniformId`, which came with 1.4, says that a value is the same for all invocations in a scope (SPIR-V specification,
//!   section 3.2.20, "Decoration"). Who does not know it computes the same value.

use crate::report::Exactness;
use crate::rules::{Action, Family, Rule};
use crate::tables::{decoration, op};

/// `NonWritable` on variables of the shader's own.
pub const NON_WRITABLE: Rule = Rule {
    name: "non-writable",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "a decoration without effect on a private variable is dropped",
    action: Action::Remove {
        claims: |_, inst| {
            inst.opcode() == op::OpDecorate && inst.word(2) == decoration::NonWritable
        },
    },
};

/// `UniformId`.
pub const UNIFORM_ID: Rule = Rule {
    name: "uniform-id",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "UniformId on a value is dropped",
    action: Action::Remove {
        claims: |_, inst| {
            inst.opcode() == op::OpDecorateId && inst.word(2) == decoration::UniformId
        },
    },
};
