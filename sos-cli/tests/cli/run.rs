//! Runs the program in a temporary directory.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A temporary directory to run the program in.
pub struct Place {
    dir: TempDir,
}

/// The output of a run.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Place {
    /// Creates a directory with these files.
    pub fn with(files: &[(&str, &[u8])]) -> Self {
        let place = Self {
            dir: TempDir::new().unwrap(),
        };
        for (name, bytes) in files {
            fs::write(place.path(name), bytes).unwrap();
        }
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of all files, sorted, to check that no others are left behind.
    pub fn files(&self) -> Vec<String> {
        let names = fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<String> = names
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The program, in this directory, with arguments.
    pub fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sos"));
        command
            .current_dir(self.dir.path())
            .args(args)
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.command(args).output().unwrap().into()
    }

    /// Runs with these bytes on standard input.
    pub fn pipe(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that rejects its arguments may exit before it reads its input; that is not an error here.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap().into()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("ended by a signal"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// Asserts the exit status, and that standard error contains all of these texts.
    #[track_caller]
    pub fn expect(&self, status: i32, says: &[&str]) -> &Self {
        assert_eq!(self.status, status, "{}", self.stderr);
        for text in says {
            assert!(
                self.stderr.contains(text),
                "{text:?} is not in {:?}",
                self.stderr
            );
        }
        self
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }
}
