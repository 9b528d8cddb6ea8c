//! The options of a request: those of the program `sos`, by the same names in JavaScript's style.
//!
//! Where the program takes a list with commas, this takes one value or an array of them; where the program takes `ID=VALUE`, this takes
//! an object. Refused are names that are no option, and values that the option does not take.

use serde_json::{Map, Value};
use sos_core::SpecMode;
use sos_front::failure::Failure;
use sos_front::near::near;
use sos_front::settings::constants::Which;
use sos_front::settings::entry_points::Wanted;
use sos_front::settings::literal::Literal;
use sos_front::tuning::{self, Tuning};

/// All names, for suggestions, and as errors state them.
const NAMES: [&str; 15] = [
    "without",
    "entryPoint",
    "set",
    "source",
    "specBase",
    "noSpecNames",
    "allow",
    "assume",
    "imageFormat",
    "keepSpec",
    "freeze",
    "strip",
    "subgroupSize",
    "maxBound",
    "maxWords",
];

/// Those that matter where a module is only read.
const OF_SCANNING: [&str; 3] = ["entryPoint", "maxBound", "maxWords"];

/// Reads options. `scans` if nothing will be filtered.
///
/// # Errors
/// As the module says.
pub fn read(given: Option<&Value>, scans: bool) -> Result<Tuning, Failure> {
    let mut tuning = Tuning::default();
    let Some(given) = given else {
        return Ok(tuning);
    };
    let given = object("options", given)?;
    for (name, value) in given {
        let Some(name) = NAMES.into_iter().find(|known| known == name) else {
            let near = near(name, NAMES);
            return Err(Failure::option(
                "options",
                format!("there is no option `{name}`{near}"),
            ));
        };
        if scans && !OF_SCANNING.contains(&name) {
            let why = "without a device nothing is filtered, and this does nothing";
            return Err(Failure::option(name, why));
        }
        match value {
            Value::Null if name == "specBase" => tuning.options.spec_base = None,
            Value::Null => {}
            _ => take(&mut tuning, name, value)?,
        }
    }
    Ok(tuning)
}

fn take(tuning: &mut Tuning, name: &'static str, value: &Value) -> Result<(), Failure> {
    let refuse = |why| Failure::option(name, why);
    let options = &mut tuning.options;
    match name {
        "without" => tuning.without = texts(name, value)?,
        "entryPoint" => {
            for text in texts(name, value)? {
                tuning
                    .entry_points
                    .push(Wanted::parse(&text).map_err(refuse)?);
            }
        }
        "set" => {
            for (which, value) in object(name, value)? {
                let which = Which::parse(which).map_err(refuse)?;
                tuning.sets.push((which, literal(value).map_err(refuse)?));
            }
        }
        "source" => {
            for (id, fact) in object(name, value)? {
                let id = id
                    .parse()
                    .map_err(|_| refuse(format!("`{id}` is not a SpecId")))?;
                options
                    .sources
                    .push((id, tuning::source(&text(name, fact)?)?));
            }
        }
        "specBase" => options.spec_base = Some(number(name, value, 0)?),
        "noSpecNames" => options.spec_names = !flag(name, value)?,
        "allow" => {
            for text in texts(name, value)? {
                options.allow = options.allow.with(tuning::allow(&text)?);
            }
        }
        "assume" => {
            for text in texts(name, value)? {
                options.assume = options.assume.with(tuning::assume(&text)?);
            }
        }
        "imageFormat" => {
            for (place, format) in object(name, value)? {
                let parts = place.split_once(':');
                let parts = parts
                    .and_then(|(set, binding)| Some([set.parse().ok()?, binding.parse().ok()?]));
                let place = parts.ok_or_else(|| refuse(format!("`{place}` is not SET:BINDING")))?;
                let format = tuning::image_format(name, place, &text(name, format)?)?;
                options.image_formats.push(format);
            }
        }
        "keepSpec" | "freeze" => {
            let mode = match name {
                "freeze" => SpecMode::Freeze,
                _ => SpecMode::Keep,
            };
            if flag(name, value)? && !tuning::treat_constants(options, mode) {
                return Err(refuse("keepSpec and freeze exclude each other".to_owned()));
            }
        }
        "strip" => options.strip = tuning::strip(&text(name, value)?)?,
        "subgroupSize" => {
            let size = number(name, value, 1)?;
            options.subgroup_size = Some(tuning::subgroup_size(name, size)?);
        }
        "maxBound" => options.limits.bound = number(name, value, 1)?,
        _ => options.limits.words = number(name, value, 1)?,
    }
    Ok(())
}

fn object<'v>(name: &'static str, value: &'v Value) -> Result<&'v Map<String, Value>, Failure> {
    let object = value.as_object();
    object.ok_or_else(|| Failure::option(name, format!("{value} is not an object")))
}

fn text(name: &'static str, value: &Value) -> Result<String, Failure> {
    let text = value.as_str().map(str::to_owned);
    text.ok_or_else(|| Failure::option(name, format!("{value} is not a string")))
}

/// One text, or an array of texts.
fn texts(name: &'static str, value: &Value) -> Result<Vec<String>, Failure> {
    match value {
        Value::Array(items) => items.iter().map(|item| text(name, item)).collect(),
        _ => Ok(vec![text(name, value)?]),
    }
}

fn flag(name: &'static str, value: &Value) -> Result<bool, Failure> {
    let flag = value.as_bool();
    flag.ok_or_else(|| Failure::option(name, format!("{value} is not true or false")))
}

fn number(name: &'static str, value: &Value, least: u32) -> Result<u32, Failure> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.filter(|number| *number >= least).ok_or_else(|| {
        let why = format!("{value} is not a number from {least} to {}", u32::MAX);
        Failure::option(name, why)
    })
}

/// The value of a constant. Texts are what the program takes, so that 64 bits, infinities and bits have a form.
fn literal(value: &Value) -> Result<Literal, String> {
    match value {
        Value::Bool(flag) => Ok(Literal::Bool(*flag)),
        Value::String(text) => Literal::parse(text),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => Ok(Literal::Int(int.into())),
            // JavaScript's numbers are of one type.
            (None, Some(float)) if float % 1.0 == 0.0 && float != 0.0 => {
                Ok(Literal::Int(float as i128))
            }
            (None, Some(float)) => Ok(Literal::Float(float)),
            _ => Err(format!("{number} is out of range for every type")),
        },
        _ => Err(format!(
            "{value} is not a value: give a number, a string, true or false"
        )),
    }
}
