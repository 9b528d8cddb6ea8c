//! The operations on 64-bit integers, in GLSL and in Rust.
//!
//! In GLSL, `a` and `b` are the operands as `uint64_t`, `c` and `d` the same as `int64_t`, and `A` and `B` their words. The
//! result is two words.

/// A group of operations, tested by one shader.
pub struct OperationGroup {
    pub name: &'static str,
    /// Required capabilities besides `Int64`. `maintenance9` stands for the Vulkan feature.
    pub needs: &'static [&'static str],
    pub declarations: &'static str,
    pub operations: &'static [Operation],
}

/// An operation.
pub struct Operation {
    pub name: &'static str,
    pub glsl: &'static str,
    /// A GLSL condition under which the result is defined.
    pub defined: &'static str,
    /// The reference result; `None` if it is undefined.
    pub rust: fn(u64, u64) -> Option<u64>,
}

const fn always(
    name: &'static str,
    glsl: &'static str,
    rust: fn(u64, u64) -> Option<u64>,
) -> Operation {
    Operation {
        name,
        glsl,
        defined: "true",
        rust,
    }
}

const fn where_defined(
    defined: &'static str,
    name: &'static str,
    glsl: &'static str,
    rust: fn(u64, u64) -> Option<u64>,
) -> Operation {
    Operation {
        name,
        glsl,
        defined,
        rust,
    }
}

/// Converts `x`, of any 64-bit type, to two words.
macro_rules! words {
    ($x:literal) => {
        concat!("unpackUint2x32(uint64_t(", $x, "))")
    };
}

/// Converts `x`, of at most 32 bits, to two words.
macro_rules! word {
    ($x:literal) => {
        concat!("uvec2(uint(", $x, "), 0u)")
    };
}

const DIVISOR_IS_NOT_ZERO: &str = "B != uvec2(0u)";
const SIGNED_DIVISION_IS_DEFINED: &str =
    "B != uvec2(0u) && !(A == uvec2(0u, 0x80000000u) && B == uvec2(0xffffffffu))";

const fn signed(x: u64) -> i64 {
    x as i64
}

/// Converts a float with an integral value back to an integer.
const fn rounded_to_float(x: f32) -> u64 {
    x.to_bits() as u64
}

/// The float that the shader constructs from a value's words, with an exponent below `most`.
fn float(a: u64, most: u32) -> f32 {
    f32::from_bits((a as u32 & 0x807f_ffff) | ((a >> 32) as u32 % most) << 23)
}

fn double(a: u64, most: u32) -> f64 {
    let exponent = u64::from((a >> 32) as u32 % most);
    f64::from_bits((a & 0x800f_ffff_ffff_ffff) | exponent << 52)
}

/// An integer converted to a `float16_t`, as 16 bits, rounded to nearest even.
fn half(negative: bool, magnitude: u64) -> u64 {
    let sign = u64::from(negative) << 15;
    let bits = match magnitude {
        0 => 0,
        65520.. => 0x7c00,
        _ => {
            let top = 63 - magnitude.leading_zeros();
            // The ten bits after the leading one, and the remainder.
            let fixed = magnitude << 32 >> top << 10;
            let (kept, rest) = (fixed >> 32 & 0x3ff, fixed & 0xffff_ffff);
            let up = rest > 0x8000_0000 || rest == 0x8000_0000 && kept & 1 == 1;
            (u64::from(top + 15) << 10) + kept + u64::from(up)
        }
    };
    sign | bits
}

fn half_to_float(a: u64) -> Option<f32> {
    let (bits, sign) = (a as u32 & 0x7fff, a as u32 & 0x8000);
    let value = match bits >> 10 {
        31 => return None,
        0 => bits as f32 / 16_777_216.0,
        _ => f32::from_bits((bits << 13) + (112 << 23)),
    };
    Some(if sign == 0 { value } else { -value })
}

