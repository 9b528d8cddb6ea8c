#version 450
// Quad swaps and broadcasts in compute. The result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 114
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_quad : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    result[at] = uvec4(subgroupQuadSwapHorizontal(value), subgroupQuadSwapVertical(value),
        subgroupQuadSwapDiagonal(value), subgroupQuadBroadcast(value, 2u));
}
