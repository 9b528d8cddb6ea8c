//! Tests of `sos corpus merge` and of the cache that machines share.

use std::fs;

use serde_json::Value;
use sos_tests::{paths, skip};

use crate::modules::{mesh_shader, plain};
use crate::run::{Place, Ran};

const PARTS: [&str; 3] = ["1.json", "2.json", "3.json"];

/// A corpus of ten modules in two folders, with expected results of which one does not hold.
fn corpus() -> Place {
    let place = Place::with(&[]);
    for folder in ["c/a", "c/b"] {
        fs::create_dir_all(place.path(folder)).unwrap();
    }
    for n in 0..5 {
        for (folder, mut bytes) in [("a", plain()), ("b", mesh_shader())] {
            // The generator's number, so that no two modules are the same.
            bytes[8] = n;
            fs::write(place.path(&format!("c/{folder}/{n}.spv")), bytes).unwrap();
        }
    }
    let wrong = b"; sos: outcome all rewritten\n";
    fs::write(place.path("c/a/3.spvasm"), wrong).unwrap();
    fs::write(place.path("c/b/4.spv"), &plain()[..30]).unwrap();
    place
}

fn run(place: &Place, args: &[&str]) -> Ran {
    let fixed = ["corpus", "run", "c", "--no-validate", "--cache", "cache"];
    let devices = ["-d", "swiftshader,lavapipe"];
    place.run(&[&fixed[..], &devices, args].concat())
}

fn run_parts(place: &Place) {
    for (at, report) in PARTS.iter().enumerate() {
        let shard = format!("{}/3", at + 1);
        // What is not as expected is in the first part.
        let status = i32::from(at == 0);
        run(place, &["--shard", &shard, "--report", report]).expect(status, &[]);
    }
}

fn merge(place: &Place, args: &[&str]) -> Ran {
    place.run(&[&["corpus", "merge"][..], args].concat())
}

#[track_caller]
fn same(place: &Place, one: &str, other: &str) {
    assert!(
        place.read(one) == place.read(other),
        "{one} and {other} differ"
    );
}

#[test]
fn merged_parts_are_the_whole() {
    let place = corpus();
    run_parts(&place);
    let call = |fixed: &[&str], name: &str| {
        let files = ["json", "xml", "html"].map(|kind| format!("{name}.{kind}"));
        let mut args = fixed.to_vec();
        args.extend(files.iter().flat_map(|file| ["--report", file]));
        place.run(&args)
    };
    // What each machine has found, the others need not.
    let run = [
        "corpus",
        "run",
        "c",
        "--no-validate",
        "--cache",
        "cache",
        "-d",
        "swiftshader,lavapipe",
    ];
    let whole = call(&run, "whole");
    let says = "20 pairs (20 found by an earlier run), 4 failed";
    assert!(whole.text().contains(says), "{}", whole.text());
    let merge_all = [
        "corpus", "merge", "2.json", "1.json", "3.json", "--corpus", "c",
    ];
    let merged = call(&merge_all, "merged");
    assert_eq!((whole.status, merged.status), (1, 1));
    let table = whole.text().replace(" (20 found by an earlier run)", "");
    assert_eq!(merged.text(), table);
    for kind in ["json", "xml", "html"] {
        same(&place, &format!("whole.{kind}"), &format!("merged.{kind}"));
    }

    // Without the corpus there is a page, which says what it lacks.
    merge(
        &place,
        &["1.json", "2.json", "3.json", "--report", "bare.html"],
    )
    .expect(1, &[]);
    assert!(place.read("bare.html").len() < place.read("whole.html").len());
    // A merge of merges, and of a single report, which changes nothing.
    merge(&place, &["1.json", "3.json", "--report", "13.json", "-q"]);
    merge(&place, &["2.json", "13.json", "--report", "all.json", "-q"]);
    same(&place, "all.json", "whole.json");
    merge(&place, &["all.json", "--report", "again.json", "-q"]).expect(1, &[]);
    same(&place, "again.json", "whole.json");
}

