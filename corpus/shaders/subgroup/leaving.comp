#version 450
// Invocations that leave a switch behind an operation, in which all take part, and from within another switch. What follows
// the outer one is for all again.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformShuffle
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 160 43
// sos: buffer 0 1 zero 1280
// sos: push u32 1 3
// sos: present vulkan-1.0 OpControlBarrier
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 80) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
layout(push_constant) uniform Push { uint outer, inner; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at], sum = 0u;
    switch (outer) {
    case 1u:
        sum = value + subgroupShuffleXor(value, 1u);
        switch (inner) {
        case 3u:
            sum ^= subgroupShuffleXor(value >> 3, 2u);
            if ((value & 1u) != 0u) {
                break;
            }
            sum += value;
        }
        sum ^= subgroupShuffleXor(sum, 3u);
        if (gl_LocalInvocationIndex > 70u) {
            break;
        }
        sum = sum * 3u + 1u;
        break;
    default:
        sum = value;
    }
    result[at] = sum;
    result[160u + at] = subgroupShuffleXor(sum, 1u);
}
