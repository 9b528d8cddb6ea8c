//! `cargo bench`: how fast the filter is, as ratios to what a machine can do with the same modules in the same run.
//!
//! Wall time on one machine says little about another, so no row stands alone: the yardstick is the *hop*, the plain
//! loop from one instruction's word count to the next, which anything that looks at a module has to do. Peers are
//! `rspirv`'s loader and, where its library is installed (Debian package `spirv-tools`), `spirv-opt`'s passes called in
//! one process over and over, as a game that links it would.
//!
//! Two sets of modules:
//! - *small*: the corpus, each module copied to memory of its own until the set has [`sets::BYTES`]. This is what an
//!   engine loads: a few kilobytes a module, thousands of them. The corpus repeats itself, so branch predictors do better
//!   on it than on as many different modules; they do for the yardstick and the peers too.
//! - *types*: the modules of the families `types` and `storage`. Lowering them is passes over the whole module, more than
//!   one for most, so they are measured apart, on a device that lacks all of these types.
//! - *large*: corpus modules made large by repeating their functions under new ids, each copy an entry point.
//!
//! `cargo bench -p sos-tests --bench ratios -- FOLDER` measures the modules below a folder instead (files `*.spv`): what
//! the filter does with the shaders that one has.
//!
//! Every answer is checked before it is timed: its hash has to be that of a filter that nothing has run in before. Each
//! number is the best of several rounds; rounds of what is compared alternate. The last line counts rows that missed
//! what is asked of them, and the exit status is 1 if one did.

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
    if let Err(why) = &peer {
        println!("spirv-opt is not compared: {why}");
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
    // Cargo adds an option of its own.
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
    println!("\n{failed} rows missed what is asked of them");
    ExitCode::from(u8::from(failed > 0))
}
