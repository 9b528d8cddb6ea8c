//! Invariants for every module of the corpus and the devices that are chosen for differing most.

use sos_core::tables::{capability, op};
use sos_core::{
    accepts, Allow, Module, Options, Outcome, OutcomeKind, Scratch, Target, TargetKind,
};
use sos_runner::CHOSEN;
use sos_tests::corpus::{shaders, Shader};
use sos_tests::filtered::{check, filter};
use sos_tests::tools;

fn pairs() -> impl Iterator<Item = (Shader, Target)> {
    let targets = CHOSEN.map(|name| Target::built_in(name).unwrap());
    shaders("").into_iter().flat_map(move |shader| {
        let target = move |target: Target| (shader.clone(), target);
        targets.clone().into_iter().map(target)
    })
}

#[test]
fn outputs_are_valid_and_supported_by_the_target() {
    let Some(tools) = tools() else { return };
    let validator = tools::validator().unwrap();
    let is_recent = validator.is_recent();
    println!("spirv-val, {}", validator.version);
    let (mut counts, mut validated, mut objections) = ([0; 2], 0, Vec::new());
    for (shader, target) in pairs() {
        // A validator that rejects a module says nothing of its outputs, but the source has to say why it does.
        let layout = ["--scalar-block-layout"];
        let is_judged = shader.judged
            || !shader.plain
                && is_recent
                && tools
                    .validate_with(&shader.words, "vulkan1.3", &layout)
                    .is_ok();
        let name = format!("{} for {}", shader.name, target.name());
        let filtered = filter(&shader.words, &target, &Options::default()).unwrap();
        let runs = filtered.report.outcome != OutcomeKind::Unsupported;
        assert_eq!(runs, !filtered.words.is_empty(), "{name}");
        assert_eq!(
            runs,
            filtered.report.unsupported.is_empty(),
            "{name}: {:?}",
            filtered.report.unsupported
        );
        // The test of the corpus runner validates what it makes of modules with the default options, and what it makes here is the same.
        if runs && is_judged && !shader.plain {
            validated += 1;
            if let Err(error) = check(tools, &filtered.words, &target) {
                objections.push(format!("{name}: {error:#}"));
            }
        }
        counts[usize::from(runs)] += 1;
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    assert!(validated > 200, "{validated}");
    assert!(
        counts.iter().all(|&count| count > 0),
        "some devices run some modules, and not all run all: {counts:?}"
    );
}

#[test]
fn filtered_outputs_are_accepted_unchanged() {
    for (shader, target) in pairs() {
        let first = filter(&shader.words, &target, &Options::default()).unwrap();
        if first.report.outcome == OutcomeKind::Unsupported {
            continue;
        }
        let second = filter(&first.words, &target, &Options::default()).unwrap();
        assert_eq!(
            second.report.outcome,
            OutcomeKind::Unchanged,
            "{} for {}",
            shader.name,
            target.name()
        );
        assert_eq!(
            second.words,
            first.words,
            "{} for {}",
            shader.name,
            target.name()
        );
    }
}

/// What `accepts` accepts, `filter` leaves unchanged, in whatever order a scratch is used for both.
#[test]
fn what_is_accepted_stays_unchanged() {
    let mut scratch = Scratch::new();
    let (mut counts, options) = ([0; 2], Options::default());
    let lenient = Options {
        allow: Allow::LIMITS.with(Allow::UNDEF),
        ..Options::default()
    };
    for (shader, target) in pairs() {
        let module = Module::scan(&shader.words, &options.limits).unwrap();
        for options in [&options, &lenient] {
            let accepted = accepts(&module, &target, options, &mut scratch).unwrap();
            let outcome = sos_core::filter(&module, &target, options, &mut scratch).unwrap();
            let unchanged = matches!(outcome, Outcome::Unchanged(_));
            let name = format!("{} for {}", shader.name, target.name());
            // What exceeds a limit is not accepted, nor what only the plan can tell of a device that nobody has seen.
            let device = target.kind() == TargetKind::Device && options != &lenient;
            assert!(accepted == unchanged || !accepted && !device, "{name}");
            counts[usize::from(accepted)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// A module without its declarations of capabilities and extensions, except for what says nothing about use.
fn undeclared(words: &[u32]) -> Vec<u32> {
    const KEPT: [u32; 3] = [
        capability::Shader,
        capability::Matrix,
        capability::InterpolationFunction,
    ];
    let mut kept = words[..5].to_vec();
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        let (inst, behind) = rest.split_at((first >> 16) as usize);
        rest = behind;
        match first as u16 {
            op::OpCapability if !KEPT.contains(&inst[1]) => {}
            op::OpExtension => {}
            _ => kept.extend_from_slice(inst),
        }
    }
    kept
}

/// Returns what follows capabilities and extensions.
fn body(words: &[u32]) -> &[u32] {
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        if !matches!(first as u16, op::OpCapability | op::OpExtension) {
            break;
        }
        rest = &rest[(first >> 16) as usize..];
    }
    rest
}

/// Modules that are refused instead of lowered where they declare nothing: what they use has no sign but its declaration.
const NEEDS_DECLARATIONS: &[&str] = &[
    // Its blocks in workgroup memory are known only once the pointers are typed.
    "ops/untyped.spv",
    "types/bfloat16.spv",
    "vendor/amd_half_fetch.comp.spv",
    "vendor/amd_half_fetch.frag.spv",
    "vendor/amd_half_sparse.frag.spv",
];

/// Compilers forget declarations. What a module does decides: without them it is refused, lowered or accepted all the same.
#[test]
fn declarations_do_not_decide() {
    let targets = ["vulkan-1.0", "swiftshader", "radv-pitcairn", "vulkan-1.3"];
    let (mut differ, mut lowered) = (Vec::new(), 0);
    for shader in shaders("") {
        let plain = undeclared(&shader.words);
        for target in targets {
            let target = Target::built_in(target).unwrap();
            let [with, without] = [&shader.words, &plain]
                .map(|words| filter(words, &target, &Options::default()).unwrap());
            let kept = without.report.outcome == OutcomeKind::Unchanged;
            let agree = match (with.words.is_empty(), without.words.is_empty()) {
                // More of the declarations than necessary may have gone.
                (false, false) if kept => body(&with.words) == body(&shader.words),
                (false, true) if NEEDS_DECLARATIONS.contains(&shader.name.as_str()) => true,
                (with, without) => with == without,
            };
            lowered += usize::from(!kept && !without.words.is_empty());
            if !agree {
                differ.push(format!(
                    "{} for {}: {:?}, {:?} undeclared {:?}",
                    shader.name,
                    target.name(),
                    with.report.outcome,
                    without.report.outcome,
                    without.report.unsupported.first().map(|one| &one.need),
                ));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(lowered > 500, "{lowered}");
}
