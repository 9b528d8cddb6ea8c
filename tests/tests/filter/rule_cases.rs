//! From a rule to what shows it, and back.
//!
//! The head of the file that implements a rule has a line for it:
//!
//! ```text
//! //! `fma` is shown by `corpus/shaders/ops/fma.spvasm`.
//! //! `undef` is shown by the test `undef_is_the_last_resort` in `sos-core/src/filter/tests.rs`.
//! ```
//!
//! The source of such a case has a line `sos: shows fma swiftshader`. `sos corpus run` checks that the rule is applied there, and keeps the
//! difference between input and output in `corpus/golden`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sos_tests::paths::{corpus, root};

/// What shows a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    /// The source of a case, from the root.
    Case(String),
    /// The name of a test, and its file.
    Test(String, String),
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Reads a line of a head.
fn shown(line: &str) -> Option<(String, Shown)> {
    let (rule, by) = line.strip_prefix("//! `")?.split_once("` is shown by ")?;
    let quoted = by.split('`').skip(1).step_by(2);
    let quoted: Vec<String> = quoted.map(str::to_owned).collect();
    let shown = match (by.starts_with("the test "), quoted.as_slice()) {
        (false, [case]) => Shown::Case(case.clone()),
        (true, [test, file]) => Shown::Test(test.clone(), file.clone()),
        _ => panic!("{line}"),
    };
    Some((rule.to_owned(), shown))
}

#[test]
fn rules_name_what_shows_them_and_cases_name_what_they_show() {
    let mut sources = vec![root().join("sos-core/src/rules.rs")];
    for folder in ["rules", "passes"] {
        files(&root().join("sos-core/src").join(folder), &mut sources);
    }
    let mut by_rule: BTreeMap<String, Shown> = BTreeMap::new();
    for source in sources {
        for line in fs::read_to_string(&source).unwrap().lines() {
            if let Some((rule, shown)) = shown(line) {
                let first = by_rule.insert(rule, shown);
                assert_eq!(first, None, "{}: {line}", source.display());
            }
        }
    }

    let mut cases = Vec::new();
    files(&corpus().join("shaders"), &mut cases);
    let mut by_case = BTreeMap::new();
    for case in cases {
        let Ok(text) = fs::read_to_string(&case) else {
            continue;
        };
        let name = case.strip_prefix(root()).unwrap();
        let name = name.to_str().unwrap().replace('\\', "/");
        let directives = text
            .lines()
            .filter_map(|line| line.split_once("sos: shows "));
        for (_, directive) in directives {
            let rule = directive.split_whitespace().next().unwrap().to_owned();
            let first = by_case.insert(rule.clone(), Shown::Case(name.clone()));
            assert_eq!(first, None, "{rule} is shown by two cases");
        }
    }

    for rule in sos_core::rules() {
        match by_rule.get(rule.name) {
            Some(Shown::Test(test, file)) => {
                let text = fs::read_to_string(root().join(file)).expect(file);
                assert!(text.contains(&format!("fn {test}()")), "{file}: {test}");
            }
            found => assert_eq!(found, by_case.get(rule.name), "{}", rule.name),
        }
        assert!(
            by_rule.contains_key(rule.name),
            "nothing shows {}",
            rule.name
        );
    }
    assert_eq!(by_rule.len(), sos_core::rules().len(), "{by_rule:?}");
    assert!(by_case.len() > 100, "{}", by_case.len());
    let known = |rule: &String| by_rule.get(rule) == by_case.get(rule);
    assert!(by_case.keys().all(known), "{by_case:?}");
}
