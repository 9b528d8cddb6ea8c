//! The header against the library, and programs in C99 and C++ that are linked with it and run, some of them on Vulkan.

mod compiler;
mod engine;
#[allow(dead_code)]
mod header;
mod module;

#[cfg(target_os = "linux")]
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use compiler::{Compiler, Language, Library};
use module::{REWRITTEN, UNSUPPORTED};
use sos_core::{Options, Strip, Target};
use sos_runner::execute::session::environment;
use sos_tests::driver::{self, Driver};
use sos_tests::filtered::filtered;
use sos_tests::paths::corpus;
use sos_tests::skip;
use sos_tests::tools::read_module;
use tempfile::TempDir;

/// The device that the consumers filter for.
const DEVICE: &str = "swiftshader";

/// The shared library where cargo puts it.
const SHARED: &str = if cfg!(target_os = "macos") {
    "libsos.dylib"
} else {
    "libsos.so"
};

/// The name that programs ask for.
const SONAME: &str = concat!(
    "libsos.so.",
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR")
);

/// For the compiler: out-of-bounds accesses, leaks and undefined behaviour end the program.
const SANITIZERS: &[&str] = &[
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// What the library could allocate with, for the linker to put a counter in between.
#[cfg(target_os = "linux")]
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "posix_memalign"];

/// A directory with the module and the device in it, to compile and run in.
struct Workshop {
    compiler: Compiler,
    directory: TempDir,
}

impl Workshop {
    /// `None` if there is no compiler here, once that is written down as a skip.
    fn new(language: Language) -> Option<Self> {
        let compiler = compiler::find(language)?;
        let directory = TempDir::new().expect("a temporary directory");
        fs::write(directory.path().join("in.spv"), bytes(&REWRITTEN)).expect("a file");
        let target = Target::built_in(DEVICE).expect(DEVICE);
        fs::write(
            directory.path().join("device.json"),
            target.to_profile_json(),
        )
        .expect("a file");
        Some(Self {
            compiler,
            directory,
        })
    }

