//! Tests of `sos filter` with files.

use std::fs;

use sos_core::report::{OutcomeKind, Report};

use crate::modules::{self, big_endian, instructions};
use crate::run::Place;

const OLD: &[u8] = b"what was there before";

/// The usual case: IN, OUT and a device.
const FILTER: [&str; 6] = [
    "filter",
    "in.spv",
    "-o",
    "out.spv",
    "--device",
    "swiftshader",
];

#[test]
fn unchanged_is_written_as_it_is() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let ran = place.run(&FILTER);
    ran.expect(0, &["in.spv: unchanged for"]);
    assert!(ran.stdout.is_empty());
    assert_eq!(place.read("out.spv"), modules::plain());
    assert_eq!(place.files(), ["in.spv", "out.spv"]);
}

#[test]
fn rewritten_lacks_what_the_device_lacks() {
    let place = Place::with(&[("in.spv", &modules::too_much_declared()), ("out.spv", OLD)]);
    place.run(&FILTER).expect(0, &["rewritten", "-Float64"]);
    assert_eq!(place.read("out.spv"), modules::plain());
    assert_eq!(place.files(), ["in.spv", "out.spv"]);
}

#[test]
fn input_is_no_output() {
    let place = Place::with(&[("a.spv", &modules::too_much_declared())]);
    place
        .run(&["filter", "a.spv", "-o", "./a.spv", "-d", "swiftshader"])
        .expect(2, &["the output ./a.spv would overwrite an input"]);
    assert_eq!(place.read("a.spv"), modules::too_much_declared());
}

#[test]
fn unsupported_touches_no_output() {
    let place = Place::with(&[("mesh.spv", &modules::mesh_shader()), ("out.spv", OLD)]);
    let args = [
        "filter",
        "mesh.spv",
        "-o",
        "out.spv",
        "--device",
        "swiftshader",
        "--report",
        "r.json",
    ];
    place.run(&args).expect(
        1,
        &[
            "mesh.spv",
            "cannot run",
            "word ",
            "needs",
            "Mesh",
            "VK_EXT_mesh_shader",
            "main",
        ],
    );
    assert_eq!(place.read("out.spv"), OLD);
    let report: Report = serde_json::from_slice(&place.read("r.json")).unwrap();
    assert_eq!(report.outcome, OutcomeKind::Unsupported);
    assert!(!report.unsupported.is_empty());

    place
        .run(&[
            "filter",
            "mesh.spv",
            "-o",
            "new.spv",
            "--device",
            "swiftshader",
            "-q",
        ])
        .expect(1, &["cannot run"]);
    assert_eq!(place.files(), ["mesh.spv", "out.spv", "r.json"]);
}

