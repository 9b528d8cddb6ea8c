#version 450
// Vectors of bytes: four in a word, and three that end inside one.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer8BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 403
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require

layout(local_size_x = 64) in;
struct Item { u8vec4 colour; u8vec3 normal; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { Item result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec4 colour = uvec4(source[at].colour);
    uvec3 normal = uvec3(source[at].normal);
    result[at].colour = u8vec4(colour.wzyx + uvec4(normal, 1u));
    result[at].normal = u8vec3(normal.zxy * 2u + colour.xyz);
}
