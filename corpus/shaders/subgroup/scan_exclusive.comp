#version 450
// Exclusive scans: the first active lane gets the operation's identity. What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 103
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
    if ((value & 3u) != 1u) {
        found.x = subgroupExclusiveAdd(value);
        found.y = uint(subgroupExclusiveMin(int(value)));
        found.z = subgroupExclusiveMul(value | 1u);
        found.w = subgroupExclusiveAnd(value);
    }
    result[at] = found;
}