#[test]
fn quiet_suppresses_messages_of_success() {
    let place = Place::with(&[("in.spv", &modules::too_much_declared())]);
    let ran = place.run(&[&FILTER[..], &["--quiet", "--set", "99=1"]].concat());
    ran.expect(0, &[]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn the_report_describes_the_output() {
    let place = Place::with(&[("in.spv", &modules::too_much_declared())]);
    let printed = place.run(&[&FILTER[..], &["--json"]].concat());
    printed.expect(0, &[]);
    let report: Report = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(report.outcome, OutcomeKind::Rewritten);
    assert_eq!(report.capabilities.before, ["Shader", "Float64"]);
    assert_eq!(report.capabilities.after, ["Shader"]);
    assert_eq!(report.words.after as usize * 4, place.read("out.spv").len());

    place
        .run(&[&FILTER[..], &["--report", "r.json"]].concat())
        .expect(0, &[]);
    assert_eq!(
        serde_json::from_slice::<Report>(&place.read("r.json")).unwrap(),
        report
    );
}

#[test]
fn values_reach_their_constants() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    let args = |set| [&FILTER[..], &["--json", "--set", set]].concat();
    for (set, bits) in [
        ("7=0.5", 0x3F00_0000),
        ("7=-2", 0xC000_0000),
        ("7=0x40000000", 0x4000_0000),
    ] {
        let ran = place.run(&args(set));
        ran.expect(0, &[]);
        let report: Report = serde_json::from_slice(&ran.stdout).unwrap();
        let constant = report
            .constants
            .iter()
            .find(|constant| constant.spec_id == 7)
            .unwrap();
        assert_eq!(
            (constant.value, constant.source.as_str()),
            (bits, "caller"),
            "{set}"
        );
        assert!(!constant.specializable);
    }

    let kept = place.run(&[&args("7=0.5")[..], &["--keep-spec"]].concat());
    kept.expect(0, &[]);
    let bits: Vec<u32> = instructions(&place.read("out.spv"))
        .iter()
        .filter(|(op, _)| *op == 50)
        .map(|(_, rest)| rest[2])
        .collect();
    assert_eq!(bits, [0x3F00_0000, 1]);

    place
        .run(&args("7=true"))
        .expect(2, &["--set 7", "float32"]);
    place.run(&args("7=1e39")).expect(2, &["out of range"]);
    place
        .run(&args("8=-1"))
        .expect(2, &["--set 8", "uint32: 0 to 4294967295"]);
    place.run(&args("7=1e400")).expect(2, &["`inf`"]);
    place.run(&args("8=0.5")).expect(2, &["--set 8", "uint32"]);
    place
        .run(&args("9=1"))
        .expect(0, &["no specialization constant 9"]);
}

#[test]
fn options_without_effect_are_noted() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    let args = [
        "--set=7=1,9=1",
        "--source=8=SOS_VENDOR_ID,10=SOS_VENDOR_ID,7=SOS_VENDOR_ID",
    ];
    let format = ["--image-format=0:1=Rgba8,0:1=R8"];
    let ran = place.run(&[&FILTER[..], &args, &format].concat());
    let notes: Vec<&str> = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("warning: "))
        .collect();
    assert_eq!(
        notes,
        [
            "warning: in.spv has no specialization constant 9; --set 9 does nothing",
            "warning: in.spv has no specialization constant 10; --source 10 does nothing",
            "warning: --set 7 gives the value; --source 7 does nothing",
            "warning: in.spv has no storage image without a format at 0:1; --image-format 0:1 does nothing",
        ]
    );
    let module = include_bytes!("../../../corpus/shaders/images/read_without_format.comp.spv");
    fs::write(place.path("in.spv"), module).unwrap();
    let ran = place.run(&[&FILTER[..], &["--image-format", "0:0=Rgba8"]].concat());
    ran.expect(0, &[]);
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
}

#[test]
fn losses_and_promises_are_marked() {
    let doubles = include_bytes!("../../../corpus/shaders/doubles/arithmetic.comp.spv");
    let draws = include_bytes!("../../../corpus/shaders/stages/draw_parameters.vert.spv");
    let place = Place::with(&[
        ("in.spv", doubles),
        ("draws.spv", draws),
        ("wide.spv", &modules::with_workgroup(512)),
    ]);
    let ran = place.run(&[&FILTER[..], &["--allow", "undef,f64-to-f32"]].concat());
    ran.expect(
        0,
        &[
            "float64 (types): loses something, as allowed\n",
            "int64 (types)\n",
        ],
    );

    let promises = "--assume=base-vertex-zero,base-instance-zero,draw-index-zero";
    let args = [
        "filter",
        "draws.spv",
        "-o",
        "out.spv",
        "--device",
        "vulkan-1.0",
    ];
    let ran = place.run(&[&args[..], &[promises]].concat());
    let says = [
        "base-vertex (ops): exact if the application keeps its promise\n",
        "  assumed: the target is a requirements profile",
        "  promised: base-instance-zero: every draw",
    ];
    ran.expect(0, &says);

    let args = [
        "filter",
        "wide.spv",
        "-o",
        "out.spv",
        "--device",
        "swiftshader",
    ];
    let ran = place.run(&args);
    ran.expect(
        1,
        &["exceeded-limit: only if limits is allowed (`--allow limits`)\n"],
    );
    let ran = place.run(&[&args[..], &["--allow", "limits"]].concat());
    let says = [
        ": unchanged for ",
        "  exceeds maxComputeWorkGroupSize[0] of 512: the target allows at most 256, exceeded by 256",
        "  exceeds maxComputeWorkGroupInvocations of 512: the target allows at most 256, exceeded by 256",
        "OpExecutionMode, reached from main\n",
    ];
    ran.expect(0, &says);
}