    /// For C programs that open Vulkan themselves: with what links the loader, lavapipe and SwiftShader.
    fn on_vulkan() -> Option<(Self, &'static str, [Driver; 2])> {
        let workshop = Self::new(Language::C)?;
        let options = workshop.compiler.vulkan()?;
        let [lavapipe, swiftshader] = driver::EXECUTING.map(driver::located);
        Some((workshop, options, [lavapipe?, swiftshader?]))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Compiles a program, links it with the library, and runs it; panics unless it ends with this status.
    #[track_caller]
    fn build_and_run(
        &self,
        source: &Path,
        library: Library,
        options: &[&str],
        arguments: &[&str],
        status: i32,
    ) -> String {
        self.build(source, library, options);
        self.run(library, arguments, &[], status)
    }

    #[track_caller]
    fn build(&self, source: &Path, library: Library, options: &[&str]) {
        let program = self.path("program");
        self.compiler.link(source, library, options, &program);
        if library == Library::Shared {
            // By the name that programs ask for; cargo leaves only `libsos.so`.
            let file = compiler::library_directory().join(SHARED);
            let named = if cfg!(target_os = "linux") {
                SONAME
            } else {
                SHARED
            };
            fs::copy(file, self.path(named)).expect("the library");
        }
    }

    /// Runs what was built last, however it ends.
    fn output(
        &self,
        library: Library,
        arguments: &[&str],
        environment: &[(&str, OsString)],
    ) -> Output {
        let mut command = Command::new(self.path("program"));
        command.current_dir(self.directory.path()).args(arguments);
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        if library == Library::Shared {
            command.env("LD_LIBRARY_PATH", self.directory.path());
        }
        command.output().expect("the program runs")
    }

    /// Runs what was built last; panics unless it ends with this status.
    #[track_caller]
    fn run(
        &self,
        library: Library,
        arguments: &[&str],
        environment: &[(&str, OsString)],
        status: i32,
    ) -> String {
        let output = self.output(library, arguments, environment);
        let (stdout, stderr) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert_eq!(output.status.code(), Some(status), "{stdout}{stderr}");
        assert_eq!(stderr, "", "a consumer that fares well says nothing");
        stdout.into_owned()
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Every function called, every status provoked.
fn everything(language: Language, library: Library, options: &[&str]) {
    let Some(workshop) = Workshop::new(language) else {
        return;
    };
    let source = source("tests/consumers/everything.c");
    let said = workshop.build_and_run(&source, library, options, &["device.json", "in.spv"], 0);
    assert_eq!(said, "everything holds\n");
}

#[test]
fn c99_with_the_static_library() {
    everything(Language::C, Library::Static, &[]);
}

#[test]
fn cpp_with_the_static_library() {
    everything(Language::Cpp, Library::Static, &[]);
}

/// The wrapper for C++, as old and as new as it may be.
#[test]
fn cpp_with_owners() {
    let Some(workshop) = Workshop::new(Language::Cpp) else {
        return;
    };
    let source = source("tests/consumers/wrapper.cpp");
    for standard in ["-std=c++11", "-std=c++17"] {
        let options = [SANITIZERS, &[standard]].concat();
        let arguments = ["device.json", "in.spv"];
        let said = workshop.build_and_run(&source, Library::Static, &options, &arguments, 0);
        assert_eq!(said, "the wrapper holds\n");
    }
}

/// The wrapper for programs without exceptions and run-time type information, up to C++20.
#[test]
fn cpp_without_exceptions() {
    let Some(workshop) = Workshop::new(Language::Cpp) else {
        return;
    };
    let quiet = source("tests/consumers/quiet.cpp");
    let loud = source("tests/consumers/wrapper.cpp");
    for standard in ["-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"] {
        let object = workshop.path("wrapper.o");
        let without_types = [standard, "-fno-rtti"];
        workshop.compiler.compile(&loud, &without_types, &object);
        for further in [&["-fno-exceptions"][..], &["-fno-exceptions", "-fno-rtti"]] {
            let options = [&[standard], further].concat();
            workshop.compiler.compile(&quiet, &options, &object);
        }
    }
    let options = [SANITIZERS, &["-fno-exceptions", "-fno-rtti"]].concat();
    let arguments = ["device.json", "in.spv"];
    let said = workshop.build_and_run(&quiet, Library::Static, &options, &arguments, 0);
    assert_eq!(said, "quietly as well\n");
}

/// A warm scratch, with the functions that allocate counted by the linker's help.
#[cfg(target_os = "linux")]
#[test]
fn a_warm_scratch_allocates_nothing() {
    let Some(workshop) = Workshop::new(Language::C) else {
        return;
    };
    let modules = [
        "demo/wave_min.comp.spv",
        "types/half_arithmetic.comp.spv",
        "storage/byte_buffer.comp.spv",
    ];
    let modules = modules.map(|name| corpus().join("shaders").join(name));
    let modules = modules.each_ref().map(|path| path.to_str().expect("text"));
    let arguments = [&[DEVICE], modules.as_slice()].concat();
    let counted = ALLOCATING.map(|name| format!("-Wl,--wrap={name}"));
    let options = counted.each_ref().map(String::as_str);
    let source = source("tests/consumers/warm.c");
    let said = workshop.build_and_run(&source, Library::Static, &options, &arguments, 0);
    assert_eq!(said, "nothing is allocated\n");
}

/// Memory of the caller's: what is refused, what is freed where and when.
#[cfg(target_os = "linux")]
fn contexts(options: &[&str], further: &[&str]) {
    let Some(workshop) = Workshop::new(Language::C) else {
        return;
    };
    fs::write(workshop.path("unsupported.spv"), bytes(&UNSUPPORTED)).expect("a file");
    let source = source("tests/consumers/contexts.c");
    let counted = ALLOCATING.map(|name| format!("-Wl,--wrap={name}"));
    let wrapped = counted.each_ref().map(String::as_str);
    let options = [options, &wrapped].concat();
    // A small device, so that there are not too many requests to refuse.
    let first = ["unsupported.spv", "vulkan-1.0", "in.spv"];
    let further: Vec<PathBuf> = further
        .iter()
        .map(|name| corpus().join("shaders").join(name))
        .collect();
    let further = further.iter().map(|path| path.to_str().expect("text"));
    let further = further.flat_map(|path| [DEVICE, path]);
    let arguments: Vec<&str> = first.into_iter().chain(further).collect();
    let said = workshop.build_and_run(&source, Library::Static, &options, &arguments, 0);
    assert_eq!(said, "contexts hold\n");
}

#[cfg(target_os = "linux")]
#[test]
fn contexts_have_the_callers_memory() {
    // By way of passes over the whole module, and of functions that are added.
    contexts(
        &[],
        &[
            "types/half_arithmetic.comp.spv",
            "types/long_arithmetic.comp.spv",
            "storage/byte_buffer.comp.spv",
        ],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn contexts_under_the_address_sanitizer() {
    contexts(SANITIZERS, &[]);
}

/// What the log of a context is told.
fn logs(options: &[&str]) {
    let Some(workshop) = Workshop::new(Language::C) else {
        return;
    };
    fs::write(workshop.path("unsupported.spv"), bytes(&UNSUPPORTED)).expect("a file");
    let source = source("tests/consumers/logs.c");
    let arguments = ["unsupported.spv", "vulkan-1.0", "in.spv"];
    let said = workshop.build_and_run(&source, Library::Static, options, &arguments, 0);
    assert_eq!(said, "logs tell\n");
}

#[test]
fn logs_name_what_is_wrong() {
    logs(&[]);
}

#[cfg(target_os = "linux")]
#[test]
fn logs_under_the_address_sanitizer() {
    logs(SANITIZERS);
}

#[test]
fn c99_with_the_shared_library() {
    everything(Language::C, Library::Shared, &[]);
}

#[test]
fn c99_under_the_address_sanitizer() {
    everything(Language::C, Library::Static, SANITIZERS);
}

/// Two threads, one target, one module, each with a scratch of its own: the same words each time as from one thread.
fn threads(options: &[&str]) {
    let Some(workshop) = Workshop::new(Language::C) else {
        return;
    };
    let module = corpus().join("shaders/demo/wave_min.comp.spv");
    let module = module.to_str().expect("a path that is text");
    let source = source("tests/consumers/threads.c");
    let arguments = [DEVICE, module, "in.spv"];
    let said = workshop.build_and_run(&source, Library::Static, options, &arguments, 0);
    assert_eq!(said, "4 threads, 200 runs each\n");
}

#[test]
fn threads_share_a_target_and_modules() {
    threads(&[]);
}

#[test]
fn threads_under_the_address_sanitizer() {
    threads(SANITIZERS);
}

/// What belongs to a pipeline besides the words.
#[test]
fn pipelines_get_what_they_need() {
    for language in [Language::C, Language::Cpp] {
        let Some(workshop) = Workshop::new(language) else {
            return;
        };
        let modules = [
            "demo/wave_min.comp.spv",
            "subgroup/size_constant.comp.spv",
            "types/half_arithmetic.comp.spv",
            "subgroup/ballot.comp.spv",
            "types/half_spec_widened.comp.spv",
        ];
        let modules = modules.map(|name| corpus().join("shaders").join(name));
        let modules = modules.each_ref().map(|path| path.to_str().expect("text"));
        let source = source("tests/consumers/pipeline.c");
        let said = workshop.build_and_run(&source, Library::Static, SANITIZERS, &modules, 0);
        assert_eq!(said, "pipelines get what they need\n");
    }
}

/// What a driver has and what was enabled on it, asked from C by an instance of the program's own.
#[test]
fn targets_are_made_from_live_vulkan() {
    let Some((workshop, options, [lavapipe, swiftshader])) = Workshop::on_vulkan() else {
        return;
    };
    workshop.build(
        &source("tests/consumers/live.c"),
        Library::Static,
        &[options],
    );
    // Lavapipe has 16-bit floats, SwiftShader has not.
    for (driver, has_float16) in [(lavapipe, "1"), (swiftshader, "0")] {
        let said = workshop.run(Library::Static, &[has_float16], &environment(&driver), 0);
        assert_eq!(said, "live targets hold\n");
    }
}

/// The bench behind `docs/c-api.md`, on a few modules: it says what it has to.
#[test]
fn the_cost_of_filtering_is_told() {
    let Some(workshop) = Workshop::new(Language::C) else {
        return;
    };
    let Some(options) = workshop.compiler.vulkan() else {
        return;
    };
    let Some(driver) = driver::located(driver::EXECUTING[0]) else {
        return;
    };
    workshop.build(&source("examples/cost.c"), Library::Static, &[options]);
    let modules = [
        "storage/byte_buffer.comp.spv",
        "programs/half_blur.comp.spv",
    ];
    let modules = modules.map(|name| corpus().join("shaders").join(name));
    let modules = modules.each_ref().map(|path| path.to_str().expect("text"));
    let arguments = [&["10"], modules.as_slice()].concat();
    let said = workshop.run(Library::Static, &arguments, &environment(&driver), 0);
    assert!(
        said.starts_with("10 shaders, 2 of them different\n"),
        "{said}"
    );
    let rewritten = "filtered for swiftshader, 2 threads: ";
    let line = said.lines().find(|line| line.starts_with(rewritten));
    assert!(
        line.is_some_and(|line| line.contains("10 rewritten")),
        "{said}"
    );
    assert!(said.contains("(10 pipelines)"), "{said}");
}

#[test]
fn the_examples_filter_the_corpus() {
    let module = corpus().join("shaders/demo/wave_min.comp.spv");
    let words = read_module(&module).expect("the demonstration");
    let target = Target::built_in(DEVICE).expect(DEVICE);
    // The C++ example strips debug information.
    for (language, example, strip) in [
        (Language::C, "examples/filter.c", Strip::Nothing),
        (Language::Cpp, "examples/filter.cpp", Strip::Debug),
    ] {
        let Some(workshop) = Workshop::new(language) else {
            return;
        };
        let options = Options {
            strip,
            ..Options::default()
        };
        let expected = filtered(&words, &target, &options).expect("the device runs it");
        assert_ne!(expected, words);

        let module = module.to_str().expect("a path that is text");
        for device in [DEVICE, "device.json"] {
            let arguments = [device, module, "out.spv"];
            workshop.build_and_run(&source(example), Library::Static, &[], &arguments, 0);
            let out = read_module(&workshop.path("out.spv")).expect("the example wrote its output");
            assert_eq!(out, expected, "{example} {device}");
            fs::remove_file(workshop.path("out.spv")).expect("the output");
        }
    }
}

#[test]
fn the_example_says_why_not() {
    let Some(workshop) = Workshop::new(Language::C) else {
        return;
    };
    fs::write(workshop.path("in.spv"), bytes(&UNSUPPORTED)).expect("a file");
    let source = source("examples/filter.c");
    let arguments = [DEVICE, "in.spv", "out.spv"];
    let said = workshop.build_and_run(&source, Library::Static, &[], &arguments, 1);
    assert!(said.contains(" cannot run it; "), "{said}");
    assert!(said.contains("\n  help: "), "{said}");
    assert!(!workshop.path("out.spv").exists());
}

/// The shared library shows the functions of the header, and nothing else that a program's own names could meet.
#[cfg(target_os = "linux")]
#[test]
fn the_shared_library_exports_the_header() {
    let library = compiler::library_directory().join("libsos.so");
    let output = Command::new("nm")
        .args(["--dynamic", "--defined-only", "--format=posix"])
        .arg(&library)
        .output();
    let Some(output) = skip::unless_missing(output.map_err(|_| "nm (binutils)".to_owned())) else {
        return;
    };
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("names are text");
    let names = said.lines().filter_map(|line| line.split(' ').next());
    let exported: BTreeSet<String> = names.map(str::to_owned).collect();
    assert_eq!(exported, header::declared());
}

/// The manual as pages: doxygen finds everything in the header documented, and nothing that it does not understand.
#[test]
fn the_manual_compiles() {
    let directory = TempDir::new().expect("a temporary directory");
    let output = Command::new("doxygen")
        .arg("Doxyfile")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("SOS_DOXYGEN_OUTPUT", directory.path())
        .output();
    let missing = output.map_err(|_| "doxygen (Debian package of that name)".to_owned());
    let Some(output) = skip::unless_missing(missing) else {
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    assert!(directory.path().join("html/sos_8h.html").is_file());
}

#[test]
fn the_header_says_what_the_library_is() {
    let Some(compiler) = compiler::find(Language::C) else {
        return;
    };
    let directory = TempDir::new().expect("a temporary directory");
    let check = directory.path().join("check.c");
    fs::write(&check, header::check()).expect("a file");
    compiler.compile(&check, &[], &directory.path().join("check.o"));
}
