//! Driver tests of functions of the soft library, each alone: its source is compiled into a shader that calls it for corner
//! values and random ones, and every result must equal the host's arithmetic.
//!
//! What the linked functions compute inside filtered modules is tested where they are used: halves and 64-bit floats in
//! `narrow_values`, conversions of encoded floats in `encodings`, 64-bit integers in `long_integers`, fused multiply-add in
//! `fma`. Those tests also run the functions not listed here.

use sos_core::tables::capability;
use sos_tests::compare::Wrong;
use sos_tests::driver::EXECUTING;
use sos_tests::random::Random;
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};
use std::path::{Path, PathBuf};

const WIDTH: usize = 64;
const COUNT: usize = 1 << 16;

/// A function, with its operands and results as words.
struct Case {
    name: &'static str,
    /// The number of words of operands, which the call names `a[0]`, `a[1]`, ….
    operands: usize,
    /// GLSL that stores into `r[0]`, `r[1]`, ….
    call: &'static str,
    /// The expected words.
    expected: fn(&[u32]) -> Vec<u32>,
    /// Whether the words are those of 32-bit floats: any NaN equals any other.
    floats: bool,
    /// Whether the call uses 64-bit integers.
    long: bool,
}

const fn case(
    name: &'static str,
    operands: usize,
    call: &'static str,
    expected: fn(&[u32]) -> Vec<u32>,
) -> Case {
    Case {
        name,
        operands,
        call,
        expected,
        floats: false,
        long: false,
    }
}

const fn floats(case: Case) -> Case {
    Case {
        floats: true,
        ..case
    }
}

const fn long(case: Case) -> Case {
    Case { long: true, ..case }
}

