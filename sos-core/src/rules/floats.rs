//! How floats are computed: execution modes of SPV_KHR_float_controls that a device lacks.
//!
//! Each mode asks for something, for floats of one width: `DenormPreserve` and `DenormFlushToZero` for what becomes of denormals,
//! `RoundingModeRTE` and `RoundingModeRTZ` for the rounding of results, `SignedZeroInfNanPreserve` for the sign of zero, for
//! infinities and NaN. None is mere permission: a device without it may do what the mode forbids (Vulkan specification,
//! "Precision and Operation of SPIR-V Instructions"). So a mode goes without loss only
//!
//! - where nothing that is left computes with floats of its width, which is how compilers' defaults meet shaders on
//!   integers, and modes for 16 or 64 bits meet devices on which the code for that width is gone;
//! - with 16-bit floats that are represented in 32 bits: these are rounded to nearest, and their denormals kept, by arithmetic of
//!   the filter's own ([`crate::reshape`]); to keep signed zeros, infinities and NaN is asked of 32-bit floats then.
//!
//! What remains is refused, unless the caller allows `float-controls`: then the mode is dropped, and results may differ in
//! denormals, in the last place, or in what becomes of infinities and NaN.

use super::{Action, Family, Refusal, Rule};
use crate::emit::Builder;
use crate::inst::Inst;
use crate::options::Allow;
use crate::plan::is_float_control;
use crate::report::Exactness;

/// Modes for floats that there are not.
pub const IDLE_CONTROLS: Rule = Rule {
    name: "idle-float-controls",
    family: Family::Strip,
    exactness: Exactness::NoMeaning,
    summary: "a float mode for a width that the module does not use is dropped",
    action: Action::Remove {
        claims: |facts, inst| is_float_control(inst) && facts.float_type(inst.word(3)) == 0,
    },
};

/// Modes that the caller gives up.
pub const CONTROLS: Rule = Rule {
    name: "float-controls",
    family: Family::Strip,
    exactness: Exactness::Allowed,
    summary: "a float mode that the device lacks is dropped, because the caller allowed it",
    action: Action::Lower {
        claims: |_, inst| is_float_control(inst),
        lower: lower_allowed,
    },
};

fn lower_allowed(build: &mut Builder<'_, '_>, _: Inst<'_>) -> Result<(), Refusal> {
    match build.scene.options.allow.contains(Allow::FLOAT_CONTROLS) {
        true => Ok(()),
        false => Err(Refusal(
            "only if float-controls is allowed, since results may differ without the mode",
        )),
    }
}
