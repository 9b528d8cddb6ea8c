#version 450
// A shuffle to any lane of the own quad, for vectors and floats. The result is the same for every subgroup size of four or
// more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformShuffle
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 111
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at], lane = gl_SubgroupInvocationID;
    uint from = (lane & ~3u) | (value & 3u);
    uvec2 pair = subgroupShuffle(uvec2(value, at), from);
    float real = subgroupShuffle(float(value >> 8), from ^ 1u);
    result[at] = uvec4(pair, floatBitsToUint(real), subgroupShuffleXor(value, 3u));
}
