#version 450
// 16-bit inputs in every form that an interface has, from half_qualified.vert.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16 Float16 Int16
// sos: draw 16 16 with half_qualified.vert.spv
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(location = 0) in float16_t a;
layout(location = 0, component = 1) in f16vec2 b;
layout(location = 0, component = 3) in float beside;
layout(location = 1) flat in i16vec3 c;
layout(location = 2) noperspective in float16_t d[2];
layout(location = 4) centroid in f16vec4 e;
layout(location = 5, component = 2) flat in u16vec2 f;
layout(location = 6) in Block {
    float16_t x;
    flat uint16_t y;
    vec2 z;
    f16vec3 w[2];
} block;
layout(location = 0) out vec4 shade;

void main() {
    uint at = uint(gl_FragCoord.x) & 1u;
    shade.x = float(a) + float(b.x) * 3.0 + float(b.y) * 5.0 + beside * 7.0;
    shade.y = float(int(c.x) * int(c.y) + int(c.z)) + float(d[at]) + float(e.x + e.w);
    shade.z = float(uint(f.x) + uint(f.y)) + float(block.x) + block.z.y;
    shade.w = float(block.y) + float(block.w[at].x) + float(block.w[1].z);
}
