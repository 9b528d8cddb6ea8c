//! Shared code of the integration tests: real Vulkan drivers, the Khronos tools, the corpus, oracles and generators.
//!
//! - [`mod@driver`] finds the Vulkan drivers that tests run on.
//! - [`session`] runs shaders on a driver in a separate process with the Khronos validation layer enabled, so that a driver
//!   that crashes or hangs gives a result and does not end the tests.
//! - [`job`] is the request to that process and its reply.
//! - [`mod@tools`] wraps `spirv-val`, `spirv-as`, `spirv-dis` and `glslangValidator`.
//! - [`mod@coverage`] measures what becomes of modules where one capability is missing.
//! - [`corpus`] lists the shaders of the repository.
//! - [`images`] creates images to bind.
//! - [`subgroup`] is the reference implementation of subgroup instructions.
//! - [`random`] is the source of reproducible random choices.
//! - [`reduced`] derives targets with features removed.
//! - [`linear`] checks that filtering a module of twice the size takes about twice the time.
//! - [`compare`] collects results that differ from the expected ones.
//! - [`modes`] adds float controls to modules.
//! - [`counting`] is an allocator that counts allocations.
//! - [`filtered`] calls the filter and checks its output.
//! - `glsl` compiles GLSL in a process that stays.
//! - [`generate`] generates random modules with structured control flow.
//! - [`hostile`] mutates modules and checks the guarantees that hold for any input.
//! - [`versions`] measures what becomes of the additions of each SPIR-V version on devices that lack them.
//! - [`skip`] handles missing drivers and tools: a counted skip, or a failure where everything is required.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod compare;
pub mod corpus;
pub mod counting;
pub mod coverage;
pub mod driver;
pub mod extended;
pub mod filtered;
pub mod generate;
mod glsl;
pub mod hostile;
pub mod images;
pub mod linear;
pub mod modes;
pub mod paths;
pub mod random;
pub mod reduced;
pub mod skip;
pub mod subgroup;
pub mod tools;
pub mod values;
pub mod versions;

pub use driver::{driver, Driver};
pub use job::{Address, Buffer, BufferKind, Job, Output, Place, Setup, Stage, StageKind, Work};
pub use session::{Failure, Session};
pub use sos_runner::execute::{job, session};
pub use tools::{tools, Tools};
