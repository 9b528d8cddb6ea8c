//! SOS, Ship One Shader: a load-time SPIR-V to SPIR-V filter.
//!
//! A shader is compiled once, with every extension that its fastest path needs, and branches on specialization constants
//! that describe the device. When it is loaded, [`filter()`] turns it into what the [`Target`] can run: constants get their
//! values, code that can then never run is removed together with the declarations that only it needed, and instructions that
//! the target lacks are lowered to portable ones that compute the same. What cannot be lowered is refused, with its place and
//! the reason.
//!
//! ```text
//! words ──scan──▶ Facts ──specialize──▶ constants, flow ──plan──▶ edits ──emit──▶ words
//!                   ▲                        ▲             │ nothing to do ──▶ the input slice
//!                Target ─────────────────────┴─────────────┘                       + Report
//! ```
//!
//! # Use
//!
//! ```
//! use sos_core::{filter, Module, Options, Outcome, Scratch, Target};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes = include_bytes!("../../corpus/shaders/demo/wave_min.comp.spv");
//! let words = sos_core::words::from_bytes(bytes)?;
//! let target = Target::built_in("swiftshader").ok_or("no such device")?;
//!
//! let options = Options::default();
//! let module = Module::scan(&words, &options.limits)?; // once per module
//! let mut scratch = Scratch::new(); // once per thread
//! match filter(&module, &target, &options, &mut scratch)? {
//!     Outcome::Unchanged(words) => println!("accepted as it is: {} words", words.len()),
//!     Outcome::Rewritten(words) => println!("rewritten: {} words", words.len()),
//!     Outcome::Unsupported => println!("{:#?}", scratch.report(&module, &target, &options).unsupported),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Guarantees
//!
//! - A valid module gives a valid one that uses nothing that the target lacks. It exceeds no limit of the target unless the
//!   module itself does and [`Options::allow`] permits that.
//! - Every rewrite preserves every bit of every result that SPIR-V defines, unless [`Options::allow`] permits a loss;
//!   some rewrites rely on a promise that the caller makes by [`Options::assume`].
//! - A module that the target accepts as it is comes back as the same slice. A warm [`Scratch`] allocates nothing.
//! - The same module, target, options and version give the same words on every platform.
//! - Words are not trusted: whatever they are, the call returns a value, in time and memory linear in their number and in the
//!   module's id bound, both of which [`Limits`] limits.
//!
//! # Stability
//!
//! [`operands`], [`sets`] and [`tables`] are the grammar of SPIR-V as the filter reads it, for tools that examine modules.
//! They follow the registry, so any version may change them. Everything else follows semantic versioning; enums that
//! may grow are `#[non_exhaustive]`, and those that callers have to match exhaustively, such as [`Outcome`], will not grow.
//!
//! # Features
//!
//! The library needs `alloc` and not the standard library, but for `vulkan-loader`.
//!
//! - `lowering` (default): the rules and passes that replace what a target lacks. Without them [`filter()`] sets and folds constants, removes
//!   what is not needed, and refuses what the target lacks; [`Specializer`] works alike.
//! - `json` (default): targets in the Vulkan Profiles schema, including the built-in requirements, such as `vulkan-1.4`, and `serde` for the report.
//! - `devices` (default): captures of real devices as further built-in targets.
//! - `find`: the built-in targets that are nearest to a phone, a chip or its ids (`target::find`), for tools.
//! - `vulkan`: targets from a live `VkPhysicalDevice`, or from what was enabled on a `VkDevice`, through `ash`. Adds the
//!   only unsafe code.
//! - `key`: keys for caches, by BLAKE3: of a [`Target`], of a [`Module`], and of everything that determines the output of a run
//!   (`filter_key`). The C library gives the same keys.
//! - `vulkan-loader`: finds and opens the Vulkan loader at run time, for programs without an instance of their own.
#![deny(unsafe_code)]
#![cfg_attr(not(feature = "vulkan"), forbid(unsafe_code))]
#![cfg_attr(not(test), no_std)]

extern crate alloc;

#[cfg(test)]
mod assemble;
mod assume;
mod build;
mod declared;
mod describe;
mod diagnosis;
mod draw_parameters;
mod edits;
mod emit;
mod error;
mod extended;
mod facts;
mod filter;
#[cfg(test)]
mod filtered;
mod generated;
mod half;
mod hash;
mod header;
mod inspect;
pub mod inspection;
mod inst;
#[cfg(feature = "key")]
mod key;
mod late;
mod module;
mod naming;
pub mod operands;
mod options;
mod order;
mod packed;
mod passes;
mod plan;
pub mod reasons;
pub mod report;
mod rows;
mod rules;
pub mod sets;
mod soft;
pub mod source;
mod spec_constants;
mod specialize;
mod specializer;
pub mod tables;
pub mod target;
pub mod text;
mod views;
pub mod words;

pub use assume::{Assume, Promise};
pub use draw_parameters::{draw_inputs, DrawInput, DrawInputs};
pub use error::{Error, ErrorKind};
pub use extended::{Addition, Cost, Grade, ADDITIONS, OF_LAYERS, WITHHELD};
pub use filter::{accepts, filter, prepare, Outcome, Scratch};
pub use inspect::inspect;
pub use inspection::Inspection;
#[cfg(feature = "key")]
pub use key::{filter_key, Key};
pub use module::{EntryPoint, Module, Removed, ScanTables, Selection};
pub use naming::Naming;
pub use options::{
    Allow, ImageFormat, Limits, Options, SpecMode, Strip, SubgroupSize, DEFAULT_SPEC_BASE,
};
pub use packed::Name;
pub use passes::images_without_format;
pub use report::{OutcomeKind, Report};
pub use rules::{rules, Family, RuleSummary};
pub use source::Source;
pub use spec_constants::{specialization_constants, specialization_value, SpecConstant, SpecKind};
pub use specializer::Specializer;
pub use target::{Target, TargetKind};

/// The Rust of the page about ash is compiled: `cargo test --doc`.
#[cfg(all(doctest, feature = "vulkan"))]
#[doc = include_str!("../../docs/use/ash.md")]
struct Ash;
