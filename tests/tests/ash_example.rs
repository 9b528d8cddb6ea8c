//! The example for users of `ash`, `sos-core/examples/pipeline.rs`, in a process of its own for each driver.

use std::process::Command;

use sos_cli::execute::session::environment;
use sos_tests::driver;
use sos_tests::paths::corpus;

#[path = "../../sos-core/examples/pipeline.rs"]
mod example;

/// Says to this test's own program that it is the other process.
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
    // Lavapipe has 8-bit storage, SwiftShader has not.
    for (driver, how) in [(lavapipe, "unchanged: "), (swiftshader, "rewritten: ")] {
        let mut command = Command::new(std::env::current_exe().expect("a test knows where it is"));
        command.args(["--exact", "pipelines_are_created_with_ash", "--nocapture"]);
        command.env(PATH, &module).envs(environment(&driver));
        let output = command.output().expect("it starts");
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
