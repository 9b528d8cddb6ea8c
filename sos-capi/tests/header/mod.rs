//! A program in C that compiles only if `sos.h` and the Rust behind it are the same.
//!
//! Prototypes: cbindgen reads them out of the Rust, and C refuses a second declaration of another type. Numbers, sizes and
//! places: as assertions at compile time. Names: every constant of the Rust is looked up in the header, and every
//! function and constant of the header in the Rust.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::mem::offset_of;
use std::path::Path;

use cbindgen::{Builder, Config, ItemType, Language};
use sos::constants::*;
use sos::{
    SosConstant, SosContextInfo, SosDefect, SosEntryPoint, SosImageFormat, SosKey, SosMapEntry,
    SosNeeds, SosOptions, SosOutput, SosRefusal, SosSource, SosSpecialization, SosTargetInfo,
    SosVulkan,
};
use sos_core::{Allow, Assume, ErrorKind};

/// The text of the program. Panics where the two differ in a way that needs no compiler.
pub fn check() -> String {
    let header = std::fs::read_to_string(manifest().join("include/sos.h")).expect("the header");
    let mut text = String::from("#include <sos.h>\n");
    text += &prototypes(&header);
    let mut asserts = Asserts::default();
    numbers(&mut asserts);
    layouts(&mut asserts);
    let missing: Vec<String> = defines(&header)
        .difference(&asserts.checked)
        .cloned()
        .collect();
    assert!(
        missing.is_empty(),
        "the header defines numbers that the library does not: {missing:?}"
    );
    text + &asserts.text
}

fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The prototypes of the Rust's functions.
fn prototypes(header: &str) -> String {
    let mut config = Config {
        language: Language::C,
        no_includes: true,
        ..Config::default()
    };
    config.export.item_types = vec![ItemType::Functions];
    for (rust, c) in [
        ("SosContext", "sos_context"),
        ("SosContextInfo", "sos_context_info"),
        ("SosInspection", "sos_inspection"),
        ("SosTarget", "sos_target"),
        ("SosResult", "sos_result"),
        ("SosModule", "sos_module"),
        ("SosScratch", "sos_scratch"),
        ("SosSpecializer", "sos_specializer"),
        ("SosOptions", "sos_options"),
        ("SosOutput", "sos_output"),
        ("SosTargetInfo", "sos_target_info"),
        ("SosVulkan", "sos_vulkan"),
        ("SosDefect", "sos_defect"),
        ("SosEntryPoint", "sos_entry_point"),
        ("SosKey", "sos_key"),
        ("SosNeeds", "sos_needs"),
        ("SosRefusal", "sos_refusal"),
        ("SosImageFormat", "sos_image_format"),
        ("SosSpecialization", "sos_specialization"),
        ("SosStatus", "sos_status"),
        ("SosOutcome", "sos_outcome"),
    ] {
        config.export.rename.insert(rust.to_owned(), c.to_owned());
    }
    config.usize_is_size_t = true;
    let bindings = Builder::new()
        .with_crate(manifest())
        .with_config(config)
        .generate()
        .expect("cbindgen reads the crate");
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).expect("C is text");
    assert_eq!(
        functions(header),
        functions(&text),
        "the functions of the header and of the library"
    );
    text.replace("struct sos_", "sos_")
}

/// Everything in the header that programs are compiled against: numbers, sizes and offsets, as expressions of C.
pub fn expressions() -> BTreeSet<String> {
    let mut asserts = Asserts::default();
    numbers(&mut asserts);
    layouts(&mut asserts);
    asserts.checked
}

/// The prototypes of the header, each on one line.
pub fn signatures() -> BTreeSet<String> {
    let header = std::fs::read_to_string(manifest().join("include/sos.h")).expect("the header");
    let declarations = header.split("\nSOS_API ").skip(1);
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    declarations
        .filter_map(|text| text.split(';').next())
        .map(one_line)
        .collect()
}

/// The names of the functions that the header declares.
pub fn declared() -> BTreeSet<String> {
    functions(&std::fs::read_to_string(manifest().join("include/sos.h")).expect("the header"))
}

/// The names of the functions declared: what stands before a parenthesis and begins with `sos_`.
fn functions(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| {
        let begins = |with: &[char]| line.trim_start().starts_with(with);
        !begins(&['*', '/', '#']) && !line.starts_with("typedef")
    });
    let words = code.flat_map(|line| {
        line.match_indices('(')
            .filter_map(|(at, _)| line[..at].rsplit([' ', '*']).next())
            .collect::<Vec<_>>()
    });
    words
        .filter(|word| word.starts_with("sos_"))
        .map(str::to_owned)
        .collect()
}

/// The names of the numbers that the header defines, without what describes the header itself.
fn defines(header: &str) -> BTreeSet<String> {
    let names = header
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next());
    let own = [
        "SOS_H",
        "SOS_API",
        "SOS_MAKE_VERSION",
        "SOS_VERSION_MAJOR",
        "SOS_VERSION_MINOR",
        "SOS_VERSION_PATCH",
    ];
    names
        .filter(|name| !own.contains(name))
        .map(str::to_owned)
        .collect()
}

/// Assertions at compile time in C99, which has none: an array of negative size.
#[derive(Default)]
struct Asserts {
    text: String,
    checked: BTreeSet<String>,
}

