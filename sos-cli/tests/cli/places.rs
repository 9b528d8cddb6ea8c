//! Tests of `sos filter` with many files: what is found where, what goes where, and that nothing is lost on the way.

use std::fs;

use crate::batch::{archive, files, filter, header, report};
use crate::modules::{mesh_shader, plain, too_much_declared};
use crate::run::Place;

/// A folder with one module.
fn one() -> Place {
    let place = Place::with(&[]);
    fs::create_dir(place.path("in")).unwrap();
    fs::write(place.path("in/a.spv"), too_much_declared()).unwrap();
    place
}

#[test]
fn a_folder_is_not_called_like_a_file() {
    let place = one();
    // What concerns the order of work does not make many of one.
    let single = ["in/a.spv", "-o", "out.spv", "-k", "-j", "2"];
    filter(&place, &single).expect(0, &[]);
    assert_eq!(place.read("out.spv"), plain());
    for (args, name) in [
        (["in", "-o", "new.spv"], "new.spv"),
        (["in", "-o", "new.foz"], "new.foz"),
    ] {
        let says = format!("{name} is the name of a file, and these outputs go to a folder");
        filter(&place, &args).expect(2, &[&says]);
        assert!(!place.path(name).exists());
    }
    let several = ["in/a.spv", "-o", "new.spv", "--device", "radv-navi21"];
    filter(&place, &several).expect(
        2,
        &["is the name of a file", "because they are for 2 devices"],
    );
    let group = [
        "filter", "in/a.spv", "-o", "new.spv", "--device", "software",
    ];
    place.run(&group).expect(
        2,
        &["is the name of a file", "because software is 3 devices"],
    );
    filter(&place, &["in", "-o", "new.spv/"]).expect(0, &[]);
    assert_eq!(files(&place, "new.spv"), ["a.spv"]);
}

#[test]
fn reports_may_be_in_the_folder_that_is_made() {
    let place = one();
    let args = [
        "in",
        "-o",
        "out",
        "--report",
        "out/r.json",
        "--depfile",
        "out/d",
    ];
    filter(&place, &args).expect(0, &[]);
    assert_eq!(files(&place, "out"), ["a.spv", "d", "r.json"]);
}

#[test]
fn outputs_replace_nothing_else() {
    let place = one();
    let device = place
        .run(&["device", "show", "swiftshader", "--json"])
        .stdout;
    fs::create_dir(place.path("out")).unwrap();
    fs::write(place.path("out/a.json"), &device).unwrap();
    fs::write(place.path("out/a.txt"), "in/a.spv\n").unwrap();
    let refuse = |args: &[&str], says: &str| {
        let before = files(&place, "out");
        place
            .run(&[&["filter", "-o", "out"], args].concat())
            .expect(2, &[says]);
        assert_eq!(files(&place, "out"), before);
    };
    let device = ["in", "--name", "{path}.json", "--device", "out/a.json"];
    refuse(&device, "the output out/a.json would overwrite an input");
    let swiftshader = ["--device", "swiftshader"];
    let check = |args: &[&str], says: &str| refuse(&[args, &swiftshader].concat(), says);
    let list = ["@out/a.txt", "--name", "{path}.txt"];
    check(&list, "the output out/a.txt would overwrite an input");
    let reported = ["in", "--name", "{path}.r", "--report", "./out/a.r"];
    check(&reported, "the report and an output would both be out/a.r");
    let depfile = ["in", "--name", "{path}.d", "--depfile", "out/a.d"];
    check(&depfile, "the depfile and an output would both be out/a.d");
    // Also where the folder is not there yet.
    let new = [
        "in",
        "-o",
        "new/er",
        "--name",
        "{path}.r",
        "--report",
        "new/er/a.r",
    ];
    filter(&place, &new).expect(2, &["the report and an output would both be"]);
    assert!(!place.path("new").exists());

    // A file and a folder of one name, in either order.
    fs::create_dir(place.path("in/a")).unwrap();
    fs::write(place.path("in/a/b.spv"), plain()).unwrap();
    let says = "one would be the file out/a and the other a file below it";
    check(&["in", "--name", "{path}"], says);
    fs::rename(place.path("in/a.spv"), place.path("in/z.spv")).unwrap();
    fs::create_dir(place.path("in/z")).unwrap();
    fs::rename(place.path("in/a/b.spv"), place.path("in/z/b.spv")).unwrap();
    check(&["in", "--name", "{path}"], &says.replace("out/a", "out/z"));
    fs::create_dir(place.path("out/z.spv")).unwrap();
    check(&["in"], "cannot write out/z.spv: it is a directory");
}

