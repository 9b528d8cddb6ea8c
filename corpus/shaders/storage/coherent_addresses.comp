#version 460
// Bytes and words behind coherent physical pointers: what one invocation of a workgroup stores, others load.
//
// build: --target-env vulkan1.2
// sos: dispatch 1 1 1
// sos: push address 0:0
// sos: buffer 0 0 zero 512
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x = 32) in;

layout(buffer_reference, std430, buffer_reference_align = 4) coherent buffer Shared {
    uint count;
    uint8_t told[64];
    uint seen[64];
};
layout(push_constant) uniform Push { Shared at; } push;

void main() {
    uint i = gl_LocalInvocationIndex;
    push.at.told[i] = uint8_t(i * 7u);
    atomicAdd(push.at.count, i);
    memoryBarrierBuffer();
    barrier();
    push.at.seen[i] = uint(push.at.told[31u - i]) + (push.at.count << 8);
}
