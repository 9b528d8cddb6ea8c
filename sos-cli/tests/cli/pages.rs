//! Runs the commands of the pages that people read, as they are printed there, and compares what they print.
//!
//! A page is one session of a shell in an empty folder that looks like a checkout: with links to everything in this one, and `sos` on the
//! path. [`page`] says how a block tells what it needs. Every command must end with 0, unless `echo $?` is the next.
//!
//! The crate `trycmd` does this for single programs. These pages need a shell: variables, pipes, `cd`, and the tools of others.
//!
//! What takes minutes is run where `SOS_PAGES=all` is set, which `scripts/book-examples` does: in one folder below `target`, so that cargo
//! finds what it has built before.

mod page;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use page::Block;
use sos_runner::execute::session::environment;
use sos_tests::paths::root;
use sos_tests::{driver, skip};
use tempfile::TempDir;

use crate::fossilize::{Database, Stage, Stored};

/// One test for each page with commands.
macro_rules! pages {
    ($($test:ident $path:literal)*) => {
        const PAGES: &[&str] = &[$($path),*];
        $(#[test]
        fn $test() {
            run($path);
        })*
    };
}

pages! {
    the_front_page "README.md"
    checking "docs/check.md"
    installing "docs/install.md"
    many_files "docs/many-files.md"
    a_phone "docs/phone.md"
    the_program "docs/program.md"
    many_machines "docs/scale.md"
    the_shader_library "docs/shader-library.md"
    any_program "docs/use/any-program.md"
    ash "docs/use/ash.md"
    a_build_system "docs/use/build.md"
    a_vulkan_engine "docs/use/vulkan.md"
    wgpu "docs/use/wgpu.md"
}

#[test]
fn every_page_with_commands_is_run() {
    let mut found = Vec::new();
    for folder in ["", "corpus", "corpus/devices", "docs", "docs/use"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = Path::new(folder).join(entry.unwrap().file_name());
            let is_page = path.extension().is_some_and(|it| it == "md");
            let path = path.into_os_string().into_string().unwrap();
            if is_page && !read(&path).0.is_empty() {
                found.push(path);
            }
        }
    }
    found.sort();
    assert_eq!(found, PAGES);
}

fn read(path: &str) -> (Vec<Block>, Vec<String>) {
    let text = fs::read_to_string(root().join(path)).expect(path);
    page::read(&text).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// Whether minutes are to be spent.
fn is_slow() -> bool {
    std::env::var_os("SOS_PAGES").is_some_and(|it| it == "all")
}

fn run(path: &str) {
    // There is one folder for what is slow.
    static ALONE: Mutex<()> = Mutex::new(());
    let (mut blocks, left_out) = read(path);
    for reason in left_out {
        println!("{path}: not run: {reason}");
    }
    blocks.retain(|block| is_slow() || !block.slow);
    let mut variables = Vec::new();
    for need in blocks.iter().flat_map(|block| &block.needs) {
        match need.as_str() {
            "lavapipe" | "swiftshader" => {
                let Some(driver) = driver::located(need) else {
                    return;
                };
                variables = environment(&driver);
                // With it, loaders look nowhere else for layers.
                variables.retain(|(name, _)| *name != "VK_LAYER_PATH");
            }
            program => {
                let missing = format!("{program}, for {path}");
                if skip::unless_missing(find(program).ok_or(missing)).is_none() {
                    return;
                }
            }
        }
    }
    for (file, lines) in blocks.iter().filter_map(|block| block.from.as_ref()) {
        let text = fs::read_to_string(root().join(file)).expect(file);
        let lines_shown = lines.join("\n");
        assert!(
            page::is_part(lines, &text),
            "{path}: {file} does not have\n{lines_shown}"
        );
    }
    let _alone = is_slow().then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner));
    let place = Place::new();
    place.session(path, &blocks, &variables);
}

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut folders = std::env::split_paths(&path);
    folders.find_map(|folder| Some(folder.join(program)).filter(|file| file.is_file()))
}

/// A database with one pipeline, for those who have none.
fn database() -> Vec<u8> {
    let shader = root().join("corpus/shaders/programs/half_blur.comp.spv");
    let mut database = Database::new(6);
    let module = database.module(&fs::read(shader).unwrap(), Stored::Deflate);
    let stage = Stage {
        bit: 32,
        module,
        name: "main",
        rest: "",
    };
    database.compute(1, &stage, 0);
    database.0
}

/// Where a page's commands run: `checkout` is the working directory, the other folders are the test's.
struct Place {
    folder: PathBuf,
    _removed: Option<TempDir>,
}

