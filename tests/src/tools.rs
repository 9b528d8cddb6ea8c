//! The Khronos command line tools: validator, assembler, disassembler, GLSL compiler.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{anyhow, bail, ensure, Context as _, Result};
use sos_runner::validator::{Validator, VARIABLE};
use tempfile::NamedTempFile;

use crate::{glsl, paths, skip};

/// Proof that all the tools are installed.
#[derive(Clone, Copy, Debug)]
pub struct Tools(());

const PROGRAMS: &[(&str, &str)] = &[
    ("spirv-as", "spirv-tools"),
    ("spirv-dis", "spirv-tools"),
    ("glslangValidator", "glslang-tools"),
];

/// Returns the tools, or `None` if one is missing, after recording the test as skipped; the test must then return.
///
/// # Panics
/// If one is missing where [everything is required](skip::everything_required).
pub fn tools() -> Option<Tools> {
    let absent = PROGRAMS
        .iter()
        .find(|(program, _)| Command::new(program).arg("--version").output().is_err());
    skip::unless_missing(match (absent, validator()) {
        (Some((program, package)), _) => Err(format!("{program} (Debian package {package})")),
        (None, Err(why)) => Err(format!("a validator (scripts/test fetches one): {why}")),
        (None, Ok(_)) => Ok(Tools(())),
    })
}

/// A stage as `glslangValidator -S` names it: `comp`, `vert`, `frag`, ….
pub type GlslStage<'a> = &'a str;

impl Tools {
    /// The validator's version.
    pub fn validator_version(self) -> &'static str {
        validator().map_or("none", |found| &found.version)
    }

    /// Validates a module for one of `spirv-val`'s environments (`vulkan1.1spv1.4`, `vulkan1.3`, …).
    ///
    /// # Errors
    /// The validator's message.
    pub fn validate(self, words: &[u32], environment: &str) -> Result<()> {
        self.validate_with(words, environment, &[])
    }

    /// As [`validate`](Self::validate), with further options such as `--scalar-block-layout`.
    ///
    /// # Errors
    /// The validator's message.
    pub fn validate_with(self, words: &[u32], environment: &str, options: &[&str]) -> Result<()> {
        let arguments = [&["--target-env", environment], options].concat().join(" ");
        let answer = validator()?.ask(&bytes(words), &arguments);
        answer.map_err(|why| anyhow!(why))
    }

    /// Disassembles a module with numeric ids.
    ///
    /// # Errors
    /// The disassembler's message.
    pub fn disassemble(self, words: &[u32]) -> Result<String> {
        let file = write_temporary_file(&bytes(words))?;
        let text = run(Command::new("spirv-dis")
            .args(["--no-color", "--raw-id", "--no-indent"])
            .arg(file.path()))?;
        String::from_utf8(text).context("spirv-dis wrote text that is not UTF-8")
    }

    /// Disassembles a module with friendly names: types, constants and ids with an `OpName` are shown by name.
    ///
    /// # Errors
    /// The disassembler's message.
    pub fn friendly(self, words: &[u32]) -> Result<String> {
        let file = write_temporary_file(&bytes(words))?;
        let text = run(Command::new("spirv-dis")
            .args(["--no-color", "--no-indent"])
            .arg(file.path()))?;
        String::from_utf8(text).context("spirv-dis wrote text that is not UTF-8")
    }

    /// Assembles a module. Numeric ids are preserved.
    ///
    /// # Errors
    /// The assembler's message.
    pub fn assemble(self, text: &str, environment: &str) -> Result<Vec<u32>> {
        let source = write_temporary_file(text.as_bytes())?;
        let mut command = Command::new("spirv-as");
        command
            .args(["--preserve-numeric-ids", "--target-env", environment])
            .arg(source.path());
        words(&run(command.args(["-o", "-"]))?)
    }

    /// Compiles GLSL. `options` are passed to `glslangValidator` and must include the environment, such as `--target-env
    /// vulkan1.1`.
    ///
    /// # Errors
    /// The compiler's message.
    pub fn glsl(self, source: &str, stage: GlslStage<'_>, options: &[&str]) -> Result<Vec<u32>> {
        if let Some(compiled) = glsl::compile(source, stage, options) {
            return compiled;
        }
        let source = write_temporary_file(source.as_bytes())?;
        self.glsl_file(source.path(), stage, options)
    }

    /// Compiles a GLSL file.
    ///
    /// # Errors
    /// The compiler's message.
    pub fn glsl_file(
        self,
        source: &Path,
        stage: GlslStage<'_>,
        options: &[&str],
    ) -> Result<Vec<u32>> {
        let output = write_temporary_file(&[])?;
        let mut command = Command::new("glslangValidator");
        command
            .args(["-V", "-S", stage])
            .args(options)
            .arg(source)
            .arg("-o")
            .arg(output.path());
        run(&mut command)?;
        words(&std::fs::read(output.path())?)
    }
}

