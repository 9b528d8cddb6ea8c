#version 450
// Every kind of 16-bit output: components of one location, integers, interpolation, a block, arrays, a matrix. They have to
// match the inputs of half_interface.frag on every device.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16 Float16 Int16
// sos: outcome lavapipe-*,nvk-ampere,radv-pitcairn,radv-polaris10,swiftshader rewritten
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(location = 0) out f16vec2 where;
layout(location = 0, component = 2) out float16_t depth;
layout(location = 1) flat out i16vec3 signs;
layout(location = 2) noperspective out f16vec4 colour;
layout(location = 3) out Block {
    f16vec2 pair;
    float beside;
    float16_t list[3];
} block;
layout(location = 8) flat out f16mat3x2 rows;
layout(location = 11) flat out uint16_t kinds[2];

void copies(out f16vec2 pair, inout float16_t sum) {
    pair = f16vec2(sum, sum * 0.5hf);
    sum += 1.0hf;
}

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
    where = f16vec2(corner);
    depth = float16_t(corner.x * 0.125);
    signs = i16vec3(-3s, 5s, int16_t(gl_VertexIndex) - int16_t(gl_VertexIndex) - 32768s);
    colour = f16vec4(vec4(corner, 0.5, 1.0));
    block.list[0] = depth;
    block.beside = corner.y;
    copies(block.pair, block.list[0]);
    block.list[1] = where.y + where.x;
    block.list[2] = 0.25hf;
    rows = f16mat3x2(1.0hf, 0.5hf, 0.25hf, -0.5hf, 2.0hf, 6.0e-8hf);
    kinds[0] = uint16_t(40000);
    kinds[1] = uint16_t(signs.y);
}
