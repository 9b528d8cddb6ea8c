#version 450
// 64-bit floats as inputs in every shape, from stage.vert: read whole, by component, and by one that is chosen at run time.
// Every bit counts: what comes out is their sums by exclusive or, a few bits a pixel.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: draw 16 16 with stage.vert.spv

struct Keys {
    dvec2 first;
    uint kind;
    dmat2x3 rest;
};

layout(location = 0) flat in dvec2 two;
layout(location = 1) flat in dvec3 three;
layout(location = 3) flat in dvec4 four;
layout(location = 5) flat in double one;
layout(location = 6) flat in dvec3 triples[2];
layout(location = 10) flat in Keys keys;
layout(location = 16) flat in dmat3x2 turn;
layout(location = 19) in Block {
    flat dmat4 inner;
    float beside;
    flat dvec2 last;
} block;
layout(location = 29) in vec2 place;
layout(location = 0) out vec4 shade;

uint fold(double v) {
    uvec2 bits = unpackDouble2x32(v);
    return bits.x ^ (bits.y << 7 | bits.y >> 25);
}

uint fold(dvec3 v) {
    return fold(v.x) ^ fold(v.y) << 1 ^ fold(v.z) << 2;
}

void main() {
    uint at = uint(gl_FragCoord.x);
    uint row = uint(gl_FragCoord.y);
    uint sum = fold(two[at & 1u]) ^ fold(three) ^ fold(four[at & 3u]) ^ fold(four.z) << 3 ^ fold(one) << 4;
    sum ^= fold(triples[row & 1u]) ^ fold(triples[1].y) ^ fold(triples[0][row % 3u]);
    Keys all = keys;
    sum ^= fold(all.first.x) + all.kind * fold(all.rest[1].z) - fold(keys.rest[at & 1u][row % 3u]);
    sum ^= fold(dvec3(turn[at % 3u], turn[2].y));
    sum ^= fold(block.inner[at & 3u].xyz) ^ fold(block.inner[1][row & 3u]) ^ fold(block.last[row & 1u]);
    dmat4 whole = block.inner;
    sum += fold(whole[3].w) + fold(whole[row & 3u].y);
    uint bits = sum >> (at & 7u);
    shade = vec4(float(bits & 255u), float(bits >> 8 & 255u), float(bits >> 16 & 255u), place.x + block.beside);
    shade = shade * 0.0009765625;
}
