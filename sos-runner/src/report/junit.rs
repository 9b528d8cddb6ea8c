//! The results as JUnit XML, for CI systems: a suite per device, a test case per module.
//!
//! An expected `unsupported` is a passed test; a failure lists everything that is wrong with the pair. Control characters
//! that XML 1.0 cannot represent become U+FFFD. Results arrive by module and are written by device, and a suite begins with its
//! counts: so all of it waits in a spool.

use std::io::Write as _;

use anyhow::Result;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::Writer;

use super::spool::Spool;
use crate::execution::Run;
use crate::files::Writing;
use crate::results::Results;
use crate::row::{Cell, Head, Row};

/// A report that is being written.
#[derive(Debug)]
pub(crate) struct Junit {
    file: Writing,
    devices: Vec<String>,
    drivers: Vec<String>,
    /// A lane for each device, then one for each driver.
    cases: Spool,
}

impl Junit {
    /// Begins a report.
    pub(super) fn begin(file: Writing, head: &Head) -> Self {
        Self {
            file,
            devices: head.devices.iter().map(|one| one.name.clone()).collect(),
            drivers: head.drivers.clone(),
            cases: Spool::new(head.devices.len() + head.drivers.len()),
        }
    }

    /// Takes the tests of a case.
    ///
    /// # Errors
    /// The file cannot be written, here and below.
    pub(super) fn take(&mut self, row: &Row) -> Result<()> {
        for (at, (device, cell)) in self.devices.iter().zip(&row.cells).enumerate() {
            let mut xml = Writer::new(Vec::new());
            test_case(&mut xml, &row.name, device, cell)?;
            self.cases.push(at, &line(xml))?;
        }
        for (at, runs) in row.executed() {
            let driver = self.drivers.get(at).map_or("", String::as_str);
            for run in runs {
                let mut xml = Writer::new(Vec::new());
                test_run(&mut xml, &row.name, driver, run)?;
                self.cases.push(self.devices.len() + at, &line(xml))?;
            }
        }
        Ok(())
    }

    /// Completes the report.
    pub(super) fn end(mut self, results: &Results) -> Result<Writing> {
        let runs: usize = results.drivers.iter().map(|driver| driver.runs).sum();
        let tests = results.pairs() + results.orphans.len() + runs;
        self.file.write_all(&head(tests, results.failed())?)?;

        for (at, (name, counts)) in self.devices.iter().zip(&results.devices).enumerate() {
            let head = suite(name, results.cases, counts.failed, counts.time_ns)?;
            self.file.write_all(&head)?;
            self.cases.copy(at, &mut self.file)?;
            self.file.write_all(b"</testsuite>\n")?;
        }
        for (at, (name, counts)) in self.drivers.iter().zip(&results.drivers).enumerate() {
            let name = format!("run on {name}");
            let head = suite(&name, counts.runs, counts.failures, 0)?;
            self.file.write_all(&head)?;
            self.cases.copy(self.devices.len() + at, &mut self.file)?;
            self.file.write_all(b"</testsuite>\n")?;
        }
        if !results.orphans.is_empty() {
            let count = results.orphans.len();
            self.file
                .write_all(&suite("expected results", count, count, 0)?)?;
            for orphan in &results.orphans {
                let mut xml = Writer::new(Vec::new());
                start_case(&mut xml, orphan, "expected results", 0)?;
                failure(&mut xml, std::slice::from_ref(orphan))?;
                xml.write_event(Event::End(BytesEnd::new("testcase")))?;
                self.file.write_all(&line(xml))?;
            }
            self.file.write_all(b"</testsuite>\n")?;
        }
        self.file.write_all(b"</testsuites>\n")?;
        Ok(self.file)
    }
}

/// Tests of one kind, for a report that is written at once.
#[derive(Debug)]
pub struct Suite {
    name: String,
    tests: usize,
    failures: usize,
    cases: Vec<u8>,
}

impl Suite {
    /// No tests.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            tests: 0,
            failures: 0,
            cases: Vec::new(),
        }
    }

    /// Adds a test, with what is wrong if something is, and what it says.
    ///
    /// # Errors
    /// None: what is written is in memory.
    pub fn add(&mut self, name: &str, failures: &[String], says: &str) -> Result<()> {
        let mut xml = Writer::new(Vec::new());
        start_case(&mut xml, name, &self.name, 0)?;
        if !failures.is_empty() {
            failure(&mut xml, failures)?;
        }
        end_case(&mut xml, says)?;
        self.tests += 1;
        self.failures += usize::from(!failures.is_empty());
        self.cases.append(&mut line(xml));
        Ok(())
    }
}

