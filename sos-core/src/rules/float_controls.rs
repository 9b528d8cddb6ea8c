//! Execution modes of SPV_KHR_float_controls that a device lacks.
//!
//! Each mode constrains floats of one width: `DenormPreserve` and `DenormFlushToZero` the handling of denormals,
//! `RoundingModeRTE` and `RoundingModeRTZ` the rounding of results, `SignedZeroInfNanPreserve` the sign of zero, infinities and
//! NaN. None is merely a permission: without the mode, a device may do what the mode forbids (Vulkan specification, "Precision
//! and Operation of SPIR-V Instructions"). So a mode can be removed without loss only
//!
//! - where no remaining instruction computes with floats of its width. Compilers add modes by default to shaders that
//!   only use integers, and modes for 16 or 64 bits remain after the code for that width was removed;
//! - for 16-bit floats that are represented in 32 bits: the filter's own arithmetic ([`crate::passes`]) rounds them and treats
//!   their denormals as required; preserving signed zeros, infinities and NaN is then required of 32-bit floats. A device
//!   that has 16-bit floats but not the mode gets such floats as well.
//!
//! All other modes are refused, unless the caller allows `float-controls`: then the mode is removed, and results may differ in
//! denormals, in the last place, or in infinities and NaN.
//!
//! `float-controls` is shown by `corpus/shaders/strip/float_controls_allowed.spvasm`.
//! `idle-float-controls` is shown by `corpus/shaders/strip/float_controls_dead.spvasm`.

use super::{Action, Claims, Family, LowerError, Rule};
use crate::emit::Builder;
use crate::inst::Inst;
use crate::options::Allow;
use crate::plan::is_float_control;
use crate::report::Exactness;
use crate::views;

const FLOAT_CONTROLS: Claims = Claims::of(opcodes![OpExecutionMode]);

/// Modes for a float width that the module does not use.
pub const IDLE_CONTROLS: Rule = Rule {
    name: "idle-float-controls",
    family: Family::Strip,
    exactness: Exactness::NoMeaning,
    summary: "a float mode for a width that the module does not use is dropped",
    action: Action::Remove {
        claims: FLOAT_CONTROLS.when(|facts, inst| {
            is_float_control(inst) && facts.float_type(views::ExecutionMode(inst).operand()) == 0
        }),
    },
};

/// Modes that the caller allows to be removed.
pub const CONTROLS: Rule = Rule {
    name: "float-controls",
    family: Family::Strip,
    exactness: Exactness::Allowed,
    summary: "a float mode that the device lacks is dropped, because the caller allowed it",
    action: Action::Lower {
        claims: FLOAT_CONTROLS.when(|_, inst| is_float_control(inst)),
        lower: lower_allowed,
    },
};

fn lower_allowed(build: &mut Builder<'_, '_>, _: Inst<'_>) -> Result<(), LowerError> {
    match build.scene.options.allow.contains(Allow::FLOAT_CONTROLS) {
        true => Ok(()),
        false => Err(LowerError::Because(
            "only if float-controls is allowed ({allow float-controls}), since results may differ without the mode",
        )),
    }
}
