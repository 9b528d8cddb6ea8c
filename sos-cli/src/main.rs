//! The program `sos`: a thin wrapper of the library's [`sos_cli::main`].
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sos_cli::main()
}
