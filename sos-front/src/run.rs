//! One module on its way through the filter, for other languages: bytes in, bytes and a report out.

use std::cell::RefCell;

use crate::settings::constants;
use crate::settings::entry_points::select;
use sos_core::{
    words, Inspection, Limits, Module, Naming, Options, Outcome, Report, Scratch, Selection,
    Specializer, Target,
};

use crate::failure::Failure;
use crate::tuning::Tuning;

thread_local! {
    /// The filter's working memory: a warm one allocates nothing.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Filters a module. The output is in little-endian, as files are; `None` if the target cannot run the module.
///
/// # Errors
/// The module or an option is at fault.
pub fn filter(
    bytes: &[u8],
    target: &Target,
    tuning: &Tuning,
) -> Result<(Option<Vec<u8>>, Report), Failure> {
    scanned(bytes, tuning, |module, options, scratch| {
        let output = bytes_of(sos_core::filter(module, target, options, scratch)?);
        let report = scratch.explain(Naming::Program, module, target, options);
        Ok((output, report))
    })
}

/// Scans a module and runs `body` with it, its options and the thread's scratch.
///
/// # Errors
/// The module or an option is at fault, or what `body` returns.
pub fn scanned<T>(
    bytes: &[u8],
    tuning: &Tuning,
    body: impl FnOnce(&Module<'_>, &Options, &mut Scratch) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let words = words::from_bytes(bytes)?;
    let mut options = tuning.options.clone();
    let mut selection = None;
    let module = scan(&words, &options.limits, tuning, &mut selection)?;
    options.constants = constants::values(&module, &tuning.sets)
        .map_err(|why| Failure::option("set", why.to_string()))?;
    SCRATCH.with_borrow_mut(|scratch| body(&module, &options, scratch))
}

/// Specializes a prepared module; `None` if the target cannot run it so.
///
/// # Errors
/// A value is at fault.
pub fn specialize(
    specializer: &Specializer,
    values: &[(u32, u64)],
) -> Result<Option<Vec<u8>>, Failure> {
    SCRATCH.with_borrow_mut(|scratch| Ok(bytes_of(specializer.specialize(values, scratch)?)))
}

/// The module of an outcome, in little-endian.
fn bytes_of(outcome: Outcome<'_>) -> Option<Vec<u8>> {
    match outcome {
        Outcome::Unchanged(words) | Outcome::Rewritten(words) => Some(words::to_bytes(words)),
        Outcome::Unsupported => None,
    }
}

/// What a module needs of any device.
///
/// # Errors
/// The module is at fault, or lacks an entry point that is wanted.
pub fn inspect(bytes: &[u8], tuning: &Tuning) -> Result<Inspection, Failure> {
    let words = words::from_bytes(bytes)?;
    let mut selection = None;
    let module = scan(&words, &tuning.options.limits, tuning, &mut selection)?;
    Ok(Inspection::new(&module))
}

/// Scans a module, of which `selection` gets a copy where entry points are named.
fn scan<'w>(
    words: &'w [u32],
    limits: &Limits,
    tuning: &Tuning,
    selection: &'w mut Option<Selection>,
) -> Result<Module<'w>, Failure> {
    let module = Module::scan(words, limits)?;
    if tuning.entry_points.is_empty() {
        return Ok(module);
    }
    let selected = select(&module, &tuning.entry_points)
        .map_err(|why| Failure::option("entry_point", format!("the module has {why}")))?;
    Ok(selection.insert(selected).scan(limits)?)
}
