//! Finds the Vulkan drivers that tests run on, and skips tests whose driver is missing.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use sos_runner::execute::driver::{names, Finder, Program};
pub use sos_runner::execute::driver::{Driver, COMPILING, EXECUTING};
use sos_runner::execute::session::Failure;

use crate::{paths, skip};

/// The driver with this name, one of [`EXECUTING`] or [`COMPILING`]. Returns `None` if this machine lacks it, after recording the
/// test as skipped; the test must then return.
///
/// # Panics
/// If no driver has this name, if the driver is present but cannot be opened, and if it is missing where [everything is
/// required](skip::everything_required).
pub fn driver(name: &str) -> Option<Driver> {
    static FOUND: Mutex<BTreeMap<String, Result<Driver, String>>> = Mutex::new(BTreeMap::new());
    assert!(
        names().any(|known| known == name),
        "no driver is called {name:?}"
    );
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.entry(name.to_owned()).or_insert_with(|| find(name));
    skip::unless_missing(found.clone())
}

/// As [`driver`], for a test that opens the driver with its own program: does not check that the driver works.
pub fn located(name: &str) -> Option<Driver> {
    let found = finder(PathBuf::new()).locate(name);
    skip::unless_missing(found.map_err(|failure| failure.to_string()))
}

fn finder(worker: PathBuf) -> Finder {
    Finder {
        worker: Program {
            path: worker,
            argument: None,
        },
        unpacked: Some(paths::drivers()),
    }
}

/// A driver that is present but does not work is a failure, not a skip.
fn find(name: &str) -> Result<Driver, String> {
    match finder(worker()).find(name) {
        Ok(driver) => Ok(driver),
        Err(Failure::Missing(what)) => Err(what),
        Err(failure) => panic!("{name}: {failure}"),
    }
}

/// The worker program, which cargo builds beside this crate's integration tests.
fn worker() -> PathBuf {
    let this = std::env::current_exe().expect("this program has a file");
    let name = format!("sos-vk-worker{}", std::env::consts::EXE_SUFFIX);
    // target/debug/deps/TEST-HASH or target/debug/PROGRAM.
    let found = this
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file());
    found.unwrap_or_else(|| {
        panic!(
            "{name} is not beside {}: run `cargo build -p sos-tests --bins`",
            this.display()
        )
    })
}