#[test]
fn what_is_missing_is_named() {
    let place = corpus();
    run_parts(&place);
    let ran = merge(&place, &["1.json", "3.json", "--report", "some.json"]);
    assert_eq!(ran.status, 1);
    let said = "MISSING part 2 of 3, 3 modules: `--shard 2/3`";
    assert!(ran.text().contains(said), "{}", ran.text());
    let json: Value = serde_json::from_slice(&place.read("some.json")).unwrap();
    assert_eq!(
        json["shard"],
        serde_json::json!({"count": 3, "parts": [1, 3]})
    );
    assert_eq!(json["pairs"].as_array().unwrap().len(), 14);

    // A report that lacks a module of its part: removed with an editor, as it were.
    let text = String::from_utf8(place.read("2.json")).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.contains("\"case\":\"a/4\""));
    let less: String = lines.map(|line| format!("{line}\n")).collect();
    assert_ne!(less.len(), text.len());
    fs::write(place.path("less.json"), less).unwrap();
    let ran = merge(&place, &["1.json", "less.json", "3.json", "--corpus", "c"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    for said in [
        "MISSING 1 of 3 modules of less.json",
        "MISSING the module a/4",
    ] {
        assert!(ran.text().contains(said), "{}", ran.text());
    }
}

#[test]
fn what_contradicts_is_refused() {
    let place = corpus();
    run_parts(&place);
    let refused = |args: &[&str], says: &str| {
        let reports = ["--report", "never.json"];
        merge(&place, &[args, &reports].concat()).expect(2, &[says]);
        assert!(!place.path("never.json").exists());
    };
    refused(&["1.json", "1.json"], "1.json is named twice");
    fs::copy(place.path("1.json"), place.path("copy.json")).unwrap();
    refused(
        &["1.json", "copy.json"],
        "part 1 of 3 is there twice, in 1.json and copy.json",
    );
    run(&place, &["--report", "whole.json"]);
    refused(&["whole.json", "1.json"], "the number of parts");
    run(&place, &["--shard", "1/2", "--report", "half.json"]);
    refused(&["half.json", "2.json"], "the number of parts");

    let other = |name: &str, from: &str, to: &str| {
        let text = String::from_utf8(place.read("2.json")).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(place.path(name), text.replacen(from, to, 1)).unwrap();
    };
    for (from, to, says) in [
        (
            "\"tool\":\"sos ",
            "\"tool\":\"sos 9",
            "differ in the program",
        ),
        (
            "\"validator\":null",
            "\"validator\":\"v1\"",
            "differ in the validator: v1 and none",
        ),
        (
            "\"cases\":10",
            "\"cases\":11",
            "differ in the corpus: 11 and 10 modules",
        ),
        (
            "\"profile_blake3\":\"",
            "\"profile_blake3\":\"0",
            "swiftshader has another description",
        ),
        (
            "\"drivers\":[]",
            "\"drivers\":[\"lavapipe\"]",
            "differ in the drivers",
        ),
        (
            "\"compared\":false",
            "\"compared\":true",
            "there were expected results",
        ),
        (
            "\"orphans\":[]",
            "\"orphans\":[\"x\"]",
            "expected results without a module",
        ),
        ("\"schema\":1", "\"schema\":2", "version 2 of the format"),
        ("\"failed\":", "\"failed\":9", "failed, but it has"),
        (
            "\"parts\":[2]",
            "\"parts\":[4]",
            "names no parts of a corpus",
        ),
        (
            "\"parts\":[2]",
            "\"parts\":[3]",
            "part 3 of 3 is there twice",
        ),
        (
            "\"device\":\"lavapipe",
            "\"device\":\"lava",
            "expected a/1 on lavapipe",
        ),
        (
            "\"case\":\"a/4\"",
            "\"case\":\"a/0\"",
            "a/0 is twice in this report, or not in order",
        ),
        ("\"outcome\":\"", "\"outcome\":\"un", "in the value at byte"),
    ] {
        other("other.json", from, to);
        refused(&["1.json", "other.json", "3.json"], says);
    }
    // The same case in two reports that say that they are of different parts.
    let text = String::from_utf8(place.read("1.json")).unwrap();
    fs::write(
        place.path("other.json"),
        text.replacen("\"parts\":[1]", "\"parts\":[2]", 1),
    )
    .unwrap();
    refused(
        &["1.json", "other.json"],
        "a/0 is there twice, in 1.json and other.json",
    );

    let whole = place.read("2.json");
    for length in [0, 1, 100, whole.len() / 2, whole.len() - 3] {
        fs::write(place.path("other.json"), &whole[..length]).unwrap();
        refused(&["1.json", "other.json"], "other.json");
    }
    fs::write(place.path("other.json"), "[1]").unwrap();
    refused(&["other.json"], "is not a report of `sos corpus run`");
    refused(&["nowhere.json"], "cannot read nowhere.json");
    refused(
        &["never.json"],
        "the report never.json would overwrite an input",
    );
    fs::write(place.path("c/a/0.spv"), mesh_shader()).unwrap();
    refused(
        &["1.json", "2.json", "3.json", "--corpus", "c"],
        "c is not the corpus of the reports",
    );
}

#[test]
fn a_report_that_was_laid_out_again_is_read() {
    let place = corpus();
    run_parts(&place);
    for report in PARTS {
        let value: Value = serde_json::from_slice(&place.read(report)).unwrap();
        fs::write(
            place.path(report),
            serde_json::to_vec_pretty(&value).unwrap(),
        )
        .unwrap();
    }
    run(&place, &["--report", "whole.json"]);
    merge(
        &place,
        &["1.json", "2.json", "3.json", "--report", "merged.json"],
    )
    .expect(1, &[]);
    same(&place, "merged.json", "whole.json");
}

#[test]
fn a_cache_is_named_by_its_url_and_pruned_on_demand() {
    let place = corpus();
    let url = format!("file://{}", place.path("shared").to_str().unwrap());
    let cached = |found: usize| {
        let args = [
            "corpus",
            "run",
            "c",
            "--no-validate",
            "-d",
            "swiftshader",
            "--cache",
            &url,
        ];
        let ran = place.run(&args);
        let says = format!("10 pairs ({found} found by an earlier run)");
        assert!(ran.text().contains(&says), "{}{}", ran.text(), ran.stderr);
    };
    cached(0);
    cached(10);
    let prune =
        |days: &str| place.run(&["corpus", "cache", "prune", "--cache", &url, "--days", days]);
    let pruned = prune("1");
    let says = "removed 0 entries (0 bytes), 10 are left";
    assert!(pruned.text().contains(says), "{}", pruned.text());
    cached(10);
    let pruned = prune("0");
    assert!(
        pruned.text().contains("removed 10 entries"),
        "{}",
        pruned.text()
    );
    cached(0);
    place
        .run(&["corpus", "cache", "prune", "--cache", "nowhere"])
        .expect(2, &["there is no cache in nowhere"]);

    // A damaged entry is no entry.
    let mut damaged = 0;
    for folder in fs::read_dir(place.path("shared")).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            fs::write(file.unwrap().path(), "damaged").unwrap();
            damaged += 1;
        }
    }
    assert_eq!(damaged, 10);
    cached(0);
    cached(10);
}

