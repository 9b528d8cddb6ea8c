#version 450
// Cross-lane operations in functions that are called under divergence, with results in a struct. The result is the same
// for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 126
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_quad : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

struct Pair { uint low; uint high; };

Pair exchange(Pair mine) {
    return Pair(subgroupQuadSwapHorizontal(mine.low), subgroupQuadBroadcast(mine.high, 3u));
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    Pair pair = Pair(value & 0xffffu, value >> 16);
    // The condition is the same for a whole quad, so all four lanes are active.
    if ((at & 4u) != 0u) {
        pair = exchange(pair);
    }
    result[at] = pair.low * 3u + pair.high;
}
