//! 64-bit floats on devices without them: each operation alone, against the host's arithmetic, or against that of LLVM where the
//! host has none (`rustc_apfloat`). Every bit must be equal where `docs/doubles.md` says so; any NaN equals any other.
//!
//! `SOS_DOUBLES=22` runs each operation on 2^22 random triples of operands instead of 2^14, besides all pairs of corner values, and
//! prints how far from the exact results those are that are composed of several operations.

mod reference;

use reference::{Mode, FLUSH, NEAREST, TO_ZERO, TO_ZERO_FLUSH};
use sos_core::tables::{capability, execution_mode};
use sos_core::target::feature;
use sos_core::Options;
use sos_tests::compare::Wrong;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::modes::with_modes;
use sos_tests::random::Random;
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session};

/// Three operands.
type Operands = [f64; 3];

/// An operation, and what it gives: the bits of a 64-bit float, or an integer.
struct Operation {
    name: &'static str,
    /// GLSL that sets `r`, of `x`, `y` and `z`.
    glsl: &'static str,
    expected: fn(Mode, Operands) -> u64,
    /// Whether the result is a 64-bit float.
    is_float: bool,
}

const fn float(
    name: &'static str,
    glsl: &'static str,
    expected: fn(Mode, Operands) -> u64,
) -> Operation {
    Operation {
        name,
        glsl,
        expected,
        is_float: true,
    }
}

const fn word(
    name: &'static str,
    glsl: &'static str,
    expected: fn(Mode, Operands) -> u64,
) -> Operation {
    Operation {
        is_float: false,
        ..float(name, glsl, expected)
    }
}

/// What rounding modes change.
const ROUNDED: &[Operation] = &[
    float("add", "r = x + y;", |mode, [x, y, _]| {
        mode.add(x, y).to_bits()
    }),
    float("subtract", "r = x - y;", |mode, [x, y, _]| {
        mode.add(x, -y).to_bits()
    }),
    float("multiply", "r = x * y;", |mode, [x, y, _]| {
        mode.multiply(x, y).to_bits()
    }),
    float("divide", "r = x / y;", |mode, [x, y, _]| {
        mode.divide(x, y).to_bits()
    }),
    float("square root", "r = sqrt(x);", |mode, [x, ..]| {
        mode.sqrt(x).to_bits()
    }),
    float(
        "fused multiply-add",
        "r = fma(x, y, z);",
        |mode, [x, y, z]| mode.fma(x, y, z).to_bits(),
    ),
    float(
        "vectors",
        "dvec3 v = dvec3(x, y, z) * dvec3(y, z, x) + dvec3(z, x, y); r = v.x + v.y * v.z;",
        |mode, [x, y, z]| {
            let part = |a, b, c| mode.add(mode.multiply(a, b), c);
            let [a, b, c] = [part(x, y, z), part(y, z, x), part(z, x, y)];
            mode.add(a, mode.multiply(b, c)).to_bits()
        },
    ),
];

