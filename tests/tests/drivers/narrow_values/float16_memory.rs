//! 16-bit floats in memory on a device with 16-bit storage but no 16-bit arithmetic: all 65536 values are copied, on a driver
//! that preserves denormals in conversions, with and without the filter knowing it.

use sos_core::Options;
use sos_tests::compare::Wrong;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::reduced::{without, NARROW};
use sos_tests::{driver, tools, Buffer, Job, Session};

/// Scalars, vectors, arrays and a structure.
const SHADER: &str = "#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 64) in;
struct Item { float16_t one[2]; f16vec2 two; f16vec4 four; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { Item result[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    Item item = source[at];
    item.one[at & 1u] = source[at].one[at & 1u];
    item.four = -(-item.four);
    result[at] = item;
    result[at].two.y = item.two.y;
}";

fn is_nan(half: u32) -> bool {
    half & 0x7FFF > 0x7C00
}

#[test]
fn float16_values_in_memory_survive_conversions() {
    let (Some(tools), Some(driver)) = (tools(), driver(EXECUTING[0])) else {
        return;
    };
    let words = tools
        .glsl(SHADER, "comp", &["--target-env", "vulkan1.1"])
        .unwrap();
    let input: Vec<u32> = (0..0x8000)
        .map(|at| 2 * at + ((2 * at + 1) << 16))
        .collect();
    let mut session = Session::new(&driver);
    let device = session.device().unwrap().target();
    for known in [true, false] {
        let mut description = without(&device, NARROW).describe();
        if !known {
            description.properties.driver_id = None;
        }
        let target = description.build();
        let found = filter(&words, &target, &Options::default()).unwrap();
        assert!(!found.words.is_empty(), "{:?}", found.report.unsupported);
        check(tools, &found.words, &target).unwrap();
        let job = Job::compute(
            &found.words,
            vec![
                Buffer::storage(0, input.clone()),
                Buffer::storage(1, vec![0; input.len()]),
            ],
            0x1_0000 / 8 / 64,
        );
        let output = session.run(&job).unwrap();
        let halves = |word: u32| [word & 0xFFFF, word >> 16];
        let found = output.buffers[1].iter().flat_map(|&word| halves(word));
        let expected = input.iter().flat_map(|&word| halves(word));
        let mut wrong = Wrong::default();
        for (expected, found) in expected.zip(found) {
            if expected != found && !(is_nan(expected) && is_nan(found)) {
                wrong.note(|| format!("{found:#06x} for {expected:#06x}"));
            }
        }
        wrong.none(&format!("known: {known}"));
    }
}