#[test]
fn what_is_wrong_with_a_file_concerns_that_file() {
    let place = one();
    fs::write(place.path("in/b.zip"), archive(&[("readme", b"text")])).unwrap();
    let cut = archive(&[("c.spv", &plain())]);
    fs::write(place.path("in/c.zip"), &cut[..cut.len() - 9]).unwrap();
    fs::write(place.path("in/d.foz"), b"\x81FOSSILIZEDB\0\0\0\x09").unwrap();
    // The first bytes say what it is.
    fs::write(place.path("in/e.spv"), archive(&[("f.spv", &plain())])).unwrap();
    let ran = filter(&place, &["in", "-o", "out", "-k"]);
    let says = [
        "warning: there is no module in in/b.zip",
        "error: in/c.zip: is a damaged zip",
        "error: in/d.foz: is a Fossilize database of version 9",
    ];
    ran.expect(2, &says);
    assert_eq!(files(&place, "out"), ["a.spv", "e.spv/f.spv"]);
    // What is named is wanted.
    filter(&place, &["in/b.zip", "-o", "out"]).expect(2, &["there is no module in in/b.zip"]);
    for length in [4, 8, cut.len() - 9] {
        fs::write(place.path("cut.zip"), &cut[..length]).unwrap();
        filter(&place, &["cut.zip", "-o", "out"]).expect(2, &["error: cut.zip is a damaged zip"]);
    }
    for (bytes, end, says) in [
        (&b"no text\0"[..], "zip", "it is no zip archive either"),
        (
            b"\x81FOSSILIZE",
            "foz",
            "it is no Fossilize database either",
        ),
    ] {
        let name = format!("other.{end}");
        fs::write(place.path(&name), bytes).unwrap();
        filter(&place, &[&name, "-o", "out.spv"]).expect(2, &[says]);
    }
    let ran = place.run(&["corpus", "run", "in/b.zip", "--no-cache"]);
    ran.expect(2, &["there is no module in"]);
}

/// Pipes would be waited for, and links to folders may be cyclic.
#[cfg(target_os = "linux")]
#[test]
fn folders_have_pipes_and_links() {
    let place = one();
    let pipe = rustix::fs::FileType::Fifo;
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, place.path("in/b.spv"), pipe, mode, 0).unwrap();
    std::os::unix::fs::symlink(".", place.path("in/c.spv")).unwrap();
    std::os::unix::fs::symlink("nowhere", place.path("in/d.spv")).unwrap();
    let ran = filter(&place, &["in", "-o", "out", "-k"]);
    let says = [
        "in/b.spv: it is no file: a pipe",
        "error: in/d.spv: cannot read",
        "3 modules",
    ];
    ran.expect(2, &says);
    assert_eq!(files(&place, "out"), ["a.spv"]);
    let ran = place.run(&["corpus", "run", "in", "--no-cache", "--no-validate"]);
    ran.expect(2, &["in/b.spv is no file"]);
}

/// Names that are no text get into depfiles as they are, and two that look the same are not one.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_unicode() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = one();
    let path = |byte: u8| {
        let name = [&b"in/"[..], &[byte], b".spv"].concat();
        place.path("").join(std::ffi::OsStr::from_bytes(&name))
    };
    fs::write(path(0xFF), plain()).unwrap();
    filter(&place, &["in", "-o", "out", "--depfile", "d"]).expect(0, &[]);
    let depfile = place.read("d");
    assert!(depfile.windows(8).any(|at| at == b"in/\xFF.spv"));
    fs::write(path(0xFE), plain()).unwrap();
    let ran = place.run(&["corpus", "run", "in", "--no-cache", "--no-validate"]);
    ran.expect(2, &["two modules would be called"]);
}

