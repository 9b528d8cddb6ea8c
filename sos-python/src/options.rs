//! The keyword arguments of `filter` and `inspect`: the options of the program `sos`, by the same names with underscores.
//!
//! Refused are names that are no option, values of the wrong type (`TypeError`), and values that the option does not take (`OptionError`, with
//! the option's name). Where the program takes a list with commas, this takes one value or any iterable of them; where the
//! program takes `ID=VALUE`, this takes a `dict`.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use sos_core::{SpecMode, Strip};
use sos_front::failure::Failure;
use sos_front::near::near;
use sos_front::settings::constants::Which;
use sos_front::settings::entry_points::Wanted;
use sos_front::settings::literal::Literal;
use sos_front::tuning::{self, Tuning};

use crate::errors::raise;

/// The options of a call.
#[derive(Default)]
pub struct Given {
    /// What they are.
    pub tuning: Tuning,
    /// Those that were given and only matter where a module is filtered.
    pub of_filtering: Vec<&'static str>,
}

/// All names, for suggestions.
const NAMES: [&str; 15] = [
    "without",
    "entry_point",
    "set",
    "source",
    "spec_base",
    "no_spec_names",
    "allow",
    "assume",
    "image_format",
    "keep_spec",
    "freeze",
    "strip",
    "subgroup_size",
    "max_bound",
    "max_words",
];

/// Those that matter where a module is only read.
const OF_SCANNING: [&str; 3] = ["entry_point", "max_bound", "max_words"];

impl Given {
    /// Reads keyword arguments.
    ///
    /// # Errors
    /// As the module says.
    pub fn read(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut given = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            given.take(&name, &value).map_err(|error| {
                let py = value.py();
                if error.is_instance_of::<PyTypeError>(py) {
                    let why = error.value(py);
                    return PyTypeError::new_err(format!("{name}: {why}"));
                }
                error
            })?;
            let known = NAMES.into_iter().find(|known| *known == name);
            let known = known.filter(|name| !OF_SCANNING.contains(name));
            given.of_filtering.extend(known);
        }
        Ok(given)
    }

    /// Reads one argument.
    fn take(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = value.py();
        let refuse = |option, why: String| raise(Failure::option(option, why), py);
        let failed = |failure| raise(failure, py);
        let Tuning {
            without,
            entry_points,
            sets: all_sets,
            options,
        } = &mut self.tuning;
        match name {
            "without" => *without = texts(value)?,
            "entry_point" => {
                for text in texts(value)? {
                    let wanted = Wanted::parse(&text);
                    entry_points.push(wanted.map_err(|why| refuse("entry_point", why))?);
                }
            }
            "set" => all_sets.extend(sets(value)?),
            "source" => {
                for (id, fact) in pairs(value)? {
                    let fact: String = fact.extract()?;
                    let source = tuning::source(&fact).map_err(failed)?;
                    options.sources.push((number(&id, "source", 0)?, source));
                }
            }
            "spec_base" if value.is_none() => options.spec_base = None,
            "spec_base" => options.spec_base = Some(number(value, "spec_base", 0)?),
            "no_spec_names" => options.spec_names = !value.extract::<bool>()?,
            "allow" => {
                for text in texts(value)? {
                    let kind = tuning::allow(&text).map_err(failed)?;
                    options.allow = options.allow.with(kind);
                }
            }
            "assume" => {
                for text in texts(value)? {
                    let promise = tuning::assume(&text).map_err(failed)?;
                    options.assume = options.assume.with(promise);
                }
            }
            "image_format" => {
                for (place, format) in pairs(value)? {
                    let (set, binding): (Bound<'_, PyAny>, Bound<'_, PyAny>) = place.extract()?;
                    let name: String = format.extract()?;
                    let place = [
                        number(&set, "image_format", 0)?,
                        number(&binding, "image_format", 0)?,
                    ];
                    let format = tuning::image_format("image_format", place, &name);
                    options.image_formats.push(format.map_err(failed)?);
                }
            }
            "keep_spec" | "freeze" => {
                let mode = match name {
                    "freeze" => SpecMode::Freeze,
                    _ => SpecMode::Keep,
                };
                if value.extract()? && !tuning::treat_constants(options, mode) {
                    let why = "keep_spec and freeze exclude each other";
                    return Err(PyValueError::new_err(why));
                }
            }
            "strip" if value.is_none() => options.strip = Strip::Nothing,
            "strip" => {
                let text: String = value.extract()?;
                options.strip = tuning::strip(&text).map_err(failed)?;
            }
            "subgroup_size" if value.is_none() => options.subgroup_size = None,
            "subgroup_size" => {
                let size: u32 = number(value, "subgroup_size", 1)?;
                let size = tuning::subgroup_size("subgroup_size", size);
                options.subgroup_size = Some(size.map_err(failed)?);
            }
            "max_bound" => options.limits.bound = number(value, "max_bound", 1)?,
            "max_words" => options.limits.words = number(value, "max_words", 1)?,
            _ => {
                let near = near(name, NAMES);
                return Err(PyTypeError::new_err(format!(
                    "there is no such option{near}"
                )));
            }
        }
        Ok(())
    }
}

/// Reads values of constants, by `SpecId` or by name.
///
/// # Errors
/// As the module says.
pub fn sets(value: &Bound<'_, PyAny>) -> PyResult<Vec<(Which, Literal)>> {
    let refuse = |why| raise(Failure::option("set", why), value.py());
    let mut sets = Vec::new();
    for (which, value) in pairs(value)? {
        let literal = literal(&value)?.map_err(refuse)?;
        let which = match which.extract::<String>() {
            Ok(name) => match Which::parse(&name).map_err(refuse)? {
                Which::Id(_) => {
                    let why = format!("a SpecId is an int, not the str {name:?}");
                    return Err(PyTypeError::new_err(why));
                }
                named => named,
            },
            Err(_) => Which::Id(number(&which, "set", 0)?),
        };
        sets.push((which, literal));
    }
    Ok(sets)
}

/// One text, or several.
fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![value.extract()?]);
    }
    let items = value.try_iter()?;
    items.map(|item| item?.extract()).collect()
}

/// Keys and values of a `dict`.
fn pairs<'py>(
    value: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let dict = value.cast::<PyDict>()?;
    Ok(dict.clone().into_iter())
}

/// A number from `least` to 2^32 - 1.
fn number(value: &Bound<'_, PyAny>, option: &'static str, least: u32) -> PyResult<u32> {
    match value.extract::<u32>() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => Err(error),
        _ => {
            let why = format!("{value} is not a number from {least} to {}", u32::MAX);
            Err(raise(Failure::option(option, why), value.py()))
        }
    }
}

/// A value of a specialization constant: `bool`, `int` or `float`, or a text as `--set` takes it. The inner error is a sentence
/// about a value that no type holds.
fn literal(value: &Bound<'_, PyAny>) -> PyResult<Result<Literal, String>> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Ok(Literal::Bool(flag.is_true())));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Literal::parse(&value.extract::<String>()?));
    }
    // Integers are what can be an index, NumPy's among them. Asked directly: Python 3.9 makes one of a float, too.
    if !value.hasattr("__index__")? {
        return Ok(Ok(Literal::Float(value.extract()?)));
    }
    match value.call_method0("__index__")?.extract::<i128>() {
        Ok(int) => Ok(Ok(Literal::Int(int))),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(Err(format!("{value} is out of range for every type")))
        }
        Err(error) => Err(error),
    }
}
