#version 450
// The same structures read and written whole, by OpCopyLogical between forms whose names have to be the same for Mesa.
//
// build: --target-env vulkan1.2
// sos: native Int64 Int16 Float16 StorageBuffer16BitAccess UniformAndStorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 4096 547
// sos: buffer 0 1 random 4096 548
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
struct Item { uint64_t wide; int16_t narrow; uint16_t other; u64vec2 pair; i64vec3 three; float16_t real; };
layout(std430, binding = 0) readonly buffer In { Item source[32]; };
layout(std430, binding = 1) buffer Out { Item result[32]; };

void main() {
    uint at = gl_LocalInvocationIndex & 31u;
    if (gl_LocalInvocationIndex >= 32u) return;
    Item item = source[at];
    item.wide = item.wide * uint64_t(item.other) + uint64_t(int64_t(item.narrow));
    item.narrow = int16_t(item.pair.y >> 20);
    item.pair += result[at].pair[at & 1u];
    item.three = i64vec3(item.three.x >> item.other % 64us, int64_t(float16_t(at) * 100.0hf), -item.three.z);
    item.real = float16_t(int(result[at].three.y & 1023l));
    result[at] = item;
}
