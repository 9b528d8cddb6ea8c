//! Operations on 8-bit integers, on all pairs of values.

use super::{always, boolean, modulo, where_defined, Inputs, OperationGroup};

/// The operands: two bytes of the first input.
const OPERANDS: &str = "    int8_t a = int8_t(A), b = int8_t(A >> 8);
    uint8_t c = uint8_t(A), d = uint8_t(A >> 8);
    uint by = A >> 8 & 7u;
";

fn signed(a: u32) -> (i32, i32) {
    (i32::from(a as i8), i32::from((a >> 8) as i8))
}

fn unsigned(a: u32) -> (u32, u32) {
    (a & 0xFF, a >> 8 & 0xFF)
}

/// A signed result, as the shader stores it.
fn byte(value: i32) -> Option<u32> {
    Some(i32::from(value as i8) as u32)
}

fn unsigned_byte(value: u32) -> Option<u32> {
    Some(value & 0xFF)
}

macro_rules! on_signed {
    ($a:ident, $b:ident => $value:expr) => {
        |word, _| {
            let ($a, $b) = signed(word);
            byte($value)
        }
    };
}

macro_rules! on_unsigned {
    ($a:ident, $b:ident => $value:expr) => {
        |word, _| {
            let ($a, $b) = unsigned(word);
            unsigned_byte($value)
        }
    };
}

const DIVISOR_IS_NOT_ZERO: &str = "d != uint8_t(0)";
const SIGNED_DIVISION_IS_DEFINED: &str = "d != uint8_t(0) && A != 0xff80u";

