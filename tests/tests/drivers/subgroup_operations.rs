//! Driver tests of subgroup operations with fewer operations available: the results of the driver's own operations are compared
//! with those of the filtered module when operations are hidden from the target. They are equal bit by bit, in uniform and
//! divergent control flow, in loops with different trip counts, and in functions.

mod emulated;
mod groups;
mod single_invocation;
mod sizes;
mod types;

use rspirv::spirv::{Capability, Op};
use sos_core::target::{feature, ApiVersion};
use sos_core::{Options, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter, filtered};
use sos_tests::random::random_words;
use sos_tests::{driver, tools, Buffer, Job, Session};

use groups::{OperationGroup, GROUPS};
use types::{module, OperandType, EXTENDED_TYPES, INVOCATIONS, TYPES};

/// Reproducible pseudo-random words.
fn input_words() -> Vec<u32> {
    let words = random_words(7_u32).map(|x| x >> 12);
    words.take(2 * INVOCATIONS).collect()
}

fn run(session: &mut Session, module: &[u32], what: &str) -> Vec<u32> {
    let job = Job::compute(
        module,
        vec![
            Buffer::storage(0, input_words()),
            Buffer::storage(1, vec![0xDEAD; 600 * INVOCATIONS]),
        ],
        2,
    );
    let output = session
        .run(&job)
        .unwrap_or_else(|failure| panic!("{what}: {failure}"));
    output.buffers[1].clone()
}

/// The target with only the given subgroup operations.
fn with_operations(target: &Target, operations: u32) -> Target {
    let mut description = target.describe();
    description.properties.subgroup_supported_operations = Some(operations);
    description.build()
}

/// The target as a Vulkan 1.0 device with SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote.
fn without_core_operations(target: &Target) -> Target {
    let mut description = target.describe();
    description.api_version = ApiVersion::new(0, 0);
    description.properties.subgroup_supported_operations = None;
    description.build()
}

/// The driver's target with fewer operations: one for each set of the group, and one of Vulkan 1.0 if the driver supports the
/// KHR extensions.
fn reduced_operations(group: &OperationGroup, target: &Target) -> Vec<Target> {
    let with = |&operations: &u32| with_operations(target, operations);
    let mut reduced_targets: Vec<Target> = group.reduced_operations.iter().map(with).collect();
    let khr = without_core_operations(target);
    if khr.has_capability(Capability::SubgroupBallotKHR as u32) {
        reduced_targets.push(khr);
    }
    reduced_targets
}

/// The driver's target without `shaderSubgroupExtendedTypes`: with all operations, and with each set of the group.
fn reduced_targets_with_32_bit_types_only(group: &OperationGroup, target: &Target) -> Vec<Target> {
    let native = target.properties().subgroup_supported_operations.unwrap();
    let with = |operations: u32| {
        let mut description = with_operations(target, operations).describe();
        description.set_feature(feature::shaderSubgroupExtendedTypes, false);
        description.build()
    };
    std::iter::once(native)
        .chain(group.reduced_operations.iter().copied())
        .map(with)
        .collect()
}

/// Checks the operand types of the KHR ballot and vote instructions, which the validator does not: 32-bit scalars and Booleans.
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

fn group(name: &str) -> &'static OperationGroup {
    GROUPS.iter().find(|group| group.name == name).unwrap()
}

fn compare_group(driver: &str, name: &str) {
    let group = group(name);
    let wanted = |ty: &&OperandType| group.types.is_empty() || group.types.contains(&ty.name);
    compare(
        driver,
        group,
        TYPES.iter().filter(wanted),
        reduced_operations,
    );
}

/// Compares the results of the unfiltered module with those of the module filtered for each reduced target.
fn compare<'k>(
    driver_name: &str,
    group: &OperationGroup,
    types: impl Iterator<Item = &'k OperandType>,
    reduced_targets: fn(&OperationGroup, &Target) -> Vec<Target>,
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
        "the driver does not support the group natively"
    );
    for ty in types {
        let what = format!("{} of {} on {driver_name}", group.name, ty.name);
        let mut words = module(tools, &(group.body)(ty), ty);
        if let Some(patch) = &group.patch {
            words = patch.apply(&words);
        }
        let expected = match group.reference {
            Some(body) => run(&mut session, &module(tools, &body(ty), ty), &what),
            None => run(&mut session, &words, &what),
        };
        assert!(expected.iter().any(|&word| word != 0xDEAD), "{what}");
        for reduced_targets in reduced_targets(group, &target) {
            let operations = reduced_targets.properties().subgroup_supported_operations;
            let what = format!("{what} with operations {operations:?}");
            let filtered = filter(&words, &reduced_targets, &Options::default()).unwrap();
            let reasons = &filtered.report.unsupported;
            assert!(!filtered.words.is_empty(), "{what}: {reasons:?}");
            assert_ne!(filtered.words, words, "{what}");
            check(tools, &filtered.words, &reduced_targets)
                .unwrap_or_else(|error| panic!("{what}: {error:?}"));
            check_khr(&filtered.words, &what);
            let result = run(&mut session, &filtered.words, &what);
            let wrong = result.iter().zip(&expected).position(|(a, b)| a != b);
            if let Some(at) = wrong {
                let (slot, lane) = (at / INVOCATIONS, at % INVOCATIONS);
                let (found, wanted) = (result[at], expected[at]);
                panic!("{what}: slot {slot}, invocation {lane}: {found:#x} instead of {wanted:#x}");
            }
        }
    }
}

/// `subgroupAllEqual` of 16-bit floats on SwiftShader, which does not support them, compares values and not bits.
#[test]
fn float16_values_compare_equal_on_swiftshader() {
    let (Some(tools), Some(driver)) = (tools(), driver(EXECUTING[1])) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = session.device().unwrap().target();
    let group = group("all-equal");
    let bodies = [group.body, group.reference.unwrap()];
    for ty in EXTENDED_TYPES.iter().filter(|ty| ty.name.starts_with('f')) {
        let [found, expected] = bodies.map(|body| {
            let words = module(tools, &body(ty), ty);
            let words = filtered(&words, &target, &Options::default()).unwrap();
            run(&mut session, &words, ty.name)
        });
        assert!(expected.iter().any(|&word| word != 0xDEAD));
        assert_eq!(found, expected, "{}", ty.name);
    }
}

/// SwiftShader supports none of these types.
#[test]
fn other_widths_on_lavapipe() {
    for name in ["shuffle", "quad", "arithmetic"] {
        compare(
            EXECUTING[0],
            group(name),
            EXTENDED_TYPES.iter(),
            reduced_targets_with_32_bit_types_only,
        );
    }
}

macro_rules! on_both_drivers {
    ($($name:ident: $group:literal,)*) => {
        mod lavapipe {
            $(#[test]
            fn $name() {
                super::compare_group(super::EXECUTING[0], $group);
            })*

            #[test]
            fn subgroups_of_one_invocation() {
                super::single_invocation::compare_single_invocation(super::EXECUTING[0]);
            }

            #[test]
            fn loops_with_emulated_subgroups() {
                super::emulated::loop_until_no_invocation_is_left(super::EXECUTING[0]);
            }
        }

        mod swiftshader {
            $(#[test]
            fn $name() {
                super::compare_group(super::EXECUTING[1], $group);
            })*

            #[test]
            fn subgroups_of_one_invocation() {
                super::single_invocation::compare_single_invocation(super::EXECUTING[1]);
            }

            #[test]
            fn loops_with_emulated_subgroups() {
                super::emulated::loop_until_no_invocation_is_left(super::EXECUTING[1]);
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
