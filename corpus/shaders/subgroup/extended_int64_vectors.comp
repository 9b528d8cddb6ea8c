#version 450
// Vectors of 64-bit integers between invocations: moved, compared, combined by bits and by sums.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 2048 544
// sos: buffer 0 1 zero 4096
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_quad : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { u64vec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { u64vec4 result[2][64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    u64vec4 given = source[at];
    u64vec3 first = subgroupBroadcastFirst(given.xyz);
    u64vec2 moved = subgroupShuffleXor(given.zw, 1u);
    bool same = subgroupAllEqual(first.xy) && !subgroupAllEqual(u64vec2(first.x, given.y));
    i64vec2 least = subgroupMin(i64vec2(given.yx));
    u64vec4 bits = subgroupExclusiveXor(given) & subgroupOr(given);
    // Which invocations are of one subgroup differs between devices: nothing of that is stored.
    u64vec2 twice = subgroupQuadSwapHorizontal(subgroupQuadSwapHorizontal(given.xw));
    u64vec2 back = subgroupShuffleXor(moved, 1u);
    bool known = same && all(lessThanEqual(least, i64vec2(given.yx))) && (bits.x | subgroupOr(bits.x)) == subgroupOr(bits.x)
        && subgroupAdd(uint64_t(1)) == uint64_t(gl_SubgroupSize);
    result[0][at] = u64vec4(twice, back);
    result[1][at] = u64vec4(known ? 1ul : 2ul, subgroupQuadBroadcast(given.xyz, 2));
}
