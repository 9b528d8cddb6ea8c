#version 450
// The scalar layout: structures of 7 and of 5 bytes in arrays, whose members may lie across two words.
//
// build: --target-env vulkan1.2
// sos: novalidate the layout is valid where scalarBlockLayout is on, which spirv-val has to be told
// sos: native StorageBuffer8BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 434
// sos: buffer 0 1 random 128 435
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 64) in;
struct Seven { u8vec3 a; i8vec4 b; };
struct Five { u8vec2 a; uint8_t b[3]; };
layout(scalar, binding = 0) readonly buffer In { uint8_t head; Seven source[]; };
layout(scalar, binding = 1) buffer Out { u8vec3 head3; Five result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec3 a = uvec3(source[at].a);
    ivec4 b = ivec4(source[at].b);
    result[at].a = u8vec2(a.zx * uvec2(head));
    result[at].b[at % 3u] = uint8_t(uint(b.x ^ b.w));
    if (at == 7u) head3 = u8vec3(uvec3(b.wzy));
}
