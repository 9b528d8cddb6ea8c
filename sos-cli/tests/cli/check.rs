//! Tests of `sos check`.

use std::fs;

use serde_json::Value;

use crate::modules;
use crate::run::{Place, Ran};

const FAR: &[u8] = include_bytes!("../../../corpus/shaders/images/far_offsets.spv");

/// A folder with a module that SwiftShader refuses at a line of its source, one that no device refuses, and one that is rewritten.
fn place() -> Place {
    let place = Place::with(&[]);
    fs::create_dir(place.path("in")).unwrap();
    fs::write(place.path("in/far.spv"), FAR).unwrap();
    fs::write(place.path("in/plain.spv"), modules::plain()).unwrap();
    fs::write(place.path("in/half.spv"), modules::too_much_declared()).unwrap();
    place
}

fn check(place: &Place, more: &[&str]) -> Ran {
    place.run(&[&["check", "in"], more].concat())
}

fn json(place: &Place, name: &str) -> Value {
    serde_json::from_slice(&place.read(name)).unwrap()
}

#[test]
fn the_table_says_what_becomes_of_each() {
    let place = place();
    let ran = check(&place, &["-d", "swiftshader,lavapipe"]);
    let line = "far_offsets.frag:7: error: in/far.spv: swiftshader cannot run it; it needs maxTexelOffset of 12";
    ran.expect(1, &[line, "; help: `--allow limits` would do"]);
    let fields = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let table: Vec<_> = ran.text().lines().take(4).map(fields).collect();
    assert_eq!(table[0], ["module", "swiftshader", "lavapipe"]);
    assert_eq!(table[1][..2], ["in/far.spv", "refused"]);
    assert_eq!(table[2][..2], ["in/half.spv", "rewritten"]);
    assert_eq!(table[3], ["in/plain.spv", "unchanged", "unchanged"]);
    assert_eq!(place.files(), ["in"], "nothing is written");

    let quiet = check(&place, &["-d", "swiftshader", "--quiet"]);
    quiet.expect(1, &["error: "]);
    assert_eq!(quiet.text(), "");
    let wide = check(&place, &["-d", "all", "--allow", "limits"]);
    assert!(wide.text().starts_with("= unchanged, "), "{}", wide.text());
}

#[test]
fn the_status_is_what_is_required() {
    let place = place();
    for (more, status) in [
        (&["--require", "nothing"][..], 0),
        (&["--require", "runs"], 1),
        (&["--allow", "limits"], 0),
        (&["--allow", "limits", "--require", "exact"], 1),
        (&["--allow", "limits", "--require", "unchanged"], 1),
    ] {
        let ran = check(&place, &[&["-d", "swiftshader"], more].concat());
        ran.expect(status, &[]);
    }
    let limits = ["-d", "swiftshader", "--allow", "limits"];
    let exact = check(&place, &[&limits[..], &["--require", "exact"]].concat());
    let why = "in/far.spv: swiftshader runs it beyond its limits (maxTexelOffset, minTexelOffset), which is less than what is required";
    exact.expect(1, &[why]);
    let same = check(&place, &[&limits[..], &["--require", "unchanged"]].concat());
    let why = "in/half.spv: swiftshader runs it rewritten, which is less than what is required";
    same.expect(1, &[why]);
    fs::write(place.path("in/cut.spv"), &modules::plain()[..40]).unwrap();
    let ran = check(&place, &["-d", "swiftshader", "--require", "nothing"]);
    ran.expect(2, &["error: in/cut.spv: "]);
    assert!(ran.text().contains("invalid"), "{}", ran.text());
}