/// The validator: the one that `SOS_SPIRV_VAL` names, else the one that `scripts/test` fetched, else the system's.
///
/// # Errors
/// There is none.
pub fn validator() -> Result<&'static Validator> {
    static FOUND: OnceLock<Result<Validator, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let fetched = paths::drivers().join("spirv-tools/cmeel.prefix/bin/spirv-val");
        match std::env::var_os(VARIABLE) {
            None if fetched.is_file() => Validator::of(fetched),
            _ => Validator::find(),
        }
    });
    found.as_ref().map_err(|why| anyhow!("{why}"))
}

/// Converts bytes in either byte order into a module's words.
///
/// # Errors
/// If the length is not a multiple of four or the first word is not SPIR-V's magic number.
pub fn words(bytes: &[u8]) -> Result<Vec<u32>> {
    let (chunks, rest) = bytes.split_at(bytes.len() / 4 * 4);
    ensure!(
        rest.is_empty(),
        "{} bytes are no whole number of words",
        bytes.len()
    );
    let chunk = |chunk: &[u8]| -> Result<[u8; 4]> { Ok(chunk.try_into()?) };
    let magic = 0x0723_0203_u32;
    match chunks.get(..4) {
        Some(first) if first == magic.to_le_bytes() => chunks
            .chunks_exact(4)
            .map(|word| Ok(u32::from_le_bytes(chunk(word)?)))
            .collect(),
        Some(first) if first == magic.to_be_bytes() => chunks
            .chunks_exact(4)
            .map(|word| Ok(u32::from_be_bytes(chunk(word)?)))
            .collect(),
        _ => bail!("the module does not start with SPIR-V's magic number"),
    }
}

/// Reads a module file.
///
/// # Errors
/// If the file cannot be read or is not a module.
pub fn read_module(path: &Path) -> Result<Vec<u32>> {
    std::fs::read(path)
        .map_err(Into::into)
        .and_then(|bytes| words(&bytes))
        .with_context(|| path.display().to_string())
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn write_temporary_file(content: &[u8]) -> Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    file.write_all(content)?;
    Ok(file)
}

/// Runs a program and returns its standard output; an error contains all its output.
fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command
        .output()
        .with_context(|| format!("{:?}", command.get_program()))?;
    if !output.status.success() {
        let message = [output.stdout, output.stderr].concat();
        bail!(
            "{:?} ended with {}:\n{}",
            command.get_program(),
            output.status,
            String::from_utf8_lossy(&message).trim()
        );
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::{bytes, tools, words};

    const EMPTY: &str = r#"
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %1 "main"
        OpExecutionMode %1 LocalSize 1 1 1
        %2 = OpTypeVoid
        %3 = OpTypeFunction %2
        %1 = OpFunction %2 None %3
        %4 = OpLabel
        OpReturn
        OpFunctionEnd"#;

    #[test]
    fn modules_round_trip_through_the_tools() {
        let Some(tools) = tools() else { return };
        let module = tools.assemble(EMPTY, "vulkan1.0").unwrap();
        assert_eq!(words(&bytes(&module)).unwrap(), module);
        let swapped: Vec<u8> = module.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(words(&swapped).unwrap(), module);
        tools.validate(&module, "vulkan1.0").unwrap();
        assert!(tools
            .disassemble(&module)
            .unwrap()
            .contains("OpMemoryModel Logical GLSL450"));
    }

    #[test]
    fn tools_report_errors() {
        let Some(tools) = tools() else { return };
        let lone = tools
            .assemble(
                "OpCapability Matrix\nOpMemoryModel Logical OpenCL\n",
                "vulkan1.0",
            )
            .unwrap();
        assert!(tools
            .validate(&lone, "vulkan1.0")
            .unwrap_err()
            .to_string()
            .contains("Kernel"));
        assert!(tools
            .assemble("OpNothing", "vulkan1.0")
            .unwrap_err()
            .to_string()
            .contains("OpNothing"));
        let wrong = tools.glsl(
            "#version 450\nvoid main() { x; }",
            "comp",
            &["--target-env", "vulkan1.0"],
        );
        assert!(wrong
            .unwrap_err()
            .to_string()
            .contains("undeclared identifier"));
        assert!(words(&[3, 2, 0x23, 7, 0]).is_err() && words(&[0; 8]).is_err());
    }
}
