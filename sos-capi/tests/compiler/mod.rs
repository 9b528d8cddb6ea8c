//! The C and C++ compilers of this machine, as strict as they come.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use sos_tests::skip;

/// What the source is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
}

/// Which form of the library is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// `libsos.a`
    Static,
    /// `libsos.so`
    Shared,
}

/// A compiler that is there.
pub struct Compiler {
    language: Language,
    program: OsString,
}

/// What Rust's standard library needs of the system, as `rustc --print native-static-libs` lists it for Linux. Others
/// are linked without these.
const SYSTEM: &[&str] = if cfg!(target_os = "linux") {
    &["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]
} else {
    &[]
};

/// The compiler: `$CC` or `cc`, `$CXX` or `c++`. `None` once the running test is written down as skipped; return then.
pub fn find(language: Language) -> Option<Compiler> {
    let (variable, usual) = match language {
        Language::C => ("CC", "cc"),
        Language::Cpp => ("CXX", "c++"),
    };
    let program = std::env::var_os(variable).unwrap_or_else(|| usual.into());
    let there = Command::new(&program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    skip::unless_missing(match there {
        true => Ok(Compiler { language, program }),
        false => Err(format!("a compiler ({usual}, or set {variable})")),
    })
}

/// Where cargo has put the library that belongs to this test: beside the test itself.
pub fn library_directory() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    test.parent().expect("a file is in a directory").to_owned()
}

impl Compiler {
    /// What links a program with Vulkan's loader. `None` without `vulkan.h` and the loader, once the running test is
    /// written down as skipped; return then.
    pub fn vulkan(&self) -> Option<&'static str> {
        let mut command = Command::new(&self.program);
        command.args(["-x", "c", "-E", "-include", "vulkan/vulkan.h", "/dev/null"]);
        let there = command.output().is_ok_and(|output| output.status.success());
        skip::unless_missing(match there {
            true => Ok("-lvulkan"),
            false => Err("vulkan/vulkan.h (Debian package libvulkan-dev)".to_owned()),
        })
    }

    /// Compiles without linking; panics if the compiler has anything to say.
    #[track_caller]
    pub fn compile(&self, source: &Path, options: &[&str], object: &Path) {
        let mut command = self.command(source);
        command.args(options).arg("-c").arg("-o").arg(object);
        run(&mut command);
    }

    /// Compiles and links; panics if the compiler or linker has anything to say.
    #[track_caller]
    pub fn link(&self, source: &Path, library: Library, options: &[&str], program: &Path) {
        let mut command = self.command(source);
        command.args(options).arg("-o").arg(program);
        let directory = library_directory();
        match library {
            // The file after a source must not be taken for source in the language that `-x` named.
            Library::Static => command.args(["-x", "none"]).arg(directory.join("libsos.a")),
            Library::Shared => command
                .args(["-x", "none"])
                .arg("-L")
                .arg(directory)
                .arg("-lsos"),
        };
        command.args(SYSTEM);
        run(&mut command);
    }

    fn command(&self, source: &Path) -> Command {
        let mut command = Command::new(&self.program);
        let (language, standard) = match self.language {
            Language::C => ("c", "-std=c99"),
            Language::Cpp => ("c++", "-std=c++11"),
        };
        command.args([
            standard,
            "-pedantic",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wconversion",
            "-Wshadow",
        ]);
        command
            .arg("-I")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
        command.args(["-x", language]).arg(source);
        command
    }
}

#[track_caller]
fn run(command: &mut Command) {
    let output = command.output().expect("the compiler runs");
    let said = [output.stdout, output.stderr].concat();
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&said)
    );
}
