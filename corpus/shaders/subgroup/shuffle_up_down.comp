#version 450
// Relative shuffles within quads, with the own value where the source would be outside. The result is the same for every
// subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformShuffleRelative
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 113
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-shuffle-relative nvk-kepler
#extension GL_KHR_shader_subgroup_shuffle_relative : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at], place = at & 3u;
    uint before = subgroupShuffleUp(value, 1u), after = subgroupShuffleDown(value, 2u);
    result[at] = uvec2(place >= 1u ? before : value, place < 2u ? after : ~value);
}
