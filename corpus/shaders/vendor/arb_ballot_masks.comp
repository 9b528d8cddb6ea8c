#version 450
// SPV_KHR_shader_ballot's built-in masks and size, in 64-bit numbers. The result is the same for every subgroup size of
// four or more.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 26
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

uint quad(uint64_t mask) {
    return uint(mask >> (gl_SubGroupInvocationARB & 60u)) & 0xfu;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    uint masks = quad(gl_SubGroupEqMaskARB) | quad(gl_SubGroupGeMaskARB) << 4 | quad(gl_SubGroupGtMaskARB) << 8
        | quad(gl_SubGroupLeMaskARB) << 12 | quad(gl_SubGroupLtMaskARB) << 16;
    result[at] = uvec2(masks, source[at] + (gl_SubGroupSizeARB >= 4u ? 1u : 0u));
}
