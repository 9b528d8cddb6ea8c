//! Resolves the values of `--set` to bits in the types of a module's constants, as the filter expects them.
//!
//! A value for an id that the module lacks is no error, as in Vulkan, where map entries for unknown ids are ignored: one list
//! of values may serve many shaders. The user gets a note about it.

use anyhow::{anyhow, Result};
use sos_core::{specialization_constants, Module};

use crate::literal::Literal;

/// The values of `--set` resolved for one module.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// `SpecId`s and bits for [`sos_core::Options::constants`].
    pub(crate) known: Vec<(u32, u64)>,
    /// The ids that the module lacks.
    pub(crate) unknown: Vec<u32>,
}

impl Values {
    /// Resolves each value to the type of its constant.
    ///
    /// # Errors
    /// A value does not fit the type.
    pub(crate) fn new(module: &Module<'_>, sets: &[(u32, Literal)]) -> Result<Self> {
        let mut values = Self::default();
        if sets.is_empty() {
            return Ok(values);
        }
        let constants = specialization_constants(module);
        for &(id, literal) in sets {
            let mut with_id = constants
                .iter()
                .filter(|constant| constant.spec_id == id)
                .peekable();
            if with_id.peek().is_none() && !values.unknown.contains(&id) {
                values.unknown.push(id);
            }
            for constant in with_id {
                let bits = literal
                    .bits(constant.kind, constant.width)
                    .map_err(|why| anyhow!("--set {id}: {why}"))?;
                // Several constants with the same id share one value.
                if !values.known.contains(&(id, bits)) {
                    values.known.push((id, bits));
                }
            }
        }
        Ok(values)
    }
}
