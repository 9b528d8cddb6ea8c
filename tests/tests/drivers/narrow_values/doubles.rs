//! 64-bit floats in memory on a device without 64-bit arithmetic, computed in 32 bits as the caller allows.
//!
//! A shader copies them between buffers. The results must equal Rust's conversions to 32 bits and back: rounded to nearest
//! even, with denormals. Any NaN equals any other.

use sos_core::target::feature;
use sos_core::{Allow, Options};
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session};

const COUNT: usize = 1 << 20;

/// Scalars, vectors and structures.
const SHADER: &str = "#version 460
layout(local_size_x = 64) in;
struct Two { double one; dvec3 rest; };
layout(std430, binding = 0) readonly buffer In { dvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { dvec4 result[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    if (at % 2u == 0u) {
        result[at] = source[at];
    } else {
        Two two = Two(source[at].x, source[at].yzw);
        result[at].x = two.one;
        result[at].yz = two.rest.xy;
        result[at].w = two.rest.z;
    }
}";

/// 64-bit floats of every exponent, mostly of the exponents of 32-bit floats: midpoints between two 32-bit floats and their
/// neighbours, and values with few significant bits.
fn doubles() -> Vec<u64> {
    let mut all: Vec<u64> = Vec::new();
    let near = (850..=900).chain(1140..=1155).chain([0, 1, 2046, 2047]);
    for exponent in near {
        for upper in [0_u64, 1, 2, 3, 0x40_0000, 0x7F_FFFE, 0x7F_FFFF] {
            for lower in [0_u64, 1, 0xFFF_FFFF, 0x1000_0000, 0x1000_0001, 0x1FFF_FFFF] {
                let bits = exponent << 52 | upper << 29 | lower;
                all.extend([bits, bits | 1 << 63]);
            }
        }
        // Values of a single bit, and midpoints between denormals.
        all.extend((0..52).map(|bit| exponent << 52 | 1 << bit));
        all.extend((0..51).map(|bit| exponent << 52 | 3 << bit));
    }
    for number in 0.. {
        if all.len() >= COUNT {
            break;
        }
        let (low, high, how) = (
            mixed(number * 3),
            mixed(number * 3 + 1),
            mixed(number * 3 + 2),
        );
        let exponent = match how & 3 {
            0 => how >> 8 & 0x7FF,
            1 => 860 + (how >> 8 & 63),
            _ => 896 + (how >> 8 & 255),
        };
        let low = low & u32::MAX << (how >> 2 & 31);
        let high = high & 0x800F_FFFF | exponent << 20;
        all.push(u64::from(high) << 32 | u64::from(low));
    }
    all
}

#[test]
fn doubles_in_memory_are_rounded_to_32_bits() {
    let Some(tools) = tools() else { return };
    let words = tools
        .glsl(SHADER, "comp", &["--target-env", "vulkan1.1"])
        .unwrap();
    let doubles = doubles();
    let input: Vec<u32> = doubles
        .iter()
        .flat_map(|&bits| [bits as u32, (bits >> 32) as u32])
        .collect();
    let both = &[feature::shaderFloat64, feature::shaderInt64][..];
    for (name, hidden) in [
        (EXECUTING[0], &both[..1]),
        (EXECUTING[0], both),
        (EXECUTING[1], &[][..]),
    ] {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = without(&session.device().unwrap().target(), hidden);
        let options = Options {
            allow: Allow::F64_TO_F32,
            ..Options::default()
        };
        let mut copy = |options: &Options| {
            let found = filter(&words, &target, options).unwrap();
            assert!(!found.words.is_empty(), "{:?}", found.report.unsupported);
            check(tools, &found.words, &target).unwrap();
            let job = Job::compute(
                &found.words,
                vec![
                    Buffer::storage(0, input.clone()),
                    Buffer::storage(1, vec![0; input.len()]),
                ],
                (doubles.len() / 4 / 64) as u32,
            );
            session.run(&job).unwrap()
        };
        let exact = copy(&Options::default());
        assert!(exact.buffers[1] == input, "{name}: a copy is not the same");
        let output = copy(&options);
        let mut wrong = Wrong::default();
        for (&bits, pair) in doubles.iter().zip(output.buffers[1].chunks_exact(2)) {
            let found = f64::from_bits(u64::from(pair[1]) << 32 | u64::from(pair[0]));
            let expected = f64::from(f64::from_bits(bits) as f32);
            if found.to_bits() != expected.to_bits() && !(found.is_nan() && expected.is_nan()) {
                wrong.note(|| format!("{bits:#018x}: {found:e} for {expected:e}"));
            }
        }
        wrong.none(name);
    }
}