/// What they do not.
const EXACT: &[Operation] = &[
    float("negate", "r = -x;", |_, [x, ..]| (-x).to_bits()),
    float("absolute", "r = abs(x);", |_, [x, ..]| x.abs().to_bits()),
    float("sign", "r = isnan(x) ? x : sign(x);", |_, [x, ..]| {
        (if x == 0.0 { 0.0 } else { x.signum() }).to_bits()
    }),
    float("floor", "r = floor(x);", |_, [x, ..]| x.floor().to_bits()),
    float("ceil", "r = ceil(x);", |_, [x, ..]| x.ceil().to_bits()),
    float("trunc", "r = trunc(x);", |_, [x, ..]| x.trunc().to_bits()),
    float("round to even", "r = roundEven(x);", |_, [x, ..]| {
        x.round_ties_even().to_bits()
    }),
    float("fraction", "r = isinf(x) ? 0.0lf : fract(x);", |_, [x, ..]| {
        (if x.is_infinite() { 0.0 } else { x - x.floor() }).to_bits()
    }),
    float("modulus", "precise double m = mod(x, y); r = m;", |_, [x, y, _]| {
        (x - y * (x / y).floor()).to_bits()
    }),
    float(
        "minimum",
        "r = isnan(x) || isnan(y) || x == y ? 0.0lf : min(x, y);",
        |_, [x, y, _]| {
            let alike = x.is_nan() || y.is_nan() || x == y;
            (if alike { 0.0 } else { x.min(y) }).to_bits()
        },
    ),
    float(
        "maximum",
        "r = isnan(x) || isnan(y) || x == y ? 0.0lf : max(x, y);",
        |_, [x, y, _]| {
            let alike = x.is_nan() || y.is_nan() || x == y;
            (if alike { 0.0 } else { x.max(y) }).to_bits()
        },
    ),
    float("mix", "r = mix(x, y, z);", |_, [x, y, z]| {
        (x * (1.0 - z) + y * z).to_bits()
    }),
    float("step", "r = step(x, y);", |_, [x, y, _]| {
        (if y < x { 0.0_f64 } else { 1.0 }).to_bits()
    }),
    word(
        "comparisons",
        "u = uvec2(uint(x < y) | uint(x > y) << 1 | uint(x <= y) << 2 | uint(x >= y) << 3 | uint(x == y) << 4 | uint(x != y) << 5
            | uint(isnan(x)) << 6 | uint(isinf(x)) << 7, 0u);",
        |_, [x, y, _]| {
            let all = [x < y, x > y, x <= y, x >= y, x == y, x != y, x.is_nan(), x.is_infinite()];
            (0..).zip(all).map(|(at, is)| u64::from(is) << at).sum()
        },
    ),
    word(
        "to 32 bits",
        "float f = float(x); u = uvec2(isnan(f) ? 0u : floatBitsToUint(f), 0u);",
        |_, [x, ..]| match x.is_nan() {
            true => 0,
            false => u64::from((x as f32).to_bits()),
        },
    ),
    float(
        "from 32 bits",
        "uint b = unpackDouble2x32(x).x; r = double(uintBitsToFloat((b & 0x7F800000u) == 0x7F800000u ? b & 0xFFBFFFFFu : b));",
        |_, [x, ..]| {
            let bits = x.to_bits() as u32;
            let bits = if bits & 0x7F80_0000 == 0x7F80_0000 { bits & 0xFFBF_FFFF } else { bits };
            f64::from(f32::from_bits(bits)).to_bits()
        },
    ),
    float("from unsigned", "r = double(unpackDouble2x32(x).x);", |_, [x, ..]| {
        f64::from(x.to_bits() as u32).to_bits()
    }),
    float("from signed", "r = double(int(unpackDouble2x32(x).x));", |_, [x, ..]| {
        f64::from(x.to_bits() as i32).to_bits()
    }),
    word(
        "to integers",
        "double a = isnan(x) ? 0.0lf : clamp(x, -2147483648.0lf, 2147483647.0lf);
         u = uvec2(int(a), uint(abs(a)));",
        |_, [x, ..]| {
            let a = if x.is_nan() { 0.0 } else { x.clamp(-2147483648.0, 2147483647.0) };
            u64::from(a as i32 as u32) | u64::from(a.abs() as u32) << 32
        },
    ),
    float("from 64 bits", "r = double(packUint2x32(unpackDouble2x32(x)));", |_, [x, ..]| {
        (x.to_bits() as f64).to_bits()
    }),
    float(
        "from 64 bits, signed",
        "r = double(int64_t(packUint2x32(unpackDouble2x32(x)) >> (unpackDouble2x32(y).x & 63u)));",
        |_, [x, y, _]| ((x.to_bits() >> (y.to_bits() & 63)) as i64 as f64).to_bits(),
    ),
    word(
        "to 64 bits",
        "double a = isnan(x) ? 0.0lf : clamp(abs(x), 0.0lf, 18446744073709549568.0lf); u = unpackUint2x32(uint64_t(a));",
        |_, [x, ..]| match x.is_nan() {
            true => 0,
            false => x.abs() as u64 & if x.abs() < 18446744073709551616.0 { u64::MAX } else { u64::MAX << 11 },
        },
    ),
    word(
        "to 64 bits, signed",
        "double a = isnan(x) ? 0.0lf : clamp(x, -9223372036854775808.0lf, 9223372036854774784.0lf);
         u = unpackUint2x32(uint64_t(int64_t(a)));",
        |_, [x, ..]| match x.is_nan() {
            true => 0,
            false => x.clamp(-9223372036854775808.0, 9223372036854774784.0) as i64 as u64,
        },
    ),
    word(
        "to 16 bits",
        "u = uvec2(isnan(x) ? 0u : uint(halfBitsToUint16(float16_t(x))), 0u);",
        |_, [x, ..]| match x.is_nan() {
            true => 0,
            false => reference::to_half(x).into(),
        },
    ),
    float(
        "from 16 bits",
        "r = double(uint16BitsToHalf(uint16_t(unpackDouble2x32(x).x & 0xFFFFu)));",
        |_, [x, ..]| reference::from_half(x.to_bits() as u16).to_bits(),
    ),
    word(
        "taken apart",
        "int e; double s = frexp(x, e); bool odd = isnan(x) || isinf(x);
         uvec2 b = unpackDouble2x32(s); u = odd ? uvec2(0u) : uvec2(b.x ^ uint(e) * 77u, b.y);",
        |_, [x, ..]| match x.is_finite() {
            false => 0,
            true => {
                let (part, exponent) = reference::frexp(x);
                part.to_bits() ^ u64::from((exponent as u32).wrapping_mul(77))
            }
        },
    ),
    float(
        "scaled",
        "r = ldexp(x, int(unpackDouble2x32(y).y >> 20) - 1024);",
        |_, [x, y, _]| reference::ldexp(x, (y.to_bits() >> 52) as i32 - 1024).to_bits(),
    ),
    float(
        "whole and rest",
        "double w; double rest = modf(x, w); r = isnan(x) ? x : isinf(x) ? w : rest + w * 3.0lf;",
        |_, [x, ..]| match x.is_finite() {
            true => (x.fract().copysign(x) + x.trunc() * 3.0).to_bits(),
            false => x.to_bits(),
        },
    ),
];

