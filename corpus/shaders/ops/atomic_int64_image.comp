#version 450
// 64-bit atomics in an image.
//
// build: --target-env vulkan1.1
// sos: native Int64 Int64ImageEXT
// sos: outcome chosen unsupported
// sos: outcome radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,amd-r7-370-windows unchanged
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1, r64ui) uniform u64image2D depths;

void main() {
    uint value = source[gl_LocalInvocationIndex];
    imageAtomicMin(depths, ivec2(value & 3u, (value >> 2) & 3u), uint64_t(value) << 32 | gl_LocalInvocationIndex);
}
