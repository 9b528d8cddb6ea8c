//! Sample shading, if the caller promises a single sample in the center of the pixel.
//!
//! ```text
//! OpDecorate %s BuiltIn SampleId
//! %id = OpLoad %int %s                                      %id = OpCopyObject %int %zero
//! %at = OpLoad %vec2 %position                              %at = OpCopyObject %vec2 %middle      (0.5, 0.5)
//! OpDecorate %colour Sample
//! %c = OpExtInst %vec4 %glsl InterpolateAtSample %in %n     %c = OpLoad %vec4 %in
//! %c = OpExtInst %vec4 %glsl InterpolateAtCentroid %in      %c = OpLoad %vec4 %in
//! ```
//!
//! All rules here depend on that promise. Then the shader runs once per pixel with or without sample shading, the sample's
//! index is 0, and sample, centroid and center are the same position (Vulkan specification, "Sample Shading" and "Interpolation
//! Decorations"). Interpolation at a sample with another index is undefined.
//!
//! Refused: `InterpolateAtOffset`. Derivatives would give the same result on a plane, but not the same bits; with perspective
//! they would give another result.
//!
//! `interpolation` is shown by `corpus/shaders/stages/single_sample.frag`.
//! `sample-id` is shown by `corpus/shaders/stages/single_sample.frag`.
//! `sample-input` is shown by `corpus/shaders/stages/single_sample.frag`.
//! `sample-position` is shown by `corpus/shaders/stages/single_sample.frag`.

use crate::assume::Assume;
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::plan::import_set;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{built_in, decoration, glsl_std_450 as glsl, op, ExtInstSet};
use crate::views;

const fn rule(name: &'static str, summary: &'static str, action: Action) -> Rule {
    Rule {
        name,
        family: Family::Ops,
        exactness: Exactness::Promised,
        summary,
        action,
    }
}

/// `SampleId`.
pub const SAMPLE_ID: Rule = rule(
    "sample-id",
    "the sample index is 0, since a single sample is promised",
    Action::Input {
        built_in: built_in::SampleId,
        words: &[0],
        promise: Assume::SINGLE_SAMPLE,
        applies: |_| true,
    },
);

/// `SamplePosition`.
pub const SAMPLE_POSITION: Rule = rule(
    "sample-position",
    "the sample is at the center of the pixel, as promised",
    Action::Input {
        built_in: built_in::SamplePosition,
        words: &[0x3F00_0000],
        promise: Assume::SINGLE_SAMPLE,
        applies: |_| true,
    },
);

/// `Sample` on an input.
pub const SAMPLE_INPUT: Rule = rule(
    "sample-input",
    "an input is interpolated at the center of the pixel, where the promised single sample is",
    Action::Promised {
        promise: Assume::SINGLE_SAMPLE,
        claims: Claims::of(opcodes![OpDecorate, OpMemberDecorate]).when(|_, inst| {
            match inst.opcode() {
                op::OpDecorate => views::Decorate(inst).decoration() == decoration::Sample,
                _ => views::MemberDecorate(inst).decoration() == decoration::Sample,
            }
        }),
        lower: |_, _| Ok(()),
    },
);

/// `InterpolateAtSample` and `InterpolateAtCentroid`.
pub const INTERPOLATION: Rule = rule(
    "interpolation",
    "an input at a sample or a centroid is the input at the center, where the promised single sample is",
    Action::Promised {
        promise: Assume::SINGLE_SAMPLE,
        claims: Claims::of(opcodes![OpExtInst]).when(interpolates),
        lower: |build: &mut Builder<'_, '_>, inst| -> Result<(), LowerError> {
            let input = views::ExtInst(inst).operand();
            build.op_as(inst.result(), op::OpLoad, inst.result_type(), &[input]);
            Ok(())
        },
    },
);

fn interpolates(facts: &Facts, inst: Inst<'_>) -> bool {
    import_set(facts, views::ExtInst(inst).set()) == ExtInstSet::GlslStd450
        && matches!(
            views::ExtInst(inst).instruction(),
            glsl::InterpolateAtCentroid | glsl::InterpolateAtSample
        )
}
