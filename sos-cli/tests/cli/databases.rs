//! Tests of `sos filter` and `sos corpus run` with Fossilize databases.

use std::fs;

use serde_json::Value;
use sos_core::{specialization_constants, Limits, Module};
use sos_runner::archive::foz::{object, Database as Reader};
use sos_runner::archive::{module_of, Archive};
use sos_tests::paths;

use crate::fossilize::{
    compute, constants, hash, Database, Stage, Stored, COMPUTE, GRAPHICS, LAYOUT, LINK, MODULE,
    RAYTRACING,
};
use crate::modules;
use crate::run::{Place, Ran};

const BASE: &str = r#"{"version":6,"pipelineLayouts":{"0000000000000003":{"flags":0}}}"#;

fn corpus(name: &str) -> Vec<u8> {
    fs::read(paths::corpus().join("shaders").join(name)).unwrap()
}

fn main(bit: u32, module: u64, rest: &str) -> Stage<'_> {
    Stage {
        bit,
        module,
        name: "main",
        rest,
    }
}

fn filter(place: &Place, device: &str, more: &[&str]) -> Ran {
    let args = ["filter", "in.foz", "-o", "out.foz", "--device", device];
    place.run(&[&args[..], &["--report", "r.json"], more].concat())
}

fn report(place: &Place) -> Value {
    serde_json::from_slice(&place.read("r.json")).unwrap()
}

