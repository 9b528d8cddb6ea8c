#version 450
// Sums, products, least and greatest 64-bit floats of subgroups, also where some invocations are missing, in clusters, and votes on
// whether zeros of both signs are equal.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 711
// sos: buffer 0 1 zero 4096
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { int source[64]; };
layout(std430, binding = 1) buffer Out { dvec4 result[64]; uint votes[32]; };

void main() {
    uint at = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID;
    // Of few bits, so the order of additions does not matter.
    double x = double(source[at] >> 16), y = double(source[at + 32u] >> 24);
    result[at] = dvec4(subgroupAdd(x), subgroupMin(x), subgroupMax(y), subgroupInclusiveAdd(y));
    if (lane != 1u) result[at + 32u] = dvec4(subgroupAdd(x), subgroupExclusiveAdd(dvec2(x, y)), subgroupMul(sign(y) * 2.0lf));
    double zero = lane == 2u ? -0.0lf : 0.0lf;
    votes[at] = uint(subgroupAllEqual(zero)) | uint(subgroupAllEqual(double(lane))) << 1;
}
