//! Built-ins and decorations of single stages that a device may lack.
//!
//! | construct | on a device that lacks it |
//! |---|---|
//! | `BaseVertex`, `BaseInstance`, `DrawIndex` | 0 where that is promised ([`inputs`]) |
//! | `ViewIndex` | 0: a device without multiview has one view |
//! | `DeviceIndex` | 0: a device without device groups is one device |
//! | `ShadingRateKHR` read | 0: a device without shading rates shades each pixel |
//! | `Layer`, `ViewportIndex` | read as 0: what cannot be read cannot be written either |
//! | `Layer`, `ViewportIndex` written | not written, where 0 is promised ([`outputs`]) |
//! | `PrimitiveShadingRateKHR` written, `CullDistance` | not written, where it is promised to be optional |
//! | `ClipDistance` written | not written, where it is promised that nothing is clipped |
//! | `SampleId`, `SamplePosition`, `Sample`, interpolation at a sample | those of the one sample that is promised ([`samples`]) |
//! | stores and atomics | storage that is never written is `NonWritable`; else refused ([`super::accesses`]) |
//!
//! Refused, because no shader code can replace them: `FragStencilRefEXT` (a stencil reference per fragment), `ClipDistance` where it
//! may clip (primitives are clipped before rasterization) or is read, `BaryCoordKHR` and `PerVertexKHR` (a fragment shader cannot
//! access the vertices), and in fragment shaders `PrimitiveId` on a device whose pipelines do not number primitives (without
//! geometry, tessellation and mesh shaders).

mod inputs;
mod outputs;
mod samples;

pub use inputs::{
    BASE_INSTANCE, BASE_VERTEX, DEVICE_INDEX, DRAW_INDEX, LAYER, SHADING_RATE, VIEWPORT, VIEW_INDEX,
};
pub use outputs::{
    CLIP_DISTANCE, CULL_DISTANCE, LAYER_OUTPUT, SHADING_RATE_OUTPUT, VIEWPORT_OUTPUT,
};
pub use samples::{INTERPOLATION, SAMPLE_ID, SAMPLE_INPUT, SAMPLE_POSITION};