const CASES: &[Case] = &[
    case(
        "half_decode and half_encode",
        1,
        "r[0] = half_encode(half_decode(a[0] & 0xFFFFu));",
        |a| vec![a[0] & 0xFFFF],
    ),
    floats(case(
        "odd_sum",
        2,
        "r[0] = floatBitsToUint(odd_sum(half_decode(a[0] >> 16), half_decode(a[1] & 0xFFFFu)));",
        |a| vec![odd(half(a[0] >> 16), 1.0, half(a[1] & 0xFFFF))],
    )),
    floats(case(
        "odd_fma",
        2,
        "float x = half_decode(a[0] & 0xFFFFu);
         r[0] = floatBitsToUint(odd_fma(x, half_decode(a[0] >> 16), half_decode(a[1] & 0xFFFFu)));",
        |a| vec![odd(half(a[0] & 0xFFFF), half(a[0] >> 16), half(a[1] & 0xFFFF))],
    )),
    case(
        "bfloat16_encode",
        1,
        "r[0] = bfloat16_encode(uintBitsToFloat(a[0]));",
        |a| {
            let upper = a[0] >> 16;
            vec![match f32::from_bits(a[0]).is_nan() {
                true => upper | 0x40,
                // Nearest, ties to even.
                false => match (a[0] & 0xFFFF).cmp(&0x8000) {
                    std::cmp::Ordering::Less => upper,
                    std::cmp::Ordering::Equal => upper + (upper & 1),
                    std::cmp::Ordering::Greater => upper + 1,
                },
            }]
        },
    ),
    case(
        "u64_divide",
        4,
        "Division d = u64_divide(a[0], a[1], a[2], a[3]);
         r = uint[4](d.quotient_lo, d.quotient_hi, d.rest_lo, d.rest_hi);",
        |a| {
            let (x, y) = (number(&a[..2]), number(&a[2..]).max(1));
            [words(x / y), words(x % y)].concat()
        },
    ),
    case(
        "i64_divide",
        4,
        "Division d = i64_divide(a[0], a[1], a[2], a[3]);
         r = uint[4](d.quotient_lo, d.quotient_hi, d.rest_lo, d.rest_hi);",
        |a| {
            let (x, y) = (number(&a[..2]) as i64, number(&a[2..]) as i64);
            let y = if y == 0 { 1 } else { y };
            let (quotient, rest) = (x.wrapping_div(y), x.wrapping_rem(y));
            [words(quotient as u64), words(rest as u64)].concat()
        },
    ),
    case(
        "u64_to_float",
        2,
        "r[0] = floatBitsToUint(u64_to_float(a[0], a[1]));",
        |a| vec![(number(a) as f32).to_bits()],
    ),
    case(
        "i64_to_float",
        2,
        "r[0] = floatBitsToUint(i64_to_float(a[0], a[1]));",
        |a| vec![(number(a) as i64 as f32).to_bits()],
    ),
    case(
        "float_to_u64",
        2,
        "float x = uintBitsToFloat(a[0] & 0x007FFFFFu | 126u + a[1] % 65u << 23);
         Pair p = float_to_u64(x);
         r[0] = p.lo;
         r[1] = p.hi;",
        |a| words(f32::from_bits(a[0] & 0x007F_FFFF | (126 + a[1] % 65) << 23) as u64),
    ),
    floats(case(
        "f64_to_float",
        2,
        "r[0] = floatBitsToUint(f64_to_float(a[0], a[1]));",
        |a| vec![(f64::from_bits(number(a)) as f32).to_bits()],
    )),
    floats(case(
        "f64_to_float_zero",
        2,
        "r[0] = floatBitsToUint(f64_to_float_zero(a[0], a[1]));",
        |a| vec![towards_zero(f64::from_bits(number(a))).to_bits()],
    )),
    floats(case(
        "f64_to_float_odd",
        2,
        "r[0] = floatBitsToUint(f64_to_float_odd(a[0], a[1]));",
        |a| {
            let x = f64::from_bits(number(a));
            let least = f64::from(f32::MIN_POSITIVE);
            let below = towards_zero(x);
            vec![match x != 0.0 && x.abs() < least {
                true => f32::MIN_POSITIVE.copysign(x as f32).to_bits(),
                false => below.to_bits() | u32::from(f64::from(below) != x && x.is_finite()),
            }]
        },
    )),
    case(
        "f64_flush_32",
        2,
        "Pair p = f64_flush_32(a[0], a[1]); r[0] = p.lo; r[1] = p.hi;",
        |a| {
            let x = f64::from_bits(number(a));
            let small = x.abs() < f64::from(f32::MIN_POSITIVE);
            let x = if small { 0_f64.copysign(x) } else { x };
            words(x.to_bits())
        },
    ),
    case(
        "f64_from_u64 and f64_from_i64",
        2,
        "Pair p = f64_from_u64(a[0], a[1]), q = f64_from_i64(a[0], a[1]); r = uint[4](p.lo, p.hi, q.lo, q.hi);",
        |a| {
            let x = number(a);
            [words((x as f64).to_bits()), words((x as i64 as f64).to_bits())].concat()
        },
    ),
    case(
        "f64_from_u64_zero and f64_from_i64_zero",
        2,
        "Pair p = f64_from_u64_zero(a[0], a[1]), q = f64_from_i64_zero(a[0], a[1]); r = uint[4](p.lo, p.hi, q.lo, q.hi);",
        |a| {
            // The 53 upper bits, which a float has.
            let cut = |x: u64| {
                let by = 11_u32.saturating_sub(x.leading_zeros());
                (x >> by << by) as f64
            };
            let x = number(a) as i64;
            let signed = cut(x.unsigned_abs()).copysign(if x < 0 { -1.0 } else { 1.0 });
            [words(cut(x as u64).to_bits()), words(signed.to_bits())].concat()
        },
    ),
    case(
        "f64_to_u64 and f64_to_i64",
        2,
        "uint hi = a[1] & 0x000FFFFFu | 1013u + a[1] % 73u << 20u;
         Pair p = f64_to_u64(a[0], hi), q = f64_to_i64(a[0], hi - (1u << 20u) | a[1] & SIGN);
         r = uint[4](p.lo, p.hi, q.lo, q.hi);",
        |a| {
            let hi = (a[1] & 0x000F_FFFF) | (1013 + a[1] % 73) << 20;
            let of = |hi: u32| f64::from_bits(u64::from(hi) << 32 | u64::from(a[0]));
            let unsigned = of(hi);
            let signed = of((hi - (1 << 20)) | (a[1] & 0x8000_0000));
            [words(unsigned as u64), words(signed as i64 as u64)].concat()
        },
    ),
    floats(long(case(
        "double_decode",
        2,
        "r[0] = floatBitsToUint(double_decode(uint64_t(a[1]) << 32 | uint64_t(a[0])));",
        |a| vec![(f64::from_bits(number(a)) as f32).to_bits()],
    ))),
    long(case(
        "double_encode",
        1,
        "float x = uintBitsToFloat(a[0]);
         uint64_t bits = isnan(x) ? uint64_t(0) : double_encode(x);
         r[0] = uint(bits);
         r[1] = uint(bits >> 32);",
        |a| match f32::from_bits(a[0]) {
            x if x.is_nan() => vec![0, 0],
            x => words(f64::from(x).to_bits()),
        },
    )),
    floats(case(
        "fma32",
        3,
        "r[0] = floatBitsToUint(fma32(uintBitsToFloat(a[0]), uintBitsToFloat(a[1]), uintBitsToFloat(a[2])));",
        |a| {
            let [x, y, z] = [a[0], a[1], a[2]].map(f32::from_bits);
            vec![x.mul_add(y, z).to_bits()]
        },
    )),
    case(
        "fma64",
        6,
        "Pair p = fma64(a[0], a[1], a[2], a[3], a[4], a[5]);
         bool is_nan = (p.hi & 0x7FFFFFFFu) > 0x7FF00000u;
         r[0] = is_nan ? 0u : p.lo;
         r[1] = is_nan ? 0u : p.hi;",
        |a| {
            let [x, y, z] = [0, 2, 4].map(|at| f64::from_bits(number(&a[at..at + 2])));
            match x.mul_add(y, z) {
                nan if nan.is_nan() => vec![0, 0],
                sum => words(sum.to_bits()),
            }
        },
    ),
];

