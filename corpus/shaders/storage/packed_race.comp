#version 450
// Narrow data in workgroup memory that would exceed the limit if each element took 32 bits. Neighbours in one word are stored
// by different invocations at the same time: none may undo another's.
//
// build: --target-env vulkan1.2
// sos: native Int8 Int16 Float16
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 512 811
// sos: buffer 0 1 zero 16384
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[512]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[4096]; };
shared uint8_t bytes[4][1536];
shared uint16_t shorts[2048];
shared float16_t halves[2048];

uint hash(uint a, uint b) { return (a << 5 | a >> 27) * 0x9e3779b1u ^ b; }

void main() {
    uint at = gl_LocalInvocationIndex, group = gl_WorkGroupID.x;
    for (uint k = at; k < 2048u; k += 64u) {
        uint value = source[(k + group * 77u) & 511u];
        // Neighbours belong to neighbouring invocations.
        if (k < 1536u) for (uint row = 0u; row < 4u; row++) bytes[row][k] = uint8_t(value >> row * 8u);
        shorts[k] = uint16_t(value ^ k);
        halves[k] = float16_t(float(value & 2047u));
    }
    barrier();
    // Again with other neighbours in every phase.
    for (uint round = 0u; round < 16u; round++) {
        uint other = at + round * 37u;
        uint before = uint(shorts[other]) + round;
        shorts[other] = uint16_t(before * 3u);
        halves[other] += float16_t(1.0);
        bytes[round & 3u][other] = uint8_t(before);
        barrier();
    }
    uint to = (group * 64u + at) * 32u, sum = 0u;
    for (uint k = 0u; k < 32u; k++) {
        uint from = at * 32u + k;
        sum = hash(sum, uint(shorts[from]));
        sum = hash(sum, uint(float(halves[from])));
        if (from < 1536u) sum = hash(sum, uint(bytes[k & 3u][from]) << 8 | uint(bytes[3][from]));
        result[to + k] = sum;
    }
}
