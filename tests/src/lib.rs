//! What the tests of the whole stand on: real Vulkan drivers, the Khronos tools, and the corpus.
//!
//! - [`mod@driver`] finds the Vulkan drivers that tests run on.
//! - [`session`] runs shaders on one of them in a process of its own, with the Khronos validation layer on: a driver that
//!   crashes or hangs is a result, not the end of the tests.
//! - [`job`] is what goes to that process and what comes back.
//! - [`mod@tools`] wraps `spirv-val`, `spirv-as`, `spirv-dis` and `glslangValidator`.
//! - [`mod@coverage`] measures what becomes of modules where one capability is missing.
//! - [`corpus`] lists the shaders that the repository holds.
//! - [`images`] makes images to bind.
//! - [`lanes`] is a subgroup on paper: the oracle for cross-lane instructions.
//! - [`less`] makes targets with less than they have.
//! - [`linear`] times the filter at a size and at twice that.
//! - [`compare`] says where results differ.
//! - [`counting`] is an allocator that counts.
//! - [`filtered`] calls the filter, and checks what it writes.
//! - [`generate`] writes random modules with structured control flow.
//! - [`hostile`] damages modules and checks what must hold whatever comes in.
//! - [`versions`] measures what becomes of what each version of SPIR-V brought.
//! - [`skip`] decides what happens when something is missing: a counted skip, or a failure where everything is required.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod compare;
pub mod corpus;
pub mod counting;
pub mod coverage;
pub mod driver;
pub mod filtered;
pub mod generate;
pub mod hostile;
pub mod images;
pub mod lanes;
pub mod less;
pub mod linear;
pub mod paths;
pub mod skip;
pub mod tools;
pub mod versions;

pub use driver::{driver, Driver};
pub use job::{Address, Buffer, BufferKind, Job, Output, Place, Setup, Stage, StageKind, Work};
pub use session::{Failure, Session};
pub use sos_cli::execute::{job, session};
pub use tools::{tools, Tools};
