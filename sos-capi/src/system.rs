//! What the library asks of the system: memory, a pointer for each thread, and an end.
//!
//! With the feature `std` Rust's standard library answers, else C's, which every program that links this has. The pointer leads to what the
//! running call knows (`memory.rs`).

#[cfg(not(feature = "std"))]
mod c;
#[cfg(feature = "std")]
mod rust;

#[cfg(not(feature = "std"))]
pub(crate) use c::{abort, pointer, set_pointer, System};
#[cfg(feature = "std")]
pub(crate) use rust::{pointer, set_pointer, System};
