//! Tests of `sos filter` with many files: folders, lists, zip archives, headers, several devices.

use std::fs;
use std::io::{Cursor, Read as _, Write as _};

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::ZipWriter;

use crate::modules::{mesh_shader, plain, too_much_declared};
use crate::run::{Place, Ran};

/// A folder of three modules, one of which SwiftShader cannot run.
fn shaders() -> Place {
    let place = Place::with(&[]);
    fs::create_dir_all(place.path("in/deep/er")).unwrap();
    fs::write(place.path("in/a.spv"), plain()).unwrap();
    fs::write(place.path("in/deep/b.comp.spv"), too_much_declared()).unwrap();
    fs::write(place.path("in/deep/er/c.spv"), mesh_shader()).unwrap();
    fs::write(place.path("in/deep/note.txt"), b"no module").unwrap();
    place
}

pub fn filter(place: &Place, args: &[&str]) -> Ran {
    place.run(&[&["filter", "--device", "swiftshader"], args].concat())
}

pub fn files(place: &Place, folder: &str) -> Vec<String> {
    fn walk(folder: &std::path::Path, prefix: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => walk(&entry.path(), &format!("{name}/"), found),
                false => found.push(name),
            }
        }
    }
    let mut found = Vec::new();
    walk(&place.path(folder), "", &mut found);
    found.sort();
    found
}

pub fn report(place: &Place, name: &str) -> Value {
    serde_json::from_slice(&place.read(name)).unwrap()
}

#[test]
fn a_folder_is_filtered_for_several_devices() {
    let place = shaders();
    let args = [
        "filter",
        "in",
        "-o",
        "out",
        "--device",
        "swiftshader,radv-navi21",
        "-k",
    ];
    let ran = place.run(&[&args[..], &["--report", "r.json", "--depfile", "d"]].concat());
    let says = [
        "c.spv: swiftshader cannot run it",
        "3 modules for 2 devices to out",
    ];
    ran.expect(1, &says);
    assert_eq!(
        files(&place, "out"),
        [
            "radv-navi21/a.spv",
            "radv-navi21/deep/b.comp.spv",
            "radv-navi21/deep/er/c.spv",
            "swiftshader/a.spv",
            "swiftshader/deep/b.comp.spv"
        ]
    );
    assert_eq!(place.read("out/swiftshader/deep/b.comp.spv"), plain());
    let report = report(&place, "r.json");
    let rows = report["results"].as_array().unwrap();
    assert_eq!((rows.len(), &report["modules"]), (6, &Value::from(3)));
    assert_eq!(rows[4]["outcome"], "unsupported");
    assert!(rows[4]["output"].is_null() && rows[4]["reasons"][0].to_string().contains("Mesh"));
    assert_eq!(rows[5]["output"], "out/radv-navi21/deep/er/c.spv");
    let counts = &report["devices"];
    assert_eq!(
        (&counts[0]["unsupported"], &counts[1]["unsupported"]),
        (&1.into(), &0.into())
    );
    let depfile = String::from_utf8(place.read("d")).unwrap();
    let depends: Vec<&str> = depfile
        .split_whitespace()
        .filter(|word| *word != "\\")
        .collect();
    assert_eq!(depends[0], "r.json:");
    let inputs = [
        "in",
        "in/a.spv",
        "in/deep",
        "in/deep/b.comp.spv",
        "in/deep/er",
    ];
    assert!(
        inputs.iter().all(|input| depends.contains(input)),
        "{depfile}"
    );
}

#[test]
fn the_first_failure_ends_the_run() {
    let place = shaders();
    fs::write(place.path("in/0.spv"), mesh_shader()).unwrap();
    let args = ["in", "-o", "out", "-j", "1", "--json"];
    let ran = filter(&place, &args);
    ran.expect(1, &["not begun"]);
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let begun = report["results"].as_array().unwrap().len() as u64;
    assert_eq!(report["not_begun"].as_u64().unwrap() + begun, 4);
    // An invalid module is worse than one that a device cannot run.
    fs::write(place.path("in/1.spv"), b"text").unwrap();
    let ran = filter(&place, &["in", "-o", "out", "-k", "-q"]);
    ran.expect(
        2,
        &[
            "in/1.spv: ",
            "it is text",
            "in/0.spv: swiftshader cannot run it",
        ],
    );
    assert!(!ran.stderr.contains("up to date"));
}