#[test]
fn a_cache_that_cannot_be_used_is_refused() {
    let place = corpus();
    let refused = |cache: &str, says: &str| {
        let args = ["corpus", "run", "c", "--no-validate", "--cache", cache];
        place.run(&args).expect(2, &[says]);
    };
    refused(
        "ftp://host/x",
        "expected a folder, or a URL with file://, s3://",
    );
    fs::write(place.path("file"), "").unwrap();
    refused("file", "cannot make file");
    if cfg!(not(feature = "object-store")) {
        refused("s3://bucket/x", "built without object stores");
    }
}

#[test]
fn runs_on_drivers_are_merged() {
    let place = Place::with(&[]);
    fs::create_dir(place.path("c")).unwrap();
    for n in 0..4 {
        let mut bytes = plain();
        bytes[8] = n;
        fs::write(place.path(&format!("c/{n}.spv")), bytes).unwrap();
        let source = format!("c/{n}.spvasm");
        fs::write(place.path(&source), b"; sos: dispatch 1 1 1\n").unwrap();
    }
    // One that is not run, between those that are.
    fs::remove_file(place.path("c/2.spvasm")).unwrap();
    let run = |more: &[&str]| -> Ran {
        let how = ["corpus", "run", "c", "--no-validate", "--cache", "cache"];
        let on = ["-d", "swiftshader", "--execute", "--driver", "lavapipe"];
        let mut command = place.command(&[&how[..], &on, more].concat());
        command.env("SOS_DRIVER_DIR", paths::drivers());
        command.output().unwrap().into()
    };
    let first = run(&["--shard", "1/2", "--report", "1.json"]);
    let missing = first.status == 2 && first.stderr.contains("missing: ");
    let found = if missing {
        Err(first.stderr.clone())
    } else {
        Ok(())
    };
    let Some(()) = skip::unless_missing(found) else {
        return;
    };
    first.expect(0, &[]);
    run(&["--shard", "2/2", "--report", "2.json"]).expect(0, &[]);
    let whole = run(&[
        "--report", "w.json", "--report", "w.xml", "--report", "w.html",
    ]);
    let merged = merge(
        &place,
        &[
            "1.json", "2.json", "--corpus", "c", "--report", "m.json", "--report", "m.xml",
            "--report", "m.html",
        ],
    );
    merged.expect(0, &[]);
    assert_eq!(
        merged.text(),
        whole.text().replace(" (4 found by an earlier run)", "")
    );
    let json: Value = serde_json::from_slice(&place.read("m.json")).unwrap();
    assert_eq!(json["runs"].as_array().unwrap().len(), 6);
    for kind in ["json", "xml", "html"] {
        same(&place, &format!("w.{kind}"), &format!("m.{kind}"));
    }

    let text = String::from_utf8(place.read("1.json")).unwrap();
    for (from, to, says) in [
        (
            "\"driver\":\"lavapipe\"",
            "\"driver\":\"other\"",
            "other is not among the drivers",
        ),
        (
            "\"ending\":\"ran\"",
            "\"ending\":\"run\"",
            "a run cannot end with `run`",
        ),
        (
            "{\"case\":\"0\",\"driver\"",
            "{\"case\":\"9\",\"driver\"",
            "a run of 9, which is not among the pairs",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(place.path("other.json"), text.replacen(from, to, 1)).unwrap();
        merge(&place, &["other.json", "2.json"]).expect(2, &[says]);
    }
}

/// A report of 40 MB is merged, and all reports are written, with less memory than that. `sos corpus run` writes them by the same way.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_results() {
    use std::io::Write as _;

    const MODULES: usize = 10_000;
    const KILOBYTES: usize = 30_000;
    let place = Place::with(&[]);
    let device = |name: &str| {
        format!(
            "{{\"name\":\"{name}\",\"comment\":\"\",\"api_version\":\"1.0\",\"spirv\":\"1.0\",\"profile_blake3\":\"\"}}"
        )
    };
    let file = fs::File::create(place.path("large.json")).unwrap();
    let mut file = std::io::BufWriter::new(file);
    write!(
        file,
        "{{\"schema\":1,\"tool\":\"sos 0.1.0\",\"validator\":null,\"compared\":false,\"corpus\":{{\"cases\":{MODULES},\"blake3\":\"\"}},\
         \"shard\":null,\"devices\":[{},{}],\"drivers\":[],\"missing_drivers\":[],\"pairs\":[",
        device("a"),
        device("b")
    )
    .unwrap();
    let error = "why ".repeat(500);
    for n in 0..2 * MODULES {
        let comma = if n == 0 { "\n" } else { ",\n" };
        let device = ["a", "b"][n % 2];
        write!(
            file,
            "{comma}{{\"case\":\"m{:05}\",\"device\":\"{device}\",\"outcome\":\"error\",\"failures\":[],\"error\":\"{error}\",\
             \"output_blake3\":null,\"time_ns\":1,\"validator\":{{\"verdict\":\"none\"}},\"report\":null}}",
            n / 2
        )
        .unwrap();
    }
    writeln!(file, "\n],\"runs\":[\n],\"orphans\":[],\"failed\":0}}").unwrap();
    file.flush().unwrap();
    assert!(fs::metadata(place.path("large.json")).unwrap().len() > 40_000_000);

    let merge = |kilobytes: usize| {
        let script = format!(
            "ulimit -d {kilobytes} && exec timeout -s KILL 60 {} corpus merge large.json -q -j 2 --report all.json --report all.xml --report all.html",
            env!("CARGO_BIN_EXE_sos")
        );
        let mut command = std::process::Command::new("bash");
        let output = command
            .args(["-c", &script])
            .current_dir(place.path(""))
            .output();
        output.unwrap().status
    };
    assert!(merge(KILOBYTES).success());
    same(&place, "all.json", "large.json");
    // The limit holds: with a tenth of it the program cannot work. Rust's library may wait for itself then, where two threads find at the
    // same time that there is no memory.
    assert!(!merge(KILOBYTES / 10).success());
}