#[test]
fn device_facts_reach_their_constants() {
    let place = Place::with(&[("in.spv", &modules::with_constants())]);
    // SwiftShader's subgroups have four invocations. SOS_SUBGROUP_SIZE is the first fact in the registry.
    for (option, argument, value, source) in [
        ("--source", "8=SOS_SUBGROUP_SIZE", 4, "SOS_SUBGROUP_SIZE"),
        ("--spec-base", "8", 4, "SOS_SUBGROUP_SIZE"),
        ("--spec-base", "none", 1, "default"),
        ("--spec-base", "1024", 1, "default"),
    ] {
        let ran = place.run(&[&FILTER[..], &["--json", option, argument]].concat());
        ran.expect(0, &[]);
        let report: Report = serde_json::from_slice(&ran.stdout).unwrap();
        let constant = report
            .constants
            .iter()
            .find(|constant| constant.spec_id == 8)
            .unwrap();
        assert_eq!(
            (constant.value, constant.source.as_str()),
            (value, source),
            "{option} {argument}"
        );
    }
    place
        .run(&[&FILTER[..], &["--source", "8=SOS_SUBGROUP_SIZ"]].concat())
        .expect(2, &["near: `SOS_SUBGROUP_SIZE`"]);
}

#[test]
fn device_facts_are_recognized_by_name_unless_disabled() {
    let place = Place::with(&[("in.spv", &modules::with_name("SOS_SUBGROUP_SIZE"))]);
    for (more, value, source) in [
        (None, 4, "SOS_SUBGROUP_SIZE"),
        (Some("--no-spec-names"), 1, "default"),
    ] {
        let args = ["inspect", "in.spv", "--device", "swiftshader", "--json"];
        let ran = place.run(&[&args[..], more.as_slice()].concat());
        ran.expect(0, &[]);
        let report: Report = serde_json::from_slice(&ran.stdout).unwrap();
        let constant = &report.constants[0];
        assert_eq!((constant.value, constant.source.as_str()), (value, source));
    }
}

#[test]
fn limits_are_enforced() {
    let plain = modules::plain();
    let words = (plain.len() / 4).to_string();
    let fewer = (plain.len() / 4 - 1).to_string();
    let place = Place::with(&[("in.spv", &plain)]);
    for start in [&FILTER[..], &["inspect", "in.spv"]] {
        let run = |option: &str, limit: &str| place.run(&[start, &[option, limit]].concat());
        run("--max-words", &words).expect(0, &[]);
        run("--max-bound", "5").expect(0, &[]);
        run("--max-words", &fewer).expect(2, &["in.spv: ", "larger than the limit", "--max-words"]);
        run("--max-bound", "4").expect(2, &["in.spv: ", "id bound", "--max-bound"]);
        run("--max-words", "0").expect(2, &["0 is not in"]);
        run("--max-bound", "all").expect(2, &["invalid value"]);
    }
}

#[cfg(unix)]
#[test]
fn names_are_shown_in_one_line() {
    let bad = "sos: no\nsuch\u{1B}[31m.spv";
    let shown = r"sos: no\nsuch\u{1b}[31m.spv";
    let place = Place::with(&[
        ("in.spv", &modules::with_name("evil\nname\u{1B}[31m")),
        (bad, &modules::plain()),
        ("empty.spv", b""),
    ]);
    let run = |input: &str, output: &str, device: &str| {
        let ran = place.run(&["filter", input, "-o", output, "--device", device]);
        assert_eq!(ran.stderr.matches('\n').count(), 1, "{:?}", ran.stderr);
        assert!(!ran.stderr.contains('\u{1B}'), "{:?}", ran.stderr);
        ran
    };
    run(bad, "out.spv", "swiftshader").expect(0, &[shown]);
    run(&format!("not-{bad}"), "out.spv", "swiftshader").expect(2, &[shown]);
    run("in.spv", "out.spv", &format!("./{bad}")).expect(2, &[shown]);
    run("in.spv", &format!("{bad}/out.spv"), "swiftshader").expect(2, &[shown]);

    let ran = place.run(&["inspect", "in.spv"]);
    ran.expect(0, &[]);
    assert!(
        ran.text().contains(r"7  evil\nname\u{1b}[31m  uint32"),
        "{}",
        ran.text()
    );
}

#[test]
fn big_endian_is_read() {
    let place = Place::with(&[("in.spv", &big_endian(&modules::plain()))]);
    place.run(&FILTER).expect(0, &[]);
    assert_eq!(place.read("out.spv"), modules::plain());
}