/// The payload of an object, as the product reads it.
fn payload(place: &Place, tag: u64, hash: u64) -> Option<String> {
    let database = Reader::open(&place.path("out.foz")).unwrap();
    let bytes = database
        .payload(database.find(tag, hash)?, 1 << 20)
        .unwrap();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn pipelines_are_filtered_stage_by_stage() {
    let narrow = corpus("types/short_spec_operations.spv");
    let mut database = Database::new(6);
    database.add(LAYOUT, 3, BASE.as_bytes(), Stored::Unchecked);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let short = database.module(&narrow, Stored::Raw);
    let loose = database.module_in_base64(&modules::too_much_declared());
    let seven = constants(&[(3, &7u16.to_le_bytes()), (99, &1u32.to_le_bytes())]);
    let eight = constants(&[(3, &8u16.to_le_bytes())]);
    database.compute(0x10, &main(0x20, plain, &eight), 0);
    database.compute(0x11, &main(0x20, short, &seven), 0);
    database.compute(0x12, &main(0x20, short, &seven), 0);
    database.compute(0x13, &main(0x20, short, &eight), 0x12);
    database.link(0xA, COMPUTE, 0x11);
    database.link(0xA, MODULE, short);
    database.link(0xA, MODULE, plain);
    let place = Place::with(&[("in.foz", &database.0)]);
    filter(&place, "swiftshader", &[]).expect(0, &["4 modules for 1 device to out.foz"]);

    // What is not rewritten is the same bytes.
    let untouched = payload(&place, COMPUTE, 0x10).unwrap();
    assert_eq!(untouched, compute(0x10, &main(0x20, plain, &eight), 0));
    assert_eq!(payload(&place, LAYOUT, 3).unwrap(), BASE);
    // Each set of values has a module; without the constants, nothing is specialized.
    let module = |hash: u64, base: u64| {
        let text = payload(&place, COMPUTE, hash).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let stage = &document["computePipelines"][format!("{hash:016x}")]["stage"];
        let module = u64::from_str_radix(stage["module"].as_str().unwrap(), 16).unwrap();
        assert_eq!(text, compute(hash, &main(0x20, module, ""), base));
        module
    };
    let (one, same, other) = (module(0x11, 0), module(0x12, 0), module(0x13, 0x12));
    assert!(one == same && one != other && one != short);
    let made = Reader::open(&place.path("out.foz")).unwrap();
    for hash_of in [one, other] {
        let (words, _) = module_of(&made, hash_of, &Limits::NONE).unwrap();
        assert_eq!(hash(&words), hash_of);
        let module = Module::scan(&words, &Limits::NONE).unwrap();
        let open = specialization_constants(&module);
        assert!(open.iter().all(|constant| constant.spec_id != 3));
    }
    // The module that only rewritten stages use is gone, and its link leads to those that replace it.
    assert!(made.find(MODULE, short).is_none() && made.find(MODULE, plain).is_some());
    assert!(made.find(MODULE, loose).is_none());
    let links = made.entries().iter().filter(|entry| entry.tag == LINK);
    let links = links.map(|entry| object::Link::read(&made.payload(entry, 0).unwrap()).unwrap());
    let mut links: Vec<(u64, u64)> = links.map(|link| (link.tag, link.hash)).collect();
    links.sort_unstable();
    let mut wanted = vec![
        (MODULE, plain),
        (MODULE, one),
        (MODULE, other),
        (COMPUTE, 0x11),
    ];
    wanted.sort_unstable();
    assert_eq!(links, wanted);

    let report = report(&place);
    assert_eq!(report["devices"][0]["rewritten"], 3);
    assert_eq!(report["pipelines"][0]["outcome"], "unchanged");
    assert_eq!(report["pipelines"][1]["outcome"], "rewritten");
    // Once more, there is nothing to do.
    fs::rename(place.path("out.foz"), place.path("in.foz")).unwrap();
    filter(&place, "swiftshader", &[]).expect(0, &[]);
    let again = Reader::open(&place.path("out.foz")).unwrap();
    assert_eq!(again.entries().len(), made.entries().len());
    assert_eq!(self::report(&place)["devices"][0]["rewritten"], 0);
}

#[test]
fn constants_that_stay_open_keep_their_values() {
    let narrow = corpus("types/short_spec_operations.spv");
    let mut database = Database::new(5);
    let short = database.module(&narrow, Stored::Deflate);
    let info = constants(&[(3, &7u16.to_le_bytes()), (99, &1u32.to_le_bytes())]);
    database.compute(0x11, &main(0x20, short, &info), 0);
    let place = Place::with(&[("in.foz", &database.0)]);
    filter(&place, "swiftshader", &["--keep-spec"]).expect(0, &[]);
    let made = Reader::open(&place.path("out.foz")).unwrap();
    assert_eq!(made.version(), 5);
    let text = payload(&place, COMPUTE, 0x11).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let stage = &document["computePipelines"]["0000000000000011"]["stage"];
    let module = u64::from_str_radix(stage["module"].as_str().unwrap(), 16).unwrap();
    let (words, _) = module_of(&made, module, &Limits::NONE).unwrap();
    let module = Module::scan(&words, &Limits::NONE).unwrap();
    let open = specialization_constants(&module);
    let is_open = open.iter().any(|constant| constant.spec_id == 3);
    let entries = &stage["specializationInfo"]["mapEntries"];
    assert!(is_open && entries.as_array().unwrap().len() == 1 && entries[0]["constantID"] == 3);
    assert_eq!(stage["specializationInfo"]["dataSize"], 6);
}

#[test]
fn what_the_device_cannot_run_is_left_out_on_request() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Raw);
    let mesh = database.module(&modules::mesh_shader(), Stored::Raw);
    database.compute(0x10, &main(0x20, plain, ""), 0);
    database.stages(GRAPHICS, 0x20, &[main(0x80, mesh, "")], "");
    let library = r#","pNext":[{"sType":1000290000,"libraries":["0000000000000020"]}]"#;
    database.stages(GRAPHICS, 0x21, &[main(0x20, plain, "")], library);
    let library = r#","libraryInfo":{"libraries":["0000000000000021"]}"#;
    database.stages(RAYTRACING, 0x22, &[main(0x20, plain, "")], library);
    database.stages(GRAPHICS, 0x23, &[main(0x10, 0, "")], "");
    database.link(0xA, GRAPHICS, 0x20);
    let place = Place::with(&[("in.foz", &database.0)]);
    filter(&place, "swiftshader", &[]).expect(1, &["swiftshader cannot run it"]);
    assert!(!place.path("out.foz").exists());
    filter(&place, "swiftshader", &["-k"]).expect(1, &["3 pipelines are left out"]);
    let made = Reader::open(&place.path("out.foz")).unwrap();
    let objects = made.entries().iter().map(|entry| (entry.tag, entry.hash));
    let mut objects: Vec<_> = objects.collect();
    objects.sort_unstable();
    assert_eq!(
        objects,
        [(MODULE, plain), (GRAPHICS, 0x23), (COMPUTE, 0x10)]
    );
    let report = report(&place);
    let reasons = |index: usize| report["pipelines"][index]["reasons"].to_string();
    assert!(reasons(1).contains("Mesh") && reasons(2).contains("made from 0000000000000020"));
    assert!(reasons(3).contains("made from 0000000000000021"));
}

