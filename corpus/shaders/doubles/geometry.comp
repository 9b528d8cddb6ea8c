#version 460
// Geometric functions on 64-bit floats. Numbers are near to 1, so results are, and equal those of a device that
// computes by the same formulas; where it does not, the difference is far below the sixteen bits that are cut off here.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 2048 92
// sos: buffer 0 1 zero 65536
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) buffer Out { uvec2 result[]; };

uint place;

// Rounded to 36 bits.
void put(double x) {
    uvec2 bits = unpackDouble2x32(x + ldexp(abs(x), -36) * 0.5lf);
    result[place++] = uvec2(bits.x & 0xFFFF0000u, bits.y);
}

void put(dvec2 x) {
    put(x.x);
    put(x.y);
}

void put(dvec3 x) {
    put(x.xy);
    put(x.z);
}

void put(dvec4 x) {
    put(x.xy);
    put(x.zw);
}

// From 1 to 2.
double number(uint at) {
    uvec2 bits = source[at];
    return packDouble2x32(uvec2(bits.x, bits.y & 0x000FFFFFu | 0x3FF00000u));
}

void main() {
    uint at = gl_LocalInvocationIndex;
    place = at * 100u;
    dvec4 a = dvec4(number(at), number(at + 64u), number(at + 128u), number(at + 192u));
    dvec4 b = dvec4(number(at + 256u), number(at + 320u), number(at + 384u), number(at + 448u)) * 1.75lf;
    dvec4 c = dvec4(number(at + 512u), number(at + 576u), number(at + 640u), number(at + 704u)) * 0.5lf;
    put(dvec2(length(b.xyz), length(a.x)));
    put(dvec2(distance(c.xy, a.xy), distance(a.x, b.x)));
    put(dvec2(dot(a, b), dot(b.xyz, c.xyz)));
    put(cross(a.xyz, b.yzx));
    put(normalize(b.xyz));
    put(faceforward(a.xy, b.xy, -c.xy));
    put(reflect(a.xyz, normalize(b.xyz)));
    put(refract(normalize(a.xyz), normalize(-b.xyz), c.x + 0.25lf));
}
