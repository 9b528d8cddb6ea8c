//! Tests of `sos completions`, the manual pages, help and version.

use std::process::Command;

use serde_json::Value;

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

/// Bash, with the script, is asked what it completes at the end of a line.
#[test]
fn bash_completes_devices() {
    let place = Place::with(&[]);
    let script = place.run(&["completions", "bash"]);
    script.expect(0, &[]);
    assert!(script.text().contains("-o bashdefault -o default"));
    std::fs::write(place.path("sos.bash"), &script.stdout).unwrap();
    let complete = |line: &str| {
        let ask = format!(
            "source ./sos.bash; COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _sos sos \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-c", &ask])
            .current_dir(place.path("."));
        let ran = bash.output().map_err(|error| format!("bash: {error}"));
        sos_tests::skip::unless_missing(ran).map(|ran| {
            assert!(ran.stderr.is_empty(), "{ran:?}");
            String::from_utf8(ran.stdout).unwrap()
        })
    };
    for (line, expected) in [
        ("sos filter --device swif", "swiftshader\n"),
        (
            "sos filter a.spv -d lava",
            "lavapipe lavapipe-22.3.6 lavapipe-25.0.7\n",
        ),
        ("sos inspect -d steam", "steam-deck\n"),
        ("sos corpus run x --device mob", "mobile\n"),
        (
            "sos corpus merge x -d vul",
            "vulkan vulkan-1.0 vulkan-1.1 vulkan-1.2 vulkan-1.3 vulkan-1.4\n",
        ),
        (
            "sos filter -d swiftshader,lava",
            "swiftshader,lavapipe swiftshader,lavapipe-22.3.6 swiftshader,lavapipe-25.0.7\n",
        ),
        ("sos inspect --allow undef,f64-to-", "undef,f64-to-f32\n"),
        ("sos filter --strip names,d", "\n"),
        ("sos device show pixel-6", "pixel-6 pixel-6-pro\n"),
        ("sos device list --gr", "--groups\n"),
        // Then bash looks for files.
        ("sos filter -d ./pho", "\n"),
    ] {
        let Some(found) = complete(line) else { return };
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn scripts_have_the_devices_once_and_leave_files() {
    let place = Place::with(&[]);
    let devices = place.run(&["device", "list", "requirements", "captures", "--json"]);
    let devices: Vec<Value> = serde_json::from_slice(&devices.stdout).unwrap();
    let script = |shell| place.run(&["completions", shell]).text().to_owned();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = script(shell);
        for device in &devices {
            let name = device["device"].as_str().unwrap();
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
            let words = script.split(|c: char| !is_part(c));
            // Examples in help name some.
            let count =
                words.filter(|word| *word == name || word.strip_suffix("\\t") == Some(name));
            assert!((1..4).contains(&count.count()), "{shell}: {name}");
        }
    }
    // Of zsh, names and files; of fish, no `-f` with them; PowerShell completes files where nothing is offered.
    let zsh = script("zsh");
    assert!(zsh.starts_with("#compdef sos\n") && zsh.contains("'files:file:_files'"));
    assert_eq!(zsh.matches(":_sos_devices' \\\n").count(), 12);
    let fish = script("fish");
    let several = " -r -a \"(__fish_complete_list , __sos_devices)\"\n";
    assert_eq!(fish.matches(several).count(), 5);
    assert!(
        fish.contains("device; and __fish_seen_subcommand_from show\" -a \"(__sos_devices)\"\n")
    );
    let powershell = script("powershell");
    assert!(powershell.contains("if (\"$before\" -cin '-d', '--device') {"));
    assert!(powershell.contains("'sos;device;show' {\n            & $devices\n"));
}

/// What is offered is not all that is taken, and help does not list it.
#[test]
fn help_and_errors_do_not_list_devices() {
    let place = Place::with(&[]);
    for args in [&["filter", "--help"][..], &["filter", "a", "-o", "b", "-d"]] {
        let ran = place.run(args);
        let all = ran.text().to_owned() + &ran.stderr;
        assert!(!all.contains("nvk-maxwell"), "{all}");
    }
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
                "\"GROUPS (wherever several devices are taken)\"",
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
    let own = option_env!("SOS_VERSION").unwrap_or(env!("CARGO_PKG_VERSION"));
    assert_eq!(version.text().trim(), format!("sos {own}"));
    for command in ["filter", "inspect", "device"] {
        place.run(&[command, "--help"]).expect(0, &[]);
        assert!(place.run(&["--help"]).text().contains(command));
    }
    assert!(place
        .run(&["filter", "--help"])
        .text()
        .contains("Exit status"));
    for help in ["-h", "--help"] {
        let help = place.run(&["filter", help]);
        assert!(help.text().contains("mobile-2025") && help.text().contains("GROUP-YEAR"));
    }
    for list in ["rules", "--without", "--source", "--image-format"] {
        let help = place.run(&["filter", "--help"]);
        assert!(help.text().contains("sos list") && help.text().contains(list));
    }
}
