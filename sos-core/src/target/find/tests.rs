//! Tests of the look-up: what finds which device, and what stands for what people have.

use super::*;
use crate::target::built_in_aliases;

/// The first of what a product was sold with.
fn asked(text: &str) -> Asked {
    Asked::all(text).unwrap().remove(0)
}

/// The reasons and names of what is near.
fn find(text: &str) -> Vec<(Same, &'static str)> {
    asked(text).nearest()
}

fn best(text: &str) -> Option<(Same, &'static str)> {
    find(text).first().copied()
}

/// Every name that `sos device list` prints.
#[test]
fn each_name_and_alias_and_device_name_finds_its_device_first() {
    for name in built_in_names() {
        assert_eq!(best(name), Some((Same::Device, name)));
        let target = Target::built_in(name).unwrap();
        let own = device_name(target.name());
        let found = best(own).unwrap_or_else(|| panic!("{own} finds nothing"));
        let is_own = found.0 <= Same::Chip;
        // Of a phone's chip, a driver on Android comes before Mesa's.
        let makers = found.0 == Same::Older && name.starts_with("panvk-g720") || own == "Mali-G610";
        assert!(is_own || makers, "{own}: {found:?}");
    }
    let system_of = |name: &str| {
        known_devices()
            .find(|known| known.name == name)
            .unwrap()
            .system
    };
    for (alias, name) in built_in_aliases() {
        let system = asked(alias).system;
        let all = find(alias);
        // Only those on the system come before it.
        let mut found = all
            .iter()
            .skip_while(|(_, other)| *other != name && Some(system_of(other)) == system);
        let found = found.next().unwrap();
        assert!(
            found.1 == name && found.0 <= Same::Driver,
            "{alias}: {found:?}"
        );
        assert!(all[0].1 == name || Some(system_of(name)) != system);
    }
}

#[test]
fn the_same_chip_comes_first() {
    for (text, why, name) in [
        ("Mali-G78", Same::Device, "mali-g78"),
        (
            "GeForce RTX 3060 Ti",
            Same::Chip,
            "nvidia-rtx-3060-ti-windows",
        ),
        (
            "Intel(R) Arc(TM) B580 Graphics",
            Same::Device,
            "intel-arc-b580-windows",
        ),
        ("Adreno (TM) 740 Linux", Same::Chip, "turnip-a740"),
        ("Radeon RX 6800", Same::Chip, "radv-navi21"),
        ("0x1002:0x73bf", Same::Chip, "radv-navi21"),
        ("0x10de:0x2489", Same::Chip, "nvidia-rtx-3060-ti-windows"),
        ("0x8086:0x9a49", Same::Chip, "anv-tgl"),
        ("Apple M1", Same::Chip, "moltenvk-m1"),
        ("Apple M1 Linux", Same::Chip, "honeykrisp-m1"),
        ("M1", Same::Chip, "moltenvk-m1"),
        ("turnip-a830", Same::Device, "turnip-a830"),
        ("SwiftShader Device (Subzero)", Same::Device, "swiftshader"),
        (
            "llvmpipe (LLVM 15.0.6, 256 bits)",
            Same::Device,
            "lavapipe-22.3.6",
        ),
        ("rpi-5", Same::Chip, "v3dv-71"),
        ("Pixel 6", Same::Chip, "mali-g78"),
        ("rtx-3060", Same::Alias, "nvidia-rtx-3060-ti-windows"),
        ("3060", Same::Alias, "nvidia-rtx-3060-ti-windows"),
    ] {
        assert_eq!(best(text), Some((why, name)), "{text}: {:?}", find(text));
    }
}

#[test]
fn a_driver_is_found_by_its_name() {
    for (text, name) in [
        ("llvmpipe", "lavapipe-25.0.7"),
        ("lavapipe", "lavapipe-25.0.7"),
        ("llvmpipe (LLVM 20.1.2, 256 bits)", "lavapipe-25.0.7"),
        ("asahi", "honeykrisp-m1"),
        ("SwiftShader Device (LLVM 10.0.0)", "swiftshader"),
    ] {
        assert_eq!(
            best(text),
            Some((Same::Driver, name)),
            "{text}: {:?}",
            find(text)
        );
    }
    let turnip = find("turnip");
    assert!(turnip
        .iter()
        .all(|(why, name)| *why == Same::Driver && is_of(name, "turnip")));
}

#[test]
fn then_the_same_generation_nearest_number_first() {
    for (text, name) in [
        ("GeForce RTX 3060", "nvidia-rtx-3060-ti-windows"),
        ("Adreno (TM) 640", "adreno-a6xx"),
        ("Adreno 640 Linux", "turnip-a650"),
        ("GeForce RTX 3060 Linux", "nvk-ampere"),
        ("Pico 4", "adreno-a6xx"),
        ("Galaxy S9", "adreno-a6xx"),
        ("iPhone 12", "moltenvk-m1"),
        ("iPhone 17", "kosmickrisp-m5"),
        ("Mali-G610", "mali-g615"),
        ("Mali-G710", "mali-g615"),
        ("0x10de:0x2504", "nvk-ampere"),
        ("Mali-G57", "mali-g78"),
        ("Radeon RX 7700 XT", "amd-rx-7800-xt-windows"),
        ("Immortalis-G715", "mali-g615"),
        ("Pixel Fold", "mali-g615"),
        ("Snapdragon 8 Gen 1 Linux", "turnip-a725"),
    ] {
        let near = find(text);
        assert_eq!(
            near.first(),
            Some(&(Same::Generation, name)),
            "{text}: {near:?}"
        );
        assert!(
            near.iter().all(|(why, _)| *why < Same::Vendor),
            "{text}: {near:?}"
        );
    }
    assert_eq!(best("ROG Ally").map(|near| near.0), Some(Same::Generation));
}

