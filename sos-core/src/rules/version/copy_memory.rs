//! `OpCopyMemory` with two memory operands.
//!
//! Since 1.4, `OpCopyMemory` may have separate memory operands for its target and its source. A store and a load can have these
//! in every version.
//!
//! `copy-memory` is shown by `corpus/shaders/version/copy_memory.spvasm`.

use crate::operands::second_access;
use crate::report::Exactness;
use crate::rules::images::copy_by_value;
use crate::rules::{Action, Claims, Family, Rule};

/// Copies with two memory operands.
pub const COPY_MEMORY: Rule = Rule {
    name: "copy-memory",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "a copy with an access for each end by a load and a store",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpCopyMemory])
            .when(|_, inst| second_access(inst.words()).is_some()),
        lower: copy_by_value,
    },
};