/// Corner values, of either sign.
fn corners() -> Vec<f64> {
    let near = |bits: u64| [bits - 1, bits, bits + 1];
    let mut all = vec![0, 1, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000];
    for power in [
        -1021, -1022, -537, -52, -53, -1, 0, 1, 31, 32, 52, 53, 62, 63, 64, 127, 1023,
    ] {
        all.extend(near(2_f64.powi(power).to_bits()));
    }
    all.extend([1.5_f64, 3.0, 1.0 / 3.0, 0.1, f64::MAX].map(f64::to_bits));
    all.extend([
        0x000F_FFFF_FFFF_FFFF,
        0x0008_0000_0000_0000,
        0x0000_0001_0000_0000,
    ]);
    let all: Vec<f64> = all.into_iter().map(f64::from_bits).collect();
    all.iter().flat_map(|&one| [one, -one]).collect()
}

/// All pairs of corner values, and random operands: half of them near ties, cancellations and the ends of the exponents.
fn triples(count: usize) -> Vec<Operands> {
    let corners = corners();
    assert!(corners.len() >= 64);
    let mut random = Random::new(36_u64);
    let mut all = Vec::new();
    for &x in &corners {
        for &y in &corners {
            let z = corners[random.below(corners.len())];
            all.push([x, y, z]);
        }
    }
    let end = all.len() + count;
    while all.len() < end {
        let near = f64::from_bits(random_bits(&mut random));
        let x = number(&mut random, near);
        let y = number(&mut random, x);
        let z = match random.below(3) {
            // What cancels the product, or nearly.
            0 => f64::from_bits((-(x * y)).to_bits() ^ (random.bits() % 4)),
            1 => number(&mut random, x * y),
            _ => number(&mut random, y),
        };
        all.push([x, y, z]);
    }
    // Whole workgroups.
    while all.len() % WIDTH != 0 {
        all.push([0.0; 3]);
    }
    all
}

fn random_bits(random: &mut Random) -> u64 {
    random.bits() << 32 ^ random.bits()
}

/// A number with some relation to another.
fn number(random: &mut Random, near: f64) -> f64 {
    let (bits, other) = (random_bits(random), near.to_bits());
    const SIGN: u64 = 1 << 63;
    const FRACTION: u64 = (1 << 52) - 1;
    let exponent = |from: u64, by: u64| {
        let to = (from >> 52 & 0x7FF) + bits % (2 * by + 1);
        to.saturating_sub(by).min(2046) << 52
    };
    f64::from_bits(match random.below(8) {
        0 | 1 => bits,
        // With a near exponent, and with few ones or few zeros.
        2 => bits & (SIGN | FRACTION) | exponent(other, 60),
        3 => {
            bits & SIGN | exponent(other, 3) | random_bits(random) & random_bits(random) & FRACTION
        }
        4 => {
            bits & SIGN
                | exponent(other, 1)
                | (bits | random_bits(random) | random_bits(random)) & FRACTION
        }
        // The same, or the next.
        5 => other ^ (bits & SIGN) ^ (random.bits() % 16),
        // Denormal, or near to that.
        6 => bits & SIGN | (bits >> 8 & FRACTION) >> random.below(52) | (random.bits() % 60) << 52,
        _ => bits & (SIGN | FRACTION) | (1023 - 64 + random.bits() % 128) << 52,
    })
}

