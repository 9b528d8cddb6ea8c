#version 450
// The Lorenz attractor by the Runge-Kutta method of fourth order: a small error in any step would become a large one.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 96 706
// sos: buffer 0 1 zero 1024
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint source[96]; };
layout(std430, binding = 1) buffer Out { dvec3 result[32]; };

dvec3 slope(dvec3 p) {
    precise dvec3 v = dvec3(10.0lf * (p.y - p.x), p.x * (28.0lf - p.z) - p.y, p.x * p.y - 8.0lf / 3.0lf * p.z);
    return v;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    precise dvec3 p = dvec3(source[at], source[at + 32u], source[at + 64u]) * 4.656612873077393e-9lf;
    for (int i = 0; i < 60; i++) {
        precise dvec3 sum = dvec3(0.0lf), k = dvec3(0.0lf);
        for (int j = 0; j < 4; j++) {
            double part = j == 0 ? 0.0lf : j == 3 ? 0.02lf : 0.01lf, weight = j == 0 || j == 3 ? 1.0lf : 2.0lf;
            k = slope(p + k * part);
            sum += k * weight;
        }
        p += sum * (0.02lf / 6.0lf);
    }
    result[at] = p;
}
