#version 450
// 16-bit numbers in a uniform buffer: arrays, matrices by columns and by rows, structures, with constant indices and others.
//
// build: --target-env vulkan1.1
// sos: native UniformAndStorageBuffer16BitAccess Float16 Int16
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform f16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104
// sos: buffer 0 1 zero 1024
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
struct Item { float16_t first; f16vec3 rest; uint16_t kind; };
layout(std140, binding = 0) uniform Table {
    float16_t head;
    f16vec2 pairs[3];
    f16mat2x3 columns;
    layout(row_major) f16mat2x3 rows;
    Item items[2];
    float tail;
};
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    Item item = items[at & 1u];
    vec3 column = vec3(columns[at >> 1 & 1u]), row = vec3(rows[at >> 1 & 1u]);
    float one = float(rows[1][at % 3u]) * float(columns[at & 1u][2]);
    result[at] = vec4(column * float(item.first) + row, one) + vec4(vec2(pairs[at % 3u]), float(item.kind), float(head) * tail)
        + vec4(vec3(items[1].rest * item.rest), float(pairs[2].y));
}
