#version 460
// Halves behind physical pointers: vectors of each length, matrices by columns and by rows, arrays of them.
//
// build: --target-env vulkan1.2
// sos: dispatch 1 1 1
// sos: push address 0:0 0:1
// sos: buffer 0 0 f16 -7.75 1.5 -5.25 4.0 -2.75 6.5 -0.25 -7.0 2.25 -4.5 4.75 -2.0 7.25 0.5 -6.25 3.0 -3.75 5.5 -1.25 8.0 1.25 -5.5 3.75 -3.0 6.25 -0.5 -7.25 2.0 -4.75 4.5 -2.25 7.0 0.25 -6.5 2.75 -4.0 5.25 -1.5 7.75 1.0 -5.75 3.5 -3.25 6.0 -0.75 -7.5 1.75 -5.0 4.25 -2.5 6.75 0.0 -6.75 2.5 -4.25 5.0 -1.75 7.5 0.75 -6.0 3.25 -3.5 5.75 -1.0 -7.75 1.5 -5.25 4.0 -2.75 6.5 -0.25 -7.0 2.25 -4.5 4.75 -2.0 7.25 0.5 -6.25 3.0 -3.75 5.5 -1.25 8.0 1.25 -5.5 3.75 -3.0 6.25 -0.5 -7.25 2.0 -4.75 4.5 -2.25 7.0
// sos: buffer 0 1 zero 1024
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 4) in;

struct Inner {
    f16vec3 three;
    f16mat2x3 rows;
};
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer From {
    float16_t one;
    f16vec2 two;
    f16vec4 four;
    f16mat3x2 columns;
    layout(row_major) Inner inner[2];
    f16vec2 list[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer To {
    f16vec4 four[8];
    f16vec3 three[8];
    layout(row_major) f16mat2 turn[4];
    vec4 sums[4];
    float16_t one[16];
};
layout(push_constant) uniform Push {
    From from;
    To to;
} push;

void main() {
    int i = int(gl_LocalInvocationIndex);
    From from = push.from;
    To to = push.to;
    Inner inner = from.inner[i & 1];
    to.four[i] = from.four * from.one + f16vec4(from.two, from.list[i]);
    to.four[4 + i] = f16vec4(from.columns[i % 3], from.columns[1].y, from.inner[1].rows[i & 1].z);
    to.three[i] = inner.three + inner.rows[1];
    to.three[4 + i].y = from.list[i + 1].x;
    to.turn[i] = f16mat2(from.columns[0], from.list[2 * i]);
    to.sums[i] = vec4(inner.rows[0], inner.rows[1].y) + vec4(from.four);
    to.one[i] = from.columns[2][i & 1];
}
