//! Driver tests of 64-bit integers lowered to pairs of 32-bit words: every operation on all pairs of corner values and on 2^20
//! random pairs.
//!
//! Each group of operations is a compute shader. It runs unfiltered on lavapipe, which supports `shaderInt64`, and filtered for
//! targets without it on lavapipe and on SwiftShader. All results must equal those of Rust's integers. Results of corner pairs
//! are stored; those of the random pairs of an invocation are combined by a hash that shader and test both compute.
//! `docs/long-integers.md` contains the table that the test prints.
//!
//! - [`operations`]: the operations, in GLSL and in Rust.

mod operations;

use operations::{Operation, OperationGroup, GROUPS};
use sos_core::target::Feature;
use sos_core::{Options, Target};
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::{driver, tools, Buffer, Driver, Job, Session, Tools};

/// The workgroup size, the number of workgroups, and the number of random pairs of each invocation.
const WIDTH: usize = 64;
const WORKGROUPS: usize = 32;
const ITERATIONS: usize = 512;
const INVOCATIONS: usize = WIDTH * WORKGROUPS;

/// Operations that lavapipe computes incorrectly: the result of its 64-bit `OpSMod` has the sign of the dividend.
const LAVAPIPE_DEVIATIONS: [&str; 1] = ["OpSMod"];

/// Corner values.
const CORNERS: [u64; 32] = [
    0,
    1,
    2,
    3,
    10,
    31,
    32,
    33,
    63,
    0xffff,
    0x1_0000,
    0xff_ffff,
    0x100_0001,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_ffff,
    0x1_0000_0000,
    0x1_0000_0001,
    0x1_ffff_ffff,
    0x7fff_ff80_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0x8000_0000_0000_0001,
    0x8000_0000_8000_0000,
    0xffff_ff7f_ffff_ffff,
    0xffff_ffff_0000_0000,
    0xffff_ffff_0000_0001,
    0xffff_ffff_8000_0000,
    0x5555_5555_aaaa_aaaa,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
];
const PAIRS: usize = CORNERS.len() * CORNERS.len();

/// A random value with a random number of significant bits, negative in half of the cases.
fn random(seed: u32) -> u64 {
    let (low, high, how) = (mixed(seed), mixed(seed + 1), mixed(seed + 2));
    let value = u64::from(high) << 32 | u64::from(low);
    match how & 3 {
        0 => value,
        1 => u64::from(low >> (how >> 2 & 31)),
        2 => !u64::from(low >> (how >> 2 & 31)),
        _ => u64::from(high >> (how >> 2 & 31)) << 32 | u64::from(low),
    }
}

/// Adds a result to the hash.
fn hash_result(sum: u64, result: u64) -> u64 {
    let (low, high) = (sum as u32 ^ result as u32, (sum ^ result) >> 32);
    let low = low.wrapping_mul(0x9e37_79b1).rotate_left(7);
    let high = (high as u32).wrapping_add(low).wrapping_mul(0x85eb_ca6b);
    u64::from(high) << 32 | u64::from(low)
}

