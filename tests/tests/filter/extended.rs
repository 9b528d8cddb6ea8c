//! What the filter is said to add to devices is what it does for the corpus, and `docs/extended.md` says it.

use sos_core::Grade;
use sos_tests::corpus::shaders;
use sos_tests::extended::{devices, measure, page};
use sos_tests::paths;

#[test]
fn additions_keep_what_they_promise() {
    let shaders = shaders("");
    let all = measure(&shaders);
    for measured in &all {
        let names = measured.row.names();
        assert!(measured.lowered > 0, "no module shows {names:?}");
        if measured.row.grade == Grade::Always {
            assert!(measured.refused.is_empty(), "{names:?}: {measured:#?}");
        }
    }
    let devices = devices(&shaders);
    assert!(
        devices.iter().any(|device| device.gained > 50),
        "{devices:#?}"
    );
    let text = page(&all, &devices);
    let path = paths::root().join("docs/extended.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|old| old == text),
        "docs/extended.md is not what is measured: BLESS=1 cargo test -p sos-tests --test filter extended::"
    );
}
