//! Operations on 16-bit integers, on corner values and random values.

use super::{always, boolean, modulo, where_defined, Inputs, OperationGroup};

const OPERANDS: &str = "    int16_t a = int16_t(A), b = int16_t(B);
    uint16_t c = uint16_t(A), d = uint16_t(B);
    uint by = B & 15u;
";

const CORNERS: &[u32] = &[
    0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 0x7F, 0x80, 0x81, 0xFF, 0x100, 0x101, 0x3FF, 0x400, 0x5555,
    0x7F7F, 0x7FFE, 0x7FFF, 0x8000, 0x8001, 0x8080, 0xAAAA, 0xFF00, 0xFF7F, 0xFF80, 0xFFF0, 0xFFFD,
    0xFFFE, 0xFFFF,
];

const PAIRS: Inputs = Inputs::Pairs(CORNERS);
const DIVISOR_IS_NOT_ZERO: &str = "B != 0u";
const SIGNED_DIVISION_IS_DEFINED: &str = "B != 0u && !(A == 0x8000u && B == 0xffffu)";

fn signed(a: u32) -> i32 {
    i32::from(a as i16)
}

fn division_is_defined(a: u32, b: u32) -> bool {
    b != 0 && (a, b) != (0x8000, 0xFFFF)
}

/// A signed result, as the shader stores it.
fn short(value: i32) -> Option<u32> {
    Some(i32::from(value as i16) as u32)
}

fn unsigned(value: u32) -> Option<u32> {
    Some(value & 0xFFFF)
}