pub const GROUPS: &[OperationGroup] = &[
    OperationGroup {
        name: "bytes, arithmetic",
        inputs: Inputs::All,
        needs: &[],
        native: true,
        declarations: "",
        operands: OPERANDS,
        operations: &[
            always("OpIAdd", "uint(int(a + b))", on_signed!(a, b => a + b)),
            always("OpISub", "uint(int(a - b))", on_signed!(a, b => a - b)),
            always("OpIMul", "uint(int(a * b))", on_signed!(a, b => a * b)),
            always("OpSNegate", "uint(int(-a))", on_signed!(a, _b => -a)),
            always("OpNot", "uint(int(~a))", on_signed!(a, _b => !a)),
            always(
                "OpIAdd, unsigned",
                "uint(c + d)",
                on_unsigned!(a, b => a + b),
            ),
            always(
                "OpISub, unsigned",
                "uint(c - d)",
                on_unsigned!(a, b => a.wrapping_sub(b)),
            ),
            always(
                "OpIMul, unsigned",
                "uint(c * d)",
                on_unsigned!(a, b => a * b),
            ),
            always(
                "chains",
                "uint((c + d) * (c - d) >> 1)",
                on_unsigned!(a, b => {
                    ((a + b).wrapping_mul(a.wrapping_sub(b)) & 0xFF) >> 1
                }),
            ),
            always(
                "OpBitwiseAnd",
                "uint(int(a & b))",
                on_signed!(a, b => a & b),
            ),
            always("OpBitwiseOr", "uint(int(a | b))", on_signed!(a, b => a | b)),
            always("OpBitwiseXor", "uint(c ^ d)", on_unsigned!(a, b => a ^ b)),
            always(
                "OpShiftLeftLogical",
                "uint(c << by)",
                on_unsigned!(a, b => a << (b & 7)),
            ),
            always(
                "OpShiftRightLogical",
                "uint(c >> by)",
                on_unsigned!(a, b => a >> (b & 7)),
            ),
            always(
                "OpShiftRightArithmetic",
                "uint(int(a >> by))",
                on_signed!(a, b => a >> (b & 7)),
            ),
            always(
                "shift by a byte",
                "uint(int(a >> (d & uint8_t(7))))",
                on_signed!(a, b => a >> (b & 7)),
            ),
            always(
                "vectors",
                "uint((u8vec4(c, d, c, d) * u8vec4(d, d, c, c) + u8vec4(d)).x)",
                on_unsigned!(a, b => a * b + b),
            ),
        ],
    },
    OperationGroup {
        name: "bytes, division and order",
        inputs: Inputs::All,
        needs: &[],
        native: true,
        declarations: "
spirv_instruction(id = 138) int8_t srem(int8_t x, int8_t y);
spirv_instruction(id = 139) int8_t smod(int8_t x, int8_t y);
",
        operands: OPERANDS,
        operations: &[
            where_defined(DIVISOR_IS_NOT_ZERO, "OpUDiv", "uint(c / d)", |w, _| {
                let (a, b) = unsigned(w);
                a.checked_div(b)
            }),
            where_defined(DIVISOR_IS_NOT_ZERO, "OpUMod", "uint(c % d)", |w, _| {
                let (a, b) = unsigned(w);
                a.checked_rem(b)
            }),
            where_defined(
                SIGNED_DIVISION_IS_DEFINED,
                "OpSDiv",
                "uint(int(a / b))",
                |w, _| {
                    let (a, b) = signed(w);
                    (b != 0 && w & 0xFFFF != 0xFF80).then(|| (a / b) as u32)
                },
            ),
            where_defined(
                SIGNED_DIVISION_IS_DEFINED,
                "OpSRem",
                "uint(int(srem(a, b)))",
                |w, _| {
                    let (a, b) = signed(w);
                    (b != 0 && w & 0xFFFF != 0xFF80).then(|| (a % b) as u32)
                },
            ),
            always("OpULessThan", "uint(c < d)", |w, _| {
                let (a, b) = unsigned(w);
                boolean(a < b)
            }),
            always("OpUGreaterThanEqual", "uint(c >= d)", |w, _| {
                let (a, b) = unsigned(w);
                boolean(a >= b)
            }),
            always("OpSLessThan", "uint(a < b)", |w, _| {
                let (a, b) = signed(w);
                boolean(a < b)
            }),
            always("OpSGreaterThan", "uint(a > b)", |w, _| {
                let (a, b) = signed(w);
                boolean(a > b)
            }),
            always("OpIEqual of sums", "uint(c + d == uint8_t(3))", |w, _| {
                let (a, b) = unsigned(w);
                boolean((a + b) & 0xFF == 3)
            }),
            always("OpINotEqual", "uint(a != b)", |w, _| {
                let (a, b) = signed(w);
                boolean(a != b)
            }),
            always("SMin", "uint(int(min(a, b)))", on_signed!(a, b => a.min(b))),
            always("SMax", "uint(int(max(a, b)))", on_signed!(a, b => a.max(b))),
            always("UMin", "uint(min(c, d))", on_unsigned!(a, b => a.min(b))),
            always("UMax", "uint(max(c, d))", on_unsigned!(a, b => a.max(b))),
            always("SAbs", "uint(int(abs(a)))", on_signed!(a, _b => a.abs())),
            always(
                "SSign",
                "uint(int(sign(a)))",
                on_signed!(a, _b => a.signum()),
            ),
            always(
                "SClamp",
                "uint(int(clamp(a, int8_t(-100), int8_t(50))))",
                on_signed!(a, _b => a.clamp(-100, 50)),
            ),
            always("OpUConvert", "uint(c + d)", on_unsigned!(a, b => a + b)),
            always(
                "OpSConvert to a short",
                "uint(int(int16_t(a) * int16_t(b)))",
                |w, _| {
                    let (a, b) = signed(w);
                    Some((a * b) as u32)
                },
            ),
            always(
                "OpUConvert to a short",
                "uint(uint16_t(c) * uint16_t(d))",
                |w, _| {
                    let (a, b) = unsigned(w);
                    Some(a * b)
                },
            ),
            always("OpConvertSToF", "floatBitsToUint(float(a))", |w, _| {
                Some((signed(w).0 as f32).to_bits())
            }),
            always("OpConvertUToF", "floatBitsToUint(float(c - d))", |w, _| {
                let (a, b) = unsigned(w);
                Some(((a.wrapping_sub(b) & 0xFF) as f32).to_bits())
            }),
            always(
                "OpBitcast to a word",
                "pack32(u8vec4(c, d, c + d, c - d))",
                |w, _| {
                    let (a, b) = unsigned(w);
                    let (sum, difference) = ((a + b) & 0xFF, a.wrapping_sub(b) & 0xFF);
                    Some(a | b << 8 | sum << 16 | difference << 24)
                },
            ),
            always(
                "OpBitcast from a word",
                "uint(unpack8(A * 0x01010101u).w)",
                |w, _| Some(w.wrapping_mul(0x0101_0101) >> 24),
            ),
            always(
                "OpBitcast to a short",
                "uint(pack16(u8vec2(d, c)))",
                |w, _| {
                    let (a, b) = unsigned(w);
                    Some(b | a << 8)
                },
            ),
        ],
    },
    OperationGroup {
        name: "bytes, what lavapipe lacks or gets wrong",
        inputs: Inputs::All,
        needs: &[],
        native: false,
        declarations: "
spirv_instruction(id = 139) int8_t smod(int8_t x, int8_t y);
spirv_instruction(id = 204) uint8_t bit_reverse(uint8_t x);
spirv_instruction(id = 205) uint8_t bit_count(uint8_t x);
spirv_instruction(id = 201) uint8_t bit_insert(uint8_t x, uint8_t y, uint offset, uint count);
spirv_instruction(id = 202) int8_t bit_sextract(int8_t x, uint offset, uint count);
spirv_instruction(id = 203) uint8_t bit_uextract(uint8_t x, uint offset, uint count);
",
        operands: OPERANDS,
        operations: &[
            where_defined(
                SIGNED_DIVISION_IS_DEFINED,
                "OpSMod",
                "uint(int(smod(a, b)))",
                |w, _| {
                    let (a, b) = signed(w);
                    (b != 0 && w & 0xFFFF != 0xFF80).then(|| modulo(a, b) as u32)
                },
            ),
            always("OpBitReverse", "uint(bit_reverse(c))", |w, _| {
                Some(u32::from((w as u8).reverse_bits()))
            }),
            always("OpBitCount", "uint(bit_count(c + d))", |w, _| {
                let (a, b) = unsigned(w);
                Some(((a + b) & 0xFF).count_ones())
            }),
            always(
                "OpBitFieldInsert",
                "uint(bit_insert(c, d, 2u, 3u))",
                |w, _| {
                    let (a, b) = unsigned(w);
                    Some(a & !0x1C | (b & 7) << 2)
                },
            ),
            always(
                "OpBitFieldSExtract",
                "uint(int(bit_sextract(a, 3u, 4u)))",
                |w, _| Some(((w << 25) as i32 >> 28) as u32),
            ),
            always(
                "OpBitFieldUExtract",
                "uint(bit_uextract(c + d, 3u, 4u))",
                |w, _| {
                    let (a, b) = unsigned(w);
                    Some((a + b) >> 3 & 15)
                },
            ),
        ],
    },
];
