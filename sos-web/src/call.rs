//! Requests and their answers.
//!
//! A request is an object with `call`, and an answer is one with the fields below or with `error`:
//!
//! | `call` | takes | answers |
//! |---|---|---|
//! | `version` | | `version` |
//! | `devices` | | `devices`, as `sos device list all --json`; `groups` |
//! | `find` | `text` | `found`, as `sos device find --json` |
//! | `add` | a file that describes a device as the bytes, `profile` | `device`, the number by which requests name it; `listed`, its row |
//! | `profiles` | such a file | `profiles`, their names |
//! | `parts` | | `parts`, what `without` takes |
//! | `inspect` | a module, `options` | `inspection` |
//! | `filter` | a module, `device`, `options` | `outcome`, `report`, `text`, `warnings`; the output as bytes |
//! | `matrix` | a module, `devices`, `options` | `outcomes`, for each device its outcome and its output's size in words |
//! | `compare` | a module, `device`, `options` | `before`, the module's text; `steps` to that of the output |
//!
//! `device` is a name or a number. Numbers of more than 53 bits are texts in `values`, since JavaScript has none: the `value` of each
//! constant of a report, or the `default` of an inspection.
//!
//! `error` has `name`, the class of the exception, and `message`; of a module `kind`, `offset` and `opcode`, of an option `option`.

use serde_json::{json, Value};
use sos_core::report::OutcomeKind;
use sos_core::tables::op_name;
use sos_core::target::{device_groups, parts};
use sos_core::{words, Outcome, Report, Target};
use sos_front::diff::{steps, Step};
use sos_front::failure::{limit_hint, Failure};
use sos_front::listing::{listing, Names};
use sos_front::settings::constants::Which;
use sos_front::tuning::Tuning;
use sos_front::{devices, run};

use crate::{options, targets};

/// The text of an answer, and bytes.
pub type Answer = (String, Vec<u8>);

/// Answers a request.
pub fn call(request: &[u8], bytes: &[u8]) -> Answer {
    let mut output = Vec::new();
    let answer = answer(request, bytes, &mut output).unwrap_or_else(|failure| error(&failure));
    (answer.to_string(), output)
}

fn answer(request: &[u8], bytes: &[u8], output: &mut Vec<u8>) -> Result<Value, Failure> {
    let request: Value = serde_json::from_slice(request)
        .map_err(|error| Failure::option("request", error.to_string()))?;
    let name = request.get("call").and_then(Value::as_str).unwrap_or("");
    let field = |name: &str| request.get(name).filter(|value| !value.is_null());
    let text = |name: &'static str| {
        let text = field(name).and_then(Value::as_str);
        text.ok_or_else(|| Failure::option(name, "a string is wanted"))
    };
    let filtering = || options::read(field("options"), false);
    let device = |tuning: &Tuning| {
        let device = field("device").unwrap_or(&Value::Null);
        targets::find(device, &tuning.without)
    };
    match name {
        "version" => Ok(json!({ "version": env!("CARGO_PKG_VERSION") })),
        "devices" => Ok(json!({
            "devices": devices::built_in().collect::<Vec<_>>(),
            "groups": groups(),
        })),
        "find" => Ok(json!({ "found": devices::nearest(text("text")?)? })),
        "add" => {
            let profile = field("profile").and_then(Value::as_str);
            let (number, target) = targets::add(bytes, profile)?;
            let listed = devices::Listed::new(target.name().to_owned(), &target);
            Ok(json!({ "device": number, "listed": listed }))
        }
        "profiles" => profiles(bytes),
        "parts" => {
            let names: Vec<String> = parts().map(|(_, name)| name).collect();
            Ok(json!({ "parts": names }))
        }
        "inspect" => {
            let inspection = run::inspect(bytes, &options::read(field("options"), true)?)?;
            let defaults = inspection
                .constants
                .iter()
                .map(|one| one.default.to_string());
            let values: Vec<String> = defaults.collect();
            Ok(json!({ "inspection": inspection, "values": values }))
        }
        "filter" => {
            let tuning = filtering()?;
            let (words, report) = run::filter(bytes, &*device(&tuning)?, &tuning)?;
            *output = words.unwrap_or_default();
            let values = report.constants.iter().map(|one| one.value.to_string());
            let values: Vec<String> = values.collect();
            let warnings = unused(&tuning, &report);
            Ok(json!({
                "warnings": warnings,
                "outcome": report.outcome,
                "text": report.to_string(),
                "report": report,
                "values": values,
            }))
        }
        "matrix" => matrix(bytes, field("devices"), &filtering()?),
        "compare" => {
            let tuning = filtering()?;
            compare(bytes, &*device(&tuning)?, &tuning)
        }
        _ => Err(Failure::option(
            "call",
            format!("there is no call `{name}`"),
        )),
    }
}