/// There may be fewer modules than machines.
#[test]
fn a_part_may_be_empty() {
    let place = corpus();
    let parts: Vec<String> = (1..=12).map(|part| format!("{part}.json")).collect();
    for (at, report) in parts.iter().enumerate() {
        let shard = format!("{}/12", at + 1);
        let ran = run(&place, &["--shard", &shard, "--report", report, "-q"]);
        assert!(ran.status < 2, "{}", ran.stderr);
    }
    run(&place, &["--report", "whole.json", "-q"]);
    let mut args: Vec<&str> = parts.iter().map(String::as_str).collect();
    args.extend(["--report", "merged.json"]);
    let ran = merge(&place, &args);
    assert!(!ran.text().contains("MISSING"), "{}", ran.text());
    same(&place, "merged.json", "whole.json");
}

#[test]
fn reports_replace_nothing_that_is_read() {
    let place = corpus();
    run_parts(&place);
    let before = place.read("1.json");
    let merged = ["1.json", "2.json", "3.json", "--report"];
    merge(&place, &[&merged[..], &["./1.json"]].concat())
        .expect(2, &["the report ./1.json would overwrite an input"]);
    let twice = ["a.json", "--report", "./a.json"];
    merge(&place, &[&merged[..], &twice].concat())
        .expect(2, &["two reports cannot both go to ./a.json"]);
    assert!(place.read("1.json") == before && !place.path("a.json").exists());
    let device = place
        .run(&["device", "show", "swiftshader", "--json"])
        .stdout;
    fs::write(place.path("phone.json"), &device).unwrap();
    let args = [
        "corpus",
        "run",
        "c",
        "--no-cache",
        "-d",
        "phone.json",
        "--report",
        "phone.json",
    ];
    place
        .run(&args)
        .expect(2, &["the report phone.json would overwrite an input"]);
    assert_eq!(place.read("phone.json"), device);
    // A file may have a comma in its name.
    fs::write(place.path("a,b.json"), &device).unwrap();
    let args = [
        "corpus",
        "run",
        "c/a/0.spv",
        "--no-cache",
        "--no-validate",
        "-d",
        "a,b.json",
    ];
    place.run(&args).expect(0, &[]);
}

