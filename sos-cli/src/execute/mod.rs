//! Running shaders on real Vulkan drivers.
//!
//! - [`driver`] names the Vulkan drivers that are known and finds them on this machine.
//! - [`session`] runs shaders on one of them in a process of its own, with the Khronos validation layer on: a driver that
//!   crashes or hangs is a result, not the end of the run.
//! - `interface` reads which color attachments a fragment stage fills, and what its neighbour must hand it.
//! - [`job`] is what goes to that process and what comes back, [`image`] what it says of images; [`worker`] and [`vulkan`] are
//!   the code inside it.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod driver;
pub mod image;
pub(crate) mod interface;
pub mod job;
pub mod session;
#[allow(unsafe_code)]
pub mod vulkan;
pub mod worker;
