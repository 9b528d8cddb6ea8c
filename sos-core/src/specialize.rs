//! What follows from the target and the caller's options: values of constants, and the code that can run.
//!
//! Input: facts, target, options. Output: [`Constants`] (the specialization constants, their values and the sources of
//! these), [`Values`] (known values by id), [`Flow`] (which blocks are live and kept).
//!
//! Two properties are distinguished. *Live* is semantic: a block is live if it can run under the known values. *Kept* is
//! structural: the rules of structured control flow sometimes require a block that never runs, above all the back edge of a
//! loop. Every live block is kept.

mod cfg;
mod constants;
mod eval;
mod flow;
mod slice;
mod structure;
mod uniform;
mod values;
mod written;

pub use cfg::Cfg;
pub use constants::{fit, Constant, Constants, Origin};
pub use eval::{as_word, sign_extend};
pub use flow::{each_use, switch_literal_words, uses, Code, Deep, Flow};
pub use slice::Slice;
pub use structure::Merge;
pub use uniform::{
    is_computation, is_derivative, is_group_beyond_quad, representative, Group, Uniform,
};
pub use values::{literal, Node, Value, Values};
pub use written::{scalar_constant, Fresh, Written};
