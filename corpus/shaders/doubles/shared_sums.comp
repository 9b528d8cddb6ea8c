#version 450
// Sums, products, least and greatest numbers of a workgroup by a tree in its memory, and a running sum.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 256 708
// sos: buffer 0 1 zero 2048
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { ivec2 source[128]; };
layout(std430, binding = 1) buffer Out { dvec4 totals[2]; double running[128]; };
shared dvec4 part[64];
shared double before[64];

void main() {
    uint at = gl_LocalInvocationIndex, all = gl_GlobalInvocationID.x;
    precise double x = double(source[all].x) / 1073741824.0lf + double(source[all].y) * 1e-19lf;
    part[at] = dvec4(x, 1.0lf + x * 0.125lf, x, x);
    before[at] = x;
    for (uint by = 32u; by > 0u; by >>= 1) {
        barrier();
        if (at < by) {
            precise dvec4 a = part[at], b = part[at + by];
            precise double sum = a.x + b.x, product = a.y * b.y;
            part[at] = dvec4(sum, product, min(a.z, b.z), max(a.w, b.w));
        }
    }
    for (uint by = 1u; by < 64u; by <<= 1) {
        barrier();
        precise double sum = before[at];
        if (at >= by) sum += before[at - by];
        barrier();
        before[at] = sum;
    }
    barrier();
    running[all] = before[at];
    if (at == 0u) totals[gl_WorkGroupID.x] = part[0];
}
