//! The library as it ships: built by CMake with the profile `capi`, installed, and used as others would use it: by CMake as a
//! subdirectory and as a package, and by pkg-config, static and shared, in C99 and C++17, under the sanitizers.
//!
//! All in one test, because one build serves them all.
#![cfg(target_os = "linux")]

#[allow(dead_code)]
mod header;
#[allow(dead_code)]
mod module;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sos_core::Target;
use sos_tests::skip;
use tempfile::TempDir;

/// What the stripped shared library may weigh, in bytes. `CONTRIBUTING.md` says what is in it, and `docs/c-api.md` what the leaner builds weigh.
const BUDGET: u64 = 2_590_000;

/// The same of the layer.
const LAYER_BUDGET: u64 = 3_000_000;

/// Everything else that the shared library may need: C's library and what is part of it, and the unwinder of GCC.
const SYSTEM: [&str; 6] = [
    "libc.so.6",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "libdl.so.2",
    "ld-linux-x86-64.so.2",
];

struct Site {
    directory: TempDir,
    /// Where cargo builds, kept from run to run.
    cargo: PathBuf,
}

fn crate_directory() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Site {
    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Runs a program in the site; panics with what it said if it fails.
    #[track_caller]
    fn run<Argument: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: &[Argument],
    ) -> String {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.directory.path());
        command.env("PKG_CONFIG_PATH", self.path("there/lib/pkgconfig"));
        command.env("LD_LIBRARY_PATH", self.path("there/lib"));
        let output = command.output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{command:?}\n{said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        said
    }

    /// Configures and builds a project with CMake.
    #[track_caller]
    fn cmake(&self, source: &Path, build: &str, options: &[String]) {
        let source = source.display().to_string();
        let configure = ["-S", &source, "-B", build].map(str::to_owned);
        self.run("cmake", &[&configure, options].concat());
        self.run("cmake", &["--build", build]);
    }

    /// The consumers, built by CMake with one of the ways to get the library.
    #[track_caller]
    fn project(&self, build: &str, way: &[String]) {
        let consumers = crate_directory().join("tests/consumers");
        let mut options = vec![format!("-DCONSUMERS={}", consumers.display())];
        options.extend_from_slice(way);
        self.cmake(&consumers.join("project"), build, &options);
        for kind in ["static", "shared", "lean"] {
            self.consume(&format!("{build}/c_{kind}"), "everything holds\n");
            self.consume(&format!("{build}/cpp_{kind}"), "the wrapper holds\n");
        }
    }

    /// Runs a consumer.
    #[track_caller]
    fn consume(&self, program: &str, expected: &str) {
        let said = self.run(self.path(program), &["device.json", "in.spv"]);
        assert_eq!(said, expected, "{program}");
    }

    /// Compiles to `program` with what pkg-config says.
    #[track_caller]
    fn by_pkg_config(&self, compiler: &[&str], source: &str, package: &[&str]) {
        let asked = self.run("pkg-config", &[&["--cflags", "--libs"], package].concat());
        let source = crate_directory().join("tests/consumers").join(source);
        let [program, options @ ..] = compiler else {
            panic!("a compiler");
        };
        let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic"];
        let source = source.display().to_string();
        let named = [source.as_str(), "-o", "program"];
        let asked: Vec<&str> = asked.split_whitespace().collect();
        self.run(program, &[options, &strict, &named, &asked].concat());
    }

    /// Whether `program` asks for the shared library.
    #[track_caller]
    fn is_shared(&self) -> bool {
        let said = self.run("readelf", &["--dynamic", "program"]);
        said.contains("[libsos.so.0.1]")
    }
}

fn site() -> Option<Site> {
    for tool in ["cmake", "pkg-config", "cc", "c++"] {
        let there = Command::new(tool).arg("--version").output();
        let there = there.map_err(|_| format!("{tool} (Debian package of that name, or gcc, g++)"));
        skip::unless_missing(there)?;
    }
    let directory = TempDir::new().expect("a temporary directory");
    let device = Target::built_in("swiftshader").expect("a built-in device");
    fs::write(
        directory.path().join("device.json"),
        device.to_profile_json(),
    )
    .expect("a file");
    let bytes: Vec<u8> = module::REWRITTEN
        .iter()
        .flat_map(|word| word.to_ne_bytes())
        .collect();
    fs::write(directory.path().join("in.spv"), bytes).expect("a file");
    // target/debug/deps/packaging-…: beside `debug`.
    let test = std::env::current_exe().expect("a test knows where it is");
    let target = test.ancestors().nth(3).expect("cargo's target directory");
    Some(Site {
        directory,
        cargo: target.join("packaging"),
    })
}

