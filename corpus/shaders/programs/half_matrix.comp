#version 450
// A matrix product of halves, in tiles, with the loops that a front end is asked to unroll: 16 steps of 4 by 4 sums. In 32 bits
// with each result rounded, the innermost body is three times as long, and a driver that takes the request at its word takes many
// times as long to compile. Loops that only move halves keep the request.
//
// build: --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 1024 11
// sos: buffer 0 1 random 1024 12
// sos: buffer 0 2 zero 8192
// sos: shows loop-hint swiftshader
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_control_flow_attributes : require
const uint SIZE = 64u, ROWS = 32u, STEPS = 16u;
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { uint a_words[]; };
layout(std430, binding = 1) readonly buffer B { uint b_words[]; };
layout(std430, binding = 2) writeonly buffer C { float product[]; };
shared float16_t a_tile[ROWS][STEPS + 1u];
shared float16_t b_tile[STEPS][ROWS + 1u];

// Small numbers, with a sum that needs rounding.
float16_t number(uint word) {
    return float16_t(float(word & 1023u) / 256.0 - 2.0);
}

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, at = gl_LocalInvocationIndex;
    uint column = gl_WorkGroupID.x * ROWS;
    float16_t sums[4][4];
    [[unroll]] for (uint i = 0u; i < 4u; i++)
        [[unroll]] for (uint j = 0u; j < 4u; j++)
            sums[i][j] = 0.0hf;
    for (uint from = 0u; from < 32u; from += STEPS) {
        for (uint i = at; i < ROWS * STEPS; i += 64u) {
            a_tile[i / STEPS][i % STEPS] = number(a_words[i / STEPS * 32u + from + i % STEPS]);
            b_tile[i / ROWS][i % ROWS] = number(b_words[(from + i / ROWS) * 32u + i % ROWS] >> column / 8u);
        }
        barrier();
        [[unroll]] for (uint k = 0u; k < STEPS; k++) {
            float16_t left[4], right[4];
            [[unroll]] for (uint i = 0u; i < 4u; i++)
                left[i] = a_tile[y * 4u + i][k];
            [[unroll]] for (uint j = 0u; j < 4u; j++)
                right[j] = b_tile[k][x * 4u + j];
            [[unroll]] for (uint i = 0u; i < 4u; i++)
                [[unroll]] for (uint j = 0u; j < 4u; j++)
                    sums[i][j] += left[i] * right[j];
        }
        barrier();
    }
    [[unroll]] for (uint i = 0u; i < 4u; i++)
        [[unroll]] for (uint j = 0u; j < 4u; j++)
            product[(y * 4u + i) * SIZE + column + x * 4u + j] = float(sums[i][j]);
}
