#version 450
// Bit fields, counts, searches and reversal on 32-bit numbers.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 208
// sos: buffer 0 1 zero 1024
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, value = source[at];
    int offset = int(at & 15u), width = int(at >> 4) + 3;
    uint field = bitfieldExtract(value, offset, width);
    int signed_field = bitfieldExtract(int(value), offset, width);
    uint inserted = bitfieldInsert(value, ~value >> 3, offset, width);
    result[at] = uvec4(field | uint(bitCount(value)) << 24, uint(signed_field), inserted ^ bitfieldReverse(value),
        uint(findMSB(value >> at % 31u)) | uint(findLSB(value)) << 8 | uint(findMSB(int(value))) << 16);
}
