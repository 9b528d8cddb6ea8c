//! What stands before the filter in each of its forms for people: the program, the Python package, the runner of a corpus, the browser.
//!
//! - [`settings`] reads values of options as people write them, [`tuning`] has those of a call from another language.
//! - [`devices`] lists and finds devices, [`near`] suggests similar names.
//! - [`listing`] is a module's text, [`diff`] what differs in two.
//! - [`run`] filters for other languages, and [`failure`] is what goes wrong there.
//!
//! No part reads files, the clock aside, so that all of them run in a browser.
#![deny(unsafe_code)]

pub mod devices;
pub mod diff;
pub mod failure;
pub mod listing;
pub mod near;
pub mod run;
pub mod settings;
pub mod tuning;
