//! The manifests that are installed are those of the code. `BLESS=1` writes them.

use std::fs;
use std::path::Path;
use VkLayer_SOS_filter::{manifest, Installed};

#[test]
fn the_manifests_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cmake");
    for (name, installed) in [
        ("explicit", Installed::Explicit),
        ("implicit", Installed::Implicit),
    ] {
        let path = folder.join(format!("VkLayer_SOS_filter.{name}.json.in"));
        let expected = manifest("@library_path@", installed);
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &expected).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "{}: BLESS=1 writes it", path.display());
    }
}
