//! Built-in outputs without effect, as promised.
//!
//! ```text
//! OpDecorate %layer BuiltIn Layer
//! %layer = OpVariable %to_output Output              %own = OpVariable %to_private Private
//! OpStore %layer %value                              OpStore %own %value
//! ```
//!
//! How, and what is refused, says [`crate::plan`]'s module `outputs`. What is not written has these values (Vulkan
//! specification, "Built-In Variables" and "Fragment Shading Rates"):
//!
//! - `Layer` and `ViewportIndex` are 0: the native values, while the promise holds.
//! - The primitive's shading rate is one pixel. Finer shading than was asked for is what the promise is about.
//! - No primitive is culled by distance. It would have been discarded whole, where all of its vertices lie outside; the
//!   promise says that nobody sees the difference. Clip distances in place of cull distances would be another thing: they cut
//!   primitives of which only a part lies outside.

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
