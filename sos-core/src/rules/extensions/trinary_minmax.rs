//! `SPV_AMD_shader_trinary_minmax` by the binary instructions of `GLSL.std.450`.
//!
//! ```text
//! %r = OpExtInst %f %amd FMin3AMD %x %y %z      %t = OpExtInst %f %glsl FMin %x %y
//!                                               %r = OpExtInst %f %glsl FMin %t %z
//! %r = OpExtInst %f %amd FMid3AMD %x %y %z      %n = FMin %x %y    %m = FMax %x %y
//!                                               %c = FMin %m %z    %r = FMax %n %c
//! ```
//!
//! Exact: the extension defines the trinary instructions by the binary ones ("the result of `min3(x, y, z)` is `min(min(x, y),
//! z)`"), and the median of three as `max(min(x, y), min(max(x, y), z))`; which operand is returned if one is NaN is as
//! undefined there as in `GLSL.std.450`. All widths and vectors: the binary instructions accept the types of the trinary ones.
//!
//! `amd-trinary-minmax` is shown by `corpus/shaders/vendor/amd_trinary_scalar.comp`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::import_set;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{amd_shader_trinary_minmax as amd, glsl_std_450 as glsl, ExtInstSet};
use crate::views;

/// `min3`, `max3`, `mid3` of floats and integers.
pub const TRINARY_MINMAX: Rule = Rule {
    name: "amd-trinary-minmax",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "minimum, maximum and median of three by those of two",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpExtInst]).when(|facts, inst| {
            import_set(facts, views::ExtInst(inst).set()) == ExtInstSet::AmdShaderTrinaryMinmax
        }),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.result_type(), inst.result());
    let &[x, y, z] = views::ExtInst(inst).operands() else {
        return Err(LowerError::Because("it needs three operands"));
    };
    let instruction = views::ExtInst(inst).instruction();
    let (min, max) = match instruction {
        amd::FMin3AMD | amd::FMax3AMD | amd::FMid3AMD => (glsl::FMin, glsl::FMax),
        amd::UMin3AMD | amd::UMax3AMD | amd::UMid3AMD => (glsl::UMin, glsl::UMax),
        amd::SMin3AMD | amd::SMax3AMD | amd::SMid3AMD => (glsl::SMin, glsl::SMax),
        _ => return Err(LowerError::Because("the set has no such instruction")),
    };
    match instruction {
        amd::FMin3AMD | amd::UMin3AMD | amd::SMin3AMD => {
            let both = build.glsl(min, ty, &[x, y]);
            build.glsl_as(id, min, ty, &[both, z]);
        }
        amd::FMax3AMD | amd::UMax3AMD | amd::SMax3AMD => {
            let both = build.glsl(max, ty, &[x, y]);
            build.glsl_as(id, max, ty, &[both, z]);
        }
        _ => {
            let (least, most) = (build.glsl(min, ty, &[x, y]), build.glsl(max, ty, &[x, y]));
            let capped = build.glsl(min, ty, &[most, z]);
            build.glsl_as(id, max, ty, &[least, capped]);
        }
    }
    Ok(())
}
