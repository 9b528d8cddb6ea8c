//! End-to-end tests of the program: exit statuses, files, pipes, messages.

mod batch;
mod check;
mod completions;
mod corpus;
mod damage;
mod databases;
mod device;
mod filter;
mod fossilize;
mod inspect;
mod json;
mod list;
mod merge;
mod modules;
#[cfg(feature = "object-store")]
mod objects;
#[cfg(unix)]
mod pages;
mod pipes;
mod places;
#[cfg(unix)]
mod recipes;
mod run;