impl Asserts {
    fn equal(&mut self, c: &str, rust: u64) {
        let line = self.text.lines().count();
        writeln!(
            self.text,
            "typedef char check_{line}[({c}) == {rust}u ? 1 : -1];"
        )
        .expect("a string takes text");
        self.checked.insert(c.to_owned());
    }
}

macro_rules! equal {
    ($asserts:expr, $($name:ident)*) => { $( $asserts.equal(stringify!($name), u64::from($name)); )* };
}

fn numbers(asserts: &mut Asserts) {
    asserts.equal("SOS_VERSION", u64::from(sos::sos_version()));
    equal!(asserts, SOS_OK SOS_ERROR_NULL SOS_ERROR_ARGUMENT SOS_ERROR_STRUCT_SIZE SOS_ERROR_UNKNOWN_NAME);
    equal!(asserts, SOS_ERROR_PROFILE SOS_ERROR_INTERNAL SOS_ERROR_BUFFER_TOO_SMALL SOS_ERROR_VULKAN);
    equal!(asserts, SOS_ERROR_OUT_OF_MEMORY SOS_ERROR_UNAVAILABLE);
    equal!(asserts, SOS_LOG_ERROR SOS_LOG_WARNING SOS_LOG_INFO SOS_NO_OFFSET);
    equal!(asserts, SOS_GRADE_ALWAYS SOS_GRADE_MOSTLY SOS_GRADE_ON_REQUEST);
    equal!(asserts, SOS_ANY_EXECUTION_MODEL);
    equal!(asserts, SOS_NO_OUTCOME SOS_UNCHANGED SOS_REWRITTEN SOS_UNSUPPORTED);
    equal!(asserts, SOS_NEED_UNKNOWN SOS_NEED_CAPABILITY SOS_NEED_VERSION SOS_NEED_CONDITION SOS_NEED_LIMIT);
    equal!(asserts, SOS_KEEP_SPEC SOS_SPEC_BASE SOS_NO_SPEC_BASE SOS_NO_SPEC_NAMES SOS_NO_REPORT SOS_FREEZE_SPEC);
    equal!(asserts, SOS_STRIP_NOTHING SOS_STRIP_DEBUG SOS_STRIP_NAMES SOS_STRIP_ALL);
    for (name, kind, _) in Allow::KINDS {
        asserts.equal(
            &format!("SOS_ALLOW_{}", name.to_uppercase().replace('-', "_")),
            u64::from(kind.bits()),
        );
    }
    for promise in Assume::PROMISES {
        asserts.equal(
            &format!(
                "SOS_ASSUME_{}",
                promise.name.to_uppercase().replace('-', "_")
            ),
            u64::from(promise.assume.bits()),
        );
    }
    for kind in ErrorKind::ALL {
        asserts.equal(
            &format!("SOS_ERROR{}", upper_snake(&format!("{kind:?}"))),
            *kind as u64,
        );
    }
}

/// `_NOT_SPIRV` of `NotSpirv`.
fn upper_snake(camel: &str) -> String {
    let mut upper = String::new();
    for letter in camel.chars() {
        if letter.is_uppercase() {
            upper.push('_');
        }
        upper.extend(letter.to_uppercase());
    }
    upper
}

macro_rules! layout {
    ($asserts:expr, $rust:ident as $c:literal, $($field:ident)*) => {{
        $asserts.equal(concat!("sizeof(", $c, ")"), size_of::<$rust>() as u64);
        $( $asserts.equal(
            &format!("offsetof({}, {})", $c, stringify!($field)),
            offset_of!($rust, $field) as u64,
        ); )*
        // A field left out of the list above does not compile here.
        let _ = |it: $rust| { let $rust { $( $field: _, )* } = it; };
    }};
}

fn layouts(asserts: &mut Asserts) {
    layout!(asserts, SosContextInfo as "sos_context_info", struct_size log_level user allocate release log);
    layout!(asserts, SosConstant as "sos_constant", spec_id reserved value);
    layout!(asserts, SosSource as "sos_source", spec_id reserved name);
    layout!(asserts, SosImageFormat as "sos_image_format", set binding format reserved);
    layout!(asserts, SosOptions as "sos_options",
        struct_size flags allow strip spec_base max_bound max_words constant_count source_count assume constants
        sources specialization image_formats image_format_count subgroup_size);
    layout!(asserts, SosEntryPoint as "sos_entry_point", name execution_model);
    layout!(asserts, SosMapEntry as "sos_map_entry", constant_id offset size);
    layout!(asserts, SosSpecialization as "sos_specialization",
        struct_size map_entry_count map_entries data_size data);
    layout!(asserts, SosNeeds as "sos_needs",
        struct_size required_subgroup_size api_version feature_count extension_count made_subgroup_size features extensions
        capabilities capability_count reserved);
    layout!(asserts, SosRefusal as "sos_refusal",
        struct_size kind word_offset function blocking capability_count provider_count reserved capabilities providers limit
        limit_value limit_allowed text);
    layout!(asserts, SosDefect as "sos_defect", struct_size status word_offset opcode);
    layout!(asserts, SosKey as "sos_key", bytes);
    layout!(asserts, SosVulkan as "sos_vulkan",
        struct_size instance_version instance physical_device get_instance_proc_addr);
    layout!(asserts, SosTargetInfo as "sos_target_info",
        struct_size api_version spirv_version subgroup_size min_subgroup_size max_subgroup_size vendor_id device_id
        driver_id reserved name);
    layout!(asserts, SosOutput as "sos_output",
        struct_size outcome words capacity word_count required_subgroup_size made_subgroup_size);
}
