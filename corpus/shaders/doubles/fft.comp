#version 450
// A Fourier transform of 64 complex numbers in workgroup memory; the roots of unity by repeated square roots.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 704
// sos: buffer 0 1 zero 1024
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { ivec2 source[64]; };
layout(std430, binding = 1) buffer Out { dvec2 result[64]; };
shared dvec2 data[64];

dvec2 product(dvec2 a, dvec2 b) {
    precise dvec2 c = dvec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    return c;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    for (uint i = at; i < 64u; i += 32u) data[bitfieldReverse(i) >> 26] = dvec2(source[i]) / 2147483648.0lf;
    // exp(-i pi), then half the angle in each stage.
    dvec2 root = dvec2(-1.0lf, 0.0lf);
    for (uint size = 1u; size < 64u; size <<= 1) {
        barrier();
        uint place = at & size - 1u, first = (at - place) * 2u + place;
        dvec2 turn = dvec2(1.0lf, 0.0lf);
        for (uint i = 0u; i < place; i++) turn = product(turn, root);
        dvec2 a = data[first], b = product(data[first + size], turn);
        barrier();
        precise dvec2 sum = a + b, difference = a - b;
        data[first] = sum;
        data[first + size] = difference;
        precise double half_cosine = sqrt((1.0lf + root.x) * 0.5lf), half_sine = sqrt((1.0lf - root.x) * 0.5lf);
        root = dvec2(half_cosine, -half_sine);
    }
    barrier();
    result[at] = data[at];
    result[at + 32u] = data[at + 32u];
}
