#version 450
// Weights quantized to eight bits, with a scale and a zero point for each row: dequantized and multiplied by a vector. The
// scales are powers of two and the numbers small, so that the sums are exact in any order.
//
// build: --target-env vulkan1.2
// sos: native StorageBuffer8BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 810
// sos: buffer 0 1 random 4 811
// sos: buffer 0 2 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require

const uint COLUMNS = 16u;
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Weights { int8_t weights[]; };
layout(std430, binding = 1) readonly buffer Vector { uint8_t vector[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };

void main() {
    uint row = gl_GlobalInvocationID.x;
    float scale = exp2(float(row & 3u) - 4.0), sum = 0.0;
    int zero_point = int(row & 15u) - 8;
    for (uint column = 0u; column < COLUMNS; ++column) {
        int weight = int(weights[row * COLUMNS + column]) - zero_point;
        sum += float(weight) * scale * float(uint(vector[column]));
    }
    result[row] = sum;
}