#[test]
fn what_is_known_may_fail() {
    let place = place();
    let before = ["-d", "swiftshader", "--report", "known.json"];
    check(&place, &before).expect(1, &["error: in/far.spv: "]);
    let known = ["-d", "swiftshader", "--known", "known.json"];
    let ran = check(&place, &[&known[..], &["--report", "r.sarif"]].concat());
    ran.expect(0, &[]);
    assert!(!ran.stderr.contains("error"), "{}", ran.stderr);
    assert!(ran.text().contains("known"), "{}", ran.text());
    let sarif = json(&place, "r.sarif");
    assert_eq!(sarif["runs"][0]["results"][0]["baselineState"], "unchanged");
    // What was not refused there fails, as does what is refused by another device.
    fs::write(place.path("in/new.spv"), FAR).unwrap();
    check(&place, &known).expect(1, &["error: in/new.spv: "]);
    let other = ["-d", "vulkan-1.0", "--known", "known.json"];
    check(&place, &other).expect(1, &["error: "]);
    // Nor may what was refused be refused for other needs. A path may be named otherwise.
    fs::remove_file(place.path("in/new.spv")).unwrap();
    let again = [
        "check",
        "./in//",
        "-d",
        "swiftshader",
        "--known",
        "known.json",
    ];
    place.run(&again).expect(0, &[]);
    fs::write(place.path("in/far.spv"), modules::mesh_shader()).unwrap();
    check(&place, &known).expect(1, &["it needs capability MeshShadingEXT"]);
    fs::write(place.path("known.json"), "{}").unwrap();
    check(&place, &known).expect(2, &["known.json is no JSON report"]);
}

#[test]
fn other_programs_read_reports() {
    let place = place();
    let reports = [
        "--report", "r.json", "--report", "r.xml", "--report", "r.sarif",
    ];
    check(&place, &[&["-d", "swiftshader"], &reports[..]].concat()).expect(1, &[]);

    let rows = json(&place, "r.json");
    let outcomes = rows["results"].as_array().unwrap().iter();
    let outcomes: Vec<_> = outcomes
        .map(|row| row["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["unsupported", "rewritten", "unchanged"]);
    assert_eq!(rows["devices"][0]["unsupported"], 1);

    let sarif = json(&place, "r.sarif");
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == results[0]["ruleId"]));
    let place_of = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place_of["artifactLocation"]["uri"], "far_offsets.frag");
    assert_eq!(place_of["region"]["startLine"], 7);

    let xml = String::from_utf8(place.read("r.xml")).unwrap();
    let xml = roxmltree::Document::parse(&xml).unwrap();
    let suites = xml.root_element();
    assert_eq!(
        (suites.attribute("tests"), suites.attribute("failures")),
        (Some("3"), Some("1"))
    );
    let failures = xml
        .descendants()
        .filter(|node| node.has_tag_name("failure"));
    let failed: Vec<_> = failures
        .map(|node| node.parent().unwrap().attribute("name"))
        .collect();
    assert_eq!(failed, [Some("in/far.spv")]);

    let printed = check(&place, &["-d", "swiftshader", "--json"]);
    let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(printed["results"], rows["results"]);
    check(&place, &["-d", "swiftshader", "--report", "r.txt"]).expect(2, &[".sarif"]);
}

#[test]
fn nothing_that_is_read_is_replaced() {
    let place = place();
    fs::write(place.path("list.json"), "in/far.spv\n").unwrap();
    fs::copy(place.path("in/far.spv"), place.path("module.json")).unwrap();
    let device = place.run(&["device", "show", "swiftshader", "--json"]);
    fs::write(place.path("device.json"), &device.stdout).unwrap();
    for (input, device, report) in [
        ("@list.json", "swiftshader", "list.json"),
        ("in/far.spv", "device.json", "device.json"),
        ("module.json", "swiftshader", "./module.json"),
    ] {
        let before = place.read(report);
        let ran = place.run(&["check", input, "-d", device, "--report", report]);
        ran.expect(2, &["would overwrite an input"]);
        assert_eq!(place.read(report), before);
    }
}

#[test]
fn colours_are_for_who_wants_them() {
    let place = place();
    let args = ["-d", "swiftshader"];
    let plain = check(&place, &args);
    assert!(!plain.stderr.contains('\x1B'), "{}", plain.stderr);
    let always = check(&place, &[&args[..], &["--color", "always"]].concat());
    let red = "\x1B[1m\x1B[31merror:\x1B[0m";
    assert!(always.stderr.contains(red), "{:?}", always.stderr);
    let mut parts = always.stderr.split('\x1B');
    let first = parts.next().unwrap().to_owned();
    let without = parts.fold(first, |text, part| text + part.split_once('m').unwrap().1);
    assert_eq!(without, plain.stderr);
}
