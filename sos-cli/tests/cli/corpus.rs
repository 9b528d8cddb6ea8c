//! Tests of `sos corpus run`: expectations, expected results, the cache, shards, reports.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use sos_runner::validator::VARIABLE;
use sos_tests::{paths, skip};

use crate::modules::{mesh_shader, plain, undrawable, with_workgroup};
use crate::run::{Place, Ran};

/// A corpus of two modules: one that every device runs, and one that few devices run.
fn corpus() -> Place {
    let place = Place::with(&[]);
    fs::create_dir_all(place.path("c/shaders")).unwrap();
    put(&place, "c/shaders/plain.spv", &plain());
    put(&place, "c/shaders/mesh.comp.spv", &mesh_shader());
    put(
        &place,
        "c/shaders/mesh.comp",
        b"// sos: outcome swiftshader unsupported\n",
    );
    place
}

fn put(place: &Place, name: &str, bytes: &[u8]) {
    fs::write(place.path(name), bytes).unwrap();
}

/// Runs without the validator, which may not be installed.
fn run(place: &Place, args: &[&str]) -> Ran {
    let fixed = ["corpus", "run", "--no-validate", "--cache", "cache"];
    place.run(&[&fixed[..], args].concat())
}

#[track_caller]
fn says(ran: &Ran, status: i32, texts: &[&str]) {
    assert_eq!(ran.status, status, "{}{}", ran.text(), ran.stderr);
    for text in texts {
        assert!(
            ran.text().contains(text),
            "{text:?} is not in {}",
            ran.text()
        );
    }
}

#[test]
fn every_module_meets_every_device() {
    let place = corpus();
    let ran = run(&place, &["c"]);
    says(&ran, 0, &["2 modules on 73 devices: 146 pairs", "0 failed"]);
    let ran = run(&place, &["c", "--device", "swiftshader,lavapipe"]);
    says(
        &ran,
        0,
        &["2 modules on 2 devices: 4 pairs (4 found by an earlier run)"],
    );
    assert!(!place.path("c/golden").exists());
    says(&run(&place, &["-q", "c"]), 0, &[]);
    assert_eq!(run(&place, &["-q", "c"]).text(), "");
}

#[test]
fn an_expectation_that_does_not_hold_fails() {
    let place = corpus();
    put(
        &place,
        "c/shaders/mesh.comp",
        b"// sos: outcome all unsupported\n// sos: absent lavapipe* OpCapability MeshShadingEXT\n",
    );
    let ran = run(&place, &["c", "--device", "lavapipe,swiftshader"]);
    let why = [
        "FAILED shaders/mesh.comp on lavapipe-25.0.7",
        "unchanged instead of unsupported",
        "`OpCapability MeshShadingEXT` is in the output",
        "4 pairs (0 found by an earlier run), 1 failed",
    ];
    says(&ran, 1, &why);
}

#[test]
fn reports_call_options_as_the_program_does() {
    let place = corpus();
    put(&place, "c/shaders/large.spv", &with_workgroup(4096));
    let report = ["c", "--device", "swiftshader", "--report", "r.json"];
    says(&run(&place, &report), 0, &["0 failed"]);
    let text = String::from_utf8(place.read("r.json")).unwrap();
    assert!(text.contains("--allow limits") && !text.contains("Allow::LIMITS"));
}

#[test]
fn a_malformed_module_fails_unless_expected() {
    let place = corpus();
    put(&place, "c/shaders/broken.spv", &plain()[..30]);
    let ran = run(&place, &["c", "--device", "swiftshader"]);
    says(&ran, 1, &["FAILED shaders/broken on swiftshader"]);
    put(
        &place,
        "c/shaders/broken.spvasm",
        b"; sos: outcome all error\n",
    );
    says(&run(&place, &["c"]), 0, &["0 failed"]);
}