#[test]
fn others_can_use_what_is_installed() {
    let Some(site) = site() else {
        return;
    };
    let cargo = format!("-DSOS_TARGET_DIR={}", site.cargo.display());
    let libdir = "-DCMAKE_INSTALL_LIBDIR=lib".to_owned();
    // With every part, so that whatever uses the library can use the lean one; and not as small as can be, since memcheck takes what LLVM
    // then makes of two conditions for one of unknown bytes.
    let lean = [
        "-DSOS_LEAN_LEVEL=s",
        "-DSOS_LIBRARIES=static;shared;lean",
        "-DSOS_LEAN_FEATURES=lowering;json;devices;vulkan;report",
    ];
    let lean = lean.map(str::to_owned);
    site.cmake(
        crate_directory(),
        "build",
        &[&[cargo.clone(), libdir], &lean[..]].concat(),
    );
    site.run("cmake", &["--install", "build", "--prefix", "there"]);

    let package = site.path("there").display().to_string();
    site.project("with-package", &[format!("-DCMAKE_PREFIX_PATH={package}")]);
    let source = format!("-DSOS_SOURCE={}", crate_directory().display());
    site.project("with-subdirectory", &[&[source, cargo], &lean[..]].concat());
    let sanitizers = "-fsanitize=address,undefined";
    for (package, shared) in [("sos-static", false), ("sos-lean", false), ("sos", true)] {
        site.by_pkg_config(&["cc", "-std=c99", sanitizers], "everything.c", &[package]);
        site.consume("program", "everything holds\n");
        assert_eq!(site.is_shared(), shared, "{package}");
        site.by_pkg_config(
            &["c++", "-std=c++17", sanitizers],
            "wrapper.cpp",
            &[package],
        );
        site.consume("program", "the wrapper holds\n");
        assert_eq!(site.is_shared(), shared, "{package}");
    }
    for package in ["sos", "sos-lean"] {
        site.by_pkg_config(
            &["cc", "-std=c99", "-static"],
            "everything.c",
            &["--static", package],
        );
        site.consume("program", "everything holds\n");
    }
    stands_beside_another(&site, "sos-lean");
    pleases_memcheck(&site, "sos-lean");
    site.by_pkg_config(&["cc", "-std=c99"], "defect.c", &["sos-lean"]);
    let told = site.run(site.path("program"), &[""; 0]);
    assert!(told.starts_with("told: panicked at "), "{told}");
    stands_beside_another(&site, "sos-static");
    pleases_memcheck(&site, "sos-static");

    let shared = fs::read_link(site.path("there/lib/libsos.so")).expect("a link");
    assert_eq!(shared, Path::new("libsos.so.0.1"));
    let library = fs::metadata(site.path("there/lib/libsos.so")).expect("the library");
    assert!(library.len() <= BUDGET, "{} bytes", library.len());
    shows_the_header(&site);
    needs_the_system_alone(&site);

    let layer = [
        "-DSOS_LAYER=ON".to_owned(),
        "-DSOS_LAYER_IMPLICIT=ON".to_owned(),
    ];
    site.cmake(crate_directory(), "build", &layer);
    site.run("cmake", &["--install", "build", "--prefix", "there"]);
    has_a_layer(&site.path("build/layer/layer"), &site);
    for kind in ["explicit", "implicit"] {
        has_a_layer(
            &site.path(&format!("there/share/vulkan/{kind}_layer.d")),
            &site,
        );
    }
}