#[test]
fn a_list_may_begin_with_a_mark() {
    let place = one();
    fs::write(place.path("l.txt"), "\u{FEFF}in/a.spv\r\n").unwrap();
    filter(&place, &["@l.txt", "-o", "out"]).expect(0, &["1 module "]);
    let ran = place.pipe(
        &["filter", "-", "-o", "out/", "-d", "swiftshader"],
        &plain(),
    );
    ran.expect(2, &["one module without a name", "nor go to a folder"]);
}

/// The record tells what was made, and not where its folder was then.
#[test]
fn a_folder_that_was_moved_is_up_to_date() {
    let place = one();
    let device = place
        .run(&["device", "show", "swiftshader", "--json"])
        .stdout;
    fs::write(place.path("p.json"), &device).unwrap();
    fs::write(place.path("q.json"), &device).unwrap();
    let run = |out: &str, device: &str| {
        let args = ["filter", "in", "-o", out, "-d", device, "--changed-only"];
        place
            .run(&[&args[..], &["--report", "r.json"]].concat())
            .expect(0, &[]);
        report(&place, "r.json")
    };
    run("out", "p.json");
    fs::rename(place.path("out"), place.path("new")).unwrap();
    let report = run("new", "q.json");
    let row = &report["results"][0];
    assert_eq!(
        (&row["up_to_date"], &row["device"]),
        (&true.into(), &"q".into())
    );
    assert_eq!(row["output"], "new/a.spv");
    assert_eq!(report["devices"][0]["up_to_date"], 1);
}

#[test]
fn members_have_one_name_on_every_system() {
    let run = |members: &[(&str, &[u8])]| {
        let place = Place::with(&[("in.zip", &archive(members))]);
        let ran = filter(&place, &["in.zip", "-o", "out", "-k"]);
        (ran, place)
    };
    let (ran, place) = run(&[("./s/a.spv", &plain())]);
    ran.expect(0, &[]);
    assert_eq!(files(&place, "out"), ["in.zip/s/a.spv"]);
    for (name, says) in [
        ("/a.spv", "leads out of the archive"),
        ("s/../../a.spv", "leads out of the archive"),
        ("s//a.spv", "has an empty part"),
        ("s/./a.spv", "has an empty part, or `.`"),
        (
            "s\\a.spv",
            "has a character that is not part of names on every system",
        ),
        (
            "C:a.spv",
            "has a character that is not part of names on every system",
        ),
    ] {
        run(&[(name, &plain())]).0.expect(2, &[says]);
    }
    // Two modules of one name: of a header, and beside it.
    let text = header(&[("a", &plain())]);
    let place = Place::with(&[(
        "in.zip",
        &archive(&[("x.h", text.as_bytes()), ("x.h/a.spv", &plain())]),
    )]);
    let ran = place.run(&["corpus", "run", "in.zip", "--no-cache", "--no-validate"]);
    ran.expect(2, &["two modules would be called in.zip/x.h/a"]);
}