/// The offset and count of a bit field, computed from a value as in the shader.
fn offset_and_count(b: u64) -> (u32, u32) {
    let offset = b as u32 % 65;
    (offset, (b >> 32) as u32 % (65 - offset))
}

/// Extracts `count` bits at an offset.
fn bit_field_extract(a: u64, offset: u32, count: u32) -> u64 {
    let mask = !u64::MAX.checked_shl(count).unwrap_or(0);
    a.checked_shr(offset).unwrap_or(0) & mask
}

fn bit_field_insert(a: u64, b: u64, offset: u32, count: u32) -> u64 {
    let place = bit_field_extract(u64::MAX, 0, count)
        .checked_shl(offset)
        .unwrap_or(0);
    a & !place | b.checked_shl(offset).unwrap_or(0) & place
}

pub const GROUPS: &[&OperationGroup] = &[
    &OperationGroup {
        name: "sums, products, bits",
        needs: &[],
        declarations: "",
        operations: &[
            always("OpIAdd", words!("a + b"), |a, b| Some(a.wrapping_add(b))),
            always("OpISub", words!("a - b"), |a, b| Some(a.wrapping_sub(b))),
            always("OpIMul", words!("a * b"), |a, b| Some(a.wrapping_mul(b))),
            always("OpSNegate", words!("-c"), |a, _| Some(a.wrapping_neg())),
            always("OpNot", words!("~a"), |a, _| Some(!a)),
            always("OpBitwiseAnd", words!("a & b"), |a, b| Some(a & b)),
            always("OpBitwiseOr", words!("a | b"), |a, b| Some(a | b)),
            always("OpBitwiseXor", words!("a ^ b"), |a, b| Some(a ^ b)),
            always("OpIAdd, one", words!("a + 1ul"), |a, _| Some(a.wrapping_add(1))),
            always("OpIMul, constant", words!("a * 0x9e3779b97f4a7c15ul"), |a, _| {
                Some(a.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            }),
            always("OpSelect", words!("(A.x & 1u) != 0u ? a : b"), |a, b| {
                Some(if a & 1 == 1 { a } else { b })
            }),
        ],
    },
    &OperationGroup {
        name: "shifts",
        needs: &[],
        declarations: "",
        operations: &[
            always("OpShiftLeftLogical", words!("a << (B.x & 63u)"), |a, b| Some(a << (b & 63))),
            always("OpShiftRightLogical", words!("a >> (B.x & 63u)"), |a, b| Some(a >> (b & 63))),
            always("OpShiftRightArithmetic", words!("c >> (B.x & 63u)"), |a, b| {
                Some((signed(a) >> (b & 63)) as u64)
            }),
            always("OpShiftLeftLogical by 64 bits", words!("a << (b & 63ul)"), |a, b| {
                Some(a << (b & 63))
            }),
            always("OpShiftRightArithmetic by 64 bits", words!("c >> (d & 63l)"), |a, b| {
                Some((signed(a) >> (b & 63)) as u64)
            }),
            always("OpShiftLeftLogical, a word by 64 bits", word!("A.x << (b & 31ul)"), |a, b| {
                Some(u64::from((a as u32) << (b & 31)))
            }),
            always("OpShiftLeftLogical by 0", words!("a << 0"), |a, _| Some(a)),
            always("OpShiftLeftLogical by 13", words!("a << 13"), |a, _| Some(a << 13)),
            always("OpShiftLeftLogical by 32", words!("a << 32"), |a, _| Some(a << 32)),
            always("OpShiftLeftLogical by 45", words!("a << 45"), |a, _| Some(a << 45)),
            always("OpShiftRightLogical by 13", words!("a >> 13"), |a, _| Some(a >> 13)),
            always("OpShiftRightLogical by 32", words!("a >> 32ul"), |a, _| Some(a >> 32)),
            always("OpShiftRightLogical by 63", words!("a >> 63"), |a, _| Some(a >> 63)),
            always("OpShiftRightArithmetic by 13", words!("c >> 13"), |a, _| {
                Some((signed(a) >> 13) as u64)
            }),
            always("OpShiftRightArithmetic by 32", words!("c >> 32"), |a, _| {
                Some((signed(a) >> 32) as u64)
            }),
            always("OpShiftRightArithmetic by 50", words!("c >> 50"), |a, _| {
                Some((signed(a) >> 50) as u64)
            }),
            // Undefined, but without effect on the others.
            where_defined("B.y == 0u && B.x < 64u", "OpShiftRightLogical by anything", words!("a >> b"), |a, b| {
                (b < 64).then(|| a >> b)
            }),
        ],
    },
    &OperationGroup {
        name: "comparisons",
        needs: &[],
        declarations: "",
        operations: &[
            always("OpIEqual", word!("a == b"), |a, b| Some(u64::from(a == b))),
            always("OpINotEqual", word!("a != b"), |a, b| Some(u64::from(a != b))),
            always("OpULessThan", word!("a < b"), |a, b| Some(u64::from(a < b))),
            always("OpULessThanEqual", word!("a <= b"), |a, b| Some(u64::from(a <= b))),
            always("OpUGreaterThan", word!("a > b"), |a, b| Some(u64::from(a > b))),
            always("OpUGreaterThanEqual", word!("a >= b"), |a, b| Some(u64::from(a >= b))),
            always("OpSLessThan", word!("c < d"), |a, b| Some(u64::from(signed(a) < signed(b)))),
            always("OpSLessThanEqual", word!("c <= d"), |a, b| {
                Some(u64::from(signed(a) <= signed(b)))
            }),
            always("OpSGreaterThan", word!("c > d"), |a, b| Some(u64::from(signed(a) > signed(b)))),
            always("OpSGreaterThanEqual", word!("c >= d"), |a, b| {
                Some(u64::from(signed(a) >= signed(b)))
            }),
            always("OpULessThan, one word equal", word!("a < packUint2x32(uvec2(B.x, A.y))"), |a, b| {
                Some(u64::from((a as u32) < b as u32))
            }),
            always("OpIEqual, one word equal", word!("a == packUint2x32(uvec2(A.x, B.y))"), |a, b| {
                Some(u64::from(a >> 32 == b >> 32))
            }),
            always("UMin", words!("min(a, b)"), |a, b| Some(a.min(b))),
            always("UMax", words!("max(a, b)"), |a, b| Some(a.max(b))),
            always("SMin", words!("min(c, d)"), |a, b| Some(signed(a).min(signed(b)) as u64)),
            always("SMax", words!("max(c, d)"), |a, b| Some(signed(a).max(signed(b)) as u64)),
            always("UClamp", words!("clamp(a, 100ul, max(b, 100ul))"), |a, b| {
                Some(a.clamp(100, b.max(100)))
            }),
            always("SClamp", words!("clamp(c, min(d, -7l), 9000000000l)"), |a, b| {
                Some(signed(a).clamp(signed(b).min(-7), 9_000_000_000) as u64)
            }),
            always("SAbs", words!("abs(c)"), |a, _| Some(signed(a).wrapping_abs() as u64)),
            always("SSign", words!("sign(c)"), |a, _| Some(signed(a).signum() as u64)),
        ],
    },
    &OperationGroup {
        name: "division",
        needs: &[],
        declarations: "
spirv_instruction(id = 138) int64_t srem(int64_t x, int64_t y);
spirv_instruction(id = 139) int64_t smod(int64_t x, int64_t y);
",
        operations: &[
            where_defined(DIVISOR_IS_NOT_ZERO, "OpUDiv", words!("a / b"), |a, b| a.checked_div(b)),
            where_defined(DIVISOR_IS_NOT_ZERO, "OpUMod", words!("a % b"), |a, b| a.checked_rem(b)),
            where_defined(SIGNED_DIVISION_IS_DEFINED, "OpSDiv", words!("c / d"), |a, b| {
                signed(a).checked_div(signed(b)).map(|x| x as u64)
            }),
            where_defined(SIGNED_DIVISION_IS_DEFINED, "OpSRem", words!("srem(c, d)"), |a, b| {
                signed(a).checked_rem(signed(b)).map(|x| x as u64)
            }),
            where_defined(SIGNED_DIVISION_IS_DEFINED, "OpSMod", words!("smod(c, d)"), |a, b| {
                let (a, b) = (signed(a), signed(b));
                let rest = a.checked_rem(b)?;
                let other = rest != 0 && (rest < 0) != (b < 0);
                Some(if other { rest + b } else { rest } as u64)
            }),
            always("OpUDiv by 10", words!("a / 10ul"), |a, _| Some(a / 10)),
            always("OpUDiv of neighbours", words!("a / ((a >> 1) | 1ul)"), |a, _| Some(a / ((a >> 1) | 1))),
            always("OpUMod of a product", words!("(a * b) % (b | 1ul)"), |a, b| {
                Some(a.wrapping_mul(b) % (b | 1))
            }),
        ],
    },
    &OperationGroup {
        name: "conversions",
        needs: &[],
        declarations: "",
        operations: &[
            always("OpUConvert to 32 bits", word!("uint(a)"), |a, _| Some(a & 0xffff_ffff)),
            always("OpSConvert to 32 bits", word!("int(c)"), |a, _| Some(a & 0xffff_ffff)),
            always("OpUConvert from 32 bits", words!("uint64_t(A.x)"), |a, _| Some(a & 0xffff_ffff)),
            always("OpSConvert from 32 bits", words!("int64_t(int(A.x))"), |a, _| {
                Some(a as i32 as u64)
            }),
            always("OpBitcast", "uvec2(unpackInt2x32(packInt2x32(ivec2(A))))", |a, _| Some(a)),
            always("OpConvertUToF", word!("floatBitsToUint(float(a))"), |a, _| Some(rounded_to_float(a as f32))),
            always("OpConvertSToF", word!("floatBitsToUint(float(c))"), |a, _| {
                Some(rounded_to_float(signed(a) as f32))
            }),
            always("OpConvertUToF at ties", word!("floatBitsToUint(float(a >> 39 << B.x % 38u | 1ul << B.x % 38u >> 1))"), |a, b| {
                let by = b as u32 % 38;
                Some(rounded_to_float((a >> 39 << by | 1_u64 << by >> 1) as f32))
            }),
            always("OpConvertFToU", words!("uint64_t(uintBitsToFloat(A.x & 0x7fffffu | A.y % 191u << 23))"), |a, _| {
                Some(float(a, 191).abs() as u64)
            }),
            always("OpConvertFToS", words!("int64_t(uintBitsToFloat(A.x & 0x807fffffu | A.y % 190u << 23))"), |a, _| {
                Some(float(a, 190) as i64 as u64)
            }),
            always("OpConvertFToS, least", words!("int64_t(uintBitsToFloat(A.x & 0u | 0xdf000000u))"), |_, _| {
                Some(1 << 63)
            }),
        ],
    },
    &OperationGroup {
        name: "conversions by way of doubles",
        needs: &[],
        declarations: "",
        operations: &[
            always("OpConvertFToU", words!("uint64_t(double(uintBitsToFloat(A.x & 0x7fffffu | A.y % 191u << 23)))"), |a, _| {
                Some(float(a, 191).abs() as u64)
            }),
            always("OpConvertFToS", words!("int64_t(double(uintBitsToFloat(A.x & 0x807fffffu | A.y % 190u << 23)))"), |a, _| {
                Some(float(a, 190) as i64 as u64)
            }),
            always("OpConvertFToU of vectors", words!("u64vec2(dvec2(uintBitsToFloat(uvec2(A.x, B.x) & 0x7fffffu | uvec2(A.y, B.y) % 191u << 23))).y"), |_, b| {
                Some(float(b, 191).abs() as u64)
            }),
            always("OpConvertFToS to 32 bits", word!("int(double(uintBitsToFloat(A.x & 0x807fffffu | A.y % 158u << 23)))"), |a, _| {
                Some(u64::from(float(a, 158) as i32 as u32))
            }),
        ],
    },
    &OperationGroup {
        name: "vectors",
        needs: &[],
        declarations: "
uint packed(bvec3 v) { return uint(v.x) | uint(v.y) << 1 | uint(v.z) << 2; }
uvec2 folded(u64vec2 v) { return unpackUint2x32(v.x ^ v.y * 3ul); }
uvec2 folded(u64vec3 v) { return unpackUint2x32(v.x ^ v.y * 3ul ^ v.z * 5ul); }
uvec2 folded(u64vec4 v) { return unpackUint2x32(v.x ^ v.y * 3ul ^ v.z * 5ul ^ v.w * 7ul); }
",
        operations: &[
            always("OpIAdd, OpISub, OpIMul", "folded((u64vec3(a, b, a ^ b) + u64vec3(b, a, 1ul)) * u64vec3(a, 3ul, b) - b)", |a, b| {
                let add = u64::wrapping_add;
                hash_3([
                    add(a, b).wrapping_mul(a).wrapping_sub(b),
                    add(b, a).wrapping_mul(3).wrapping_sub(b),
                    add(a ^ b, 1).wrapping_mul(b).wrapping_sub(b),
                ])
            }),
            always("shifts", "folded(u64vec4(a, b, a, b) << uvec4(B.x, 0, 31, 32) % 64u >> u64vec4(3, 40, 0, 63))", |a, b| {
                hash_4([a << (b & 63) >> 3, b >> 40, a << 31, b << 32 >> 63])
            }),
            always("comparisons", "uvec2(packed(lessThan(i64vec3(c, d, 0l), i64vec3(d, 0l, c))), uint(u64vec2(a, b) == u64vec2(b, a)))", |a, b| {
                let (c, d) = (signed(a), signed(b));
                let less = u64::from(c < d) + 2 * u64::from(d < 0) + 4 * u64::from(0 < c);
                Some(less | u64::from(a == b) << 32)
            }),
            always("division", "folded(u64vec2(a, b) / (u64vec2(b, a) | 1ul) + (u64vec2(a, b) % (u64vec2(b, a) | 1ul)))", |a, b| {
                hash_2([(a / (b | 1)).wrapping_add(a % (b | 1)), (b / (a | 1)).wrapping_add(b % (a | 1))])
            }),
            always("swizzles", "folded(u64vec4(u64vec2(a, b).yx, i64vec3(c, d, 7l).zx))", |a, b| hash_4([b, a, 7, a])),
            always("a component by index", "unpackUint2x32(u64vec4(a, b, a + b, 9ul)[B.x & 3u])", |a, b| {
                Some([a, b, a.wrapping_add(b), 9][(b & 3) as usize])
            }),
            always("min, abs, sign, mix", "folded(u64vec3(abs(i64vec3(c, d, 5l))) + u64vec3(sign(i64vec3(d, c, 0l))) + min(u64vec3(a), u64vec3(b, 4ul, a)) + mix(u64vec3(a), u64vec3(b), lessThan(uvec3(A, B.x), uvec3(B, 7u))))", |a, b| {
                let abs = |x| signed(x).wrapping_abs() as u64;
                let sign = |x| signed(x).signum() as u64;
                let (al, ah, bl, bh) = (a as u32, a >> 32, b as u32, b >> 32);
                let mix = |c: bool| if c { b } else { a };
                let sum = |parts: [u64; 4]| parts.iter().fold(0_u64, |sum, &x| sum.wrapping_add(x));
                hash_3([
                    sum([abs(a), sign(b), a.min(b), mix(al < bl)]),
                    sum([abs(b), sign(a), a.min(4), mix(ah < bh)]),
                    sum([5, 0, a, mix(bl < 7)]),
                ])
            }),
            always("conversions", "folded(u64vec2(uvec2(A.x, B.y)) + u64vec2(i64vec2(ivec2(A.y, B.x)))) ^ uvec2(i64vec2(c, d)) ^ floatBitsToUint(vec2(u64vec2(b, a)))", |a, b| {
                let wide = |x: u64| x as u32 as i32 as u64;
                let sum = hash_2([
                    u64::from(a as u32).wrapping_add(wide(a >> 32)),
                    (b >> 32).wrapping_add(wide(b)),
                ])?;
                let reals = rounded_to_float(b as f32) | rounded_to_float(a as f32) << 32;
                Some(sum ^ (a & 0xffff_ffff | b << 32) ^ reals)
            }),
            always("from floats", "folded(u64vec2(uintBitsToFloat(uvec2(A.x, B.x) & 0x7fffffu | uvec2(A.y, B.y) % 191u << 23)))", |a, b| {
                hash_2([float(a, 191).abs() as u64, float(b, 191).abs() as u64])
            }),
        ],
    },
    &OperationGroup {
        name: "bits, with maintenance9; FindILsb",
        needs: &["maintenance9"],
        declarations: "
spirv_instruction(id = 201) uint64_t insert(uint64_t x, uint64_t y, uint offset, uint count);
spirv_instruction(id = 201) i64vec3 insert(i64vec3 x, i64vec3 y, int offset, int count);
spirv_instruction(id = 202) int64_t extract(int64_t x, uint offset, int count);
spirv_instruction(id = 203) uint64_t extract(uint64_t x, uint64_t offset, uint count);
spirv_instruction(id = 203) u64vec2 extract(u64vec2 x, uint offset, int count);
spirv_instruction(id = 204) uint64_t reversed(uint64_t x);
spirv_instruction(id = 204) u64vec2 reversed(u64vec2 x);
spirv_instruction(id = 205) uint counted(uint64_t x);
spirv_instruction(id = 205) ivec2 counted(u64vec2 x);
spirv_instruction(id = 205) uint64_t countedWide(int64_t x);
spirv_instruction(set = \"GLSL.std.450\", id = 73) uint64_t lowest(uint64_t x);
spirv_instruction(set = \"GLSL.std.450\", id = 73) i64vec2 lowest(u64vec2 x);
uint offset(uvec2 B) { return B.x % 65u; }
uint count(uvec2 B) { return B.y % (65u - offset(B)); }
",
        operations: &[
            always("OpBitReverse", words!("reversed(a)"), |a, _| Some(a.reverse_bits())),
            always("OpBitReverse of vectors", "unpackUint2x32(reversed(u64vec2(a, b)).y)", |_, b| Some(b.reverse_bits())),
            always("OpBitCount", word!("counted(a)"), |a, _| Some(u64::from(a.count_ones()))),
            always("OpBitCount to 64 bits", words!("countedWide(c)"), |a, _| Some(u64::from(a.count_ones()))),
            always("OpBitCount of vectors", "uvec2(counted(u64vec2(a, b)))", |a, b| {
                Some(u64::from(a.count_ones()) | u64::from(b.count_ones()) << 32)
            }),
            always("FindILsb", words!("lowest(a)"), |a, _| Some(find_lsb(a))),
            always("FindILsb of vectors", words!("lowest(u64vec2(b, a)).y"), |a, _| Some(find_lsb(a))),
            always("OpBitFieldUExtract", words!("extract(a, uint64_t(offset(B)), count(B))"), |a, b| {
                let (offset, count) = offset_and_count(b);
                Some(bit_field_extract(a, offset, count))
            }),
            always("OpBitFieldSExtract", words!("extract(c, offset(B), int(count(B)))"), |a, b| {
                let (offset, count) = offset_and_count(b);
                let bits = bit_field_extract(a, offset, count);
                let sign = count.checked_sub(1).is_some_and(|last| bits >> last & 1 == 1);
                Some(if sign { bits | u64::MAX.checked_shl(count).unwrap_or(0) } else { bits })
            }),
            always("OpBitFieldUExtract of vectors", "unpackUint2x32(extract(u64vec2(b, a), offset(B), int(count(B))).y)", |a, b| {
                let (offset, count) = offset_and_count(b);
                Some(bit_field_extract(a, offset, count))
            }),
            always("OpBitFieldInsert", words!("insert(a, b, offset(B), count(B))"), |a, b| {
                let (offset, count) = offset_and_count(b);
                Some(bit_field_insert(a, b, offset, count))
            }),
            always("OpBitFieldInsert of vectors", words!("insert(i64vec3(c, d, c), i64vec3(d, c, d), int(offset(B)), int(count(B))).z"), |a, b| {
                let (offset, count) = offset_and_count(b);
                Some(bit_field_insert(a, b, offset, count))
            }),
        ],
    },
    &OperationGroup {
        name: "float64",
        needs: &["Float64"],
        declarations: "",
        operations: &[
            always("OpConvertUToF", "unpackUint2x32(doubleBitsToUint64(double(a)))", |a, _| {
                Some((a as f64).to_bits())
            }),
            always("OpConvertSToF", "unpackUint2x32(doubleBitsToUint64(double(c)))", |a, _| {
                Some((signed(a) as f64).to_bits())
            }),
            always("OpConvertFToU", words!("uint64_t(uint64BitsToDouble(a & 0xffffffffffffful | uint64_t(A.y % 1087u) << 52))"), |a, _| {
                Some(double(a, 1087).abs() as u64)
            }),
            always("OpConvertFToS", words!("int64_t(uint64BitsToDouble(a & 0x800ffffffffffffful | uint64_t(A.y % 1086u) << 52))"), |a, _| {
                Some(double(a, 1086) as i64 as u64)
            }),
        ],
    },
    &OperationGroup {
        name: "float16, int16, int8",
        needs: &[],
        declarations: "",
        operations: &[
            always("OpConvertUToF", word!("float16BitsToUint16(float16_t(a))"), |a, _| Some(half(false, a))),
            always("OpConvertSToF", word!("float16BitsToUint16(float16_t(c))"), |a, _| {
                Some(half(signed(a) < 0, signed(a).unsigned_abs()))
            }),
            where_defined("(A.x & 0x7c00u) != 0x7c00u", "OpConvertFToU", words!("uint64_t(abs(uint16BitsToFloat16(uint16_t(A.x))))"), |a, _| {
                Some(half_to_float(a)?.abs() as u64)
            }),
            where_defined("(A.x & 0x7c00u) != 0x7c00u", "OpConvertFToS", words!("int64_t(uint16BitsToFloat16(uint16_t(A.x)))"), |a, _| {
                Some(half_to_float(a)? as i64 as u64)
            }),
            always("OpUConvert to 16 bits", word!("uint16_t(a)"), |a, _| Some(a & 0xffff)),
            always("OpSConvert to 8 bits", word!("int8_t(c)"), |a, _| Some(a as i8 as u64 & 0xffff_ffff)),
            always("OpUConvert from 8 bits", words!("uint64_t(uint8_t(A.x))"), |a, _| Some(a & 0xff)),
            always("OpSConvert from 16 bits", words!("int64_t(int16_t(A.x))"), |a, _| Some(a as i16 as u64)),
            always("OpShiftRightLogical by 8 bits", words!("a >> (uint8_t(B.x) & uint8_t(63))"), |a, b| Some(a >> (b & 63))),
        ],
    },
];

fn find_lsb(a: u64) -> u64 {
    match a {
        0 => u64::MAX,
        _ => u64::from(a.trailing_zeros()),
    }
}

fn hash_2([x, y]: [u64; 2]) -> Option<u64> {
    Some(x ^ y.wrapping_mul(3))
}

fn hash_3([x, y, z]: [u64; 3]) -> Option<u64> {
    Some(hash_2([x, y])? ^ z.wrapping_mul(5))
}

fn hash_4([x, y, z, w]: [u64; 4]) -> Option<u64> {
    Some(hash_3([x, y, z])? ^ w.wrapping_mul(7))
}
