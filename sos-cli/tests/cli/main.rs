//! End-to-end tests of the program: exit statuses, files, pipes, messages.

mod completions;
mod corpus;
mod device;
mod filter;
mod inspect;
mod json;
mod list;
mod merge;
mod modules;
#[cfg(feature = "object-store")]
mod objects;
mod pipes;
#[cfg(unix)]
mod recipes;
mod run;
