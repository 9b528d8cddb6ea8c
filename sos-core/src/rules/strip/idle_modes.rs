//! Execution modes for code that the module does not contain, or no longer.
//!
//! ```text
//! OpExecutionMode %main PixelInterlockOrderedEXT           nothing, if no block that stays has the instructions for it
//! ```
//!
//! Which modes, and why they have no effect: [`crate::plan::idle`].
//!
//! `idle-modes` is shown by the test `modes_go_with_the_code_that_they_affect` in `sos-core/src/rules/strip/tests.rs`.

use super::super::{Action, Claims, LowerError, Rule};
use crate::emit::Builder;
use crate::plan::idle;
use crate::views;

/// Modes without an effect on the code that remains.
pub const IDLE_MODES: Rule = super::rule(
    "idle-modes",
    "an execution mode without an effect on the code that remains is dropped",
    Action::Lower {
        claims: Claims::of(opcodes![OpExecutionMode])
            .when(|_, inst| idle::affected(views::ExecutionMode(inst).mode()) != 0),
        lower: |build: &mut Builder<'_, '_>, inst| -> Result<(), LowerError> {
            match build
                .plan
                .idle
                .is_idle(build.scene, views::ExecutionMode(inst).mode())
            {
                true => Ok(()),
                false => Err(LowerError::Because(
                    "the code that remains depends on the mode",
                )),
            }
        },
    },
);
