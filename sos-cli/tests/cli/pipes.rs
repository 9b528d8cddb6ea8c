//! Tests of `-`: standard input and output.

#[cfg(target_os = "linux")]
use std::process::Stdio;

use sos_core::report::Report;

use crate::modules;
use crate::run::Place;

#[test]
fn a_module_flows_through() {
    let place = Place::with(&[]);
    let ran = place.pipe(
        &["filter", "-", "-o", "-", "--device", "swiftshader"],
        &modules::too_much_declared(),
    );
    ran.expect(0, &["standard input: rewritten"]);
    assert_eq!(ran.stdout, modules::plain());
    assert!(place.files().is_empty());
}

/// A pipe by its path, which must not be looked at before it is read.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_may_have_a_path() {
    let place = Place::with(&[]);
    let (module, plain) = (modules::too_much_declared(), modules::plain());
    let single = ["/dev/stdin", "-o", "out.spv"];
    let many = ["/dev/stdin", "-o", "out/"];
    for args in [single, many] {
        let args = [&["filter", "--device", "swiftshader"][..], &args].concat();
        place.pipe(&args, &module).expect(0, &[]);
    }
    assert_eq!(place.read("out.spv"), plain);
    assert_eq!(place.read("out/stdin.spv"), plain);
}

#[test]
fn unsupported_puts_nothing_on_standard_output() {
    let place = Place::with(&[]);
    let ran = place.pipe(
        &["filter", "-", "-o", "-", "--device", "swiftshader"],
        &modules::mesh_shader(),
    );
    ran.expect(1, &["cannot run"]);
    assert!(ran.stdout.is_empty());
}

#[test]
fn a_report_goes_to_standard_output() {
    let place = Place::with(&[]);
    let args = [
        "filter",
        "-",
        "-o",
        "out.spv",
        "--device",
        "swiftshader",
        "--report",
        "-",
    ];
    let ran = place.pipe(&args, &modules::plain());
    ran.expect(0, &[]);
    serde_json::from_slice::<Report>(&ran.stdout).unwrap();
}

#[test]
fn a_device_comes_from_standard_input() {
    let place = Place::with(&[("in.spv", &modules::too_much_declared())]);
    let device = place.run(&["device", "show", "swiftshader", "--json"]);
    device.expect(0, &[]);
    let ran = place.pipe(
        &["filter", "in.spv", "-o", "out.spv", "--device", "-"],
        &device.stdout,
    );
    ran.expect(0, &["rewritten"]);
    assert_eq!(place.read("out.spv"), modules::plain());

    place
        .run(&["filter", "-", "-o", "out.spv", "--device", "-"])
        .expect(2, &["both the module and the device"]);
    place
        .run(&["inspect", "-", "--device", "-"])
        .expect(2, &["both the module and the device"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_no_panic() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    for args in [
        &["device", "list", "--json"][..],
        &["filter", "in.spv", "-o", "-", "--device", "swiftshader"],
    ] {
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        drop(reader);
        let output = place
            .command(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_error_is_no_failure() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    for (input, status) in [("in.spv", 0), ("no.spv", 2)] {
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        drop(reader);
        let args = ["filter", input, "-o", "out.spv", "--device", "swiftshader"];
        let ended = place.command(&args).stderr(writer).status().unwrap();
        assert_eq!(ended.code(), Some(status), "{input}");
    }
    assert_eq!(place.read("out.spv"), modules::plain());
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_binary() {
    use std::fs::OpenOptions;

    use rustix::pty::{grantpt, openpt, ptsname, unlockpt, OpenptFlags};

    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new())
        .unwrap()
        .into_string()
        .unwrap();
    let terminal = || {
        OpenOptions::new()
            .read(true)
            .write(true)
            .open(&name)
            .unwrap()
    };

    let place = Place::with(&[("in.spv", &modules::plain())]);
    let args = ["filter", "in.spv", "-o", "-", "--device", "swiftshader"];
    let output = place
        .command(&args)
        .stdout(terminal())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr)
        .unwrap()
        .contains("terminal"));
    // Text may be written to a terminal.
    let status = place
        .command(&["inspect", "in.spv"])
        .stdout(terminal())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(0));
}
