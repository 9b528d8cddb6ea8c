#version 450
// Sums and products of pairs of 64-bit floats, which give 106 bits: right only if every operation is rounded exactly once.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 707
// sos: buffer 0 1 zero 1024
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[128]; };
layout(std430, binding = 1) buffer Out { dvec2 result[64]; };

dvec2 sum_of(double a, double b) {
    precise double sum = a + b, part = sum - a, rest = (a - (sum - part)) + (b - part);
    return dvec2(sum, rest);
}

// Dekker's product, without a fused multiply-add.
dvec2 product_of(double a, double b) {
    precise dvec2 scaled = dvec2(a, b) * 134217729.0lf, high = scaled - (scaled - dvec2(a, b)), low = dvec2(a, b) - high;
    precise double product = a * b;
    precise double rest = ((high.x * high.y - product) + high.x * low.y + low.x * high.y) + low.x * low.y;
    return dvec2(product, rest);
}

dvec2 add(dvec2 a, dvec2 b) {
    dvec2 s = sum_of(a.x, b.x);
    precise double rest = s.y + (a.y + b.y);
    return sum_of(s.x, rest);
}

dvec2 multiply(dvec2 a, dvec2 b) {
    dvec2 p = product_of(a.x, b.x);
    precise double rest = p.y + (a.x * b.y + a.y * b.x);
    return sum_of(p.x, rest);
}

double number(uint at) {
    return packDouble2x32(uvec2(source[at].x, source[at].y & 0x800FFFFFu | 0x3FE00000u));
}

void main() {
    uint at = gl_LocalInvocationIndex;
    dvec2 x = sum_of(number(at), number(at + 32u) * 1e-17lf), value = dvec2(1.0lf, 0.0lf);
    for (uint i = 0u; i < 24u; i++) value = add(multiply(value, x), dvec2(number(at + 64u), 0.0lf));
    result[at] = value;
    result[at + 32u] = multiply(value, value);
}
