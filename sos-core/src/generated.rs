//! Tables generated from the Khronos registries by `cargo xtask gen`, and captures of devices. Data only; the lookups are in
//! other modules.

#[cfg(feature = "devices")]
pub(crate) mod devices;
pub(crate) mod names;
pub(crate) mod spec_constants;
pub(crate) mod spirv;
pub(crate) mod views;
pub(crate) mod vulkan;
