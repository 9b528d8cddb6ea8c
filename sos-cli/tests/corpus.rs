//! Runs the corpus of this repository: with expected results on every built-in device, and on real Vulkan drivers.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use sos_runner::execute::answers::VARIABLE as VARIABLE_OF_ANSWERS;
use sos_runner::validator::VARIABLE;
use sos_tests::{paths, skip, tools};
use tempfile::TempDir;

fn corpus_command(args: &[&str], report: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sos"));
    command
        .args(["corpus", "run", "--no-cache", "-q"])
        .args(args)
        .env("SOS_DRIVER_DIR", paths::drivers());
    if let Ok(validator) = tools::validator() {
        command.env(VARIABLE, &validator.program);
    }
    if let Some(report) = report {
        command.arg("--report").arg(report);
    }
    command
}

fn said(output: &Output) -> String {
    let bytes = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn corpus() -> PathBuf {
    paths::corpus()
}

#[test]
fn every_module_is_as_expected_on_every_device() {
    let folder = TempDir::new().unwrap();
    let report = folder.path().join("r.json");
    let corpus = corpus();
    let mut command = corpus_command(&[corpus.to_str().unwrap()], Some(&report));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    print!("{}", said(&output));
    let json: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    let pairs = json["pairs"].as_array().unwrap();
    let count = |outcome: &str| {
        pairs
            .iter()
            .filter(|pair| pair["outcome"] == outcome)
            .count()
    };
    for outcome in ["unchanged", "rewritten", "unsupported"] {
        assert!(
            count(outcome) > pairs.len() / 50,
            "{outcome}: {}",
            count(outcome)
        );
    }
}

/// Runs the corpus on one driver and returns the runs, or `None` if the driver is not installed.
fn runs_on(driver: &str) -> Option<Vec<Value>> {
    runs_of(&[corpus().to_str().unwrap()], driver, false)
}

fn runs_of(paths: &[&str], driver: &str, optimized: bool) -> Option<Vec<Value>> {
    let folder = TempDir::new().unwrap();
    let report = folder.path().join("r.json");
    let args = [
        "--device",
        "vulkan-1.0",
        "--no-validate",
        "--execute",
        "--driver",
        driver,
    ];
    let mut command = corpus_command(&[paths, &args].concat(), Some(&report));
    if optimized {
        command.env_remove("GALLIVM_PERF");
    }
    let output = command.output().unwrap();
    let text = said(&output);
    let missing = output.status.code() == Some(2) && text.contains("missing: ");
    skip::unless_missing(if missing { Err(text.clone()) } else { Ok(()) })?;
    assert!(output.status.success(), "{text}");
    let json: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    json["runs"].as_array().cloned()
}

/// Runs the cases again that lavapipe cannot compile as written without LLVM's optimizations, which `scripts/test` turns off: it lacks
/// functions for 8-, 16- and 64-bit indices then. With them, no more may fail than the few that it never compiles.
fn with_optimizations(runs: &[Value]) -> Vec<Value> {
    let failed = runs
        .iter()
        .filter(|run| run["what"] == "as written" && run["ending"] == "failed");
    let cases: Vec<_> = failed
        .map(|run| run["case"].as_str().unwrap().to_owned())
        .collect();
    assert!(cases.len() < 8, "{cases:?}");
    let paths = cases
        .iter()
        .map(|case| corpus().join(format!("{case}.spv")));
    let paths: Vec<PathBuf> = paths.collect();
    let paths: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    runs_of(&paths, "lavapipe", true).unwrap_or_default()
}

fn count(runs: &[Value], what: impl Fn(&str) -> bool, ending: &str) -> usize {
    let runs = runs.iter();
    runs.filter(|run| what(run["what"].as_str().unwrap()) && run["ending"] == ending)
        .count()
}

#[test]
fn lavapipe_computes_the_same_with_features_hidden() {
    let Some(runs) = runs_on("lavapipe") else {
        return;
    };
    assert!(count(&runs, |what| what.starts_with("filtered"), "same") > 0);
    assert!(count(&runs, |what| what.starts_with("without"), "same") > 0);
    let again = with_optimizations(&runs);
    let ran = |runs: &[Value]| count(runs, |what| what == "as written", "ran");
    assert!(
        count(&again, |what| what == "as written", "failed") <= 3,
        "{again:?}"
    );
    assert!(ran(&runs) + ran(&again) > 300, "{}", ran(&runs));
}

#[test]
fn swiftshader_runs_more_filtered_than_as_written() {
    let Some(runs) = runs_on("swiftshader") else {
        return;
    };
    let native = count(&runs, |what| what == "as written", "ran");
    let same = count(&runs, |what| what.starts_with("filtered"), "same");
    let ran = count(&runs, |what| what == "filtered", "ran");
    assert!(
        same + ran > native,
        "{native} as written, {same} + {ran} filtered"
    );
}

/// One chip for each generation of GCN.
#[test]
fn radv_compiles_modules_filtered_for_it() {
    for driver in ["pitcairn", "bonaire", "stoney", "polaris10", "vega10"] {
        let Some(runs) = runs_on(&format!("radv-{driver}")) else {
            return;
        };
        assert!(
            count(&runs, |what| what.starts_with("filtered"), "created") > 0,
            "{driver}"
        );
    }
}

/// What a driver has answered once is not asked again, and what it never answered is.
#[test]
fn kept_answers_are_used() {
    let folder = TempDir::new().unwrap();
    let run = |module: &str| {
        let module = corpus().join("shaders/types").join(module);
        let args = ["--no-validate", "--device", "swiftshader", "--execute"];
        let args = [&args[..], &["--driver", "swiftshader"]].concat();
        let report = folder.path().join("r.json");
        let mut command = corpus_command(
            &[&[module.to_str().unwrap()], &args[..]].concat(),
            Some(&report),
        );
        let output = command.env(VARIABLE_OF_ANSWERS, folder.path().join("kept"));
        let output = output.output().unwrap();
        let text = said(&output);
        let missing = output.status.code() == Some(2) && text.contains("missing: ");
        skip::unless_missing(if missing { Err(text) } else { Ok(()) })?;
        let json: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
        Some(json["runs"].as_array().unwrap().clone())
    };
    let kept = || {
        let mut files = Vec::new();
        for part in std::fs::read_dir(folder.path().join("kept")).unwrap() {
            let part = std::fs::read_dir(part.unwrap().path()).unwrap();
            files.extend(part.map(|file| file.unwrap().path()));
        }
        files.sort();
        files
    };
    let Some(first) = run("half_arithmetic.comp.spv") else {
        return;
    };
    assert!(count(&first, |_| true, "ran") > 0, "{first:?}");
    let files = kept();
    assert!(files.len() > 1, "{files:?}");
    assert_eq!(run("half_arithmetic.comp.spv").unwrap(), first);
    assert_eq!(kept(), files);
    run("short_arithmetic.comp.spv").unwrap();
    assert!(kept().len() > files.len());
    // One that is damaged is asked for again.
    for file in &files {
        std::fs::write(file, "{").unwrap();
    }
    assert_eq!(run("half_arithmetic.comp.spv").unwrap(), first);
    assert!(files
        .iter()
        .all(|file| std::fs::read(file).unwrap() != b"{"));
}
