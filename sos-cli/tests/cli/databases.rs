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

pub fn main(bit: u32, module: u64, rest: &str) -> Stage<'_> {
    Stage {
        bit,
        module,
        name: "main",
        rest,
    }
}

pub fn filter(place: &Place, device: &str, more: &[&str]) -> Ran {
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

#[test]
fn a_database_becomes_one_for_each_device() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let mesh = database.module(&modules::mesh_shader(), Stored::Raw);
    let short = database.module(&corpus("types/short_spec_operations.spv"), Stored::Raw);
    database.compute(0x10, &main(0x20, plain, ""), 0);
    database.compute(0x11, &main(0x20, short, ""), 0);
    database.stages(GRAPHICS, 0x20, &[main(0x80, mesh, "")], "");
    let place = Place::with(&[("in.foz", &database.0)]);
    // Folders are called as the devices were typed.
    let devices = ["swiftshader", "radv-navi21", "lavapipe"];
    for device in devices {
        let name = format!("{device}.foz");
        place.run(&["filter", "in.foz", "-o", &name, "-d", device, "-k"]);
    }
    let run = |name: &str, more: &[&str]| {
        let args = [
            "filter",
            "in.foz",
            "-o",
            "out",
            "-d",
            "swiftshader,radv-navi21",
        ];
        let devices = ["-d", "lavapipe", "--name", name];
        place.run(&[&args[..], &devices, more].concat())
    };
    let report = ["-k", "--report", "out/r.json", "--depfile", "d"];
    let ran = run("{device}/{name}.foz", &report);
    ran.expect(
        1,
        &[
            "3 modules for 3 devices to out",
            "1 pipeline is left out for swiftshader",
        ],
    );
    for device in devices {
        let made = place.read(&format!("out/{device}/in.foz"));
        assert!(made == place.read(&format!("{device}.foz")), "{device}");
    }
    let report: Value = serde_json::from_slice(&place.read("out/r.json")).unwrap();
    let pipelines = report["pipelines"].as_array().unwrap();
    assert_eq!(
        (pipelines.len(), report["results"].as_array().unwrap().len()),
        (9, 9)
    );
    assert_eq!(
        (&pipelines[8]["device"], &report["modules"]),
        (&devices[2].into(), &3.into())
    );
    // All or nothing.
    fs::remove_dir_all(place.path("out")).unwrap();
    run("{name}.{device}.foz", &[]).expect(1, &["to no database"]);
    assert_eq!(fs::read_dir(place.path("out")).unwrap().count(), 0);
    run("{name}.foz", &[]).expect(2, &["two databases would be written to out/in.foz"]);
    let same = [
        "filter",
        "in.foz",
        "-o",
        "./",
        "-d",
        "swiftshader",
        "--name",
        "{name}.foz",
    ];
    place.run(&same).expect(2, &["would overwrite an input"]);
    run("{device}.{name}.foz", &["--changed-only"]).expect(2, &["--changed-only is for modules"]);
    run("{device}.{name}.foz", &["in.foz"]).expect(2, &["which is then the only input"]);
    fs::write(place.path("a.spv"), modules::plain()).unwrap();
    let module = [
        "filter",
        "a.spv",
        "-o",
        "out",
        "-d",
        "swiftshader",
        "--name",
        "{name}.foz",
    ];
    place
        .run(&module)
        .expect(2, &["which is then the only input"]);
}