/// The manifest by which Vulkan's loader finds the layer, and the library that it names: optimized, stripped, with what the loader
/// looks up.
fn has_a_layer(folder: &Path, site: &Site) {
    let manifest = fs::read(folder.join("VkLayer_SOS_filter.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    let library = manifest["layer"]["library_path"].as_str();
    let library = folder.join(library.expect("where the layer is"));
    let size = fs::metadata(&library).expect("the layer").len();
    assert!(size <= LAYER_BUDGET, "{size} bytes");
    let path = library.display().to_string();
    let said = site.run("nm", &["--dynamic", "--defined-only", &path]);
    let names = said.lines().filter_map(|line| line.rsplit(' ').next());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "vkEnumerateDeviceLayerProperties",
            "vkEnumerateInstanceExtensionProperties",
            "vkEnumerateInstanceLayerProperties",
            "vkGetDeviceProcAddr",
            "vkGetInstanceProcAddr",
            "vkNegotiateLoaderLayerInterfaceVersion",
        ]
    );
    let said = site.run("readelf", &["--sections", "--wide", &path]);
    assert!(!said.contains(".symtab") && !said.contains(".debug_info"));
}

/// In a program with another static library of Rust, whichever the linker reads first.
fn stands_beside_another(site: &Site, package: &str) {
    let other = crate_directory().join("tests/consumers/beside.rs");
    let other = other.display().to_string();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let made = ["--crate-type=staticlib", "-O", "-o", "libother.a"];
    site.run(rustc, &[&made[..], &[&other]].concat());
    let asked = site.run("pkg-config", &["--cflags", "--libs", package]);
    let asked: Vec<&str> = asked.split_whitespace().collect();
    let source = crate_directory().join("tests/consumers/beside.c");
    let source = source.display().to_string();
    let compile = ["-std=c99", "-Wall", "-Werror", "-o", "program", &source];
    for order in [
        [&["libother.a"], asked.as_slice()],
        [asked.as_slice(), &["libother.a"]],
    ] {
        site.run("cc", &[&compile[..], order[0], order[1], &["-lm"]].concat());
        assert_eq!(site.run(site.path("program"), &[""; 0]), "side by side\n");
    }
}

/// Valgrind finds nothing read that was not written, and at the end nothing that was not freed, not even what could still be reached.
fn pleases_memcheck(site: &Site, package: &str) {
    let there = Command::new("valgrind").arg("--version").output();
    let there = there.map_err(|_| "valgrind (Debian package of that name)".to_owned());
    if skip::unless_missing(there).is_none() {
        return;
    }
    let shaders = crate_directory().join("../corpus/shaders");
    let shader = |name: &str| shaders.join(name).display().to_string();
    let (wave, dot) = (
        shader("demo/wave_min.comp.spv"),
        shader("types/half_arithmetic.comp.spv"),
    );
    for (source, arguments) in [
        ("everything.c", vec!["device.json", "in.spv"]),
        ("threads.c", vec!["swiftshader", &wave, "in.spv"]),
        (
            "../../examples/filter.c",
            vec!["swiftshader", &dot, "out.spv"],
        ),
    ] {
        let compiler = ["cc", "-std=c99", "-g", "-pthread"];
        site.by_pkg_config(&compiler, source, &[package]);
        let options = [
            "--quiet",
            "--error-exitcode=9",
            "--leak-check=full",
            "--show-leak-kinds=all",
            "--errors-for-leak-kinds=all",
            "./program",
        ];
        site.run("valgrind", &[&options[..], &arguments].concat());
    }
}

/// The functions of the header, each with the version, and nothing else.
fn shows_the_header(site: &Site) {
    let said = site.run(
        "nm",
        &[
            "--dynamic",
            "--defined-only",
            "--with-symbol-versions",
            "there/lib/libsos.so",
        ],
    );
    let mut functions = 0;
    for line in said.lines() {
        let name = line.rsplit(' ').next().unwrap_or_default();
        if name == "SOS_0.1" {
            continue;
        }
        let (name, version) = name.split_once("@@").unwrap_or((name, ""));
        assert!(header::declared().contains(name), "{line}");
        assert_eq!(version, "SOS_0.1", "{line}");
        functions += 1;
    }
    assert_eq!(functions, header::declared().len());
}

fn needs_the_system_alone(site: &Site) {
    let said = site.run("readelf", &["--dynamic", "there/lib/libsos.so"]);
    let needed = said.lines().filter(|line| line.contains("(NEEDED)"));
    let names = needed.filter_map(|line| line.split(['[', ']']).nth(1));
    for name in names {
        assert!(SYSTEM.contains(&name), "the C user would need {name}");
    }
    assert!(
        said.contains("[libsos.so.0.1]"),
        "the name in programs: {said}"
    );
}
