//! Runs the commands of `docs/recipes` as their schedulers would, three parts each, and compares what they merge with one run of all.
//!
//! What a scheduler does besides, to number parts and to set variables, is done here; the rest of each file is checked as far as it must
//! agree with the commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::modules::{mesh_shader, plain};
use crate::run::{Place, Ran};

const DEVICES: &str = "swiftshader,lavapipe";
const KINDS: [&str; 3] = ["json", "xml", "html"];

fn recipe(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/recipes")
        .join(name)
}

fn yaml(name: &str) -> Yaml {
    let text = fs::read_to_string(recipe(name)).unwrap();
    let mut documents = YamlLoader::load_from_str(&text).unwrap();
    assert_eq!(documents.len(), 1, "{name}");
    documents.remove(0)
}

#[track_caller]
fn text(value: &Yaml) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("no text: {value:?}"))
}

/// A corpus, one of whose modules is not as expected, in the first part of three.
fn corpus() -> Place {
    let place = Place::with(&[]);
    fs::create_dir(place.path("c")).unwrap();
    for n in 0..7 {
        let mut bytes = if n % 2 == 0 { plain() } else { mesh_shader() };
        bytes[8] = n;
        fs::write(place.path(&format!("c/{n}.spv")), bytes).unwrap();
    }
    let wrong = "; sos: outcome all rewritten\n";
    fs::write(place.path("c/3.spvasm"), wrong).unwrap();
    place
}