#[test]
fn a_size_of_subgroups_is_required_where_the_module_needs_it() {
    let mut database = Database::new(6);
    let sized = database.module(&corpus("subgroup/size_constant.comp.spv"), Stored::Raw);
    database.compute(0x10, &main(0x20, sized, ""), 0);
    database.compute(0x11, &main(0x20, sized, r#","pNext":[{"sType":7}]"#), 0);
    let required = r#","pNext":[{"sType":1000225001,"requiredSubgroupSize":32}]"#;
    database.compute(0x12, &main(0x20, sized, required), 0);
    let place = Place::with(&[("in.foz", &database.0)]);
    filter(&place, "radv-navi21", &[]).expect(0, &[]);
    let text = |hash| payload(&place, COMPUTE, hash).unwrap();
    let size = report(&place)["results"][0]["needs"]["required_subgroup_size"].to_string();
    let added = format!(r#"{{"sType":1000225001,"requiredSubgroupSize":{size}}}"#);
    assert!(
        text(0x10).contains(&format!(r#","pNext":[{added}]}}"#)),
        "{}",
        text(0x10)
    );
    assert!(text(0x11).contains(&format!(r#""pNext":[{{"sType":7}},{added}]"#)));
    assert!(text(0x10).contains(r#""stage":{"flags":0"#));
    assert!(text(0x12).contains(required) && text(0x12).matches("1000225001").count() == 1);
}

#[test]
fn entry_points_of_one_module_become_modules_of_their_own() {
    let mut database = Database::new(6);
    let pair = database.module(&corpus("specialize/two_entry_points.spv"), Stored::Raw);
    let place = Place::with(&[]);
    fs::write(
        place.path("in.spv"),
        corpus("specialize/two_entry_points.spv"),
    )
    .unwrap();
    let inspected = place.run(&["inspect", "in.spv", "--json"]);
    let inspected: Value = serde_json::from_slice(&inspected.stdout).unwrap();
    let names: Vec<&str> = inspected["entry_points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].as_str().unwrap())
        .collect();
    for (hash, name) in [0x10, 0x11].into_iter().zip(&names) {
        let stage = Stage {
            bit: 0x20,
            module: pair,
            name,
            rest: "",
        };
        database.compute(hash, &stage, 0);
    }
    let stage = Stage {
        bit: 0x20,
        module: pair,
        name: "missing",
        rest: "",
    };
    database.compute(0x12, &stage, 0);
    fs::write(place.path("in.foz"), &database.0).unwrap();
    filter(&place, "swiftshader", &["-k"]).expect(2, &["entry point"]);
    let made = Archive::open(&place.path("out.foz"), &Limits::default()).unwrap();
    assert_eq!(made.units().len(), 2);
    for unit in made.units() {
        let bytes = made.read(unit).unwrap();
        let words = sos_core::words::from_bytes(&bytes).unwrap();
        let module = Module::scan(&words, &Limits::NONE).unwrap();
        assert_eq!(module.entry_point_count(), 1);
    }
    // Where the device takes the module, it stays one.
    filter(&place, "radv-navi21", &["-k"]).expect(2, &["entry point"]);
    let made = Reader::open(&place.path("out.foz")).unwrap();
    assert!(made.find(MODULE, pair).is_some() && made.entries().len() == 3);
}

#[test]
fn damage_is_named_and_the_rest_is_read() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let whole = database.0.clone();
    database.module(&modules::too_much_declared(), Stored::Raw);
    for cut in [1, 55, 100, database.0.len() - whole.len() - 1] {
        let bytes = &database.0[..whole.len() + cut];
        let place = Place::with(&[("in.foz", bytes)]);
        let ran = filter(&place, "swiftshader", &[]);
        ran.expect(0, &["note", "cut off", "the 1 entries before are read"]);
        let database = Reader::open(&place.path("out.foz")).unwrap();
        assert!(database.cut().is_none() && database.find(MODULE, plain).is_some());
    }
    for version in [4, 7] {
        let place = Place::with(&[("in.foz", &Database::new(version).0)]);
        let says = format!("version {version}; this program reads 5 and 6");
        filter(&place, "swiftshader", &[]).expect(2, &[&says]);
    }
    let bad = |change: &dyn Fn(&mut Database), says: &str| {
        let mut database = Database(whole.clone());
        change(&mut database);
        let place = Place::with(&[("in.foz", &database.0)]);
        filter(&place, "swiftshader", &["-k"]).expect(2, &[says]);
    };
    bad(
        &|it| it.entry(MODULE, 1, 1, 5, 4, b"{}{}"),
        "its checksum is wrong",
    );
    bad(
        &|it| it.entry(MODULE, 1, 3, 0, 4, b"{}{}"),
        "its format, 3, is unknown",
    );
    bad(
        &|it| it.entry(MODULE, 1, 1, 0, 5, b"{}{}"),
        "5 bytes that it states",
    );
    bad(
        &|it| it.entry(MODULE, 1, 2, 0, 5, b"{}{}"),
        "compressed data is damaged",
    );
    bad(
        &|it| it.entry(MODULE, 1, 1, 0, u32::MAX, b"{}{}"),
        "more than the limit",
    );
    bad(
        &|it| it.entry(COMPUTE, 1, 1, 0, 4, b"{}{}"),
        "no JSON object",
    );
    bad(
        &|it| it.add(COMPUTE, 1, b"{\"version\":7}", Stored::Raw),
        "of version 7",
    );
    bad(
        &|it| it.compute(1, &main(0x20, 0xBAD, ""), 0),
        "0000000000000bad is not in the database",
    );
    bad(
        &|it| {
            it.0.extend(*b"x".repeat(60).as_slice().first_chunk::<60>().unwrap())
        },
        "at byte",
    );
}

/// Mutated databases are read without a panic, and without memory beyond the limits.
#[test]
fn hostile_databases_cost_little() {
    let limits = Limits {
        words: 4096,
        ..Limits::default()
    };
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let other = database.module_in_base64(&modules::too_much_declared());
    let info = constants(&[(3, &7u32.to_le_bytes())]);
    database.compute(0x10, &main(0x20, plain, &info), 0);
    database.stages(
        GRAPHICS,
        0x20,
        &[main(1, plain, ""), main(0x10, other, &info)],
        "",
    );
    let place = Place::with(&[]);
    let path = place.path("in.foz");
    let mut read = 0;
    let mut open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let Ok(archive) = Archive::open(&path, &limits) else {
            return;
        };
        for unit in archive.units() {
            if let Ok(bytes) = archive.read(unit) {
                assert!(bytes.len() <= limits.words as usize * 4 + 4);
                read += 1;
            }
        }
    };
    for length in (0..300).chain((300..database.0.len()).step_by(7)) {
        open(&database.0[..length]);
    }
    // A linear congruential generator, so that a failure is the same each time.
    let mut state: u64 = 1;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..1000 {
        let mut bytes = database.0.clone();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            bytes[at] = match random(4) {
                0 => 0,
                1 => 0xFF,
                2 => bytes[at] ^ (1 << random(8)),
                _ => random(256) as u8,
            };
        }
        open(&bytes);
    }
    assert!(read > 1000, "{read}");
    // A bomb is decompressed as far as its stated size, which is bounded.
    let bomb = vec![b' '; 64 << 20];
    let mut database = Database::new(6);
    database.add(MODULE, 1, &bomb, Stored::Deflate);
    let limits = Limits {
        words: 1 << 20,
        ..limits
    };
    fs::write(&path, &database.0).unwrap();
    let archive = Archive::open(&path, &limits).unwrap();
    let why = archive.read(&archive.units()[0]).unwrap_err();
    assert!(format!("{why:#}").contains("more than the limit"));
    // The stated size lies at the end of the entry's head.
    database.0[16 + 52..16 + 56].copy_from_slice(&1000u32.to_le_bytes());
    fs::write(&path, &database.0).unwrap();
    let archive = Archive::open(&path, &limits).unwrap();
    let why = archive.read(&archive.units()[0]).unwrap_err();
    assert!(
        format!("{why:#}").contains("1000 bytes that it states"),
        "{why:#}"
    );
}

#[test]
fn the_corpus_runner_takes_stages_as_cases() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Raw);
    let mesh = database.module(&modules::mesh_shader(), Stored::Raw);
    let info = constants(&[(3, &7u32.to_le_bytes())]);
    for hash in [0x10, 0x11] {
        database.compute(hash, &main(0x20, plain, ""), 0);
    }
    database.compute(0x12, &main(0x20, plain, &info), 0);
    let place = Place::with(&[("in.foz", &database.0)]);
    let run = ["corpus", "run", "in.foz", "--no-validate", "--no-cache"];
    let ran = place.run(&[&run[..], &["--device", "swiftshader", "--report", "r.json"]].concat());
    ran.expect(0, &[]);
    let text = String::from_utf8(place.read("r.json")).unwrap();
    let mesh = format!("in.foz/04.{mesh:016x}\"");
    let comp = format!("in.foz/04.{plain:016x}.comp\"");
    let set = format!("in.foz/04.{plain:016x}.comp-");
    assert!(
        [&mesh, &comp, &set].iter().all(|name| text.contains(*name)),
        "{text}"
    );
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(3), "{text}");
}

/// What a file system leaves that has lost the end of a file.
#[test]
fn zeroes_at_the_end_are_a_note() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let whole = database.0.clone();
    database.0.extend([0; 5000]);
    let place = Place::with(&[("in.foz", &database.0)]);
    let says = [
        "note",
        "cut off within zeroes",
        "the 1 entries before are read",
    ];
    filter(&place, "swiftshader", &[]).expect(0, &says);
    let made = Reader::open(&place.path("out.foz")).unwrap();
    assert!(made.find(MODULE, plain).is_some() && made.entries().len() == 1);
    // Anything else is damage.
    database.0 = [&whole[..], &[0; 5000], b"x"].concat();
    let place = Place::with(&[("in.foz", &database.0)]);
    filter(&place, "swiftshader", &[]).expect(2, &["is damaged: its key is not hexadecimal"]);
}

/// A pipeline may be made from another one, and that from another, for as many as there are. Searching all for each would take minutes.
#[test]
fn a_long_chain_of_pipelines_is_left_out_in_linear_time() {
    let mut database = Database::new(6);
    let mesh = database.module(&modules::mesh_shader(), Stored::Raw);
    let plain = database.module(&modules::plain(), Stored::Raw);
    let count = 20_000;
    database.stages(GRAPHICS, 1, &[main(0x80, mesh, "")], "");
    for hash in 2..=count {
        database.compute(hash, &main(0x20, plain, ""), hash - 1);
    }
    let place = Place::with(&[("in.foz", &database.0)]);
    let begin = std::time::Instant::now();
    let says = format!("{count} pipelines are left out");
    filter(&place, "swiftshader", &["-k"]).expect(1, &[&says]);
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

#[test]
fn a_size_of_subgroups_that_the_device_lacks_is_refused() {
    let required =
        |size: u32| format!(r#","pNext":[{{"sType":1000225001,"requiredSubgroupSize":{size}}}]"#);
    let run = |size: u32, device: &str, status: i32, says: &str| {
        let mut database = Database::new(6);
        let plain = database.module(&modules::plain(), Stored::Raw);
        database.compute(0x10, &main(0x20, plain, &required(size)), 0);
        let place = Place::with(&[("in.foz", &database.0)]);
        filter(&place, device, &["-k"]).expect(status, &[says]);
        let text = payload(&place, COMPUTE, 0x10);
        assert_eq!(text.is_some(), status == 0);
        let corpus = ["corpus", "run", "in.foz", "--no-cache", "--no-validate"];
        let ran = place.run(&[&corpus[..], &["-d", device, "--report", "c.json"]].concat());
        ran.expect(0, &[]);
        let report: Value = serde_json::from_slice(&place.read("c.json")).unwrap();
        let outcome = if status == 0 {
            "unchanged"
        } else {
            "unsupported"
        };
        assert_eq!(report["pairs"][0]["outcome"], outcome);
    };
    run(64, "radv-navi21", 0, "");
    run(4, "swiftshader", 0, "");
    run(
        32,
        "swiftshader",
        1,
        "subgroups of 32 invocations, which the pipeline requires: the device has 4 to 4",
    );
    run(48, "radv-navi21", 1, "a size is a power of two");
    run(4, "vulkan-1.0", 1, "lacks subgroupSizeControl");
}

/// What cannot be read has no bytes by which the cache could tell it from others.
#[test]
fn the_cache_tells_damage_from_damage() {
    let mut database = Database::new(6);
    database.entry(MODULE, 1, 1, 5, 4, b"{}{}");
    database.entry(MODULE, 2, 3, 0, 4, b"{}{}");
    let place = Place::with(&[("in.foz", &database.0)]);
    let run = [
        "corpus",
        "run",
        "in.foz",
        "--no-validate",
        "--cache",
        "cache",
    ];
    for _ in 0..2 {
        let ran = place.run(&[&run[..], &["-d", "swiftshader", "-j", "1"]].concat());
        assert_eq!(ran.status, 1);
        for says in ["its checksum is wrong", "its format, 3, is unknown"] {
            assert!(ran.text().contains(says), "{}", ran.text());
        }
    }
}
