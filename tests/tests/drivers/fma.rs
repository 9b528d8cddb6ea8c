//! Driver tests of fused multiply-add, lowered for devices without it: 16, 32 and 64 bits, scalars and vectors, on corner
//! values, random values, and sums that nearly cancel, are midpoints or are denormal. Every result must equal Rust's `mul_add`,
//! or exact integer arithmetic for 16-bit floats; any NaN equals any other. Also with rounding and denormal modes that the
//! device does not support.

use sos_core::tables::{capability, execution_mode as mode, op};
use sos_core::target::VulkanExtension;
use sos_core::{Options, Report};
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

const WIDTH: usize = 64;
const COUNT: usize = 1 << 17;

/// Three operands of `WORDS` words for each result. Three consecutive results form a vector.
const SHADER: &str = "#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { BITS source[]; };
layout(std430, binding = 1) writeonly buffer Out { BITS result[]; };

spirv_instruction(extensions = [\"SPV_KHR_fma\"], capabilities = [6030], id = 4427) SCALAR fused(SCALAR, SCALAR, SCALAR);
spirv_instruction(extensions = [\"SPV_KHR_fma\"], capabilities = [6030], id = 4427) VECTOR fused(VECTOR, VECTOR, VECTOR);

SCALAR number(uint at) { return FROM(source[at]); }
VECTOR numbers(uint at) { return VECTOR(number(at), number(at + 3u), number(at + 6u)); }

void main() {
    uint at = gl_GlobalInvocationID.x * 9u;
    VECTOR all = fused(numbers(at), numbers(at + 1u), numbers(at + 2u));
    SCALAR one = fused(number(at + 3u), number(at + 4u), number(at + 5u));
    at = gl_GlobalInvocationID.x * 4u;
    result[at] = TO(all.x);
    result[at + 1u] = TO(all.y);
    result[at + 2u] = TO(all.z);
    result[at + 3u] = TO(one);
}
";

/// A floating-point type, and the test's arithmetic for it.
struct FloatType {
    names: [(&'static str, &'static str); 5],
    /// The number of fraction bits and of exponent bits.
    bits: [u32; 2],
    fused: fn([u64; 3]) -> u64,
}

const FLOAT_TYPES: [FloatType; 3] = [
    FloatType {
        names: [
            ("BITS", "uint"),
            ("SCALAR", "float16_t"),
            ("VECTOR", "f16vec3"),
            ("FROM", "half_of"),
            ("TO", "bits_of"),
        ],
        bits: [10, 5],
        fused: half,
    },
    FloatType {
        names: [
            ("BITS", "uint"),
            ("SCALAR", "float"),
            ("VECTOR", "vec3"),
            ("FROM", "uintBitsToFloat"),
            ("TO", "floatBitsToUint"),
        ],
        bits: [23, 8],
        fused: |[x, y, z]| {
            let [x, y, z] = [x, y, z].map(|bits| f32::from_bits(bits as u32));
            u64::from(x.mul_add(y, z).to_bits())
        },
    },
    FloatType {
        names: [
            ("BITS", "uvec2"),
            ("SCALAR", "double"),
            ("VECTOR", "dvec3"),
            ("FROM", "packDouble2x32"),
            ("TO", "unpackDouble2x32"),
        ],
        bits: [52, 11],
        fused: |[x, y, z]| {
            let [x, y, z] = [x, y, z].map(f64::from_bits);
            x.mul_add(y, z).to_bits()
        },
    },
];

/// `x * y + z` of 16-bit floats, in units of 2^-48.
fn half([x, y, z]: [u64; 3]) -> u64 {
    const NAN: u64 = 0x7E00;
    const INFINITY: u64 = 0x7C00;
    let is_nan = |bits: u64| bits & 0x7FFF > INFINITY;
    let is_infinite = |bits: u64| bits & 0x7FFF == INFINITY;
    let sign = |bits: u64| bits & 0x8000;
    let product = sign(x ^ y);
    if [x, y, z].into_iter().any(is_nan) {
        return NAN;
    }
    if is_infinite(x) || is_infinite(y) {
        let nothing = x & 0x7FFF == 0 || y & 0x7FFF == 0;
        let cancels = is_infinite(z) && sign(z) != product;
        return if nothing || cancels {
            NAN
        } else {
            product | INFINITY
        };
    }
    if is_infinite(z) {
        return z;
    }
    // A 16-bit float is an integer of at most 40 bits in units of 2^-24.
    let units = |bits: u64| {
        let exponent = (bits >> 10 & 31).max(1) - 1;
        let hidden = u64::from(bits >> 10 & 31 != 0) << 10;
        let magnitude = i128::from((bits & 0x3FF | hidden) << exponent);
        if sign(bits) == 0 {
            magnitude
        } else {
            -magnitude
        }
    };
    let sum = units(x) * units(y) + (units(z) << 24);
    if sum == 0 {
        return product & sign(z);
    }
    let magnitude = sum.unsigned_abs();
    // 11 bits from the leading one, but none below 2^-24.
    let drop = (128 - magnitude.leading_zeros()).saturating_sub(11).max(24);
    let (whole, rest) = (magnitude >> drop, magnitude & ((1 << drop) - 1));
    let tie = 1 << (drop - 1);
    let up = rest > tie || rest == tie && whole & 1 == 1;
    let exponent = u64::from(drop - 24);
    let bits = (exponent << 10) + whole as u64 + u64::from(up);
    let negative = if sum < 0 { 0x8000 } else { 0 };
    negative | bits.min(INFINITY)
}

impl FloatType {
    fn width(&self) -> u32 {
        1 + self.bits[0] + self.bits[1]
    }

    fn is_nan(&self, bits: u64) -> bool {
        let [fraction, exponent] = self.bits;
        let infinity = ((1 << exponent) - 1) << fraction;
        bits & !(1 << (self.width() - 1)) > infinity
    }

    fn shader(&self) -> String {
        let halves = "float16_t half_of(uint bits) { return unpackFloat2x16(bits).x; }
uint bits_of(float16_t x) { return packFloat2x16(f16vec2(x, 0.0hf)) & 0xffffu; }
SCALAR number(";
        let text = match self.width() {
            16 => SHADER.replace("SCALAR number(", halves),
            _ => SHADER.to_owned(),
        };
        let replaced = |text: String, (name, by): &(&str, &str)| text.replace(name, by);
        self.names.iter().fold(text, replaced)
    }

    /// Reproducible triples of operands.
    fn operands(&self) -> Vec<[u64; 3]> {
        let [fraction, exponent] = self.bits;
        let ones = (1_u64 << fraction) - 1;
        let bias = (1_u64 << (exponent - 1)) - 1;
        let sign = 1_u64 << (self.width() - 1);
        let infinity = (2 * bias + 1) << fraction;
        let one = bias << fraction;
        let corners = [
            0,
            1,
            2,
            ones,
            ones + 1,
            ones + 2,
            one,
            one + 1,
            one - 1,
            one + ones,
            one - ones,
            infinity - 1,
            infinity,
            infinity + 1,
            (bias / 2) << fraction | 1,
            (bias / 2 + 1) << fraction,
        ];
        let signed = corners.iter().flat_map(|&corner| [corner, corner | sign]);
        let signed: Vec<u64> = signed.collect();
        let mut all = Vec::new();
        for &x in &signed {
            for &y in &signed {
                all.extend(signed.iter().map(|&z| [x, y, z]));
            }
        }
        let mut state = 1_u32;
        let mut random = || {
            state += 2;
            u64::from(mixed(state)) << 32 | u64::from(mixed(state ^ 0x5555_5555))
        };
        while all.len() < COUNT {
            let number = |exponent: u64, bits: u64| {
                exponent.clamp(0, 2 * bias) << fraction | bits & ones | ((bits >> 63) * sign)
            };
            let [a, b, c, how] = [random(), random(), random(), random()];
            let triple = match how % 4 {
                // Any values.
                0 => [a, b, c].map(|bits| bits & (sign | (sign - 1))),
                // Sums in which both parts are significant.
                1 => {
                    let spread = how >> 8;
                    let near = bias + spread % (2 * u64::from(fraction) + 6);
                    [
                        number(bias, a),
                        number(bias, b),
                        number(near - u64::from(fraction) - 3, c),
                    ]
                }
                // The product nearly cancels: the third operand is the negated rounded product or a neighbour of it.
                2 => {
                    let (x, y) = (number(bias, a), number(bias + how / 4 % 3, b));
                    let nearest = (self.fused)([x, y, 0]) ^ sign;
                    [x, y, nearest.wrapping_add(how >> 8 & 1)]
                }
                // Denormal results, and products with few significant bits, which are midpoints.
                _ => {
                    let few = ones << (fraction - 3) & ones;
                    let low = (how >> 8) % (u64::from(fraction) + 4);
                    [
                        number(bias / 2 + low, a & (few | sign << 1 | 1 << 63)),
                        number(bias / 2, b),
                        number(low % 4, c),
                    ]
                }
            };
            all.push(triple);
        }
        all.truncate(COUNT / 3 * 3 / (3 * WIDTH) * 3 * WIDTH);
        all
    }
}

fn words(bits: &[u64], width: u32) -> Vec<u32> {
    let both = |&bits: &u64| [bits as u32, (bits >> 32) as u32];
    let count = if width == 64 { 2 } else { 1 };
    bits.iter()
        .flat_map(|bits| both(bits).into_iter().take(count))
        .collect()
}

fn uses_fma_rule(report: &Report) -> bool {
    report.rules.iter().any(|rule| rule.rule == "fma")
}

/// Runs a shader for a type and compares its results.
fn compare(float_type: &FloatType, session: &mut Session, name: &str, module: &[u32]) {
    let width = float_type.width();
    let operands = float_type.operands();
    let flat: Vec<u64> = operands.iter().flatten().copied().collect();
    let vectors = operands.len() / 3;
    let results = vectors * 4 * if width == 64 { 2 } else { 1 };
    let job = Job::compute(
        module,
        vec![
            Buffer::storage(0, words(&flat, width)),
            Buffer::storage(1, vec![0; results]),
        ],
        (vectors / WIDTH) as u32,
    );
    let output = session
        .run(&job)
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    let found = &output.buffers[1];
    let bits = |at: usize| match width {
        64 => u64::from(found[2 * at]) | u64::from(found[2 * at + 1]) << 32,
        _ => u64::from(found[at]),
    };
    let mut wrong = Wrong::default();
    for (at, three) in operands.chunks(3).enumerate() {
        for (part, &triple) in [three[0], three[1], three[2], three[1]].iter().enumerate() {
            let (found, expected) = (bits(4 * at + part), (float_type.fused)(triple));
            let both_nan = float_type.is_nan(found) && float_type.is_nan(expected);
            if found != expected && !both_nan {
                wrong.note(|| format!("{triple:#x?}: {found:#x} for {expected:#x}"));
            }
        }
    }
    wrong.none(&format!("{name}, {width} bits"));
}

fn run(tools: Tools, float_type: &FloatType, session: &mut Session, name: &str) -> bool {
    let target = session.device().unwrap().target();
    if float_type.width() == 64 && !target.has_capability(capability::Float64) {
        return false;
    }
    let module = compile(tools, &float_type.shader());
    let found = filter(&module, &target, &Options::default()).unwrap();
    let unmet = &found.report.unsupported;
    assert!(uses_fma_rule(&found.report), "{name}: {unmet:?}");
    check(tools, &found.words, &target).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    compare(float_type, session, name, &found.words);
    true
}

fn compile(tools: Tools, shader: &str) -> Vec<u32> {
    tools
        .glsl(shader, "comp", &["--target-env", "vulkan1.1"])
        .unwrap_or_else(|error| panic!("{error:#}\n{shader}"))
}

#[test]
fn fused_results_are_rounded_once() {
    let Some(tools) = tools() else { return };
    let mut ran = [0; 3];
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        for (float_type, ran) in FLOAT_TYPES.iter().zip(&mut ran) {
            *ran += usize::from(run(tools, float_type, &mut session, name));
        }
    }
    assert_eq!(ran, [2, 2, 1]);
}

/// The result rounded toward zero, from the 64-bit sum and its rounding error, both exact.
fn toward_zero([x, y, z]: [u64; 3]) -> u64 {
    let [x, y, z] = [x, y, z].map(|bits| f32::from_bits(bits as u32));
    let (product, z) = (f64::from(x) * f64::from(y), f64::from(z));
    let sum = product + z;
    if !sum.is_finite() {
        return u64::from((sum as f32).to_bits());
    }
    let other = sum - product;
    let rounding_error = (product - (sum - other)) + (z - other);
    let nearest = sum as f32;
    let beyond = f64::from(nearest).abs() > sum.abs()
        || f64::from(nearest) == sum
            && rounding_error != 0.0
            && rounding_error.is_sign_negative() != sum.is_sign_negative();
    u64::from(nearest.to_bits() - u32::from(beyond))
}

fn flushed(triple: [u64; 3]) -> u64 {
    let bits = (FLOAT_TYPES[1].fused)(triple);
    let is_denormal = bits & 0x7F80_0000 == 0;
    if is_denormal {
        bits & 0x8000_0000
    } else {
        bits
    }
}

/// A module without its floating-point execution modes.
fn without_modes(words: &[u32]) -> Vec<u32> {
    let modes = [mode::RoundingModeRTZ, mode::DenormFlushToZero];
    let capabilities = [capability::RoundingModeRTZ, capability::DenormFlushToZero];
    let mut kept = words[..5].to_vec();
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        let (inst, after) = rest.split_at((first >> 16) as usize);
        let goes = match first as u16 {
            op::OpExtension => true,
            op::OpCapability => capabilities.contains(&inst[1]),
            op::OpExecutionMode => modes.contains(&inst[2]),
            _ => false,
        };
        if !goes {
            kept.extend_from_slice(inst);
        }
        rest = after;
    }
    assert!(kept.len() < words.len());
    kept
}

#[test]
fn float_modes_of_entry_points_are_preserved() {
    let (Some(tools), Some(driver)) = (tools(), driver(EXECUTING[0])) else {
        return;
    };
    let mut session = Session::new(&driver);
    let mut description = session.device().unwrap().target().describe();
    description.properties.shader_rounding_mode_rtz_float32 = Some(true);
    description.properties.shader_denorm_flush_to_zero_float32 = Some(true);
    let controls = VulkanExtension::find("VK_KHR_shader_float_controls").unwrap();
    description.set_extension(controls, true);
    let target = description.build();
    for (capability, mode, fused) in [
        (
            capability::RoundingModeRTZ,
            mode::RoundingModeRTZ,
            toward_zero as fn([u64; 3]) -> u64,
        ),
        (
            capability::DenormFlushToZero,
            mode::DenormFlushToZero,
            flushed,
        ),
    ] {
        let float_type = FloatType {
            fused,
            ..FLOAT_TYPES[1]
        };
        let said = format!(
            "spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"], capabilities = [{capability}], {mode}, 32);\nvoid main()"
        );
        let module = compile(tools, &float_type.shader().replace("void main()", &said));
        let found = filter(&module, &target, &Options::default()).unwrap();
        let unmet = &found.report.unsupported;
        assert!(uses_fma_rule(&found.report), "{mode}: {unmet:?}");
        compare(
            &float_type,
            &mut session,
            &format!("mode {mode}"),
            &without_modes(&found.words),
        );
    }
}
