//! The cross-lane ladder on real drivers: each kind of subgroup operation as the driver does it itself, against what the
//! filter makes of it when operations are hidden from the target. Bytes are equal, in uniform and in divergent control
//! flow, in loops with different trip counts, and in functions.

mod groups;
mod kinds;
mod made;
mod one;
mod sizes;

use rspirv::spirv::{Capability, Op};
use sos_core::target::{feature, ApiVersion};
use sos_core::{Options, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter, filtered};
use sos_tests::{driver, tools, Buffer, Job, Session};

use groups::{Group, GROUPS};
use kinds::{module, Kind, EXTENDED, INVOCATIONS, KINDS};

/// Numbers that look random and are the same everywhere.
fn words() -> Vec<u32> {
    std::iter::successors(Some(7_u32), |x| {
        Some(x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
    })
    .map(|x| x >> 12)
    .skip(1)
    .take(2 * INVOCATIONS)
    .collect()
}

fn run(session: &mut Session, module: &[u32], what: &str) -> Vec<u32> {
    let job = Job::compute(
        module,
        vec![
            Buffer::storage(0, words()),
            Buffer::storage(1, vec![0xDEAD; 600 * INVOCATIONS]),
        ],
        2,
    );
    let output = session
        .run(&job)
        .unwrap_or_else(|failure| panic!("{what}: {failure}"));
    output.buffers[1].clone()
}

/// The target without the operations that are not in a set.
fn with_operations(target: &Target, operations: u32) -> Target {
    let mut description = target.describe();
    description.properties.subgroup_supported_operations = Some(operations);
    description.build()
}

/// The target as a device of Vulkan 1.0 that has the ballots and votes of its time.
fn without_core_operations(target: &Target) -> Target {
    let mut description = target.describe();
    description.api_version = ApiVersion::new(0, 0);
    description.properties.subgroup_supported_operations = None;
    description.build()
}

/// The driver's targets with less: one for each rung of a group, and one of Vulkan 1.0 if the driver has what came before.
fn rungs(group: &Group, target: &Target) -> Vec<Target> {
    let with = |&rung: &u32| with_operations(target, rung);
    let mut lesser: Vec<Target> = group.rungs.iter().map(with).collect();
    let khr = without_core_operations(target);
    if khr.has_capability(Capability::SubgroupBallotKHR as u32) {
        lesser.push(khr);
    }
    lesser
}

/// The driver's targets without the types that are not of 32 bits: with all operations, and on each rung of a group.
fn rungs_of_words(group: &Group, target: &Target) -> Vec<Target> {
    let native = target.properties().subgroup_supported_operations.unwrap();
    let with = |rung: u32| {
        let mut description = with_operations(target, rung).describe();
        description.set_feature(feature::shaderSubgroupExtendedTypes, false);
        description.build()
    };
    std::iter::once(native)
        .chain(group.rungs.iter().copied())
        .map(with)
        .collect()
}

/// Sees to it that the instructions of Vulkan 1.0 read 32-bit scalars and vote on truths: the validator does not.
fn check_khr(words: &[u32], what: &str) {
    let module = rspirv::dr::load_words(words).unwrap();
    let defined = |id: u32| {
        let mut all = module.all_inst_iter();
        all.find(|inst| inst.result_id == Some(id)).unwrap()
    };
    for inst in module.all_inst_iter() {
        let operand = || defined(inst.operands[0].unwrap_id_ref()).result_type;
        let (ty, wanted) = match inst.class.opcode {
            Op::SubgroupAllKHR | Op::SubgroupAnyKHR | Op::SubgroupAllEqualKHR => (operand(), 1),
            Op::SubgroupFirstInvocationKHR | Op::SubgroupReadInvocationKHR => (operand(), 32),
            _ => continue,
        };
        let ty = defined(ty.unwrap());
        let width = match ty.class.opcode {
            Op::TypeBool => 1,
            Op::TypeInt | Op::TypeFloat => ty.operands[0].unwrap_literal_bit32(),
            _ => 0,
        };
        assert_eq!(width, wanted, "{what}: {inst:?}");
    }
}

fn group(name: &str) -> &'static Group {
    GROUPS.iter().find(|group| group.name == name).unwrap()
}

fn ladder(driver: &str, name: &str) {
    let group = group(name);
    let wanted = |kind: &&Kind| group.kinds.is_empty() || group.kinds.contains(&kind.name);
    compare(driver, group, KINDS.iter().filter(wanted), rungs);
}

