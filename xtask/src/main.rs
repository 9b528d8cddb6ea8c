//! Maintenance commands, run as `cargo xtask COMMAND`.

mod book;
mod dist;
mod gen;
mod web;

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
    /// Make archives with the program, the libraries, the layer and all that belongs to them, in `target/dist/out`.
    Dist {
        /// The target to make one for, by Rust's name, such as `aarch64-unknown-linux-gnu`; may be repeated. This machine's without any.
        #[arg(long = "target", value_name = "TARGET")]
        targets: Vec<String>,
        /// The C compiler for it, which links too.
        #[arg(long = "cc", value_name = "PROGRAM")]
        compiler: Option<String>,
        /// Make the small archive instead, of the lean library alone.
        #[arg(long, conflicts_with = "wheel")]
        lean: bool,
        /// Make the Python wheel instead, with maturin.
        #[arg(long)]
        wheel: bool,
    },
    /// Make the pages of `docs/` and of the root a site in `target/book`, to be searched and read without a server; needs mdBook.
    Book,
    /// Make the filter for JavaScript, an npm package in `target/web`; needs Rust's library for WebAssembly, and Binaryen.
    Web,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Gen { registry, check } => gen::run(&registry, check),
        Command::Dist {
            targets,
            compiler,
            lean,
            wheel,
        } => {
            let what = match (lean, wheel) {
                (true, _) => dist::What::Lean,
                (_, true) => dist::What::Wheel,
                _ => dist::What::Everything,
            };
            dist::run(&targets, compiler.as_deref(), what)
        }
        Command::Book => book::run(),
        Command::Web => web::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
