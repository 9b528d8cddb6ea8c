#version 450
// A 16-bit input whose types a buffer has too, with a layout there: what becomes of the input is not what becomes of the buffer.
// The vertex stage is half_interface.vert.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16 Float16
// sos: draw 16 16 with half_interface.vert.spv
// sos: buffer 0 0 random 256 41
// sos: outcome lavapipe-* rewritten
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

struct Pair {
    f16vec2 of;
    float16_t scale;
};

layout(set = 0, binding = 0, std430) readonly buffer Table {
    f16vec2 few[4];
    Pair pairs[];
} table;
layout(location = 0) in f16vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    f16vec2 sum = table.few[1] * 0.0hf + table.pairs[0].of * 0.0hf + where;
    bool finite = table.few[1] == table.few[1] && table.pairs[0].of == table.pairs[0].of;
    shade = finite ? vec4(sum, 0.5, 1.0) : vec4(where, 0.25, 1.0);
}
