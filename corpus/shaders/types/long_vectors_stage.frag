#version 450
// Vectors of 64-bit integers as inputs in every shape, from long_vectors_stage.vert: read whole, by component, and by one that
// is chosen at run time. Every bit counts: what comes out is their sums by exclusive or, a few bits a pixel.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: draw 16 16 with long_vectors_stage.vert.spv
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

struct Keys {
    u64vec2 first;
    uint kind;
    i64vec4 rest;
};

layout(location = 0) flat in u64vec2 two;
layout(location = 1) flat in i64vec3 three;
layout(location = 3) flat in u64vec4 four;
layout(location = 5) flat in i64vec2 pairs[2];
layout(location = 7) flat in u64vec3 triples[2];
layout(location = 11) flat in Keys keys;
layout(location = 15) in Block {
    flat i64vec3 inner[2];
    float beside;
    flat u64vec2 last;
} block;
layout(location = 21) in vec2 place;
layout(location = 0) out vec4 shade;

uint64_t fold(u64vec3 v) {
    return v.x ^ v.y << 1 ^ v.z << 2;
}

void main() {
    uint at = uint(gl_FragCoord.x);
    uint row = uint(gl_FragCoord.y);
    uint64_t sum = two[at & 1u] ^ fold(u64vec3(three)) ^ four[at & 3u] ^ four.z << 3;
    sum ^= uint64_t(pairs[row & 1u].y - pairs[1][at & 1u]);
    sum ^= fold(triples[row & 1u]) ^ triples[1].y ^ triples[0][row % 3u];
    Keys all = keys;
    sum ^= all.first.x + uint64_t(all.kind) * uint64_t(all.rest.z) - uint64_t(keys.rest[at & 3u]);
    sum ^= fold(u64vec3(block.inner[at & 1u])) ^ uint64_t(block.inner[1].z) ^ block.last[row & 1u];
    uint bits = uint(sum >> (at * 4u));
    shade = vec4(float(bits & 255u), float(bits >> 8 & 255u), float(bits >> 16 & 255u), place.x + block.beside);
    shade = shade * 0.0009765625;
}
