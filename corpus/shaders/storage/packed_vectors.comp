#version 450
// Vectors of narrow components in workgroup memory that has to be packed, with whole words and parts of words, in
// the Vulkan memory model.
//
// build: --target-env vulkan1.2
// sos: native Int8 Int16 Float16
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 512 831
// sos: buffer 0 1 zero 8192
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[512]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[2048]; };
shared f16vec2 twos[640];
shared f16vec3 threes[511];
shared f16vec4 fours[640];
shared u8vec2 pairs[500];
shared u8vec3 triples[501];
shared i16vec4 shorts[640];
shared u8vec4 bytes[640];

uint hash(uint a, uint b) { return (a << 5 | a >> 27) * 0x9e3779b1u ^ b; }

void main() {
    uint at = gl_LocalInvocationIndex, group = gl_WorkGroupID.x;
    for (uint k = at; k < 640u; k += 64u) {
        uint value = source[(k + group * 61u) & 511u];
        uvec4 four = uvec4(value, value >> 8, value >> 16, value >> 24) & 255u;
        twos[k] = f16vec2(four.xy);
        fours[k] = f16vec4(four);
        shorts[k] = i16vec4(four * 257u);
        bytes[k] = u8vec4(four);
        if (k < 500u) pairs[k] = u8vec2(four.zw);
        if (k < 501u) triples[k] = u8vec3(four.ywx);
        if (k < 511u) threes[k] = f16vec3(four.wzy);
    }
    barrier();
    uint other = source[at] % 500u, to = (group * 64u + at) * 8u, h = 0u;
    h = hash(h, packFloat2x16(twos[other]));
    h = hash(h, packFloat2x16(threes[other].xz));
    h = hash(h, packFloat2x16(fours[other + 100u].wy));
    h = hash(h, uint(pairs[other].x) << 8 | uint(pairs[499u - other].y));
    h = hash(h, uint(triples[other][at % 3u]));
    h = hash(h, uint(int(shorts[other][at & 3u])));
    h = hash(h, uint(bytes[other].y) << 8 | uint(bytes[639u - other][at & 3u]));
    result[to] = h;
    barrier();
    // Each component by another invocation.
    uint one = at / 4u, part = at & 3u;
    fours[one][part] = float16_t(float(at));
    shorts[one][part] = int16_t(-int(at));
    bytes[one][part] = uint8_t(at * 3u);
    twos[at / 2u][at & 1u] += float16_t(1.0);
    pairs[at / 2u][at & 1u] = uint8_t(at);
    threes[at / 3u][at % 3u] = float16_t(float(at * 2u));
    triples[at / 3u][at % 3u] = uint8_t(at * 7u);
    barrier();
    for (uint k = 0u; k < 7u; k++) {
        uint from = (at + k * 5u) & 31u;
        h = hash(h, packFloat2x16(fours[from].xy) ^ packFloat2x16(fours[from].zw));
        h = hash(h, packFloat2x16(twos[from]));
        h = hash(h, packFloat2x16(threes[from].yz));
        h = hash(h, uint(bytes[from].x) | uint(bytes[from].w) << 8);
        h = hash(h, uint(int(shorts[from].w)) ^ uint(triples[from].z) ^ uint(pairs[from].y));
        result[to + 1u + k] = h;
    }
}
