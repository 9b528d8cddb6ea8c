//! Reports for other programs: JSON, as `sos filter` writes it of many files; SARIF 2.1.0 (OASIS), for code scanning services and editors; JUnit
//! XML, for CI systems.

use anyhow::Result;
use serde::Serialize;
use serde_json::{json, Value};
use sos_runner::junit::{self, Suite};

use super::args::{CheckArgs, Form, ReportFile};
use super::Checked;
use crate::batch::report::Report;
use crate::batch::row::{Counts, Row};
use crate::output::{self, Content, Staged};

/// The reports of a run.
pub(super) struct Reports {
    json: Vec<Report>,
    sarif: Vec<Value>,
    suites: Vec<Suite>,
    files: Vec<ReportFile>,
    prints: bool,
}

#[derive(Serialize)]
struct Summary<'a> {
    devices: &'a Counts,
}

impl Reports {
    /// Begins the reports that are asked for.
    ///
    /// # Errors
    /// A place cannot be written.
    pub(super) fn begin(args: &CheckArgs, devices: &[&str]) -> Result<Self> {
        let mut made = Self {
            json: Vec::new(),
            sarif: Vec::new(),
            suites: devices.iter().map(|name| Suite::new(name)).collect(),
            files: args.reports.clone(),
            prints: args.json,
        };
        for file in &made.files {
            output::check(&file.place, Content::Text)?;
            if file.form == Form::Json {
                made.json.push(Report::begin(&file.place, "results")?);
            }
        }
        if args.json {
            made.json.push(Report::begin("-".as_ref(), "results")?);
        }
        Ok(made)
    }

    fn wants(&self, form: Form) -> bool {
        self.files.iter().any(|file| file.form == form)
    }

    /// Takes what becomes of a module, a device after the other.
    ///
    /// # Errors
    /// A report cannot be written.
    pub(super) fn add(&mut self, checked: Vec<Checked>) -> Result<()> {
        let [sarif, junit] = [Form::Sarif, Form::Junit].map(|form| self.wants(form));
        for (one, suite) in checked.iter().zip(&mut self.suites) {
            let row = &one.row;
            for report in &mut self.json {
                report.add(row)?;
            }
            let fails = one.fails && !one.is_known;
            if sarif && one.fails {
                results(row, one.is_known, &mut self.sarif);
            }
            if junit {
                let failures = match fails {
                    true => vec![row.sentence(&[&row.device])],
                    false => Vec::new(),
                };
                suite.add(&row.title(), &failures, &row.outcome)?;
            }
        }
        Ok(())
    }

    /// Writes the reports. Whether one went to standard output.
    ///
    /// # Errors
    /// One cannot be written.
    pub(super) fn end(self, devices: &Counts) -> Result<bool> {
        for report in self.json {
            report.end(&Summary { devices })?;
        }
        let sarif = sarif(self.sarif);
        let mut staged: Vec<Staged> = Vec::new();
        for file in &self.files {
            let bytes = match file.form {
                Form::Json => continue,
                Form::Sarif => output::json(&sarif)?,
                Form::Junit => junit::document(&self.suites)?,
            };
            staged.push(output::stage(&file.place, bytes, Content::Text)?);
        }
        output::commit(staged)?;
        Ok(self.prints)
    }
}

/// What SARIF calls rules: kinds of needs, as reports name them, and two more.
const RULES: &[(&str, &str)] = &[
    ("invalid", "The module is invalid"),
    ("capability", "A capability that the device lacks"),
    (
        "version",
        "A version or an extension of SPIR-V that the device lacks",
    ),
    ("condition", "A feature or property that the device lacks"),
    ("limit", "A number that exceeds a limit of the device"),
    (
        "unknown",
        "Something that this version of SOS does not know",
    ),
    ("not-as-required", "It runs, but not as --require says"),
];

fn sarif(results: Vec<Value>) -> Value {
    let rules = RULES.iter();
    let rules = rules.map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }));
    let rules: Vec<Value> = rules.collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "sos", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    })
}

/// A result for each need of a module that fails on a device, at its line of source code if that is known.
fn results(row: &Row, is_known: bool, to: &mut Vec<Value>) {
    let mut add = |rule: Value, text: String, place: Value| {
        let mut result = json!({
            "ruleId": rule,
            "level": "error",
            "message": { "text": text },
            "locations": [{ "physicalLocation": place }],
            "properties": { "device": row.device, "module": row.input },
        });
        if is_known {
            result["baselineState"] = json!("unchanged");
            result["suppressions"] = json!([{ "kind": "external" }]);
        }
        to.push(result);
    };
    let artifact = |path: &str| json!({ "artifactLocation": { "uri": uri(path) } });
    if row.unsupported.is_empty() {
        let rule = if row.is_error() {
            "invalid"
        } else {
            "not-as-required"
        };
        return add(
            json!(rule),
            row.sentence(&[&row.device]),
            artifact(&row.input),
        );
    }
    let help = row.helps.first();
    let help = help.map_or_else(String::new, |help| format!("; help: {}", help.text));
    for need in &row.unsupported {
        let place = match need.line() {
            Some(source) => {
                let mut place = artifact(&source.file);
                place["region"] = json!({ "startLine": source.line });
                place
            }
            None => artifact(&row.input),
        };
        let (device, opcode, what) = (&row.device, &need.opcode, &need.need);
        let text = format!("{device} cannot run it: {opcode} needs {what}{help}");
        add(json!(need.kind), text, place);
    }
}

/// A path as a reference of RFC 3986: what is not allowed in one is percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_encoded() {
        assert_eq!(uri("a b/c#1.spv"), "a%20b/c%231.spv");
        assert_eq!(uri("..\\größe"), "../gr%C3%B6%C3%9Fe");
    }
}
