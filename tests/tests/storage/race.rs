//! Neighbours in one word, stored at the same time by invocations of the same and of other workgroups: no store undoes
//! another's, in whatever order they come.
//!
//! Each element has one writer, which stores a new value in each round and last the one that is expected. A store that
//! wrote back neighbours it had read would now and then leave one of an earlier round behind. That this would be seen is
//! proven by a shader that does just that.

use super::{as_words, job, random};
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Session};

const INVOCATIONS: usize = 4096;

const BYTES: &str = "#version 450
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint8_t result[]; };
void main() {
    // Neighbours belong to other workgroups.
    uint at = gl_GlobalInvocationID.x * 1089u & 4095u, value = source[at];
    for (uint round = 64u; round-- > 0u;) result[at] = uint8_t(value + round);
}";

const SHORTS: &str = "#version 450
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint16_t result[]; };
void main() {
    uint at = gl_GlobalInvocationID.x, value = source[at];
    for (uint round = 64u; round-- > 0u;) result[at] = uint16_t(value + round);
}";

/// The bytes in 32 bits, written back with whatever the neighbours were.
const CARELESS: &str = "#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
void main() {
    uint at = gl_GlobalInvocationID.x, value = source[at], shift = (at & 3u) * 8u;
    for (uint round = 64u; round-- > 0u;) {
        uint others = result[at >> 2] & ~(255u << shift);
        result[at >> 2] = others | ((value + round) & 255u) << shift;
    }
}";

fn expected(source: &[u32], bytes: usize) -> Vec<u32> {
    let all: Vec<u8> = source
        .iter()
        .flat_map(|word| word.to_le_bytes().into_iter().take(bytes))
        .collect();
    all.chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

#[test]
fn neighbours_are_left_alone() {
    let Some(tools) = tools() else { return };
    let source: Vec<u32> = random(99).take(INVOCATIONS).collect();
    for name in ["lavapipe", "swiftshader"] {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = without(&session.device().unwrap().target(), STORAGE);
        let mut run = |words: &[u32], bytes: usize| {
            let buffers = vec![
                Buffer::storage(0, source.clone()),
                Buffer::storage(1, vec![u32::MAX; INVOCATIONS * bytes / 4]),
            ];
            let groups = INVOCATIONS as u32 / 64;
            let output = session.run(&job(words, buffers, Vec::new(), groups));
            output.unwrap().buffers.remove(1)
        };
        for (shader, bytes) in [(BYTES, 1), (SHORTS, 2)] {
            let words = tools
                .glsl(shader, "comp", &["--target-env", "vulkan1.1"])
                .unwrap();
            let words = as_words(tools, &words, &target).expect("the target can run it");
            for _ in 0..8 {
                assert!(run(&words, bytes) == expected(&source, bytes), "{name}");
            }
        }
        let careless = tools
            .glsl(CARELESS, "comp", &["--target-env", "vulkan1.1"])
            .unwrap();
        assert!(run(&careless, 1) != expected(&source, 1), "{name}");
    }
}
