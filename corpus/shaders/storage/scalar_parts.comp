#version 450
// Scalar layouts throughout: vectors that straddle 16 bytes, structures and arrays that are aligned to their components
// only, matrices without padding, doubled words behind odd ones; read from each class of memory and written.
//
// build: --target-env vulkan1.2
// sos: novalidate the layout is valid where scalarBlockLayout is on, which spirv-val has to be told
// sos: dispatch 1 1 1
// sos: push u32 5 6 7 8 9 10 11
// sos: buffer 0 0 random 4096 451
// sos: buffer 0 1 zero 4096
// sos: buffer 0 2 uniform random 400 452
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 64) in;

struct Part {
    uint head;
    uvec3 place;
    uvec2 pair;
    mat3 turn;
    float tail[3];
};

layout(scalar, binding = 0) readonly buffer In { uvec2 first; uvec4 crossing; Part parts[]; };
layout(scalar, binding = 1) buffer Out { uint flag; uvec3 wide[64]; Part copies[32]; uvec4 last; };
layout(scalar, binding = 2) uniform Table { uint start; uvec3 corner; mat2x3 frame; uint list[7]; Part part; } table;
layout(scalar, push_constant) uniform Push { layout(offset = 4) uvec3 three; uint one; uvec2 two; } push;

uint hash(Part part) {
    uint sum = part.head + part.place.x * 3u + part.place.z + part.pair.y * 5u;
    for (int column = 0; column < 3; column++) {
        sum = sum * 7u + floatBitsToUint(part.turn[column][2 - column]);
    }
    return sum ^ floatBitsToUint(part.tail[part.head & 1u]) ^ floatBitsToUint(part.tail[2]);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    uint index = at & 31u;
    uvec3 words = parts[index].place + uvec3(hash(parts[index]), table.list[at % 7u], crossing[at & 3u]);
    words.y ^= floatBitsToUint(table.frame[at & 1u][at % 3u]) + hash(table.part);
    wide[at] = words * push.three + uvec3(push.one, push.two) + table.corner + first.yxy;
    if (at < 32u) {
        copies[at] = parts[31u - at];
        copies[at].turn[at % 3u].yz = vec2(1.5, 2.5);
        copies[at].tail[1] = float(at);
    }
    if (at == 0u) {
        last = crossing.wzyx;
        flag = table.start;
    }
}
