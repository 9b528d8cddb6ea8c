//! Concurrent stores to neighbouring narrow elements of one word, by invocations of the same and of different workgroups: no
//! store overwrites another one's element.
//!
//! Each element is stored repeatedly by one invocation, with the expected value last. A store that writes back old values of
//! its neighbours would sometimes leave an earlier value. A shader with such stores proves that the test detects this.

use super::{filter_narrow_storage, job};
use sos_tests::random::random_words;
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Session};

const INVOCATIONS: usize = 4096;

const STORE_BYTES: &str = "#version 450
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint8_t result[]; };
void main() {
    // Neighbouring elements belong to different workgroups.
    uint at = gl_GlobalInvocationID.x * 1089u & 4095u, value = source[at];
    for (uint round = 64u; round-- > 0u;) result[at] = uint8_t(value + round);
}";

const STORE_SHORTS: &str = "#version 450
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint16_t result[]; };
void main() {
    uint at = gl_GlobalInvocationID.x, value = source[at];
    for (uint round = 64u; round-- > 0u;) result[at] = uint16_t(value + round);
}";

/// Stores bytes by a non-atomic read-modify-write of the word.
const UNSAFE_STORES: &str = "#version 450
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
fn concurrent_stores_preserve_neighbours() {
    let Some(tools) = tools() else { return };
    let source: Vec<u32> = random_words(99_u32).take(INVOCATIONS).collect();
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
        for (shader, bytes) in [(STORE_BYTES, 1), (STORE_SHORTS, 2)] {
            let words = tools
                .glsl(shader, "comp", &["--target-env", "vulkan1.1"])
                .unwrap();
            let words = filter_narrow_storage(tools, &words, &target);
            for _ in 0..8 {
                assert!(run(&words, bytes) == expected(&source, bytes), "{name}");
            }
        }
        let unsafe_stores = tools
            .glsl(UNSAFE_STORES, "comp", &["--target-env", "vulkan1.1"])
            .unwrap();
        assert!(run(&unsafe_stores, 1) != expected(&source, 1), "{name}");
    }
}