/// What the driver computes itself, against what it computes of the module for each lesser target.
fn compare<'k>(
    driver_name: &str,
    group: &Group,
    kinds: impl Iterator<Item = &'k Kind>,
    lesser: fn(&Group, &Target) -> Vec<Target>,
) {
    let (Some(tools), Some(driver)) = (tools(), driver(driver_name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = session.device().unwrap().target();
    let native = target.properties().subgroup_supported_operations.unwrap();
    assert_eq!(
        native & group.native,
        group.native,
        "nothing to compare with"
    );
    for kind in kinds {
        let what = format!("{} of {} on {driver_name}", group.name, kind.name);
        let mut words = module(tools, &(group.body)(kind), kind);
        if let Some(patch) = &group.patch {
            words = patch.apply(&words);
        }
        let expected = match group.reference {
            Some(body) => run(&mut session, &module(tools, &body(kind), kind), &what),
            None => run(&mut session, &words, &what),
        };
        assert!(expected.iter().any(|&word| word != 0xDEAD), "{what}");
        for lesser in lesser(group, &target) {
            let left = lesser.properties().subgroup_supported_operations;
            let what = format!("{what} with operations {left:?}");
            let filtered = filter(&words, &lesser, &Options::default()).unwrap();
            let reasons = &filtered.report.unsupported;
            assert!(!filtered.words.is_empty(), "{what}: {reasons:?}");
            assert_ne!(filtered.words, words, "{what}");
            check(tools, &filtered.words, &lesser)
                .unwrap_or_else(|error| panic!("{what}: {error:?}"));
            check_khr(&filtered.words, &what);
            let result = run(&mut session, &filtered.words, &what);
            let wrong = result.iter().zip(&expected).position(|(a, b)| a != b);
            if let Some(at) = wrong {
                let (slot, lane) = (at / INVOCATIONS, at % INVOCATIONS);
                let (is, should) = (result[at], expected[at]);
                panic!("{what}: slot {slot}, invocation {lane}: {is:#x} for {should:#x}");
            }
        }
    }
}

/// Whether halves are all equal, on a driver that has none: they are compared as numbers.
#[test]
fn halves_are_equal_on_swiftshader() {
    let (Some(tools), Some(driver)) = (tools(), driver(EXECUTING[1])) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = session.device().unwrap().target();
    let group = group("all-equal");
    let bodies = [group.body, group.reference.unwrap()];
    for kind in EXTENDED.iter().filter(|kind| kind.name.starts_with('f')) {
        let [found, expected] = bodies.map(|body| {
            let words = module(tools, &body(kind), kind);
            let words = filtered(&words, &target, &Options::default()).unwrap();
            run(&mut session, &words, kind.name)
        });
        assert!(expected.iter().any(|&word| word != 0xDEAD));
        assert_eq!(found, expected, "{}", kind.name);
    }
}

/// SwiftShader has none of these types.
#[test]
fn words_of_other_widths_on_lavapipe() {
    for name in ["shuffle", "quad", "arithmetic"] {
        compare(EXECUTING[0], group(name), EXTENDED.iter(), rungs_of_words);
    }
}

macro_rules! on_both_drivers {
    ($($name:ident: $group:literal,)*) => {
        mod lavapipe {
            $(#[test]
            fn $name() {
                super::ladder(super::EXECUTING[0], $group);
            })*

            #[test]
            fn one_invocation() {
                super::one::one(super::EXECUTING[0]);
            }

            #[test]
            fn loops_in_workgroups() {
                super::made::loops_until_all_are_done(super::EXECUTING[0]);
            }
        }

        mod swiftshader {
            $(#[test]
            fn $name() {
                super::ladder(super::EXECUTING[1], $group);
            })*

            #[test]
            fn one_invocation() {
                super::one::one(super::EXECUTING[1]);
            }

            #[test]
            fn loops_in_workgroups() {
                super::made::loops_until_all_are_done(super::EXECUTING[1]);
            }
        }
    };
}

on_both_drivers! {
    arithmetic: "arithmetic",
    shuffles: "shuffle",
    quads: "quad",
    votes: "vote",
    equality: "all-equal",
    ballots: "ballot",
    masks: "masks",
    clusters: "clustered",
    partitions: "partitioned",
    rotations: "rotate",
}
