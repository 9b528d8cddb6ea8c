//! Compares JSON output with `docs/json.md`: every field is described there, and every described field occurs.

use std::collections::BTreeSet;

use serde_json::Value;
use sos_tests::paths;

use crate::fossilize::{Database, Stage, Stored, GRAPHICS};
use crate::modules;
use crate::run::Place;

const MANUAL: &str = include_str!("../../../docs/json.md");

/// The fields in the table below a heading.
fn described(heading: &str) -> BTreeSet<String> {
    let section = MANUAL.split("\n## ").find(|s| s.starts_with(heading));
    let rows = section
        .expect(heading)
        .lines()
        .filter_map(|line| line.strip_prefix("| `"));
    rows.flat_map(|row| {
        let names = row.split(" |").next().unwrap_or_default();
        let names = names.split(", ").map(|name| name.trim_matches('`'));
        names.map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

/// The fields of JSON texts, with `[]` for the elements of an array.
#[derive(Default)]
struct Fields {
    /// Fields that have a value.
    found: BTreeSet<String>,
    /// Fields that are null or an empty array.
    empty: BTreeSet<String>,
}

impl Fields {
    fn take(&mut self, value: &Value, at: &str) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    let dot = if at.is_empty() { "" } else { "." };
                    self.take(value, &format!("{at}{dot}{name}"));
                }
            }
            Value::Array(all) if all.iter().any(Value::is_object) => {
                for value in all {
                    self.take(value, &format!("{at}[]"));
                }
            }
            Value::Array(all) if all.is_empty() => {
                self.empty.insert(at.to_owned());
            }
            Value::Null => {
                self.empty.insert(at.to_owned());
            }
            _ => {
                self.found.insert(at.to_owned());
            }
        }
    }

    /// Compares with a section of the manual. Described fields need not occur if `elsewhere` holds for them.
    #[track_caller]
    fn expect(&self, heading: &str, elsewhere: impl Fn(&str) -> bool) {
        let described = described(heading);
        let missing: Vec<_> = self.found.difference(&described).collect();
        assert!(missing.is_empty(), "not described: {missing:?}");
        let is_there = |name: &String| {
            self.found.contains(name) || self.empty.contains(name) || elsewhere(name)
        };
        let stale: Vec<_> = described.iter().filter(|name| !is_there(name)).collect();
        assert!(stale.is_empty(), "described and not there: {stale:?}");
    }
}

fn json(place: &Place, args: &[&str]) -> Value {
    serde_json::from_slice(&place.run(args).stdout).expect("JSON")
}

