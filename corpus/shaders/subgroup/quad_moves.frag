#version 450
// Quad operations of fragments on every bit of words, floats that are no numbers among them, on vectors and Booleans;
// some in a loop of as many rounds for all, some in a function, called on a condition that is the same for the primitive.
// Edges of the triangles leave quads with helper invocations.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: draw 16 16
// sos: buffer 0 0 random 256 77
// sos: push u32 3
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 rewritten
// sos: absent vulkan-1.0 GroupNonUniform
#extension GL_KHR_shader_subgroup_quad : require

layout(std430, binding = 0) readonly buffer Words { uint words[256]; };
layout(push_constant) uniform Push { uint rounds; };

layout(location = 0) flat in uint kind;
layout(location = 1) in vec2 where;
layout(location = 0) out uvec4 moved;
layout(location = 1) out uvec4 more;
layout(location = 2) out vec4 shade;

uint mixed(uint word) {
    return subgroupQuadSwapDiagonal(word) * 3u + subgroupQuadBroadcast(word, 2u);
}

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint word = words[at.y * 16u + at.x];
    moved = uvec4(
        subgroupQuadSwapHorizontal(word),
        subgroupQuadSwapVertical(word),
        subgroupQuadSwapDiagonal(word),
        subgroupQuadBroadcast(word, 3u));
    // Any bits, so some are infinite and some are no numbers.
    float loose = uintBitsToFloat(word | 0x7F000000u);
    more.x = floatBitsToUint(subgroupQuadSwapHorizontal(loose));
    bvec2 odd = bvec2((word & 1u) != 0u, (word & 2u) != 0u);
    more.y = uint(subgroupQuadSwapVertical(odd.x)) + 2u * uint(subgroupQuadBroadcast(odd, 1u).y);
    ivec3 wide = ivec3(word, ~word, -int(word >> 3));
    wide = subgroupQuadBroadcast(wide, 0u) ^ subgroupQuadSwapDiagonal(wide);
    more.z = uint(wide.x + wide.y * 5 + wide.z * 7);
    more.w = 0u;
    for (uint round = 0u; round < rounds; round++) {
        word = word * 1664525u + subgroupQuadSwapHorizontal(word);
        more.w += subgroupQuadSwapVertical(word ^ round);
    }
    if ((kind & 1u) == 1u) {
        more.w += mixed(word);
    }
    shade = vec4(subgroupQuadSwapHorizontal(where), subgroupQuadBroadcast(where, 1u));
}
