//! The number of cross-lane instructions of each call on each device: the table in `docs/shader-library.md`.

use sos_core::{Options, Target};
use sos_tests::filtered::{filtered, Parsed};
use sos_tests::tools;

use super::paths::given;
use super::{compile, Language};

/// Devices, and values of constants that override the device's.
const DEVICES: [(&str, &[(&str, u64)]); 4] = [
    ("radv-pitcairn", &[]),
    (
        "radv-pitcairn",
        &[
            ("SOS_HAS_SUBGROUP_CLUSTERED", 0),
            ("SOS_HAS_SUBGROUP_ARITHMETIC", 0),
        ],
    ),
    (
        "nvk-maxwell",
        &[
            ("SOS_HAS_SUBGROUP_CLUSTERED", 0),
            ("SOS_HAS_SUBGROUP_ARITHMETIC", 0),
        ],
    ),
    ("swiftshader", &[]),
];

/// The number of instructions of each call.
const COUNTS: [(&str, [usize; 4]); 14] = [
    ("quadSwizzleX(x)", [1, 1, 1, 1]),
    ("uint(anyQuad(x == 0u))", [2, 2, 2, 2]),
    ("butterfly2(x)", [1, 1, 1, 1]),
    ("butterfly32(x)", [1, 1, 1, 0]),
    ("allReduceAdd4(x)", [1, 2, 2, 1]),
    ("allReduceAdd32(x)", [1, 5, 5, 1]),
    ("reduceMin16(x)", [1, 4, 4, 1]),
    ("inclusiveScanAdd2(x)", [1, 1, 1, 1]),
    ("inclusiveScanAdd4(x)", [2, 2, 2, 1]),
    ("inclusiveScanAdd32(x)", [5, 5, 5, 1]),
    ("exclusiveScanMax32(x)", [5, 5, 5, 1]),
    ("shuffleUp(x, 1u, 8u)", [1, 1, 1, 1]),
    ("shuffleIndexed(x, 3u, 32u)", [1, 1, 1, 1]),
    ("bpermute(x, 5u)", [1, 1, 1, 1]),
];

/// `OpSubgroupBallotKHR` to `OpSubgroupReadInvocationKHR`, and `OpGroupNonUniformElect` to `OpGroupNonUniformQuadSwap`.
fn is_cross_lane(opcode: u16) -> bool {
    (4421..=4432).contains(&opcode) || (333..=366).contains(&opcode)
}

#[test]
fn cross_lane_instruction_counts_match_the_manual() {
    let Some(tools) = tools() else { return };
    for (call, expected) in COUNTS {
        let source = format!(
            "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"sos_subgroup.glsl\"\n\
             layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer Data {{ uint data[]; }};\n\
             void main() {{\n    uint x = data[gl_GlobalInvocationID.x];\n    data[gl_GlobalInvocationID.x] = {call};\n}}\n"
        );
        let words = compile(tools, Language::Glsl, &source);
        for ((device, facts), expected) in DEVICES.into_iter().zip(expected) {
            let options = Options {
                constants: given(facts),
                ..Options::default()
            };
            let target = Target::built_in(device).unwrap();
            let words = filtered(&words, &target, &options).unwrap();
            let text = tools.disassemble(&words).unwrap();
            let swizzles = text.matches(" SwizzleInvocations").count();
            let opcodes = Parsed::read(&words).unwrap().opcodes;
            let core = opcodes
                .iter()
                .filter(|opcode| is_cross_lane(**opcode))
                .count();
            assert_eq!(
                core + swizzles,
                expected,
                "{call} on {device} told {facts:?}"
            );
        }
    }
}
