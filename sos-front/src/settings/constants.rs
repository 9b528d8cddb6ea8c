//! Resolves the values of `--set` to bits in the types of a module's constants, as the filter expects them.
//!
//! A constant is given by its `SpecId` or by its name. A value for one that the module lacks is no error, as in Vulkan, where map entries for
//! unknown ids are ignored: one list of values may serve many shaders. The program prints a note about it.

use std::fmt;

use anyhow::{anyhow, Result};
use sos_core::{specialization_constants, Module, SpecConstant};

use super::literal::Literal;

/// A specialization constant as people name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// By its `SpecId`.
    Id(u32),
    /// By its `OpName`.
    Name(String),
}

impl Which {
    /// Reads a `SpecId`, or a name: what does not begin like a number.
    ///
    /// # Errors
    /// It is neither; a sentence says what is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Ok(id) = text.parse() {
            return Ok(Self::Id(id));
        }
        match text.chars().next() {
            Some(first) if !first.is_ascii_digit() && !matches!(first, '-' | '+') => {
                Ok(Self::Name(text.to_owned()))
            }
            _ => Err(format!(
                "`{text}` is neither a SpecId (0 to 4294967295) nor a name"
            )),
        }
    }

    /// Whether it is this constant.
    pub fn is(&self, constant: &SpecConstant) -> bool {
        match self {
            Self::Id(id) => constant.spec_id == *id,
            Self::Name(name) => constant.name.as_ref() == Some(name),
        }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// `SpecId`s and bits for [`sos_core::Options::constants`]: each value in the type of its constant.
///
/// # Errors
/// A value does not fit the type; the message begins with its constant.
pub fn values(module: &Module<'_>, sets: &[(Which, Literal)]) -> Result<Vec<(u32, u64)>> {
    match sets {
        [] => Ok(Vec::new()),
        _ => values_of(&specialization_constants(module), sets),
    }
}

/// The same, given the constants of the module.
///
/// # Errors
/// As for [`values`].
pub fn values_of(constants: &[SpecConstant], sets: &[(Which, Literal)]) -> Result<Vec<(u32, u64)>> {
    let mut values = Vec::new();
    for (which, literal) in sets {
        for named in constants.iter().filter(|constant| which.is(constant)) {
            // Several constants with the same id share one value.
            let id = named.spec_id;
            for constant in constants.iter().filter(|constant| constant.spec_id == id) {
                let bits = literal
                    .bits(constant.kind, constant.width)
                    .map_err(|why| anyhow!("{which}: {why}"))?;
                if !values.contains(&(id, bits)) {
                    values.push((id, bits));
                }
            }
        }
    }
    Ok(values)
}