#[test]
fn lists_patterns_and_files_go_together() {
    let place = shaders();
    let list = "# shaders\n\nin/a.spv\n  in/deep\n";
    fs::write(place.path("list.txt"), list).unwrap();
    let more = [
        "@list.txt",
        "-o",
        "out/",
        "--name",
        "{name}.{device}.bin",
        "-k",
    ];
    filter(&place, &more).expect(1, &[]);
    let made = ["a.swiftshader.bin", "b.comp.swiftshader.bin"];
    assert_eq!(files(&place, "out"), made);
    // One module and a folder: the same as with two.
    filter(&place, &["in/a.spv", "-o", "new/"]).expect(0, &[]);
    filter(&place, &["in/deep/b.comp.spv", "-o", "new"]).expect(0, &[]);
    assert_eq!(files(&place, "new"), ["a.spv", "b.comp.spv"]);
    let wrong = [
        (
            vec!["in", "in/a.spv", "-o", "out"],
            "in/a.spv is there twice",
        ),
        (vec!["in", "-o", "in"], "would overwrite an input"),
        (
            vec!["in", "-o", "-"],
            "several modules cannot all go to standard output",
        ),
        (vec!["in", "-", "-o", "out"], "standard input is one module"),
        (vec!["in", "-o", "list.txt"], "is a file"),
        (
            vec!["in/a.spv", "in", "-o", "out", "--report", "in/a.spv"],
            "the report in/a.spv would overwrite an input",
        ),
        (
            vec!["in", "-o", "out", "--report", "x", "--depfile", "./x"],
            "the report and the depfile cannot both go to",
        ),
        (vec!["@none.txt", "-o", "out"], "cannot read none.txt"),
        (
            vec!["new", "list.txt", "nowhere", "-o", "out"],
            "cannot read nowhere",
        ),
        (
            vec!["in", "-o", "out", "--name", "x"],
            "all outputs would have one name",
        ),
        (
            vec!["in", "-o", "out", "--name", "../{path}"],
            "no file below the output folder",
        ),
    ];
    for (args, says) in wrong {
        filter(&place, &args).expect(2, &[says]);
    }
    let slip = ["in", "-o", "out", "-k", "--set", "99=1"];
    let says = "warning: no module has specialization constant 99; --set 99 does nothing";
    filter(&place, &slip).expect(1, &[says]);
    fs::create_dir(place.path("empty")).unwrap();
    filter(&place, &["empty", "-o", "out"]).expect(2, &["there is no module"]);
}

#[test]
fn outputs_below_an_input_are_no_inputs() {
    let place = shaders();
    for _ in 0..2 {
        filter(&place, &["in", "-o", "in/out", "-k"]).expect(1, &["3 modules"]);
    }
}

