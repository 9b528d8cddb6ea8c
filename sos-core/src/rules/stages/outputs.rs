//! Built-in outputs that the caller promises to be without effect.
//!
//! ```text
//! OpDecorate %layer BuiltIn Layer
//! %layer = OpVariable %to_output Output              %own = OpVariable %to_private Private
//! OpStore %layer %value                              OpStore %own %value
//! ```
//!
//! The module `outputs` of [`crate::plan`] describes the transformation and what is refused. Outputs that are not written have
//! these values (Vulkan specification, "Built-In Variables" and "Fragment Shading Rates"):
//!
//! - `Layer` and `ViewportIndex` are 0: the native values, while the promise holds.
//! - The primitive's shading rate is one pixel. The promise states that finer shading than requested is acceptable.
//! - No primitive is culled by distance. Culling discards whole primitives, all of whose vertices are outside; the promise
//!   states that nobody sees the difference. Clip distances cannot replace cull distances: they clip primitives that are
//!   only partly outside.
//! - Nothing is clipped by distance, as with distances that are at least 0 (Vulkan specification, "Primitive Clipping"), while
//!   the promise holds. What fragment shaders read of clip distances is not replaced.
//!
//! `clip-distance` is shown by `corpus/shaders/stages/clip_positive.vert`.
//! `cull-distance` is shown by `corpus/shaders/stages/optional_outputs.vert`.
//! `layer-output` is shown by `corpus/shaders/stages/optional_outputs.vert`.
//! `shading-rate-output` is shown by `corpus/shaders/stages/shading_rate_optional.vert`.
//! `viewport-output` is shown by `corpus/shaders/stages/optional_outputs.vert`.

use crate::assume::Assume;
use crate::report::Exactness;
use crate::rules::{Action, Family, Rule};
use crate::tables::built_in;

const fn rule(name: &'static str, built_in: u32, promise: Assume, summary: &'static str) -> Rule {
    Rule {
        name,
        family: Family::Ops,
        exactness: Exactness::Promised,
        summary,
        action: Action::Output { built_in, promise },
    }
}

/// `Layer`.
pub const LAYER_OUTPUT: Rule = rule(
    "layer-output",
    built_in::Layer,
    Assume::LAYER_ZERO,
    "the layer is not written: it is 0, as promised",
);

/// `ViewportIndex`.
pub const VIEWPORT_OUTPUT: Rule = rule(
    "viewport-output",
    built_in::ViewportIndex,
    Assume::VIEWPORT_ZERO,
    "the viewport is not written: it is 0, as promised",
);

/// `PrimitiveShadingRateKHR`.
pub const SHADING_RATE_OUTPUT: Rule = rule(
    "shading-rate-output",
    built_in::PrimitiveShadingRateKHR,
    Assume::SHADING_RATE_OPTIONAL,
    "the shading rate is not written: it is optional, as promised",
);

/// `CullDistance`.
pub const CULL_DISTANCE: Rule = rule(
    "cull-distance",
    built_in::CullDistance,
    Assume::CULLING_OPTIONAL,
    "cull distances are not written: culling is optional, as promised",
);

/// `ClipDistance`.
pub const CLIP_DISTANCE: Rule = rule(
    "clip-distance",
    built_in::ClipDistance,
    Assume::CLIP_DISTANCES_POSITIVE,
    "clip distances are not written: none is negative, as promised",
);