const WIDTH: usize = 64;

fn shader(operation: &Operation) -> String {
    format!(
        "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = {WIDTH}) in;
layout(std430, binding = 0) readonly buffer In {{ uvec2 source[]; }};
layout(std430, binding = 1) writeonly buffer Out {{ uvec2 result[]; }};
void main() {{
    uint at = gl_GlobalInvocationID.x;
    double x = packDouble2x32(source[at * 3u]), y = packDouble2x32(source[at * 3u + 1u]), z = packDouble2x32(source[at * 3u + 2u]);
    precise double r = 0.0lf;
    uvec2 u = uvec2(0u);
    {}
    result[at] = {};
}}",
        operation.glsl,
        match operation.is_float {
            true => "isnan(r) ? uvec2(0u, 0x7FF80000u) : unpackDouble2x32(r)",
            false => "u",
        }
    )
}

/// The number of random triples.
fn random_count() -> usize {
    let log =
        std::env::var("SOS_DOUBLES").map(|text| text.parse().expect("SOS_DOUBLES is no number"));
    1 << log.unwrap_or(14_u32)
}

/// The most triples of one dispatch.
const CHUNK: usize = 1 << 18;

/// Runs operations in a mode on all drivers, and passes on what each gave for which operands, without denormals if the mode flushes
/// them.
fn run(
    operations: &[Operation],
    mode: Mode,
    mut see: impl FnMut(&Operation, &str, &mut dyn Iterator<Item = (Operands, u64)>),
) {
    let Some(tools) = tools() else { return };
    let triples = triples(random_count());
    let mut modes = Vec::new();
    if mode.to_zero {
        modes.push((capability::RoundingModeRTZ, execution_mode::RoundingModeRTZ));
    }
    if mode.flush {
        modes.push((
            capability::DenormFlushToZero,
            execution_mode::DenormFlushToZero,
        ));
    }
    for (name, hidden) in [
        (EXECUTING[0], &[feature::shaderFloat64][..]),
        (EXECUTING[1], &[][..]),
    ] {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = without(&session.device().unwrap().target(), hidden);
        for operation in operations {
            let what = format!("{} on {name}, {mode:?}", operation.name);
            let options = ["--target-env", "vulkan1.1"];
            let words = tools.glsl(&shader(operation), "comp", &options).unwrap();
            let words = match modes.is_empty() {
                true => words,
                false => with_modes(&words, 64, &modes),
            };
            let found = filter(&words, &target, &Options::default()).unwrap();
            assert!(
                !found.words.is_empty(),
                "{what}: {:?}",
                found.report.unsupported
            );
            check(tools, &found.words, &target).unwrap();
            let mut results = Vec::new();
            for chunk in triples.chunks(CHUNK) {
                let source = chunk.iter().flatten().flat_map(|number| {
                    let bits = number.to_bits();
                    [bits as u32, (bits >> 32) as u32]
                });
                let job = Job::compute(
                    &found.words,
                    vec![
                        Buffer::storage(0, source.collect::<Vec<u32>>()),
                        Buffer::storage(1, vec![0; chunk.len() * 2]),
                    ],
                    (chunk.len() / WIDTH) as u32,
                );
                let output = session
                    .run(&job)
                    .unwrap_or_else(|failure| panic!("{what}: {failure}"));
                let pairs = output.buffers[1].chunks_exact(2);
                results.extend(pairs.map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0])));
            }
            let operands = triples.iter().map(|all| all.map(|one| mode.flushed(one)));
            see(operation, &what, &mut operands.zip(results));
        }
    }
}

