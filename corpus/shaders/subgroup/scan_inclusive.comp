#version 450
// Inclusive scans under divergence. What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 102
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    uvec4 found = uvec4(value);
    if ((value & 3u) != 0u) {
        found.x = subgroupInclusiveAdd(value);
        found.y = subgroupInclusiveMin(value);
        found.z = uint(subgroupInclusiveMax(int(value)));
        found.w = subgroupInclusiveXor(value);
    }
    result[at] = found;
}