#[test]
fn blessed_results_are_expected_from_then_on() {
    let place = corpus();
    let bless = ["c", "--device", "swiftshader,radv-navi21", "--bless"];
    says(&run(&place, &bless), 0, &["blessed: 2 files changed"]);
    says(&run(&place, &bless), 0, &["blessed: 0 files changed"]);
    let golden = "c/golden/shaders/outcomes.txt";
    let text = String::from_utf8(place.read(golden)).unwrap();
    let (mesh, rest) = text.split_once("plain\n").unwrap();
    let lines: Vec<_> = mesh.lines().collect();
    let [name, unchanged, unsupported] = lines[..] else {
        panic!("{text}");
    };
    assert_eq!(
        [name, unchanged],
        ["mesh.comp", "    unchanged: radv-navi21"]
    );
    assert!(unsupported.starts_with("    unsupported; "), "{text}");
    assert!(unsupported.ends_with(": swiftshader"), "{text}");
    assert_eq!(rest, "    unchanged: radv-navi21 swiftshader\n");

    // Expected results of other devices are kept.
    says(
        &run(&place, &["c", "--device", "radv-vega10", "--bless"]),
        0,
        &["1 file"],
    );
    let more = String::from_utf8(place.read(golden)).unwrap();
    assert!(
        more.contains(unchanged) && more.contains("radv-vega10"),
        "{more}"
    );
    says(
        &run(&place, &["c", "--device", "swiftshader"]),
        0,
        &["0 failed"],
    );

    let ran = run(&place, &["c", "--device", "nvk-kepler"]);
    says(
        &ran,
        1,
        &[
            "no expected result; `--bless` records this one, `--no-golden` compares none",
            "2 failed",
        ],
    );
    says(
        &run(&place, &["c", "--device", "nvk-kepler", "--no-golden"]),
        0,
        &["0 failed"],
    );

    // A module given by its own path is compared with the same file.
    put(
        &place,
        golden,
        text.replace("unsupported; ", "unsupported; once ")
            .as_bytes(),
    );
    let ran = run(
        &place,
        &["c/shaders/mesh.comp.spv", "--device", "swiftshader"],
    );
    says(&ran, 1, &["expected `unsupported; once ", "1 failed"]);
}

/// Also where outcome and rules stay the same, and on devices that are not chosen for differing most.
#[test]
fn another_output_is_noticed_on_every_device() {
    const WORDS: &str = "the output's words are not the expected ones";
    let place = corpus();
    run(&place, &["c", "--bless"]);
    // Another module in its place, which is unchanged as well.
    put(&place, "c/shaders/plain.spv", &undrawable());
    let on = |device: &str| run(&place, &["c/shaders/plain.spv", "--device", device]);
    for device in ["radv-navi21", "radv-vega10"] {
        says(&on(device), 1, &[WORDS, "1 failed"]);
    }
    run(&place, &["c", "--bless"]);
    says(&on("radv-vega10"), 0, &["0 failed"]);

    // The output of another device.
    let tint = fs::read(paths::root().join("corpus/shaders/demo/tint.frag.spv")).unwrap();
    put(&place, "c/shaders/tint.spv", &tint);
    run(&place, &["c", "--bless"]);
    let golden = "c/golden/digests.txt";
    let text = String::from_utf8(place.read(golden)).unwrap();
    let (before, tint) = text.split_once("shaders/tint\n").unwrap();
    let lines: Vec<_> = tint
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .collect();
    let [(one, devices), (other, _), ..] = lines[..] else {
        panic!("{text}");
    };
    let swapped = tint
        .replace(one, "    x")
        .replace(other, one)
        .replace("    x", other);
    put(
        &place,
        golden,
        format!("{before}shaders/tint\n{swapped}").as_bytes(),
    );
    let device = devices.split(' ').next().unwrap();
    let ran = run(&place, &["c/shaders/tint.spv", "--device", device]);
    says(&ran, 1, &[WORDS, "1 failed"]);
}

