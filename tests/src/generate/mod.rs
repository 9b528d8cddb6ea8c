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

mod accesses;
mod choose;
mod code;
mod composites;
mod constants;
mod cross_lane;
mod data_types;
mod expressions;
mod functions;
mod lane_reads;
mod memory;
mod module;
mod pointers;
mod records;
mod reductions;
mod scalars;
mod statements;
mod typed_constants;
mod uniformity;
mod votes;
mod workgroup_blocks;

pub use choose::Choose;
pub use cross_lane::CrossLane;
pub use memory::{Memory, WorkgroupBlocks};
pub use module::{module, Generated, Shape, INVOCATIONS};
pub use workgroup_blocks::WORKGROUP_BUFFER_BINDING;