#[test]
fn then_the_same_vendor_and_nothing_else() {
    let ptl = find("0x8086:0xb080");
    assert_eq!(ptl.first().map(|near| near.0), Some(Same::Older));
    assert!(ptl[..2].iter().any(|near| near.1 == "anv-bmg") && ptl.len() <= OTHERS);
    assert_eq!(
        best("Adreno (TM) 430").map(|near| near.0),
        Some(Same::Vendor)
    );
    assert_eq!(best("M2 Max"), Some((Same::Older, "moltenvk-m1")));
    for text in [
        "Samsung Xclipse 920",
        "Voodoo 2",
        "0x9999:0x1",
        "Galaxy S99",
    ] {
        assert_eq!(find(text), [], "{text}");
    }
}

#[test]
fn those_on_the_system_come_first() {
    let on = |text: &str| -> Vec<&str> {
        let systems = find(text).into_iter().map(|(_, name)| {
            let known = known_devices().find(|known| known.name == name);
            known.unwrap().system
        });
        systems.collect()
    };
    assert_eq!(on("Pixel 7"), ["Android", "Android", "Linux"]);
    assert_eq!(on("Pixel 7 Linux")[0], "Linux");
    assert_eq!(on("0x13b5:0xa8670000")[0], "Android");
    assert_eq!(on("panvk"), ["Linux"; 3]);
    assert_eq!(on("panvk-g610"), ["Linux"; 3]);
    // Another generation, too.
    assert_eq!(on("Adreno (TM) 430")[..2], ["Android"; 2]);
    assert_eq!(on("M2")[..2], ["macOS"; 2]);
    assert_eq!(on("iPhone 15")[..2], ["macOS"; 2]);
    assert_eq!(on("Vision Pro")[0], "macOS");
    assert_eq!(on("MacBook Air")[..2], ["macOS"; 2]);
    assert_eq!(on("GeForce RTX 3060 Windows")[0], "Windows");
}

#[test]
fn a_driver_that_is_elsewhere_is_said_to_be() {
    let elsewhere = |text: &str| asked(text).found().elsewhere();
    assert_eq!(elsewhere("Mali-G52"), Some("Linux"));
    assert_eq!(elsewhere("Adreno 740 Windows"), Some("Linux"));
    assert_eq!(elsewhere("Samsung Galaxy S23"), None);
    assert_eq!(elsewhere("GeForce RTX 3060"), None);
    let (name, why) = asked("Mali-G52 MC2").found().best().unwrap();
    assert_eq!(name, "panvk-g52");
    assert_eq!(why, "same generation, but a driver on Linux");
    // Which drivers on Linux are Mesa's for chips that run Android.
    for known in known_devices().filter(|known| known.system == "Linux") {
        if system::usual(&[], known.vendor) == Some("Android") {
            assert!(["turnip", "panvk", "pvr"]
                .iter()
                .any(|mesa| is_of(known.name, mesa)));
        }
    }
}

