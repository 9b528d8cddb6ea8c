//! Filtered shaders compared with equivalent ones that are written by hand without narrow types: their results are equal, and
//! their numbers of instructions are similar.

use super::{filter_narrow_storage, job};
use sos_core::tables::op;
use sos_tests::random::random_words;
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Session};

/// A pair of equivalent shaders.
struct Task {
    name: &'static str,
    /// With narrow types.
    narrow: &'static str,
    /// Without narrow types.
    handwritten: &'static str,
    /// The maximum number of instructions of the filtered shader, in percent of the handwritten one.
    max_percent: usize,
}

const TASKS: [Task; 4] = [
    Task {
        name: "bytes to floats",
        narrow: "
layout(std430, binding = 0) readonly buffer In { uint8_t source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = float(uint(source[at])) * 0.25;
}",
        handwritten: "
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = float(source[at >> 2] >> (at << 3 & 24u) & 255u) * 0.25;
}",
        max_percent: 110,
    },
    Task {
        name: "four-byte colours",
        narrow: "
struct Item { u8vec4 colour; u8vec4 tint; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { u8vec4 result[]; };
void main() {
    uint at = gl_LocalInvocationIndex & 15u;
    result[at] = u8vec4(uvec4(source[at].colour) * 3u + uvec4(source[at].tint) >> 2u);
}",
        handwritten: "
struct Item { uint colour; uint tint; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
uvec4 unpack(uint word) { return uvec4(word, word >> 8, word >> 16, word >> 24) & 255u; }
void main() {
    uint at = gl_LocalInvocationIndex & 15u;
    uvec4 value = unpack(source[at].colour) * 3u + unpack(source[at].tint) >> 2u & 255u;
    result[at] = value.x | value.y << 8 | value.z << 16 | value.w << 24;
}",
        max_percent: 100,
    },
    Task {
        name: "shorts stored one by one",
        narrow: "
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint16_t result[]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = uint16_t(source[at] >> 3);
}",
        handwritten: "
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
void main() {
    uint at = gl_LocalInvocationIndex, shift = at << 4 & 16u;
    atomicAnd(result[at >> 1], ~(65535u << shift));
    atomicOr(result[at >> 1], (source[at] >> 3 & 65535u) << shift);
}",
        max_percent: 100,
    },
    Task {
        name: "shorts in a structure",
        narrow: "
struct Item { uint16_t low; int16_t high; uint16_t both[2]; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { int result[]; };
void main() {
    uint at = gl_LocalInvocationIndex & 15u;
    result[at] = int(source[at].high) * int(source[at].low) + int(source[at].both[0]) - int(source[at].both[1]);
}",
        handwritten: "
struct Item { uint first; uint second; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { int result[]; };
void main() {
    uint at = gl_LocalInvocationIndex & 15u;
    uint first = source[at].first, second = source[at].second;
    result[at] = (int(first) >> 16) * int(first & 65535u) + int(second & 65535u) - int(second >> 16);
}",
        max_percent: 135,
    },
];

/// The number of instructions in functions, without `Function` variables, their loads and stores, and copies, which front ends
/// emit in different numbers.
fn instructions(words: &[u32]) -> usize {
    let mut function_variables = Vec::new();
    let (mut at, mut count, mut inside) = (5, 0, false);
    while let Some(&first) = words.get(at) {
        let (opcode, len) = (first as u16, (first >> 16) as usize);
        let operand = |index: usize| words[at + index];
        inside |= opcode == op::OpFunction;
        let accesses_function_variable = match opcode {
            op::OpVariable if inside => {
                function_variables.push(operand(2));
                true
            }
            op::OpLoad => function_variables.contains(&operand(3)),
            op::OpStore => function_variables.contains(&operand(1)),
            op::OpCopyObject => true,
            _ => false,
        };
        count += usize::from(inside && !accesses_function_variable);
        at += len;
    }
    count
}

#[test]
fn instruction_counts_are_close_to_handwritten_shaders() {
    let Some(tools) = tools() else { return };
    println!("| task | narrow | filtered for lavapipe | for swiftshader | handwritten |\n|---|---:|---:|---:|---:|");
    for task in TASKS {
        let mut line = format!("| {} ", task.name);
        let head = "#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 32) in;";
        let compile = |body: &str| {
            let options = ["--target-env", "vulkan1.1"];
            tools
                .glsl(&format!("{head}{body}"), "comp", &options)
                .unwrap()
        };
        let (narrow, handwritten) = (compile(task.narrow), compile(task.handwritten));
        line += &format!("| {} ", instructions(&narrow));
        for name in ["lavapipe", "swiftshader"] {
            let Some(driver) = driver(name) else { return };
            let mut session = Session::new(&driver);
            let target = without(&session.device().unwrap().target(), STORAGE);
            let words = filter_narrow_storage(tools, &narrow, &target);
            let mut run = |words: &[u32]| {
                let buffers = vec![
                    Buffer::storage(0, random_words(3_u32).take(64).collect()),
                    Buffer::storage(1, vec![u32::MAX; 64]),
                ];
                let output = session.run(&job(words, buffers, Vec::new(), 1));
                output.unwrap().buffers
            };
            assert!(run(&words) == run(&handwritten), "{} on {name}", task.name);
            line += &format!("| {} ", instructions(&words));
            let allowed = instructions(&handwritten) * task.max_percent / 100;
            assert!(instructions(&words) <= allowed, "{line}");
        }
        println!("{line}| {} |", instructions(&handwritten));
    }
}
