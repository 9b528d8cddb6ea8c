#version 450
// Every kind of 16-bit input, from half_interface.vert. Sums with small integers tell whether a number was rounded to 16 bits.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16 Float16 Int16
// sos: draw 16 16 with half_interface.vert.spv
// sos: outcome lavapipe-*,nvk-ampere,radv-pitcairn,radv-polaris10,swiftshader rewritten
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(location = 0) in f16vec2 where;
layout(location = 0, component = 2) in float16_t depth;
layout(location = 1) flat in i16vec3 signs;
layout(location = 2) noperspective in f16vec4 colour;
layout(location = 3) in Block {
    f16vec2 pair;
    float beside;
    float16_t list[3];
} block;
layout(location = 8) flat in f16mat3x2 rows;
layout(location = 11) flat in uint16_t kinds[2];
layout(location = 0) out f16vec4 shade;

float16_t one_of(int index) {
    return block.list[index] + float16_t(kinds[index & 1] == uint16_t(40000) ? 0 : 1);
}

void main() {
    bool right = signs == i16vec3(-3, 5, -32768) && kinds[1] == uint16_t(5) && rows[2].y == 6.0e-8hf;
    f16vec2 turned = rows * f16vec3(where, depth);
    shade = f16vec4(turned * 0.125hf, one_of(int(where.x * 16.0hf) % 3) * 0.25hf, right ? 1.0hf : 0.0hf);
    shade.xy += colour.zw * 0.0625hf + block.pair * 0.03125hf + float16_t(block.beside) * 0.5hf;
}
