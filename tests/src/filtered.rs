//! Calls the filter for tests, and checks the validity of its output.

use anyhow::{ensure, Context as _, Result};
use sos_core::tables::op;
use sos_core::{tables, Error, Module, Options, Outcome, Report, Scratch, Target};

use crate::Tools;
use sos_runner::validator;
pub use sos_runner::validator::environment;

/// The result of filtering a module.
pub struct Filtered {
    /// The words: the input's if the target accepts them unmodified, empty if it cannot run them.
    pub words: Vec<u32>,
    /// The filter's report.
    pub report: Report,
}

/// Filters a module for a target.
///
/// # Errors
/// If the words are not a module or an option does not fit them.
pub fn filter(words: &[u32], target: &Target, options: &Options) -> Result<Filtered, Error> {
    let module = Module::scan(words, &options.limits)?;
    let mut scratch = Scratch::new();
    let words = match sos_core::filter(&module, target, options, &mut scratch)? {
        Outcome::Unchanged(words) | Outcome::Rewritten(words) => words.to_vec(),
        Outcome::Unsupported => Vec::new(),
    };
    let report = scratch.report(&module, target, options);
    Ok(Filtered { words, report })
}

/// Filters a module for a target that must be able to run it.
///
/// # Errors
/// As [`filter`], and if the target cannot run it.
pub fn filtered(words: &[u32], target: &Target, options: &Options) -> Result<Vec<u32>> {
    let Filtered { words, report } = filter(words, target, options)?;
    ensure!(
        !words.is_empty(),
        "{} cannot run it: {:?}",
        target.name(),
        report.unsupported
    );
    Ok(words)
}

/// The options of `spirv-val` for the block layouts that a target accepts.
pub fn layouts(target: &Target) -> Vec<&'static str> {
    validator::relaxations(target).collect()
}

/// The version and declarations of a module, and the opcodes of all its instructions.
pub struct Parsed {
    /// The minor version of SPIR-V 1.
    pub minor: u8,
    /// Capabilities declared, by value.
    pub capabilities: Vec<u32>,
    /// SPIR-V extensions declared.
    pub extensions: Vec<String>,
    /// Extended instruction sets imported.
    pub imports: Vec<String>,
    /// The opcode of each instruction, in order.
    pub opcodes: Vec<u16>,
}

impl Parsed {
    /// Parses a module independently of the filter. rspirv is not used because it cannot read all valid modules.
    ///
    /// # Errors
    /// If the words are not a sequence of instructions.
    pub fn read(words: &[u32]) -> Result<Self> {
        let (header, mut rest) = words.split_at_checked(5).context("the header is cut off")?;
        let mut parsed = Self {
            minor: header[1].to_be_bytes()[2],
            capabilities: Vec::new(),
            extensions: Vec::new(),
            imports: Vec::new(),
            opcodes: Vec::new(),
        };
        while let [first, ..] = rest {
            let (opcode, length) = (*first as u16, (first >> 16) as usize);
            let split = rest.split_at_checked(length).filter(|_| length > 0);
            let (inst, after) = split.context("an instruction is cut off")?;
            match (opcode, inst) {
                (op::OpCapability, [_, value]) => parsed.capabilities.push(*value),
                (op::OpExtension, [_, name @ ..]) => parsed.extensions.push(string(name)?),
                (op::OpExtInstImport, [_, _, name @ ..]) => parsed.imports.push(string(name)?),
                _ => {}
            }
            parsed.opcodes.push(opcode);
            rest = after;
        }
        Ok(parsed)
    }
}

/// Decodes a literal string.
fn string(words: &[u32]) -> Result<String> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    Ok(String::from_utf8(
        bytes.take_while(|byte| *byte != 0).collect(),
    )?)
}

/// Checks a module that was written for a target: the validator accepts it in the target's environment, and it declares nothing
/// that the target lacks. That it needs nothing beyond its declarations is checked by the validator.
///
/// # Errors
/// What is wrong with it.
pub fn check(tools: Tools, words: &[u32], target: &Target) -> Result<Parsed> {
    tools
        .validate_with(words, environment(target), &layouts(target))
        .with_context(|| format!("for {}", target.name()))?;
    declarations(words, target).with_context(|| format!("for {}", target.name()))
}

/// Checks that a module declares nothing that a target lacks.
///
/// # Errors
/// What the target lacks.
pub fn declarations(words: &[u32], target: &Target) -> Result<Parsed> {
    let parsed = Parsed::read(words)?;
    ensure!(
        parsed.minor <= target.spirv_minor(),
        "the device takes no SPIR-V 1.{}",
        parsed.minor
    );
    for &value in &parsed.capabilities {
        ensure!(
            target.has_capability(value),
            "the device has no capability {value}"
        );
    }
    for extension in &parsed.extensions {
        let index = tables::extension_by_name(extension.as_bytes());
        let taken = index.is_some_and(|index| target.extensions().contains(index));
        ensure!(taken, "the device takes no {extension}");
    }
    Ok(parsed)
}
