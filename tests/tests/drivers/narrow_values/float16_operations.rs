//! Operations on 16-bit floats with exact results.

use super::float16::{add, div, from_f64, fused_multiply_add, is_nan, mul, to_f64};
use super::{always, where_defined, Inputs, OperationGroup};

pub const DECLARATIONS: &str = "
float16_t of_bits(uint bits) { return unpackFloat2x16(bits).x; }
uint any_nan(uint bits) { return (bits & 0x7fffu) > 0x7c00u ? 0x7e00u : bits; }
uint word(float16_t x) { return any_nan(packFloat2x16(f16vec2(x, 0.0hf)) & 0xffffu); }
bool nan(uint bits) { return (bits & 0x7fffu) > 0x7c00u; }
uint float_word(float x) { return isnan(x) ? 0x7fc00000u : floatBitsToUint(x); }
";

pub const OPERANDS: &str = "    float16_t a = of_bits(A), b = of_bits(B);\n";

/// Zeros, denormals, powers of two and their neighbours, midpoints for sums and for conversions from wider floats, infinities,
/// NaN.
const CORNERS: &[u32] = &[
    0, 0x8000, 1, 0x8001, 2, 3, 0x01FF, 0x0200, 0x03FF, 0x83FF, 0x0400, 0x8400, 0x0401, 0x07FF,
    0x0800, 0x1000, 0x1001, 0x1400, 0x2FFF, 0x3000, 0x3001, 0x3300, 0x3380, 0x3800, 0x3880, 0x3BFF,
    0x3C00, 0xBC00, 0x3C01, 0x3E00, 0x4000, 0x4200, 0x477F, 0x4780, 0x4C00, 0x6800, 0x7800, 0x7BFF,
    0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFFFF,
];

pub const PAIRS: Inputs = Inputs::Pairs(CORNERS);
const NUMBERS: &str = "!nan(A) && !nan(B)";
/// The minimum or maximum of two zeros may be either.
const ORDERED: &str = "!nan(A) && !nan(B) && ((A | B) & 0x7fffu) != 0u";

fn unary_result(a: u32, of: fn(f64) -> f64) -> Option<u32> {
    Some(from_f64(of(to_f64(a))))
}

fn are_ordered(a: u32, b: u32) -> bool {
    !is_nan(a) && !is_nan(b) && (a | b) & 0x7FFF != 0
}

fn boolean(a: u32, b: u32, of: fn(&f64, &f64) -> bool) -> Option<u32> {
    Some(u32::from(of(&to_f64(a), &to_f64(b))))
}

fn select_operand(a: u32, b: u32, first: bool) -> Option<u32> {
    Some(if first { a } else { b })
}

fn float_word(value: f32) -> u32 {
    if value.is_nan() {
        0x7FC0_0000
    } else {
        value.to_bits()
    }
}

/// A third operand, computed from the others.
fn third_operand(a: u32, b: u32) -> u32 {
    (a.wrapping_mul(0x9E37) ^ b) & 0xFFFF
}

fn word(a: u32, b: u32) -> u32 {
    a | b << 16
}

fn double(a: u32, b: u32) -> f64 {
    // Near midpoints between 16-bit floats, with more significant bits than a 32-bit float has.
    let low = if a & 1 == 0 { 0 } else { word(a, b) };
    let high = 0x3F00_0000 + (b << 10) + (a >> 6 & 0x3FF);
    f64::from_bits(u64::from(high) << 32 | u64::from(low))
}

fn any_nan(bits: u32) -> u32 {
    if is_nan(bits) {
        0x7E00
    } else {
        bits
    }
}

