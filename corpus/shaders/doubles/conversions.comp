#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Conversions between 64-bit floats and every other type, of scalars and vectors, and bit casts.
//
// build: --target-env vulkan1.1
// sos: native Float64, Int64, Int16, Int8, Float16
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 4096 94
// sos: buffer 0 1 zero 131072
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) buffer Out { uvec2 result[]; };

uint place;

void put(double x) { result[place++] = unpackDouble2x32(x); }
void put(dvec2 x) { put(x.x); put(x.y); }
void put(dvec3 x) { put(x.x); put(x.y); put(x.z); }
void put(dvec4 x) { put(x.xy); put(x.zw); }
void put(uint64_t x) { result[place++] = unpackUint2x32(x); }

// A finite number with an exponent from -range to range.
double number(uvec2 bits, uint range) {
    uint exponent = bits.y % (2u * range + 1u) + 1023u - range;
    return packDouble2x32(uvec2(bits.x, bits.y & 0x800FFFFFu | exponent << 20));
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    place = at * 48u;
    uvec2 a = source[at], b = source[at + 256u], c = source[at + 512u];
    uint64_t whole = packUint2x32(a) >> (b.x & 63u);
    put(double(whole));
    put(double(int64_t(packUint2x32(a)) >> (b.x & 63u)));
    put(dvec3(u64vec3(whole, packUint2x32(b), packUint2x32(c))));
    put(dvec2(i64vec2(packUint2x32(b), packUint2x32(c))));
    put(dvec4(a, b));
    put(dvec4(ivec4(a, b)));
    put(double(uint16_t(a.x)));
    put(double(int16_t(a.x)));
    put(double(uint8_t(a.x)));
    put(dvec2(i8vec2(a)));
    // Halves and floats, denormals too, but not NaN.
    put(double(uint16BitsToHalf(uint16_t(a.x & 0xFBFFu))));
    put(double(uintBitsToFloat(b.x & 0xFF7FFFFFu)));
    double x = number(b, 64u), y = number(c, 30u), z = number(a, 1020u), small = number(b, 6u);
    if (abs(x) < 9223372036854775807.0lf) put(uint64_t(int64_t(x)));
    if (abs(x) < 18446744073709551615.0lf) put(uint64_t(abs(x)));
    result[place++] = uvec2(int(y), uint(abs(y)));
    u64vec3 wholes = u64vec3(abs(dvec3(y, y * 4294967296.0lf, small)));
    put(wholes.x);
    put(wholes.y);
    put(wholes.z);
    result[place++] = uvec2(uint(int16_t(small)), uint(uint8_t(abs(small))));
    result[place++] = uvec2(floatBitsToUint(float(z)), floatBitsToUint(float(x)));
    result[place++] = floatBitsToUint(vec2(dvec2(y, small)));
    // Halves, also denormal and infinite ones.
    result[place++] = uvec2(halfBitsToUint16(float16_t(number(a, 20u))), halfBitsToUint16(float16_t(small)));
    put(uint64_t(doubleBitsToUint64(z)));
    put(int64BitsToDouble(int64_t(packUint2x32(c & 0xFFEFFFFFu))));
    put(bool(x) ? 1.0lf : 0.0lf);
    put(double(at > 7u));
}
