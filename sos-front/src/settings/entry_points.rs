//! Entry points as people name them: `NAME`, or `MODEL:NAME` with SPIR-V's name of the execution model.

use sos_core::tables::{enumerant_by_name, OperandKind};
use sos_core::{EntryPoint, Inspection, Module, Selection};

use sos_core::text::one_line;

/// The description of an entry point: `NAME` or `MODEL:NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The description as given.
    text: String,
    name: String,
    execution_model: Option<u32>,
}

impl Wanted {
    /// Parses a description. A name that itself begins with an execution model and a colon needs its execution model in front.
    ///
    /// # Errors
    /// There is no name; a sentence says what is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
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

/// A copy of a module with these entry points only.
///
/// # Errors
/// The module lacks one of them; a sentence names it and those that there are.
pub fn select(module: &Module<'_>, wanted: &[Wanted]) -> Result<Selection, String> {
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
    Err(format!("no entry point {unknown}; it has {listed}"))
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
