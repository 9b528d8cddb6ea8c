//! Loop controls of later versions.
//!
//! `OpLoopMerge` has hints in a mask; those that 1.1 and 1.4 introduced are removed with their operands, `Unroll` and
//! `DontUnroll` stay. Hints have no effect on the result.
//!
//! `loop-control` is shown by `corpus/shaders/version/loop_controls.spvasm`.

use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{loop_control, op};
use crate::views;

/// Loop controls of later versions.
pub const LOOP_CONTROL: Rule = Rule {
    name: "loop-control",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "a loop hint of a later version is dropped",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpLoopMerge]),
        lower: lower_loop_control,
    },
};

fn lower_loop_control(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let known = loop_control::Unroll | loop_control::DontUnroll;
    let header = 4 << 16 | u32::from(op::OpLoopMerge);
    let merge = views::LoopMerge(inst);
    let (behind, next) = (merge.merge_block(), merge.continue_target());
    build.whole(&[header, behind, next, merge.loop_control() & known]);
    Ok(())
}
