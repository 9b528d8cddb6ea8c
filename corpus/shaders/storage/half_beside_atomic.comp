#version 450
// A narrow store next to a word that other invocations add to: it must not undo their work.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 407
// sos: buffer 0 1 zero 392
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint sum; uint16_t result[64]; uint most; uint16_t last[64]; };

void main() {
    uint at = gl_LocalInvocationIndex, value = source[at];
    atomicAdd(sum, value & 0xffffu);
    result[at] = uint16_t(value);
    atomicMax(most, value);
    last[at] = uint16_t(value >> 16);
}
