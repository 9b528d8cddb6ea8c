#version 450
// Vectors of 64-bit integers as outputs in every shape: alone, in arrays, in a structure and in a block, written whole and by
// component. They have to match the inputs of long_vectors_stage.frag.
//
// build: --target-env vulkan1.1
// sos: native Int64
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

struct Keys {
    u64vec2 first;
    uint kind;
    i64vec4 rest;
};

layout(location = 0) flat out u64vec2 two;
layout(location = 1) flat out i64vec3 three;
layout(location = 3) flat out u64vec4 four;
layout(location = 5) flat out i64vec2 pairs[2];
layout(location = 7) flat out u64vec3 triples[2];
layout(location = 11) flat out Keys keys;
layout(location = 15) out Block {
    flat i64vec3 inner[2];
    float beside;
    flat u64vec2 last;
} block;
layout(location = 21) out vec2 place;

void fill(out u64vec3 to, inout u64vec2 from) {
    to = u64vec3(from, from.x ^ from.y);
    from.y += 0x100000001ul;
}

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
    place = corner;
    two = u64vec2(0x0123456789abcdeful, 0xfedcba9876543210ul);
    three.z = -7l;
    three.x = 0x700000000l;
    three.y = three.x - three.z;
    four = u64vec4(two.yx, 5ul, ~0ul);
    four.w -= 0x123456789ul;
    pairs[0] = i64vec2(-1l, 0x500000005l);
    pairs[1] = i64vec2(three.yz) * 3l;
    fill(triples[1], two);
    triples[0] = triples[1].zxy;
    keys = Keys(two, 40000u, i64vec4(-4l, -3l, 0x20000000000l, 1l));
    keys.rest.z++;
    block.inner[0] = three.zyx;
    block.inner[1][2] = three.x;
    block.inner[1].xy = i64vec2(9l, -0x900000000l);
    block.beside = corner.y;
    block.last = u64vec2(1ul, 2ul) << 40;
}
