//! Random module generator: valid compute modules with structured control flow, for differential tests of the filter.
//!
//! Input: a seed and a [`Shape`], which selects the features to use. Output: a [`Generated`]: the module, its buffers and push
//! constants, the values of its specialization constants, and which of these values the filter is given. The result is well
//! defined, so that all drivers compute the same: loops terminate, divisors are not zero, shift amounts are in range.
//!
//! What varies:
//! - control flow: selections, switches with fallthrough and shared targets, loops of all kinds, breaks, continues, early
//!   returns, unreachable blocks, phis, calls, the order of blocks;
//! - types: 8-, 16- and 64-bit scalars, selectors of other widths, arrays sized by specialization constants, composites in phis
//!   and functions;
//! - memory: variables of all storage classes with nested composites in all block layouts;
//! - cross-lane instructions, and specialization constants of all widths.

mod accesses;
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

pub use cross_lane::CrossLane;
pub use memory::{Memory, WorkgroupBlocks};
pub use module::{module, Generated, Shape, INVOCATIONS};
pub use workgroup_blocks::WORKGROUP_BUFFER_BINDING;