#[test]
fn wrong_input_is_status_2_and_leaves_nothing() {
    let plain = modules::plain();
    let cases: [(&str, &[u8], &str); 6] = [
        (
            "device.json",
            b"{ \"profiles\": {} }",
            "not a SPIR-V module (at word 0): it is JSON; a device is given with --device",
        ),
        (
            "empty.spv",
            b"",
            "not a SPIR-V module (at word 0): it is empty",
        ),
        (
            "shader.comp",
            b"#version 450\nvoid main() {}\n",
            "not a SPIR-V module (at word 0): it is text",
        ),
        ("bytes.spv", &plain[..plain.len() - 1], "32-bit words"),
        ("cut.spv", &plain[..plain.len() - 4], "word "),
        ("header.spv", &plain[..8], "not a SPIR-V module"),
    ];
    for (name, bytes, says) in cases {
        let place = Place::with(&[(name, bytes), ("out.spv", OLD)]);
        let args = [
            "filter",
            name,
            "-o",
            "out.spv",
            "--device",
            "swiftshader",
            "--report",
            "r.json",
        ];
        place.run(&args).expect(2, &[name, says]);
        assert_eq!(place.read("out.spv"), OLD, "{name}");
        assert_eq!(place.files().len(), 2, "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    place
        .run(&["filter", "no.spv", "-o", "o", "--device", "swiftshader"])
        .expect(2, &["cannot read no.spv"]);
    place
        .run(&["filter", "", "-o", "o", "--device", "swiftshader"])
        .expect(2, &["the name of a file to read is empty"]);
    assert_eq!(place.files(), ["in.spv"]);
}

#[test]
fn what_cannot_be_written_is_named() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    fs::create_dir(place.path("dir")).unwrap();
    let run = |out, report| {
        place.run(&[
            "filter",
            "in.spv",
            "-o",
            out,
            "--device",
            "swiftshader",
            "--report",
            report,
        ])
    };
    run("out.spv", "dir").expect(2, &["dir", "directory"]);
    run("no/out.spv", "r.json").expect(
        2,
        &["cannot write no/out.spv: the directory no does not exist\n"],
    );
    // The report cannot be written, so the module must not be written either.
    run("out.spv", "no/r.json").expect(2, &["cannot write no/r.json"]);
    run("same", "same").expect(2, &["cannot both go to same"]);
    run("same", "dir/../same").expect(2, &["cannot both go to dir/../same"]);
    run("-", "-").expect(2, &["cannot both go to standard output"]);
    run("", "r.json").expect(2, &["the name of a file to write is empty"]);
    run("out.spv", "").expect(2, &["the name of a file to write is empty"]);
    run("out.spv", "in.spv").expect(2, &["the report in.spv would overwrite an input"]);
    run("in.spv", "r.json").expect(2, &["the output in.spv would overwrite an input"]);
    for (depfile, says) in [
        ("in.spv", "the depfile in.spv would overwrite an input"),
        ("./out.spv", "the output and the depfile cannot both go to"),
        (
            "r.json",
            "the report and the depfile cannot both go to r.json",
        ),
    ] {
        let mut args = "filter in.spv -o out.spv -d swiftshader --report r.json --depfile"
            .split(' ')
            .collect::<Vec<_>>();
        args.push(depfile);
        place.run(&args).expect(2, &[says]);
    }
    assert_eq!(place.files(), ["dir", "in.spv"]);
    // That there is no room is seen only while writing.
    if cfg!(target_os = "linux") {
        run("out.spv", "/dev/full").expect(2, &["cannot write /dev/full"]);
        run("/dev/full", "r.json").expect(2, &["cannot write /dev/full"]);
        assert_eq!(place.files(), ["dir", "in.spv"]);
    }

    let device = place.run(&["device", "show", "swiftshader", "--json"]);
    fs::write(place.path("d.json"), &device.stdout).unwrap();
    for (out, file) in [("./d.json", "d.json"), ("d.json", "d.json:any")] {
        place
            .run(&["filter", "in.spv", "-o", out, "--device", file])
            .expect(2, &[&format!("the output {out} would overwrite an input")]);
    }
    assert_eq!(place.read("d.json"), device.stdout);
    // A device that is not a file cannot be overwritten.
    let name = "swiftshader";
    place
        .run(&["filter", "in.spv", "-o", name, "--device", name])
        .expect(0, &[]);
}

/// A constant by its name is the one with its number, in one run and in many.
#[test]
fn constants_are_set_by_name() {
    let module = sos_tests::paths::corpus().join("shaders/folding/joins.comp.spv");
    let place = Place::with(&[("in.spv", &fs::read(module).unwrap())]);
    let run = |set: &str, out: &str| {
        let args = [
            "filter",
            "in.spv",
            "-o",
            out,
            "-d",
            "radv-navi31",
            "--set",
            set,
        ];
        place.run(&args)
    };
    run("0=true,2=true", "id.spv").expect(0, &[]);
    run("FIRST=true,THIRD=1", "name.spv").expect(0, &[]);
    assert_eq!(place.read("id.spv"), place.read("name.spv"));
    run("FIRST=true,FIFTH=1", "other.spv").expect(
        0,
        &["warning: in.spv has no specialization constant FIFTH; --set FIFTH does nothing"],
    );
    assert_ne!(place.read("id.spv"), place.read("other.spv"));
    run("FIRST=2.5", "no.spv").expect(2, &["--set FIRST"]);
    let many = "filter in.spv -o out -d radv-navi31,vulkan-1.1 --set THIRD=1 --set SIXTH=1";
    let many: Vec<&str> = many.split(' ').collect();
    place.run(&many).expect(
        0,
        &["warning: no module has specialization constant SIXTH; --set SIXTH does nothing"],
    );
}

#[test]
fn usage_errors_are_status_2() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    for (more, says) in [
        (
            ["--set", "1x=1"],
            "neither a SpecId (0 to 4294967295) nor a name",
        ),
        (["--set", "7=one"], "not a value"),
        (["--source", "7=nothing-like-it"], "no device fact"),
        (["--spec-base", "many"], "none"),
        (["--allow", "everything"], "undef"),
        (["--assume", "everything"], "single-view"),
        (["--strip", "bare"], "debug"),
        (["--what", "that"], "--what"),
    ] {
        place.run(&[&FILTER[..], &more].concat()).expect(2, &[says]);
    }
    place
        .run(&["filter", "in.spv"])
        .expect(2, &["--output", "--device"]);
    place.run(&[]).expect(2, &["Usage"]);
    place
        .run(&[&FILTER[..], &["--set", "7=1", "--set", "7=2"]].concat())
        .expect(0, &[]);
    fs::write(place.path("in.spv"), modules::with_constants()).unwrap();
    place
        .run(&[&FILTER[..], &["--set", "7=1", "--set", "7=2"]].concat())
        .expect(2, &["two values"]);
}

