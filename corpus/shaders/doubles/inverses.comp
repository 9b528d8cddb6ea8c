#version 460
// Determinants and inverses of matrices of 64-bit floats: determinants of whole numbers are exact, inverses are rounded to 20 bits.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 4096 93
// sos: buffer 0 1 zero 131072
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { double result[]; };

uint place, from;

double number() {
    return double(int(source[from++ % 4096u] >> 24) - 128);
}

dvec2 two() { return dvec2(number(), number()); }
dvec3 three() { return dvec3(number(), number(), number()); }

void put(double x) { result[place++] = x; }
double cut(double x) { return roundEven(x * 1048576.0lf); }

void main() {
    uint at = gl_LocalInvocationIndex;
    place = at * 200u;
    from = at * 61u;
    dmat2 g = dmat2(two(), two());
    dmat3 f = dmat3(three(), three(), three());
    put(determinant(g));
    put(determinant(f));
    // Far from singular.
    dmat3 small = inverse(f * 0.0009765625lf + dmat3(3.0lf));
    put(cut(small[0][1]));
    put(cut(small[2][0]));
    put(cut(small[1][1]));
    dmat2 smaller = inverse(g * 0.0009765625lf + dmat2(2.0lf));
    put(cut(smaller[0][1]));
    put(cut(smaller[1][1]));
}
