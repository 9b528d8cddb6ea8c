#version 460
// Matrices of 64-bit floats times vectors, transposed, in workgroup memory, as parameters, and by columns and components.
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
dvec4 four() { return dvec4(number(), number(), number(), number()); }

void put(double x) { result[place++] = x; }
void put(dvec2 x) { put(x.x); put(x.y); }
void put(dvec3 x) { put(x.x); put(x.y); put(x.z); }
void put(dvec4 x) { put(x.x); put(x.y); put(x.z); put(x.w); }
void put(dmat2 x) { put(x[0]); put(x[1]); }
void put(dmat3 x) { put(x[0]); put(x[1]); put(x[2]); }
void put(dmat4 x) { put(x[0]); put(x[1]); put(x[2]); put(x[3]); }
void put(dmat2x3 x) { put(x[0]); put(x[1]); }
void put(dmat3x2 x) { put(x[0]); put(x[1]); put(x[2]); }
void put(dmat3x4 x) { put(x[0]); put(x[1]); put(x[2]); }
void put(dmat4x3 x) { put(x[0]); put(x[1]); put(x[2]); put(x[3]); }

shared dmat3x2 passed[64];

dmat3x4 turned(inout dmat4x3 a, double by) {
    a *= by;
    a[1][2] += 1.0lf;
    return transpose(a);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    place = at * 200u;
    from = at * 61u;
    dmat2x3 a = dmat2x3(three(), three());
    dmat3x2 b = dmat3x2(two(), two(), two());
    dmat4x3 d = dmat4x3(three(), three(), three(), three());
    dmat2x4 e = dmat2x4(four(), four());
    put(d * four());
    put(four() * e);
    put(three() * d);
    put(b * three());
    dmat3x4 back = turned(d, 2.0lf);
    put(back);
    put(d);
    passed[at] = b;
    barrier();
    b = passed[at ^ 1u];
    b[at % 3u] = two();
    put(b);
    put(a == dmat2x3(a[0], a[1]) ? 1.0lf : 0.0lf);
    put(a / 8.0lf - dmat2x3(1.0lf));
}