#[test]
fn an_expected_result_without_its_module_is_found_and_removed() {
    let place = corpus();
    run(&place, &["c", "--device", "swiftshader", "--bless"]);
    fs::remove_file(place.path("c/shaders/plain.spv")).unwrap();
    let ran = run(&place, &["c", "--device", "swiftshader"]);
    says(
        &ran,
        1,
        &[
            "golden/shaders/outcomes.txt is not a module; `--bless` removes it",
            "golden/digests.txt is not a module; `--bless` removes it",
            "2 failed",
        ],
    );
    says(
        &run(&place, &["c", "--device", "swiftshader", "--bless"]),
        0,
        &["blessed: 2 files"],
    );
    // What earlier versions wrote goes as well.
    put(
        &place,
        "c/golden/shaders/mesh.comp.txt",
        b"swiftshader  unchanged\n",
    );
    says(
        &run(&place, &["c", "--device", "swiftshader"]),
        1,
        &["mesh.comp.txt is not an expected result; `--bless` removes it"],
    );
    says(
        &run(&place, &["c", "--device", "swiftshader", "--bless"]),
        0,
        &["blessed: 1 file"],
    );
    let left = String::from_utf8(place.read("c/golden/shaders/outcomes.txt")).unwrap();
    assert!(
        left.starts_with("mesh.comp\n") && !left.contains("plain"),
        "{left}"
    );
    says(
        &run(&place, &["c", "--device", "swiftshader"]),
        0,
        &["0 failed"],
    );
}

#[test]
fn refusals_fail_on_request() {
    let place = corpus();
    let swiftshader = ["c", "--device", "swiftshader", "--no-golden"];
    let fail = [&swiftshader[..], &["--refusals-fail"]].concat();
    // The source says that it is refused.
    says(&run(&place, &fail), 0, &["0 failed"]);
    fs::remove_file(place.path("c/shaders/mesh.comp")).unwrap();
    says(&run(&place, &swiftshader), 0, &["0 failed"]);
    says(
        &run(&place, &fail),
        1,
        &["needs capability MeshShadingEXT", "1 failed"],
    );
}

#[test]
fn who_is_not_examined_in_full_is_said() {
    let place = corpus();
    let ran = run(&place, &["c", "--no-golden"]);
    ran.expect(
        0,
        &["note: 11 devices that differ most stand for 62 others"],
    );
    let ran = run(
        &place,
        &["c", "--no-golden", "--device", "mali-g78,swiftshader"],
    );
    ran.expect(0, &[]);
    assert!(!ran.stderr.contains("stand for"), "{}", ran.stderr);
}

#[test]
fn shards_cover_the_corpus() {
    let place = corpus();
    says(
        &run(&place, &["c", "--shard", "1/2"]),
        0,
        &["1 module on 73 devices"],
    );
    says(
        &run(&place, &["c", "--shard", "2/2"]),
        0,
        &["73 pairs (0 found by an earlier run)"],
    );
    says(
        &run(&place, &["c"]),
        0,
        &["146 pairs (146 found by an earlier run)"],
    );
    run(&place, &["c", "--shard", "3/3"]).expect(0, &["warning: this part of the corpus is empty"]);
}

#[test]
fn a_validator_that_is_named_must_be_there() {
    let place = corpus();
    let mut command = place.command(&["corpus", "run", "c", "--no-cache"]);
    let ran: Ran = command
        .env(VARIABLE, "no-validator")
        .output()
        .unwrap()
        .into();
    ran.expect(2, &["cannot run no-validator"]);
}

#[test]
fn only_changed_pairs_are_filtered_again() {
    let place = corpus();
    run(&place, &["c"]);
    put(&place, "c/shaders/mesh.comp", b"// sos: strip names\n");
    says(&run(&place, &["c"]), 0, &["(73 found by an earlier run)"]);
    put(&place, "c/shaders/plain.spv", &mesh_shader());
    says(&run(&place, &["c"]), 0, &["(73 found by an earlier run)"]);
    says(&run(&place, &["c"]), 0, &["(146 found by an earlier run)"]);
    let ran = place.run(&["corpus", "run", "c", "--no-validate", "--no-cache"]);
    says(&ran, 0, &["(0 found by an earlier run)"]);
}

