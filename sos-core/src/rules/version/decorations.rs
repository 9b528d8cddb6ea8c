//! Decorations of later versions that guarantee something and have no effect on the result.
//!
//! - Since 1.4, `NonWritable` may decorate a private variable: nothing is stored to it after its initializer.
//! - `UniformId`, introduced by 1.4: a value is the same for all invocations in a scope (SPIR-V specification, section 3.2.20,
//!   "Decoration"). The value is the same without it.
//!
//! `non-writable` is shown by `corpus/shaders/version/nonwritable_private.spvasm`.
//! `uniform-id` is shown by `corpus/shaders/version/uniform_id.spvasm`.

use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, Rule};
use crate::tables::decoration;
use crate::views;

/// `NonWritable` on private variables.
pub const NON_WRITABLE: Rule = Rule {
    name: "non-writable",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "a decoration without effect on a private variable is dropped",
    action: Action::Remove {
        claims: Claims::of(opcodes![OpDecorate])
            .when(|_, inst| views::Decorate(inst).decoration() == decoration::NonWritable),
    },
};

/// `UniformId`.
pub const UNIFORM_ID: Rule = Rule {
    name: "uniform-id",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "UniformId on a value is dropped",
    action: Action::Remove {
        claims: Claims::of(opcodes![OpDecorateId])
            .when(|_, inst| views::Decorate(inst).decoration() == decoration::UniformId),
    },
};
