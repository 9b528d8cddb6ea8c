#version 450
// SPV_AMD_gcn_shader's clock. Only its direction is written: it does not run backwards within an invocation.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 19
// sos: buffer 0 1 zero 256
// sos: outcome radv-* unchanged
// sos: shows amd-time nvk-kepler
#extension GL_AMD_gcn_shader : require
#extension GL_ARB_gpu_shader_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t before = timeAMD();
    uint value = source[at];
    for (uint bit = 0u; bit < 8u; ++bit) {
        value = value * 1664525u + 1013904223u;
    }
    source[at] = value;
    memoryBarrierBuffer();
    uint64_t after = timeAMD();
    result[at] = value ^ (after >= before ? 0u : 1u);
}
