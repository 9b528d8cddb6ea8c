//! Tests of what is said about what was found.

use super::*;
use sos_core::target::{built_in_aliases, built_in_name, built_in_names};
use sos_core::Target;

fn answer(text: &str) -> Answer {
    Answer::new(find::find(text).unwrap().remove(0))
}

fn summary(text: &str) -> String {
    found::summary(&answer(text), text)
}

/// Every name that `sos device list` prints.
#[test]
fn each_name_and_alias_and_device_name_is_known() {
    for name in built_in_names() {
        let target = Target::built_in(name).unwrap();
        let own = target.name().split(" driver ").next().unwrap();
        assert!(!summary(own).contains("not known"), "{}", summary(own));
    }
    for (alias, _) in built_in_aliases() {
        assert!(!summary(alias).contains("not known"), "{}", summary(alias));
    }
}

#[test]
fn what_it_is_is_said() {
    for (text, says) in [
        ("llvmpipe", "llvmpipe is a driver"),
        ("turnip", "turnip is a driver for chips of Qualcomm"),
        ("SwiftShader", "SwiftShader computes on the processor"),
        (
            "Pixel 8",
            "Pixel 8 has Tensor G3 with Mali-G715, of Arm's generation Valhall (2019)",
        ),
    ] {
        assert_eq!(summary(text), says);
    }
    assert!(summary("Galaxy S99").contains("vulkaninfo"));
}

#[test]
fn a_driver_of_mesa_is_said_to_be_no_phones() {
    let caveat = |text: &str| caveat(&answer(text)).unwrap_or_default();
    for text in [
        "Samsung Galaxy S23",
        "Adreno 740",
        "quest-3",
        "Snapdragon 8 Gen 1",
        "Mali-G720",
    ] {
        let caveat = caveat(text);
        assert!(caveat.contains("older generation"), "{text}: {caveat}");
    }
    let mesa = caveat("Mali-G52");
    assert!(mesa.contains("Mesa's driver on Linux"), "{mesa}");
    for text in [
        "Pixel 7",
        "Turnip Adreno (TM) 740",
        "Adreno 740 Linux",
        "RK3588",
        "GeForce RTX 3060",
    ] {
        assert_eq!(caveat(text), "", "{text}");
    }
    let windows = caveat("Adreno 740 Windows");
    assert!(windows.contains("none near on Windows"), "{windows}");
    for name in ["android-2022", "android-2025"] {
        assert!(found::MAKERS.contains(name) && built_in_name(name) == Some(name));
    }
}
