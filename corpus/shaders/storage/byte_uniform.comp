#version 450
// Bytes in a uniform buffer, in an array whose elements lie 16 bytes apart.
//
// build: --target-env vulkan1.1
// sos: native UniformAndStorageBuffer8BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 16 404
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require

layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Table { u8vec2 table[4]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec2 entry = uvec2(table[at & 3u]);
    result[at] = entry.x * at + entry.y;
}
