//! End-to-end tests of the program: exit statuses, files, pipes, messages.

mod batch;
mod completions;
mod corpus;
mod databases;
mod device;
mod filter;
mod fossilize;
mod inspect;
mod json;
mod list;
mod modules;
mod pipes;
mod run;
