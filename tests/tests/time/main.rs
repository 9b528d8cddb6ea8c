//! Tests that measure time, in a program of their own: nothing else runs while they do.
//!
//! [`linear`], [`layers`], [`storage`] and [`long_integers`] measure how long the filter takes, [`loop_hints`] how long a driver does.

mod doubles;
mod exchange;
mod layers;
mod linear;
mod long_integers;
mod loop_hints;
mod storage;
