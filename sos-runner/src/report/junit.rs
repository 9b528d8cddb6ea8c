//! The results as JUnit XML, for CI systems: a suite per device, a test case per module.
//!
//! An expected `unsupported` is a passed test; a failure lists everything that is wrong with the pair. Control characters
//! that XML 1.0 cannot represent become U+FFFD.

use anyhow::Result;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::Writer;

use crate::results::{Entry, Results};

/// Serializes the report.
///
/// # Errors
/// Never: it is written to memory.
pub(super) fn report(results: &Results) -> Result<Vec<u8>> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let runs: usize = results.executed().map(|(.., done)| done.runs.len()).sum();
    let tests = results.entries().count() + results.orphans.len() + runs;
    let mut suites = BytesStart::new("testsuites");
    suites.push_attribute(("name", super::TOOL));
    suites.push_attribute(("tests", tests.to_string().as_str()));
    suites.push_attribute(("failures", results.failed().to_string().as_str()));
    xml.write_event(Event::Start(suites))?;
    for device in &results.devices {
        let entries: Vec<_> = results
            .entries()
            .filter(|entry| entry.device.name == device.name)
            .collect();
        let failed = entries.iter().filter(|entry| !entry.failures().is_empty());
        let time = entries.iter().map(|entry| entry.pair.time_ns).sum();
        start_suite(&mut xml, &device.name, entries.len(), failed.count(), time)?;
        for entry in &entries {
            test_case(&mut xml, entry)?;
        }
        xml.write_event(Event::End(BytesEnd::new("testsuite")))?;
    }
    for driver in &results.executions.drivers {
        driver_suite(&mut xml, results, driver)?;
    }
    if !results.orphans.is_empty() {
        let count = results.orphans.len();
        start_suite(&mut xml, "expected results", count, count, 0)?;
        for orphan in &results.orphans {
            start_case(&mut xml, orphan, "expected results", 0)?;
            failure(&mut xml, std::slice::from_ref(orphan))?;
            xml.write_event(Event::End(BytesEnd::new("testcase")))?;
        }
        xml.write_event(Event::End(BytesEnd::new("testsuite")))?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuites")))?;
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

type Xml = Writer<Vec<u8>>;

fn start_suite(xml: &mut Xml, name: &str, tests: usize, failures: usize, ns: u64) -> Result<()> {
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", legal(name).as_str()));
    suite.push_attribute(("tests", tests.to_string().as_str()));
    suite.push_attribute(("failures", failures.to_string().as_str()));
    suite.push_attribute(("time", seconds(ns).as_str()));
    Ok(xml.write_event(Event::Start(suite))?)
}

fn start_case(xml: &mut Xml, name: &str, class: &str, ns: u64) -> Result<()> {
    let mut case = BytesStart::new("testcase");
    case.push_attribute(("name", legal(name).as_str()));
    case.push_attribute(("classname", legal(class).as_str()));
    case.push_attribute(("time", seconds(ns).as_str()));
    Ok(xml.write_event(Event::Start(case))?)
}

fn test_case(xml: &mut Xml, entry: &Entry<'_>) -> Result<()> {
    let pair = entry.pair;
    start_case(xml, &entry.case.name, &entry.device.name, pair.time_ns)?;
    let failures = entry.failures();
    if !failures.is_empty() {
        failure(xml, &failures)?;
    }
    xml.write_event(Event::Start(BytesStart::new("system-out")))?;
    xml.write_event(Event::Text(BytesText::new(pair.outcome.name())))?;
    xml.write_event(Event::End(BytesEnd::new("system-out")))?;
    Ok(xml.write_event(Event::End(BytesEnd::new("testcase")))?)
}

/// A suite for a driver, with a test case per run. Runs that the device does not support are skipped.
fn driver_suite(xml: &mut Xml, results: &Results, name: &str) -> Result<()> {
    let here: Vec<_> = results
        .executed()
        .filter(|(_, _, driver, _)| *driver == name)
        .flat_map(|(_, case, _, execution)| execution.runs.iter().map(move |run| (case, run)))
        .collect();
    let failed = here
        .iter()
        .filter(|(_, run)| run.failure().is_some())
        .count();
    start_suite(xml, &format!("run on {name}"), here.len(), failed, 0)?;
    for (case, run) in here {
        start_case(xml, &format!("{}, {}", case.name, run.what), name, 0)?;
        if let Some(why) = run.failure() {
            failure(xml, &[why])?;
        } else if let Some(why) = run.result.why() {
            let mut skipped = BytesStart::new("skipped");
            skipped.push_attribute(("message", legal(why).as_str()));
            xml.write_event(Event::Empty(skipped))?;
        }
        xml.write_event(Event::End(BytesEnd::new("testcase")))?;
    }
    Ok(xml.write_event(Event::End(BytesEnd::new("testsuite")))?)
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
