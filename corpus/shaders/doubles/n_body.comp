#version 450
// Sixteen bodies under gravity, for eight steps of the leapfrog method.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 701
// sos: buffer 0 1 zero 1024
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { dvec3 places[16]; dvec3 speeds[16]; };
shared dvec3 place[16];

dvec3 acceleration(uint at) {
    precise dvec3 sum = dvec3(0.0lf);
    for (uint other = 0u; other < 16u; other++) {
        precise dvec3 way = place[other] - place[at];
        precise double square = way.x * way.x + way.y * way.y + way.z * way.z + 0.01lf;
        precise double factor = 1.0lf / (square * sqrt(square));
        sum += way * factor;
    }
    return sum;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    place[at] = dvec3(source[at], source[at + 16u], source[at + 32u]) * 2.3283064365386963e-10lf;
    precise dvec3 speed = dvec3(int(source[at + 48u]), int(source[at + 64u]), int(source[at + 80u])) * 1e-11lf;
    for (uint step = 0u; step < 8u; step++) {
        barrier();
        speed += acceleration(at) * 0.005lf;
        barrier();
        precise dvec3 next = place[at] + speed * 0.01lf;
        place[at] = next;
        barrier();
        speed += acceleration(at) * 0.005lf;
    }
    places[at] = place[at];
    speeds[at] = speed;
}
