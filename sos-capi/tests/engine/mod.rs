//! The engine of the examples on real drivers: as it filters its shaders, and as the layer filters them for it.

use std::ffi::OsString;
#[cfg(target_os = "linux")]
use std::fs;
#[cfg(target_os = "linux")]
use std::path::PathBuf;

use sos_runner::execute::session::environment;
use sos_tests::paths::corpus;
#[cfg(target_os = "linux")]
use tempfile::TempDir;
#[cfg(target_os = "linux")]
use VkLayer_SOS_filter::{manifest, Installed};

use crate::compiler::Library;
use crate::{source, Workshop};

fn build_engine(workshop: &Workshop, options: &str) {
    let parts = ["compute.c", "draw.c"].map(|name| source("examples/engine").join(name));
    let parts = parts.each_ref().map(|path| path.to_str().expect("text"));
    let options = [&parts[..], &[options]].concat();
    let engine = source("examples/engine/engine.c");
    workshop.build(&engine, Library::Static, &options);
}

/// The engine of the examples computes and draws, on a driver that has nearly everything and on one that has nearly nothing, with the
/// validation layer on. The layer's complaints would go to standard output.
#[test]
fn the_engine_does_the_same_on_every_driver() {
    let Some((workshop, options, [lavapipe, swiftshader])) = Workshop::on_vulkan() else {
        return;
    };
    let corpus = corpus();
    let corpus = corpus.to_str().expect("a path that is text");
    build_engine(&workshop, options);
    let validated = |driver| {
        let layer = OsString::from("VK_LAYER_KHRONOS_validation");
        let mut variables = environment(driver);
        variables.push(("VK_INSTANCE_LAYERS", layer));
        variables
    };
    // Lavapipe has 8-bit storage, SwiftShader has not. The others have constants that describe the device.
    for (driver, bytes) in [(&lavapipe, "unchanged"), (&swiftshader, "rewritten")] {
        let said = workshop.run(Library::Static, &[corpus], &validated(driver), 0);
        let expected = format!(
            "programs/reduction.comp: rewritten, right\n\
             programs/scan_subgroups.comp: unchanged, right\n\
             programs/half_blur.comp: rewritten, right\n\
             storage/byte_buffer.comp: {bytes}, right\n\
             demo/tint.vert: unchanged, right\n\
             demo/tint.frag: rewritten, right\n\
             4 found under their keys\n"
        );
        assert_eq!(said, expected, "{}", driver.name());
    }
    // Without the filter, SwiftShader is given what it does not have: the layer objects, and the process ends.
    let arguments = [corpus, "--as-written"];
    let variables = validated(&swiftshader);
    let output = workshop.output(Library::Static, &arguments, &variables);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success(), "{said}");
    if variables.iter().any(|(name, _)| *name == "VK_LAYER_PATH") {
        assert!(said.contains("VUID-"), "the layer was on: {said}");
    }
}

/// The layer, which cargo builds beside the tests.
#[cfg(target_os = "linux")]
fn layer_library() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    let folder = test.parent().expect("a file is in a folder");
    folder.join("libVkLayer_SOS_filter.so")
}

/// The Vulkan layer lets the same engine run unfiltered, on drivers that cannot run its shaders as they are.
#[cfg(target_os = "linux")]
#[test]
fn a_layer_filters_for_a_program_that_does_not() {
    let Some((c, options, [lavapipe, swiftshader])) = Workshop::on_vulkan() else {
        return;
    };
    build_engine(&c, options);
    let room = TempDir::new().expect("a folder");
    let library = layer_library().display().to_string();
    let manifest = manifest(&library, Installed::Explicit);
    fs::write(room.path().join("VkLayer_SOS_filter.json"), manifest).expect("a file");

    let corpus = corpus();
    let arguments = [
        corpus.to_str().expect("a path that is text"),
        "--as-written",
    ];
    let log = room.path().join("log");
    let layered = |driver, further: &[(&'static str, OsString)]| {
        let mut variables = environment(driver);
        variables.retain(|(name, _)| *name != "VK_LAYER_PATH");
        variables.push(("VK_LAYER_PATH", room.path().into()));
        variables.push(("VK_INSTANCE_LAYERS", "VK_LAYER_SOS_filter".into()));
        variables.push(("SOS_LAYER_LOG", log.clone().into()));
        variables.push(("SOS_LAYER_LOG_LEVEL", "verbose".into()));
        // This program's shaders are written for SOS.
        variables.push(("SOS_LAYER_SPEC_BASE", "1024".into()));
        variables.extend_from_slice(further);
        variables
    };
    let without = (
        "SOS_LAYER_WITHOUT",
        OsString::from("shaderFloat16,storageBuffer8BitAccess"),
    );
    let devices = ("SOS_LAYER_DEVICES", OsString::from("vulkan-1.0"));
    let dump = ("SOS_LAYER_DUMP", room.path().into());
    let strict = ("SOS_LAYER_ALLOW", "none".into());
    for (driver, further) in [
        (&lavapipe, &[without] as &[_]),
        (&swiftshader, &[devices, dump, strict]),
    ] {
        let said = c.run(Library::Static, &arguments, &layered(driver, further), 0);
        let expected = "programs/reduction.comp: as written, right\n\
                        programs/scan_subgroups.comp: as written, right\n\
                        programs/half_blur.comp: as written, right\n\
                        storage/byte_buffer.comp: as written, right\n\
                        demo/tint.vert: as written, right\n\
                        demo/tint.frag: as written, right\n\
                        0 found under their keys\n";
        assert_eq!(said, expected, "{}", driver.name());
    }

    // One line for each stage and device, with reasons below, and the modules under their keys.
    let log = fs::read_to_string(&log).expect("the layer has a log");
    let of = |what: &str| {
        let lines = log.lines().filter(|line| !line.contains("on vulkan-1.0: "));
        lines.filter(|line| line.contains(what)).count()
    };
    assert_eq!((of(": unchanged"), of(": rewritten, ")), (5, 8), "{log}");
    let elsewhere = log.lines().filter(|line| line.contains("on vulkan-1.0: "));
    assert_eq!(elsewhere.count(), 6, "{log}");
    assert!(
        log.contains(": refused, ") && log.contains("\n    needs "),
        "{log}"
    );
    let modules = fs::read_dir(room.path()).expect("the folder");
    let modules = modules.filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        name.to_string_lossy().contains('-') && name.to_string_lossy().ends_with(".spv")
    });
    assert_eq!(modules.count(), 4, "one for each stage that is rewritten");

    // A name that is none: the program gets no device, and standard error says why.
    let wrong = [("SOS_LAYER_WITHOUT", OsString::from("shaderFloat61"))];
    let output = c.output(Library::Static, &arguments, &layered(&lavapipe, &wrong));
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("shaderFloat61"), "{said}");
}
