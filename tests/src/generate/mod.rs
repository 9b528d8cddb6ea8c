//! Random compute modules with structured control flow, for tests that compare a module with what the filter makes of it.
//!
//! Input: a seed and what the module may use. Output: a valid module, the values for its specialization constants, and
//! which of them the filter is to be told. Loops end, divisors are not zero and shifts are in range, so that every driver
//! computes the same numbers.
//!
//! What varies: ifs, switches with fallthrough and shared targets, loops of every shape, breaks and continues with and
//! without a selection of their own, early returns, unreachable blocks, phis, calls, variables, selectors of other widths,
//! arrays sized by constants, the order of the blocks, numbers of 8, 16 and 64 bits, structs of them in buffers,
//! cross-lane instructions, memory of every class with parts in each other, laid by every rule, values of several parts in
//! phis and functions, and specialization constants of every width.

mod blocks;
mod choose;
mod code;
mod constants;
mod expressions;
mod folds;
mod forms;
mod functions;
mod lanes;
mod memory;
mod module;
mod moves;
mod reads;
mod records;
mod statements;
mod together;
mod typed;
mod values;
mod votes;
mod wandering;
mod widths;

pub use blocks::STANDING;
pub use choose::Choose;
pub use lanes::Lanes;
pub use memory::{Blocks, Memory};
pub use module::{module, Generated, Shape, INVOCATIONS};
