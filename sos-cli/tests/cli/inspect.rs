//! Tests of `sos inspect`.

use serde_json::Value;
use sos_core::report::{OutcomeKind, Report};

use crate::modules;
use crate::run::Place;

#[test]
fn needs_are_shown_in_the_words_of_vulkan() {
    let place = Place::with(&[("mesh.spv", &modules::mesh_shader())]);
    let ran = place.run(&["inspect", "mesh.spv"]);
    ran.expect(0, &[]);
    for text in [
        "mesh.spv: SPIR-V 1.4",
        "entry point \"main\" (MeshEXT)",
        "VK_EXT_mesh_shader",
    ] {
        assert!(
            ran.text().contains(text),
            "{text:?} is not in {}",
            ran.text()
        );
    }
}

#[test]
fn constants_are_listed() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    let ran = place.run(&["inspect", "in.spv"]);
    ran.expect(0, &[]);
    assert!(
        ran.text().contains("7  f  float32 = 1.0") && ran.text().contains("8  -  uint32 = 1"),
        "{}",
        ran.text()
    );
}

#[test]
fn values_are_numbers_of_their_types() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    let ran = place.run(&[
        "inspect",
        "in.spv",
        "--device",
        "swiftshader",
        "--set=7=0.5",
    ]);
    ran.expect(0, &[]);
    assert!(
        ran.text().contains("7  f  = 0.5 from caller"),
        "{}",
        ran.text()
    );
}

#[test]
fn json_has_the_expected_fields() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    let ran = place.run(&["inspect", "in.spv", "--json"]);
    ran.expect(0, &[]);
    let value: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(value["schema"], 1);
    assert_eq!(value["version"], "1.0");
    assert_eq!(value["words"], modules::with_constants().len() / 4);
    assert_eq!(value["entry_points"][0]["name"], "main");
    assert_eq!(value["entry_points"][0]["execution_model"], "GLCompute");
    assert_eq!(value["constants"][0]["spec_id"], 7);
    assert_eq!(value["constants"][0]["type"], "float32");
    assert_eq!(value["constants"][0]["default"], 0x3F80_0000);
}

#[test]
fn a_device_answers_by_text_status_and_report() {
    let place = Place::with(&[
        ("mesh.spv", &modules::mesh_shader()),
        ("in.spv", &modules::too_much_declared()),
    ]);
    let ran = place.run(&["inspect", "mesh.spv", "--device", "swiftshader"]);
    ran.expect(1, &[]);
    assert!(ran.text().contains("cannot run"), "{}", ran.text());

    let ran = place.run(&["inspect", "in.spv", "--device", "swiftshader", "--json"]);
    ran.expect(0, &[]);
    let report: Report = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(report.outcome, OutcomeKind::Rewritten);
    assert_eq!(place.files(), ["in.spv", "mesh.spv"]);
}

#[test]
fn wrong_use_is_status_2() {
    let place = Place::with(&[
        ("in.spv", &modules::plain()),
        ("bad.spv", b"not a module at all!"),
    ]);
    place
        .run(&["inspect", "bad.spv"])
        .expect(2, &["bad.spv: not a SPIR-V module"]);
    place
        .run(&["inspect", "in.spv", "--set", "1=1", "--strip=all"])
        .expect(2, &["without --device", "do nothing: --set, --strip\n"]);
    place.run(&["inspect"]).expect(2, &["IN.spv"]);
    // Commands that take one file, and a folder.
    std::fs::create_dir(place.path("shaders")).unwrap();
    for (command, says) in [
        (
            "inspect shaders",
            "shaders is a folder, and `sos inspect` takes one module",
        ),
        (
            "inspect in.spv -d ./shaders",
            "./shaders is a folder, and a file is wanted",
        ),
        (
            "filter @shaders -o out -d all",
            "shaders is a folder, and after `@` comes a file",
        ),
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        place.run(&args).expect(2, &[says]);
    }
}
