#version 450
// Logical reductions and scans of conditions, and of vectors of them. What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 105
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint bits(bvec3 flags) {
    return uint(flags.x) | uint(flags.y) << 1 | uint(flags.z) << 2;
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    bvec3 flags = notEqual(uvec3(value) & uvec3(1u, 14u, 16u), uvec3(0u));
    uint found = uint(subgroupAnd(flags.y)) | uint(subgroupXor(flags.x)) << 1;
    result[at] = found << 16 | bits(subgroupInclusiveXor(flags)) << 8 | bits(subgroupOr(flags)) << 4 | bits(flags);
}
