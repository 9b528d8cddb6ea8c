//! Maintenance commands, run as `cargo xtask COMMAND`.

mod gen;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", about = "Maintenance commands of the SOS workspace")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the tables and authoring headers that are generated from the Khronos registries.
    Gen {
        /// Folder that holds `grammar/*.json` and `vk.xml`.
        #[arg(long, value_name = "DIR")]
        registry: PathBuf,
        /// Write nothing; fail if a committed file differs from what would be written.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Gen { registry, check } => gen::run(&registry, check),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
