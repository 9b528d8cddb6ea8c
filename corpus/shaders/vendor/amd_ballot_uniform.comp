#version 450
// The reductions that all invocations of the subgroup reach together: they need the capability Groups.
// What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: novalidate spirv-val does not know that SPV_AMD_shader_ballot brings Groups to Vulkan
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 12
// sos: buffer 0 1 zero 256
// sos: outcome radv-* unchanged
#extension GL_ARB_shader_ballot : require
#extension GL_AMD_shader_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at] & 0xffffu;
    result[at] = minInvocationsAMD(value) ^ maxInvocationsAMD(value) << 8 ^ addInvocationsAMD(value) << 16 ^ value;
}