#[test]
fn a_killed_run_resumes() {
    let place = corpus();
    for copy in 0..40 {
        put(&place, &format!("c/shaders/copy{copy}.spv"), &plain());
        let text = format!("; sos: absent all copy {copy}\n");
        put(
            &place,
            &format!("c/shaders/copy{copy}.spvasm"),
            text.as_bytes(),
        );
    }
    let args = [
        "corpus",
        "run",
        "c",
        "--no-validate",
        "--cache",
        "cache",
        "-j",
        "1",
    ];
    let mut child: Command = place.command(&args);
    let mut child = child.stdout(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while kept(&place.path("cache")) < 3 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is kept");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = kept(&place.path("cache"));
    let ran = place.run(&args);
    let devices = sos_core::target::built_in_names().count();
    let (pairs, found) = (42 * devices, kept * devices);
    let found = format!("{pairs} pairs ({found} found by an earlier run), 0 failed");
    says(&ran, 0, &[&found]);
}

/// The number of modules with cached results.
fn kept(folder: &Path) -> usize {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    entries(folder)
        .flat_map(|folder| entries(&folder.path()))
        .filter(|file| file.path().extension().is_some_and(|end| end == "z"))
        .count()
}

#[test]
fn reports_agree() {
    // A name with characters that XML must escape; Windows does not allow all of them in file names.
    let name = if cfg!(windows) { "a'b&" } else { "a<b&" };
    let case = format!("shaders/{name}");
    let place = corpus();
    put(&place, &format!("c/{case}.spv"), &plain()[..30]);
    let args = [
        "c",
        "--device",
        "swiftshader",
        "--report",
        "r.json",
        "--report",
        "r.xml",
    ];
    says(&run(&place, &args), 1, &["1 failed"]);
    let json: Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    assert_eq!((&json["schema"], &json["failed"]), (&1.into(), &1.into()));
    let pairs = json["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    assert_eq!(pairs[0]["case"], case);
    assert_eq!(pairs[0]["outcome"], "error");
    assert_eq!(pairs[1]["report"]["outcome"], "unsupported");

    let text = String::from_utf8(place.read("r.xml")).unwrap();
    let xml = roxmltree::Document::parse(&text).unwrap();
    let named = |name: &str| {
        xml.descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    assert_eq!(
        (named("testsuite"), named("testcase"), named("failure")),
        (1, 3, 1)
    );
    assert_eq!(xml.root_element().attribute("failures"), Some("1"));
    let cases: Vec<_> = xml
        .descendants()
        .filter_map(|node| node.attribute("name"))
        .collect();
    assert!(cases.contains(&case.as_str()), "{cases:?}");
}

/// Whichever is missing on this machine: all drivers, or only the layer, which an empty folder hides.
#[test]
fn what_execution_lacks_is_named_with_the_way_to_get_it() {
    let place = corpus();
    fs::create_dir_all(place.path("empty")).unwrap();
    let how = ["corpus", "run", "c", "--no-validate", "--no-cache"];
    let mut command = place.command(&[&how[..], &["--execute"]].concat());
    command.env("SOS_DRIVER_DIR", place.path("empty"));
    command.env("VK_LAYER_PATH", place.path("empty"));
    let ran: Ran = command.output().unwrap().into();
    ran.expect(2, &["--execute cannot run anything. Missing: "]);
    let ways = ["VK_LAYER_PATH", "SOS_DRIVER_DIR", "Debian package"];
    let is_there = |way: &&str| ran.stderr.contains(*way);
    assert!(ways.iter().any(is_there), "{}", ran.stderr);
    assert!(!ran.stderr.contains("scripts/"), "{}", ran.stderr);
}

#[test]
fn an_undrawable_case_fails_and_the_others_run() {
    let place = corpus();
    put(&place, "c/shaders/plain.spvasm", b"; sos: dispatch 1 1 1\n");
    put(&place, "c/shaders/bool.frag.spv", &undrawable());
    put(&place, "c/shaders/bool.frag", b"// sos: draw 4 4\n");
    let how = ["corpus", "run", "c", "--no-validate", "--no-cache"];
    let on = ["-d", "swiftshader", "--execute", "--driver", "lavapipe"];
    let mut command = place.command(&[&how[..], &on, &["--report", "r.json"]].concat());
    command.env("SOS_DRIVER_DIR", paths::drivers());
    let ran: Ran = command.output().unwrap().into();
    let missing = ran.status == 2 && ran.stderr.contains("missing: ");
    let found = match missing {
        true => Err(ran.stderr.clone()),
        false => Ok(()),
    };
    let Some(()) = skip::unless_missing(found) else {
        return;
    };

    let why = "none can be made: no vertex stage writes an input of TypeBool";
    let shown = format!("FAILED shaders/bool.frag run on lavapipe\n  its vertex stage: {why}\n");
    says(&ran, 1, &[&shown, ", 1 failed\n"]);
    let json: Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    assert_eq!(json["failed"], 1);
    let runs = json["runs"].as_array().unwrap().iter();
    let runs: Vec<_> = runs
        .map(|run| [&run["case"], &run["what"], &run["ending"], &run["why"]].map(Value::as_str))
        .collect();
    let expected = [
        ["shaders/bool.frag", "its vertex stage", "failed", why].map(Some),
        [Some("shaders/plain"), Some("as written"), Some("ran"), None],
        [
            Some("shaders/plain"),
            Some("filtered, unchanged"),
            Some("same"),
            None,
        ],
    ];
    assert_eq!(runs, expected);
}

#[test]
fn wrong_arguments_are_refused_before_any_work() {
    let place = corpus();
    let refused = |args: &[&str], says: &str| {
        run(&place, args).expect(2, &[says]);
        assert!(!place.path("cache").exists(), "{args:?}");
    };
    refused(&["nowhere"], "cannot read nowhere");
    refused(
        &["c", "--device", "swiftshade"],
        "no device is called `swiftshade`",
    );
    refused(&["c", "--shard", "3/2"], "expected I/N");
    refused(&["c", "--report", "r.txt"], ".json, .xml or .html");
    refused(&["c", "--driver", "lavapipe"], "--execute");
    refused(&["c", "--bless", "--no-golden"], "cannot be used with");
    refused(&["c", "--jobs", "0"], "0 is not in 1..");
    fs::create_dir(place.path("empty")).unwrap();
    refused(&["empty"], "no module (*.spv) in empty");
    put(
        &place,
        "c/shaders/plain.spvasm",
        b"; sos: outcom all error\n",
    );
    refused(&["c"], "line 1: `; sos: outcom all error`");
}

/// A cache that nobody has asked for ends no run.
#[test]
fn the_own_cache_need_not_be_there() {
    let place = Place::with(&[("a.spv", &plain())]);
    fs::write(place.path("file"), "").unwrap();
    let args = [
        "corpus",
        "run",
        "a.spv",
        "--no-validate",
        "-d",
        "swiftshader",
    ];
    let mut command = place.command(&args);
    for variable in ["HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"] {
        command.env(variable, place.path("file"));
    }
    let ran = Ran::from(command.output().unwrap());
    if cfg!(target_os = "linux") {
        ran.expect(
            0,
            &["warning: no results are kept for other runs: cannot make"],
        );
    }
    let named = place.run(&[&args[..], &["--cache", "file/cache"]].concat());
    named.expect(2, &["cannot make file/cache"]);
}