fn module(path: &str) -> String {
    let path = paths::corpus().join("shaders").join(path);
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_report_on_many_modules_is_as_described() {
    let mut database = Database::new(6);
    let mesh = database.module(&modules::mesh_shader(), Stored::Raw);
    let stage = Stage {
        bit: 0x80,
        module: mesh,
        name: "main",
        rest: "",
    };
    database.stages(GRAPHICS, 0x20, &[stage], "");
    let place = Place::with(&[("in.foz", &database.0)]);
    let mut fields = Fields::default();
    let device = ["--device", "swiftshader", "--json", "-k"];
    let args = ["filter", "in.foz", "-o", "out.foz"];
    let database = json(&place, &[&args[..], &device].concat());
    let sized = module("subgroup/size_constant.comp.spv");
    let doubles = module("doubles/arithmetic.comp.spv");
    let args = ["filter", &sized, &doubles, "in.foz", "-o", "out", "--allow"];
    let folder = json(&place, &[&args[..], &["f64-to-f32"], &device].concat());
    // The report on one module has the same.
    let args = ["inspect", &doubles, "--allow", "f64-to-f32"];
    let one = json(&place, &[&args[..], &device[..3]].concat());
    let lossy = &folder["results"][1];
    assert!(lossy["rules"].is_array(), "{lossy}");
    assert_eq!(lossy["rules"], one["rules"]);
    assert_eq!(folder["devices"][0]["lossy"], 1);
    for mut report in [database, folder] {
        for row in report["results"].as_array_mut().unwrap() {
            let is_unsupported = row["outcome"] == "unsupported";
            assert_eq!(row["unsupported"].is_array(), is_unsupported, "{row}");
            for name in [
                "unsupported",
                "helps",
                "rules",
                "assumptions",
                "promises",
                "exceeded",
            ] {
                row[name] = Value::Null;
            }
        }
        fields.take(&report, "");
    }
    fields.expect("The report on many modules", |_| false);
}

#[test]
fn a_report_is_as_described() {
    let place = Place::with(&[
        ("lines.spv", &modules::with_lines(false)),
        ("emits.spv", &modules::with_lines(true)),
        ("large.spv", &modules::with_workgroup(1 << 20)),
    ]);
    let mut fields = Fields::default();
    let draws = module("stages/draw_parameters.vert.spv");
    let sizes = module("subgroup/size_constant.comp.spv");
    let doubles = module("doubles/arithmetic.comp.spv");
    let atomic = module("ops/atomic_double.comp.spv");
    let promises = [
        "--assume=base-vertex-zero",
        "--assume=base-instance-zero",
        "--assume=draw-index-zero",
    ];
    let far = module("images/far_offsets.spv");
    let cases: [(&str, &str, &[&str]); 8] = [
        (&draws, "vulkan-1.0", &promises),
        (&sizes, "radv-navi21", &[]),
        (&atomic, "swiftshader", &[]),
        (&doubles, "swiftshader", &["--allow", "f64-to-f32"]),
        ("lines.spv", "vulkan-1.0", &promises),
        ("emits.spv", "vulkan-1.0", &[]),
        ("large.spv", "vulkan-1.0", &[]),
        (&far, "vulkan-1.0", &["--allow", "limits"]),
    ];
    for (module, device, more) in cases {
        let args = ["inspect", module, "--json", "--device", device];
        fields.take(&json(&place, &[&args[..], more].concat()), "");
    }
    assert!(fields.found.contains("required_subgroup_size"));
    fields.expect("The report on a run", |_| false);
}

#[test]
fn an_inspection_is_as_described() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    let mut fields = Fields::default();
    fields.take(&json(&place, &["inspect", "in.spv", "--json"]), "");
    fields.expect("What a module needs", |_| false);
}

#[test]
fn the_list_of_devices_is_as_described() {
    let place = Place::with(&[]);
    let mut fields = Fields::default();
    fields.take(&json(&place, &["device", "list", "--json"]), "");
    fields.expect("The list of devices", |_| false);
    let mut fields = Fields::default();
    fields.take(&json(&place, &["device", "list", "--groups", "--json"]), "");
    fields.expect("The list of groups", |_| false);
    let mut fields = Fields::default();
    let find = ["device", "find", "Galaxy S24", "--json"];
    fields.take(&json(&place, &find), "");
    fields.expect("The nearest devices", |_| false);
}

#[test]
fn the_lists_of_names_are_as_described() {
    let place = Place::with(&[]);
    let mut fields = Fields::default();
    for what in ["rules", "facts", "parts", "formats"] {
        fields.take(&json(&place, &["list", what, "--json"]), "");
    }
    fields.expect("The lists of names", |_| false);
}

#[test]
fn the_results_of_a_corpus_are_as_described() {
    let place = Place::with(&[("in.spv", &modules::plain()), ("no.spv", b"no module")]);
    let run = ["corpus", "run", ".", "-d", "swiftshader"];
    let how = [
        "--no-golden",
        "--no-cache",
        "--report",
        "r.json",
        "--shard",
        "1/1",
    ];
    place.run(&[&run[..], &how].concat()).expect(1, &[]);
    let mut results: Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    for pair in results["pairs"].as_array_mut().unwrap() {
        pair["report"] = Value::Null;
    }
    let mut fields = Fields::default();
    fields.take(&results, "");
    // Fields that need a driver or a validator.
    let elsewhere = |name: &str| {
        name.starts_with("runs[].") || name == "pairs[].validator.why" || name == "shard"
    };
    fields.expect("The results of a corpus", elsewhere);
}
