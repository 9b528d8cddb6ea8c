//! What is known once the target and the caller have spoken: values of constants, and the code that can run.
//!
//! Input: facts, target, options. Output: [`Constants`] (every specialization constant, its value and where that came
//! from), [`Values`] (known values by id), [`Flow`] (per block: can it run, and must it stay).
//!
//! Two questions are kept apart. *Live* is meaning: a block is live if it can run under the known values. *Kept* is
//! structure: SPIR-V's rules for structured control flow sometimes demand a block that never runs, a loop's back edge
//! above all. Everything live is kept.

mod constants;
mod eval;
mod flow;
mod structure;
mod uniform;
mod values;

pub use constants::{Constant, Constants, Origin};
pub use eval::half_to_f32;
pub use flow::{switch_literal_words, uses, Flow};
pub use structure::Merge;
pub use uniform::{Group, Uniform};
pub use values::{literal, Node, Value, Values};
