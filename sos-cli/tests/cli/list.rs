//! Tests of `sos list`: what it prints is what options take.

use serde_json::Value;

use crate::modules;
use crate::run::Place;

/// The names in a list, which the text has in the same order, one per line.
fn names(place: &Place, what: &str) -> Vec<String> {
    let ran = place.run(&["list", what, "--json"]);
    ran.expect(0, &[]);
    let list: Vec<Value> = serde_json::from_slice(&ran.stdout).unwrap();
    let name = |row: &Value| row["name"].as_str().unwrap().to_owned();
    let names: Vec<String> = list.iter().map(name).collect();
    let text = place.run(&["list", what]);
    assert_eq!(text.text().lines().count(), names.len(), "{what}");
    for (line, name) in text.text().lines().zip(&names) {
        assert!(line.contains(name.as_str()), "{name} is not in {line}");
    }
    names
}

#[test]
fn rules_are_explained() {
    let place = Place::with(&[]);
    let rules: Vec<_> = sos_core::rules().map(|rule| rule.name).collect();
    assert_eq!(names(&place, "rules"), rules);
    let text = place.run(&["list", "rules"]);
    for rule in sos_core::rules() {
        assert!(text.text().contains(rule.summary), "{}", rule.name);
    }
}

#[test]
fn options_take_what_is_listed() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let inspect = |option: &str, names: Vec<String>| {
        assert!(!names.is_empty());
        let args = ["inspect", "in.spv", "--device", "radv-navi31"];
        let list = format!("{option}={}", names.join(","));
        place
            .run(&[&args[..], &[list.as_str()]].concat())
            .expect(0, &[]);
    };
    inspect("--without", names(&place, "parts"));
    let give = |names: Vec<String>, to: &str| -> Vec<String> {
        names.iter().map(|name| format!("{to}={name}")).collect()
    };
    inspect("--source", give(names(&place, "facts"), "7"));
    inspect("--image-format", give(names(&place, "formats"), "0:1"));
    place.run(&["list", "everything"]).expect(2, &["parts"]);
    place.run(&["list"]).expect(2, &["parts"]);
}