/// What people have, by the name that they say, and what stands for it; with none, the graphics that are said to have nothing near.
#[test]
fn what_people_have_is_known() {
    for (text, expected) in [
        (
            "Galaxy S20",
            "Snapdragon 865 with Adreno 650=adreno-a6xx, Exynos 990 with Mali-G77=mali-g78",
        ),
        (
            "Galaxy S21 Ultra",
            "Snapdragon 888 with Adreno 660=adreno-a6xx, Exynos 2100 with Mali-G78=mali-g78",
        ),
        (
            "Galaxy S22",
            "Snapdragon 8 Gen 1 with Adreno 730=adreno-a6xx, Exynos 2200 with Xclipse 920=",
        ),
        (
            "Galaxy S23",
            "Snapdragon 8 Gen 2 with Adreno 740=adreno-a6xx",
        ),
        (
            "Galaxy S24",
            "Snapdragon 8 Gen 3 with Adreno 750=adreno-a6xx, Exynos 2400 with Xclipse 940=",
        ),
        (
            "Galaxy S25",
            "Snapdragon 8 Elite with Adreno 830=adreno-a6xx",
        ),
        ("Galaxy A54", "Exynos 1380 with Mali-G68=mali-g78"),
        (
            "Galaxy Tab S9",
            "Snapdragon 8 Gen 2 with Adreno 740=adreno-a6xx",
        ),
        ("Galaxy Tab A8", "Unisoc T618 with Mali-G52=panvk-g52"),
        ("Pixel 5", "Snapdragon 765G with Adreno 620=adreno-a6xx"),
        ("Pixel 6", "Tensor G1 with Mali-G78=mali-g78"),
        ("Pixel 7 Pro", "Tensor G2 with Mali-G710=mali-g615"),
        ("Pixel 8a", "Tensor G3 with Mali-G715=mali-g615"),
        ("Pixel 9", "Tensor G4 with Mali-G715=mali-g615"),
        ("Pixel 10", "Tensor G5 with PowerVR DXT-48-1536="),
        (
            "OnePlus 12",
            "Snapdragon 8 Gen 3 with Adreno 750=adreno-a6xx",
        ),
        ("OnePlus Nord 2", "Dimensity 1200 with Mali-G77=mali-g78"),
        (
            "Xiaomi 13T Pro",
            "Dimensity 9200 with Immortalis-G715=mali-g615",
        ),
        (
            "Xiaomi 14T Pro",
            "Dimensity 9300 with Immortalis-G720=mali-g615",
        ),
        (
            "Redmi Note 12 5G",
            "Snapdragon 4 Gen 1 with Adreno 619=adreno-a6xx",
        ),
        ("Redmi 9A", "Helio G25 with PowerVR GE8320=powervr-ge8300"),
        ("Poco F5", "Snapdragon 7+ Gen 2 with Adreno 725=adreno-a6xx"),
        ("Fairphone 5", "QCM6490 with Adreno 643=adreno-a6xx"),
        ("Fairphone 2", "Snapdragon 801 with Adreno 330="),
        ("Pico 4", "Snapdragon XR2 with Adreno 650=adreno-a6xx"),
        ("Quest", "Snapdragon 835 with Adreno 540=adreno-a540"),
        ("Quest 2", "Snapdragon XR2 with Adreno 650=adreno-a6xx"),
        (
            "Quest 3",
            "Snapdragon XR2 Gen 2 with Adreno 740=adreno-a6xx",
        ),
        (
            "Quest 3S",
            "Snapdragon XR2 Gen 2 with Adreno 740=adreno-a6xx",
        ),
        (
            "Vision Pro",
            "Apple M2=moltenvk-m1, Apple M5=kosmickrisp-m5",
        ),
        ("iPhone 8", "Apple A11="),
        ("iPhone 12", "Apple A14=moltenvk-m1"),
        ("iPhone 15", "Apple A16=moltenvk-m1"),
        ("iPhone 16 Pro", "Apple A18 Pro=moltenvk-m1"),
        ("iPhone 17", "Apple A19=kosmickrisp-m5"),
        ("Apple A17 Pro", "Apple A17 Pro=moltenvk-m1"),
        ("Dimensity 9300", "Immortalis-G720=mali-g615"),
        ("Exynos 2400", "Xclipse 940="),
        ("Helio G99", "Mali-G57=mali-g78"),
        ("Snapdragon 8 Elite", "Adreno 830=adreno-a6xx"),
        ("Tensor G4", "Mali-G715=mali-g615"),
        ("Kirin 9000", "Mali-G78=mali-g78"),
        ("Kirin 9000S", "Maleoon 910="),
    ] {
        let found = Asked::all(text).unwrap().into_iter().map(|asked| {
            let found = asked.found();
            let best = found.best().map(|(device, _)| device);
            format!("{}={}", found.inside.unwrap(), best.unwrap_or_default())
        });
        let found: Vec<String> = found.collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }
}

#[test]
fn a_device_of_this_machine_runs_its_system() {
    let system = |name: &str| find_here(name).unwrap().remove(0).system;
    assert_eq!(system("Mali-G610 driver 1.2.3"), system::here());
    assert_eq!(system("NVIDIA GeForce RTX 3060"), None);
}

#[test]
fn a_number_of_several_chips_is_refused() {
    let error = super::find("660").unwrap_err().to_string();
    assert!(
        error.contains("adreno 660") && error.contains("gtx 660"),
        "{error}"
    );
}

#[test]
fn what_stands_for_a_product_is_one_device_for_each_chip() {
    let devices = |text: &str| stand_ins(text).unwrap().unwrap().devices;
    assert_eq!(devices("Galaxy S23"), ["adreno-a6xx"]);
    assert_eq!(devices("Galaxy S21"), ["adreno-a6xx", "mali-g78"]);
    // Both chips have the same nearest device.
    assert_eq!(devices("Galaxy A52"), ["adreno-a6xx"]);
    let note = stand_ins("Galaxy S23").unwrap().unwrap().note;
    let says = "Galaxy S23 has Snapdragon 8 Gen 2 with Adreno 740: `adreno-a6xx` stands for it (";
    assert!(note.starts_with(says), "{note}");
    let none = stand_ins("Galaxy S24").unwrap().unwrap_err().to_string();
    assert!(
        none.contains("Exynos 2400 with Xclipse 940") && none.contains("or Snapdragon 8 Gen 3"),
        "{none}"
    );
    for other in ["GeForce RTX 3060", "mali-g78", "Voodoo 2", "660", ""] {
        assert_eq!(stand_ins(other), None, "{other}");
    }
}
