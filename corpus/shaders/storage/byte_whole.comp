#version 450
// Structures with bytes copied whole between a uniform and two storage buffers; words are put together where all is known.
//
// build: --target-env vulkan1.1
// sos: native UniformAndStorageBuffer8BitAccess UniformAndStorageBuffer16BitAccess Int8 Int16
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 64 426
// sos: buffer 0 1 random 256 427
// sos: buffer 0 2 random 512 428
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 16) in;
struct Inner { uint8_t a; int8_t b; uint16_t c; };
struct Item { Inner inner[2]; u8vec3 colour; int8_t last; uint word; i8vec2 pair; uint8_t odd; };
layout(std140, binding = 0) uniform Table { Item table[4]; };
layout(std430, binding = 1) readonly buffer In { Item source[]; };
layout(std430, binding = 2) buffer Out { Item result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = source[at ^ 3u];
    result[at + 32u] = table[at & 3u];
    Item item = table[2];
    item.inner[1] = source[at].inner[0];
    item.inner[at & 1u].b = int8_t(at);
    item.word += uint(item.colour.y);
    result[at + 16u] = item;
}
