//! Runs a test again in a process of its own, with other environment variables: the Vulkan loader reads its drivers from the
//! environment, which all tests of a process share.

use std::ffi::OsStr;
use std::process::Command;

/// Set in the process that runs one test.
const VARIABLE: &str = "SOS_TEST_OWN_PROCESS";

/// Whether this is the process that [`run`] has started.
pub fn is_this() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Runs the test with this path in a process of its own, and returns what it prints.
///
/// # Panics
/// If it does not pass.
pub fn run<V: AsRef<OsStr>>(
    test: &str,
    variables: impl IntoIterator<Item = (&'static str, V)>,
) -> String {
    let program = std::env::current_exe().expect("the path of the executable");
    let output = Command::new(program)
        .args(["--exact", test, "--nocapture"])
        .env(VARIABLE, "yes")
        .envs(variables)
        .output()
        .expect("the process starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let passed = output.status.success() && said.contains("test result: ok. 1 passed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(passed, "{said}{errors}");
    said
}