/// The 32-bit float nearest to a 64-bit one among those that are not larger in magnitude.
fn towards_zero(x: f64) -> f32 {
    let near = x as f32;
    match f64::from(near).abs() > x.abs() {
        true => f32::from_bits(near.to_bits() - 1),
        false => near,
    }
}

fn number(words: &[u32]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

fn words(number: u64) -> Vec<u32> {
    vec![number as u32, (number >> 32) as u32]
}

/// The value of 16 bits.
fn half(bits: u32) -> f64 {
    let (exponent, fraction) = (bits >> 10 & 31, f64::from(bits & 0x3FF));
    let magnitude = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent as i32 - 25),
    };
    if bits & 0x8000 == 0 {
        magnitude
    } else {
        -magnitude
    }
}

/// `x * y + z` of 16-bit floats as a 32-bit float, rounded to odd. The exact sum is an integer in units of 2^-48.
fn odd(x: f64, y: f64, z: f64) -> u32 {
    let sum = x * y + z;
    if sum == 0.0 || !sum.is_finite() {
        return (sum as f32).to_bits();
    }
    let units = |value: f64, scale: i32| (value * 2_f64.powi(scale)) as i128;
    let exact = units(x, 24) * units(y, 24) + units(z, 48);
    let magnitude = exact.unsigned_abs();
    let drop = (128 - magnitude.leading_zeros()).saturating_sub(24);
    let kept = magnitude >> drop;
    let is_inexact = kept << drop != magnitude;
    let size = (kept | u128::from(is_inexact)) as f32 * 2_f32.powi(drop as i32 - 48);
    let sign = if exact < 0 { 1 << 31 } else { 0 };
    size.to_bits() | sign
}

