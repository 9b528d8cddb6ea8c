#version 450
// A butterfly over four lanes, as a sum in two exchanges. The result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformShuffle
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 112
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint sum = source[at];
    for (uint step = 1u; step < 4u; step *= 2u) {
        uint other = subgroupShuffleXor(sum, step);
        sum = (at & step) == 0u ? sum * 3u + other : other * 3u + sum;
    }
    result[at] = sum;
}