#[cfg(unix)]
#[test]
fn modes_links_and_devices_are_respected() {
    use std::os::unix::fs::{symlink, PermissionsExt};
    let place = Place::with(&[
        ("in.spv", &modules::plain()),
        ("real.spv", OLD),
        ("locked.spv", OLD),
    ]);
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    let run = |out: &str| place.run(&["filter", "in.spv", "-o", out, "--device", "swiftshader"]);

    fs::set_permissions(place.path("real.spv"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.spv", place.path("link.spv")).unwrap();
    run("link.spv").expect(0, &[]);
    assert!(fs::symlink_metadata(place.path("link.spv"))
        .unwrap()
        .is_symlink());
    assert_eq!(place.read("real.spv"), modules::plain());
    assert_eq!(mode("real.spv"), 0o640);

    fs::set_permissions(place.path("locked.spv"), fs::Permissions::from_mode(0o444)).unwrap();
    run("locked.spv").expect(2, &["read-only"]);
    assert_eq!(place.read("locked.spv"), OLD);

    run("/dev/null").expect(0, &[]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());

    run("new.spv").expect(0, &[]);
    fs::write(place.path("reference"), b"").unwrap();
    assert_eq!(mode("new.spv"), mode("reference"));
}

/// `shade` alone needs sampleRateShading, which Vulkan 1.1 does not guarantee.
#[test]
fn named_entry_points_are_kept_alone() {
    let module = include_bytes!("../../../corpus/shaders/version/entry_points.spv");
    let place = Place::with(&[("in.spv", module)]);
    let run = |entry_points: &[&str]| {
        let mut args = vec![
            "filter",
            "in.spv",
            "-o",
            "out.spv",
            "--device",
            "vulkan-1.1",
        ];
        for entry_point in entry_points {
            args.extend(["--entry-point", entry_point]);
        }
        place.run(&args)
    };
    let position = "word 53: OpDecorate";
    run(&[]).expect(1, &[position, "reached from shade\n"]);
    run(&["Fragment:shade"]).expect(1, &[position, "shade"]);
    run(&["fill", "GLCompute:mix"]).expect(0, &["rewritten", "-SampleRateShading"]);
    let words = sos_core::words::from_bytes(&place.read("out.spv")).unwrap();
    let limits = sos_core::Limits::default();
    let output = sos_core::Module::scan(&words, &limits).unwrap();
    let names = sos_core::inspect(&output)
        .into_iter()
        .map(|entry| entry.name);
    assert_eq!(names.collect::<Vec<_>>(), ["fill", "mix"]);
    run(&["Vertex:fill"]).expect(
        2,
        &[
            "no entry point Vertex:fill",
            "GLCompute:fill, GLCompute:mix, Fragment:shade",
        ],
    );
}
