#version 450
// 8-bit integers in storage buffers; each invocation stores one byte of a word that four of them share.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer8BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 16 402
// sos: buffer 0 1 zero 64
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint8_t source[]; };
layout(std430, binding = 1) writeonly buffer Out { int8_t result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = int8_t(int(source[at]) * 3 - int(source[63u - at]));
}
