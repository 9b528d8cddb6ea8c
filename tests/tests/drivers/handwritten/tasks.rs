//! The pairs of equivalent shaders. Each reads the words `w` and `v` and stores one or two words.

use sos_tests::random::random_words;

/// A pair of equivalent shaders.
pub struct Task {
    /// The name in tables.
    pub name: &'static str,
    /// GLSL common to both.
    pub both: &'static str,
    /// With 8-, 16- or 64-bit types.
    pub narrow: &'static str,
    /// With 32-bit types only.
    pub handwritten: &'static str,
    /// The maximum number of instructions in the entry point, in percent of all instructions of the handwritten shader.
    pub percent: usize,
    /// The maximum number of instructions in other functions.
    pub rest: usize,
}

/// The number of result words of 32 invocations.
pub const WORDS: usize = 64;

/// The common start of both shaders.
pub const HEAD: &str = "#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };
";

/// The input words.
pub fn input() -> Vec<u32> {
    random_words(7_u32).take(WORDS).collect()
}

/// Handwritten rounding to a 16-bit float, for values that are neither denormal nor infinite.
const ROUND: &str = "
float h(float x) { return unpackHalf2x16(packHalf2x16(vec2(x))).x; }
vec4 h(vec4 x) {
    return vec4(unpackHalf2x16(packHalf2x16(x.xy)), unpackHalf2x16(packHalf2x16(x.zw)));
}
";

/// Execution modes for halves: capability 4465 and mode 4460, and capability 4468 and mode 4463.
const FLUSH: &str = "spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"], capabilities = [4465], 4460, 16);
";
const TO_ZERO: &str = "spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"], capabilities = [4468], 4463, 16);
";

/// Modes that are added to the first task: their names, their declarations, and the numbers of instructions in the entry point and
/// in other functions.
pub const MODES: [(&str, &[&str], usize, usize); 4] = [
    ("none", &[], 41, 71),
    ("`RoundingModeRTZ`", &[TO_ZERO], 42, 119),
    ("`DenormFlushToZero`", &[FLUSH], 45, 99),
    ("both", &[TO_ZERO, FLUSH], 46, 145),
];

pub const TASKS: [Task; 8] = [
    Task {
        name: "halves: two colours blended",
        both: ROUND,
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    f16vec4 a = f16vec4(unpackUnorm4x8(source[at])), b = f16vec4(unpackUnorm4x8(source[at + 32u]));
    f16vec4 c = a * b.w + b * (float16_t(1.0) - b.w);
    result[at] = uvec2(packFloat2x16(c.xy), packFloat2x16(c.zw));
}",
        handwritten: "
void main() {
    uint at = gl_LocalInvocationIndex;
    vec4 a = h(unpackUnorm4x8(source[at])), b = h(unpackUnorm4x8(source[at + 32u]));
    vec4 c = h(h(a * b.w) + h(b * h(1.0 - b.w)));
    result[at] = uvec2(packHalf2x16(c.xy), packHalf2x16(c.zw));
}",
        percent: 70,
        rest: 88,
    },
    Task {
        name: "halves: minimum of pairs",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    f16vec2 a = unpackFloat2x16(source[at] & 0x3fff3fffu), b = unpackFloat2x16(source[at + 32u] & 0x3fff3fffu);
    result[at] = uvec2(packFloat2x16(min(a, b)), packFloat2x16(max(-a, b)));
}",
        handwritten: "
void main() {
    uint at = gl_LocalInvocationIndex;
    vec2 a = unpackHalf2x16(source[at] & 0x3fff3fffu), b = unpackHalf2x16(source[at + 32u] & 0x3fff3fffu);
    result[at] = uvec2(packHalf2x16(min(a, b)), packHalf2x16(max(-a, b)));
}",
        percent: 165,
        rest: 48,
    },
    Task {
        name: "bytes: sums that saturate",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    uint8_t x = uint8_t(source[at]), y = uint8_t(source[at + 32u]), s = x + y;
    result[at] = uvec2(s < x ? uint8_t(255) : s, x / (y | uint8_t(1)));
}",
        handwritten: "
void main() {
    uint at = gl_LocalInvocationIndex;
    uint x = source[at] & 255u, y = source[at + 32u] & 255u, s = x + y & 255u;
    result[at] = uvec2(s < x ? 255u : s, x / (y | 1u));
}",
        percent: 110,
        rest: 0,
    },
    Task {
        name: "bytes: four at a time",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    u8vec4 a = unpack8(source[at]), b = unpack8(source[at + 32u]);
    result[at] = uvec2(pack32(max(a, b) - min(a, b)), pack32((a >> uint8_t(1)) + (b >> uint8_t(1))));
}",
        handwritten: "
