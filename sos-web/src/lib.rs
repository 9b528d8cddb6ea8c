//! The filter as WebAssembly: one function that answers calls in JSON, for JavaScript (`package/index.js`), which gives it types.
//!
//! Input: a request, and the bytes that it is about. Output: an answer, and bytes if the request makes some ([`call`]). Refused, as an
//! answer with `error`: what is no request, options that there are not, and whatever the filter refuses. Memory goes from one side to the
//! other by `memory`. There are no imports: nothing here reads a clock, a file or a random number.
//!
//! One request is answered at a time. If the filter ever panicked, the instance would trap; JavaScript then makes a new one.

pub mod call;
mod memory;
mod options;
mod targets;
