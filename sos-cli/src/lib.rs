//! The program `sos`: filters a SPIR-V module for a device, reports what a module needs, lists and captures devices, and
//! runs a corpus of modules on many devices.
//!
//! Input: the command line, module and profile files, standard input. Output: files written completely or not at all,
//! machine-readable text on standard output, messages for people on standard error, and an exit status. It refuses
//! to write binary data to a terminal. All decisions about SPIR-V are made by `sos-core`.
#![forbid(unsafe_code)]

mod args;
mod batch;
mod check;
mod completions;
mod corpus;
mod device;
mod entry_points;
mod filter;
mod input;
mod inspect;
mod list;
mod manual;
mod message;
mod output;
mod places;
mod text;
mod unused;

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};
use sos_runner::execute::worker;

use crate::args::{Args, Command};
use crate::message::Severity;

/// The exit status. The numbers are a contract with build scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The requested output was written.
    Done = 0,
    /// The device cannot run the module, or a corpus run did not match its expectations.
    Unsupported = 1,
    /// The arguments or the input are invalid, or a file could not be read or written.
    Bad = 2,
}

/// Parses the command line, runs the command, and returns its exit status.
pub fn main() -> ExitCode {
    let args = Args::parse();
    args.color.write_global();
    let status = run(&args).unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Status::Bad;
        }
        message::say(Severity::Error, format_args!("{error:#}"));
        Status::Bad
    });
    ExitCode::from(status as u8)
}

fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::Filter(filter) if batch::is_wanted(filter) => batch::run(filter, args.quiet),
        Command::Filter(filter) => filter::run(filter, args.quiet),
        Command::Check(check) => check::run(check, args.quiet),
        Command::Inspect(inspect) => inspect::run(inspect, args.quiet),
        Command::Device(device) => device::run(device, args.quiet),
        Command::List { what, json } => list::run(*what, *json),
        Command::Corpus(command) => corpus::run(command, args.quiet),
        Command::VulkanWorker => worker::serve().map(|()| Status::Done),
        Command::Manual { folder } => manual::write(Args::command(), folder).map(|()| Status::Done),
        Command::Completions { shell } => {
            let script = completions::script(Args::command(), *shell)?;
            output::print(script.as_bytes())?;
            Ok(Status::Done)
        }
    }
}

/// Whether the reader of standard output closed the pipe (`sos … | head`), which deserves no message.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
