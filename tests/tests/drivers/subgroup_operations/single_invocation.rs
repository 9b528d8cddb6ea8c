//! Subgroups of one invocation.

use sos_core::{Options, SubgroupSize};
use sos_tests::filtered::{check, filter, Filtered};
use sos_tests::reduced::without_subgroups;
use sos_tests::{driver, tools, Session};

use super::run;
use super::types::{module, INVOCATIONS, TYPES};

/// The operations of a subgroup of one invocation, and an equivalent shader without subgroup operations.
const BODIES: [&str; 2] = [
    "put(gl_SubgroupSize); put(gl_SubgroupInvocationID); put(gl_NumSubgroups); put(gl_SubgroupID);
     put(gl_SubgroupEqMask.x | gl_SubgroupGtMask.x << 1 | gl_SubgroupLeMask.x << 2 | gl_SubgroupLtMask[a & 3] << 3);
     put(gl_SubgroupGeMask.x | gl_SubgroupGeMask.w << 1);
     show(subgroupAdd(x)); show(subgroupInclusiveMin(x)); show(subgroupExclusiveAdd(x));
     show(subgroupExclusiveMin(x)); show(subgroupClusteredMax(x, 1));
     show(subgroupShuffle(x, 0)); show(subgroupBroadcast(x, 0)); show(subgroupBroadcastFirst(x));
     put(uint(subgroupElect())); put(uint(subgroupAllEqual(x)));
     put(uint(subgroupAll((a & 1) != 0))); put(uint(subgroupAny((b & 1) != 0)));
     uvec4 set = subgroupBallot((a & 2) != 0);
     put(set.x); put(set.y | set.z | set.w);
     put(uint(subgroupInverseBallot(uvec4(a)))); put(uint(subgroupBallotBitExtract(uvec4(b), 0)));
     put(subgroupBallotBitCount(uvec4(a))); put(subgroupBallotExclusiveBitCount(uvec4(a)));
     put(subgroupBallotFindLSB(uvec4(1))); put(subgroupBallotFindMSB(uvec4(1)));
     subgroupBarrier(); subgroupMemoryBarrierBuffer();
     uvec4 own = subgroupPartitionNV(x);
     put(own.x); put(own.w); show(subgroupPartitionedMaxNV(x, own));\n",
    "put(1); put(0); put(64); put(gl_LocalInvocationIndex);
     put(5);
     put(1);
     show(x); show(x); show(Z);
     show(~Z); show(x);
     show(x); show(x); show(x);
     put(1); put(1);
     put(a & 1); put(b & 1);
     put((a & 2) >> 1); put(0);
     put(a & 1); put(b & 1);
     put(a & 1); put(0);
     put(0); put(0);
     put(1); put(0); show(x);\n",
];

/// Compares the two shaders on a device without any subgroup operations.
pub fn compare_single_invocation(name: &str) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = without_subgroups(&session.device().unwrap().target());
    let options = Options {
        subgroup_size: SubgroupSize::new(1),
        ..Options::default()
    };
    for ty in TYPES
        .iter()
        .filter(|ty| ["uint", "uvec3"].contains(&ty.name))
    {
        let what = format!("a subgroup of one {} on {name}", ty.name);
        let [words, reference] = BODIES.map(|body| module(tools, body, ty));
        let of_one = |filtered: &Filtered| {
            let mut used = filtered.report.rules.iter();
            used.any(|used| used.rule == "subgroup-of-one")
        };
        let filtered = filter(&words, &target, &Options::default()).unwrap();
        assert!(!of_one(&filtered), "{what}: used, but not asked for");
        let filtered = filter(&words, &target, &options).unwrap();
        assert!(
            !filtered.words.is_empty(),
            "{what}: {:?}",
            filtered.report.unsupported
        );
        assert!(
            of_one(&filtered),
            "{what}: not used, but {:?}",
            filtered.report.rules
        );
        check(tools, &filtered.words, &target).unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let result = run(&mut session, &filtered.words, &what);
        let expected = run(&mut session, &reference, &what);
        let wrong = result.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!(
            wrong.map(|at| at / INVOCATIONS),
            None,
            "{what}: the first slot with a wrong result"
        );
    }
}
