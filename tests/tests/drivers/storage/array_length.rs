//! `OpArrayLength` of narrow elements: the number of elements that lie in whole words of a buffer of any size.

use super::{filter_narrow_storage, job};
use sos_core::Options;
use sos_tests::filtered::filter;
use sos_tests::random::random_words;
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Session};

const LENGTHS: &str = "#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 32) in;
struct Three { uint8_t a, b, c; };
layout(scalar, binding = 0) readonly buffer Halves { uint16_t head; uint16_t halves[]; };
layout(scalar, binding = 1) readonly buffer Bytes { uint8_t front[5]; uint8_t bytes[]; };
layout(scalar, binding = 2) readonly buffer Threes { uint word; Three threes[]; };
layout(scalar, binding = 3) readonly buffer Far { uint8_t before[24]; uint16_t far[]; };
layout(std430, binding = 4) writeonly buffer Out { uint result[]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    uint lengths[4] = { uint(halves.length()), uint(bytes.length()), uint(threes.length()), uint(far.length()) };
    if (at < 4u) result[at] = lengths[at];
    // Elements below the length are accessible.
    if (at < lengths[0]) result[4u + at] = uint(halves[at]);
    if (at < lengths[1]) result[36u + at] = uint(bytes[at]);
    if (at < lengths[2]) result[68u + at] = uint(threes[at].c);
    if (at < lengths[3]) result[100u + at] = uint(far[at]);
}";

#[test]
fn array_length_counts_elements_in_whole_words() {
    let Some(tools) = tools() else { return };
    let Some(lavapipe) = driver("lavapipe") else {
        return;
    };
    let mut session = Session::new(&lavapipe);
    let target = without(&session.device().unwrap().target(), STORAGE);
    let native = tools
        .glsl(LENGTHS, "comp", &["--target-env", "vulkan1.1"])
        .unwrap();
    let words = filter_narrow_storage(tools, &native, &target);
    let report = filter(&native, &target, &Options::default())
        .unwrap()
        .report;
    for assumption in ["multiple of 4 bytes", "end on a 4-byte boundary"] {
        let assumed = report.assumptions.iter();
        assert_eq!(assumed.filter(|what| what.contains(assumption)).count(), 1);
    }
    let mut run = |words: &[u32], range: u32| {
        let content: Vec<u32> = random_words(7_u32).take(8).collect();
        let mut buffers: Vec<_> = (0..4)
            .map(|binding| Buffer {
                range: Some(range),
                ..Buffer::storage(binding, content.clone())
            })
            .collect();
        buffers.push(Buffer::storage(4, vec![0; 132]));
        let output = session.run(&job(words, buffers, Vec::new(), 1));
        output.unwrap().buffers.remove(4)
    };
    for range in 12..=32 {
        let whole = run(&native, range & !3);
        assert_eq!(run(&words, range), whole, "{range} bytes");
        let length = |offset: u32, stride: u32| (range & !3).saturating_sub(offset) / stride;
        let lengths = [length(2, 2), length(5, 1), length(4, 3), length(24, 2)];
        assert_eq!(whole[..4], lengths, "{range} bytes");
    }
}
