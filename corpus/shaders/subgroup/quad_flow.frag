#version 450
// Quad operations of fragments in all control flow that is the same for a primitive: a loop that a uniform buffer ends, with a way
// out, a switch by a flat input, functions with two returns; and a discard behind them. Once more as spirv-opt writes it,
// with phis.
//
// build: -g0 --target-env vulkan1.1
// opt: -O
// sos: native GroupNonUniformQuad
// sos: draw 16 16
// sos: buffer 0 0 uniform u32 1 2 3 4 5 6 7 8 3 0 0 0 1 1 1 1
// sos: buffer 0 1 random 256 9
// sos: absent vulkan-1.0 GroupNonUniform
#extension GL_KHR_shader_subgroup_quad : require

layout(constant_id = 0) const bool EXTRA = true;
layout(location = 0) in vec2 where;
layout(location = 1) flat in ivec2 kind[2];
layout(location = 0) out uvec4 moved;
layout(location = 1) out vec4 shade;
layout(std140, binding = 0) uniform Counts { uvec4 counts[4]; };
layout(std430, binding = 1) readonly buffer Words { uint words[256]; };

uvec3 turned(uvec3 value, uint count) {
    if (count > 2u) return subgroupQuadSwapVertical(value);
    return subgroupQuadBroadcast(value, 2u);
}

void main() {
    uint word = words[uint(gl_FragCoord.y) * 16u + uint(gl_FragCoord.x)];
    uint sum = word;
    for (uint round = 0u; round < counts[1].x; round++) {
        sum = sum * 5u + subgroupQuadSwapDiagonal(sum ^ round);
        if (counts[round & 3u].y == 3u) break;
        switch (kind[round & 1u].x & 1) {
            case 0: sum ^= subgroupQuadBroadcast(sum, 1u); break;
            default: sum += subgroupQuadSwapHorizontal(~sum); break;
        }
    }
    uvec3 all = turned(uvec3(sum, word, sum ^ word), counts[2].x);
    if (EXTRA) all ^= turned(all.zxy, counts[3].x);
    moved = uvec4(all, sum);
    shade = vec4(0.0);
    if (where.x < 0.5) {
        shade = vec4(1.0);
        if (where.y < 0.2) discard;
    }
}