pub const GROUPS: &[OperationGroup] = &[
    OperationGroup {
        name: "shorts, arithmetic",
        inputs: PAIRS,
        needs: &[],
        native: true,
        declarations: "",
        operands: OPERANDS,
        operations: &[
            always("OpIAdd", "uint(int(a + b))", |a, b| {
                short(signed(a) + signed(b))
            }),
            always("OpISub", "uint(int(a - b))", |a, b| {
                short(signed(a) - signed(b))
            }),
            always("OpIMul", "uint(int(a * b))", |a, b| {
                short(signed(a).wrapping_mul(signed(b)))
            }),
            always("OpSNegate", "uint(int(-a))", |a, _| short(-signed(a))),
            always("OpNot, unsigned", "uint(~c)", |a, _| unsigned(!a)),
            always("OpIMul, unsigned", "uint(c * d)", |a, b| {
                unsigned(a.wrapping_mul(b))
            }),
            always("chains", "uint((c * d + c - d) >> 3)", |a, b| {
                Some((a.wrapping_mul(b).wrapping_add(a).wrapping_sub(b) & 0xFFFF) >> 3)
            }),
            always("OpBitwiseAnd", "uint(int(a & b))", |a, b| {
                short(signed(a) & signed(b))
            }),
            always("OpBitwiseXor", "uint(c ^ d)", |a, b| unsigned(a ^ b)),
            always("OpShiftLeftLogical", "uint(c << by)", |a, b| {
                unsigned(a << (b & 15))
            }),
            always("OpShiftRightLogical", "uint(c >> by)", |a, b| {
                Some(a >> (b & 15))
            }),
            always("OpShiftRightArithmetic", "uint(int(a >> by))", |a, b| {
                short(signed(a) >> (b & 15))
            }),
            always("shift by a short", "uint(c >> (d & 15us))", |a, b| {
                Some(a >> (b & 15))
            }),
            always(
                "vectors",
                "uint((u16vec3(c, d, c) * u16vec3(d, d, c) - u16vec3(d)).x)",
                |a, b| unsigned(a.wrapping_mul(b).wrapping_sub(b)),
            ),
        ],
    },
    OperationGroup {
        name: "shorts, division, order, conversion",
        inputs: PAIRS,
        needs: &[],
        native: true,
        declarations: "
spirv_instruction(id = 138) int16_t srem(int16_t x, int16_t y);
",
        operands: OPERANDS,
        operations: &[
            where_defined(DIVISOR_IS_NOT_ZERO, "OpUDiv", "uint(c / d)", |a, b| {
                a.checked_div(b)
            }),
            where_defined(DIVISOR_IS_NOT_ZERO, "OpUMod", "uint(c % d)", |a, b| {
                a.checked_rem(b)
            }),
            where_defined(
                DIVISOR_IS_NOT_ZERO,
                "OpUDiv of sums",
                "uint((c + d) / d)",
                |a, b| ((a + b) & 0xFFFF).checked_div(b),
            ),
            where_defined(
                SIGNED_DIVISION_IS_DEFINED,
                "OpSDiv",
                "uint(int(a / b))",
                |a, b| division_is_defined(a, b).then(|| (signed(a) / signed(b)) as u32),
            ),
            where_defined(
                SIGNED_DIVISION_IS_DEFINED,
                "OpSRem",
                "uint(int(srem(a, b)))",
                |a, b| division_is_defined(a, b).then(|| (signed(a) % signed(b)) as u32),
            ),
            always("OpULessThan", "uint(c < d)", |a, b| boolean(a < b)),
            always("OpUGreaterThan of sums", "uint(c + d > c)", |a, b| {
                boolean((a + b) & 0xFFFF > a)
            }),
            always("OpSLessThanEqual", "uint(a <= b)", |a, b| {
                boolean(signed(a) <= signed(b))
            }),
            always("OpSGreaterThan", "uint(a - b > a)", |a, b| {
                boolean((signed(a) - signed(b)) as i16 > a as i16)
            }),
            always("OpIEqual", "uint(c * d == c)", |a, b| {
                boolean(a.wrapping_mul(b) & 0xFFFF == a)
            }),
            always("SMin", "uint(int(min(a, b)))", |a, b| {
                short(signed(a).min(signed(b)))
            }),
            always("SMax", "uint(int(max(a, b)))", |a, b| {
                short(signed(a).max(signed(b)))
            }),
            always("UMin", "uint(min(c, d))", |a, b| Some(a.min(b))),
            always("UMax", "uint(max(c, d))", |a, b| Some(a.max(b))),
            always("SAbs", "uint(int(abs(a)))", |a, _| short(signed(a).abs())),
            always("SSign", "uint(int(sign(a)))", |a, _| {
                short(signed(a).signum())
            }),
            always("UClamp", "uint(clamp(c, 7us, 40000us))", |a, _| {
                Some(a.clamp(7, 40000))
            }),
            always("OpSConvert", "uint(int(int8_t(a)))", |a, _| {
                Some(i32::from(a as i8) as u32)
            }),
            always("OpUConvert", "uint(uint8_t(c + d))", |a, b| {
                Some((a + b) & 0xFF)
            }),
            always(
                "from 32 bits",
                "uint(int(int16_t(int(A * B + 7u))))",
                |a, b| short(a.wrapping_mul(b).wrapping_add(7) as i32),
            ),
            always("OpConvertSToF", "floatBitsToUint(float(a + b))", |a, b| {
                Some((f32::from((signed(a) + signed(b)) as i16)).to_bits())
            }),
            always("OpConvertUToF", "floatBitsToUint(float(c - d))", |a, b| {
                Some((a.wrapping_sub(b) as u16 as f32).to_bits())
            }),
            always(
                "OpConvertFToS",
                "uint(int(int16_t(float(a) * 0.5)))",
                |a, _| short(signed(a) / 2),
            ),
            always(
                "OpBitcast to a word",
                "packUint2x16(u16vec2(c + d, c - d))",
                |a, b| Some((a + b) & 0xFFFF | (a.wrapping_sub(b) & 0xFFFF) << 16),
            ),
            always(
                "OpBitcast from a word",
                "uint(unpackUint2x16(A * 0x10001u + B).y)",
                |a, b| Some(a.wrapping_mul(0x1_0001).wrapping_add(b) >> 16),
            ),
            always(
                "OpBitcast to bytes",
                "uint(unpack8(c).y) | uint(unpack8(d).x) << 8",
                |a, b| Some(a >> 8 | (b & 0xFF) << 8),
            ),
        ],
    },
    OperationGroup {
        name: "shorts, what lavapipe lacks or gets wrong",
        inputs: PAIRS,
        needs: &[],
        native: false,
        declarations: "
spirv_instruction(id = 139) int16_t smod(int16_t x, int16_t y);
spirv_instruction(id = 204) uint16_t bit_reverse(uint16_t x);
spirv_instruction(id = 205) uint16_t bit_count(uint16_t x);
spirv_instruction(id = 201) uint16_t bit_insert(uint16_t x, uint16_t y, uint offset, uint count);
spirv_instruction(id = 202) int16_t bit_sextract(int16_t x, uint offset, uint count);
spirv_instruction(id = 203) uint16_t bit_uextract(uint16_t x, uint offset, uint count);
",
        operands: OPERANDS,
        operations: &[
            where_defined(
                SIGNED_DIVISION_IS_DEFINED,
                "OpSMod",
                "uint(int(smod(a, b)))",
                |a, b| division_is_defined(a, b).then(|| modulo(signed(a), signed(b)) as u32),
            ),
            always("OpBitReverse", "uint(bit_reverse(c))", |a, _| {
                Some(u32::from((a as u16).reverse_bits()))
            }),
            always("OpBitCount", "uint(bit_count(c + d))", |a, b| {
                Some(((a + b) & 0xFFFF).count_ones())
            }),
            always(
                "OpBitFieldInsert",
                "uint(bit_insert(c, d, by, 1u))",
                |a, b| Some(a & !(1 << (b & 15)) | (b & 1) << (b & 15)),
            ),
            always(
                "OpBitFieldSExtract",
                "uint(int(bit_sextract(a, 3u, 9u)))",
                |a, _| Some(((a << 20) as i32 >> 23) as u32),
            ),
            always(
                "OpBitFieldUExtract",
                "uint(bit_uextract(c - d, 5u, 11u))",
                |a, b| Some((a.wrapping_sub(b) & 0xFFFF) >> 5),
            ),
        ],
    },
];
