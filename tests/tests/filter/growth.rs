//! The growth of modules by family, on a device that lacks most features and on one that lacks 16-bit arithmetic.
//!
//! `docs/growth.md` contains the table that this prints. The figures of the families in [`HELD`] are checked.

use sos_core::{Options, OutcomeKind, Target};
use sos_tests::corpus::shaders;
use sos_tests::filtered::filter;
use std::collections::{BTreeMap, BTreeSet};

const DOCUMENT: &str = include_str!("../../../docs/growth.md");

/// The devices, in the order of the table's columns.
const DEVICES: [&str; 2] = ["swiftshader", "radv-pitcairn"];

/// Families whose figures may differ from the documented ones by at most a quarter.
const CHECKED_FAMILIES: [&str; 2] = ["storage", "types"];

/// The rewritten modules of a family: their number, and their words before and after.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    modules: usize,
    before: usize,
    after: usize,
}

impl Sum {
    fn factor(self) -> f64 {
        self.after as f64 / self.before as f64
    }
}

fn sums(device: &str) -> BTreeMap<String, Sum> {
    let target = Target::built_in(device).unwrap();
    let mut sums = BTreeMap::<String, Sum>::new();
    for shader in shaders("") {
        let Some((family, _)) = shader.name.split_once('/') else {
            continue;
        };
        let Ok(found) = filter(&shader.words, &target, &Options::default()) else {
            continue;
        };
        if found.report.outcome == OutcomeKind::Rewritten {
            let sum = sums.entry(family.to_owned()).or_default();
            sum.modules += 1;
            sum.before += shader.words.len();
            sum.after += found.words.len();
        }
    }
    sums
}

/// The documented factors of a family.
fn documented(family: &str) -> Vec<f64> {
    let head = format!("| `{family}` |");
    let line = DOCUMENT.lines().find_map(|line| line.strip_prefix(&head));
    let cells = line.unwrap_or("").split('|').map(str::trim);
    cells.filter_map(|cell| cell.parse().ok()).collect()
}

#[test]
fn growth_matches_the_documentation() {
    let [small, large] = DEVICES.map(sums);
    println!("| family | {} |\n|---|---:|---:|", DEVICES.join(" | "));
    let families: BTreeSet<_> = small.keys().chain(large.keys()).collect();
    assert!(families.len() > 10, "{families:?}");
    for family in families {
        let sums = [&small, &large].map(|sums| sums.get(family).copied());
        let cell =
            |sum: Option<Sum>| sum.map_or("–".to_owned(), |sum| format!("{:.2}", sum.factor()));
        println!("| `{family}` | {} |", sums.map(cell).join(" | "));
        if !CHECKED_FAMILIES.contains(&family.as_str()) {
            continue;
        }
        let found: Vec<f64> = sums.into_iter().flatten().map(Sum::factor).collect();
        let documented_factors = documented(family);
        assert_eq!((found.len(), documented_factors.len()), (2, 2), "{family}");
        let near = |(found, documented_factors): (&f64, &f64)| {
            (found / documented_factors - 1.0).abs() < 0.25
        };
        assert!(
            found.iter().zip(&documented_factors).all(near),
            "docs/growth.md is out of date: {family} {found:.2?}"
        );
    }
}
