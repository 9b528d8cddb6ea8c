#version 460
// Matrices of words behind physical pointers, beside a half: by columns, by rows, in arrays, whole and in parts.
//
// build: --target-env vulkan1.2
// sos: dispatch 1 1 1
// sos: push address 0:0 0:1
// sos: buffer 0 0 f32 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80
// sos: buffer 0 1 zero 1024
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 4) in;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer From {
    layout(row_major) mat4 rows;
    mat3 columns;
    layout(row_major) mat2x3 list[2];
    float16_t h;
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer To {
    mat4 whole[4];
    layout(row_major) mat4 turned[4];
    vec4 cols[16];
    float16_t h[8];
};
layout(push_constant) uniform Push {
    From from;
    To to;
} push;

void main() {
    int i = int(gl_LocalInvocationIndex);
    push.to.whole[i] = push.from.rows;
    push.to.turned[i] = push.from.rows * float(i + 1);
    push.to.turned[i][1] = push.from.rows[i];
    push.to.cols[i] = push.from.rows[i];
    push.to.cols[4 + i] = vec4(push.from.columns[i % 3], push.from.rows[1][i]);
    mat3 m = push.from.columns;
    mat2x3 l = push.from.list[i & 1];
    push.to.cols[8 + i] = vec4(m[i % 3], l[1].z);
    push.to.cols[12 + i] = vec4(push.from.list[1][i & 1], l[0][i % 3]);
    push.to.h[i] = push.from.h;
}
