#version 450
// 64-bit floats as outputs in every shape: alone, vectors, matrices, in arrays, in a structure and in a block, written whole and by
// component. They have to match the inputs of stage.frag.
//
// build: --target-env vulkan1.1
// sos: native Float64

struct Keys {
    dvec2 first;
    uint kind;
    dmat2x3 rest;
};

layout(location = 0) flat out dvec2 two;
layout(location = 1) flat out dvec3 three;
layout(location = 3) flat out dvec4 four;
layout(location = 5) flat out double one;
layout(location = 6) flat out dvec3 triples[2];
layout(location = 10) flat out Keys keys;
layout(location = 16) flat out dmat3x2 turn;
layout(location = 19) out Block {
    flat dmat4 inner;
    float beside;
    flat dvec2 last;
} block;
layout(location = 29) out vec2 place;

void fill(out dvec3 to, inout dvec2 from) {
    to = dvec3(from, from.x + from.y);
    from.y += 1.0lf / 3.0lf;
}

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
    place = corner;
    one = 1.0lf / 7.0lf;
    two = dvec2(one, -one * 1e100lf);
    three.z = -7.0lf;
    three.x = 1e-300lf;
    three.y = three.z / 11.0lf;
    four = dvec4(two.yx, 5.0lf, -0.0lf);
    four.w -= 0.1lf;
    fill(triples[1], two);
    triples[0] = triples[1].zxy;
    keys = Keys(two, 40000u, dmat2x3(three, triples[0]));
    keys.rest[1].z += 1.0lf;
    turn = dmat3x2(two, two.yx, dvec2(0.3lf, one));
    block.inner = dmat4(four, four.wzyx, dvec4(0.7lf), dvec4(three, 1.0lf));
    block.inner[2].xy = two;
    block.beside = corner.y;
    block.last = dvec2(1.0lf, 2.0lf) / 3.0lf;
}