/// Compares operations in a mode, bit by bit, and returns how many results were compared.
fn compare(operations: &[Operation], mode: Mode) -> usize {
    let mut ran = 0;
    run(operations, mode, |operation, what, results| {
        let mut wrong = Wrong::default();
        for (operands, found) in results {
            let expected = (operation.expected)(mode, operands);
            let is_nan = |bits| f64::from_bits(bits).is_nan();
            let both_nan = operation.is_float && is_nan(found) && is_nan(expected);
            if found != expected && !both_nan {
                wrong.note(|| {
                    let operands = operands.map(f64::to_bits);
                    format!("{operands:#018x?}: {found:#018x} for {expected:#018x}")
                });
            }
            ran += 1;
        }
        wrong.none(what);
    });
    ran
}

/// What is composed of several operations, with the nearest result and what it lacks of the exact one.
type Near = (Operation, fn(Operands) -> Option<(f64, f64)>, f64);

/// What a numerator lacks of being `near` times `by`, over `by`.
fn rest_of(sum: (f64, f64), near: f64) -> f64 {
    // The square root of the sum is `near` and this.
    (sum.0 - near * near - near.mul_add(near, -(near * near)) + sum.1) / (2.0 * near)
}

/// The sum of squares, in two parts.
fn squares(all: &[f64]) -> (f64, f64) {
    all.iter().fold((0.0, 0.0), |(sum, rest), &one| {
        let square = one * one;
        let lost = one.mul_add(one, -square);
        let more = sum + square;
        let part = more - sum;
        (
            more,
            rest + lost + ((sum - (more - part)) + (square - part)),
        )
    })
}

/// Numbers whose squares are neither too large nor too small.
fn moderate(all: &[f64]) -> bool {
    all.iter().all(|one| (1e-100..1e100).contains(&one.abs()))
}

const NEAR: &[Near] = &[
    (
        float("inverse square root", "r = inversesqrt(abs(x));", |_, _| 0),
        |[x, ..]| {
            let x = x.abs();
            let near = 1.0 / x.sqrt();
            // x near^2 = 1 - e, and the exact result is near (1 + e / 2).
            let (square, product) = (near * near, near * near * x);
            let lost = near.mul_add(near, -square) * x + square.mul_add(x, -product);
            moderate(&[x]).then(|| (near, near * ((1.0 - product) - lost) / 2.0))
        },
        1.5,
    ),
    (
        float("length", "r = length(dvec3(x, y, z));", |_, _| 0),
        |all| {
            let sum = squares(&all);
            let near = sum.0.sqrt();
            moderate(&all).then(|| (near, rest_of(sum, near)))
        },
        2.0,
    ),
    (
        float(
            "distance",
            "r = distance(dvec2(x, 0.0lf), dvec2(0.0lf, y));",
            |_, _| 0,
        ),
        |[x, y, _]| {
            let sum = squares(&[x, y]);
            let near = sum.0.sqrt();
            moderate(&[x, y]).then(|| (near, rest_of(sum, near)))
        },
        1.5,
    ),
];

#[test]
fn operations_equal_ieee_754() {
    let ran = compare(ROUNDED, NEAREST) + compare(EXACT, NEAREST);
    println!("{ran} results");
}

#[test]
fn operations_round_and_flush_as_asked() {
    let ran: usize = [TO_ZERO, FLUSH, TO_ZERO_FLUSH]
        .map(|mode| compare(ROUNDED, mode))
        .iter()
        .sum();
    println!("{ran} results");
}

/// Results of compositions are within so many units in the last place of the exact ones. A histogram in halves of a unit is printed.
#[test]
fn compositions_are_near() {
    for (operation, exact, most) in NEAR {
        let (mut histogram, mut counted) = ([0_usize; 8], 0);
        run(
            std::slice::from_ref(operation),
            NEAREST,
            |_, what, results| {
                let mut wrong = Wrong::default();
                for (operands, found) in results {
                    let Some((near, rest)) = exact(operands) else {
                        continue;
                    };
                    let found = f64::from_bits(found);
                    let unit = f64::from_bits(near.to_bits() + 1) - near;
                    let error = (((found - near) - rest) / unit).abs();
                    let at = (error * 2.0) as usize;
                    histogram[at.min(7)] += 1;
                    counted += 1;
                    if error.is_nan() || error > *most {
                        wrong.note(|| format!("{operands:?}: {found:e}, off by {error}"));
                    }
                }
                wrong.none(what);
            },
        );
        println!("{}: {histogram:?} of {counted}", operation.name);
        assert!(counted == 0 || counted > 1000, "{counted}");
    }
}