impl Place {
    fn new() -> Self {
        let temporary = (!is_slow()).then(|| TempDir::new().unwrap());
        let folder = match &temporary {
            Some(folder) => folder.path().to_owned(),
            None => root().join("target/book-examples"),
        };
        for part in ["checkout", "home", "says"] {
            let part = folder.join(part);
            if part.exists() {
                fs::remove_dir_all(&part).unwrap();
            }
            fs::create_dir_all(&part).unwrap();
        }
        fs::create_dir_all(folder.join("target")).unwrap();
        let link = |from: &Path, name: &str| {
            std::os::unix::fs::symlink(from, folder.join("checkout").join(name)).unwrap();
        };
        for entry in fs::read_dir(root()).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if ![".git", "build", "target"].contains(&&*name) {
                link(&entry.path(), &name);
            }
        }
        link(&folder.join("target"), "target");
        fs::write(folder.join("home/game.foz"), database()).unwrap();
        Self {
            folder,
            _removed: temporary,
        }
    }

    /// Runs all blocks in one shell.
    fn session(&self, path: &str, blocks: &[Block], variables: &[(&str, OsString)]) {
        let mut script = String::new();
        let commands: Vec<_> = blocks.iter().flat_map(|block| &block.commands).collect();
        let mut at = 0;
        for block in blocks {
            for command in &block.before {
                let _ = writeln!(script, "exec >$says/before 2>&1\n{command} || exit");
            }
            if let Some((name, contents)) = &block.file {
                let _ = writeln!(script, "mkdir -p \"$(dirname '{name}')\"\ncat >'{name}' <<'END OF {name}'\n{contents}END OF {name}");
            }
            for command in &block.commands {
                let next = commands.get(at + 1);
                let may_fail = next.is_some_and(|next| next.text == "echo $?");
                let stop = if may_fail {
                    ""
                } else {
                    "[ $status = 0 ] || exit"
                };
                let text = &command.text;
                // Who types is slower than the clock of files, which Make compares: it may tick 100 times a second.
                let _ = writeln!(
                    script,
                    "sleep 0.02\nexec >$says/{at} 2>&1\n(exit $status)\n{text}\nstatus=$?\necho $status >$says/{at}.status\n{stop}"
                );
                at += 1;
            }
        }
        let file = self.folder.join("says/script");
        fs::write(&file, format!("status=0\nsays=$PWD/../says\n{script}")).unwrap();
        let status = self.shell(&file, variables).status().unwrap();
        let says = |name: &str| fs::read_to_string(self.folder.join("says").join(name));
        for (at, command) in commands.iter().enumerate() {
            let place = format!("{path}:{}: {}", command.line, command.text);
            let ended = says(&format!("{at}.status"));
            let printed = says(&at.to_string()).unwrap_or_default();
            let lines: Vec<_> = printed.lines().map(str::trim_end).collect();
            let next = commands.get(at + 1);
            let is_good = match &ended {
                Ok(status) => status == "0\n" || next.is_some_and(|next| next.text == "echo $?"),
                Err(_) => panic!(
                    "{place}: not reached: {}",
                    says("before").unwrap_or_default()
                ),
            };
            assert!(is_good, "{place}: ended with {}{printed}", ended.unwrap());
            if !command.prints.is_empty() {
                let expected = command.prints.join("\n");
                let is_as_shown = page::shows(&command.prints, &lines);
                assert!(
                    is_as_shown,
                    "{place}: printed\n{printed}and not\n{expected}"
                );
            }
        }
        assert!(
            status.success(),
            "{path}: {}",
            says("before").unwrap_or_default()
        );
    }

    /// A shell as a reader has one.
    fn shell(&self, script: &Path, variables: &[(&str, OsString)]) -> Command {
        let sos = Path::new(env!("CARGO_BIN_EXE_sos")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let home = PathBuf::from(std::env::var_os("HOME").unwrap());
        let mut command = Command::new("bash");
        command
            .arg(script)
            .current_dir(self.folder.join("checkout"))
            .stdin(Stdio::null())
            .env("PATH", format!("{}:{path}", sos.display()))
            .env("HOME", self.folder.join("home"))
            .env("CHECKOUT", root())
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INSTALL_ROOT", self.folder.join("home"))
            .envs(variables.iter().map(|(name, value)| (name, value)));
        for (name, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            if std::env::var_os(name).is_none() {
                command.env(name, home.join(folder));
            }
        }
        // What cargo tells a test is nothing that a reader has.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            let is_ours = ["CARGO_PKG_", "CARGO_MANIFEST_", "SOS_"]
                .iter()
                .any(|begin| name.starts_with(begin));
            if is_ours {
                command.env_remove(&*name);
            }
        }
        command
    }
}
