#version 450
// Cube roots by Newton's method, with exponents taken apart and put together.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 710
// sos: buffer 0 1 zero 512
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[64]; };
layout(std430, binding = 1) buffer Out { double result[64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec2 bits = source[at];
    // Any number of all exponents but the least, which some drivers take apart wrongly, and infinity.
    bits.y = bits.y & 0x800FFFFFu | (bits.y >> 20 & 0x7FFu) % 2046u + 1u << 20;
    if ((bits.y & 0x7FF00000u) == 0x7FF00000u) bits.y ^= 0x40000000u;
    int exponent;
    double part = frexp(abs(packDouble2x32(bits)), exponent);
    int third = int(floor(double(exponent) / 3.0lf));
    part = ldexp(part, exponent - 3 * third);
    precise double root = 1.25lf;
    for (int i = 0; i < 7; i++) {
        precise double square = root * root, step = (root - part / square) / 3.0lf;
        root -= step;
    }
    result[at] = ldexp(root, third) * (int(bits.y) < 0 ? -1.0lf : 1.0lf);
}
