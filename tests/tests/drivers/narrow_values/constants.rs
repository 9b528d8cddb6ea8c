//! Specialization constants that are rounded to 16-bit floats, with values set at pipeline creation.
//!
//! A shader rounds many constants by `OpSpecConstantOp`. They remain specializable in the filter's output. Each pipeline sets
//! other values: 16-bit floats, midpoints between two of them and the neighbours of these, denormal and too large values, NaN.

use super::float16::{from_f64, to_f64};
use super::Runner;
use sos_core::tables::op;
use sos_core::Options;
use sos_tests::compare::{mixed, Wrong};
use sos_tests::filtered::{check, filter, Parsed};
use sos_tests::job::Specialization;
use sos_tests::{Buffer, Job};
use std::fmt::Write as _;

/// The number of constants of the shader.
const COUNT: usize = 64;

fn shader() -> String {
    let mut constants = String::new();
    let mut results = String::new();
    for at in 0..COUNT {
        writeln!(
            constants,
            "layout(constant_id = {at}) const float C{at} = 0.0;
             const float16_t H{at} = float16_t(C{at});"
        )
        .unwrap();
        // By value, since reading the bits would round again. One of them in a function.
        writeln!(
            constants,
            "uint alone{at}() {{ return floatBitsToUint(float(H{at})); }}"
        )
        .unwrap();
        writeln!(
            results,
            "results[{at}] = uvec2(floatBitsToUint(float(H{at})), alone{at}());"
        )
        .unwrap();
    }
    format!(
        "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(std430, binding = 1) writeonly buffer Out {{ uvec2 results[]; }};
{constants}
void main() {{
{results}}}
"
    )
}

/// The values, as bits of 32-bit floats.
fn numbers() -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    for bits in [
        0, 1, 2, 3, 0x3FE, 0x3FF, 0x400, 0x401, 0x3555, 0x3C00, 0x3C01, 0x7BFE, 0x7BFF,
    ] {
        // Overflow is rounded as if the exponent were unlimited.
        let next = if bits == 0x7BFF {
            65536.0
        } else {
            to_f64(bits + 1)
        };
        let half = to_f64(bits) as f32;
        let tie = ((to_f64(bits) + next) / 2.0) as f32;
        let tie = tie.to_bits();
        all.extend([half.to_bits(), tie, tie - 1, tie + 1]);
    }
    all.extend([
        1,
        0x007F_FFFF,
        0x7F7F_FFFF,
        0x7F80_0000,
        0x7FC0_0000,
        0x7F80_0001,
    ]);
    let half = all.clone();
    all.extend(half.into_iter().map(|bits| bits | 1 << 31));
    for number in 0.. {
        if all.len() >= 8 * COUNT {
            break;
        }
        // The exponents from half the smallest denormal to twice the maximum of 16-bit floats.
        let word = mixed(number);
        all.push(word & 0x807F_FFFF | (101 + mixed(word) % 44) << 23);
    }
    all
}

#[test]
fn specialization_constants_are_rounded_like_values() {
    let Some((tools, mut runners)) = Runner::all() else {
        return;
    };
    let source = shader();
    let words = tools
        .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
        .unwrap_or_else(|error| panic!("{error:#}\n{source}"));
    let is_operation = |&opcode: &u16| opcode == op::OpSpecConstantOp;
    let written = Parsed::read(&words).unwrap().opcodes;
    assert!(written.into_iter().filter(is_operation).count() >= COUNT);
    let numbers = numbers();
    for runner in &mut runners {
        let found = filter(&words, &runner.target, &Options::default()).unwrap();
        let unmet = &found.report.unsupported;
        assert!(!found.words.is_empty(), "{}: {unmet:?}", runner.name);
        check(tools, &found.words, &runner.target).unwrap();
        let mut wrong = Wrong::default();
        for numbers in numbers.chunks(COUNT) {
            let set = |(id, &bits): (usize, &u32)| Specialization {
                id: id as u32,
                value: bits.into(),
                size: 4,
            };
            let buffers = vec![Buffer::storage(1, vec![0; 2 * COUNT])];
            let mut job = Job::compute(&found.words, buffers, 1);
            job.stages[0].specialization = numbers.iter().enumerate().map(set).collect();
            let output = runner.session.run(&job).unwrap();
            for (&bits, pair) in numbers.iter().zip(output.buffers[0].chunks_exact(2)) {
                let expected = to_f64(from_f64(f32::from_bits(bits).into())) as f32;
                for &found in pair {
                    let is_nan = f32::from_bits(found).is_nan() && expected.is_nan();
                    if found != expected.to_bits() && !is_nan {
                        wrong.note(|| format!("{bits:#010x}: {found:#010x} for {expected:e}"));
                    }
                }
            }
        }
        wrong.none(&runner.name);
    }
}
