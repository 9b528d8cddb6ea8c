#version 450
// Advice on what iterations depend on, which came with SPIR-V 1.1.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 351
// sos: buffer 0 1 zero 256
#extension GL_EXT_control_flow_attributes : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[64]; };
layout(std430, binding = 1) buffer Out { uint result[64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint sum = 0u;
    [[dependency_infinite]] for (uint i = 0u; i < 8u; i++) {
        sum += source[(at + i) & 63u];
    }
    [[dependency_length(4), unroll]] for (uint i = 0u; i < 8u; i++) {
        sum ^= source[(at * i) & 63u];
    }
    result[at] = sum;
}
