//! The log: a file, or standard error; on Android, the system's log. What a file does not take, the latter gets.

use crate::folder::unwritable;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What a message is about. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing is logged.
    Off,
    /// What keeps the layer from working.
    Error,
    /// Stages that are refused, settings that have no effect.
    Warning,
    /// What is provided, and a summary.
    Info,
    /// Every stage.
    Verbose,
}

impl Level {
    /// The names of all levels.
    pub const NAMES: &'static [&'static str] = &["off", "error", "warning", "info", "verbose"];

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Self::Off,
            Self::Error,
            Self::Warning,
            Self::Info,
            Self::Verbose,
        ];
        let at = Self::NAMES.iter().position(|other| *other == name)?;
        all.get(at).copied()
    }
}

/// Where messages go. Any number of threads may use one.
#[derive(Debug)]
pub struct Log {
    level: Level,
    /// `None` once it could not be written.
    file: Mutex<Option<(PathBuf, File)>>,
    /// What is said before the first stage, each once.
    opening: Mutex<Opening>,
}

/// Messages, and how many of them were written.
#[derive(Debug, Default)]
struct Opening {
    texts: Vec<String>,
    said: usize,
}

impl Log {
    /// A log that appends to a file, or without one writes to standard error.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn new(level: Level, path: Option<&Path>) -> io::Result<Self> {
        let open = |path: &Path| {
            let file = OpenOptions::new().append(true).create(true).open(path)?;
            io::Result::Ok((path.to_path_buf(), file))
        };
        let file = Mutex::new(path.map(open).transpose()?);
        Ok(Self {
            level,
            file,
            opening: Mutex::default(),
        })
    }

    /// The same, but with standard error in place of a file that cannot be written, once that is said.
    pub fn open(level: Level, path: Option<&Path>) -> Self {
        Self::new(level, path).unwrap_or_else(|why| {
            let made = Self {
                level,
                file: Mutex::default(),
                opening: Mutex::default(),
            };
            made.say(
                Level::Warning,
                &unwritable("log", path.unwrap_or(Path::new("")), &why),
            );
            made
        })
    }

    /// Whether messages of this level are written.
    pub fn wants(&self, level: Level) -> bool {
        level <= self.level
    }

    /// A message that is written once there is a stage: a program without any is none of this layer's business. Where every detail is
    /// wanted, it is written at once.
    pub fn open_with(&self, text: String) {
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if !opening.texts.contains(&text) {
            opening.texts.push(text);
        }
        drop(opening);
        if self.wants(Level::Verbose) {
            self.begin();
        }
    }

    /// Writes what waits for the first stage.
    pub fn begin(&self) {
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        for text in opening.texts.iter().skip(opening.said) {
            self.say(Level::Info, text);
        }
        opening.said = opening.texts.len();
    }

    /// Writes a message, in one piece. What cannot be written anywhere is lost: a log must not break the program.
    pub fn say(&self, level: Level, text: &str) {
        if !self.wants(level) {
            return;
        }
        let mut place = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, file)) = &mut *place {
            // Several programs may append to one file.
            let line = format!("sos {}: {text}\n", std::process::id());
            let Err(why) = file.write_all(line.as_bytes()) else {
                return;
            };
            if self.wants(Level::Warning) {
                let said = unwritable("log", path, &why);
                let _ = to_system(Level::Warning, &format!("sos: {said}\n"));
            }
            *place = None;
        }
        let _ = to_system(level, &format!("sos: {text}\n"));
    }
}

#[cfg(not(target_os = "android"))]
fn to_system(_: Level, line: &str) -> io::Result<()> {
    io::stderr().lock().write_all(line.as_bytes())
}

#[cfg(target_os = "android")]
fn to_system(level: Level, line: &str) -> io::Result<()> {
    use std::ffi::{c_char, c_int, CString};
    #[link(name = "log")]
    extern "C" {
        fn __android_log_write(priority: c_int, tag: *const c_char, text: *const c_char) -> c_int;
    }
    // ANDROID_LOG_ERROR, …_WARN, …_INFO, …_DEBUG.
    let priority = match level {
        Level::Error => 6,
        Level::Warning => 5,
        Level::Verbose => 3,
        _ => 4,
    };
    let text = CString::new(line.trim_end()).unwrap_or_default();
    // SAFETY: both are terminated strings.
    unsafe { __android_log_write(priority, c"sos".as_ptr(), text.as_ptr()) };
    Ok(())
}
