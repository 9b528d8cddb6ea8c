#version 450
// The clock of the subgroup. Only its direction is written.
//
// build: --target-env vulkan1.1
// sos: native ShaderClockKHR Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 217
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t before = clockARB();
    uint value = source[at] * 5u;
    uint64_t after = clockARB();
    result[at] = value + (after >= before ? 1u : 2u);
}
