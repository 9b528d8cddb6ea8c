#version 450
// Advice on branches and loops that all versions of SPIR-V have.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 612
// sos: buffer 0 1 zero 256
// sos: outcome all unchanged
#extension GL_EXT_control_flow_attributes : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, value = source[at];
    [[unroll]] for (uint turn = 0u; turn < 4u; ++turn) {
        [[flatten]] if ((value & 1u) != 0u) {
            value = value * 3u + 1u;
        }
    }
    [[dont_unroll]] while ((value & 7u) != 0u) {
        [[branch]] if (value > 100u) {
            value -= 3u;
        }
        ++value;
    }
    result[at] = value;
}