const SHADER: &str = "
layout(local_size_x = WIDTH) in;
layout(std430, binding = 0) readonly buffer In { uvec4 corners[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 results[]; };

uint mixed(uint x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

uvec2 random(uint seed) {
    uint low = mixed(seed), high = mixed(seed + 1u), how = mixed(seed + 2u), by = how >> 2 & 31u;
    switch (how & 3u) {
    case 0u: return uvec2(low, high);
    case 1u: return uvec2(low >> by, 0u);
    case 2u: return ~uvec2(low >> by, 0u);
    default: return uvec2(low, high >> by);
    }
}

uvec2 fold(uvec2 sum, uvec2 result) {
    sum ^= result;
    sum.x *= 0x9e3779b1u;
    sum.x = sum.x << 7 | sum.x >> 25;
    sum.y = (sum.y + sum.x) * 0x85ebca6bu;
    return sum;
}

void operate(uvec2 A, uvec2 B, out uvec2 found[COUNT]) {
    uint64_t a = packUint2x32(A), b = packUint2x32(B);
    int64_t c = int64_t(a), d = int64_t(b);
OPERATIONS}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uvec2 found[COUNT], sums[COUNT];
    if (at < PAIRSu) {
        operate(corners[at].xy, corners[at].zw, found);
        for (uint i = 0u; i < COUNT; ++i) results[at * COUNT + i] = found[i];
    }
    for (uint i = 0u; i < COUNT; ++i) sums[i] = uvec2(0u);
    for (uint n = 0u; n < ROUNDSu; ++n) {
        uint seed = (at * ROUNDSu + n) * 8u;
        operate(random(seed), random(seed + 4u), found);
        for (uint i = 0u; i < COUNT; ++i) sums[i] = fold(sums[i], found[i]);
    }
    for (uint i = 0u; i < COUNT; ++i) results[(PAIRSu + at) * COUNT + i] = sums[i];
}
";

fn shader(group: &OperationGroup) -> String {
    let mut operations = String::new();
    for (at, Operation { glsl, defined, .. }) in group.operations.iter().enumerate() {
        // Operations also run where their result is undefined, without effect on the others.
        operations +=
            &format!("    found[{at}] = {glsl};\n    if (!({defined})) found[{at}] = uvec2(0u);\n");
    }
    let body = SHADER
        .replace("OPERATIONS", &operations)
        .replace("COUNT", &group.operations.len().to_string())
        .replace("WIDTH", &WIDTH.to_string())
        .replace("ROUNDS", &ITERATIONS.to_string())
        .replace("PAIRS", &PAIRS.to_string());
    format!(
        "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
{}{body}",
        group.declarations
    )
}

/// The pair of corner values with an index, in the order of the shader's results.
fn corner(at: usize) -> (u64, u64) {
    (CORNERS[at / CORNERS.len()], CORNERS[at % CORNERS.len()])
}

fn inputs() -> Vec<u32> {
    let words = |value: u64| [value as u32, (value >> 32) as u32];
    (0..PAIRS)
        .flat_map(|at| {
            let (a, b) = corner(at);
            [words(a), words(b)].concat()
        })
        .collect()
}

/// The expected output of an operation: first the corner pairs, then the hash of each invocation.
fn expected(operation: &Operation) -> Vec<u64> {
    let of = |(a, b)| (operation.rust)(a, b).unwrap_or(0);
    let corners = (0..PAIRS).map(|at| of(corner(at)));
    let sums = (0..INVOCATIONS).map(|at| {
        let pair = |round| {
            let seed = ((at * ITERATIONS + round) * 8) as u32;
            of((random(seed), random(seed + 4)))
        };
        (0..ITERATIONS).fold(0, |sum, round| hash_result(sum, pair(round)))
    });
    corners.chain(sums).collect()
}

/// A driver and a target.
struct Runner {
    name: String,
    tools: Tools,
    session: Session,
    target: Target,
    native: bool,
}

impl Runner {
    fn new(tools: Tools, driver: &Driver, native: bool) -> Self {
        let mut session = Session::new(driver);
        let target = session.device().unwrap().target();
        let mut description = target.describe();
        if !native {
            let int64 = Feature::find("VkPhysicalDeviceFeatures", "shaderInt64").unwrap();
            description.set_feature(int64, false);
            let name = "VkPhysicalDeviceMaintenance9FeaturesKHR";
            description.set_feature(Feature::find(name, "maintenance9").unwrap(), true);
        }
        Self {
            name: format!("{}{}", driver.name(), if native { ", native" } else { "" }),
            tools,
            session,
            target: description.build(),
            native,
        }
    }

    /// Runs a group and compares every result. `None` if the driver lacks a capability that the group needs.
    fn run(
        &mut self,
        group: &OperationGroup,
        words: &[u32],
        expected: &[Vec<u64>],
    ) -> Option<usize> {
        let lacks = |need: &&str| match sos_core::tables::capability_by_name(need) {
            Some(index) => !self.target.capabilities().contains(index),
            // `maintenance9` is not a capability. The drivers lack it, but the lowered code does not need it.
            None => self.native,
        };
        if group.needs.iter().any(lacks) {
            return None;
        }
        let found = filter(words, &self.target, &Options::default()).unwrap();
        let unmet = &found.report.unsupported;
        assert!(
            !found.words.is_empty(),
            "{}, {}: {unmet:?}",
            self.name,
            group.name
        );
        check(self.tools, &found.words, &self.target)
            .unwrap_or_else(|error| panic!("{}, {}: {error:#}", self.name, group.name));
        let count = group.operations.len();
        let job = Job::compute(
            &found.words,
            vec![
                Buffer::storage(0, inputs()),
                Buffer::storage(1, vec![0; (PAIRS + INVOCATIONS) * count * 2]),
            ],
            WORKGROUPS as u32,
        );
        let output = self
            .session
            .run(&job)
            .unwrap_or_else(|failure| panic!("{}, {}: {failure}", self.name, group.name));
        let results = &output.buffers[1];
        let mut compared = 0;
        for (at, (operation, expected)) in group.operations.iter().zip(expected).enumerate() {
            if self.native && LAVAPIPE_DEVIATIONS.contains(&operation.name) {
                continue;
            }
            compared += 1;
            let mut wrong = Wrong::default();
            for (place, &expected) in expected.iter().enumerate() {
                let word = |half: usize| u64::from(results[(place * count + at) * 2 + half]);
                let found = word(1) << 32 | word(0);
                if found != expected {
                    wrong.note(|| {
                        let of = match place.checked_sub(PAIRS) {
                            None => format!("{:x?}", corner(place)),
                            Some(invocation) => format!("random pairs of invocation {invocation}"),
                        };
                        format!("{of}: {found:x} for {expected:x}")
                    });
                }
            }
            wrong.none(&format!("{}, {}", self.name, operation.name));
        }
        Some(compared)
    }
}

#[test]
fn operations_match_rust_integers() {
    let Some(tools) = tools() else { return };
    let [Some(lavapipe), Some(swiftshader)] = [EXECUTING[0], EXECUTING[1]].map(driver) else {
        return;
    };
    let mut runners = [
        Runner::new(tools, &lavapipe, true),
        Runner::new(tools, &lavapipe, false),
        Runner::new(tools, &swiftshader, false),
    ];
    let heads = runners.iter().map(|runner| runner.name.as_str());
    println!(
        "\n| operations | {} |",
        heads.collect::<Vec<_>>().join(" | ")
    );
    println!("|---|{}", "---:|".repeat(runners.len()));
    let mut ran = [0; 3];
    for group in GROUPS {
        let source = shader(group);
        let words = tools
            .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
            .unwrap_or_else(|error| panic!("{error:#}\n{source}"));
        let expected: Vec<_> = group.operations.iter().map(expected).collect();
        let mut cells = Vec::new();
        for (runner, ran) in runners.iter_mut().zip(&mut ran) {
            let count = runner.run(group, &words, &expected);
            *ran += count.unwrap_or(0);
            cells.push(count.map_or("–".to_owned(), |count| {
                (count * (PAIRS + INVOCATIONS * ITERATIONS)).to_string()
            }));
        }
        println!("| {} | {} |", group.name, cells.join(" | "));
    }
    assert!(ran.iter().all(|&ran| ran >= 60), "{ran:?}");
}
