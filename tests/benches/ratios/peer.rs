//! `spirv-opt`'s passes, in a separate program that calls the library in a loop and measures the time.
//!
//! The program is compiled against the installed library, or against the folders `include` and `lib` in `SOS_SPIRV_OPT_DIR`,
//! for a version of SPIRV-Tools that is not installed. Building the program, starting the process, reading files and creating
//! optimizers are not measured.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The task to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Removes unused declarations.
    Trim,
    /// Sets values of constants and folds what depends on them.
    Specialize,
}

/// The compiled program.
pub struct SpirvOpt {
    program: PathBuf,
    trims: bool,
}

impl SpirvOpt {
    /// Compiles it.
    pub fn build() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/ratios/spirv_opt.cpp");
        let program = folder.join("spirv_opt_peer");
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        let own = std::env::var_os("SOS_SPIRV_OPT_DIR").map(PathBuf::from);
        let folders = own.iter().flat_map(|own| {
            let folder = |option: &str, name| format!("{option}{}", own.join(name).display());
            [
                folder("-I", "include"),
                folder("-L", "lib"),
                folder("-Wl,-rpath,", "lib"),
            ]
        });
        let folders: Vec<String> = folders.collect();
        let mut message = String::new();
        for trims in [true, false] {
            let output = Command::new(&compiler)
                .args(["-O2", "-std=c++17"])
                .args(trims.then_some("-DHAS_TRIMMING"))
                .args(&folders)
                .arg(&source)
                .arg("-o")
                .arg(&program)
                .args(["-lSPIRV-Tools-opt", "-lSPIRV-Tools"])
                .output()
                .map_err(|error| format!("{compiler}: {error}"))?;
            if output.status.success() {
                return Ok(Self { program, trims });
            }
            message = String::from_utf8_lossy(&output.stderr).into_owned();
        }
        let first = message
            .lines()
            .next()
            .unwrap_or("the compiler gave no message");
        Err(format!(
            "its library is not to be had here (Debian package spirv-tools): {first}"
        ))
    }

    /// Whether this version can trim capabilities, as versions since 2023.5 can.
    pub fn trims(&self) -> bool {
        self.trims
    }

    /// The best time of a task in seconds for the modules that it accepts, and the indices of the modules that it rejects.
    pub fn time<'m>(
        &self,
        job: Job,
        modules: impl Iterator<Item = (&'m [u32], &'m Vec<(u32, u64)>)>,
    ) -> Result<(f64, Vec<usize>), String> {
        let mut input = vec![u32::from(job == Job::Specialize)];
        for (words, constants) in modules {
            input.push(constants.len() as u32);
            for &(id, value) in constants {
                input.extend([id, value as u32, (value >> 32) as u32]);
            }
            input.push(words.len() as u32);
            input.extend_from_slice(words);
        }
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spirv_opt_peer.in");
        let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_ne_bytes()).collect();
        std::fs::write(&file, bytes).map_err(|error| error.to_string())?;
        let output = Command::new(&self.program)
            .arg(&file)
            .output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut fields = text.split_whitespace();
        let best = fields.next().and_then(|word| word.parse().ok());
        let refused = fields
            .skip(1)
            .filter_map(|word| word.parse().ok())
            .collect();
        let reported = best.map(|best| (best, refused));
        reported.filter(|_| output.status.success()).ok_or_else(|| {
            format!(
                "spirv-opt's passes ended with {}: {}",
                output.status,
                String::from_utf8_lossy(&output.stderr).trim()
            )
        })
    }
}
