//! Random modules whose constants and branches were opened ([`open`]), specialized from what was prepared once: lavapipe, and
//! SwiftShader where its target takes the module, compute from each specialization what lavapipe computes from the module with the
//! same values in a `VkSpecializationInfo`.

use sos_core::{
    specialization_constants, Module, Options, Outcome, Scratch, SpecConstant, SpecKind,
    Specializer, Target,
};
use sos_tests::filtered::check;
use sos_tests::generate::{module, Generated, Shape};
use sos_tests::hostile::{open, Opening};
use sos_tests::job::Specialization;
use sos_tests::random::Random;
use sos_tests::{driver, tools, Session};

use super::{
    compare_unless_crashed, constants, job, memory, run_unfiltered, save_regression, seeds, shape,
    Mismatch, Run,
};

/// The module of a seed, with constants of its own and opened ones.
fn opened(seed: u64) -> Generated {
    let shape: fn(u64) -> Shape = match seed % 4 {
        0 => constants::shape,
        1 => memory::shape,
        _ => shape,
    };
    let mut shape = shape(seed);
    shape.alone = seed % 2 == 1;
    let mut generated = module(seed, shape);
    let mut random = Random::new(seed ^ 0x09E4);
    // A loop that does not end would be no reference.
    let opening = Opening {
        constants: random.choose(&[0, 30]),
        branches: random.choose(&[30, 70]),
        loops: false,
    };
    open(&mut generated.words, &mut random, opening);
    generated
}

/// Values for all constants: those of the generator, the defaults of opened numbers, which may be divisors and masks, and any
/// way for opened branches.
fn values(
    generated: &Generated,
    constants: &[SpecConstant],
    random: &mut Random,
) -> Vec<Specialization> {
    let of = |constant: &SpecConstant| {
        let known = &generated.specialization;
        let known = known.iter().find(|known| known.id == constant.spec_id);
        known.copied().unwrap_or_else(|| Specialization {
            id: constant.spec_id,
            value: match constant.kind {
                SpecKind::Bool => random.bits() & 1,
                _ => constant.default,
            },
            size: constant.width / 8,
        })
    };
    constants.iter().map(of).collect()
}

#[test]
fn specializations_compute_the_same_as_the_module() {
    let (Some(lavapipe), Some(swiftshader), Some(tools)) =
        (driver("lavapipe"), driver("swiftshader"), tools())
    else {
        return;
    };
    let (mut lavapipe, mut swiftshader) = (Session::new(&lavapipe), Session::new(&swiftshader));
    let targets: [Target; 2] =
        [&mut lavapipe, &mut swiftshader].map(|session| session.device().unwrap().target());
    let run = Run {
        seeds: 32,
        seconds: 60,
    };
    let (mut scratch, mut base) = (Scratch::new(), Scratch::new());
    let (mut copied, mut ran) = (0, 0);
    for seed in seeds(run) {
        let mut generated = opened(seed);
        let options = Options::default();
        let read = Module::scan(&generated.words, &options.limits).unwrap();
        let constants = specialization_constants(&read);
        let mut new = |target| Specializer::new(&read, target, &options, &mut base).unwrap();
        let [whole, reduced] = [&targets[0], &targets[1]].map(&mut new);
        let mut random = Random::new(!seed);
        for _ in 0..3 {
            generated.specialization = values(&generated, &constants, &mut random);
            let expected = match run_unfiltered(&mut lavapipe, &generated) {
                Ok(Some(expected)) => expected,
                Ok(None) => continue,
                Err(mismatch) => panic!("seed {seed}: {}", mismatch.reason),
            };
            let share = random.choose(&[100, 60]);
            for (name, specializer, on_lavapipe, share) in [
                ("specialized for lavapipe", &whole, true, share),
                (
                    "specialized for SwiftShader, on lavapipe",
                    &reduced,
                    true,
                    100,
                ),
                ("specialized for SwiftShader", &reduced, false, 100),
            ] {
                // See `Shape::alone`.
                if !on_lavapipe && seed % 2 == 0 {
                    continue;
                }
                let given = generated.specialization.iter();
                let given: Vec<(u32, u64)> = given
                    .filter(|_| random.percent(share))
                    .map(|one| (one.id, one.value))
                    .collect();
                let words = match specializer.specialize(&given, &mut scratch).unwrap() {
                    Outcome::Unchanged(words) | Outcome::Rewritten(words) => words.to_vec(),
                    Outcome::Unsupported => continue,
                };
                copied += usize::from(!specializer.filters());
                let mismatch = check(tools, &words, specializer.target())
                    .map_err(|error| Mismatch::new(&generated, name, format!("{error:#}")))
                    .and_then(|_| {
                        let session = match on_lavapipe {
                            true => &mut lavapipe,
                            false => &mut swiftshader,
                        };
                        let one = Generated {
                            words,
                            ..generated.clone()
                        };
                        ran += 1;
                        compare_unless_crashed(&generated, name, session.run(&job(&one)), &expected)
                    });
                if let Err(mismatch) = mismatch {
                    let kept = save_regression(seed, &mismatch, tools);
                    panic!(
                        "seed {seed}, {name} with {given:?}: {}\nsaved as {kept}",
                        mismatch.reason
                    );
                }
            }
        }
    }
    println!("{ran} specializations ran, {copied} of them copied");
    assert!(ran > 20 && 2 * copied > ran);
}