/// A report of these tests.
///
/// # Errors
/// None: what is written is in memory.
pub fn document(all: &[Suite]) -> Result<Vec<u8>> {
    let sum = |of: fn(&Suite) -> usize| all.iter().map(of).sum();
    let mut bytes = head(sum(|suite| suite.tests), sum(|suite| suite.failures))?;
    for one in all {
        bytes.append(&mut suite(&one.name, one.tests, one.failures, 0)?);
        bytes.extend_from_slice(&one.cases);
        bytes.extend_from_slice(b"</testsuite>\n");
    }
    bytes.extend_from_slice(b"</testsuites>\n");
    Ok(bytes)
}

/// The begin of a report.
fn head(tests: usize, failures: usize) -> Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut suites = BytesStart::new("testsuites");
    suites.push_attribute(("name", super::TOOL));
    suites.push_attribute(("tests", tests.to_string().as_str()));
    suites.push_attribute(("failures", failures.to_string().as_str()));
    xml.write_event(Event::Start(suites))?;
    Ok(line(xml))
}

type Xml = Writer<Vec<u8>>;

/// What was written, as a line.
fn line(xml: Xml) -> Vec<u8> {
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    bytes
}

fn suite(name: &str, tests: usize, failures: usize, ns: u64) -> Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", legal(name).as_str()));
    suite.push_attribute(("tests", tests.to_string().as_str()));
    suite.push_attribute(("failures", failures.to_string().as_str()));
    suite.push_attribute(("time", seconds(ns).as_str()));
    xml.write_event(Event::Start(suite))?;
    Ok(line(xml))
}

fn start_case(xml: &mut Xml, name: &str, class: &str, ns: u64) -> Result<()> {
    let mut case = BytesStart::new("testcase");
    case.push_attribute(("name", legal(name).as_str()));
    case.push_attribute(("classname", legal(class).as_str()));
    case.push_attribute(("time", seconds(ns).as_str()));
    Ok(xml.write_event(Event::Start(case))?)
}

fn test_case(xml: &mut Xml, case: &str, device: &str, cell: &Cell) -> Result<()> {
    start_case(xml, case, device, cell.time_ns)?;
    if cell.failed() {
        failure(xml, &cell.failures)?;
    }
    end_case(xml, cell.outcome.name())
}

/// Ends a test, with what it says.
fn end_case(xml: &mut Xml, says: &str) -> Result<()> {
    xml.write_event(Event::Start(BytesStart::new("system-out")))?;
    xml.write_event(Event::Text(BytesText::new(says)))?;
    xml.write_event(Event::End(BytesEnd::new("system-out")))?;
    Ok(xml.write_event(Event::End(BytesEnd::new("testcase")))?)
}

/// One run on a driver. Runs that the device does not support are skipped.
fn test_run(xml: &mut Xml, case: &str, driver: &str, run: &Run) -> Result<()> {
    start_case(xml, &format!("{case}, {}", run.what), driver, 0)?;
    if let Some(why) = run.failure() {
        failure(xml, &[why])?;
    } else if let Some(why) = run.result.why() {
        let mut skipped = BytesStart::new("skipped");
        skipped.push_attribute(("message", legal(why).as_str()));
        xml.write_event(Event::Empty(skipped))?;
    }
    Ok(xml.write_event(Event::End(BytesEnd::new("testcase")))?)
}

fn failure(xml: &mut Xml, failures: &[String]) -> Result<()> {
    let first = failures.first().and_then(|text| text.lines().next());
    let mut failure = BytesStart::new("failure");
    failure.push_attribute(("message", legal(first.unwrap_or_default()).as_str()));
    xml.write_event(Event::Start(failure))?;
    xml.write_event(Event::Text(BytesText::new(&legal(&failures.join("\n")))))?;
    Ok(xml.write_event(Event::End(BytesEnd::new("failure")))?)
}

fn seconds(ns: u64) -> String {
    format!("{:.9}", ns as f64 / 1e9)
}

/// Replaces characters that XML cannot represent.
fn legal(text: &str) -> String {
    let illegal = |c: char| {
        c < ' ' && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{FFFE}' | '\u{FFFF}')
    };
    text.replace(illegal, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(legal("a\0b\u{1b}c\n"), "a\u{FFFD}b\u{FFFD}c\n");
    }
}
