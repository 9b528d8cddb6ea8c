//! Driver tests of exceeded limits: what drivers take beyond the numbers that they state. Without the validation layer, which
//! rejects such modules.

use sos_core::target::feature;
use sos_core::{Allow, Options, OutcomeKind, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::paths::corpus;
use sos_tests::reduced::without;
use sos_tests::tools::read_module;
use sos_tests::{driver, tools, Buffer, Job, Session, Setup, Work};

/// Invocations in a workgroup of the shader, and workgroups that are dispatched.
const SIZE: u32 = 512;
const GROUPS: u32 = 3;

/// The target without 16-bit floats, stating that workgroups have at most 256 invocations.
fn narrowed(target: &Target) -> Target {
    let mut description = without(target, &[feature::shaderFloat16]).describe();
    let properties = &mut description.properties;
    properties.max_compute_work_group_invocations = Some(256);
    properties.max_compute_work_group_size = Some([256, 256, 64]);
    description.build()
}

#[test]
fn drivers_run_larger_workgroups_than_stated() {
    let Some(tools) = tools() else { return };
    let words = read_module(&corpus().join("shaders/programs/wide_sum.comp.spv")).unwrap();
    let options = Options {
        allow: Allow::LIMITS,
        ..Options::default()
    };
    for name in EXECUTING {
        let Some(driver) = driver(name) else { continue };
        let setup = Setup {
            validation: false,
            ..Setup::default()
        };
        let mut session = Session::with(&driver, setup);
        let target = narrowed(&session.device().unwrap().target());
        let refused = filter(&words, &target, &Options::default()).unwrap();
        assert_eq!(refused.report.outcome, OutcomeKind::Unsupported, "{name}");
        let filtered = filter(&words, &target, &options).unwrap();
        assert_eq!(filtered.report.outcome, OutcomeKind::Rewritten, "{name}");
        check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{name}: {why:#}"));
        let exceeded = filtered.report.exceeded.iter();
        let exceeded = exceeded.map(|one| (one.limit.name.as_str(), one.limit.value));
        let size = i64::from(SIZE);
        assert_eq!(
            exceeded.collect::<Vec<_>>(),
            [
                ("maxComputeWorkGroupSize[0]", size),
                ("maxComputeWorkGroupInvocations", size)
            ],
            "{name}"
        );
        // Sums of at most 2048 are exact in 16 bits.
        let source = |at: u32| (at * 7 % 4) as f32;
        let sums = (0..GROUPS).map(|group| {
            let all = group * SIZE..(group + 1) * SIZE;
            all.map(source).sum::<f32>().to_bits()
        });
        let sources = (0..SIZE * GROUPS).map(|at| source(at).to_bits());
        let job = Job {
            work: Work::Dispatch {
                groups: [GROUPS, 1, 1],
            },
            ..Job::compute(
                &filtered.words,
                vec![
                    Buffer::storage(0, sources.collect()),
                    Buffer::storage(1, vec![0; GROUPS as usize]),
                ],
                1,
            )
        };
        let output = session
            .run(&job)
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(output.buffers[1], sums.collect::<Vec<_>>(), "{name}");
    }
}
