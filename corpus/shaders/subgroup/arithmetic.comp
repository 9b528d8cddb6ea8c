#version 450
// Reductions of all three kinds of numbers, all seven operations, under divergence. What is written depends on the
// subgroup's size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 101
// sos: buffer 0 1 zero 4096
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    uvec4 sums = uvec4(value), least = sums;
    if ((value & 7u) != 3u) {
        sums.x = subgroupAdd(value);
        sums.y = subgroupMul(value | 1u);
        sums.z = subgroupMin(value);
        sums.w = subgroupMax(value);
    } else {
        least.x = uint(subgroupMin(int(value)));
        least.y = subgroupAnd(value);
        least.z = subgroupOr(value);
        least.w = subgroupXor(value);
    }
    result[2u * at] = sums;
    result[2u * at + 1u] = least;
}
