//! Resolves the values of `--set` to bits in the types of a module's constants, as the filter expects them.
//!
//! A value for an id that the module lacks is no error, as in Vulkan, where map entries for unknown ids are ignored: one list
//! of values may serve many shaders. The program prints a note about it.

use anyhow::{anyhow, Result};
use sos_core::{specialization_constants, Module};

use super::literal::Literal;

/// `SpecId`s and bits for [`sos_core::Options::constants`]: each value in the type of its constant.
///
/// # Errors
/// A value does not fit the type.
pub fn values(module: &Module<'_>, sets: &[(u32, Literal)]) -> Result<Vec<(u32, u64)>> {
    let mut values = Vec::new();
    if sets.is_empty() {
        return Ok(values);
    }
    let constants = specialization_constants(module);
    for &(id, literal) in sets {
        for constant in constants.iter().filter(|constant| constant.spec_id == id) {
            let bits = literal
                .bits(constant.kind, constant.width)
                .map_err(|why| anyhow!("--set {id}: {why}"))?;
            // Several constants with the same id share one value.
            if !values.contains(&(id, bits)) {
                values.push((id, bits));
            }
        }
    }
    Ok(values)
}
