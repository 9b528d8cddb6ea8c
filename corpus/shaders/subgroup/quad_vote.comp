#version 450
// Votes of a quad, by swaps: what GL_KHR_shader_quad and the seeds' allQuad and anyQuad ask for. The result is the same for
// every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 115
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_quad : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

bool any_quad(bool vote) {
    bool pair = vote || subgroupQuadSwapHorizontal(vote);
    return pair || subgroupQuadSwapVertical(pair);
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    bool any_set = any_quad((value & 3u) == 0u), all_set = !any_quad((value & 12u) == 0u);
    result[at] = uint(any_set) | uint(all_set) << 1 | value << 2;
}