/// A program in the place of the corpus, with `sos` on the path and the variables of the recipes.
fn call(place: &Place, program: &str, args: &[&str], variables: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(program);
    let sos = Path::new(env!("CARGO_BIN_EXE_sos")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    command
        .args(args)
        .current_dir(place.path(""))
        .env("PATH", format!("{}:{path}", sos.display()))
        .envs([
            ("CORPUS", "c"),
            ("OUT", "out"),
            ("CACHE", "cache"),
            ("DEVICES", DEVICES),
        ])
        .envs(variables.iter().copied());
    command.output().unwrap().into()
}

/// Compares what was merged with one run of all, which finds everything in the cache of the parts.
#[track_caller]
fn compare(place: &Place) {
    let mut args = [
        "corpus", "run", "c", "--device", DEVICES, "--cache", "cache",
    ]
    .to_vec();
    let whole = KINDS.map(|kind| format!("whole.{kind}"));
    args.extend(whole.iter().flat_map(|file| ["--report", file]));
    let ran = place.run(&args);
    let says = "14 pairs (14 found by an earlier run), 2 failed";
    assert!(ran.text().contains(says), "{}", ran.text());
    for kind in KINDS {
        let merged = place.read(&format!("out/all.{kind}"));
        assert!(place.read(&format!("whole.{kind}")) == merged, "{kind}");
    }
}

#[track_caller]
fn ended(ran: &Ran, status: i32) {
    assert_eq!(ran.status, status, "{}{}", ran.text(), ran.stderr);
}

#[test]
fn the_array_job_of_slurm() {
    let place = corpus();
    let script = recipe("slurm.sh");
    let script = script.to_str().unwrap();
    for part in ["1", "2", "3"] {
        let variables = [
            ("SLURM_ARRAY_TASK_ID", part),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ];
        ended(
            &call(&place, "bash", &[script], &variables),
            i32::from(part == "1"),
        );
    }
    ended(&call(&place, "bash", &[script, "merge"], &[]), 1);
    compare(&place);
    fs::remove_file(place.path("out/part-2.json")).unwrap();
    let ran = call(&place, "bash", &[script, "merge"], &[]);
    assert!(
        ran.text().contains("MISSING part 2 of 3, 2 modules"),
        "{}",
        ran.text()
    );
}

/// The container of a Job, and the program and arguments that it starts.
fn container(job: &Yaml) -> (&Yaml, Vec<&str>) {
    assert_eq!(
        (text(&job["apiVersion"]), text(&job["kind"])),
        ("batch/v1", "Job")
    );
    let pod = &job["spec"]["template"]["spec"];
    assert_eq!(text(&pod["restartPolicy"]), "Never");
    let containers = pod["containers"].as_vec().unwrap();
    assert_eq!(containers.len(), 1);
    let container = &containers[0];
    let parts = [&container["command"], &container["args"]];
    let words = parts.into_iter().flat_map(|list| list.as_vec().unwrap());
    (container, words.map(text).collect())
}

#[test]
fn the_indexed_job_of_kubernetes() {
    let place = corpus();
    fs::create_dir(place.path("out")).unwrap();
    let job = yaml("kubernetes.yaml");
    let spec = &job["spec"];
    assert_eq!(text(&spec["completionMode"]), "Indexed");
    let (one, command) = container(&job);
    let set = one["env"].as_vec().unwrap().iter();
    let set: Vec<_> = set
        .map(|one| (text(&one["name"]), text(&one["value"])))
        .collect();
    let parts = spec["completions"].as_i64().unwrap().to_string();
    assert!(set.contains(&("PARTS", &parts)), "{set:?}");
    for name in ["CORPUS", "OUT", "CACHE", "DEVICES"] {
        assert!(set.iter().any(|(one, _)| *one == name), "{name}");
    }
    let rule = &spec["podFailurePolicy"]["rules"][0];
    assert_eq!(
        text(&rule["onExitCodes"]["containerName"]),
        text(&one["name"])
    );
    assert_eq!(rule["onExitCodes"]["values"][0].as_i64(), Some(2));

    for index in ["0", "1", "2"] {
        let variables = [("JOB_COMPLETION_INDEX", index), ("PARTS", "3")];
        ended(&call(&place, command[0], &command[1..], &variables), 0);
    }
    let wrong = [("JOB_COMPLETION_INDEX", "3"), ("PARTS", "3")];
    ended(&call(&place, command[0], &command[1..], &wrong), 2);
    let merge = yaml("kubernetes-merge.yaml");
    let (_, command) = container(&merge);
    ended(&call(&place, command[0], &command[1..], &[]), 1);
    compare(&place);
}

#[test]
fn the_matrix_of_github() {
    let place = corpus();
    let workflow = yaml("github.yml");
    let run = |job: &str| {
        let steps = workflow["jobs"][job]["steps"].as_vec().unwrap();
        let step = steps.iter().find(|step| !step["run"].is_badvalue());
        text(&step.unwrap()["run"]).to_owned()
    };
    let parts = workflow["jobs"]["part"]["strategy"]["matrix"]["part"]
        .as_vec()
        .unwrap();
    let parts: Vec<_> = parts.iter().map(|part| part.as_i64().unwrap()).collect();
    assert_eq!(
        parts,
        (1..=workflow["env"]["PARTS"].as_i64().unwrap()).collect::<Vec<_>>()
    );
    assert_eq!(text(&workflow["jobs"]["merge"]["needs"]), "part");
    for part in parts {
        let variables = [("PART", part.to_string()), ("PARTS", "3".to_owned())];
        let variables = variables
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        // As GitHub's runners start it.
        ended(
            &call(&place, "bash", &["-e", "-c", &run("part")], &variables),
            0,
        );
    }
    ended(&call(&place, "bash", &["-e", "-c", &run("merge")], &[]), 1);
    compare(&place);
}

#[test]
fn the_parallel_job_of_gitlab() {
    let place = corpus();
    let pipeline = yaml("gitlab.yml");
    let script = |job: &str| {
        let lines = pipeline[job]["script"].as_vec().unwrap();
        lines.iter().map(text).collect::<Vec<_>>().join("\n")
    };
    let parts = pipeline["part"]["parallel"].as_i64().unwrap();
    assert_eq!(text(&pipeline["merge"]["needs"][0]), "part");
    for part in 1..=parts {
        let variables = [
            ("CI_NODE_INDEX", part.to_string()),
            ("CI_NODE_TOTAL", parts.to_string()),
        ];
        let variables = variables
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        ended(
            &call(&place, "bash", &["-e", "-c", &script("part")], &variables),
            0,
        );
    }
    ended(
        &call(&place, "bash", &["-e", "-c", &script("merge")], &[]),
        1,
    );
    compare(&place);
}
