//! Tables generated from the Khronos registries by `cargo xtask gen`. Data only; the look-ups stand in modules beside.

pub(crate) mod spec_constants;
pub(crate) mod spirv;
pub(crate) mod vulkan;