#[test]
fn ends_of_names_may_be_capital() {
    let place = Place::with(&[
        ("B.ZIP", &archive(&[("s/C.SPV", &plain())])),
        ("head.H", header(&[("a", &plain())]).as_bytes()),
    ]);
    fs::create_dir(place.path("in")).unwrap();
    fs::write(place.path("in/A.SPV"), plain()).unwrap();
    fs::rename(place.path("B.ZIP"), place.path("in/B.ZIP")).unwrap();
    filter(&place, &["in", "-o", "out"]).expect(0, &[]);
    assert_eq!(files(&place, "out"), ["A.spv", "B.ZIP/s/C.spv"]);
    filter(&place, &["in", "-o", "OUT.ZIP"]).expect(0, &[]);
    assert!(place.read("OUT.ZIP").starts_with(b"PK"));
    filter(&place, &["head.H", "-o", "NEW.H"]).expect(0, &[]);
    let text = String::from_utf8(place.read("NEW.H")).unwrap();
    assert!(text.contains("0x07230203"), "{text}");
    let run = "corpus run in -d swiftshader --no-cache --no-validate --report r.json".split(' ');
    place.run(&run.collect::<Vec<_>>()).expect(0, &[]);
    let report: serde_json::Value = serde_json::from_slice(&place.read("r.json")).unwrap();
    let pairs = report["pairs"].as_array().unwrap().iter();
    let cases: Vec<_> = pairs.map(|pair| pair["case"].as_str().unwrap()).collect();
    assert_eq!(cases, ["A", "B.ZIP/s/C"]);
}

/// Many members with the data of one: the archive would unpack to any size.
#[test]
fn members_that_share_bytes_are_a_bomb() {
    let mut bytes = archive(&[("a.spv", &plain()), ("b.spv", &mesh_shader())]);
    // The place of the second member's head, in the directory, becomes that of the first.
    let second = bytes
        .windows(4)
        .rposition(|at| at == b"PK\x01\x02")
        .unwrap();
    bytes[second + 42..second + 46].fill(0);
    let place = Place::with(&[("in.zip", &bytes)]);
    filter(&place, &["in.zip", "-o", "out"]).expect(2, &["is a bomb", "shares bytes"]);
}

#[test]
fn a_list_that_is_not_whole_is_named() {
    let text = header(&[("one", &plain()), ("two", &plain())]);
    let cut = text.replacen("0x", "(int)0x", 3).replacen("(int)", "", 2);
    assert_ne!(text, cut);
    let place = Place::with(&[("in.h", cut.as_bytes())]);
    let ran = filter(&place, &["in.h", "-o", "out.h", "-k"]);
    ran.expect(2, &["in.h/one: its list does not end", "2 modules"]);
    assert!(!place.path("out.h").exists());
    let rows = "int a[2][5] = {{0x07230203, 1}, {0x07230203, 1}};";
    fs::write(place.path("rows.h"), rows).unwrap();
    filter(&place, &["rows.h", "-o", "out.h"]).expect(2, &["an array of arrays"]);
    let alone = header(&[("one", &plain())]).replacen("0x0000", "-0x0000", 1);
    fs::write(place.path("alone.h"), alone).unwrap();
    let ran = filter(&place, &["alone.h", "-o", "out.spv"]);
    ran.expect(2, &["alone.h: one: its list does not end"]);
}

/// What is killed leaves what was complete, and nothing else.
#[cfg(target_os = "linux")]
#[test]
fn nothing_incomplete_is_left_by_a_kill() {
    let place = one();
    let flags = rustix::fs::OFlags::TMPFILE | rustix::fs::OFlags::RDWR;
    let file = rustix::fs::open(place.path(""), flags, rustix::fs::Mode::RUSR);
    let file = file.map_err(|why| format!("files without a name (O_TMPFILE): {why}"));
    if sos_tests::skip::unless_missing(file).is_none() {
        return;
    }
    // A pipe that nobody writes holds it up.
    let pipe = rustix::fs::FileType::Fifo;
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, place.path("b.spv"), pipe, mode, 0).unwrap();
    let args = [
        "filter",
        "in/a.spv",
        "b.spv",
        "-o",
        "out",
        "-d",
        "swiftshader",
    ];
    let report = ["--report", "r.json", "--changed-only", "-j", "2"];
    let mut child = place
        .command(&[&args[..], &report].concat())
        .spawn()
        .unwrap();
    let begin = std::time::Instant::now();
    while !place.path("out/a.spv").exists() {
        assert!(begin.elapsed().as_secs() < 60, "no output");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(place.files(), ["b.spv", "in", "out"]);
    assert_eq!(files(&place, "out"), [".sos-filter", "a.spv"]);
}