#[test]
fn a_report_has_no_more_than_its_part() {
    let place = corpus();
    run_parts(&place);
    let text = String::from_utf8(place.read("2.json")).unwrap();
    let pairs: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("\"case\":\"b/2\""))
        .collect();
    let last = pairs.last().unwrap();
    let more: String = pairs
        .iter()
        .map(|pair| pair.trim_end_matches(',').replace("b/2", "z/9"))
        .collect::<Vec<_>>()
        .join(",\n");
    let more = text.replacen(
        last.trim_end_matches(','),
        &format!("{},\n{more}", last.trim_end_matches(',')),
        1,
    );
    fs::write(place.path("more.json"), more).unwrap();
    let parts = ["1.json", "more.json", "3.json"];
    let ran = merge(&place, &parts);
    ran.expect(
        2,
        &["more.json has 4 modules, and its part of the corpus 3"],
    );
    let other = text.replace("\"case\":\"b/2\"", "\"case\":\"z/9\"");
    fs::write(place.path("more.json"), other).unwrap();
    let ran = merge(&place, &[&parts[..], &["--corpus", "c"]].concat());
    ran.expect(2, &["the corpus has no module z/9"]);
}

/// Two reports are read side by side: so many are not, and the message says what helps.
#[cfg(target_os = "linux")]
#[test]
fn too_many_reports_are_merged_in_turn() {
    let place = corpus();
    run_parts(&place);
    let call = "ulimit -n 5; exec \"$0\" corpus merge 1.json 2.json 3.json";
    let ran = std::process::Command::new("sh")
        .args(["-c", call, env!("CARGO_BIN_EXE_sos")])
        .current_dir(place.path(""))
        .output();
    let says = "3 reports are more than files may be open (`ulimit -n`): merge some";
    Ran::from(ran.unwrap()).expect(2, &[says]);
}
