//! Driver tests of dot products of 16-bit floats with a 32-bit accumulator (SPV_VALVE_mixed_float_dot_product), which no driver
//! at hand supports, lowered to products and sums of 32-bit floats. The extension does not specify order and precision, so the
//! values are chosen to be exact in any order.

use sos_core::Options;
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

const WIDTH: usize = 64;
const COUNT: usize = 1 << 14;

const SHADER: &str = "#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };

spirv_instruction(extensions = [\"SPV_VALVE_mixed_float_dot_product\"], capabilities = [6912], id = 6916)
float to_float(f16vec2, f16vec2, float);
spirv_instruction(extensions = [\"SPV_VALVE_mixed_float_dot_product\"], capabilities = [6913], id = 6917)
float16_t to_half(f16vec2, f16vec2, float16_t);

void main() {
    uint at = gl_GlobalInvocationID.x;
    f16vec2 a = unpackFloat2x16(source[3u * at]);
    f16vec2 b = unpackFloat2x16(source[3u * at + 1u]);
    float sum = uintBitsToFloat(source[3u * at + 2u]);
    result[2u * at] = to_float(a, b, sum);
    result[2u * at + 1u] = float(to_half(a, b, float16_t(sum)));
}
";

/// A multiple of 1/8 of magnitude 2 at most.
fn eighths(bits: u32) -> f32 {
    (bits % 33) as f32 / 8.0 - 2.0
}

/// A 16-bit float with few significant bits, in the low half of a word.
fn half(x: f32) -> u32 {
    let bits = x.to_bits();
    match x {
        0.0 => 0,
        _ => bits >> 16 & 0x8000 | ((bits >> 13 & 0x3_FFFF) - (112 << 10)),
    }
}

/// The operand words of each result, and the result: no intermediate result has more than 11 bits.
fn cases() -> (Vec<u32>, Vec<f32>) {
    let (mut words, mut results) = (Vec::new(), Vec::new());
    for index in 0..COUNT as u32 {
        let random = mixed(2 * index + 1);
        let [a, b, c, d] = [0, 6, 12, 18].map(|shift| eighths(random >> shift & 63));
        let sum = eighths(mixed(random)) + eighths(random >> 24) / 8.0;
        words.extend([half(a) | half(b) << 16, half(c) | half(d) << 16]);
        words.push(sum.to_bits());
        results.push(a * c + b * d + sum);
    }
    (words, results)
}

fn run(tools: Tools, session: &mut Session, name: &str) {
    let target = session.device().unwrap().target();
    let module = tools.glsl(SHADER, "comp", &["--target-env", "vulkan1.1"]);
    let module = module.unwrap_or_else(|error| panic!("{error:#}"));
    let found = filter(&module, &target, &Options::default()).unwrap();
    let report = &found.report;
    let used = |rule: &str| report.rules.iter().any(|used| used.rule == rule);
    assert!(used("valve-mixed-dot"), "{name}: {:?}", report.unsupported);
    check(tools, &found.words, &target).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    let (words, results) = cases();
    let job = Job::compute(
        &found.words,
        vec![
            Buffer::storage(0, words),
            Buffer::storage(1, vec![0; 2 * COUNT]),
        ],
        (COUNT / WIDTH) as u32,
    );
    let output = session.run(&job);
    let output = output.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    let mut wrong = Wrong::default();
    for (at, (both, expected)) in output.buffers[1].chunks(2).zip(results).enumerate() {
        for (part, &bits) in both.iter().enumerate() {
            // Positive and negative zero are equal.
            if f32::from_bits(bits) != expected {
                wrong.note(|| format!("{at}.{part}: {} for {expected}", f32::from_bits(bits)));
            }
        }
    }
    wrong.none(name);
}

#[test]
fn dot_products_with_an_accumulator_are_sums_of_products() {
    let Some(tools) = tools() else { return };
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        run(tools, &mut Session::new(&driver), name);
    }
}
