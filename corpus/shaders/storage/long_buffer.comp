#version 450
// 64-bit integers in a storage buffer, beside 32-bit ones.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 411
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
struct Item { uint64_t wide; uint narrow; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { Item result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at].wide = source[at].wide + source[at ^ 1u].narrow;
    result[at].narrow = uint(source[at].wide >> 32) ^ source[at].narrow;
}
