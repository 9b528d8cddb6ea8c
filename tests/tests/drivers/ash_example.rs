//! Runs the example for users of `ash`, `sos-core/examples/pipeline.rs`, on each driver.

use sos_runner::execute::session::environment;
use sos_tests::driver;
use sos_tests::paths::corpus;

use super::own_process;

#[path = "../../../sos-core/examples/pipeline.rs"]
mod example;

#[test]
fn pipelines_are_created_with_ash() {
    if own_process::is_this() {
        let module = corpus().join("shaders/storage/byte_buffer.comp.spv");
        let path = module.to_str().expect("a path in UTF-8");
        println!("{}", example::create(path).expect("a pipeline"));
        return;
    }
    let drivers = driver::EXECUTING.map(driver::located);
    let [Some(lavapipe), Some(swiftshader)] = drivers else {
        return;
    };
    // lavapipe supports 8-bit storage, SwiftShader does not.
    for (driver, how) in [(lavapipe, "unchanged: "), (swiftshader, "rewritten: ")] {
        let said = own_process::run(
            "ash_example::pipelines_are_created_with_ash",
            environment(&driver),
        );
        assert!(
            said.lines().any(|line| line.starts_with(how)),
            "{}: {said}",
            driver.name()
        );
    }
}
