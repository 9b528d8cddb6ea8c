//! The program `sos`; what it does stands in the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sos_cli::main()
}