pub const GROUPS: &[OperationGroup] = &[
    OperationGroup {
        name: "halves, one operand",
        inputs: Inputs::All,
        needs: &[],
        native: true,
        declarations: DECLARATIONS,
        operands: OPERANDS,
        operations: &[
            always("copy", "word(a)", |a, _| Some(any_nan(a))),
            always("bits", "packFloat2x16(f16vec2(a, a)) | (nan(A) ? 0xffffffffu : 0u)", |a, _| {
                Some(if is_nan(a) { u32::MAX } else { word(a, a) })
            }),
            always("OpFNegate", "word(-a)", |a, _| Some(any_nan(a ^ 0x8000))),
            always("FAbs", "word(abs(a))", |a, _| Some(any_nan(a & 0x7FFF))),
            where_defined("!nan(A)", "FSign", "word(sign(a)) & 0x7fffu", |a, _| {
                let one = if a & 0x7FFF == 0 { 0 } else { 0x3C00 };
                (!is_nan(a)).then_some(one)
            }),
            always("Floor", "word(floor(a))", |a, _| unary_result(a, f64::floor)),
            always("Ceil", "word(ceil(a))", |a, _| unary_result(a, f64::ceil)),
            always("Trunc", "word(trunc(a))", |a, _| unary_result(a, f64::trunc)),
            always("RoundEven", "word(roundEven(a))", |a, _| {
                unary_result(a, f64::round_ties_even)
            }),
            always("to 32 bits", "float_word(float(a))", |a, _| {
                Some(float_word(to_f64(a) as f32))
            }),
            always("OpIsNan", "uint(isnan(a))", |a, _| Some(u32::from(is_nan(a)))),
            always("OpIsInf", "uint(isinf(a))", |a, _| {
                Some(u32::from(a & 0x7FFF == 0x7C00))
            }),
            where_defined("(A & 0x7fffu) < 0x7c00u", "OpConvertFToS", "uint(int(a))", |a, _| {
                to_f64(a).is_finite().then(|| to_f64(a) as i32 as u32)
            }),
            where_defined("a > -1.0hf && (A & 0x7fffu) < 0x7c00u", "OpConvertFToU", "uint(a)", |a, _| {
                let number = to_f64(a);
                (number > -1.0 && number.is_finite()).then_some(number as u32)
            }),
            where_defined("!nan(A) && abs(a) < 32752.0hf", "to a short", "uint(int16_t(a))", |a, _| {
                let number = to_f64(a);
                (number.abs() < 32752.0).then_some(number as i32 as u32)
            }),
            where_defined("!nan(A) && abs(a) < 128.0hf", "to a byte", "uint(int8_t(a))", |a, _| {
                let number = to_f64(a);
                (number.abs() < 128.0).then_some(number as i32 as u32)
            }),
            always("from a short", "word(float16_t(int16_t(A)))", |a, _| {
                Some(from_f64(f64::from(a as i16)))
            }),
            always("from an unsigned short", "word(float16_t(uint16_t(A)))", |a, _| {
                Some(from_f64(f64::from(a)))
            }),
            always("from a byte", "word(float16_t(int8_t(A)))", |a, _| {
                Some(from_f64(f64::from(a as i8)))
            }),
            always("bits of a short", "uint(float16BitsToInt16(a)) & 0xffffu | (nan(A) ? 0xffffu : 0u)", |a, _| {
                Some(if is_nan(a) { 0xFFFF } else { a })
            }),
            always("bits of a vector", "any_nan(uint(float16BitsToUint16(f16vec3(b, a, b)).y))", |a, _| {
                Some(any_nan(a))
            }),
        ],
    },
    OperationGroup {
        name: "halves, two operands",
        inputs: PAIRS,
        needs: &[],
        native: true,
        declarations: DECLARATIONS,
        operands: OPERANDS,
        operations: &[
            always("OpFAdd", "word(a + b)", |a, b| Some(add(a, b))),
            always("OpFSub", "word(a - b)", |a, b| {
                Some(add(a, if is_nan(b) { b } else { b ^ 0x8000 }))
            }),
            always("OpFMul", "word(a * b)", |a, b| Some(mul(a, b))),
            always("OpFDiv", "word(a / b)", |a, b| Some(div(a, b))),
            always("OpFAdd of vectors", "word((f16vec4(a, b, a, b) + f16vec4(a, a, b, b)).z)", |a, b| {
                Some(add(a, b))
            }),
            always("OpVectorTimesScalar", "word((f16vec3(a, b, a) * b).x)", |a, b| {
                Some(mul(a, b))
            }),
            always("OpMatrixTimesScalar", "word((f16mat2(a, b, b, a) * b)[1].y)", |a, b| {
                Some(mul(a, b))
            }),
            always("OpOuterProduct", "word(outerProduct(f16vec2(b, a), f16vec3(a, a, b))[2].y)", |a, b| {
                Some(mul(a, b))
            }),
            where_defined(ORDERED, "FMin", "word(min(a, b))", |a, b| {
                are_ordered(a, b).then(|| select_operand(a, b, to_f64(a) <= to_f64(b)))?
            }),
            where_defined(ORDERED, "FMax", "word(max(a, b))", |a, b| {
                are_ordered(a, b).then(|| select_operand(a, b, to_f64(a) >= to_f64(b)))?
            }),
            where_defined(NUMBERS, "Step", "word(step(a, b))", |a, b| {
                let below = to_f64(b) < to_f64(a);
                (!is_nan(a) && !is_nan(b)).then_some(if below { 0 } else { 0x3C00 })
            }),
            always("OpFOrdLessThan", "uint(a < b)", |a, b| boolean(a, b, f64::lt)),
            always("OpFOrdLessThanEqual", "uint(a <= b)", |a, b| boolean(a, b, f64::le)),
            always("OpFOrdGreaterThan", "uint(a > b)", |a, b| boolean(a, b, f64::gt)),
            always("OpFOrdGreaterThanEqual", "uint(a >= b)", |a, b| boolean(a, b, f64::ge)),
            always("OpFOrdEqual", "uint(a == b)", |a, b| boolean(a, b, f64::eq)),
            always("OpFUnordNotEqual", "uint(a != b)", |a, b| boolean(a, b, f64::ne)),
            always("OpSelect", "word(a < b ? a : b)", |a, b| {
                select_operand(any_nan(a), any_nan(b), to_f64(a) < to_f64(b))
            }),
        ],
    },
    OperationGroup {
        name: "halves from longer numbers",
        inputs: PAIRS,
        needs: &[],
        native: true,
        declarations: DECLARATIONS,
        operands: "    uint bits = A | B << 16;\n",
        operations: &[
            always("OpFConvert", "word(float16_t(uintBitsToFloat(bits)))", |a, b| {
                Some(from_f64(f64::from(f32::from_bits(word(a, b)))))
            }),
            always("near ties", "word(float16_t(uintBitsToFloat(0x38000000u + (bits >> 3))))", |a, b| {
                Some(from_f64(f64::from(f32::from_bits(0x3800_0000 + (word(a, b) >> 3)))))
            }),
            always("near denormal ties", "word(float16_t(uintBitsToFloat(0x32000000u + (bits >> 5))))", |a, b| {
                Some(from_f64(f64::from(f32::from_bits(0x3200_0000 + (word(a, b) >> 5)))))
            }),
            always("OpConvertUToF", "word(float16_t(bits >> (A & 31u)))", |a, b| {
                Some(from_f64(f64::from(word(a, b) >> (a & 31))))
            }),
            always("OpConvertSToF", "word(float16_t(int(bits) >> (A & 31u)))", |a, b| {
                Some(from_f64(f64::from(word(a, b) as i32 >> (a & 31))))
            }),
        ],
    },
    OperationGroup {
        name: "halves from 64-bit floats",
        inputs: PAIRS,
        needs: &["Float64"],
        // It rounds twice, first to 32 bits.
        native: false,
        declarations: DECLARATIONS,
        operands: "    double value = packDouble2x32(uvec2((A & 1u) == 0u ? 0u : A | B << 16, 0x3f000000u + (B << 10) + (A >> 6 & 0x3ffu)));\n",
        operations: &[
            always("OpFConvert", "word(float16_t(value))", |a, b| Some(from_f64(double(a, b)))),
            always("OpFConvert of vectors", "word(f16vec3(dvec3(value))[1])", |a, b| {
                Some(from_f64(double(a, b)))
            }),
        ],
    },
    OperationGroup {
        name: "halves, three operands",
        inputs: PAIRS,
        needs: &[],
        // The environment also allows rounding the product.
        native: false,
        declarations: DECLARATIONS,
        operands: "    float16_t a = of_bits(A), b = of_bits(B), c = of_bits((A * 0x9e37u ^ B) & 0xffffu);\n",
        operations: &[
            always("Fma", "word(fma(a, b, c))", |a, b| Some(fused_multiply_add(a, b, third_operand(a, b)))),
            always("Fma of nearly nothing", "word(fma(a, b, of_bits(A & 0x800fu)))", |a, b| {
                Some(fused_multiply_add(a, b, a & 0x800F))
            }),
            always("Fma of vectors", "word(fma(f16vec2(c, a), f16vec2(b), f16vec2(a, c)).y)", |a, b| {
                Some(fused_multiply_add(a, b, third_operand(a, b)))
            }),
        ],
    },
];
