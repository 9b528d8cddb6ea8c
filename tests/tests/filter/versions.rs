//! `docs/spirv-versions.md` equals the measured table, and covers all additions of SPIR-V 1.1 to 1.6.

use sos_tests::corpus::shaders;
use sos_tests::paths;
use sos_tests::versions::reasons::{fits, REASONS};
use sos_tests::versions::{measure, minimum, page};

#[test]
fn every_addition_of_a_version_is_covered() {
    let shaders = shaders("");
    let all = measure(&shaders);
    assert!(all.len() > 150, "only {} additions", all.len());
    let silent: Vec<_> = all
        .iter()
        .filter(|arrival| arrival.answer().is_empty())
        .map(|arrival| format!("{}: {:?}", arrival.name, arrival.refused))
        .collect();
    assert!(
        silent.is_empty(),
        "no module of the corpus gets on without these, and tests/src/versions/reasons.rs does not say why: {silent:#?}"
    );
    let explains = |pattern: &str| all.iter().any(|arrival| fits(pattern, &arrival.name));
    let idle: Vec<_> = REASONS
        .iter()
        .flat_map(|row| row.0)
        .filter(|pattern| !explains(pattern))
        .collect();
    assert!(idle.is_empty(), "reasons for unknown names: {idle:?}");
    let text = page(&all, &minimum::table(&shaders));
    let path = paths::root().join("docs/spirv-versions.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|old| old == text),
        "docs/spirv-versions.md is not what is measured: BLESS=1 cargo test -p sos-tests --test filter versions::"
    );
}