/// What was given and does nothing.
fn unused(tuning: &Tuning, report: &Report) -> Vec<String> {
    let lacks = |which: &Which| {
        !report.constants.iter().any(|one| match which {
            Which::Id(id) => one.spec_id == *id,
            Which::Name(name) => one.name.as_ref() == Some(name),
        })
    };
    let sets = tuning.sets.iter().map(|(which, _)| ("set", which.clone()));
    let sources = tuning.options.sources.iter();
    let sources = sources.map(|(id, _)| ("source", Which::Id(*id)));
    let idle = sets.chain(sources).filter(|(_, which)| lacks(which));
    let line = |(option, which)| {
        format!("the module has no specialization constant {which}: {option} does nothing for it")
    };
    idle.map(line).collect()
}

/// The groups of devices.
fn groups() -> Vec<Value> {
    let groups = device_groups().into_iter();
    let row = |group: sos_core::target::Group| json!({ "group": group.name, "meaning": group.meaning, "devices": group.devices });
    groups.map(row).collect()
}

fn profiles(bytes: &[u8]) -> Result<Value, Failure> {
    let refuse = |why: String| Failure::Target(why);
    let text = sos_core::target::text_of_file(bytes)
        .ok_or_else(|| refuse("it is neither UTF-8 nor UTF-16".to_owned()))?;
    let found = Target::profiles_in_json(&text).map_err(|error| refuse(error.to_string()))?;
    Ok(json!({ "profiles": found }))
}

/// What becomes of a module on each device.
fn matrix(bytes: &[u8], of: Option<&Value>, tuning: &Tuning) -> Result<Value, Failure> {
    let of = of.and_then(Value::as_array);
    let of = of.ok_or_else(|| Failure::option("devices", "an array is wanted"))?;
    let all: Result<Vec<_>, Failure> = of
        .iter()
        .map(|device| targets::find(device, &tuning.without))
        .collect();
    let all = all?;
    run::scanned(bytes, tuning, |module, options, scratch| {
        let mut outcomes = Vec::new();
        for target in &all {
            let (kind, size) = match sos_core::filter(module, target, options, scratch)? {
                Outcome::Unchanged(words) => (OutcomeKind::Unchanged, words.len()),
                Outcome::Rewritten(words) => (OutcomeKind::Rewritten, words.len()),
                Outcome::Unsupported => (OutcomeKind::Unsupported, 0),
            };
            outcomes.push(json!({ "outcome": kind, "words": size }));
        }
        Ok(json!({ "outcomes": outcomes }))
    })
}

/// The texts of a module and of what a device gets.
fn compare(bytes: &[u8], target: &Target, tuning: &Tuning) -> Result<Value, Failure> {
    let input = words::from_bytes(bytes)?;
    let mut names = Names::default();
    names.add(&input);
    let before = listing(&input, &names);
    let (output, _) = run::filter(bytes, target, tuning)?;
    let script = match output {
        Some(output) => {
            let output = words::from_bytes(&output)?;
            names.add(&output);
            steps(&before, &listing(&output, &names))
        }
        None => vec![Step::Lines(before.lines().count() as i64)],
    };
    Ok(json!({ "before": before, "steps": script }))
}

/// The answer to what failed.
fn error(failure: &Failure) -> Value {
    let error = match failure {
        Failure::Module {
            kind,
            offset,
            opcode,
            text,
        } => json!({
            "name": "ModuleError",
            "message": format!("{text}{}", limit_hint(*kind, ["maxBound", "maxWords"])),
            "kind": format!("{kind:?}"),
            "offset": offset,
            "opcode": op_name(*opcode).filter(|_| *opcode != 0),
        }),
        Failure::Target(why) => json!({ "name": "TargetError", "message": why }),
        Failure::Option { name, why } => {
            // The one that others find to be wrong, by its name here.
            let name = match *name {
                "entry_point" => "entryPoint",
                name => name,
            };
            json!({ "name": "OptionError", "message": format!("{name}: {why}"), "option": name })
        }
    };
    json!({ "error": error })
}
