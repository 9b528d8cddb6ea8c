#version 450
// 16-bit integers in storage buffers, signed and unsigned: widening differs, narrowing does not.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 401
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { int16_t low[64]; uint16_t high[64]; };
layout(std430, binding = 1) writeonly buffer Out { uint16_t sums[64]; int16_t differences[64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    int a = int(low[at]);
    uint b = uint(high[63u - at]);
    sums[at] = uint16_t(uint(a) + b);
    differences[at] = int16_t(a - int(b >> 3));
}
