#version 450
// 64-bit integers beside 16-bit data in the same blocks, which become words where a device has neither.
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
    uint64_t other = uint64_t(source[at].other);
    result[at].wide = source[at].wide * other + uint64_t(int64_t(source[at].narrow));
    result[at].narrow = int16_t(source[at].pair.y >> 20);
    result[at].other = uint16_t(result[at].pair.x >> 60);
    result[at].pair = source[at].pair + result[at].pair[at & 1u];
    result[at].real = float16_t(int(result[at].three.y & 1023l));
    result[at].three = i64vec3(source[at].three.x >> source[at].other % 64us, int64_t(float16_t(at) * 100.0hf), -source[at].three.z);
}
