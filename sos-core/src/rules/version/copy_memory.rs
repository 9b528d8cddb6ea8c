//! `OpCopyMemory` with two memory operands.
//!
//! Since 1.4, `OpCopyMemory` may have separate memory operands for its target and its source. A store and a load can have these
//! in every version.

use crate::emit::Builder;
use crate::inst::Inst;
use crate::operands::second_access;
use crate::report::Exactness;
use crate::rules::images::copy_by_value;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::op;

/// Copies with two memory operands.
pub const COPY_MEMORY: Rule = Rule {
    name: "copy-memory",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "a copy with an access for each end by a load and a store",
    action: Action::Lower {
        claims: |_, inst| inst.opcode() == op::OpCopyMemory,
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    match second_access(inst.words()) {
        Some(_) => copy_by_value(build, inst),
        None => Err(Refusal::UNRELATED),
    }
}
