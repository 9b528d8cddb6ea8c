#version 450
// Neighbours in one word, stored by invocations of different workgroups and at different times: none may undo another's.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer8BitAccess StorageBuffer16BitAccess
// sos: dispatch 64 1 1
// sos: buffer 0 0 random 4096 421
// sos: buffer 0 1 random 4096 422
// sos: buffer 0 2 random 2048 423
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[4096]; };
layout(std430, binding = 1) buffer Bytes { uint8_t bytes[4][4096]; };
layout(std430, binding = 2) buffer Shorts { uint16_t shorts[4096]; };

void main() {
    // Which invocation stores which element: neighbours belong to workgroups 17 apart, in every phase others.
    uint at = gl_GlobalInvocationID.x;
    uint other = at * 1089u & 4095u, value = source[other];
    for (uint round = 0u; round < 32u; ++round) {
        for (uint row = 0u; row < 4u; ++row) {
            bytes[row][other] = uint8_t((value >> row * 8u) + round);
        }
        shorts[other] = uint16_t(value * (round + 1u));
    }
}
