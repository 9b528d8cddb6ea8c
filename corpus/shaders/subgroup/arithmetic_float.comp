#version 450
// Reductions of floats whose sum is exact in any order: small whole numbers. What is written depends on the subgroup's
// size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 104
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    float value = float(int(source[at]) >> 20);
    vec4 found;
    found.x = subgroupAdd(value);
    found.y = subgroupMin(value);
    found.z = subgroupExclusiveAdd(value);
    found.w = subgroupInclusiveMax(value);
    result[at] = found;
}
