//! Tests of `sos completions`, the manual pages, help and version.

use crate::run::Place;

#[test]
fn every_shell_gets_a_script() {
    let place = Place::with(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = place.run(&["completions", shell]);
        ran.expect(0, &[]);
        assert!(ran.text().contains("keep-spec"), "{shell}");
    }
    place
        .run(&["completions", "cmd"])
        .expect(2, &["possible values"]);
}

#[test]
fn every_command_has_its_page() {
    let place = Place::with(&[]);
    place.run(&["manual", "."]).expect(0, &[]);
    for page in [
        "sos.1",
        "sos-filter.1",
        "sos-device-capture.1",
        "sos-corpus-run.1",
    ] {
        let text = std::fs::read_to_string(place.path(page)).expect(page);
        assert!(text.contains(".SH NAME"), "{page}");
        // The usage of the help, with the values of options.
        let command = page.trim_end_matches(".1").replace('-', " ");
        let usage = format!(".SH SYNOPSIS\n\\fB{command}\\fR ");
        assert!(text.contains(&usage), "{page}: {text}");
    }
    let filter = std::fs::read_to_string(place.path("sos-filter.1")).expect("the page");
    assert!(filter.contains("\\-\\-device <"), "{filter}");
    for page in place.files() {
        let text = std::fs::read_to_string(place.path(&page)).unwrap();
        assert!(!text.contains("EXTRA"), "{page}");
        let mut sections: Vec<&str> = { text.lines() }
            .filter_map(|line| line.strip_prefix(".SH "))
            .collect();
        let expected: &[&str] = match page.as_str() {
            "sos.1" => &["EXAMPLES", "\"EXIT STATUS\"", "VERSION"],
            "sos-filter.1" => &[
                "\"DEVICES (DEV)\"",
                "\"EXAMPLES WITH MANY FILES\"",
                "\"EXIT STATUS\"",
            ],
            "sos-corpus-run.1" => &[
                "\"GROUPS (wherever several devices are taken)\"",
                "EXAMPLES",
            ],
            "sos-device-show.1" => &["\"DEVICES (DEV)\"", "EXAMPLES"],
            _ => &[],
        };
        for section in expected {
            assert!(sections.contains(section), "{page}: {sections:?}");
        }
        let count = sections.len();
        sections.sort_unstable();
        sections.dedup();
        assert_eq!(sections.len(), count, "{page}: {sections:?}");
    }
    assert!(filter.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\nOUT is written"));
    place
        .run(&["manual", "no-such-folder"])
        .expect(2, &["no-such-folder"]);
}

#[test]
fn help_and_version_are_given() {
    let place = Place::with(&[]);
    let version = place.run(&["--version"]);
    version.expect(0, &[]);
    assert_eq!(
        version.text().trim(),
        concat!("sos ", env!("CARGO_PKG_VERSION"))
    );
    for command in ["filter", "inspect", "device"] {
        place.run(&[command, "--help"]).expect(0, &[]);
        assert!(place.run(&["--help"]).text().contains(command));
    }
    assert!(place
        .run(&["filter", "--help"])
        .text()
        .contains("Exit status"));
    for list in ["rules", "--without", "--source", "--image-format"] {
        let help = place.run(&["filter", "--help"]);
        assert!(help.text().contains("sos list") && help.text().contains(list));
    }
}
