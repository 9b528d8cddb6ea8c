use super::*;
use std::ffi::OsString;
use std::path::Path;

fn environment(list: &[(&str, &str)]) -> Sources {
    let mut made = Sources::default();
    let list = list
        .iter()
        .map(|(name, value)| (OsString::from(*name), OsString::from(*value)));
    made.add_environment(list);
    made
}

#[test]
fn defaults_have_meaning() {
    let (made, odd) = Settings::read(&Sources::default()).unwrap();
    assert!(odd.is_empty());
    assert_eq!(made.provide, [Choice::Grade(Some(Grade::Mostly))]);
    assert_eq!(made.log_level, Level::Info);
    assert_eq!(made.spec_base, None);
    assert_eq!(made.cache_size, 256);
    assert_eq!((made.strip, made.freeze), (Strip::Nothing, false));
    assert_eq!((made.log, made.dump, made.cache), (None, None, None));
}

#[test]
fn the_environment_comes_before_the_file() {
    let mut sources = environment(&[
        ("SOS_LAYER_WITHOUT", "shaderInt8"),
        ("VK_SOS_FILTER_WITHOUT", "shaderInt16, shaderFloat16"),
        ("SOS_LAYER_LOG_LEVEL", "off"),
        ("PATH", "/bin"),
    ]);
    let text =
        "# comment\nkhronos_validation.debug_action = x\nsos_filter.log_level = verbose # loud\n\
        sos_filter.cache = \"/tmp/x y\"\nsos_filter.refused=pass\n";
    sources.add_file(Path::new("f.txt"), text);
    let (made, odd) = Settings::read(&sources).unwrap();
    assert!(odd.is_empty(), "{odd:?}");
    assert_eq!(made.without, ["shaderInt16", "shaderFloat16"]);
    assert_eq!(made.log_level, Level::Off);
    assert_eq!(made.cache, Some(PathBuf::from("/tmp/x y")));
    assert_eq!(made.refused, Refused::Pass);
}

#[test]
fn unknown_names_are_reported_and_unknown_values_refused() {
    let (_, odd) = Settings::read(&environment(&[("SOS_LAYER_WITOUT", "x")])).unwrap();
    assert_eq!(
        odd,
        ["SOS_LAYER_WITOUT: there is no `witout`; `without` is near; this setting is ignored"]
    );
    for (name, value, said) in [
        ("WITHOUT", "shaderFlaot16", "`shaderFloat16` is near"),
        ("WITHOUT", "nonsense", "there is no `nonsense`"),
        ("PROVIDE", "nonsense", "there is no `nonsense`"),
        ("PROVIDE", "allways", "`always` is near"),
        ("PROVIDE", "-shaderInt46", "`shaderInt64` is near"),
        ("ALLOW", "f16-relax", "`f16-relaxed` is near"),
        ("ASSUME", "single-vew", "`single-view` is near"),
        ("SPEC_BASE", "first", "neither `none` nor a number"),
        ("REFUSED", "fial", "`fail` is near"),
        ("STRIP", "name", "`names` is near"),
        ("FREEZE", "on", "there are true, false"),
        ("LOG_LEVEL", "verbos", "`verbose` is near"),
        (
            "LOG_LEVEL",
            "x",
            "there are off, error, warning, info, verbose",
        ),
        ("CACHE_SIZE", "-1", "no number"),
    ] {
        let name = format!("SOS_LAYER_{name}");
        let (why, _) = Settings::read(&environment(&[(&name, value)])).unwrap_err();
        assert!(why.starts_with(&name) && why.ends_with(said), "{why}");
    }
}

#[test]
fn items_of_provide_apply_in_order() {
    let swiftshader = Target::built_in("swiftshader").unwrap();
    let gains = |value: &str| {
        let sources = environment(&[("SOS_LAYER_PROVIDE", value)]);
        let (settings, _) = Settings::read(&sources).unwrap();
        let rows = settings.chosen(&swiftshader);
        let names: Vec<&str> = rows.flat_map(|row| row.names()).collect();
        names
    };
    assert!(gains("none").is_empty());
    assert_eq!(gains("mostly,none,shaderInt8"), ["shaderInt8"]);
    assert!(!gains("mostly,-shaderInt8").contains(&"shaderInt8"));
    assert!(gains("mostly").contains(&"shaderInt8"));
    assert!(!gains("always").contains(&"shaderInt8"));
    assert!(gains("on-request").len() > gains("mostly").len());
    // A class keeps what costs no more, of the usual ones if it is alone.
    assert!(gains("as-fast").contains(&"shaderInt16"));
    assert!(!gains("as-fast").contains(&"shaderFloat16"));
    assert!(gains("slower").contains(&"shaderFloat16"));
    // Narrow storage costs more where halves do: ncnn is faster without both.
    for narrow in ["storageBuffer16BitAccess", "storageBuffer8BitAccess"] {
        assert!(gains("slower").contains(&narrow) && !gains("as-fast").contains(&narrow));
    }
    assert!(gains("as-fast,shaderFloat16").contains(&"shaderFloat16"));
    assert!(gains("on-request,slower").len() < gains("on-request,slow").len());
    // Names alone are beside the usual ones; those of extensions and short ones of bits are known, too.
    assert!(gains("-shaderInt8").contains(&"shaderInt16"));
    assert!(gains("shaderFmaFloat32").contains(&"shaderInt16"));
    assert!(!gains("-VK_KHR_16bit_storage").contains(&"storageBuffer16BitAccess"));
    assert!(gains("none,PARTITIONED").contains(&"shaderSubgroupPartitioned"));
}

/// Names of settings fit the environment, and every default is a value.
#[test]
fn names_fit_the_environment() {
    for row in ROWS {
        assert!(row
            .name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        if let Kind::Enum(names) = row.kind {
            assert!(names.contains(&row.default), "{}", row.name);
        }
        assert!(!row.description.contains('\n'));
    }
}

#[test]
fn losses_are_beside_limits_and_parts_have_short_names() {
    let read = |name: &str, value: &str| {
        let name = format!("SOS_LAYER_{name}");
        Settings::read(&environment(&[(&name, value)])).unwrap().0
    };
    let both = Allow::LIMITS.with(Allow::F16_RELAXED);
    assert_eq!(read("ALLOW", "f16-relaxed").allow, both);
    assert_eq!(read("ALLOW", "none").allow, Allow::NONE);
    assert_eq!(read("ALLOW", "none,undef").allow, Allow::UNDEF);
    assert_eq!(read("STRIP", "all").strip, Strip::All);
    assert!(read("FREEZE", "true").freeze && read("FREEZE", "1").freeze);
    let parts = read("WITHOUT", "ARITHMETIC, Vulkan 1.3").without;
    assert_eq!(parts, ["VK_SUBGROUP_FEATURE_ARITHMETIC_BIT", "Vulkan 1.3"]);
}
