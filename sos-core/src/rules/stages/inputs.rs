//! Built-in inputs with a known value.
//!
//! ```text
//! OpDecorate %base BuiltIn BaseInstance
//! %base = OpVariable %ptr Input
//! %b = OpLoad %int %base                        %b = OpCopyObject %int %zero
//! ```
//!
//! Exact while the promise holds. Those without a promise are exact because of the Vulkan specification (chapter "Built-In
//! Variables", and the sections named below):
//!
//! - `BaseVertex` is the draw's `firstVertex`, or `vertexOffset` if it is indexed; `BaseInstance` is its `firstInstance`;
//!   `DrawIndex` counts the draws of one indirect or multi draw, and is 0 in all others.
//! - `ViewIndex` is 0 in a render pass without multiview, otherwise the view's index. Without the feature `multiview`,
//!   every view mask must be 0 (`VkPhysicalDeviceMultiviewFeatures`).
//! - `Layer` and `ViewportIndex` in a fragment shader are those of the primitive: the first ones where the last stage before
//!   rasterization does not write them. Reading them needs the same capabilities as writing them, so where those are missing, nothing
//!   writes them. Pipelines with a view mask may not use `Layer` (`VkGraphicsPipelineCreateInfo`, `VkPipelineRenderingCreateInfo`), and
//!   without `multiViewport` there is one viewport.
//! - `DeviceIndex` is the physical device's index in its group. Without `VK_KHR_device_group`, and before Vulkan 1.1, a device
//!   consists of one physical device.
//! - `ShadingRateKHR` is 0 for fragments of one pixel. The capability is missing only if none of
//!   `pipelineFragmentShadingRate`, `primitiveFragmentShadingRate` and `attachmentFragmentShadingRate` is enabled, and then
//!   no larger fragments can be requested ("Fragment Shading Rates"). Density maps and `VK_NV_shading_rate_image` can make
//!   fragments larger, too: on a device that has those, the built-in is refused.
//!
//! Refused: a variable that has other uses than loads of it or of one component, and a variable that is not 32 bits wide, which
//! Vulkan does not allow.
//!
//! `base-instance` is shown by `corpus/shaders/stages/promised.vert`.
//! `base-vertex` is shown by `corpus/shaders/stages/promised.vert`.
//! `device-index` is shown by `corpus/shaders/stages/device_group.comp`.
//! `draw-index` is shown by `corpus/shaders/stages/promised.vert`.
//! `layer` is shown by `corpus/shaders/stages/optional_outputs.frag`.
//! `shading-rate` is shown by `corpus/shaders/stages/shading_rate.frag`.
//! `view-index` is shown by `corpus/shaders/stages/promised.vert`.
//! `viewport` is shown by `corpus/shaders/stages/optional_outputs.frag`.

use crate::assume::Assume;
use crate::report::Exactness;
use crate::rules::{Action, Family, Rule};
use crate::tables::{built_in, capability};
use crate::target::Target;

/// Whether a device shades each pixel.
fn has_one_rate(target: &Target) -> bool {
    !target.has_capability(capability::FragmentDensityEXT)
}

/// A rule that makes an input 0 where a target meets a condition.
const fn zero_if(
    applies: fn(&Target) -> bool,
    name: &'static str,
    built_in: u32,
    promise: Assume,
    summary: &'static str,
) -> Rule {
    Rule {
        name,
        family: Family::Ops,
        exactness: match promise.bits() {
            0 => Exactness::Exact,
            _ => Exactness::Promised,
        },
        summary,
        action: Action::Input {
            built_in,
            words: &[0],
            promise,
            applies,
        },
    }
}

/// A rule that makes an input 0.
const fn zero(name: &'static str, built_in: u32, promise: Assume, summary: &'static str) -> Rule {
    zero_if(|_| true, name, built_in, promise, summary)
}

/// `BaseVertex`.
pub const BASE_VERTEX: Rule = zero(
    "base-vertex",
    built_in::BaseVertex,
    Assume::BASE_VERTEX_ZERO,
    "the base vertex is 0, as promised",
);

/// `BaseInstance`.
pub const BASE_INSTANCE: Rule = zero(
    "base-instance",
    built_in::BaseInstance,
    Assume::BASE_INSTANCE_ZERO,
    "the base instance is 0, as promised",
);

/// `DrawIndex`.
pub const DRAW_INDEX: Rule = zero(
    "draw-index",
    built_in::DrawIndex,
    Assume::DRAW_INDEX_ZERO,
    "the draw index is 0, as promised",
);

/// `ViewIndex`.
pub const VIEW_INDEX: Rule = zero(
    "view-index",
    built_in::ViewIndex,
    Assume::NONE,
    "the view index is 0: without multiview there is one view",
);

/// `Layer` in fragment shaders.
pub const LAYER: Rule = zero(
    "layer",
    built_in::Layer,
    Assume::NONE,
    "the layer is 0: no stage can write another",
);

/// `ViewportIndex` in fragment shaders.
pub const VIEWPORT: Rule = zero(
    "viewport",
    built_in::ViewportIndex,
    Assume::NONE,
    "the viewport is 0: there is no other",
);

/// `DeviceIndex`.
pub const DEVICE_INDEX: Rule = zero(
    "device-index",
    built_in::DeviceIndex,
    Assume::NONE,
    "the device index is 0: without device groups there is one device",
);

/// `ShadingRateKHR`.
pub const SHADING_RATE: Rule = zero_if(
    has_one_rate,
    "shading-rate",
    built_in::ShadingRateKHR,
    Assume::NONE,
    "the shading rate is one pixel: without the feature there is no other",
);