#[test]
fn only_what_changed_is_made_again() {
    let place = shaders();
    fs::remove_file(place.path("in/deep/er/c.spv")).unwrap();
    let run = |more: &[&str], up_to_date: u64| {
        let args = ["in", "-o", "out", "--changed-only", "--report", "r.json"];
        filter(&place, &[&args[..], more].concat()).expect(0, &[]);
        let report = report(&place, "r.json");
        assert_eq!(report["devices"][0]["up_to_date"], up_to_date);
        let rows = report["results"].as_array().unwrap().clone();
        assert!(rows
            .iter()
            .all(|row| row["words"].is_array() && row["needs"].is_object()));
    };
    run(&[], 0);
    let old = fs::metadata(place.path("out/a.spv"))
        .unwrap()
        .modified()
        .unwrap();
    run(&[], 2);
    let new = fs::metadata(place.path("out/a.spv"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(old, new);
    // The content counts, of the input as of the output, and the options.
    fs::write(place.path("in/a.spv"), plain()).unwrap();
    run(&[], 2);
    fs::write(place.path("in/a.spv"), too_much_declared()).unwrap();
    run(&[], 1);
    fs::write(place.path("out/a.spv"), b"changed by hand").unwrap();
    run(&[], 1);
    assert_eq!(place.read("out/a.spv"), plain());
    fs::remove_file(place.path("out/a.spv")).unwrap();
    run(&[], 1);
    run(&["--strip", "all"], 0);
    run(&["--strip", "all"], 2);
    // What a killed run leaves: a record without its end.
    let record = place.read("out/.sos-filter");
    fs::write(place.path("out/.sos-filter"), &record[..record.len() - 9]).unwrap();
    run(&["--strip", "all"], 1);
    // Damage, and the record of another program, cost time and no more.
    let mut other = place.read("out/.sos-filter");
    other[30] ^= 1;
    fs::write(place.path("out/.sos-filter"), other).unwrap();
    run(&["--strip", "all"], 0);
    fs::write(place.path("out/.sos-filter"), [0xFF; 99]).unwrap();
    run(&["--strip", "all"], 0);
    run(&["--strip", "all"], 2);
}

pub fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A header with these modules as arrays.
pub fn header(modules: &[(&str, &[u8])]) -> String {
    let mut text = "#include <stdint.h>\n".to_owned();
    for (name, bytes) in modules {
        let words = bytes.chunks_exact(4).map(|word| {
            let word = u32::from_le_bytes(word.try_into().unwrap());
            format!("0x{word:08x}")
        });
        let words: Vec<String> = words.collect();
        text += &format!(
            "const uint32_t {name}[{}] = {{\n\t{}\n}};\nconst unsigned {name}_size = {};\n",
            words.len(),
            words.join(","),
            bytes.len()
        );
    }
    text
}

#[test]
fn zip_archives_are_folders() {
    let text = header(&[("one", &plain()), ("two", &too_much_declared())]);
    let members: [(&str, &[u8]); 4] = [
        ("s/a.spv", &too_much_declared()),
        ("s/b.h", text.as_bytes()),
        ("s/other.h", b"#pragma once\n"),
        ("readme.txt", b"text"),
    ];
    let place = Place::with(&[("in.zip", &archive(&members))]);
    filter(&place, &["in.zip", "-o", "out"]).expect(0, &["3 modules"]);
    let made = [
        "in.zip/s/a.spv",
        "in.zip/s/b.h/one.spv",
        "in.zip/s/b.h/two.spv",
    ];
    assert_eq!(files(&place, "out"), made);
    assert!(made
        .iter()
        .all(|name| place.read(&format!("out/{name}")) == plain()));
    let run = ["corpus", "run", "in.zip", "--no-validate", "--no-cache"];
    let ran = place.run(&[&run[..], &["--device", "swiftshader"]].concat());
    ran.expect(0, &[]);
    assert!(ran.text().contains('3'), "{}", ran.text());

    let place = Place::with(&[("in.zip", &archive(&[("../a.spv", &plain())]))]);
    filter(&place, &["in.zip", "-o", "out"]).expect(2, &["leads out of the archive"]);
    // A bomb: a gigabyte would be 1 MB. It is read as far as a module may be large.
    let place = Place::with(&[("in.zip", &archive(&[("a.spv", &vec![0; 32 << 20])]))]);
    assert!(place.read("in.zip").len() < 100_000);
    let limit = ["in.zip", "-o", "out", "--max-words", "1000"];
    filter(&place, &limit).expect(2, &["a.spv is larger than 4004 bytes"]);
    let whole = archive(&members);
    for cut in [10, whole.len() / 2, whole.len() - 1] {
        let place = Place::with(&[("in.zip", &whole[..cut])]);
        filter(&place, &["in.zip", "-o", "out"]).expect(2, &["in.zip"]);
    }
}

#[test]
fn headers_stay_headers() {
    let before = header(&[("one", &too_much_declared()), ("two", &plain())]);
    let place = Place::with(&[("in.h", before.as_bytes())]);
    filter(&place, &["in.h", "-o", "out.h"]).expect(0, &["2 modules"]);
    let after = header(&[("one", &plain()), ("two", &plain())]);
    let lines = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let made = String::from_utf8(place.read("out.h")).unwrap();
    assert_eq!(lines(&made), lines(&after));
    filter(&place, &["in.h", "-o", "out.spv"]).expect(2, &["2 modules (one, two)"]);
    filter(&place, &["in.h", "-o", "out/"]).expect(0, &[]);
    assert_eq!(files(&place, "out"), ["in.h/one.spv", "in.h/two.spv"]);

    let one = header(&[("one", &too_much_declared())]);
    let place = Place::with(&[("in.h", one.as_bytes()), ("no.h", b"#define X 1\n")]);
    filter(&place, &["in.h", "-o", "out.spv"]).expect(0, &["rewritten"]);
    assert_eq!(place.read("out.spv"), plain());
    filter(&place, &["no.h", "-o", "out.h"]).expect(2, &["it is text"]);
    filter(&place, &["out.spv", "-o", "out.h"]).expect(2, &["only a header becomes one"]);
    filter(&place, &["out.spv", "-o", "out.foz"]).expect(2, &["only a database becomes one"]);
    let piped = place.pipe(
        &["filter", "-", "-o", "out.foz", "-d", "swiftshader"],
        &plain(),
    );
    piped.expect(2, &["only a database becomes one"]);
    assert!(!place.path("out.foz").exists());
    let mesh = header(&[("one", &mesh_shader())]);
    let place = Place::with(&[("in.h", mesh.as_bytes())]);
    filter(&place, &["in.h", "-o", "out.h", "-k"]).expect(1, &["cannot run it"]);
    assert!(!place.path("out.h").exists());
}

#[test]
fn a_single_module_has_a_depfile_too() {
    let place = Place::with(&[("in $1.spv", &plain())]);
    let args = ["in $1.spv", "-o", "out.spv", "--depfile", "d"];
    filter(&place, &args).expect(0, &["unchanged for"]);
    let depfile = String::from_utf8(place.read("d")).unwrap();
    assert_eq!(depfile, "out.spv: \\\n  in\\ $$1.spv\nin\\ $$1.spv:\n");
}

/// The members of an archive, in its order.
fn members(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert_eq!(file.last_modified(), Some(zip::DateTime::default()));
        members.push((file.name().to_owned(), bytes));
    }
    members
}

#[test]
fn outputs_become_an_archive() {
    let place = shaders();
    let args = ["in", "-o", "in/out.zip", "-k", "--report", "r.json"];
    filter(&place, &args).expect(1, &["3 modules for 1 device to in/out.zip"]);
    let whole = place.read("in/out.zip");
    let expected = [("a.spv", plain()), ("deep/b.comp.spv", plain())];
    let expected = expected.map(|(name, bytes)| (name.to_owned(), bytes));
    assert_eq!(members(whole.clone()), expected);
    let row = &report(&place, "r.json")["results"][1];
    assert_eq!(row["output"], "in/out.zip/deep/b.comp.spv");
    // The same bytes, in whatever order threads are ready. What is written is not read.
    for jobs in ["1", "8"] {
        filter(&place, &["in", "-o", "in/out.zip", "-k", "-j", jobs]).expect(1, &["3 modules"]);
        assert!(place.read("in/out.zip") == whole);
    }
    // Archives of what is in archives, for several devices, and of a single module.
    let devices = ["-o", "2.zip", "--device", "radv-navi21"];
    filter(
        &place,
        &[&["in/out.zip", "in/a.spv"], &devices[..]].concat(),
    )
    .expect(0, &[]);
    let names: Vec<String> = members(place.read("2.zip"))
        .into_iter()
        .map(|member| member.0)
        .collect();
    assert_eq!(names.len(), 6);
    assert_eq!(names[0], "swiftshader/out.zip/a.spv");
    assert_eq!(names[5], "radv-navi21/a.spv");
    filter(&place, &["in/a.spv", "-o", "1.zip", "--name", "{name}"]).expect(0, &[]);
    assert_eq!(members(place.read("1.zip")), [("a".to_owned(), plain())]);
    // All or nothing, as for other archives.
    fs::remove_file(place.path("in/out.zip")).unwrap();
    filter(&place, &["in", "-o", "out.zip"]).expect(1, &["3 modules for 1 device to no archive"]);
    assert!(!place.path("out.zip").exists());
    let changed = ["in", "-o", "out.zip", "--changed-only"];
    filter(&place, &changed).expect(2, &["--changed-only is for outputs in a folder"]);
    let same = ["in/a.spv", "in/a.spv", "-o", "out.zip"];
    filter(&place, &same).expect(2, &["in/a.spv is there twice"]);
    filter(&place, &["in", "-o", "none/out.zip"]).expect(2, &["the directory none does not exist"]);
}
