//! `docs/coverage.md` equals the measured coverage and has no empty cell.

use std::collections::BTreeSet;

use sos_core::reasons::REASONS;
use sos_core::tables::{capability_by_name, extension_by_name};
use sos_tests::corpus::shaders;
use sos_tests::coverage::{measure, page};
use sos_tests::paths;

#[test]
fn page_equals_the_measured_coverage_and_has_no_empty_cell() {
    let all = measure(&shaders(""));
    assert!(all.len() > 150, "only {} capabilities", all.len());
    let explained: Vec<&str> = REASONS.iter().flat_map(|row| row.0).copied().collect();
    let once: BTreeSet<_> = explained.iter().collect();
    assert_eq!(
        once.len(),
        explained.len(),
        "a capability is explained twice"
    );
    let missing: Vec<_> = all
        .iter()
        .filter(|coverage| coverage.wants_reason() && !explained.contains(&coverage.name))
        .map(|coverage| format!("{}: {:?}", coverage.name, coverage.refused))
        .collect();
    let unknown: Vec<_> = explained
        .iter()
        .filter(|name| {
            capability_by_name(name).is_none() && extension_by_name(name.as_bytes()).is_none()
        })
        .collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "sos-core/src/reasons.rs lacks a reason for {missing:#?}, and explains what is neither a capability nor an extension: {unknown:?}"
    );
    let text = page(&all);
    assert!(!text.contains("|  |"), "an empty cell");
    let path = paths::root().join("docs/coverage.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|old| old == text),
        "docs/coverage.md is not what is measured: BLESS=1 cargo test -p sos-tests --test filter coverage::"
    );
}
