//! A build without rules and passes: constants, folding and trimming as with them, and what the target lacks is refused.
#![cfg(all(not(feature = "lowering"), feature = "json"))]

use sos_core::{filter, rules, Family, Module, Options, Outcome, Scratch, Specializer, Target};

/// Half arithmetic behind a constant that says whether the device has halves (`SOS_HAS_shaderFloat16`).
const CHOICE: &[u8] = include_bytes!("../../corpus/shaders/programs/half_blur.comp.spv");
/// Half arithmetic without a choice.
const HALVES: &[u8] = include_bytes!("../../corpus/shaders/types/half_arithmetic.comp.spv");
/// Three constants of the application that decide branches.
const JOINS: &[u8] = include_bytes!("../../corpus/shaders/folding/joins.comp.spv");

fn outcome(bytes: &[u8], target: &Target) -> (Option<Vec<u32>>, String) {
    let words = sos_core::words::from_bytes(bytes).unwrap();
    let (options, mut scratch) = (Options::default(), Scratch::new());
    let module = Module::scan(&words, &options.limits).unwrap();
    let out = match filter(&module, target, &options, &mut scratch).unwrap() {
        Outcome::Unchanged(words) | Outcome::Rewritten(words) => Some(words.to_vec()),
        Outcome::Unsupported => None,
    };
    let report = scratch.report(&module, target, &options);
    (out, report.to_string())
}

#[test]
fn what_the_target_lacks_is_refused() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let (out, text) = outcome(HALVES, &target);
    assert_eq!(out, None);
    assert!(text.contains("without the feature `lowering`"), "{text}");
    assert!(rules().all(|rule| matches!(rule.family, Family::Strip | Family::Undef)));
}

#[test]
fn a_constant_that_decides_is_enough() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let (out, text) = outcome(CHOICE, &target);
    let out = out.unwrap_or_else(|| panic!("{text}"));
    assert!(out.len() < CHOICE.len() / 4);
}

#[test]
fn modules_are_specialized() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let words = sos_core::words::from_bytes(JOINS).unwrap();
    let (options, mut scratch) = (Options::default(), Scratch::new());
    let module = Module::scan(&words, &options.limits).unwrap();
    let specializer = Specializer::new(&module, &target, &options, &mut scratch).unwrap();
    assert!(!specializer.filters());
    let mut sizes = Vec::new();
    for first in [0, 1] {
        let values = [(0, first), (1, 0), (2, 1)];
        match specializer.specialize(&values, &mut scratch).unwrap() {
            Outcome::Rewritten(out) => sizes.push(out.len()),
            other => panic!("{other:?}"),
        }
    }
    assert!(sizes.iter().all(|&size| size < words.len()), "{sizes:?}");
    assert_ne!(sizes[0], sizes[1]);
}
