//! The manual has every setting. `BLESS=1` writes its table.

use std::fmt::Write;
use std::fs;
use VkLayer_SOS_filter::{Kind, ROWS};

const BEGIN: &str = "<!-- settings: BLESS=1 cargo test -p sos-layer --test documents -->\n";
const END: &str = "<!-- end -->\n";

#[test]
fn the_manual_has_every_setting() {
    let mut table = "| name | default | what it does |\n|---|---|---|\n".to_owned();
    for row in ROWS {
        let default = match (row.default, row.kind) {
            ("", Kind::List | Kind::SaveFile | Kind::SaveFolder) => "—".to_owned(),
            (value, _) => format!("`{value}`"),
        };
        let (name, description) = (row.name, row.description);
        let _ = writeln!(table, "| `{name}` | {default} | {description} |");
    }
    let path = sos_tests::paths::root().join("docs/layer.md");
    let text = fs::read_to_string(&path).expect("the manual");
    let (before, rest) = text.split_once(BEGIN).expect("the table's beginning");
    let (_, after) = rest.split_once(END).expect("the table's end");
    let expected = format!("{before}{BEGIN}{table}{END}{after}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &expected).expect("the manual");
    }
    assert!(text == expected, "BLESS=1 writes the table of settings");
}
