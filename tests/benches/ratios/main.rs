//! Benchmark of the filter's speed, relative to other work on the same modules in the same run.
//!
//! Absolute times depend on the machine, so each row is a ratio. The baseline is the *instruction hop*: the loop from one
//! instruction's word count to the next, which any reader of a module needs. Peers are `rspirv`'s loader and, if its library is
//! installed (Debian package `spirv-tools`), `spirv-opt`'s passes, called repeatedly in one process as an application would.
//!
//! Sets of modules:
//! - *small*: the corpus, with each module copied to separate memory until the set has [`sets::BYTES`]. An engine loads such
//!   modules: thousands of modules of a few kilobytes each. Branch prediction is better for repeated modules than for different
//!   ones, but also for the baseline and the peers.
//! - *types*: the modules of the families `types` and `storage`, for a device that lacks all of these types. Lowering them
//!   takes one or several passes over the whole module.
//! - *large*: corpus modules enlarged by repeating their functions under new ids, with an entry point for each copy.
//!
//! `cargo bench -p sos-tests --bench ratios -- FOLDER` measures the modules below a folder (files `*.spv`) instead.
//!
//! Results are checked before they are timed: their hash must equal that of a newly created filter. Each number is the best of
//! several rounds, which alternate between the compared tasks. The last line is the number of rows that miss their goal. If
//! there are any, the exit status is 1.

mod clock;
mod peer;
mod rows;
mod sets;

use clock::Clock;
use peer::SpirvOpt;
use rows::Table;
use sos_tests::counting::{counted, Counting};
use std::hint::black_box;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    let (counts, _) = counted(|| black_box(vec![0_u8; 100]));
    assert_eq!(
        (counts.allocations, counts.bytes),
        (1, 100),
        "the counter counts"
    );
    let peer = SpirvOpt::build();
    if let Err(reason) = &peer {
        println!("spirv-opt is not compared: {reason}");
    }
    let all_rows = |name: &str, modules| {
        let mut table = Table::new(name, modules, Clock::default());
        table.yardsticks();
        table.nothing_to_do();
        table.strip_and_trim();
        table.specialize();
        table.lower();
        if let Ok(peer) = &peer {
            table.against(peer);
        }
        table.failed()
    };
    // Cargo adds an option.
    let folder = std::env::args_os().skip(1).find(|arg| arg != "--bench");
    let failed = match folder {
        Some(folder) => all_rows(&folder.to_string_lossy(), sets::below(folder.as_ref())),
        None => {
            let failed = all_rows("small", sets::small()) + all_rows("large", sets::large());
            let mut table = Table::new("types", sets::types(), Clock::default());
            table.yardsticks();
            table.lower();
            failed + table.failed()
        }
    };
    println!("\n{failed} rows missed their goal");
    ExitCode::from(u8::from(failed > 0))
}