/// Words that are often wrong, and random ones. Of floats with random bits, few have neighbouring exponents, so half of the
/// words share the upper ones.
fn operands(case: &Case) -> Vec<u32> {
    const CORNERS: &[u32] = &[
        0,
        1,
        2,
        0x7FFF_FFFF,
        0x8000_0000,
        0x8000_0001,
        0xFFFF_FFFF,
        0xFFFF_FFFE,
        0x0080_0000,
        0x007F_FFFF,
        0x7F80_0000,
        0x7F80_0001,
        0x3F80_0000,
        0x3FF0_0000,
        0x7FF0_0000,
        0x0010_0000,
        0x0000_FFFF,
        0x0001_0000,
        0x7C00_3C00,
        0x03FF_0400,
    ];
    let mut random = Random::new(case.name.len() as u64 + 17);
    let total = COUNT * case.operands;
    let mut all = Vec::with_capacity(total);
    while all.len() < total {
        let word = random.word();
        all.push(match random.below(4) {
            0 => random.choose(CORNERS),
            1 => word & 0x80FF_FFFF | 0x3F00_0000,
            2 => word & 0x801F_FFFF | 0x3FE0_0000,
            _ => word,
        });
    }
    all
}

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaderlib/soft")
}

fn shader(case: &Case) -> String {
    let path = library().join("soft.glsl");
    let source = std::fs::read_to_string(path).unwrap();
    let main = format!(
        "layout(local_size_x = {WIDTH}) in;
layout(std430, binding = 0) readonly buffer In {{ uint source[]; }};
layout(std430, binding = 1) writeonly buffer Out {{ uint result[]; }};
void main() {{
    uint a[{count}];
    uint r[4] = uint[4](0u, 0u, 0u, 0u);
    for (uint at = 0u; at < {count}u; ++at)
        a[at] = source[gl_GlobalInvocationID.x * {count}u + at];
    {call}
    for (uint at = 0u; at < 4u; ++at)
        result[gl_GlobalInvocationID.x * 4u + at] = r[at];
}}",
        count = case.operands,
        call = case.call,
    );
    assert!(source.contains("void main() {}"));
    source.replace("void main() {}", &main)
}

fn run(tools: Tools, session: &mut Session, case: &Case) {
    let include = format!("-I{}", library().display());
    let options = ["--target-env", "vulkan1.1", &include];
    let module = tools
        .glsl(&shader(case), "comp", &options)
        .unwrap_or_else(|error| panic!("{}: {error:#}", case.name));
    let operands = operands(case);
    let job = Job::compute(
        &module,
        vec![
            Buffer::storage(0, operands.clone()),
            Buffer::storage(1, vec![0; COUNT * 4]),
        ],
        (COUNT / WIDTH) as u32,
    );
    let output = session
        .run(&job)
        .unwrap_or_else(|failure| panic!("{}: {failure}", case.name));
    let mut wrong = Wrong::default();
    let found = output.buffers[1].chunks(4);
    for (operands, found) in operands.chunks(case.operands).zip(found) {
        let expected = (case.expected)(operands);
        let is_nan = |words: &[u32]| f32::from_bits(words[0]).is_nan();
        let both_nan = case.floats && is_nan(found) && is_nan(&expected);
        if found[..expected.len()] != expected[..] && !both_nan {
            wrong.note(|| format!("{operands:#x?}: {found:#x?} for {expected:#x?}"));
        }
    }
    wrong.none(case.name);
}

#[test]
fn functions_equal_the_hosts_arithmetic() {
    let Some(tools) = tools() else { return };
    let mut ran = 0;
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = session.device().unwrap().target();
        for case in CASES {
            if !case.long || target.has_capability(capability::Int64) {
                run(tools, &mut session, case);
                ran += 1;
            }
        }
    }
    assert!(ran > CASES.len(), "{ran}");
}
