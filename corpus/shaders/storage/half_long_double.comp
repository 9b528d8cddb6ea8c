#version 450
// 64-bit numbers beside narrow ones in a block: where the block becomes words, each of them is two.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 512 431
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
struct Item { uint16_t narrow; uint64_t wide; i64vec2 both; };
layout(std430, binding = 0) readonly buffer In { uint16_t head; Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { Item result[]; };

void main() {
    uint at = gl_LocalInvocationIndex & 15u;
    uint64_t wide = source[at].wide + uint(source[at].narrow);
    result[at].wide = wide;
    result[at].both = source[at ^ 1u].both.yx + int64_t(uint(head));
    result[at].narrow = uint16_t(uint(wide));
}