uvec4 u(uint w) { return uvec4(w, w >> 8, w >> 16, w >> 24) & 255u; }
uint p(uvec4 v) { return v.x & 255u | (v.y & 255u) << 8 | (v.z & 255u) << 16 | v.w << 24; }
void main() {
    uint at = gl_LocalInvocationIndex;
    uvec4 a = u(source[at]), b = u(source[at + 32u]);
    result[at] = uvec2(p(max(a, b) - min(a, b)), p((a >> 1) + (b >> 1)));
}",
        percent: 105,
        rest: 0,
    },
    Task {
        name: "shorts: a filter with signs",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    int16_t a = int16_t(source[at]), b = int16_t(source[at] >> 16), c = int16_t(source[at + 32u]);
    int16_t f = (a * 3s - b >> 2) + c / 5s;
    result[at] = uvec2(int(f), f < a ? 1u : 0u);
}",
        handwritten: "
int s(uint w) { return bitfieldExtract(int(w), 0, 16); }
void main() {
    uint at = gl_LocalInvocationIndex;
    int a = s(source[at]), b = int(source[at]) >> 16, c = s(source[at + 32u]);
    int f = s(uint((s(uint(a * 3 - b)) >> 2) + c / 5));
    result[at] = uvec2(f, f < a ? 1u : 0u);
}",
        percent: 85,
        rest: 0,
    },
    Task {
        name: "64 bits: a hash",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t x = pack64(uvec2(source[at], source[at + 32u])) + 0x9e3779b97f4a7c15ul;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ul;
    x = (x ^ x >> 27) * 0x94d049bb133111ebul;
    result[at] = unpack32(x ^ x >> 31);
}",
        handwritten: "
uvec2 times(uvec2 a, uvec2 b) {
    uint high, low;
    umulExtended(a.x, b.x, high, low);
    return uvec2(low, high + a.x * b.y + a.y * b.x);
}
uvec2 mixed(uvec2 x, int by) { return x ^ uvec2(x.x >> by | x.y << 32 - by, x.y >> by); }
void main() {
    uint at = gl_LocalInvocationIndex, carry;
    uint low = uaddCarry(source[at], 0x7f4a7c15u, carry);
    uvec2 x = uvec2(low, source[at + 32u] + 0x9e3779b9u + carry);
    x = times(mixed(x, 30), uvec2(0x1ce4e5b9u, 0xbf58476du));
    x = times(mixed(x, 27), uvec2(0x133111ebu, 0x94d049bbu));
    result[at] = mixed(x, 31);
}",
        percent: 95,
        rest: 0,
    },
    Task {
        name: "64 bits: a sum of products",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t sum = 0ul;
    for (uint k = 0u; k < 32u; k++) sum += uint64_t(source[k]) * uint64_t(source[at + 32u]);
    result[at] = unpack32(sum);
}",
        handwritten: "
void main() {
    uint at = gl_LocalInvocationIndex;
    uvec2 sum = uvec2(0u);
    for (uint k = 0u; k < 32u; k++) {
        uint high, low, carry;
        umulExtended(source[k], source[at + 32u], high, low);
        sum.x = uaddCarry(sum.x, low, carry);
        sum.y += high + carry;
    }
    result[at] = sum;
}",
        percent: 105,
        rest: 0,
    },
    Task {
        name: "64 bits: the later of two times",
        both: "",
        narrow: "
void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t a = pack64(uvec2(source[at], source[at + 1u] & 3u));
    uint64_t b = pack64(uvec2(source[at + 32u], source[at ^ 3u] & 3u));
    result[at] = unpack32(max(a, b) - min(a, b));
}",
        handwritten: "
void main() {
    uint at = gl_LocalInvocationIndex, borrow;
    uvec2 a = uvec2(source[at], source[at + 1u] & 3u), b = uvec2(source[at + 32u], source[at ^ 3u] & 3u);
    bool later = a.y > b.y || a.y == b.y && a.x > b.x;
    uvec2 most = later ? a : b, least = later ? b : a;
    uint low = usubBorrow(most.x, least.x, borrow);
    result[at] = uvec2(low, most.y - least.y - borrow);
}",
        percent: 80,
        rest: 0,
    },
];
