#version 450
// Matrices of halves, by columns and by rows.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 f16 1 2 3 0 4 5 6 0 7 8 9 0 10 11 12 0 13 14 15 0 16 17 18 0
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { f16mat3 columns; layout(row_major) f16mat3 rows; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    vec3 column = vec3(columns[at % 3u]), row = vec3(rows[at % 3u]);
    result[at] = vec4(column * 2.0 + row, float(rows[1][at % 3u]));
}
