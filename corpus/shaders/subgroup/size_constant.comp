#version 450
// The subgroup's size as SOS's constant and as the built-in agree. Only that they do is written.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniform
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 127
// sos: buffer 0 1 zero 256
// sos: outcome vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_SUBGROUP_SIZE
#define SOS_USE_SUBGROUP_SIZE_MIN
#define SOS_USE_SUBGROUP_SIZE_MAX
#include "sos.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    bool within = gl_SubgroupSize >= SOS_SUBGROUP_SIZE_MIN && gl_SubgroupSize <= SOS_SUBGROUP_SIZE_MAX;
    bool ordered = SOS_SUBGROUP_SIZE_MIN <= SOS_SUBGROUP_SIZE && SOS_SUBGROUP_SIZE <= SOS_SUBGROUP_SIZE_MAX;
    result[at] = source[at] << 2 | uint(within) << 1 | uint(ordered);
}
