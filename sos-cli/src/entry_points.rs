//! `--entry-point`: which entry points of a module are kept.

use anyhow::{bail, Result};
use sos_core::tables::{enumerant_by_name, OperandKind};
use sos_core::{EntryPoint, Inspection, Limits, Module, Selection};
use sos_runner::escape::one_line;

use crate::input;

/// The description of an entry point on the command line: `NAME` or `MODEL:NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The description as given.
    text: String,
    name: String,
    execution_model: Option<u32>,
}

impl Wanted {
    /// Parses a description. A name that itself begins with an execution model and a colon needs its execution model in front.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let model = |name| enumerant_by_name(OperandKind::ExecutionModel, name);
        let with_model = text.split_once(':');
        let (execution_model, name) =
            match with_model.and_then(|(before, name)| Some((model(before)?, name))) {
                Some((model, name)) => (Some(model.value), name),
                None => (None, text),
            };
        if name.is_empty() {
            return Err("expected NAME or MODEL:NAME, such as Fragment:main".to_owned());
        }
        Ok(Self {
            text: text.to_owned(),
            name: name.to_owned(),
            execution_model,
        })
    }

    fn entry_point(&self) -> EntryPoint<'_> {
        EntryPoint {
            name: &self.name,
            execution_model: self.execution_model,
        }
    }
}

/// The number of entry points that a message lists.
const LISTED: usize = 8;

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
    let selection = selection.insert(select(&module, wanted, name)?);
    selection.scan(limits).map_err(in_module)
}

fn select(module: &Module<'_>, wanted: &[Wanted], name: &str) -> Result<Selection> {
    let entry_points: Vec<EntryPoint<'_>> = wanted.iter().map(Wanted::entry_point).collect();
    if let Ok(selection) = module.select(&entry_points) {
        return Ok(selection);
    }
    let mut unknown = wanted
        .iter()
        .filter(|one| module.select(&[one.entry_point()]).is_err());
    let unknown = unknown
        .next()
        .map_or_else(String::new, |one| one_line(&one.text));
    let entry_points = Inspection::new(module).entry_points;
    let listed = entry_points.iter().take(LISTED);
    let listed = listed.map(|entry| format!("{}:{}", entry.execution_model, one_line(&entry.name)));
    let mut listed = listed.collect::<Vec<_>>().join(", ");
    match entry_points.len() {
        0 => listed.push_str("none"),
        count if count > LISTED => listed.push_str(&format!(" and {} more", count - LISTED)),
        _ => {}
    }
    bail!("{name} has no entry point {unknown}; it has {listed}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_may_start_with_an_execution_model() {
        for (text, name, execution_model) in [
            ("main", "main", None),
            ("Fragment:main", "main", Some(4)),
            ("GLCompute:shaders::sum", "shaders::sum", Some(5)),
            ("shaders::sum", "shaders::sum", None),
            ("fragment:main", "fragment:main", None),
        ] {
            let wanted = Wanted::parse(text).unwrap();
            assert_eq!(
                (wanted.name.as_str(), wanted.execution_model),
                (name, execution_model)
            );
        }
        for wrong in ["", "Fragment:"] {
            assert!(Wanted::parse(wrong).is_err(), "{wrong}");
        }
    }
}
