//! `--entry-point`: which entry points of a module are kept.

use anyhow::{anyhow, Result};
use sos_core::{Limits, Module, Selection};
use sos_front::settings::entry_points::{select, Wanted};

use crate::input;

/// Scans a module. If entry points are named, it is copied without the others, to `selection`.
///
/// # Errors
/// The words are not a valid module, or lack an entry point that is wanted; the message lists those that there are.
pub(crate) fn scan<'w>(
    words: &'w [u32],
    limits: &Limits,
    wanted: &[Wanted],
    name: &str,
    selection: &'w mut Option<Selection>,
) -> Result<Module<'w>> {
    let in_module = |error| input::module_error(name, error);
    let module = Module::scan(words, limits).map_err(in_module)?;
    if wanted.is_empty() {
        return Ok(module);
    }
    let selection =
        selection.insert(select(&module, wanted).map_err(|why| anyhow!("{name} has {why}"))?);
    selection.scan(limits).map_err(in_module)
}
