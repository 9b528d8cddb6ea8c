//! Runs the corpus of this repository: with expected results on every built-in device, and on real Vulkan drivers.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use sos_runner::validator::VARIABLE;
use sos_tests::{paths, skip, tools};
use tempfile::TempDir;

fn corpus_run(args: &[&str], report: Option<&Path>) -> Output {
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
    command.output().unwrap()
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
    let output = corpus_run(&[corpus.to_str().unwrap()], Some(&report));
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
    let folder = TempDir::new().unwrap();
    let report = folder.path().join("r.json");
    let corpus = corpus();
    let args = [
        corpus.to_str().unwrap(),
        "--device",
        "vulkan-1.0",
        "--no-validate",
        "--execute",
        "--driver",
        driver,
    ];
    let output = corpus_run(&args, Some(&report));
    let text = said(&output);
    let missing = output.status.code() == Some(2) && text.contains("missing: ");
    skip::unless_missing(if missing { Err(text.clone()) } else { Ok(()) })?;
    assert!(output.status.success(), "{text}");
    let json: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    json["runs"].as_array().cloned()
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
