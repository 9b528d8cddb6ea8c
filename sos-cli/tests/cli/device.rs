//! Tests of `sos device` and of the argument of `--device`.

use serde_json::Value;

use crate::modules;
use crate::run::Place;

fn names(place: &Place) -> Vec<String> {
    let ran = place.run(&["device", "list", "--json"]);
    ran.expect(0, &[]);
    let list: Vec<Value> = serde_json::from_slice(&ran.stdout).unwrap();
    list.iter()
        .map(|line| line["device"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_device_is_shown_with_what_is_added() {
    let place = Place::with(&[]);
    let shown = place.run(&["device", "show", "swiftshader", "--extended"]);
    shown.expect(0, &[]);
    assert!(shown.text().starts_with("SOS adds to SwiftShader"));
    assert!(shown
        .text()
        .contains("\n  shaderInt8: mostly, by int8; but not "));
    assert!(shown
        .text()
        .contains("\n  shaderExpectAssume: always, by expect, assume\n"));
    let always = place.run(&["device", "show", "swiftshader", "--extended=always"]);
    let apart = place.run(&["device", "show", "swiftshader", "--extended", "always"]);
    assert_eq!(always.text(), apart.text());
    assert!(!always.text().contains("\n  shaderInt8:"));
    let json = place.run(&[
        "device",
        "show",
        "swiftshader",
        "--extended=mostly",
        "--json",
    ]);
    let json = String::from_utf8(json.stdout).unwrap();
    assert!(json.contains("shaderInt8"));
    place
        .run(&["device", "show", "swiftshader", "--extended=often"])
        .expect(2, &["always, mostly, on-request"]);
}

#[test]
fn every_listed_device_can_be_shown() {
    let place = Place::with(&[]);
    let names = names(&place);
    assert!(names.iter().any(|name| name == "swiftshader"), "{names:?}");
    let built_in: Vec<&String> = names
        .iter()
        .filter(|name| !name.starts_with("vulkan:"))
        .collect();
    assert!(built_in.len() > 10, "{built_in:?}");
    let json = place.run(&["device", "list", "--json"]);
    let list: Vec<Value> = serde_json::from_slice(&json.stdout).unwrap();
    let aliases = list
        .iter()
        .flat_map(|one| one["aliases"].as_array().unwrap());
    let aliases: Vec<&str> = aliases.map(|alias| alias.as_str().unwrap()).collect();
    assert!(aliases.contains(&"lavapipe") && aliases.contains(&"steam-deck"));
    place.run(&["device", "show", "Steam Deck"]).expect(0, &[]);
    let list = place.run(&["device", "list"]);
    assert!(list.text().contains(", also called lavapipe\n"));
    for name in built_in {
        assert!(list.text().contains(name.as_str()));
        let shown = place.run(&["device", "show", name]);
        shown.expect(0, &[]);
        for text in ["Vulkan", "SPIR-V", "capabilities", "Shader"] {
            assert!(
                shown.text().contains(text),
                "{text:?} is not in {}",
                shown.text()
            );
        }
    }
}

#[test]
fn groups_are_listed_and_are_no_single_device() {
    let place = Place::with(&[]);
    let groups = place.run(&["device", "list", "--groups"]);
    groups.expect(0, &[]);
    assert!(groups.text().contains("\nmobile "), "{}", groups.text());
    let listed = place.run(&["device", "list", "mobile-2025", "swiftshader"]);
    listed.expect(0, &[]);
    let text = listed.text();
    assert!(text.contains("turnip-a740 ") && text.contains("swiftshader "));
    assert!(!text.contains("radv-") && text.contains("Qualcomm Adreno 7xx (2021), Linux"));
    place
        .run(&["device", "list", "android-2024"])
        .expect(2, &["the group `android` takes no year"]);
    place
        .run(&["device", "show", "mobile"])
        .expect(2, &["`mobile` is a group of", "and one is wanted"]);
    for one in ["device show", "inspect in.spv -d"] {
        let of = |device| place.run(&one.split(' ').chain([device]).collect::<Vec<_>>());
        of("swiftshader,lavapip").expect(2, &["are 2 devices, and one is wanted"]);
        of("swift,lava").expect(2, &["no device is called `swift,lava`"]);
    }
    let listed = place.run(&["device", "list", "swiftshader,lavapipe"]);
    assert_eq!(listed.expect(0, &[]).text().lines().count(), 2);
    place
        .run(&["device", "list", "mobiles"])
        .expect(2, &["no device is called `mobiles` (near: `mobile`"]);
}

#[test]
fn the_nearest_devices_are_found() {
    let place = Place::with(&[]);
    let find = |text: &str| place.run(&["device", "find", text]);
    let ran = find("GeForce RTX 3060");
    ran.expect(
        0,
        &["GeForce RTX 3060 is of NVIDIA's generation Ampere (2020)"],
    );
    let text = ran.text();
    assert!(
        text.contains("nvidia-rtx-3060-ti-windows  same generation"),
        "{text}"
    );
    let ran = find("0x1002:0x73bf");
    ran.expect(0, &["RDNA 2"]);
    assert!(ran.text().starts_with("radv-navi21 "), "{}", ran.text());
    find("Samsung Xclipse 920").expect(1, &["nothing near is built in"]);
    find("Voodoo").expect(1, &["it is not known here what Voodoo is"]);
    find(" ").expect(2, &["names no device"]);
    // The system of a phone comes before the number of its chip, and what is no phone's is said to be none.
    let ran = find("Pixel 7");
    ran.expect(0, &["Pixel 7 has Tensor G2 with Mali-G710"]);
    let systems = ran.text().lines().map(|line| line.contains("  Android  "));
    assert_eq!(systems.collect::<Vec<_>>(), [true, true, false]);
    assert!(!ran.stderr.contains("Mesa"), "{}", ran.stderr);
    let says = "`adreno-a6xx` is the maker's driver on Android of an older generation";
    let ran = find("Samsung Galaxy S23");
    ran.expect(0, &[says, "`android-2025`", "vulkan.gpuinfo.org"]);
    assert_eq!(ran.stderr.lines().count(), 2);
    let json = place.run(&["device", "find", "Pixel 7", "--json"]);
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(found["system"], "Android");
    assert_eq!(found["devices"][0]["system"], "Android");
    let json = place.run(&["device", "find", "Galaxy S24", "--json"]);
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(found["soc"], "Snapdragon 8 Gen 3");
    assert_eq!(found["devices"][0]["why"], "older-generation");
    assert_eq!(found["also"][0]["chip"], "Xclipse 940");
    let json = place.run(&["device", "find", "Mali-G78", "--json"]);
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(found["family"], "Valhall");
    assert_eq!(found["devices"][0]["device"], "mali-g78");
    assert_eq!(found["devices"][0]["why"], "same-device");
    find("Pixel 8").expect(
        0,
        &["Pixel 8 has Tensor G3 with Mali-G715, of Arm's generation Valhall"],
    );
    find("llvmpipe").expect(0, &["llvmpipe is a driver"]);
    find("660").expect(2, &["is the number of several chips", "gtx 660"]);
    find("Galaxy S99").expect(1, &["it is not known here", "vulkaninfo --summary"]);
    find("Galaxy S24").expect(
        0,
        &[
            "Galaxy S24 was sold with 2 chips",
            "Exynos 2400 with Xclipse 940",
            "Snapdragon 8 Gen 3 with Adreno 750",
        ],
    );
}

#[test]
fn an_unknown_device_is_answered_with_the_nearest_or_the_command() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let run = |device| place.run(&["filter", "in.spv", "-o", "out.spv", "--device", device]);
    run("GeForce RTX 3060").expect(
        2,
        &[
            "built in is `nvidia-rtx-3060-ti-windows` (same generation)",
            "`sos device find 'GeForce RTX 3060'`",
        ],
    );
    run("Mali-G710").expect(2, &["built in is `mali-g615` (same generation)"]);
    run("Mali-G52 MC2").expect(
        2,
        &["built in is `panvk-g52` (same generation, but a driver on Linux)"],
    );
    run("Galaxy S24").expect(
        2,
        &[
            "Xclipse 940, and no driver near to that is built in",
            "android-2022",
        ],
    );
    run("Pixel Fold").expect(
        0,
        &["Tensor G2 with Mali-G710: `mali-g615` stands for it (same generation)"],
    );
    run("Quest 3").expect(
        0,
        &["`adreno-a6xx` stands for it (same vendor, older generation)"],
    );
    run("phone").expect(
        2,
        &["no device is called `phone`; ", "`sos device find '…'`"],
    );
}

#[test]
fn an_unknown_device_is_answered_with_near_names() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let run = |device| place.run(&["filter", "in.spv", "-o", "out.spv", "--device", device]);
    run("swiftshaber").expect(
        2,
        &[
            "no device is called `swiftshaber`",
            "near: `swiftshader`",
            "sos device list",
        ],
    );
    run("nothing.json").expect(2, &["there is no file nothing.json"]);
    run("vulkan:first").expect(2, &["number"]);
    run("vulkan:9999").expect(2, &["9999"]);
    place
        .run(&["device", "show", ""])
        .expect(2, &["no device is called"]);
    assert_eq!(place.files(), ["in.spv"]);
}

#[test]
fn a_file_is_a_device() {
    let place = Place::with(&[("in.spv", &modules::too_much_declared())]);
    let json = place.run(&["device", "show", "swiftshader", "--json"]);
    json.expect(0, &[]);
    let file: Value = serde_json::from_slice(&json.stdout).unwrap();
    let profile = file["profiles"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap()
        .clone();
    std::fs::write(place.path("d.json"), &json.stdout).unwrap();

    let run = |device: &str| place.run(&["filter", "in.spv", "-o", "out.spv", "--device", device]);
    for device in [
        "d.json".to_owned(),
        format!("d.json:{profile}"),
        format!("./d.json:{profile}"),
    ] {
        run(&device).expect(0, &["rewritten"]);
        assert_eq!(place.read("out.spv"), modules::plain());
    }
    run("d.json:VP_other").expect(2, &["d.json", "VP_other"]);
}

#[test]
fn what_a_file_leaves_out_is_said() {
    let text = r#"{"VkPhysicalDeviceProperties": {"apiVersion": 4198506, "deviceName": "Old GPU", "vendorID": 4318}}"#;
    // As a shell of Windows writes what a program prints.
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    let place = Place::with(&[
        ("old.json", &bytes),
        ("in.spv", &modules::too_much_declared()),
    ]);
    let gap = "VkPhysicalDeviceSubgroupProperties";
    let shown = place.run(&["device", "show", "old.json"]);
    shown.expect(0, &[]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    let head: Vec<&str> = shown.lines().collect();
    assert_eq!(head[0], "Old GPU (device)");
    assert!(head[1].starts_with("  not stated  "), "{shown}");
    assert!(shown.contains(gap), "{shown}");

    let json = place.run(&["device", "show", "old.json", "--json"]);
    let profile: Value = serde_json::from_slice(&json.stdout).unwrap();
    let profile = &profile["profiles"]["VP_SOS_Old_GPU"];
    let unstated = profile["unstated"].as_array().unwrap();
    assert!(unstated.iter().any(|one| one == gap), "{unstated:?}");

    let run = place.run(&["filter", "in.spv", "-o", "out.spv", "--device", "old.json"]);
    run.expect(
        0,
        &["assumed: the description of the target does not state VkPhysicalDevice"],
    );
}

#[test]
fn a_file_that_is_no_device_is_refused() {
    let cases: [(&str, &[u8], &str); 6] = [
        (
            "list.json",
            b"[1, 2]",
            "$: expected an object; expected a Vulkan Profiles file",
        ),
        (
            "other.json",
            b"{}",
            "$: expected \"profiles\"; expected a Vulkan Profiles file",
        ),
        ("cut.json", b"{\"profiles\": {", "not JSON at line 1"),
        ("bytes.json", b"\xFF", "it is neither UTF-8 nor UTF-16"),
        ("empty.json", b"", "it is empty"),
        ("in.spv", &modules::plain(), "it is a SPIR-V module"),
    ];
    let files = cases.map(|(name, bytes, _)| (name, bytes));
    let place = Place::with(&files);
    for (name, _, says) in cases {
        let says = format!("{name} gives no device: {says}");
        place.run(&["device", "show", name]).expect(2, &[&says]);
    }
    // Each in the other's place.
    let args = ["filter", "list.json", "-o", "out.spv", "--device", "in.spv"];
    place.run(&args).expect(2, &["it is a SPIR-V module"]);
}

#[test]
fn capture_writes_nothing_when_there_is_no_such_device() {
    let place = Place::with(&[]);
    place
        .run(&["device", "capture", "--index", "9999", "-o", "c.json"])
        .expect(2, &["9999"]);
    place
        .run(&["device", "capture", "-o", "."])
        .expect(2, &["directory"]);
    assert!(place.files().is_empty());
}

#[test]
fn one_of_several_profiles_has_to_be_chosen() {
    let place = Place::with(&[]);
    let one = place.run(&["device", "show", "vulkan-1.1", "--json"]);
    one.expect(0, &[]);
    let mut file: Value = serde_json::from_slice(&one.stdout).unwrap();
    let profiles = file["profiles"].as_object_mut().unwrap();
    let name = profiles.keys().next().unwrap().clone();
    let mut child = profiles[&name].clone();
    profiles.insert("VP_second".to_owned(), child.clone());
    std::fs::write(place.path("two.json"), serde_json::to_vec(&file).unwrap()).unwrap();
    place
        .run(&["device", "show", "two.json"])
        .expect(2, &["VP_second", &name, "two.json:PROFILE"]);
    place
        .run(&["device", "show", "two.json:VP_second"])
        .expect(0, &[]);

    // An inherited profile is in another file of the same folder.
    child["profiles"] = Value::from(vec![name]);
    file["profiles"] = serde_json::json!({ "VP_child": child });
    std::fs::write(place.path("child.json"), serde_json::to_vec(&file).unwrap()).unwrap();
    let shown = place.run(&["device", "show", "child.json"]);
    shown.expect(0, &[]);
    assert!(!shown.text().contains("inherit"), "{}", shown.text());
    // What is made for it depends on both.
    std::fs::write(place.path("in.spv"), modules::plain()).unwrap();
    let filter = [
        "filter",
        "in.spv",
        "-o",
        "out.spv",
        "-d",
        "child.json",
        "--depfile",
        "d",
    ];
    place.run(&filter).expect(0, &[]);
    let depfile = String::from_utf8(place.read("d")).unwrap();
    let rule = "out.spv: \\\n  ./two.json \\\n  child.json \\\n  in.spv\n";
    assert!(depfile.starts_with(rule), "{depfile}");
    // Neither is replaced.
    for option in ["--report", "--depfile", "-o"] {
        for file in ["child.json", "two.json"] {
            let mut args = vec!["filter", "in.spv", "-d", "child.json", option, file];
            if option != "-o" {
                args.extend(["-o", "out.spv"]);
            }
            let says = format!("{file} would overwrite an input");
            place.run(&args).expect(2, &[&says]);
        }
    }
    let folder = "filter in.spv -d child.json -o out/ --report two.json".split(' ');
    let says = "the report two.json would overwrite an input";
    place.run(&folder.collect::<Vec<_>>()).expect(2, &[says]);
    let corpus = "corpus run in.spv -d child.json --report two.json".split(' ');
    place.run(&corpus.collect::<Vec<_>>()).expect(2, &[says]);
    std::fs::remove_file(place.path("two.json")).unwrap();
    let shown = place.run(&["device", "show", "child.json"]);
    shown.expect(0, &[]);
    assert!(shown.text().contains("inherit"), "{}", shown.text());
}

#[test]
fn a_live_device_is_listed_captured_and_used() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let live = names(&place).into_iter().find(|name| name == "vulkan:0");
    if sos_tests::skip::unless_missing(live.ok_or("a Vulkan driver".to_owned())).is_none() {
        return;
    }
    let run = |args: &[&str]| place.run(args);
    run(&["device", "capture", "-o", "c.json"]).expect(0, &[]);
    let shown = run(&["device", "show", "vulkan:0", "--json"]);
    shown.expect(0, &[]);
    assert_eq!(place.read("c.json"), shown.stdout);
    run(&["filter", "in.spv", "-o", "out.spv", "--device", "vulkan"]).expect(0, &["unchanged"]);
    run(&["filter", "in.spv", "-o", "out.spv", "--device", "c.json"]).expect(0, &["unchanged"]);
}

#[test]
fn features_of_a_device_can_be_hidden() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let show = |names: &str| place.run(&["device", "show", "lavapipe", "--without", names]);
    let shown = show("shaderInt64,VK_EXT_shader_atomic_float");
    shown.expect(0, &[]);
    for gone in [
        "Int64\n",
        "VK_EXT_shader_atomic_float\n",
        "AtomicFloat32AddEXT",
    ] {
        let whole = place.run(&["device", "show", "lavapipe"]);
        assert!(whole.text().contains(gone), "{gone}");
        assert!(!shown.text().contains(gone), "{gone}");
    }
    show("shaderInt65").expect(2, &["--without: `shaderInt65`", "near: ", "`shaderInt64`"]);
    show("VkPhysicalDeviceFeatures::shaderInt65")
        .expect(2, &["`VkPhysicalDeviceFeatures::shaderInt64`"]);
    show("VK_SUBGROUP_FEATURE_VOT_BIT")
        .expect(2, &["`VK_SUBGROUP_FEATURE_VOTE_BIT`", "sos list parts"]);
    let spirv = show("Int64");
    spirv.expect(2, &["VkPhysicalDeviceFeatures::shaderInt64"]);
    assert!(!spirv.stderr.contains("near"), "{}", spirv.stderr);

    let with = ["--device", "lavapipe", "--without", "VK_KHR_nothing"];
    let run = |args: &[&str]| place.run(&[args, &with].concat());
    run(&["filter", "in.spv", "-o", "out.spv"]).expect(2, &["VK_KHR_nothing"]);
    run(&["inspect", "in.spv"]).expect(2, &["VK_KHR_nothing"]);
    place
        .run(&["inspect", "in.spv", "--without", "shaderInt64"])
        .expect(2, &["--device"]);
    assert_eq!(place.files(), ["in.spv"]);
}

/// A name that changes nothing may be a slip.
#[test]
fn hiding_what_the_device_lacks_is_noted() {
    let place = Place::with(&[("in.spv", &modules::plain())]);
    let inspect = |more: &[&str], without: &str| {
        let args = [
            "inspect",
            "in.spv",
            "--device",
            "lavapipe",
            "--without",
            without,
        ];
        place.run(&[more, &args].concat())
    };
    let note = "has no VK_NV_mesh_shader; --without VK_NV_mesh_shader does nothing";
    let noted = inspect(&[], "VK_NV_mesh_shader,shaderInt64");
    noted.expect(0, &[note]);
    assert!(!noted.stderr.contains("shaderInt64"), "{}", noted.stderr);
    assert!(inspect(&["--quiet"], "VK_NV_mesh_shader").stderr.is_empty());
    // What it has already lost cannot be removed again.
    let twice = inspect(&[], "tessellationIsolines,tessellationIsolines");
    assert_eq!(
        twice.stderr.matches("does nothing").count(),
        1,
        "{}",
        twice.stderr
    );
}

/// Vulkan 1.3 provides the capability on every device. What `device show` says and saves is what the filter does.
#[test]
fn a_hidden_feature_hides_what_the_version_provides_too() {
    let name = "shaderStorageImageReadWithoutFormat";
    let module = include_bytes!("../../../corpus/shaders/images/read_without_format.comp.spv");
    let place = Place::with(&[("in.spv", module)]);
    let show = |more: &[&str]| place.run(&[&["device", "show", "vulkan-1.3"], more].concat());
    let whole = show(&[]);
    let capability = "StorageImageReadWithoutFormat\n";
    assert!(whole.text().contains(&format!("  {capability}")));
    // The feature is not required of Vulkan 1.3, but nothing is unused because of that.
    assert!(!whole.text().contains(name), "{}", whole.text());
    let less = show(&["--without", name]);
    let hidden = format!("hidden capabilities   {capability}");
    assert!(less.text().contains(&hidden), "{}", less.text());
    assert_eq!(less.text().matches(capability).count(), 1);
    let saved = show(&["--without", name, "--json"]);
    std::fs::write(place.path("less.json"), &saved.stdout).unwrap();
    assert!(place
        .run(&["device", "show", "less.json"])
        .text()
        .contains(&hidden));

    let filter = |device: &[&str]| {
        let args = [
            "filter",
            "in.spv",
            "-o",
            "out.spv",
            "--image-format",
            "0:0=Rgba8",
        ];
        place.run(&[&args[..], &["--device"], device].concat())
    };
    filter(&["vulkan-1.3"]).expect(0, &["unchanged"]);
    filter(&["vulkan-1.3", "--without", name]).expect(0, &["1 x image-format", "its promise"]);
    filter(&["less.json"]).expect(0, &["1 x image-format"]);
}
