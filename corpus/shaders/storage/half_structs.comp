#version 450
// Nested structures and arrays that mix widths, and members behind narrow ones.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 405
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
struct Inner { uint16_t key; int16_t offset[3]; };
struct Outer { uint16_t head; Inner inner; uint tail; };
layout(std430, binding = 0) readonly buffer In { Outer source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint key = uint(source[at].inner.key);
    int offset = int(source[at].inner.offset[at % 3u]) + int(source[at ^ 1u].inner.offset[key % 3u]);
    result[at] = uvec2(key ^ uint(offset), uint(source[at].head) + source[at].tail);
}
