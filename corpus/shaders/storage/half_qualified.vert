#version 450
// 16-bit outputs in every form that an interface has: components of one location, arrays, blocks, and each way to
// interpolate; they have to match the inputs of half_qualified.frag.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16 Float16 Int16
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(location = 0) out float16_t a;
layout(location = 0, component = 1) out f16vec2 b;
layout(location = 0, component = 3) out float beside;
layout(location = 1) flat out i16vec3 c;
layout(location = 2) noperspective out float16_t d[2];
layout(location = 4) centroid out f16vec4 e;
layout(location = 5, component = 2) flat out u16vec2 f;
layout(location = 6) out Block {
    float16_t x;
    flat uint16_t y;
    vec2 z;
    f16vec3 w[2];
} block;

void main() {
    uint corner = uint(gl_VertexIndex);
    vec2 place = vec2(corner & 1u, corner >> 1);
    gl_Position = vec4(place * 4.0 - 1.0, 0.0, 1.0);
    a = float16_t(place.x);
    b = f16vec2(place * 0.5);
    beside = place.y;
    c = i16vec3(-7, int(corner) + 300, 5);
    d[0] = float16_t(place.y) * 2.0hf;
    d[1] = float16_t(0.75);
    e = f16vec4(place, 1.0, 0.25);
    f = u16vec2(65535u, 1u + corner);
    block.x = float16_t(place.x * 4.0);
    block.y = uint16_t(40000u + corner);
    block.z = place;
    block.w[0] = f16vec3(place, 0.5);
    block.w[1] = f16vec3(0.125, place);
}
