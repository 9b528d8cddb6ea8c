#version 450
// SPV_KHR_shader_ballot, what SPIR-V 1.0 has: a ballot, a read of a chosen and of the first lane. The result is the same
// for every subgroup size of four or more.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 25
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at];
    uint lane = gl_SubGroupInvocationARB;
    uint votes = uint(ballotARB((value & 1u) != 0u) >> (lane & 60u)) & 0xfu;
    // The first lane of a subgroup holds an index that it also finds by itself: what is left is the quad's.
    uint first = readFirstInvocationARB(at);
    uint neighbour = readInvocationARB(value, 1u) ^ source[first + 1u];
    result[at] = uvec2(votes << 8 | (value & 0xffu), neighbour ^ value);
}
