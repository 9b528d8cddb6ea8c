//! Runs the example for users of `ash`, `sos-core/examples/pipeline.rs`, in a separate process for each driver.

use std::process::Command;

use sos_runner::execute::session::environment;
use sos_tests::driver;
use sos_tests::paths::corpus;

#[path = "../../sos-core/examples/pipeline.rs"]
mod example;

/// Set in the separate process, which is this test's own executable.
const PATH: &str = "SOS_TEST_ASH_EXAMPLE";

#[test]
fn pipelines_are_created_with_ash() {
    if let Ok(path) = std::env::var(PATH) {
        println!("{}", example::create(&path).expect("a pipeline"));
        return;
    }
    let drivers = driver::EXECUTING.map(driver::located);
    let [Some(lavapipe), Some(swiftshader)] = drivers else {
        return;
    };
    let module = corpus().join("shaders/storage/byte_buffer.comp.spv");
    // lavapipe supports 8-bit storage, SwiftShader does not.
    for (driver, how) in [(lavapipe, "unchanged: "), (swiftshader, "rewritten: ")] {
        let mut command =
            Command::new(std::env::current_exe().expect("the path of the executable"));
        command.args(["--exact", "pipelines_are_created_with_ash", "--nocapture"]);
        command.env(PATH, &module).envs(environment(&driver));
        let output = command.output().expect("the process starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            said.lines().any(|line| line.starts_with(how)),
            "{}: {said}",
            driver.name()
        );
    }
}
