//! Runs shaders on real Vulkan drivers.
//!
//! - [`driver`] lists the supported Vulkan drivers and locates them on this machine.
//! - [`session`] runs shaders in a separate process with the Khronos validation layer enabled: a driver that crashes or hangs
//!   is a result, not the end of the run.
//! - [`answers`] keeps what drivers answered, for those who ask the same again.
//! - `interface` determines which color attachments a fragment stage writes, and which inputs it expects from the vertex stage.
//! - [`job`] is the protocol between the two processes, [`image`] its description of images; [`worker`] and [`vulkan`] run
//!   inside the worker process.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod answers;
pub mod driver;
pub mod image;
pub(crate) mod interface;
pub mod job;
pub mod session;
#[allow(unsafe_code)]
pub mod vulkan;
pub mod worker;
