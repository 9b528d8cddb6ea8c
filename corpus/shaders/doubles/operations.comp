#version 460
// Every operation on 64-bit floats that has one right result, on random bits: also denormals, infinities and NaN.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 4096 91
// sos: buffer 0 1 zero 65536
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) buffer Out { uvec2 result[]; };

uint place;

void put(double x) {
    result[place++] = isnan(x) ? uvec2(0u, 0x7FF80000u) : unpackDouble2x32(x);
}

void put(dvec3 x) {
    put(x.x);
    put(x.y);
    put(x.z);
}

// Lavapipe on processors without AVX-512 rounds negative fractions to +0, and nothing from 2^24 on: these are left out.
void put_rounded(double x, uvec2 of) {
    put(x);
    uint exponent = of.y >> 20u & 0x7FFu;
    if (exponent < 1023u)
        result[place - 1u].y &= 0x7FFFFFFFu;
    else if (exponent >= 1023u + 24u && exponent < 1023u + 52u)
        result[place - 1u] = uvec2(0u);
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    place = at * 32u;
    // Exponents near to each other in three of four invocations.
    uvec2 a = source[at], b = source[at + 256u], c = source[at + 512u];
    if ((at & 3u) != 0u) {
        b.y = b.y & 0x800FFFFFu | (a.y & 0x7FF00000u);
        b.y += (c.x & 15u) << 20u;
        c.y = c.y & 0x800FFFFFu | 0x3FF00000u;
    }
    precise double x = packDouble2x32(a), y = packDouble2x32(b), z = packDouble2x32(c);
    precise double sum = x + y, difference = x - y, product = x * z, quotient = x / z;
    put(sum);
    put(difference);
    put(product);
    put(quotient);
    put(-x);
    put(abs(y));
    put(sqrt(abs(x)));
    put(sign(y));
    put(floor(z));
    put(ceil(z));
    put_rounded(trunc(z), c);
    put_rounded(roundEven(z), c);
    put(min(x, y));
    put(max(x, y));
    put(x < y ? x : y);
    uint bits = uint(x < y) | uint(x > y) << 1 | uint(x <= y) << 2 | uint(x >= y) << 3 | uint(x == y) << 4 | uint(x != y) << 5;
    bits |= uint(isnan(x)) << 6 | uint(isinf(x)) << 7 | uint(x == x) << 8;
    result[place++] = uvec2(bits, 0u);
    precise dvec3 v = dvec3(x, y, z) * dvec3(z, z, x) + dvec3(y, x, z);
    put(v);
    put(double(a.x));
    put(double(int(a.x)));
    put(double(uintBitsToFloat(a.x & 0xFF7FFFFFu)));
    float f = float(x);
    result[place++] = uvec2(isnan(f) ? 0x7FC00000u : floatBitsToUint(f), 0u);
    precise double scaled = (z - floor(z)) * 4294967295.0lf;
    if (isnan(scaled) || isinf(scaled)) scaled = 7.5lf;
    scaled = clamp(scaled, 0.0lf, 4294967040.0lf);
    result[place++] = uvec2(uint(scaled), uint(int(-scaled * 0.5lf)));
    int e;
    put(frexp(z, e));
    result[place++] = uvec2(e, 0u);
    put(ldexp(z, int(a.y >> 25) - 64));
    put(packDouble2x32(b.yx));
}
