#version 450
// The built-ins of a compute shader's subgroups agree with each other. Only what must hold for every size is written.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniform
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 117
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
// sos: shows subgroup-workgroup-memory nvk-kepler
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    bool inside = gl_SubgroupInvocationID < gl_SubgroupSize && gl_SubgroupID < gl_NumSubgroups;
    bool enough = gl_NumSubgroups * gl_SubgroupSize >= 64u;
    result[at] = source[at] << 2 | uint(inside) << 1 | uint(enough);
}
